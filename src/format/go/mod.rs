//! The formats of Go records, and what they share.

pub(in crate::format) mod dataset;
pub(in crate::format) mod gib;
mod handicap;
pub(in crate::format) mod ngf;
pub(in crate::format) mod ogs;
mod result;
pub(in crate::format) mod sgf;
pub(in crate::format) mod ugf;
pub(in crate::format) mod wgs;
