//! Chooses the size of the board, and divides the screen accordingly.

use ratatui::layout::Size;

use crate::board::Scale;
use crate::record::Span;

/// The gap between two columns of panes.
pub(super) const GAP: u16 = 2;
/// The minimum width of a text column beside the smallest board. A line of moves fits.
const NARROWEST: u16 = 16;
/// The minimum width that a board of the usual size leaves for text.
pub(super) const LEAST: u16 = 30;
/// The minimum width that a larger board leaves: comfortable for reading.
const READABLE: u16 = 36;
/// On screens from this size on, the panes are side by side.
const BESIDE: Size = Size::new(60, 14);
/// The height of a heading and a comment worth its own pane.
pub(super) const TEXT: u16 = 9;
/// In a pane from this size on, a board that does not fit keeps its coordinates.
const ROOMY: Size = Size::new(30, 14);

/// The arrangement of panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) enum Shape {
    /// One page at a time.
    #[default]
    Narrow,
    /// The board with one column beside it.
    Normal,
    /// The board with two columns.
    Wide,
}

/// A size of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) struct BoardSize {
    pub(in crate::tui) scale: Scale,
    /// Coordinates along the edges.
    pub(in crate::tui) coordinates: bool,
    /// The part of the board that is drawn, if not all of it.
    pub(in crate::tui) part: Option<Span>,
    /// Columns and rows.
    pub(in crate::tui) size: Size,
}

/// How a screen is divided between the board and the other panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::tui) struct Fit {
    pub(in crate::tui) shape: Shape,
    pub(in crate::tui) board: BoardSize,
    /// The columns for the board, which may be fewer than its width.
    pub(super) width: u16,
    /// The columns beside the board.
    beside: u16,
}

impl Fit {
    /// Chooses among the sizes of a board, largest first.
    pub(in crate::tui) fn new(screen: Size, boards: &[BoardSize], has_text: bool) -> Self {
        if screen.width < BESIDE.width || screen.height < BESIDE.height {
            return Self::page(screen, boards, has_text);
        }
        // The last column stays empty, because text of unknown width must not wrap there.
        let room = Size::new(screen.width - GAP - 1, screen.height - 2);
        let smallest = boards.last().map(|board| board.scale);
        let fitting = boards.iter().find(|board| {
            let least = match board.scale {
                scale if Some(scale) == smallest => NARROWEST,
                Scale::Compact | Scale::Usual => LEAST,
                // Nothing but a large board is gained by drawing only a part.
                _ if board.part.is_some() => LEAST,
                Scale::Large | Scale::Huge | Scale::Giant => READABLE,
            };
            board.size.height <= room.height && board.size.width + least <= room.width
        });
        let (board, width) = match fitting {
            Some(board) => (*board, board.size.width),
            None => {
                let board = part(Size::new(room.width - LEAST, room.height), boards);
                (board, board.size.width.min(room.width - LEAST))
            }
        };
        let beside = room.width - width;
        let is_wide = beside >= 2 * READABLE + GAP;
        Self { shape: if is_wide { Shape::Wide } else { Shape::Normal }, board, width, beside }
    }

    /// Whether the list of moves beside the board is wide enough to show branches.
    pub(in crate::tui) fn has_room_for_branches(&self) -> bool {
        self.beside >= 2 * LEAST
    }

    /// The board on its own page, above some rows of text if there are any.
    fn page(screen: Size, boards: &[BoardSize], has_text: bool) -> Self {
        let room = Size::new(screen.width, screen.height.saturating_sub(1));
        let fitting = boards.iter().find(|board| {
            let is_large = board.scale > Scale::Usual && has_text;
            let under = if is_large { TEXT } else { 0 };
            board.size.width <= room.width && board.size.height + under <= room.height
        });
        let board = fitting.copied().unwrap_or_else(|| part(room, boards));
        Self { shape: Shape::Narrow, board, width: board.size.width.min(room.width), beside: 0 }
    }
}

/// The size of a board that is only partly visible: with coordinates if enough of it remains.
fn part(room: Size, boards: &[BoardSize]) -> BoardSize {
    let is_roomy = room.width >= ROOMY.width && room.height >= ROOMY.height;
    let mut usual = boards.iter().filter(|board| board.scale <= Scale::Usual);
    let board = if is_roomy { usual.next().or(boards.first()) } else { boards.last() };
    board.copied().unwrap_or_default()
}
