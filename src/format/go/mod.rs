//! The formats of Go records, and what they share.

pub(super) mod dataset;
pub(super) mod gib;
mod handicap;
pub(super) mod ngf;
pub(super) mod ogs;
mod result;
pub(super) mod sgf;
pub(super) mod ugf;
pub(super) mod wgs;
