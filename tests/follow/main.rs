//! Following a file that another process writes.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod growing;
mod long;
mod prefixes;
mod relay;
mod screen;
mod slow;
mod soak;
mod state;
mod watching;
