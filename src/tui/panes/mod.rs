//! The panes: a row each in one table, from which the layout, the focus, the pages of a narrow screen, zoom, keys and mouse
//! derive; a file each here. They read the state and change nothing.

mod bar;
pub(super) mod board;
mod book;
mod bookmarks;
mod branches;
mod choices;
mod comment;
mod games;
mod graph;
mod headers;
mod help;
mod hits;
mod list;
pub(super) mod map;
mod messages;
mod move_rows;
mod moves;
mod status;
mod strip;
mod title;
mod welcome;

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::layout::is_too_large;
use super::model::panes::{PaneId, Slot, each_pane};
use super::model::{State, TextLine, focus};
use super::terminal::Canvas;
use crate::board::Target;
use crate::record::NodeId;
use crate::text::{clean_line, columns, fit};

macro_rules! table {
    ($($id:ident $file:ident $slot:ident $keys:ident;)*) => {
        impl PaneId {
            /// What the pane shows, and what a press in it does.
            pub(super) fn pane(self) -> &'static Pane {
                match self {
                    $(Self::$id => &$file::PANE,)*
                }
            }
        }
    };
}
each_pane!(table);

/// The left and right texts of a heading, given the columns.
type Heading = fn(&State, u16) -> (String, String);

/// A pane.
pub(super) struct Pane {
    /// How much it has to show; 0 if nothing. The layout is recomputed when this changes.
    pub(super) wish: fn(&State) -> u16,
    /// Its first row.
    heading: Option<Heading>,
    /// What is under the heading.
    body: Body,
    /// How many lines of text come before and after those of the body, where not all of them are there.
    around: fn(&State) -> (usize, usize),
    /// The least columns of a column of text, where a wide pane has several side by side.
    column: Option<u16>,
    /// What a click on a row and column of the body does.
    click: fn(&State, Rect, (usize, usize)) -> Option<Press>,
}

impl Pane {
    /// A pane that is there when it is opened, shows nothing and does nothing.
    const PLAIN: Self = Self {
        wish: |_| 1,
        heading: None,
        body: Body::Drawn(|_, _, _| {}),
        around: |_| (0, 0),
        column: None,
        click: |_, _, _| None,
    };
}

/// What a pane shows.
enum Body {
    /// What it draws itself.
    Drawn(fn(&State, Rect, &mut Canvas<'_>)),
    /// Lines of text, scrolled, with the hits of the search lit.
    Text(fn(&State, Rect) -> Cow<'_, [TextLine]>),
}

/// What a click in a pane does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Press {
    /// To go to a move.
    GoTo(NodeId),
    /// To pick a piece up from here, or to move there.
    Target(Target),
    /// To open what is in a row of the list, from 0 among those that pass the filter.
    Open(usize),
    /// To try the line with the move that is in the comment after so many characters that are not blank.
    Quoted(usize),
    /// To go to a move that is tried, from 0.
    Tried(usize),
    /// To mark a move of the opening books, from 0.
    BookMove(usize),
    /// To go to a hit of the search, from 0.
    Hit(usize),
    /// The mark of a letter.
    Letter(char),
}

impl PaneId {
    /// The lines of a pane of text that is shown, and how many of them it has room for.
    fn lines(self, state: &State) -> Option<(Cow<'_, [TextLine]>, usize)> {
        let area = body_of(self.pane(), state.ui.layout.area(self)?);
        let columns = columns_of(self.pane(), area);
        match self.pane().body {
            Body::Text(text) => {
                let room = columns.len() * usize::from(area.height);
                Some((text(state, *columns.first()?), room))
            }
            Body::Drawn(_) => None,
        }
    }

    /// How many lines a pane of text has, and how many rows for them.
    pub(super) fn extent(self, state: &State) -> Option<(usize, usize)> {
        let (lines, room) = self.lines(state)?;
        let (before, after) = (self.pane().around)(state);
        Some((before + lines.len() + after, room))
    }

    /// The lines of a pane of text that hold what was searched for, by their numbers.
    pub(super) fn hit_lines(self, state: &State) -> Vec<usize> {
        let lines = self.lines(state).map(|(lines, _)| lines);
        let lines = lines.iter().flat_map(|lines| lines.iter());
        let (before, _) = (self.pane().around)(state);
        (before..)
            .zip(lines)
            .filter(|(_, line)| line.is_hit())
            .map(|(number, _)| number)
            .collect()
    }
}

/// Between two columns of text.
const GAP: u16 = 2;

/// The columns of text, side by side; the text continues at the top of the next.
fn columns_of(pane: &Pane, body: Rect) -> Vec<Rect> {
    let count = pane
        .column
        .map_or(1, |least| (body.width + GAP) / (least + GAP));
    let count = count.max(1);
    let width = (body.width - GAP * (count - 1)) / count;
    let column = |nth| Rect {
        x: body.x + nth * (width + GAP),
        width,
        ..body
    };
    (0..count).map(column).collect()
}

/// What a pane has for its body.
fn body_of(pane: &Pane, area: Rect) -> Rect {
    let heading = u16::from(pane.heading.is_some()).min(area.height);
    Rect {
        y: area.y + heading,
        height: area.height - heading,
        ..area
    }
}

/// The pane at a position of the screen, and what a click there does.
pub(super) fn press(state: &State, at: Position) -> Option<(PaneId, Option<Press>)> {
    let (id, area) = state.ui.layout.at(at)?;
    let body = body_of(id.pane(), area);
    let inside = body.contains(at).then(|| {
        let (row, column) = (at.y - body.y, at.x - body.x);
        (id.pane().click)(state, body, (row.into(), column.into()))
    });
    Some((id, inside.flatten()))
}

/// The next frame of the screen.
pub(super) fn frame(state: &State) -> Buffer {
    let screen = Rect::from((Position::ORIGIN, state.ui.size));
    let mut grid = Buffer::empty(screen);
    for (id, area) in state.ui.layout.shown() {
        Shown { id, state }.render(area, &mut grid);
    }
    if state.ui.layout.area(PaneId::Status).is_none() {
        let texts = state.texts();
        let why = match is_too_large(state.ui.size) {
            true => texts.too_large,
            false => texts.too_small,
        };
        text(&mut canvas(state, &mut grid), screen, 0, why, Style::new());
    }
    grid
}

/// Where the reader is on a frame: at the mark of the current row, in the pane that has the keys or else in the list of
/// moves; where text is typed, behind it. The terminal's cursor is left there.
pub(super) fn cursor(state: &State, frame: &Buffer) -> Position {
    let area = |id| state.ui.layout.area(id);
    if let (Some(prompt), Some(area)) = (&state.ui.entry.prompt, area(PaneId::Status)) {
        let column = status::prompt_line(prompt, area).1;
        return Position::new(area.x + column, area.y);
    }
    let marked = |id: PaneId| {
        let body = body_of(id.pane(), area(id)?);
        let at_mark = |at: &Position| frame.cell(*at).is_some_and(|cell| cell.symbol() == ">");
        match id.pane().body {
            Body::Drawn(_) => body.positions().find(at_mark),
            Body::Text(_) => Some(body.as_position()),
        }
    };
    let mut panes = [focus::focused(state), PaneId::Moves].into_iter();
    let status = area(PaneId::Status).map(Rect::as_position);
    panes.find_map(marked).or(status).unwrap_or_default()
}

fn canvas<'a>(state: &State, grid: &'a mut Buffer) -> Canvas<'a> {
    Canvas::new(grid, state.ambiguous(), state.ui.settings.unicode)
}

