//! Shogi (将棋): positions with hands, rules and notation.

pub mod notation;
mod position;

pub use position::{Move, Position};
