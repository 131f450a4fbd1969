//! The corpus: records of many programs with what independent readers make of them.

mod cases;
mod detection;
mod fifth;
mod fourth;
mod go;
mod notes;
mod reviews;
mod shogi;
mod third;
mod xiangqi;
