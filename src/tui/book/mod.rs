//! The opening books beside the board: what they hold on its position, and which of their moves is marked.
//!
//! Books lie behind a lock and are asked on threads of their own: a key never waits for one. What was asked for a position
//! that has left the board meanwhile is dropped.

mod ask;

use std::collections::HashMap;
use std::path::PathBuf;

use super::jobs::Ticket;
use super::say::Say;
use crate::book::Answer;
use crate::record::NodeId;
pub(super) use ask::{BookJob, BookNews, OpenBook, Shared};

/// The books and what they said.
#[derive(Debug, Default)]
pub(super) struct OpenBooks {
    /// Books that are to be opened as soon as there is a record that they are of use for.
    pub(super) wanted: Vec<PathBuf>,
    pub(super) shared: Option<Shared>,
    pub(super) list: Vec<OpenBook>,
    /// Whether the reader wants to see them.
    pub(super) is_open: bool,
    pub(super) answers: HashMap<u64, Answer>,
    /// The position that was asked for last.
    pub(super) asked: Option<u64>,
    /// The row that the reader marked, and in which position.
    pub(super) marked: Option<(u64, usize)>,
    /// The line whose end in the book was asked for last, by its last node.
    pub(super) line: Option<NodeId>,
    /// The move of the line with which it leaves the book.
    pub(super) leaving: Option<NodeId>,
    pub(super) opening: Option<Ticket>,
    pub(super) asking: Option<Ticket>,
    pub(super) walking: Option<Ticket>,
}

impl OpenBooks {
    /// Why there is no book to ask.
    pub(super) fn why_none(&self) -> Say {
        if self.wanted.is_empty() && self.shared.is_none() {
            Say::NoBook
        } else {
            Say::OtherGame
        }
    }

    /// Forgets what was found out along the lines of a record that is not on the screen any more.
    pub(super) fn forget_line(&mut self) {
        self.line = None;
        self.leaving = None;
        self.walking = None;
    }
}
