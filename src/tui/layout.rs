//! Where the panes stand: decided by the terminal's size, by what the record has and by what is open, never by where the
//! reader is: nothing jumps from step to step. The board comes first; everything else gives way to it.
//!
//! A layout is a value. It is made anew when what it depends on changes; drawing, keys and mouse read the same one.

use std::sync::Arc;

use ratatui::layout::{Constraint, Layout as Split, Position, Rect, Size};

use super::Settings;
use super::model::panes::{COUNT, PaneId, Slot};
use super::terminal::TOO_LARGE;
use crate::record::Record;

/// The smallest screen that shows anything of use.
const SMALLEST: Size = Size::new(20, 8);
/// From here on everything stands side by side.
const NORMAL: Size = Size::new(76, 22);
/// From so many columns on text gets a column of its own.
const WIDE: u16 = 110;
/// Between two columns of panes.
const GAP: u16 = 2;
/// The columns of what stands under the board.
const UNDER: u16 = 30;
/// What the board leaves to the text beside it.
const LEAST: u16 = 30;

/// How much room the screen has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Shape {
    /// One page at a time.
    #[default]
    Narrow,
    /// The board, and a column beside it.
    Normal,
    /// The board, and two columns.
    Wide,
}

impl Shape {
    /// The shape of a screen.
    pub(super) fn of(size: Size) -> Self {
        if size.width < NORMAL.width || size.height < NORMAL.height {
            Self::Narrow
        } else if size.width < WIDE {
            Self::Normal
        } else {
            Self::Wide
        }
    }
}

/// Whether no window is so large: somebody told the system a wrong size.
pub(super) fn is_too_large(size: Size) -> bool {
    size.width >= TOO_LARGE.width || size.height >= TOO_LARGE.height
}

/// The board's size, from the largest to the smallest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Step {
    /// Without room between the points.
    pub(super) compact: bool,
    /// Numbers and letters along the edges.
    pub(super) coordinates: bool,
}

/// What a layout is made of.
#[derive(Debug)]
pub(super) struct Plan {
    /// Columns and rows of the largest board that suits the screen.
    pub(super) board: (u16, u16),
    /// Rows of the facts in the room beside the board.
    pub(super) facts: u16,
    /// The record has variations: room is kept for those of a fork.
    pub(super) forks: bool,
    /// How much each pane has to show; 0 where it has nothing.
    pub(super) wishes: [u16; COUNT],
    /// The pane whose page a narrow screen shows.
    pub(super) page: PaneId,
    /// The pane that takes the place of others.
    pub(super) over: Option<PaneId>,
    /// That pane has the whole screen.
    pub(super) alone: bool,
}

impl Plan {
    /// The panes of a place that have something to show.
    fn at(&self, slot: Slot) -> impl Iterator<Item = PaneId> + use<> {
        let wishes = self.wishes;
        PaneId::ALL
            .into_iter()
            .filter(move |id| id.slot() == slot && wishes[*id as usize] > 0)
    }

    fn wish(&self, slot: Slot) -> u16 {
        let wishes = self.at(slot).map(|id| self.wishes[id as usize]);
        wishes.max().unwrap_or(0)
    }
}

/// The areas of the panes that are shown, and the board's size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Layout {
    areas: [Option<Rect>; COUNT],
    pub(super) shape: Shape,
    pub(super) step: Step,
}

impl Layout {
    /// Divides a screen. One that is too small or too large shows nothing.
    pub(super) fn new(size: Size, plan: &Plan) -> Self {
        let mut layout = Self {
            shape: Shape::of(size),
            ..Self::default()
        };
        if size.width < SMALLEST.width || size.height < SMALLEST.height || is_too_large(size) {
            return layout;
        }
        let screen = Rect::from((Position::ORIGIN, size));
        match layout.shape {
            Shape::Narrow => layout.page(screen, plan),
            Shape::Normal | Shape::Wide => layout.columns(screen, plan),
        }
        if let Some(over) = plan.over {
            layout.cover(over, screen, plan.alone);
        }
        layout
    }

    /// Where a pane stands, if it is shown.
    pub(super) fn area(&self, id: PaneId) -> Option<Rect> {
        self.areas[id as usize]
    }

