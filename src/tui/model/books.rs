//! The opening books beside the board: what they hold on its position, and which of their moves is marked.
//!
//! Books lie behind a lock and are asked on threads of their own: a key never waits for one. What was asked for a position
//! that has left the board meanwhile is dropped.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::book::Answer;
use crate::record::NodeId;
use crate::tui::background::{OpenBook, Shared, Ticket};
use crate::tui::report::Report;

/// The books and what they said.
#[derive(Debug, Default)]
pub(in crate::tui) struct OpenBooks {
    /// Books that are to be opened as soon as there is a record that they are of use for.
    pub(in crate::tui) wanted: Vec<PathBuf>,
    pub(in crate::tui) shared: Option<Shared>,
    pub(in crate::tui) list: Vec<OpenBook>,
    /// Whether the reader wants to see them.
    pub(in crate::tui) is_open: bool,
    pub(in crate::tui) answers: HashMap<u64, Answer>,
    /// The position that was asked for last.
    pub(in crate::tui) asked: Option<u64>,
    /// The row that the reader marked, and in which position.
    pub(in crate::tui) marked: Option<(u64, usize)>,
    /// The line whose end in the book was asked for last, by its last node.
    pub(in crate::tui) line: Option<NodeId>,
    /// The move of the line with which it leaves the book.
    pub(in crate::tui) leaving: Option<NodeId>,
    pub(in crate::tui) opening: Option<Ticket>,
    pub(in crate::tui) asking: Option<Ticket>,
    pub(in crate::tui) walking: Option<Ticket>,
}

impl OpenBooks {
    /// Why there is no book to ask.
    pub(in crate::tui) fn why_none(&self) -> Report {
        if self.wanted.is_empty() && self.shared.is_none() {
            Report::NoBook
        } else {
            Report::OtherGame
        }
    }

    /// Forgets what was found out along the lines of a record that is not on the screen any more.
    pub(in crate::tui) fn forget_line(&mut self) {
        self.line = None;
        self.leaving = None;
        self.walking = None;
    }
}
