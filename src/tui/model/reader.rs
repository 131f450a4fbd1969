//! Where the reader is in the record.

use crate::record::{Cursor, Record};
use crate::tui::book::Tried;
use crate::tui::marks::Marks;
use crate::tui::navigate::Preview;
use crate::tui::problems::Problems;
use crate::tui::search::Search;

/// The reader's place in the record, and what leads to other places.
#[derive(Debug)]
pub(in crate::tui) struct Reader {
    pub(in crate::tui) cursor: Cursor,
    /// Another branch than the cursor's, looked at but not taken.
    pub(in crate::tui) preview: Option<Preview>,
    /// Moves that are tried out on the board, from the position of the record on.
    pub(in crate::tui) tried: Vec<Tried>,
    pub(in crate::tui) marks: Marks,
    pub(in crate::tui) problems: Option<Problems>,
    pub(in crate::tui) search: Search,
}

impl Reader {
    /// A reader at the start of a record.
    pub(super) fn new(record: &Record) -> Self {
        Self {
            cursor: Cursor::new(record),
            preview: None,
            tried: Vec::new(),
            marks: Marks::default(),
            problems: None,
            search: Search::default(),
        }
    }
}
