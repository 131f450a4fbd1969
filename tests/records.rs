//! Records: what is read, written, drawn and looked up, by the library.

#![allow(clippy::unwrap_used)]

mod board;
mod book;
mod common;
mod corpus;
mod go;
mod notation;
mod record;
mod round_trip;
mod shogi;
mod texts;
mod xiangqi;
mod xiangqi_binary;
