//! Shogi formats, and what they share.

mod clock;
pub(in crate::format) mod csa;
mod csa_words;
mod endings;
mod eval;
mod headers;
pub(in crate::format) mod jkf;
pub(in crate::format) mod kif;
pub(in crate::format) mod link;
pub(in crate::format) mod psn;
mod unread;
pub(in crate::format) mod usi;
