//! The panes: what each draws. They read the state and change nothing.

mod bar;
pub(super) mod board;
pub(super) mod book;
pub(super) mod branches;
pub(super) mod comment;
pub(super) mod engine;
pub(super) mod games;
pub(super) mod graph;
pub(super) mod headers;
pub(super) mod help;
mod list;
pub(super) mod map;
mod move_rows;
mod move_signs;
pub(super) mod moves;
pub(super) mod places;
mod pointed;
pub(super) mod statistics;
pub(super) mod status;
pub(super) mod title;
pub(super) mod wall;

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::layout::{TWO_PLIES, columns_in, is_too_large};
use super::model::panes::{Body, COUNT, List, Pane, PaneId, Press, Row, Slot};
use super::model::{State, TextLine, focus};
use super::terminal::Canvas;
use crate::text::{clean_line, columns, fit};

/// The lines of a visible text pane, and the number of lines that fit.
fn lines(state: &State, id: PaneId) -> Option<(Cow<'_, [TextLine]>, usize)> {
    let pane = state.pane(id);
    let area = body_of(pane, state.ui.layout.area(id)?);
    let area = unfolded(&columns_of(state, pane, area));
    let Body::Text(text) = pane.body else {
        return None;
    };
    Some((text(state, area), area.height.into()))
}

/// The number of rows on the page of a visible list.
pub(super) fn rows_on_page(state: &State, id: PaneId) -> usize {
    let pane = state.pane(id);
    let area = state.ui.layout.area(id).unwrap_or_default();
    let rows = match pane.body {
        Body::Rows(rows) => rows(state, body_of(pane, area)),
        Body::Drawn(_) | Body::Text(_) => Vec::new(),
    };
    rows.iter().filter(|row| matches!(row.press, Some(Press::Row(_)))).count()
}

/// The number of lines in a text pane, and of rows for them.
pub(super) fn extent(state: &State, id: PaneId) -> Option<(usize, usize)> {
    lines(state, id).map(|(lines, room)| (lines.len(), room))
}

/// The indexes of the lines with search hits in a text pane.
pub(super) fn hit_lines(state: &State, id: PaneId) -> Vec<usize> {
    let lines = lines(state, id).map(|(lines, _)| lines);
    let lines = lines.iter().flat_map(|lines| lines.iter());
    (0..).zip(lines).filter(|(_, line)| line.is_hit()).map(|(number, _)| number).collect()
}

/// The columns of the body. The rows continue at the top of the next one.
fn columns_of(state: &State, pane: &Pane, body: Rect) -> Vec<Rect> {
    match (pane.slot, pane.column) {
        (Slot::Line, _) => columns_in(body, TWO_PLIES, state.ui.layout.line_columns.len()),
        (_, least) => columns_in(body, least.unwrap_or(body.width), usize::MAX),
    }
}

/// The columns as one area, without an end between them.
fn unfolded(columns: &[Rect]) -> Rect {
    let first = columns.first().copied().unwrap_or_default();
    let height = columns.iter().fold(0, |height: u16, column| height.saturating_add(column.height));
    Rect { height, ..first }
}

/// The area of a pane's body.
fn body_of(pane: &Pane, area: Rect) -> Rect {
    let heading = u16::from(pane.heading.is_some()).min(area.height);
    Rect { y: area.y + heading, height: area.height - heading, ..area }
}

/// The pane at a position of the screen, and the effect of a click there.
pub(super) fn press(state: &State, at: Position) -> Option<(PaneId, Option<Press>)> {
    let (id, area) = state.ui.layout.at(at)?;
    let pane = state.pane(id);
    let body = body_of(pane, area);
    let inside = body.contains(at).then(|| {
        let columns = columns_of(state, pane, body);
        let nth = columns.iter().rposition(|column| column.x <= at.x).unwrap_or(0);
        let (row, column) = (usize::from(at.y - body.y), usize::from(at.x - columns[nth].x));
        let row = row + nth * usize::from(body.height);
        let body = unfolded(&columns);
        let click = (pane.click)(state, body, (row, column));
        click.or_else(|| match pane.body {
            Body::Rows(rows) => rows(state, body).get(row)?.press,
            Body::Drawn(_) | Body::Text(_) => None,
        })
    });
    Some((id, inside.flatten()))
}

/// The next frame of the screen, and where to leave the terminal's cursor: at the current row of the focused pane or else
/// of the list of moves, or at the end of text being typed.
pub(super) fn frame(state: &State) -> (Buffer, Position) {
    let screen = Rect::from((Position::ORIGIN, state.ui.size));
    let mut grid = Buffer::empty(screen);
    let mut cursors = [None; COUNT];
    for (id, area) in state.ui.layout.shown() {
        cursors[id as usize] = draw(state, id, area, &mut grid);
    }
    if state.ui.layout.area(PaneId::Status).is_none() {
        let texts = state.texts();
        let why = if is_too_large(state.ui.size) { texts.too_large } else { texts.too_small };
        text(&mut canvas(state, &mut grid), screen, 0, why, Style::new());
    }
    let panes = [focus::focused(state), PaneId::Moves];
    let mut panes = panes.iter().filter(|_| state.ui.mode.prompt().is_none());
    let pointed = board::cursor(state).filter(|_| state.ui.mode.prompt().is_none());
    let cursor = pointed.or_else(|| panes.find_map(|id| cursors[*id as usize]));
    let cursor = cursor.or_else(|| comment::cursor(state));
    let cursor = cursor.or_else(|| status::cursor(state));
    (grid, cursor.unwrap_or_default())
}

