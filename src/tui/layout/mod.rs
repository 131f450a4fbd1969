//! The layout of the panes. It depends on the size of the terminal, the contents of the record and the open panes, but
//! not on the current move, so that nothing jumps while stepping; only where a pane would be cut, it gets the empty rows of
//! others. The board takes precedence over text, and text over everything else.
//!
//! A layout is a value. It is recomputed when its inputs change, and used by drawing, keys and mouse.

mod fit;
mod share;
mod wall;

use ratatui::layout::{Constraint, Layout as Split, Position, Rect, Size};

pub(super) use fit::{BoardSize, Fit};
use fit::{GAP, Shape, TEXT};
use share::{Need, divide};
pub(super) use wall::{BoardKind, TileFit, Tiles, WallPlan};

use super::model::panes::{COUNT, Focus, Form, PaneId, PaneTable, Slot, Wishes};
use super::terminal::TOO_LARGE;

/// The smallest usable screen.
const SMALLEST: Size = Size::new(20, 8);
/// The minimum width of a list of moves that has two plies a row.
pub(super) const TWO_PLIES: u16 = 34;
/// The minimum size under a board for the facts or the strip.
const FACTS: Size = Size::new(30, 7);

/// The minimum width of a list of games beside a board.
pub(super) const LIST: u16 = 50;
/// The minimum rows of the strip: one of bars on each side, between the heading and the mark of the ply.
const STRIP: u16 = 5;
/// The minimum rows of a table: a heading and two rows.
const TABLE: u16 = 3;

/// Whether a size is implausibly large.
pub(super) fn is_too_large(size: Size) -> bool {
    size.width >= TOO_LARGE.width || size.height >= TOO_LARGE.height
}

/// The screen, and how the reader has arranged it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Screen {
    /// The size of the terminal.
    pub(super) size: Size,
    /// The board and the space beside it.
    pub(super) fit: Fit,
    pub(super) focus: Focus,
    /// Whether the focused pane takes the whole screen, or a table its column.
    pub(super) zoomed: bool,
}

impl Screen {
    pub(super) fn form(&self) -> Form {
        let is_narrow = self.fit.shape == Shape::Narrow;
        let is_page = is_narrow && self.focus == Focus::Pane(PaneId::Moves);
        let is_zoomed = self.zoomed && self.focus != Focus::Pane(PaneId::Branches);
        let is_inline = self.fit.has_room_for_branches() || is_page || is_zoomed;
        Form { is_narrow, is_inline }
    }
}

/// What there is to show.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) panes: PaneTable,
    /// Whether the record is mostly text, so that one line of moves is enough.
    pub(super) is_prose: bool,
    /// The number of plies of the longest line.
    pub(super) plies: usize,
    /// The number of plies in a row if there is room.
    pub(super) abreast: usize,
    /// The number of rows that branches may add to those of the moves.
    pub(super) listed: usize,
    /// The number of branches at the widest fork that are not listed among the moves; 0 if all are.
    pub(super) forks: usize,
    /// The columns and the lines of the longest comment.
    pub(super) text: (usize, usize),
    /// The number of rows that each pane could fill; 0 if it is empty.
    pub(super) wishes: Wishes,
    /// Whether a comment is being written.
    pub(super) is_writing: bool,
    /// The open tables, the last one opened last.
    pub(super) tables: Vec<PaneId>,
    /// The pane that covers others.
    pub(super) over: Option<PaneId>,
    /// The columns that the list of games needs if it is open, perhaps under that pane: what is not on the board is about
    /// another game.
    pub(super) list: u16,
    /// The games of the wall, while that is open.
    pub(super) wall: WallPlan,
}

impl Plan {
    /// The panes of a slot that are not empty.
    fn at(&self, slot: Slot) -> impl Iterator<Item = PaneId> + use<> {
        let (panes, wishes) = (self.panes, self.wishes);
        panes.ids().filter(move |id| panes.of(*id).slot == slot && wishes[*id as usize] > 0)
    }

    fn has(&self, slot: Slot) -> bool {
        self.at(slot).next().is_some()
    }

    /// The number of rows that the longest line could fill in columns of a width.
    fn rows_of_line(&self, width: u16) -> usize {
        let abreast = if width < TWO_PLIES { 1 } else { self.abreast };
        self.plies.div_ceil(abreast) + self.listed + 1
    }

