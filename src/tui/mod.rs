//! Layer 6: the screen. A single loop owns the terminal and the state. Threads for input, signals and the watched file
//! send events to one channel. The loop draws only when something has changed.

mod arrange;
mod background;
mod completion;
mod editor;
mod events;
mod graph;
mod i18n;
mod keymap;
mod layout;
mod memory;
mod model;
mod offscreen;
mod opening;
mod panes;
mod report;
mod run;
mod terminal;
mod theme;
mod update;
mod waiting;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub use crate::board::{Colors, Theme};
pub use crate::text::Ambiguous;
pub use keymap::Keymap;
pub use model::action::{Action, Group, Scope};
pub use offscreen::Offscreen;
pub use run::run;
pub use update::actions::ACTIONS;

use crate::board::{Charset, Pieces, Scale};
use crate::files::history::History;
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::watch::Follow;
use crate::game::Notation;
use crate::record::{Place, PlaceError};
use crate::settings::{Config, Down};
use crate::words::Lang;

/// Why the screen could not be opened or had to be closed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The record does not have the requested place.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
    /// The terminal ended its input, for this reason.
    #[error("no more input from the terminal: {0}")]
    Input(String),
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The user quit.
    Quit,
    /// A signal with this number ended it.
    Signal(i32),
}

/// The appearance of the screen. The default is that of the most basic terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Whether to show the board from the other side than the file asks for.
    pub flip: bool,
    /// The characters of boards.
    pub charset: Charset,
    /// The style of pieces.
    pub pieces: Pieces,
    /// How many colours the terminal has.
    pub colors: Colors,
    /// The colour theme.
    pub theme: Theme,
    /// The language of everything but game terms.
    pub lang: Lang,
    /// The width of characters of ambiguous width in the terminal.
    pub ambiguous: Ambiguous,
    /// Whether the terminal understands UTF-8. If not, `?` replaces non-ASCII characters in the text of records.
    pub unicode: bool,
    /// Whether to show coordinates along the edges of the board.
    pub coordinates: bool,
    /// The size of the board; `None` is the largest that leaves enough room for text.
    pub board: Option<Scale>,
    /// The function of the down and up keys away from a fork.
    pub down: Down,
    /// The notation of moves.
    pub notation: Notation,
}

impl Settings {
    /// The screen with the user's settings.
    pub fn new(config: &Config, flip: bool) -> Self {
        Self {
            flip,
            charset: config.charset,
            pieces: config.pieces,
            colors: config.colors,
            theme: config.theme,
            lang: config.lang,
            ambiguous: config.ambiguous,
            unicode: config.unicode,
            coordinates: !config.hides_coordinates,
            board: config.board,
            down: config.down,
            notation: Notation::default(),
        }
    }

    /// The language of the user interface. English if only ASCII is available.
    fn language(&self) -> Lang {
        match self.charset {
            Charset::Ascii => Lang::En,
            Charset::Cjk | Charset::Box => self.lang,
        }
    }
}

/// Whether a screen can be opened: input and output must be terminals that can do more than print.
pub fn is_possible(path: &Path) -> bool {
    // If the record is read from standard input, keys are read from the terminal device.
    (load::is_standard_input(path) || io::stdin().is_terminal())
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How a session begins.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// How files are read and watched.
    pub follow: Follow,
    /// Whether to start at the live end, wait for a file that does not exist yet, and switch to the newest record of a
    /// directory.
    pub live: bool,
    /// The files to list, if several were named.
    pub files: Vec<PathBuf>,
    /// The index of the game to start with, from 0.
    pub game: Option<usize>,
    /// The place in the game to start at.
    pub place: Option<Place>,
    /// The key bindings.
    pub keymap: Keymap,
    /// Whether to enable the mouse.
    pub mouse: bool,
    /// Whether to treat records as problems with hidden answers.
    pub problems: bool,
    /// Opening books to show beside the board.
    pub books: Vec<PathBuf>,
    /// The reading history; `None` to start each file at its beginning and store nothing.
    pub history: Option<History>,
}
