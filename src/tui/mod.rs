//! Layer 5: the screen. One loop owns the terminal and the state; threads for input, signals and the watched file send
//! events into one channel. Nothing ticks: the loop draws when something changed and sleeps otherwise.

mod actions;
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
pub use actions::{Action, Binding, Group, KEYS, Scope};
pub use i18n::Lang;
pub use keymap::Keymap;
pub use offscreen::Offscreen;
pub use run::run;
pub use terminal::Ambiguous;

use crate::board::{Charset, Pieces, Step};
use crate::files::history::History;
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::watch::Follow;
use crate::game::Notation;
use crate::record::{Place, PlaceError};
use crate::settings::{self, Config, Down};

/// Why the screen could not be opened or had to be left.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file gives no record.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The record does not have the place to start at.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
    /// The terminal gives no more input, for this reason.
    #[error("no more input from the terminal: {0}")]
    Input(String),
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The reader left.
    Quit,
    /// A signal of this number asked for it.
    Signal(i32),
}

/// How the screen is to look; by default as on the plainest terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// The second player at the bottom.
    pub flip: bool,
    /// What boards are made of.
    pub charset: Charset,
    /// What the pieces are drawn with.
    pub pieces: Pieces,
    /// How many colours there are.
    pub colors: Colors,
    /// Which colours to use.
    pub theme: Theme,
    /// The language of everything but the terms of the games.
    pub lang: Lang,
    /// How wide the terminal draws characters of ambiguous width; `None` asks it.
    pub ambiguous: Option<Ambiguous>,
    /// Whether the terminal understands UTF-8. Where it does not, `?` stands for the text of records that is not ASCII.
    pub unicode: bool,
    /// Numbers and letters along the edges of the board.
    pub coordinates: bool,
    /// How large the board is drawn; `None` as large as leaves text its room.
    pub board: Option<Step>,
    /// What the keys down and up do where there is no fork.
    pub down: Down,
    /// How moves are written.
    pub notation: Notation,
}

impl Settings {
    /// The screen as the reader prefers it.
    pub fn new(config: &Config, flip: bool) -> Self {
        Self {
            flip,
            charset: config.charset,
            pieces: config.pieces,
            colors: config.colors,
            theme: config.theme,
            lang: config.lang,
            ambiguous: match config.ambiguous {
                settings::Ambiguous::Auto => None,
                settings::Ambiguous::One => Some(Ambiguous::Narrow),
                settings::Ambiguous::Two => Some(Ambiguous::Wide),
            },
            unicode: config.unicode,
            coordinates: !config.hides_coordinates,
            board: config.board,
            down: config.down,
            notation: Notation::default(),
        }
    }

    /// The language of the screen's own texts: where there is only ASCII, English.
    fn language(&self) -> Lang {
        match self.charset {
            Charset::Ascii => Lang::En,
            Charset::Cjk | Charset::Box => self.lang,
        }
    }
}

/// Whether a screen can be opened: both ends are a terminal that can do more than print.
pub fn is_possible(path: &Path) -> bool {
    // Where the record comes through standard input, the keys come from the terminal itself.
    (load::is_standard_input(path) || io::stdin().is_terminal())
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// How a session begins, beside how it looks.
#[derive(Debug, Clone, Default)]
pub struct SessionOptions {
    /// How files are read and looked at.
    pub follow: Follow,
    /// Start at the live end, wait for a file that is not there yet, and go with the newest record of a directory.
    pub live: bool,
    /// The files to be listed, where several are opened at once.
    pub files: Vec<PathBuf>,
    /// The game of the file to start with, from 0.
    pub game: Option<usize>,
    /// The place in the game to start at.
    pub place: Option<Place>,
    /// Which keys ask for what.
    pub keymap: Keymap,
    /// Whether the terminal reports the mouse.
    pub mouse: bool,
    /// Whether records are problems whose answers stay hidden.
    pub problems: bool,
    /// Opening books to be shown beside the board.
    pub books: Vec<PathBuf>,
    /// Where the reader was in files before; `None` starts over in each, and remembers nothing.
    pub history: Option<History>,
}
