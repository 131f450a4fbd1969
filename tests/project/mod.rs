//! The layers of the crate, and what the documents say.

mod layers;
mod readme;
mod words;
