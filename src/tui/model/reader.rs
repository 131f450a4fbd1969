//! Where the reader is in the record.

use super::jumps::Jumps;
use super::marks::Marks;
use super::trial::Trial;
use crate::record::{Cursor, NodeId, Record};
use crate::tui::search::Search;

/// The problem on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) struct Problem {
    /// Where it starts.
    pub(in crate::tui) start: NodeId,
    /// Whether the answer was asked for.
    pub(in crate::tui) revealed: bool,
}

/// The reader's place in the record, and what leads to other places.
#[derive(Debug)]
pub(in crate::tui) struct Reader {
    pub(in crate::tui) cursor: Cursor,
    /// Moves that are tried on the board, from the cursor's place on.
    pub(in crate::tui) trial: Option<Trial>,
    pub(in crate::tui) marks: Marks,
    pub(in crate::tui) jumps: Jumps,
    pub(in crate::tui) problem: Option<Problem>,
    pub(in crate::tui) search: Search,
}

impl Reader {
    /// A reader at the start of a record.
    pub(super) fn new(record: &Record) -> Self {
        Self {
            cursor: Cursor::new(record),
            trial: None,
            marks: Marks::default(),
            jumps: Jumps::default(),
            problem: None,
            search: Search::default(),
        }
    }
}
