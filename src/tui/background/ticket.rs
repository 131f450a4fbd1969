//! Tracks whether a result is still wanted.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// The name of a desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) struct DeskId(pub(in crate::tui) u32);

/// Held while waiting for a result, with the desk at which it is waited for. Dropping it cancels the work.
pub(in crate::tui) type Ticket = Arc<DeskId>;

/// The worker's end of a [`Ticket`].
#[derive(Debug, Clone)]
pub(in crate::tui) struct Wanted(Weak<DeskId>);

impl Wanted {
    pub(in crate::tui) fn by(ticket: &Ticket) -> Self {
        Self(Arc::downgrade(ticket))
    }

    pub(in crate::tui) fn is(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// The desk at which it is wanted.
    pub(in crate::tui) fn desk(&self) -> Option<DeskId> {
        self.0.upgrade().map(|desk| *desk)
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
    /// Reading the games in the history of the file.
    History,
    /// Reading what the journal has of the game, and looking at it from then on.
    Journal,
    /// Writing notes.
    Noting,
    /// Opening and indexing books.
    Books,
    /// Querying the books.
    Lookup,
    /// Asking the index of the library.
    Count,
    /// Asking it for games.
    Reached,
    /// Building it.
    Indexing,
    /// Finding where the current line leaves the book.
    Leaving,
    /// Attending to the engine at the reader's side, until that ends.
    Engine,
}

impl Job {
    /// Whether the work is on what is on a desk, and ends when that is taken away.
    pub(in crate::tui) fn is_of_desk(self) -> bool {
        match self {
            Self::Survey | Self::Search | Self::Game | Self::Reading | Self::Comparing => true,
            Self::History | Self::Journal | Self::Leaving => true,
            Self::Opening | Self::Folder | Self::List | Self::Preview | Self::Copying => false,
            Self::Clipboard | Self::Noting | Self::Books | Self::Lookup | Self::Engine => false,
            Self::Count | Self::Reached | Self::Indexing => false,
        }
    }
}

/// The work being waited for.
pub(in crate::tui) type Tickets = BTreeMap<Job, Ticket>;
