//! dapu (打谱) replays xiangqi, shogi and Go records in a terminal.
//!
//! The crate is built in layers, each of which knows only those before it: [`game`] holds the rules, [`text`] the text
//! handling that all readers and writers share, [`record`] one game as written, and [`mod@format`] turns bytes into
//! records and back. These four are the library, and all that is built without default features. The rest makes the
//! program:
//!
//! | feature | modules |
//! |---|---|
//! | `book` | `book` looks up positions in opening books; needs SQLite |
//! | `engine` | `engine` has other programs analyse positions |
//! | `board` | `board` draws a position as cells and as SVG |
//! | `tui` | `files` loads and watches files, `words` says in three languages what records hold, `columns` arranges text in the columns of a terminal, `settings` holds the user's settings, `library` processes many games, `tui` is the screen, `cli` the command line, and `crash` reports panics |
//!
//! The screen is a state, a single function that updates it, and panes that only read it. Whatever may take longer than
//! a key press is a job on another thread (`tui::background`), which returns a function to run on the state; only what
//! answers question after question, such as an opening book, is a thread with an inbox.
//!
//! ```
//! use dapu::{format, text::Source};
//!
//! let path = "samples/shogi/forks.jkf";
//! let bytes = std::fs::read(path)?;
//! // The name matters only where several formats look alike.
//! let loaded = format::read(&Source::new(&bytes, path))?;
//! for game in loaded.games() {
//!     let record = game.read()?;
//!     // Each move of the main line and of the variations, with the position before it.
//!     let mut walk = record.walk();
//!     while let Some(node) = walk.advance() {
//!         println!("{} {}", record.tree.ply(node), walk.notation().unwrap_or_default());
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "board")]
pub mod board;
#[cfg(feature = "book")]
pub mod book;
#[cfg(feature = "tui")]
pub mod cli;
#[cfg(feature = "tui")]
mod columns;
#[cfg(feature = "tui")]
pub mod crash;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "tui")]
pub mod files;
pub mod format;
pub mod game;
#[cfg(feature = "tui")]
mod library;
pub mod record;
#[cfg(feature = "tui")]
pub mod settings;
pub mod text;
#[cfg(feature = "tui")]
pub mod tui;
#[cfg(feature = "tui")]
pub mod words;
