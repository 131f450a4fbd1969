//! The layout of the panes. It depends on the size of the terminal, the contents of the record and the open panes, but
//! not on the current move, so that nothing jumps while stepping. The board takes precedence over text, and text over
//! everything else.
//!
//! A layout is a value. It is recomputed when its inputs change, and used by drawing, keys and mouse.

mod fit;

use ratatui::layout::{Constraint, Layout as Split, Position, Rect, Size};

pub(super) use fit::{BoardSize, Fit, Shape};
use fit::{GAP, LEAST, TEXT};

use super::model::panes::{COUNT, PaneId, Slot};
use super::terminal::TOO_LARGE;

/// The smallest usable screen.
const SMALLEST: Size = Size::new(20, 8);
/// The maximum height of the branches at a fork, including their heading.
const BRANCHES: u16 = 5;
/// The minimum size under a board for the facts or the strip.
const FACTS: Size = Size::new(30, 7);

/// Whether a size is implausibly large.
pub(super) fn is_too_large(size: Size) -> bool {
    size.width >= TOO_LARGE.width || size.height >= TOO_LARGE.height
}

/// The inputs of a layout.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The size of the terminal.
    pub(super) size: Size,
    /// The board and the space beside it.
    pub(super) fit: Fit,
    /// Whether the record is mostly text, so that one line of moves is enough.
    pub(super) is_prose: bool,
    /// The number of branches at the widest fork; 0 if the record has no fork.
    pub(super) forks: usize,
    /// The number of rows that each pane could fill; 0 if it is empty.
    pub(super) wishes: [u16; COUNT],
    /// The page that a narrow screen shows.
    pub(super) page: PaneId,
    /// The pane that covers others.
    pub(super) over: Option<PaneId>,
    /// Whether that pane takes the whole screen.
    pub(super) alone: bool,
}

impl Plan {
    /// The panes of a slot that are not empty.
    fn at(&self, slot: Slot) -> impl Iterator<Item = PaneId> + use<> {
        let wishes = self.wishes;
        PaneId::ALL.into_iter().filter(move |id| id.slot() == slot && wishes[*id as usize] > 0)
    }

    fn has(&self, slot: Slot) -> bool {
        self.at(slot).next().is_some()
    }

    fn wish(&self, slot: Slot) -> u16 {
        let wishes = self.at(slot).map(|id| self.wishes[id as usize]);
        wishes.max().unwrap_or(0)
    }

    /// The number of rows at the bottom of the line that branches may cover.
    fn kept_for_branches(&self, line: u16) -> u16 {
        let branches = u16::try_from(self.forks).unwrap_or(u16::MAX);
        let most = if self.is_prose { line.saturating_sub(2) } else { line / 2 };
        with_heading(branches).min(BRANCHES).min(most)
    }

    /// The rows of the strip, given the rows under the board.
    fn strip_rows(&self, under: u16, has_text_under: bool) -> u16 {
        let text = if has_text_under { TEXT } else { 0 };
        let has_room = self.fit.width >= FACTS.width && under >= text + FACTS.height;
        if self.has(Slot::Strip) && has_room { FACTS.height } else { 0 }
    }

    /// The rows of text under the line, given the rows of the column.
    fn text_rows(&self, column: u16) -> u16 {
        if !self.has(Slot::Text) {
            return 0;
        }
        let most = column.saturating_sub(2 + self.kept_for_branches(column / 2));
        if self.is_prose { most } else { (column * 2 / 5).max(TEXT.min(column / 2)) }
    }
}

/// The areas of the visible panes, and the size of the board.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) plan: Plan,
    areas: [Option<Rect>; COUNT],
    /// The rows of the line, without its heading, that branches do not cover.
    pub(super) line_rows: usize,
}

impl Layout {
    /// Divides a screen. Nothing is visible if it is too small or too large.
    pub(super) fn new(plan: Plan) -> Self {
        let (size, shape, over) = (plan.size, plan.fit.shape, plan.over);
        let mut layout = Self { plan, ..Self::default() };
        if size.width < SMALLEST.width || size.height < SMALLEST.height || is_too_large(size) {
            return layout;
        }
        let screen = Rect::from((Position::ORIGIN, size));
        match shape {
            Shape::Narrow => layout.page(screen),
            Shape::Normal | Shape::Wide => layout.columns(screen),
        }
        if let Some(over) = over {
            layout.open(over, screen);
        }
        layout
    }

    /// How much a pane has to show; 0 if nothing.
    pub(super) fn wish(&self, id: PaneId) -> u16 {
        self.plan.wishes[id as usize]
    }

