//! Where the reader is in the record.

use super::bookmarks::Bookmarks;
use super::jumps::{Jumps, Location};
use super::trial::Trial;
use crate::record::{Cursor, NodeId, Record};
use crate::tui::search::Search;

/// The problem on the screen.
#[derive(Debug)]
pub(in crate::tui) struct Problem {
    /// Where it starts.
    pub(in crate::tui) start: NodeId,
    /// How far the answer was shown, where not all of it was.
    pub(in crate::tui) shown: Option<NodeId>,
    /// Where the reader was before the first problem, in the file that is open.
    pub(in crate::tui) left: Option<Location>,
}

/// The reader's place in the record, and what leads to other places.
#[derive(Debug)]
pub(in crate::tui) struct Reader {
    pub(in crate::tui) cursor: Cursor,
    /// Moves that are tried on the board, from the cursor's place on.
    pub(in crate::tui) trial: Option<Trial>,
    pub(in crate::tui) bookmarks: Bookmarks,
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
            bookmarks: Bookmarks::default(),
            jumps: Jumps::default(),
            problem: None,
            search: Search::default(),
        }
    }
}
