//! Go (囲碁): boards, captures and vertices.

mod position;
pub mod vertex;

pub use position::{Move, Position};