    /// What the line, the text and the forks of the line need of an area, with their headings.
    fn needs(&self, area: Rect) -> [Need; 3] {
        let columns = columns_in(area, TWO_PLIES, usize::MAX);
        let line = self.rows_of_line(columns[0].width).div_ceil(columns.len());
        let (size, lines) = self.text;
        let text = 2.max(lines + size / usize::from(area.width.max(1)));
        let text = if self.has(Slot::Text) { text } else { 0 };
        let half = area.height / 2;
        let weight = if self.is_prose { 24 } else { 2 };
        [(line, 5.min(half), 2), (text, TEXT.min(half), weight), (self.forks, 3, 1)]
            .map(|(rows, least, weight)| Need { least, wish: rows + usize::from(rows > 0), weight })
    }

    /// The halves of an area for the line and for text or facts, if there is room for both. If there is not, more of them
    /// fits with one under the other.
    fn halves(&self, area: Rect) -> Option<[Rect; 2]> {
        let parts = [Constraint::Length((area.width - GAP) / 2), Constraint::Fill(1)];
        let halves = Split::horizontal(parts).spacing(GAP).areas(area);
        let [line, text, _] = self.needs(halves[0]);
        (line.wish.max(text.wish) <= area.height.into()).then_some(halves)
    }
}

/// Splits an area into columns of equal widths: as many as there is room for, but at most as many as needed.
pub(super) fn columns_in(area: Rect, least: u16, most: usize) -> Vec<Rect> {
    let count = usize::from((area.width + GAP) / (least + GAP)).min(most).max(1) as u16;
    let width = (area.width - GAP * (count - 1)) / count;
    let starts = (0..count).map(|nth| area.x + nth * (width + GAP));
    starts.map(|x| Rect { x, width, ..area }).collect()
}

/// The areas of the visible panes, and the size of the board.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) screen: Screen,
    pub(super) plan: Plan,
    areas: [Option<Rect>; COUNT],
    /// The rows of the line, without its heading, that branches do not cover at any fork.
    pub(super) line_rows: usize,
    /// The rows that branches may cover at any fork.
    kept: u16,
    /// The columns of the line, with its heading. Empty if it does not show branches.
    pub(super) line_columns: Vec<Rect>,
    /// The tiles of the wall.
    pub(super) tiles: Tiles,
}

impl Layout {
    /// Divides a screen. Nothing is visible if it is too small or too large.
    pub(super) fn new(screen: Screen, plan: Plan) -> Self {
        let (size, over) = (screen.size, plan.over);
        let mut layout = Self { screen, plan, ..Self::default() };
        if size.width < SMALLEST.width || size.height < SMALLEST.height || is_too_large(size) {
            return layout;
        }
        let area = Rect::from((Position::ORIGIN, size));
        if screen.form().is_narrow {
            layout.page(area);
        } else {
            layout.columns(area);
        }
        if let Some(over) = over {
            layout.open(over, area);
        }
        layout
    }

    /// How much a pane has to show; 0 if nothing.
    pub(super) fn wish(&self, id: PaneId) -> u16 {
        self.plan.wishes[id as usize]
    }

    fn slot(&self, id: PaneId) -> Slot {
        self.plan.panes.of(id).slot
    }

    /// The area of a pane if it is visible.
    pub(super) fn area(&self, id: PaneId) -> Option<Rect> {
        self.areas[id as usize]
    }

    /// The visible panes, from bottom to top.
    pub(super) fn shown(&self) -> impl DoubleEndedIterator<Item = (PaneId, Rect)> + '_ {
        self.plan.panes.ids().filter_map(|id| Some((id, self.area(id)?)))
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

