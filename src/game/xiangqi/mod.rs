//! Xiangqi (象棋): positions, rules, FEN and notation.

mod fen;
pub mod notation;
mod piece;
mod position;
mod square;

pub use fen::FenError;
pub use notation::Notation;
pub use piece::{Kind, Piece, Script};
pub use position::Position;
pub use square::{Move, Square};
