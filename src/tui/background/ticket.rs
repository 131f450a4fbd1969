//! Tracks whether a result is still wanted.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::thread;

use crate::files::watch::LOOK;

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

    /// Looks for what other programs have written, as often as at the open file, while it is wanted and `look` returns true.
    pub(in crate::tui) fn poll(&self, mut look: impl FnMut() -> bool) {
        while self.is() && look() {
            thread::sleep(LOOK);
        }
    }

    pub(in crate::tui) fn is_by(&self, ticket: &Ticket) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(ticket))
    }
}

/// Whose work it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Owner {
    /// That of what is on the desk. It ends when that is taken away.
    Desk,
    /// That of the screen.
    Screen,
}

/// How work is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Pace {
    /// On a thread of its own.
    Slow,
    /// On a thread of its own, but usually at once, so that the next key waits a moment for its first result.
    Quick,
    /// Asked for after each step, and done on the thread of its kind. To spawn one for each step would be slower.
    Often,
    /// As long as the session.
    Endless,
}

macro_rules! jobs {
    ($($(#[$doc:meta])* $job:ident: $owner:ident $pace:ident;)*) => {
        /// A kind of work. Only one of each is waited for at a time: a new one replaces the one before.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(in crate::tui) enum Job {
            $($(#[$doc])* $job,)*
        }

        impl Job {
            /// Whose work it is, and how it is done.
            pub(in crate::tui) fn row(self) -> (Owner, Pace) {
                match self {
                    $(Self::$job => (Owner::$owner, Pace::$pace),)*
                }
            }
        }
    };
}

jobs! {
    /// Examining the record as a whole.
    Survey: Desk Slow;
    /// Searching the games of the file.
    Search: Desk Slow;
    /// Reading a file to be opened.
    Opening: Screen Quick;
    /// Reading another game of the file.
    Game: Desk Quick;
    /// Reading the names in a folder.
    Folder: Screen Quick;
    /// Reading the files of the list.
    List: Screen Slow;
    /// Reading the selected game of the list.
    Preview: Screen Slow;
    /// Reading the positions of problems.
    Problems: Screen Slow;
    /// Reading the rest of a large file.
    Reading: Desk Slow;
    /// Writing a copy.
    Copying: Screen Slow;
    /// Giving a text to the command that keeps the clipboard.
    Clipboard: Screen Slow;
    /// Comparing a new reading of the file with the record on the screen.
    Comparing: Desk Slow;
    /// Reading the games in the history of the file.
    History: Desk Quick;
    /// Reading what the journal has of the game, and looking at it from then on.
    Journal: Desk Quick;
    /// Writing notes.
    Noting: Screen Quick;
    /// Opening and indexing books.
    Books: Screen Slow;
    /// Querying the books.
    Lookup: Screen Often;
    /// Asking the index of the library.
    Count: Screen Often;
    /// Asking it for games.
    Reached: Screen Slow;
    /// Building it.
    Indexing: Screen Slow;
    /// Finding where the current line leaves the book.
    Leaving: Desk Slow;
    /// Having an engine judge the answer to a problem.
    Judging: Desk Slow;
    /// Looking for installed engines, and setting one up.
    SetUp: Screen Quick;
    /// Watching the files of the wall, as long as the session lasts or others take their place.
    Wall: Screen Endless;
    /// Attending to the engine at the reader's side, until that ends.
    Engine: Screen Endless;
}

/// The work being waited for.
pub(in crate::tui) type Tickets = BTreeMap<Job, Ticket>;
