//! Go (囲碁): boards, captures, points and their names.

mod point;
mod position;

pub use point::{Move, Point, Size, column_name, handicap, stars};
pub use position::Position;
