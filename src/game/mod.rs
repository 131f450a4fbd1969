//! Layer 1: the games themselves — positions, moves, rules and notation. Imports nothing of the other layers.
//!
//! The games are a closed set, so [`Position`] and [`Move`] are enums: the tree, the readers and the panes are written
//! once for all games, and the compiler lists what a new rule touches.

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
pub use quoted::Quoted;
pub(crate) use row::write_row;
pub use side::Side;
