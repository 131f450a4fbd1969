//! The reader's place in the record.

use super::bookmarks::Bookmarks;
use super::jumps::{Jumps, Location};
use super::quoted::Quoting;
use super::search::Search;
use crate::record::{Cursor, Record};

/// The reader's place in the record, and its history.
#[derive(Debug)]
pub(in crate::tui) struct Reader {
    pub(in crate::tui) cursor: Cursor,
    /// The place that is missing from the file, until the reader moves.
    pub(in crate::tui) lost: Option<Location>,
    /// The comment with the line on the board.
    pub(in crate::tui) quoting: Option<Quoting>,
    pub(in crate::tui) bookmarks: Bookmarks,
    pub(in crate::tui) jumps: Jumps,
    pub(in crate::tui) search: Search,
}

impl Reader {
    /// Starts at the start of a record.
    pub(super) fn new(record: &Record) -> Self {
        Self {
            cursor: Cursor::new(record),
            lost: None,
            quoting: None,
            bookmarks: Bookmarks::default(),
            jumps: Jumps::default(),
            search: Search::default(),
        }
    }
}