/// A pane with what it shows.
struct Shown<'a> {
    id: PaneId,
    state: &'a State,
}

impl Widget for Shown<'_> {
    fn render(self, area: Rect, grid: &mut Buffer) {
        let Self { id, state } = self;
        let pane = id.pane();
        let body = body_of(pane, area);
        let canvas = &mut canvas(state, grid);
        if id.slot() == Slot::Popup {
            canvas.clear(area);
        }
        let heading_of = |heading: Heading| heading(state, area.width);
        let mut heading = pane.heading.map(heading_of);
        match pane.body {
            Body::Drawn(draw) => draw(state, body, canvas),
            Body::Text(lines) => {
                let columns = columns_of(pane, body);
                let lines = lines(state, columns.first().copied().unwrap_or(body));
                let rows = usize::from(body.height);
                let room = rows * columns.len();
                let (before, after) = (pane.around)(state);
                let total = before + lines.len() + after;
                let top = state.ui.panes.top(id).min(total.saturating_sub(room));
                for (nth, column) in columns.into_iter().enumerate() {
                    let lines = lines.iter().skip(top.saturating_sub(before) + nth * rows);
                    list::draw(state, column, canvas, lines);
                }
                if let Some((_, right)) = &mut heading {
                    let parts = [std::mem::take(right), page(total, room, top)];
                    *right = parts.join("  ").trim().to_owned();
                }
            }
        }
        if let Some((left, right)) = heading {
            draw_heading(state, canvas, area, has_keys(state, id), (&left, &right));
        }
    }
}

/// The page and the number of pages, where there are several.
fn page(total: usize, room: usize, top: usize) -> String {
    let room = room.max(1);
    match total.div_ceil(room) {
        0 | 1 => String::new(),
        pages => format!("{}/{pages}", top.div_ceil(room) + 1),
    }
}

/// Whether the keys go to a pane, and another one is there that they could go to.
fn has_keys(state: &State, id: PaneId) -> bool {
    let is_other = |other: PaneId| {
        let never_has_them = matches!(other.slot(), Slot::Strip | Slot::Fork);
        other != id && other.pane().heading.is_some() && !never_has_them
    };
    focus::focused(state) == id && state.ui.layout.shown().any(|(other, _)| is_other(other))
}

/// Writes a line of text, cut to the area's width. The text is cleaned first, wherever it comes from.
fn text(canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str, style: Style) {
    if row < area.height {
        let line = clean_line(line);
        let line = match canvas.ambiguous.may_be_wide() {
            true => fit(&line, usize::from(area.width), true),
            // The canvas cuts it there itself.
            false => &line,
        };
        canvas.put(area.x, area.y + row, line, area.width, style);
    }
}

/// The first row of a pane: `-- TITLE ------ 3/61 --`, or `== TITLE ====== 3/61 ==` where the keys go to it.
fn draw_heading(
    state: &State,
    canvas: &mut Canvas<'_>,
    area: Rect,
    is_focused: bool,
    (title, right): (&str, &str),
) {
    let dash = if is_focused { "=" } else { "-" };
    let end = dash.repeat(2);
    let left = format!("{end} {title} ");
    let right = if right.is_empty() {
        end
    } else {
        format!(" {right} {end}")
    };
    let width = |right: &str| columns(&left, false) + columns(right, false);
    let room = usize::from(area.width);
    let forms = [&*right, right.trim_end_matches([' ', '-', '=']), ""];
    let right = forms.into_iter().find(|right| width(right) <= room);
    let right = right.unwrap_or_default();
    let dashes = dash.repeat(room.saturating_sub(width(right)));
    let style = state.ui.settings.heading(is_focused);
    text(canvas, area, 0, &format!("{left}{dashes}{right}"), style);
}
