//! Tracks whether a result is still wanted.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// Held while waiting for a result. Dropping it cancels the work.
pub(in crate::tui) type Ticket = Arc<()>;

/// The worker's end of a [`Ticket`].
#[derive(Debug, Clone)]
pub(in crate::tui) struct Wanted(Weak<()>);

impl Wanted {
    pub(in crate::tui) fn by(ticket: &Ticket) -> Self {
        Self(Arc::downgrade(ticket))
    }

    pub(in crate::tui) fn is(&self) -> bool {
        self.0.strong_count() > 0
    }

    pub(in crate::tui) fn is_by(&self, ticket: &Ticket) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(ticket))
    }
}

/// A kind of work. Only one of each is waited for at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::tui) enum Job {
    /// Examining the record as a whole.
    Survey,
    /// Searching the games of the file.
    Search,
    /// Reading a file to be opened.
    Opening,
    /// Reading another game of the file.
    Game,
    /// Reading the names in a folder.
    Folder,
    /// Reading the files of the list.
    List,
    /// Reading the selected game of the list.
    Preview,
    /// Reading the rest of a large file.
    Reading,
    /// Writing a copy.
    Copying,
    /// Giving a text to the command that keeps the clipboard.
    Clipboard,
    /// Comparing a new reading of the file with the record on the screen.
    Comparing,
    /// Reading the history of the file, and the games in it.
    History,
    /// Writing the history of the file.
    Saving,
    /// Reading the notes on the game, and looking at them from then on.
    Notes,
    /// Looking at what engines find in the game.
    Results,
    /// Writing notes.
    Noting,
    /// Opening and indexing books.
    Books,
    /// Querying the books.
    Lookup,
    /// Finding where the current line leaves the book.
    Leaving,
}

/// The work being waited for.
pub(in crate::tui) type Tickets = BTreeMap<Job, Ticket>;
