//! The corpus: records of many programs with what independent readers make of them.

#![allow(clippy::unwrap_used)]

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod detection;
mod go;
mod notes;
mod shogi;
mod third;
mod xiangqi;
