//! Hostile files: cut, mutated, deep, wide, with false encodings. None may cause a panic, a hang, excessive memory or a
//! lost move.

#![allow(clippy::unwrap_used)]

#[path = "../xiangqi_binary/ccbridge.rs"]
mod ccbridge;
#[path = "../common/mod.rs"]
mod common;
mod constructs;
mod cuts;
mod depth;
mod encodings;
mod examined;
mod found;
mod growth;
mod index;
mod long;
mod measure;
mod mutate;
mod mutations;
mod seeds;
mod steps;
mod survive;
mod tokens;
