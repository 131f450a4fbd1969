//! Ways through a tree, with the positions at its nodes.

mod checkpoints;
mod cursor;
mod events;
mod played;

pub use checkpoints::Checkpoints;
pub use cursor::Cursor;
pub use events::{Event, Events, Order, Walk};
pub use played::Played;