    /// The panes that are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = (PaneId, Rect)> + '_ {
        PaneId::ALL
            .into_iter()
            .filter_map(|id| Some((id, self.area(id)?)))
    }

    /// The pane that stands at a place of the screen.
    pub(super) fn at(&self, at: Position) -> Option<(PaneId, Rect)> {
        self.shown().find(|(_, area)| area.contains(at))
    }

    /// Gives a place to the first pane that wants it.
    fn put(&mut self, slot: Slot, area: Rect, plan: &Plan) {
        if let Some(id) = plan.at(slot).next().filter(|_| !area.is_empty()) {
            self.areas[id as usize] = Some(area);
        }
    }

    /// Gives each pane of a place so many rows at the lower end; what is left is the rest.
    fn stack(&mut self, slot: Slot, rows: u16, mut rest: Rect, plan: &Plan) -> Rect {
        for id in plan.at(slot) {
            let below;
            [rest, below] = split_bottom(rest, rows);
            self.areas[id as usize] = Some(below);
        }
        rest
    }

    /// The board at the left, the others beside it.
    fn columns(&mut self, screen: Rect, plan: &Plan) {
        let rows = [
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
        ];
        let [top, body, bottom] = Split::vertical(rows).areas(screen);
        self.put(Slot::Top, top, plan);
        self.put(Slot::Bottom, bottom, plan);
        let (width, height) = plan.board;
        let has_under = self.shape == Shape::Wide && body.height > height + 4;
        let least = if has_under { UNDER } else { 0 };
        let width = width.max(least).min(body.width - LEAST - GAP - 1);
        // The last column stays empty: text of unknown width must not wrap there.
        let [mut board, right] =
            Split::horizontal([Constraint::Length(width), Constraint::Fill(1)])
                .spacing(GAP)
                .areas(inset(body));
        if self.shape == Shape::Normal {
            self.put(Slot::Board, board, plan);
            return self.one_column(right, plan);
        }
        if has_under {
            let under;
            [board, _, under] = Split::vertical([
                Constraint::Length(height),
                Constraint::Length(1),
                Constraint::Fill(1),
            ])
            .areas(board);
            self.put(Slot::Facts, under, plan);
        }
        self.put(Slot::Board, board, plan);
        self.two_columns(right, !has_under, plan);
    }

    /// The line, then the fork or the facts, then tables, then text.
    fn one_column(&mut self, column: Rect, plan: &Plan) {
        let rest = self.stack(Slot::Text, (column.height / 4).max(4), column, plan);
        let rest = self.stack(Slot::Table, (column.height / 3).max(7), rest, plan);
        // At a fork the branches stand where the facts stand elsewhere: nothing else moves. Beside a table there is less
        // room for either.
        let has_table = plan.at(Slot::Table).next().is_some();
        let (most, branches) = match (has_table, plan.forks) {
            (false, _) => (4, 5),
            (true, true) => (3, 3),
            (true, false) => (0, 0),
        };
        let facts = plan.facts.min(most);
        let rows = if plan.forks {
            facts.max(branches)
        } else {
            facts
        };
        let [line, shared] = split_bottom(rest, if rows > 0 { rows + 1 } else { 0 });
        self.put(Slot::Line, line, plan);
        if plan.wish(Slot::Fork) > 0 {
            self.put(Slot::Fork, shared, plan);
        } else if facts > 0 {
            self.put(Slot::Facts, shared, plan);
        }
    }

    /// The line with its fork in the middle, text at the right, tables under both, where they have the room they need.
    /// Facts that have no room under the board take none from a text: the title says what matters.
    fn two_columns(&mut self, right: Rect, has_facts: bool, plan: &Plan) {
        let rest = self.stack(Slot::Table, (right.height / 3).max(10), right, plan);
        let mut middle = rest;
        if plan.at(Slot::Text).next().is_some() {
            let width = (rest.width / 2).min(rest.width - LEAST).max(LEAST) - GAP;
            let column;
            [middle, column] = Split::horizontal([Constraint::Length(width), Constraint::Fill(1)])
                .spacing(GAP)
                .areas(rest);
            self.share(Slot::Text, column, plan);
        } else if has_facts && plan.facts > 0 {
            let facts;
            [middle, facts] = split_bottom(rest, (plan.facts + 1).min(rest.height / 3));
            self.put(Slot::Facts, facts, plan);
        }
        self.line_and_fork(middle, plan);
    }

    /// Divides an area among the panes of a place.
    fn share(&mut self, slot: Slot, area: Rect, plan: &Plan) {
        let ids: Vec<PaneId> = plan.at(slot).collect();
        let parts = Split::vertical(ids.iter().map(|_| Constraint::Fill(1))).split(area);
        for (id, part) in ids.into_iter().zip(parts.iter()) {
            self.areas[id as usize] = Some(*part);
        }
    }

    fn line_and_fork(&mut self, area: Rect, plan: &Plan) {
        let wish = plan.wish(Slot::Fork);
        let rows = if wish > 0 {
            (wish + 1).min((area.height / 3).max(3))
        } else {
            0
        };
        let [line, fork] = split_bottom(area, rows);
        self.put(Slot::Line, line, plan);
        self.put(Slot::Fork, fork, plan);
    }

    /// One page over the last row.
    fn page(&mut self, screen: Rect, plan: &Plan) {
        let [body, bottom] = split_bottom(screen, 1);
        self.put(Slot::Bottom, bottom, plan);
        match plan.page.slot() {
            Slot::Board => self.board_page(body, plan),
            Slot::Line => {
                let mut body = inset(body);
                if body.height >= 8 {
                    body = self.stack(Slot::Text, body.height / 3, body, plan);
                }
                self.line_and_fork(body, plan);
            }
            _ => self.areas[plan.page as usize] = Some(inset(body)),
        }
    }

    /// The board; the line beside it and text under it, as far as there is room.
    fn board_page(&mut self, mut body: Rect, plan: &Plan) {
        let (width, height) = plan.board;
        let spare = body.height.saturating_sub(height);
        let has_text = plan.at(Slot::Text).next().is_some();
        let has_under = spare > height / 2 || spare >= 3;
        if spare > 3 || spare > 0 && !(has_under && has_text) {
            let top;
            [top, body] = Split::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(body);
            self.put(Slot::Top, top, plan);
        }
        if has_under {
            let under;
            [body, under] = split_bottom(body, body.height.saturating_sub(height));
            match (has_text, plan.facts) {
                (true, _) => self.put(Slot::Text, inset(under), plan),
                (false, 0) => {}
                (false, _) => self.put(Slot::Facts, inset(under), plan),
            }
        }
        let beside = body.width.saturating_sub(width + GAP + 1);
        if beside >= 16 {
            let line = Rect {
                x: width + GAP,
                width: beside,
                ..body
            };
            self.put(Slot::Line, line, plan);
            body.width = width;
        }
        self.put(Slot::Board, body, plan);
    }

    /// Gives a pane the place of the line and of all that stands in its column; where the screen is narrow or the pane
    /// is to be alone, all but the first and the last row.
    fn cover(&mut self, over: PaneId, screen: Rect, alone: bool) {
        let bars = |id: PaneId| matches!(id.slot(), Slot::Top | Slot::Bottom);
        let line = PaneId::ALL.into_iter().find(|id| id.slot() == Slot::Line);
        let line = line.and_then(|id| self.area(id));
        let covered = match line.filter(|_| !alone && self.shape != Shape::Narrow) {
            Some(line) => {
                let column = self.shown().map(|(_, area)| area);
                let column = column.filter(|area| area.x == line.x);
                column.fold(line, Rect::union)
            }
            None => {
                let rows = self
                    .shown()
                    .filter(|(id, _)| bars(*id))
                    .map(|(_, area)| area);
                let top = rows
                    .filter(|area| area.y == 0)
                    .map(|area| area.height)
                    .sum();
                inset(Rect {
                    y: top,
                    height: screen.height - top - 1,
                    ..screen
                })
            }
        };
        for id in PaneId::ALL.into_iter().filter(|id| !bars(*id)) {
            let area = &mut self.areas[id as usize];
            *area = area.filter(|area| !area.intersects(covered));
        }
        self.areas[over as usize] = Some(covered);
    }
}

