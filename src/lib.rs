//! dapu (打谱) replays records of xiangqi, shogi and Go in a terminal.
//!
//! Layers, each of which knows only those above it: [`game`] holds the rules, [`text`] what every reader and writer of
//! text needs, [`record`] one game as written, [`mod@format`] turns bytes into records and back, [`book`] finds a
//! position's moves in opening books, [`board`] draws a position as cells and as pictures, [`files`] loads and watches
//! files, [`settings`] holds what the reader prefers, [`tui`] is the screen and [`cli`] the command line. [`crash`]
//! reports panics.

pub mod board;
pub mod book;
pub mod cli;
pub mod crash;
pub mod files;
pub mod format;
pub mod game;
pub mod record;
pub mod settings;
pub mod text;
pub mod tui;
