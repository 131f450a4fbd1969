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
/// The columns of what stands under the board.
const UNDER: u16 = 30;
/// What the board leaves to the text beside it.
const LEAST: u16 = 30;

/// What the narrow screen shows one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Page {
    /// The board, and the comment under it where there is room.
    #[default]
    Board,
    /// Moves and comment.
    Moves,
    /// The comment.
    Comment,
    /// Headers.
    Info,
    /// What the opening books hold.
    Book,
}

impl Page {
    const ALL: [Self; 5] = [
        Self::Board,
        Self::Moves,
        Self::Comment,
        Self::Info,
        Self::Book,
    ];

    /// The next page that is there, or the one before, around the end.
    pub(super) fn step(self, forward: bool, is_there: impl Fn(&Self) -> bool) -> Self {
        let pages: Vec<Self> = Self::ALL.into_iter().filter(is_there).collect();
        let index = pages.iter().position(|page| *page == self).unwrap_or(0);
        let by = if forward { 1 } else { pages.len() - 1 };
        pages[(index + by) % pages.len()]
    }
}

/// What the panes would like to have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wishes {
    /// Width and height of the board.
    pub(super) board: (u16, u16),
    /// Lines of information about the game.
    pub(super) info: u16,
    /// Whether the record has variations.
    pub(super) forks: bool,
    /// Alternatives at the cursor's move that the list of moves does not show.
    pub(super) branches: u16,
    /// Whether the record has comments at all.
    pub(super) comments: bool,
    /// Whether opening books are open.
    pub(super) book: bool,
}

/// The areas of the panes; `None` where there is no room.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Areas {
    pub(super) title: Option<Rect>,
    pub(super) board: Option<Rect>,
    pub(super) moves: Option<Rect>,
    pub(super) branches: Option<Rect>,
    pub(super) info: Option<Rect>,
    pub(super) comment: Option<Rect>,
    pub(super) book: Option<Rect>,
    /// What stands in the place of moves and branches.
    pub(super) view: Option<Rect>,
    pub(super) status: Option<Rect>,
}

impl Areas {
    /// Whether one page is shown at a time.
    pub(super) fn is_narrow(screen: Rect) -> bool {
        screen.width < NORMAL.0 || screen.height < NORMAL.1
    }

    /// Whether comment and information have columns of their own.
    pub(super) fn is_wide(screen: Rect) -> bool {
        screen.width >= WIDE.0 && screen.height >= WIDE.1
    }

    /// Gives the place of moves and branches to a view; where the screen is narrow, all but the last row.
    pub(super) fn with_view(mut self, screen: Rect) -> Self {
        let Some(moves) = self.moves.filter(|_| !Self::is_narrow(screen)) else {
            return self.alone(screen);
        };
        let column = [self.branches, self.info, self.comment, self.book];
        let covered = |area: &Rect| area.x == moves.x;
        let view = column.into_iter().flatten().filter(covered);
        self.view = Some(view.fold(moves, Rect::union));
        for pane in [
            &mut self.moves,
            &mut self.branches,
            &mut self.info,
            &mut self.comment,
            &mut self.book,
        ] {
            *pane = pane.filter(|area| !covered(area));
        }
        self
    }

    /// Gives all but title and status to a view.
    pub(super) fn alone(self, screen: Rect) -> Self {
        let top = u16::from(self.title.is_some());
        let rows = screen.height.saturating_sub(top + 1);
        let body = Rect {
            y: top,
            height: rows,
            ..inset(screen)
        };
        Self {
            title: self.title,
            status: self.status,
            view: self.status.map(|_| body),
            ..Self::default()
        }
    }

    /// Divides the screen.
    pub(super) fn divide(screen: Rect, page: Page, wishes: Wishes) -> Self {
        let (width, height) = (screen.width, screen.height);
        if width < SMALLEST.0 || height < SMALLEST.1 {
            return Self::default();
        }
        if Self::is_narrow(screen) {
            return Self::narrow(screen, page, wishes);
        }
        let body = Rect {
            y: 1,
            height: height - 2,
            ..screen
        };
        // The information under a small board needs room for a line of text.
        let least = if Self::is_wide(screen) { UNDER } else { 0 };
        let board = wishes.board.0.max(least);
        let board = board.min(body.width - LEAST - GAP - 1);
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
            ..Self::default()
        };
        if Self::is_wide(screen) {
            areas.wide(left, right, wishes)
        } else {
            areas.normal(right, wishes)
        }
    }

    /// One column at the right: moves, then branches or information, then the comment.
    fn normal(mut self, column: Rect, wishes: Wishes) -> Self {
        let mut rest = column;
        if wishes.comments {
            self.comment = Some(cut_bottom(&mut rest, (column.height / 4).max(4)));
        }
        if wishes.book {
            self.book = Some(cut_bottom(&mut rest, (column.height / 3).max(7)));
        }
        // At a fork the branches stand where the information stands elsewhere: nothing else moves.
        // Beside the books there is less room for either.
        let (most, branches) = match (wishes.book, wishes.forks) {
            (false, _) => (4, 5),
            (true, true) => (3, 3),
            (true, false) => (0, 0),
        };
        let info = wishes.info.min(most);
        let rows = if wishes.forks {
            info.max(branches)
        } else {
            info
        };
        if rows > 0 {
            let shared = cut_bottom(&mut rest, rows + 1);
            if wishes.branches > 0 {
                self.branches = Some(shared);
            } else {
                self.info = (info > 0).then_some(shared);
            }
        }
        self.moves = Some(rest);
        self
    }

    /// Moves with their alternatives in the middle, the comment at the right, the books under both, where their table has
    /// the room it needs, and information under the board.
    fn wide(mut self, left: Rect, mut right: Rect, wishes: Wishes) -> Self {
        if wishes.book {
            let rows = (right.height / 3).max(10);
            self.book = Some(cut_bottom(&mut right, rows));
        }
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
        self.moves_and_branches(middle, wishes);
        self
    }

    fn moves_and_branches(&mut self, mut area: Rect, wishes: Wishes) {
        if wishes.branches > 0 {
            let most = (area.height / 3).max(3);
            self.branches = Some(cut_bottom(&mut area, (wishes.branches + 1).min(most)));
        }
        self.moves = Some(area);
    }

    /// One page at a time over the status line.
    fn narrow(screen: Rect, page: Page, wishes: Wishes) -> Self {
        let mut body = Rect {
            height: screen.height - 1,
            ..screen
        };
        let mut areas = Self {
            status: Some(last_row(screen)),
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
                areas.moves_and_branches(body, wishes);
            }
            Page::Comment => areas.comment = Some(inset(body)),
            Page::Info => areas.info = Some(inset(body)),
            Page::Book => areas.book = Some(inset(body)),
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
