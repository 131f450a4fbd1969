//! The layers of the crate, the names of its types, and what the documents say.

mod layers;
mod names;
mod readme;
mod texts;