/// What a layout depends on.
#[derive(Debug)]
pub(super) struct Cause {
    pub(super) size: Size,
    pub(super) settings: Settings,
    pub(super) record: Arc<Record>,
    /// The page of a narrow screen, what covers others, and whether it stands alone.
    pub(super) open: (PaneId, Option<PaneId>, bool),
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.record, &other.record)
            && (self.size, self.settings) == (other.size, other.settings)
            && self.open == other.open
    }
}

/// The layout with what it was made from.
#[derive(Debug, Default)]
pub(super) struct Arranged {
    pub(super) layout: Layout,
    /// How much each pane has to show; 0 where it has nothing.
    pub(super) wishes: [u16; COUNT],
    pub(super) cause: Option<Cause>,
}

impl std::ops::Deref for Arranged {
    type Target = Layout;

    fn deref(&self) -> &Layout {
        &self.layout
    }
}

impl Arranged {
    /// How much a pane has to show; 0 where it has nothing.
    pub(super) fn wish(&self, id: PaneId) -> u16 {
        self.wishes[id as usize]
    }
}

/// Leaves the last column empty.
fn inset(area: Rect) -> Rect {
    Rect {
        width: area.width.saturating_sub(1),
        ..area
    }
}

/// Divides an area into what is left and so many rows at the lower end.
fn split_bottom(area: Rect, rows: u16) -> [Rect; 2] {
    let rows = rows.min(area.height);
    Split::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area)
}
