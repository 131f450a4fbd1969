//! Following a file that another process writes: what comes out is what a fresh reading gives, whatever way it was
//! written.

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
