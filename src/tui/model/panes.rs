//! The panes by name: which are open, which of them has the keys, and how far each is scrolled.

/// Calls a macro with a row for each pane, in the order of the focus: the pane, the file that draws it, where it is
/// among the others, and what the keys that go up and down do where it has them. The first has the focus at the start.
macro_rules! each_pane {
    ($table:ident) => {
        $table! {
            Board board Board Line;
            Title title Top Line;
            Moves moves Line Line;
            Branches branches Fork Siblings;
            Comment comment Text Text;
            Strip strip Strip Line;
            Headers headers Facts Text;
            Book book Table Book;
            Help help Full Text;
            Graph graph Over Line;
            Map map Over Map;
            Messages messages Over Text;
            Games games Over Games;
            Hits hits Over Hits;
            Bookmarks bookmarks Popup Text;
            Choices choices Popup Line;
            Welcome welcome Popup Line;
            Status status Bottom Line;
        }
    };
}
pub(in crate::tui) use each_pane;

macro_rules! panes {
    ($($id:ident $file:ident $slot:ident $keys:ident;)*) => {
        /// A pane by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(in crate::tui) enum PaneId {
            #[default]
            $($id,)*
        }

        impl PaneId {
            pub(in crate::tui) const ALL: [Self; COUNT] = [$(Self::$id,)*];

            /// Where it is among the others.
            pub(in crate::tui) fn slot(self) -> Slot {
                match self {
                    $(Self::$id => Slot::$slot,)*
                }
            }

            /// What the keys that go up and down do where it has them, and the wheel over it.
            pub(in crate::tui) fn keys(self) -> Keys {
                match self {
                    $(Self::$id => Keys::$keys,)*
                }
            }
        }

        /// How many panes there are.
        pub(in crate::tui) const COUNT: usize = [$(stringify!($id)),*].len();
    };
}
each_pane!(panes);

/// The slot of a pane in the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Slot {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// At the left, before all else.
    Board,
    /// Beside the board, in the room that the others leave.
    Line,
    /// Over the lower end of the line, at forks.
    Fork,
    /// Right under the board, where text does not need the room.
    Strip,
    /// Where neither text nor the board needs the room.
    Facts,
    /// Under the line or under the board, or in a column of its own.
    Text,
    /// Lowest beside the board.
    Table,
    /// In the place of the line and of all in its column, while it is open.
    Over,
    /// In the place of everything but the last row, while it is open.
    Full,
    /// Over the lower end of the line's column, in as many rows as it takes.
    Popup,
}

/// What up and down, the pages and the wheel do in a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Keys {
    /// They go along the moves.
    Line,
    /// They go along the siblings of the move.
    Siblings,
    /// They scroll the text.
    Text,
    /// They go along the moves of the opening books.
    Book,
    /// They go along the games.
    Games,
    /// They go along the rows of the map.
    Map,
    /// They go along the hits of the search.
    Hits,
}

/// The open panes, and their state.
#[derive(Debug, Default)]
pub(in crate::tui) struct Panes {
    /// The focused pane, if it is visible. A narrow screen shows its page; elsewhere the board stands in for the line
    /// of moves beside it.
    pub(in crate::tui) focus: PaneId,
    /// What takes the place of the line of moves.
    pub(in crate::tui) opened: Option<PaneId>,
    /// The focused pane has the whole screen.
    pub(in crate::tui) zoomed: bool,
    /// Nobody was here before, nor has pressed a key yet: the first keys are shown.
    pub(in crate::tui) welcomes: bool,
    /// Whether to scroll to the first hit of the search.
    pub(in crate::tui) seeks: bool,
    /// The comment is read backwards: it begins with its last page.
    pub(in crate::tui) reads_back: bool,
    /// The first row of each pane that is shown.
    tops: [usize; COUNT],
}

impl Panes {
    /// Opens a pane, from its first row on.
    pub(in crate::tui) fn open(&mut self, id: PaneId) {
        self.opened = Some(id);
        self.set_top(id, 0);
    }

    /// Opens a pane, or closes it if it is open.
    pub(in crate::tui) fn toggle(&mut self, id: PaneId) {
        if self.opened == Some(id) {
            self.opened = None;
        } else {
            self.open(id);
        }
    }

    /// Closes a pane; false if it is not open.
    pub(in crate::tui) fn close(&mut self, id: PaneId) -> bool {
        self.opened.take_if(|opened| *opened == id).is_some()
    }

    /// The first row of a pane that is shown.
    pub(in crate::tui) fn top(&self, id: PaneId) -> usize {
        self.tops[id as usize]
    }

    /// Scrolls a pane to a row.
    pub(in crate::tui) fn set_top(&mut self, id: PaneId, row: usize) {
        self.tops[id as usize] = row;
    }
}

/// The top row nearest to where it was with which a row is in view.
pub(in crate::tui) fn in_view(top: usize, row: usize, room: usize) -> usize {
    top.min(row).max((row + 1).saturating_sub(room.max(1)))
}
