//! Hostile files: cut, mutated, deep, wide, in encodings that lie. Nothing in them may cost a panic, a hang, memory
//! without bound, or a move.

#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::unwrap_used
)]

#[path = "../xiangqi_binary/ccbridge.rs"]
mod ccbridge;
#[path = "../common/mod.rs"]
mod common;
mod cuts;
mod depth;
mod found;
mod measure;
mod mutate;
mod mutations;
mod random;
mod seeds;
mod survive;
