//! Layer 1: positions, moves, rules and notation of the games. Independent of the other layers.
//!
//! The set of games is closed, so [`Position`] and [`Move`] are enums. The tree, readers and panes are written once for
//! all games, and the compiler finds every place that a new game affects.

mod games;
pub mod go;
mod halfwidth;
mod illegal;
mod moves;
mod parse;
mod position;
mod quoted;
mod row;
pub mod shogi;
mod side;
mod symmetry;
pub mod xiangqi;

pub use games::Game;
pub(crate) use halfwidth::halfwidth;
pub use illegal::Illegal;
pub use moves::{Move, Notation};
pub use parse::MoveError;
pub use position::Position;
pub use quoted::{Quoted, QuotedLine};
pub(crate) use row::write_row;
pub use side::Side;
