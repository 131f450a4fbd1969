//! The state of the user interface: open panes, input, messages.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Instant;

use ratatui::layout::Size;

use super::comment::Wrapped;
use super::entry::Typed;
use super::game_list::{GameList, Listed};
use super::map::Map;
use super::mode::Mode;
use super::panes::{PaneId, Panes};
use super::pointer::Pointer;
use super::reader::Writing;
use super::wall::Wall;
use crate::library::Pattern;
use crate::record::Place;
use crate::settings::Config;
use crate::tui::keymap::Keymap;
use crate::tui::layout::Layout;
use crate::tui::report::Report;

/// A message in the status row.
pub(in crate::tui) struct Notice {
    pub(in crate::tui) report: Report,
    /// When it expires; `None` if it stays until the next key.
    pub(in crate::tui) until: Option<Instant>,
}

/// A place in a file.
#[derive(Debug, Clone)]
pub(in crate::tui) struct There {
    pub(in crate::tui) path: PathBuf,
    /// The index of the game.
    pub(in crate::tui) game: usize,
    pub(in crate::tui) place: Place,
}

/// The state of the screen apart from the record.
#[derive(Default)]
pub(in crate::tui) struct Ui {
    pub(in crate::tui) settings: Config,
    /// Whether the board is shown from the other side than the file asks for.
    pub(in crate::tui) flip: bool,
    /// Whether all of the board is drawn even if only a part of it is used.
    pub(in crate::tui) is_whole: bool,
    /// The engine that the reader chose; where it has found nothing, another is shown.
    pub(in crate::tui) engine: Option<String>,
    /// Shown in the middle of the status row until the next key, or until it expires.
    pub(in crate::tui) message: Option<Notice>,
    pub(in crate::tui) log: MessageLog,
    pub(in crate::tui) mode: Mode,
    /// The key bindings.
    pub(in crate::tui) keymap: Keymap,
    pub(in crate::tui) typed: Typed,
    pub(in crate::tui) panes: Panes,
    pub(in crate::tui) layout: Layout,
    /// The wrapped comment.
    pub(in crate::tui) comment: Option<Wrapped>,
    /// The list of games or files, while open.
    pub(in crate::tui) games: Option<GameList>,
    /// The wall, open or not.
    pub(in crate::tui) wall: Wall,
    /// The item of the list that is previewed.
    pub(in crate::tui) previewed: Option<(Listed, usize)>,
    /// Whether the item has no board: a folder, or what cannot be read.
    pub(in crate::tui) is_blank: bool,
    /// Whether a reader at the live end moves along with it.
    pub(in crate::tui) follows: bool,
    /// What the comment is on that is being written.
    pub(in crate::tui) writing: Option<Writing>,
    /// Why notes cannot be read or written.
    pub(in crate::tui) notes_trouble: Option<String>,
    /// Whether notes wait for the disk, which takes longer than usual.
    pub(in crate::tui) notes_wait: bool,
    /// Whether the reader was asked about notes that are not written.
    pub(in crate::tui) may_lose_notes: bool,
    /// Whether a new game that is only in the notes has been reported.
    pub(in crate::tui) has_offered: bool,
    /// The file to write, and whether it may be replaced, while the reader is asked about moves that were only tried.
    pub(in crate::tui) unanswered: Option<(PathBuf, bool)>,
    /// Whether to quit once the file is written.
    pub(in crate::tui) quits: bool,
    /// The list in which the session began, so that closing it quits.
    pub(in crate::tui) began_in: Option<Listed>,
    /// Whether a game has been on the screen without a list of games or files over it.
    pub(in crate::tui) has_read: bool,
    /// What was searched for in the help, while that is open.
    pub(in crate::tui) sought_in_help: Option<Pattern>,
    /// The map, while open.
    pub(in crate::tui) map: Option<Map>,
    /// The places in other files from which the reader has come, and to which they can return.
    pub(in crate::tui) trail: [Vec<There>; 2],
    pub(in crate::tui) pointer: Pointer,
    /// The configuration file, as messages name it.
    pub(in crate::tui) config_path: String,
    /// Whether mouse reports are enabled.
    pub(in crate::tui) mouse: bool,
    /// Whether tmux may keep copied text to itself, and the reader does not know yet.
    pub(in crate::tui) may_lack_clipboard: bool,
    /// The size of the terminal.
    pub(in crate::tui) size: Size,
}

impl Ui {
    /// Whether the open list is of this kind.
    pub(in crate::tui) fn lists(&self, of: Listed) -> bool {
        self.games.as_ref().is_some_and(|list| list.of == of)
    }

    /// Opens a pane at its first row.
    pub(in crate::tui) fn open(&mut self, id: PaneId) {
        self.panes.set_top(id, 0);
        self.mode.open(self.panes.table.of(id));
    }

    /// Opens or closes a pane.
    pub(in crate::tui) fn toggle(&mut self, id: PaneId) {
        if self.mode.opened() == Some(id) { self.mode.close_top() } else { self.open(id) }
    }
}

/// The maximum number of messages.
const KEPT: usize = 500;

/// The log of messages.
#[derive(Debug, Default)]
pub(in crate::tui) struct MessageLog(VecDeque<String>);

impl MessageLog {
    /// Adds a message. It takes the place of an equal one.
    pub(in crate::tui) fn push(&mut self, text: &str) {
        self.0.retain(|known| known != text);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(text.to_owned());
    }

    /// The messages, newest first.
    pub(in crate::tui) fn newest(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().map(String::as_str)
    }
}
