//! The screen without a terminal: an emulator interprets the bytes sent.

mod boards;
mod changes;
mod colors;
#[cfg(unix)]
mod copies;
mod cost;
mod cursor;
mod drops;
mod lines;
mod outline;
mod reading;
mod reviewed;
mod room;
mod searching;
mod sizes;
mod walks;
#[cfg(unix)]
mod wall;
mod words;

/// Forks within forks, comments, and the same position by two ways: 2 C7 3 G3 4 G7 5 E3 is 2 G7 3 G3 4 C7 5 E3.
pub(crate) const FORKS: &str = "(;GM[1]FF[4]SZ[9]PB[Shusaku]PW[Gennan];B[ee]C[the centre]\
(;W[cc];B[gg](;W[gc];B[eg]C[Here it ends])(;W[ge]C[a shape];B[eg]))\
(;W[gc];B[gg]C[Another Way];W[cc];B[eg])(;W[gg]))";

/// The letter of a line in SGF, from 0.
pub(crate) fn letter(index: usize) -> char {
    char::from(b'a' + index as u8)
}
