//! dapu (打谱) replays records of xiangqi, shogi and Go in a terminal.
//!
//! Layers, each of which knows only those above it: [`game`] holds the rules, [`record`] one game as written,
//! [`format`] turns bytes into records and back, [`book`] finds a position's moves in opening books.

pub mod book;
pub mod draw;
pub mod format;
pub mod game;
pub mod record;
