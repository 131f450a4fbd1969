//! The formats of xiangqi records, and what they share.

mod annotated;
pub(in crate::format) mod cbf;
pub(in crate::format) mod cbl;
pub(in crate::format) mod cbr;
mod ccbridge;
pub(in crate::format) mod ccm;
pub(in crate::format) mod che;
pub(in crate::format) mod chn;
pub(in crate::format) mod dhtmlxq;
pub(in crate::format) mod eglib;
pub(in crate::format) mod fen;
pub(in crate::format) mod manual;
mod movetext;
pub(in crate::format) mod mxq;
mod numbered_lines;
pub(in crate::format) mod pfc;
pub(in crate::format) mod pgn;
pub(super) mod results;
mod slots;
mod squares;
mod stored_moves;
pub(in crate::format) mod text;
mod written_moves;
pub(in crate::format) mod wxf;
pub(in crate::format) mod xqf;
