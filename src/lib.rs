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
//! let source = Source::new(b"startpos moves 7g7f 3c3d".as_slice(), "game.usi");
//! let loaded = format::read(&source)?;
//! let record = loaded.game(0).expect("a file that was read has a game");
//! let last = record.tree.mainline().last().expect("a tree has a root");
//! assert_eq!(record.tree.mv(last).map(|mv| mv.code()), Some("3c3d".to_owned()));
//! # Ok::<(), format::ReadError>(())
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