    /// Stacks the open tables at the bottom: each gets what it wishes, at most a third of the rows, and all of them at most
    /// half. If there is no room for all, those that were opened last are shown. Returns the rest.
    fn stack_tables(&mut self, mut rest: Rect) -> Rect {
        let (third, half) = (rest.height / 3, rest.height / 2);
        let open = self.plan.tables.iter().rev().filter(|id| self.wish(**id) > 0);
        let shown: Vec<PaneId> = open.copied().take((half / TABLE).max(1).into()).collect();
        let needs = self.plan.panes.0.each_ref().map(|pane| {
            let is_shown = shown.contains(&pane.id);
            let wish = if is_shown { self.wish(pane.id).min(third) } else { 0 };
            Need { least: TABLE, wish: wish.into(), weight: 1 }
        });
        let wished: usize = needs.iter().map(|need| need.wish).sum();
        let rows = divide(half.min(wished as u16), needs);
        for id in self.plan.panes.ids().rev().filter(|id| shown.contains(id)) {
            self.areas[id as usize] = Some(take_bottom(&mut rest, rows[id as usize]));
        }
        rest
    }

    /// The rows of the strip, given the rows under the board.
    fn strip_rows(&self, under: u16, has_text_under: bool) -> u16 {
        let text = if has_text_under { TEXT } else { 0 };
        let rows = under.saturating_sub(text).min(FACTS.height);
        let has_room = self.screen.fit.width >= FACTS.width && rows >= STRIP;
        if self.plan.has(Slot::Strip) && has_room { rows } else { 0 }
    }