fn canvas<'a>(state: &State, grid: &'a mut Buffer) -> Canvas<'a> {
    Canvas::new(grid, state.ambiguous(), state.ui.settings.unicode)
}

/// Draws a pane and its contents. Returns where the terminal's cursor belongs in it.
fn draw(state: &State, id: PaneId, area: Rect, grid: &mut Buffer) -> Option<Position> {
    let pane = state.pane(id);
    let body = body_of(pane, area);
    let canvas = &mut canvas(state, grid);
    if matches!(pane.slot, Slot::Popup | Slot::Fork) {
        canvas.clear(area);
    }
    let columns = columns_of(state, pane, body);
    let rows = usize::from(body.height);
    let mut heading = pane.heading.map(|heading| heading(state, area.width));
    let cursor = match pane.body {
        Body::Drawn(draw) => {
            draw(state, body, canvas);
            None
        }
        Body::Rows(rows_of) => {
            let all = rows_of(state, unfolded(&columns));
            let parts = columns.iter().zip(all.chunks(rows.max(1)));
            let cursors = parts.map(|(column, part)| {
                list::draw(state, *column, canvas, part.iter().map(|row| &row.line));
                cursor_in(part, *column, canvas)
            });
            cursors.fold(None, Option::or)
        }
        Body::Text(lines) => {
            let lines = lines(state, unfolded(&columns));
            let room = rows * columns.len();
            let total = lines.len();
            let top = state.ui.panes.top(id).min(total.saturating_sub(room));
            for (nth, column) in columns.into_iter().enumerate() {
                let lines = lines.iter().skip(top + nth * rows);
                list::draw(state, column, canvas, lines);
            }
            if let Some((_, right)) = &mut heading {
                let parts = [std::mem::take(right), page(total, room, top)];
                *right = parts.join("  ").trim().to_owned();
            }
            Some(body.as_position())
        }
    };
    if let Some((left, right)) = heading {
        draw_heading(state, canvas, area, has_keys(state, id), (&left, &right));
    }
    cursor
}

/// The position of the cursor in the first visible row that has it.
fn cursor_in(rows: &[Row], body: Rect, canvas: &Canvas<'_>) -> Option<Position> {
    let mut visible = (body.top()..body.bottom()).zip(rows);
    visible.find_map(|(y, row)| {
        let before = row.line.text.get(..row.cursor?)?;
        let x = body.x.saturating_add(canvas.width(before));
        Some(Position::new(x.min(body.right().saturating_sub(1)), y))
    })
}

/// The page and number of pages, if there are several.
fn page(total: usize, room: usize, top: usize) -> String {
    let room = room.max(1);
    match total.div_ceil(room) {
        0 | 1 => String::new(),
        pages => format!("{}/{pages}", top.div_ceil(room) + 1),
    }
}

/// Whether a pane has the focus, and another visible pane could have it.
fn has_keys(state: &State, id: PaneId) -> bool {
    let mut shown = state.ui.layout.shown();
    focus::focused(state) == id
        && shown.any(|(other, _)| {
            let pane = state.pane(other);
            let comes_and_goes = matches!(pane.slot, Slot::Strip | Slot::Fork);
            other != id && pane.heading.is_some() && !comes_and_goes
        })
}

/// Writes a line of text, cut to the area's width. The text is cleaned first.
fn text(canvas: &mut Canvas<'_>, area: Rect, row: u16, line: &str, style: Style) {
    if row < area.height {
        let line = clean_line(line);
        // Elsewhere the canvas itself cuts it.
        let is_cut = canvas.ambiguous.may_be_wide();
        let line = if is_cut { fit(&line, area.width.into(), true) } else { &line };
        canvas.put(area.x, area.y + row, line, area.width, style);
    }
}

/// Draws the first row of a pane: `-- TITLE ------ 3/61 --`, or `== TITLE ====== 3/61 ==` if it has the focus.
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
    let right = if right.is_empty() { end } else { format!(" {right} {end}") };
    let room = usize::from(area.width).saturating_sub(columns(&left, false));
    let forms = [&*right, right.trim_end_matches([' ', '-', '=']), ""];
    let right = forms.into_iter().find(|right| columns(right, false) <= room);
    let right = right.unwrap_or_default();
    let dashes = dash.repeat(room.saturating_sub(columns(right, false)));
    let style = state.look().heading(is_focused);
    text(canvas, area, 0, &format!("{left}{dashes}{right}"), style);
}
