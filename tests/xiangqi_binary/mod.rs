//! The binary xiangqi formats: XQF, CBR and CBL, and those of servers.

mod ccbridge;
mod ccbridge_read;
mod encrypt;
mod sites;
mod trees;
mod xqf_read;
mod xqf_write;
