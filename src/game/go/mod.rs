//! Go (囲碁): boards, captures, points and their names.

mod point;
mod position;
pub(super) mod prose;
mod sgf;
mod stars;
pub mod vertex;

pub use point::{Move, Point, Size};
pub use position::Position;
pub use sgf::sgf;
pub use stars::{handicap, stars};
