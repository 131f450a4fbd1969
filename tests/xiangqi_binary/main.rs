//! The binary xiangqi formats: XQF, CBR and CBL.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod ccbridge;
mod ccbridge_read;
mod encrypt;
mod trees;
mod xqf_read;
mod xqf_write;
