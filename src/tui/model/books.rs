//! The opening books beside the board: their moves for its position, and which one is selected.
//!
//! Books are locked and queried on other threads, so that no key waits for one. Answers for a position that is no
//! longer on the board are dropped.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::book::Answer;
use crate::record::NodeId;
use crate::tui::background::{OpenBook, SharedBooks};
use crate::tui::report::Report;

/// The books and their answers.
#[derive(Debug, Default)]
pub(in crate::tui) struct OpenBooks {
    /// Books to open when a record needs them.
    pub(in crate::tui) wanted: Vec<PathBuf>,
    pub(in crate::tui) shared: Option<SharedBooks>,
    pub(in crate::tui) list: Vec<OpenBook>,
    pub(in crate::tui) answers: HashMap<u64, Answer>,
    /// The position of the last query.
    pub(in crate::tui) asked: Option<u64>,
    /// The row that the user selected, and the position for which.
    pub(in crate::tui) marked: Option<(u64, usize)>,
    /// The last node of the line whose end in the book was queried last.
    pub(in crate::tui) line: Option<NodeId>,
    /// The move with which the line leaves the book.
    pub(in crate::tui) leaving: Option<NodeId>,
}

impl OpenBooks {
    /// Why there is no book to query.
    pub(in crate::tui) fn why_none(&self) -> Report {
        if self.wanted.is_empty() && self.shared.is_none() {
            Report::NoBook
        } else {
            Report::OtherGame
        }
    }
}
