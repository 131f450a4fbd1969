//! Where the panes stand, decided by the terminal's size and by what the record has, never by where the reader is in it:
//! nothing jumps from step to step. The board comes first; everything else gives way to it.

use ratatui::layout::Rect;

/// The smallest screen that shows anything of use.
pub(super) const SMALLEST: (u16, u16) = (20, 8);
/// From here on everything stands side by side.
const NORMAL: (u16, u16) = (76, 22);
/// From here on the comment gets a column of its own.
const WIDE: (u16, u16) = (110, 30);
/// Between two columns of panes.
const GAP: u16 = 2;

/// The panes that can have the keys and be zoomed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(dead_code)]
pub(super) enum Pane {
    #[default]
    Board,
    Moves,
    Branches,
    Info,
    Comment,
}

/// What the narrow screen shows one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Page {
    /// The board, and the comment under it where there is room.
    #[default]
    Board,
    /// Moves and comment.
    Moves,
    /// Headers.
    Info,
}

impl Page {
    const ALL: [Self; 3] = [Self::Board, Self::Moves, Self::Info];

    /// The page so many further, around the end.
    pub(super) fn step(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|page| *page == self).unwrap_or(0);
        Self::ALL[(index + by) % Self::ALL.len()]
    }

    pub(super) const COUNT: usize = Self::ALL.len();
}

/// What the panes would like to have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wishes {
    /// Width and height of the board.
    pub(super) board: (u16, u16),
    /// Lines of information about the game.
    pub(super) info: u16,
    /// Whether the record has variations.
    pub(super) branches: bool,
    /// Whether the record has comments at all.
    pub(super) comments: bool,
    /// The pane that has the whole screen.
    pub(super) zoomed: Option<Pane>,
}

/// The areas of the panes; `None` where there is no room.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Areas {
    pub(super) title: Option<Rect>,
    pub(super) board: Option<Rect>,
    pub(super) moves: Option<Rect>,
    /// The alternatives at a fork. Where they share their rows with the information about the game, they have them at
    /// forks only.
    pub(super) branches: Option<Rect>,
    pub(super) info: Option<Rect>,
    pub(super) comment: Option<Rect>,
    pub(super) status: Option<Rect>,
    /// What is asked for by a key stands here, in the place of everything that overlaps it.
    pub(super) instead: Option<Rect>,
    /// Whether alternatives stand among the moves.
    pub(super) inline: bool,
}

impl Areas {
    /// Divides the screen.
    pub(super) fn divide(screen: Rect, page: Page, wishes: Wishes) -> Self {
        let (width, height) = (screen.width, screen.height);
        if width < SMALLEST.0 || height < SMALLEST.1 {
            return Self::default();
        }
        if let Some(pane) = wishes.zoomed {
            return Self::zoomed(screen, pane);
        }
        if width < NORMAL.0 || height < NORMAL.1 {
            return Self::narrow(screen, page, wishes);
        }
        let body = Rect {
            y: 1,
            height: height - 2,
            ..screen
        };
        let board = wishes.board.0.min(body.width / 2);
        let left = Rect {
            width: board,
            ..body
        };
        // The last column stays empty: text of unknown width must not wrap there.
        let right = Rect {
            x: board + GAP,
            width: width - board - GAP - 1,
            ..body
        };
        let areas = Self {
            title: Some(first_row(screen)),
            board: Some(left),
            status: Some(last_row(screen)),
            instead: Some(right),
            ..Self::default()
        };
        if width < WIDE.0 || height < WIDE.1 {
            areas.normal(right, wishes)
        } else {
            areas.wide(left, right, wishes)
        }
    }

    /// One pane under the title.
    fn zoomed(screen: Rect, pane: Pane) -> Self {
        let body = inset(Rect {
            y: 1,
            height: screen.height - 2,
            ..screen
        });
        let mut areas = Self {
            title: Some(first_row(screen)),
            status: Some(last_row(screen)),
            instead: Some(body),
            ..Self::default()
        };
        let area = match pane {
            Pane::Board => &mut areas.board,
            Pane::Moves => &mut areas.moves,
            Pane::Branches => &mut areas.branches,
            Pane::Info => &mut areas.info,
            Pane::Comment => &mut areas.comment,
        };
        *area = Some(body);
        areas.inline = pane == Pane::Moves;
        areas
    }