    /// The area of a pane if it is visible.
    pub(super) fn area(&self, id: PaneId) -> Option<Rect> {
        self.areas[id as usize]
    }

    /// The visible panes, from bottom to top.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = (PaneId, Rect)> + '_ {
        PaneId::ALL.into_iter().filter_map(|id| Some((id, self.area(id)?)))
    }

    /// The pane at a position of the screen.
    pub(super) fn at(&self, at: Position) -> Option<(PaneId, Rect)> {
        self.shown().rfind(|(_, area)| area.contains(at))
    }

    /// Gives an area to the first non-empty pane of a slot.
    fn put(&mut self, slot: Slot, area: Rect) {
        if let Some(id) = self.plan.at(slot).next().filter(|_| !area.is_empty()) {
            self.areas[id as usize] = Some(area);
        }
    }

    /// Stacks panes at the bottom with `rows` rows each. Returns the rest.
    fn stack(&mut self, slot: Slot, rows: u16, mut rest: Rect) -> Rect {
        for id in self.plan.at(slot) {
            self.areas[id as usize] = Some(take_bottom(&mut rest, rows));
        }
        rest
    }

    /// The board on the left, the other panes beside it, and text under it if there is more space there.
    fn columns(&mut self, screen: Rect) {
        let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [top, body, bottom] = Split::vertical(rows).areas(screen);
        self.put(Slot::Top, top);
        self.put(Slot::Bottom, bottom);
        let mut body = inset(body);
        let height = self.plan.fit.board.size.height;
        let under = body.height.saturating_sub(height + 1);
        let is_normal = self.plan.fit.shape == Shape::Normal;
        let has_text_under = is_normal && self.plan.has(Slot::Text) && under >= TEXT;
        let strip = self.plan.strip_rows(under, has_text_under);
        let under = under - strip;
        if has_text_under {
            self.put(Slot::Text, take_bottom(&mut body, under));
            body.height = height + if strip > 0 { strip + 1 } else { 0 };
        }
        let parts = [Constraint::Length(self.plan.fit.width), Constraint::Fill(1)];
        let [mut board, right] = Split::horizontal(parts).spacing(GAP).areas(body);
        let has_column = !is_normal && !self.plan.has(Slot::Text);
        let is_spacious = board.width >= FACTS.width && under >= FACTS.height;
        if is_spacious && !has_text_under && !has_column {
            self.put(Slot::Facts, take_bottom(&mut board, under));
            board.height = height;
        }
        if strip > 0 {
            board.height = height;
            let y = board.bottom() + 1;
            let height = strip;
            self.put(Slot::Strip, Rect { y, height, ..board });
        }
        self.put(Slot::Board, board);
        if !is_normal {
            return self.two_columns(right);
        }
        let mut line = self.stack(Slot::Table, (right.height / 3).max(7), right);
        if !has_text_under {
            let rows = self.plan.text_rows(line.height);
            self.put(Slot::Text, take_bottom(&mut line, rows));
        }
        self.line_and_fork(line);
    }

    /// The line and its forks in the middle, text or facts on the right, and tables under both.
    fn two_columns(&mut self, right: Rect) {
        let rest = self.stack(Slot::Table, (right.height / 3).max(10), right);
        let width = if self.plan.is_prose { LEAST } else { (rest.width - GAP) / 2 };
        let parts = [Constraint::Length(width), Constraint::Fill(1)];
        let [middle, column] = Split::horizontal(parts).spacing(GAP).areas(rest);
        if self.plan.has(Slot::Text) {
            self.share(Slot::Text, column);
        } else {
            self.put(Slot::Facts, column);
        }
        self.line_and_fork(middle);
    }

    /// Divides an area among the panes of a slot.
    fn share(&mut self, slot: Slot, area: Rect) {
        let ids: Vec<PaneId> = self.plan.at(slot).collect();
        let parts = Split::vertical(ids.iter().map(|_| Constraint::Fill(1))).split(area);
        for (id, part) in ids.into_iter().zip(parts.iter()) {
            self.areas[id as usize] = Some(*part);
        }
    }

    /// The line of moves. At a fork, branches cover its bottom rows, which only show the moves after the current page.
    fn line_and_fork(&mut self, mut line: Rect) {
        let kept = self.plan.kept_for_branches(line.height);
        self.line_rows = usize::from(line.height.saturating_sub(kept + 1));
        let fork = take_bottom(&mut line, with_heading(self.plan.wish(Slot::Fork)).min(kept));
        self.put(Slot::Line, line);
        self.put(Slot::Fork, fork);
    }

    /// One page above the status line.
    fn page(&mut self, screen: Rect) {
        let mut body = screen;
        self.put(Slot::Bottom, take_bottom(&mut body, 1));
        match self.plan.page.slot() {
            Slot::Board => self.board_page(body),
            Slot::Line => {
                let mut body = inset(body);
                if body.height >= 8 {
                    body = self.stack(Slot::Text, body.height / 3, body);
                }
                self.line_and_fork(body);
            }
            _ => self.areas[self.plan.page as usize] = Some(inset(body)),
        }
    }

    /// The board, with the line beside it and text under it if there is space.
    fn board_page(&mut self, mut body: Rect) {
        let Size { width, height } = self.plan.fit.board.size;
        let spare = body.height.saturating_sub(height);
        let has_text = self.plan.has(Slot::Text);
        let has_under = spare > height / 2 || spare >= 3;
        if spare > 3 || spare > 0 && !(has_under && has_text) {
            let top;
            [top, body] = Split::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(body);
            self.put(Slot::Top, top);
        }
        if has_under {
            let spare = body.height.saturating_sub(height);
            let under = take_bottom(&mut body, spare);
            let slot = if has_text { Slot::Text } else { Slot::Facts };
            self.put(slot, inset(under));
        }
        let beside = body.width.saturating_sub(width + GAP + 1);
        if beside >= 16 {
            let line = Rect { x: width + GAP, width: beside, ..body };
            self.line_rows = usize::from(line.height.saturating_sub(1));
            self.put(Slot::Line, line);
            body.width = width;
        }
        self.put(Slot::Board, body);
    }

    /// Shows a pane over others.
    fn open(&mut self, over: PaneId, screen: Rect) {
        let page = self.under_bars(screen);
        let beside = self.column_of_line().filter(|_| !self.plan.alone);
        let beside = beside.filter(|_| self.plan.fit.shape != Shape::Narrow);
        match over.slot() {
            Slot::Popup => {
                let rows = self.plan.wishes[over as usize].saturating_add(1);
                self.areas[over as usize] = Some(take_bottom(&mut beside.unwrap_or(page), rows));
            }
            Slot::Full => self.cover(over, inset(Rect { height: screen.height - 1, ..screen })),
            Slot::Line => {
                self.cover(over, page);
                self.line_rows = usize::from(page.height.saturating_sub(1));
            }
            _ if over == PaneId::Games => self.open_list(beside, page),
            _ => self.cover(over, beside.unwrap_or(page)),
        }
    }

    /// Shows the list of games, with nothing beside it but the board: everything else is about the open game.
    fn open_list(&mut self, line: Option<Rect>, page: Rect) {
        let x = line.map_or(page.x, |line| line.x);
        let width = page.right() - x;
        self.cover(PaneId::Games, Rect { x, width, ..page });
        for id in PaneId::ALL {
            let stays = matches!(id.slot(), Slot::Top | Slot::Bottom | Slot::Board);
            if !stays && id != PaneId::Games {
                self.areas[id as usize] = None;
            }
        }
    }

    /// Everything except the title and status rows.
    fn under_bars(&self, screen: Rect) -> Rect {
        let top = u16::from(self.area(PaneId::Title).is_some());
        inset(Rect { y: top, height: screen.height - top - 1, ..screen })
    }

    /// The column that contains the line.
    fn column_of_line(&self) -> Option<Rect> {
        let mut line = PaneId::ALL.into_iter().filter(|id| id.slot() == Slot::Line);
        let line = line.find_map(|id| self.area(id))?;
        let column = self.shown().map(|(_, area)| area);
        let column = column.filter(|area| area.x == line.x);
        Some(column.fold(line, Rect::union))
    }

    /// Replaces everything in an area by one pane.
    fn cover(&mut self, over: PaneId, covered: Rect) {
        for area in &mut self.areas {
            *area = area.filter(|area| !area.intersects(covered));
        }
        self.areas[over as usize] = Some(covered);
    }
}

/// Removes the last column.
fn inset(area: Rect) -> Rect {
    Rect { width: area.width.saturating_sub(1), ..area }
}

/// The rows of a list with its heading; 0 if it is empty.
fn with_heading(rows: u16) -> u16 {
    if rows == 0 { 0 } else { rows.saturating_add(1) }
}

/// Takes rows from the bottom of an area.
fn take_bottom(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    Rect { y: area.bottom(), height: rows, ..*area }
}
