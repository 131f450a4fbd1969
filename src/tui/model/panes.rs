//! The panes: which are open, which has the focus, and their scroll positions.

/// Calls a macro with a row for each pane, in the order of the focus: the pane, its contents, its slot, the scopes of
/// its keys, innermost first, and what marks a row of it if it is a list. The first pane is focused at the start.
macro_rules! each_pane {
    ($table:ident) => {
        $table! {
            Board board::PANE Board [Board];
            Title title::PANE Top [];
            Moves moves::PANE Line [];
            Branches branches::PANE Fork [List] variations::go_to;
            Comment comment::PANE Text [Comment Text];
            Strip graph::STRIP Strip [];
            Headers headers::PANE Facts [Text];
            Engine engine::PANE Table [Engine List] engine::mark_row;
            Graph graph::PANE Table [];
            Book book::PANE Table [Book] books::mark_row;
            Statistics statistics::PANE Table [Statistics Book] statistics::mark_row;
            Help help::PANE Full [Help Text];
            Map map::PANE Over [Map List] map::go;
            Messages status::MESSAGES Over [Text];
            Games games::PANE Over [Games List] games::select;
            Hits places::HITS Over [List] search::go_to;
            Bookmarks places::BOOKMARKS Popup [Text];
            Choices help::CHOICES Popup [];
            Welcome help::WELCOME Popup [];
            Status status::PANE Bottom [];
        }
    };
}
pub(in crate::tui) use each_pane;

use super::action::Scope;

macro_rules! panes {
    ($($id:ident $file:ident::$pane:ident $slot:ident [$($scope:ident)*] $($mark:path)?;)*) => {
        /// The panes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(in crate::tui) enum PaneId {
            #[default]
            $($id,)*
        }

        impl PaneId {
            pub(in crate::tui) const ALL: [Self; COUNT] = [$(Self::$id,)*];

            /// The slot in the layout.
            pub(in crate::tui) fn slot(self) -> Slot {
                match self {
                    $(Self::$id => Slot::$slot,)*
                }
            }

            /// The scopes of its own keys, innermost first.
            pub(in crate::tui) fn scopes(self) -> &'static [Scope] {
                match self {
                    $(Self::$id => &[$(Scope::$scope),*],)*
                }
            }
        }

        /// The number of panes.
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
    /// At the left, before everything else.
    Board,
    /// Beside the board, in the space that other slots leave.
    Line,
    /// Covers the bottom of the line at forks.
    Fork,
    /// Directly under the board, if text does not need the space.
    Strip,
    /// Where neither text nor the board needs the space.
    Facts,
    /// Under the line or the board, or in a separate column.
    Text,
    /// At the bottom, beside the board, while open: as many rows as it wishes, within limits.
    Table,
    /// Instead of the line and everything else in its column, while open.
    Over,
    /// Instead of everything except the status row, while open.
    Full,
    /// Covers the bottom of the line's column, as high as needed.
    Popup,
}

/// The number of rows that each pane could fill; 0 if it is empty.
pub(in crate::tui) type Wishes = [u16; COUNT];

/// What has the keys while nothing covers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) enum Focus {
    /// The page of the board on a narrow screen; on others, the list of moves beside the board.
    #[default]
    Board,
    /// The cursor on the board.
    Cursor,
    /// Another pane, if visible. On a narrow screen, its page is shown.
    Pane(PaneId),
}

impl Focus {
    /// The page that a narrow screen shows, which must not be empty.
    pub(in crate::tui) fn page(self, wishes: &Wishes) -> PaneId {
        match self {
            Self::Pane(id) if wishes[id as usize] > 0 => id,
            _ => PaneId::Board,
        }
    }
}

impl From<PaneId> for Focus {
    fn from(id: PaneId) -> Self {
        if id == PaneId::Board { Self::Board } else { Self::Pane(id) }
    }
}

/// The state of the panes.
#[derive(Debug, Default)]
pub(in crate::tui) struct Panes {
    pub(in crate::tui) focus: Focus,
    /// The open tables, the last one opened last.
    pub(in crate::tui) tables: Vec<PaneId>,
    /// Whether the focused pane takes the whole screen, or a table its column.
    pub(in crate::tui) zoomed: bool,
    /// Whether to show the first keys, because this is the first session and no key has been pressed.
    pub(in crate::tui) welcomes: bool,
    /// Whether to scroll to the first hit of the search.
    pub(in crate::tui) seeks: bool,
    /// Whether the comment is read backwards, starting with its last page.
    pub(in crate::tui) reads_back: bool,
    /// The first visible row of each pane.
    tops: [usize; COUNT],
}

impl Panes {
    /// The first visible row of a pane.
    pub(in crate::tui) fn top(&self, id: PaneId) -> usize {
        self.tops[id as usize]
    }

    /// Scrolls a pane to a row.
    pub(in crate::tui) fn set_top(&mut self, id: PaneId, row: usize) {
        self.tops[id as usize] = row;
    }
}

/// The first visible row closest to `top` such that `row` is visible.
pub(in crate::tui) fn in_view(top: usize, row: usize, room: usize) -> usize {
    top.min(row).max((row + 1).saturating_sub(room.max(1)))
}
