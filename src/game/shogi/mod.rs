//! Shogi (将棋): positions with hands, rules, SFEN and notation.

mod handicap;
pub mod notation;
mod piece;
mod position;
mod rules;
mod sfen;
mod square;

pub use handicap::Handicap;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use sfen::SfenError;
pub use square::{Move, Origin, Square};

/// The signs of sente and gote, of ambiguous width.
pub const SIGNS: [&str; 2] = ["▲", "△"];
