//! The state of the user interface: open panes, input, messages.

use std::time::Instant;

use ratatui::layout::Size;

use super::autoplay::Playing;
use super::entry::Entry;
use super::folds::Folds;
use super::game_list::{GameList, Listed};
use super::jumps::Location;
use super::log::Log;
use super::map::Map;
use super::panes::Panes;
use super::wrapped::Wrapped;
use crate::board::Target;
use crate::tui::Settings;
use crate::tui::background::Preview;
use crate::tui::layout::Arranged;
use crate::tui::report::Report;

/// What is reported in the last row.
#[derive(Debug)]
pub(in crate::tui) struct Message {
    pub(in crate::tui) report: Report,
    /// When it goes, if it does not stay until the next key.
    pub(in crate::tui) until: Option<Instant>,
}

/// What is on the screen beside the record.
#[derive(Debug, Default)]
pub(in crate::tui) struct Ui {
    pub(in crate::tui) settings: Settings,
    /// Stands in the middle of the status line until the next key, or until its time is over.
    pub(in crate::tui) message: Option<Message>,
    pub(in crate::tui) log: Log,
    pub(in crate::tui) entry: Entry,
    pub(in crate::tui) panes: Panes,
    pub(in crate::tui) layout: Arranged,
    /// The comment in lines.
    pub(in crate::tui) comment: Option<Wrapped>,
    pub(in crate::tui) folds: Folds,
    /// The list of games or files, while it is open.
    pub(in crate::tui) games: Option<GameList>,
    /// The item of the list that is looked at on the board, and the board when it is there.
    pub(in crate::tui) previewed: Option<(Listed, usize)>,
    pub(in crate::tui) preview: Option<Preview>,
    /// The reader began in the list: leaving it is leaving.
    pub(in crate::tui) began_in_list: bool,
    /// The map, while it is open.
    pub(in crate::tui) map: Option<Map>,
    /// Where the reader was when the chooser that is open was opened.
    pub(in crate::tui) way_back: Option<Location>,
    pub(in crate::tui) playing: Playing,
    /// The piece that was pressed, to be moved to where is pressed next.
    pub(in crate::tui) picked: Option<Target>,
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
            ..Self::default()
        }
    }
}
