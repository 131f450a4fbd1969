//! Ways through a tree, with the positions at its nodes.

mod checkpoints;
mod cursor;
mod events;

pub use checkpoints::Checkpoints;
pub use cursor::Cursor;
pub use events::{Event, Events, Order, Walk};
