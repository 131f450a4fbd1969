//! Layer 6: the screen. A single loop owns the terminal and the state. Threads for input, signals and the watched file
//! send events to one channel. The loop draws only when something has changed.

mod arrange;
mod background;
mod completion;
mod editor;
mod effects;
mod extent;
mod i18n;
mod journal;
mod keymap;
mod layout;
mod model;
mod offscreen;
mod opening;
pub mod outline;
mod panes;
mod report;
mod run;
mod snapshot;
mod survey;
mod target;
mod terminal;
mod theme;
mod update;
mod waiting;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub use crate::board::{Colors, Theme};
pub use crate::columns::Ambiguous;
pub use keymap::Keymap;
pub use model::action::{Action, Group, Scope};
pub use offscreen::Offscreen;
pub use run::run;
pub use survey::Survey;
pub(crate) use theme::painted;
pub use update::actions::ACTIONS;

use crate::files::history::{History, Tried};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::notes::Notes;
use crate::files::watch::Follow;
use crate::library::positions::Reached;
use crate::record::{Place, PlaceError};

/// Why the screen could not be opened or had to be closed.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
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
pub enum SessionEnd {
    /// The user quit.
    Quit,
    /// A signal with this number ended it.
    Signal(i32),
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
    /// Whether to show the games of the directory as a wall of boards.
    pub wall: bool,
    /// Whether to begin a new game with the name of the path.
    pub new: bool,
    /// The files to list, if several were named.
    pub files: Vec<PathBuf>,
    /// Games to list, wherever they are.
    pub(crate) found: Vec<Reached>,
    /// The index of the game to start with, from 0.
    pub game: Option<usize>,
    /// The place in the game to start at.
    pub place: Option<Place>,
    /// The key bindings.
    pub keymap: Keymap,
    /// Whether to show the board from the other side than the file asks for.
    pub flip: bool,
    /// Whether to enable the mouse.
    pub mouse: bool,
    /// Whether to treat records as problems with hidden answers.
    pub problems: bool,
    /// Which problems were tried and solved before.
    pub tried: Tried,
    /// The reading history; `None` to start each file at its beginning and store nothing.
    pub history: Option<History>,
    /// The reader's notes; `None` to keep none.
    pub notes: Option<Notes>,
    /// The index of libraries; `None` if there is no place for it.
    pub index: Option<PathBuf>,
}