    /// One column at the right: moves, then branches or information, then the comment.
    fn normal(mut self, column: Rect, wishes: Wishes) -> Self {
        let mut rest = column;
        if wishes.comments {
            self.comment = Some(cut_bottom(&mut rest, (column.height / 4).max(4)));
        }
        let info = wishes.info.min(4);
        let rows = if wishes.branches { info.max(5) } else { info };
        if rows > 0 {
            let shared = cut_bottom(&mut rest, rows + 1);
            self.info = (info > 0).then_some(shared);
            self.branches = wishes.branches.then_some(shared);
        }
        self.moves = Some(rest);
        self
    }

    /// Moves with their alternatives in the middle, the comment at the right, information under the board.
    fn wide(mut self, left: Rect, right: Rect, wishes: Wishes) -> Self {
        let mut middle = right;
        if wishes.comments {
            middle.width = (right.width / 2).min(right.width - 30).max(30) - GAP;
            let x = middle.right() + GAP;
            self.comment = Some(Rect {
                x,
                width: right.right() - x,
                ..right
            });
        }
        let board = Rect {
            height: wishes.board.1.min(left.height),
            ..left
        };
        let under = Rect {
            y: board.bottom() + 1,
            height: left.height.saturating_sub(board.height + 1),
            ..left
        };
        self.board = Some(board);
        if under.height > 3 {
            self.info = Some(under);
        } else if wishes.info > 0 && wishes.comments {
            self.info = self.comment.as_mut().map(|comment| {
                let rows = (wishes.info + 1).min(comment.height / 3);
                cut_bottom(comment, rows)
            });
        }
        self.moves = Some(middle);
        self.inline = true;
        self
    }

    /// One page at a time over the status line.
    fn narrow(screen: Rect, page: Page, wishes: Wishes) -> Self {
        let mut body = Rect {
            height: screen.height - 1,
            ..screen
        };
        let mut areas = Self {
            status: Some(last_row(screen)),
            instead: Some(inset(body)),
            ..Self::default()
        };
        match page {
            Page::Board => areas.board_page(body, wishes),
            Page::Moves => {
                body = inset(body);
                if wishes.comments && body.height >= 8 {
                    let rows = body.height / 3;
                    areas.comment = Some(cut_bottom(&mut body, rows));
                }
                areas.moves = Some(body);
                areas.inline = true;
            }
            Page::Info => areas.info = Some(inset(body)),
        }
        areas
    }

    /// The board; moves beside it and the comment under it, as far as there is room.
    fn board_page(&mut self, mut body: Rect, wishes: Wishes) {
        let (width, height) = wishes.board;
        let spare = body.height.saturating_sub(height);
        if spare > height / 2 || spare >= 3 {
            if spare > 3 || !wishes.comments {
                self.title = Some(cut_top(&mut body));
            }
            let rows = body.height.saturating_sub(height);
            let under = inset(cut_bottom(&mut body, rows));
            if wishes.comments {
                self.comment = Some(under);
            } else if wishes.info > 0 {
                self.info = Some(under);
            }
        } else if spare > 0 {
            self.title = Some(cut_top(&mut body));
        }
        let beside = body.width.saturating_sub(width + GAP + 1);
        if beside >= 16 {
            self.moves = Some(Rect {
                x: width + GAP,
                width: beside,
                ..body
            });
            body.width = width;
        }
        self.board = Some(body);
    }
}

/// Leaves the last column empty.
fn inset(area: Rect) -> Rect {
    Rect {
        width: area.width.saturating_sub(1),
        ..area
    }
}

fn first_row(screen: Rect) -> Rect {
    Rect {
        height: 1,
        ..screen
    }
}

fn last_row(screen: Rect) -> Rect {
    Rect {
        y: screen.height - 1,
        height: 1,
        ..screen
    }
}

/// Cuts the first row off.
fn cut_top(area: &mut Rect) -> Rect {
    let row = first_row(*area);
    area.y += 1;
    area.height -= 1;
    row
}

/// Cuts rows off the lower end.
fn cut_bottom(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    Rect {
        y: area.y + area.height,
        height: rows,
        ..*area
    }
}
