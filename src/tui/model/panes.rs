//! The panes: which are open, which has the focus, and their scroll positions.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::action::Scope;
use super::{State, TextLine};
use crate::board::Target;
use crate::record::NodeId;
use crate::tui::terminal::Canvas;

/// The panes, in the order of the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) enum PaneId {
    #[default]
    Board,
    Title,
    Moves,
    Branches,
    Comment,
    Strip,
    Headers,
    Engine,
    Graph,
    Book,
    Statistics,
    Help,
    Map,
    Messages,
    Games,
    Wall,
    Hits,
    Bookmarks,
    Choices,
    Welcome,
    Status,
}

/// The number of panes.
pub(in crate::tui) const COUNT: usize = PaneId::Status as usize + 1;

/// The form of the screen, on which depends what some panes need.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tui) struct Form {
    /// Whether one page is shown at a time.
    pub(in crate::tui) is_narrow: bool,
    /// Whether the list of moves is wide enough to show branches.
    pub(in crate::tui) is_inline: bool,
}

/// A pane: where it is, what it needs, what it draws, and what keys and clicks in it do.
pub(in crate::tui) struct Pane {
    pub(in crate::tui) id: PaneId,
    pub(in crate::tui) slot: Slot,
    /// The scopes of its own keys, innermost first.
    pub(in crate::tui) scopes: &'static [Scope],
    /// The number of rows that it could fill; 0 if it is empty. What it is for a table depends on the record and not on the
    /// place in it, and includes the heading.
    pub(in crate::tui) wish: fn(&State, Form) -> u16,
    /// The first row.
    pub(in crate::tui) heading: Option<Heading>,
    /// The rows below the heading.
    pub(in crate::tui) body: Body,
    /// The list in the body, if it is one.
    pub(in crate::tui) list: Option<List>,
    /// The minimum width of a column of text, if a wide pane has several columns.
    pub(in crate::tui) column: Option<u16>,
    /// The effect of a click at a row and column of the body.
    pub(in crate::tui) click: fn(&State, Rect, (usize, usize)) -> Option<Press>,
    /// Marks a row of the list, from 0.
    pub(in crate::tui) mark: fn(&mut State, usize),
}

impl Pane {
    /// A pane that is only visible when opened, and empty.
    pub(in crate::tui) const PLAIN: Self = Self {
        id: PaneId::Board,
        slot: Slot::Over,
        scopes: &[],
        wish: |_, _| 1,
        heading: None,
        body: Body::Drawn(|_, _, _| {}),
        list: None,
        column: None,
        click: |_, _, _| None,
        mark: |_, _| {},
    };
}

/// Every pane, by its number. The default is the table of the screen.
#[derive(Clone, Copy)]
pub(in crate::tui) struct PaneTable(pub(in crate::tui) &'static [Pane; COUNT]);

impl PaneTable {
    pub(in crate::tui) fn of(self, id: PaneId) -> &'static Pane {
        &self.0[id as usize]
    }

    /// The panes in the order of the focus.
    pub(in crate::tui) fn ids(self) -> impl DoubleEndedIterator<Item = PaneId> {
        self.0.iter().map(|pane| pane.id)
    }
}

impl State {
    pub(in crate::tui) fn pane(&self, id: PaneId) -> &'static Pane {
        self.ui.panes.table.of(id)
    }
}

/// The left and right texts of a heading, given its width.
type Heading = fn(&State, u16) -> (String, String);

/// The contents of a pane.
pub(in crate::tui) enum Body {
    /// Drawn by a function.
    Drawn(fn(&State, Rect, &mut Canvas<'_>)),
    /// A page of rows, with search hits highlighted.
    Rows(fn(&State, Rect) -> Vec<Row>),
    /// Scrollable lines of text, with search hits highlighted.
    Text(fn(&State, Rect) -> Cow<'_, [TextLine]>),
}

/// A row of a pane.
pub(in crate::tui) struct Row {
    pub(in crate::tui) line: TextLine,
    /// The effect of a click on it.
    pub(in crate::tui) press: Option<Press>,
    /// Where the terminal's cursor belongs if this is the current row: before this byte of the text.
    pub(in crate::tui) cursor: Option<usize>,
}

impl From<TextLine> for Row {
    fn from(line: TextLine) -> Self {
        Self { line, press: None, cursor: None }
    }
}

/// The effect of a click in a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Press {
    /// Go to a move.
    GoTo(NodeId),
    /// Select a piece, or move the selected piece here.
    Target(Target),
    /// Mark the row of a list, from 0.
    Row(usize),
    /// Try the quoted line whose move follows this many non-space characters of the comment.
    Quoted(usize),
    /// Go to the bookmark with a letter.
    Letter(char),
}

/// The rows of a list, of which one is marked.
#[derive(Clone, Copy)]
pub(in crate::tui) struct List {
    /// The number of rows.
    pub(in crate::tui) count: fn(&State) -> usize,
    /// The index of the marked row, or of the row before which the cursor is.
    pub(in crate::tui) marked: fn(&State) -> Result<usize, usize>,
    /// The node of a row, if any.
    pub(in crate::tui) node: fn(&State, usize) -> Option<NodeId>,
}

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
#[derive(Default)]
pub(in crate::tui) struct Panes {
    pub(in crate::tui) table: PaneTable,
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
