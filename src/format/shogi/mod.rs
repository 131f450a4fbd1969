//! The formats of shogi records, and what they share.

pub(in crate::format) mod csa;
pub(in crate::format) mod jkf;
pub(in crate::format) mod kif;
pub(in crate::format) mod link;
pub(in crate::format) mod psn;
pub(in crate::format) mod usi;
