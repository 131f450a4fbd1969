//! The formats of xiangqi records, and what they share.

pub(in crate::format) mod cbf;
pub(in crate::format) mod cbl;
pub(in crate::format) mod cbr;
pub(in crate::format) mod dhtmlxq;
pub(in crate::format) mod fen;
pub(in crate::format) mod manual;
mod movetext;
mod numbered_lines;
pub(in crate::format) mod pgn;
mod results;
mod spelling;
mod steps;
pub(in crate::format) mod text;
pub(in crate::format) mod wxf;
pub(in crate::format) mod xqf;