    /// The board on the left, the other panes beside it, and text under it if there is more space there.
    fn columns(&mut self, screen: Rect) {
        let rows = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [top, body, bottom] = Split::vertical(rows).areas(screen);
        self.put(Slot::Top, top);
        self.put(Slot::Bottom, bottom);
        let mut body = inset(body);
        let fit = self.screen.fit;
        let height = fit.board.size.height;
        let under = body.height.saturating_sub(height + 1);
        let is_normal = fit.shape == Shape::Normal;
        // Text is where it has more room: under a large board it has less than half of the column beside it.
        let beside = body.width.saturating_sub(fit.width + GAP);
        let is_larger = u32::from(under) * u32::from(body.width)
            >= u32::from(body.height / 2) * u32::from(beside);
        let has_text = self.plan.has(Slot::Text);
        let has_text_under = is_normal && has_text && under >= FACTS.height && is_larger;
        let strip = self.strip_rows(under, has_text_under);
        let under = under - strip;
        if has_text_under {
            self.put(Slot::Text, take_bottom(&mut body, under));
            body.height = height + if strip > 0 { strip + 1 } else { 0 };
        }
        let parts = [Constraint::Length(fit.width), Constraint::Fill(1)];
        let [mut board, right] = Split::horizontal(parts).spacing(GAP).areas(body);
        let halves = (!is_normal).then(|| self.plan.halves(right)).flatten();
        let has_column = halves.is_some() && !self.plan.has(Slot::Text);
        let is_spacious = board.width >= FACTS.width && under >= FACTS.height;
        if is_spacious && !(has_text && is_normal) && !has_column {
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
        let right = self.stack_tables(right);
        match halves {
            Some([middle, column]) => {
                let height = right.height;
                let slot = if self.plan.has(Slot::Text) { Slot::Text } else { Slot::Facts };
                self.put(slot, Rect { height, ..column });
                self.line_and_fork(Rect { height, ..middle });
            }
            None if has_text_under => self.line_and_fork(right),
            None => self.line_over_text(right),
        }
    }

    /// The line of moves, and the text under it.
    fn line_over_text(&mut self, mut area: Rect) {
        let [_, text, _] = divide(area.height, self.plan.needs(area));
        self.put(Slot::Text, take_bottom(&mut area, text));
        self.line_and_fork(area);
    }

    /// The line of moves. Its bottom rows only show the moves after the current page, because branches cover them at a
    /// fork.
    fn line_and_fork(&mut self, area: Rect) {
        let [line, _, fork] = self.plan.needs(area);
        let [rows, kept] = divide(area.height, [line, fork]);
        let columns = columns_in(area, TWO_PLIES, usize::MAX);
        let needed = self.plan.rows_of_line(columns[0].width);
        let height = usize::from(area.height.saturating_sub(1).max(1));
        self.line_columns = columns_in(area, TWO_PLIES, needed.div_ceil(height));
        self.line_rows = height * self.line_columns.len() - usize::from(kept.min(rows));
        self.kept = kept;
        self.put(Slot::Line, area);
    }

    /// One page above the status line.
    fn page(&mut self, screen: Rect) {
        /// The rows under the board in which a comment can be written.
        const LEAST: u16 = 3;
        let mut body = screen;
        self.put(Slot::Bottom, take_bottom(&mut body, 1));
        let page = self.screen.focus.page(&self.plan.wishes);
        let under = body.height.saturating_sub(self.screen.fit.board.size.height);
        let has_text =
            self.slot(page) == Slot::Line || self.slot(page) == Slot::Board && under >= LEAST;
        match self.slot(page) {
            // What is being written is shown on any page.
            _ if self.plan.is_writing && !has_text => {
                self.areas[PaneId::Comment as usize] = Some(inset(body));
            }
            Slot::Board => self.board_page(body),
            Slot::Line => {
                let body = inset(body);
                if body.height >= 8 { self.line_over_text(body) } else { self.line_and_fork(body) }
            }
            _ => self.areas[page as usize] = Some(inset(body)),
        }
    }

    /// The board, with the line beside it and text under it if there is space, or else the table that was opened last.
    fn board_page(&mut self, mut body: Rect) {
        let Size { width, height } = self.screen.fit.board.size;
        let spare = body.height.saturating_sub(height);
        let has_text = self.plan.has(Slot::Text);
        let table = self.plan.tables.iter().rfind(|id| !has_text && self.wish(**id) > 0).copied();
        let has_under = spare > height / 2 || spare >= 3;
        if spare > 3 || spare > 0 && !(has_under && (has_text || table.is_some())) {
            let top;
            [top, body] = Split::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(body);
            self.put(Slot::Top, top);
        }
        if has_under {
            let spare = body.height.saturating_sub(height);
            let under = inset(take_bottom(&mut body, spare));
            match table {
                Some(id) => self.areas[id as usize] = Some(under),
                None => self.put(if has_text { Slot::Text } else { Slot::Facts }, under),
            }
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
        // A zoomed table takes its column alone, and so do branches.
        let is_alone = self.screen.zoomed && !matches!(self.slot(over), Slot::Table | Slot::Fork);
        let beside = self.column_of_line();
        let beside = beside.filter(|_| !is_alone && !self.screen.form().is_narrow);
        match self.slot(over) {
            Slot::Popup => {
                let rows = self.plan.wishes[over as usize].saturating_add(1);
                // The first keys leave the first comment in view.
                let line = self.area(PaneId::Moves).filter(|line| line.height >= rows);
                let line = line.filter(|_| over == PaneId::Welcome).filter(|_| beside.is_some());
                let mut covered = line.or(beside).unwrap_or(page);
                self.areas[over as usize] = Some(take_bottom(&mut covered, rows));
            }
            Slot::Full => {
                let area = inset(Rect { height: screen.height - 1, ..screen });
                self.cover(over, area);
                if over == PaneId::Wall {
                    self.tiles = Tiles::new(&self.plan.wall, area);
                }
            }
            Slot::Line => {
                self.cover(over, page);
                self.line_and_fork(page);
            }
            // The comment on the hit is shown under the hits.
            _ if over == PaneId::Hits
                && beside.is_some()
                && self.area(PaneId::Comment).is_some() =>
            {
                let line = self.area(PaneId::Moves).unwrap_or_default();
                self.cover(over, line);
            }
            _ if self.plan.list > 0 => self.open_list(over, beside, page),
            _ => self.cover(over, beside.unwrap_or(page)),
        }
    }

    /// Shows the list of games or a pane over it, with nothing beside it but the board.
    fn open_list(&mut self, over: PaneId, line: Option<Rect>, page: Rect) {
        // What a list says of a game is worth more than a board beside it.
        let line = line.filter(|line| page.right() - line.x >= self.plan.list);
        let x = line.map_or(page.x, |line| line.x);
        let width = page.right() - x;
        self.cover(over, Rect { x, width, ..page });
        for id in self.plan.panes.ids() {
            let is_bar = matches!(self.slot(id), Slot::Top | Slot::Bottom);
            let stays = is_bar || self.slot(id) == Slot::Board && line.is_some();
            if !stays && id != over {
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
        let line = self.area(PaneId::Moves)?;
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

/// Takes rows from the bottom of an area.
fn take_bottom(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    area.height -= rows;
    Rect { y: area.bottom(), height: rows, ..*area }
}
