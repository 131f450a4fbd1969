//! dapu (打谱) replays records of xiangqi, shogi and Go in a terminal.
//!
//! Layers, each of which knows only those above it: [`game`] holds the rules, [`record`] one game as written,
//! [`mod@format`] turns bytes into records and back, [`book`] finds a position's moves in opening books, [`draw`] makes a
//! position into cells, [`load`] and [`watch`] deal with files, [`config`] with what the reader prefers, [`tui`] is the
//! screen and [`cli`] the command line. [`fault`] tells of panics.

pub mod book;
pub mod cli;
pub mod config;
pub mod draw;
pub mod fault;
pub mod format;
pub mod game;
pub mod load;
pub mod record;
pub mod tui;
pub mod watch;
