//! Moves in words: in the notations of each game, as typed, and as quoted in prose.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod quoted;
mod typed;
mod xiangqi;
