//! Where the panes stand, decided by the terminal's size alone. The board comes first; everything else gives way to it.

use ratatui::layout::Rect;

/// The smallest screen that shows anything of use.
pub(super) const SMALLEST: (u16, u16) = (20, 8);
/// From here on everything stands side by side.
const NORMAL: (u16, u16) = (76, 22);
/// From here on comment and information get a column of their own.
const WIDE: (u16, u16) = (110, 30);

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

    /// The next page or the one before, around the end.
    pub(super) fn step(self, forward: bool) -> Self {
        let index = Self::ALL.iter().position(|page| *page == self).unwrap_or(0);
        let by = if forward { 1 } else { Self::ALL.len() - 1 };
        Self::ALL[(index + by) % Self::ALL.len()]
    }
}

/// What the panes would like to have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wishes {
    /// Width and height of the full board.
    pub(super) board: (u16, u16),
    /// Lines of information about the game.
    pub(super) info: u16,
    /// Alternatives at the cursor's fork, 0 elsewhere.
    pub(super) branches: u16,
    /// Whether the record has comments at all.
    pub(super) comments: bool,
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
        let column = [self.branches, self.info, self.comment];
        let covered = |area: &Rect| area.x == moves.x;
        let view = column.into_iter().flatten().filter(covered);
        self.view = Some(view.fold(moves, Rect::union));
        for pane in [
            &mut self.moves,
            &mut self.branches,
            &mut self.info,
            &mut self.comment,
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
        let board = wishes.board.0.min(body.width / 2);
        // Two columns between the panes; the last column stays empty: text of unknown width must not wrap there.
        let left = Rect {
            width: board,
            ..body
        };
        let right = Rect {
            x: board + 2,
            width: width - board - 3,
            ..body
        };
        let areas = Self {
            title: Some(Rect {
                height: 1,
                ..screen
            }),
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

    /// One column at the right: moves, branches, information, comment.
    fn normal(mut self, column: Rect, wishes: Wishes) -> Self {
        let mut rest = column;
        if wishes.comments {
            self.comment = Some(cut_bottom(&mut rest, (column.height / 4).max(3)));
        }
        let info = wishes.info.min(if wishes.comments { 3 } else { 4 });
        if info > 0 {
            self.info = Some(cut_bottom(&mut rest, info + 1));
        }
        self.moves_and_branches(rest, wishes);
        self
    }

    /// Moves in the middle, comment at the right, information under the board.
    fn wide(mut self, left: Rect, right: Rect, wishes: Wishes) -> Self {
        let half = right.width / 2;
        let middle = Rect {
            width: half - 2,
            ..right
        };
        let last = Rect {
            x: right.x + half,
            width: right.width - half,
            ..right
        };
        self.moves_and_branches(middle, wishes);
        let mut under = left;
        let board = Rect {
            height: wishes.board.1.min(left.height),
            ..left
        };
        under.y += board.height + 1;
        under.height = left.height.saturating_sub(board.height + 1);
        self.board = Some(board);
        self.info = (under.height > 1).then_some(under);
        self.comment = Some(last);
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
        let mut areas = Self {
            status: Some(last_row(screen)),
            ..Self::default()
        };
        let mut body = Rect {
            height: screen.height - 1,
            ..screen
        };
        match page {
            Page::Board => {
                let board = wishes.board.1.min(body.height);
                let spare = body.height - board;
                if wishes.comments && spare >= 3 {
                    areas.comment = Some(inset(cut_bottom(&mut body, spare)));
                }
                areas.board = Some(body);
            }
            Page::Moves => {
                body = inset(body);
                if wishes.comments {
                    let rows = body.height / 3;
                    areas.comment = Some(cut_bottom(&mut body, rows));
                }
                areas.moves_and_branches(body, wishes);
            }
            Page::Info => areas.info = Some(inset(body)),
        }
        areas
    }
}

/// Leaves the last column empty.
fn inset(area: Rect) -> Rect {
    Rect {
        width: area.width.saturating_sub(1),
        ..area
    }
}

fn last_row(screen: Rect) -> Rect {
    Rect {
        y: screen.height - 1,
        height: 1,
        ..screen
    }
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
