//! How the screen stands: what is open on it, what was typed, what is said.

use ratatui::layout::Size;

use super::autoplay::Playing;
use super::entry::Entry;
use super::jumps::Location;
use super::map::Map;
use super::panes::Panes;
use crate::tui::Settings;
use crate::tui::arrange::Arranged;
use crate::tui::games::GameList;
use crate::tui::panes::Wrapped;
use crate::tui::rows::Folds;
use crate::tui::say::Log;

/// What is said in the last row.
#[derive(Debug)]
pub(in crate::tui) struct Message {
    pub(in crate::tui) text: String,
    /// Whether the reader may want to select it with the mouse: the whole of it, before all else.
    pub(in crate::tui) is_for_selecting: bool,
}

/// What is on the screen beside the record.
#[derive(Debug)]
pub(in crate::tui) struct Ui {
    pub(in crate::tui) settings: Settings,
    /// Takes the middle of the status line until the next key.
    pub(in crate::tui) message: Option<Message>,
    pub(in crate::tui) log: Log,
    pub(in crate::tui) entry: Entry,
    pub(in crate::tui) panes: Panes,
    pub(in crate::tui) layout: Arranged,
    /// The comment in lines.
    pub(in crate::tui) comment: Option<Wrapped>,
    pub(in crate::tui) folds: Folds,
    pub(in crate::tui) list: Option<GameList>,
    /// The map, while it is open.
    pub(in crate::tui) map: Option<Map>,
    /// Where the reader was when the list of hits was opened.
    pub(in crate::tui) opened_from: Option<Location>,
    pub(in crate::tui) playing: Playing,
    /// Whether the terminal reports the mouse.
    pub(in crate::tui) mouse: bool,
    /// The columns and rows of the terminal.
    pub(in crate::tui) size: Size,
}

impl Ui {
    /// A screen on which nothing is open yet.
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            settings,
            message: None,
            log: Log::default(),
            entry: Entry::default(),
            panes: Panes::default(),
            layout: Arranged::default(),
            comment: None,
            folds: Folds::default(),
            list: None,
            map: None,
            opened_from: None,
            playing: Playing::default(),
            mouse: false,
            size: Size::default(),
        }
    }
}
