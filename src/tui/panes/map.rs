//! A map of the variations: a line of the record a row, the plies from left to right.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, Press, text};
use crate::text::columns;
use crate::tui::canvas::Canvas;
use crate::tui::model::State;

/// Columns for the number of the line, at least and at most.
const LABELS: (usize, usize) = (7, 16);

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let lines = state.reader.cursor.lines();
        let size = (state.texts().size)(lines.len(), lines.count());
        (state.texts().map.to_owned(), size)
    }),
    body: Body::Drawn(draw),
    click: |state, area, (row, _)| {
        let lines = state.reader.cursor.lines();
        let line = page(state, area).nth(row)?;
        Some(Press::GoTo(lines.node(lines.range(line).start)))
    },
    ..Pane::PLAIN
};

/// The page of lines that holds the cursor's.
fn page(state: &State, area: Rect) -> Range<usize> {
    let lines = state.reader.cursor.lines();
    let rows = usize::from(area.height).max(1);
    let first = lines.line_of(state.node()) / rows * rows;
    first..(first + rows).min(lines.count())
}

fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let page = page(state, area);
    let longest = page.clone().map(|line| end_ply(state, line)).max();
    let names: Vec<String> = page.clone().map(|line| name(state, line)).collect();
    let widths = names.iter().map(|name| columns(name, false));
    let label = widths.max().unwrap_or(0).clamp(LABELS.0, LABELS.1);
    let scale = Scale {
        columns: usize::from(area.width).saturating_sub(label + 2).max(1),
        plies: longest.unwrap_or(0).max(end_ply(state, 0)) + 1,
    };
    for ((row, line), name) in (0..area.height).zip(page).zip(names) {
        let pad = " ".repeat(label + 1 - columns(&name, false));
        let drawn = format!(" {name}{pad}{}", row_of(state, line, scale));
        text(canvas, area, row, drawn.trim_end(), Style::new());
    }
}

/// Which plies stand in which column.
#[derive(Clone, Copy)]
struct Scale {
    columns: usize,
    plies: usize,
}

impl Scale {
    /// The column of a ply: its own where there is room for all of them.
    fn column(self, ply: usize) -> usize {
        if self.plies <= self.columns {
            ply
        } else {
            ply * self.columns / self.plies
        }
    }

    /// The plies of a column.
    fn plies_in(self, column: usize) -> Range<usize> {
        if self.plies <= self.columns {
            return column..column + 1;
        }
        let first = |column: usize| (column * self.plies).div_ceil(self.columns);
        first(column)..first(column + 1)
    }
}

fn name(state: &State, line: usize) -> String {
    let lines = state.reader.cursor.lines();
    let first = lines.node(lines.range(line).start);
    let place = state.place_of(first);
    if place.is_on_mainline() {
        return state.texts().mainline.to_owned();
    }
    let label = place.line();
    if label.len() <= LABELS.1 {
        return label;
    }
    // The end tells lines apart that lie near each other.
    format!("..{}", &label[label.len() - (LABELS.1 - 2)..])
}

/// The ply of a line's last node.
fn end_ply(state: &State, line: usize) -> usize {
    let lines = state.reader.cursor.lines();
    let end = lines.node(lines.range(line).end - 1);
    state.document.record.tree.ply(end) as usize
}

/// `        ---+--@---#`: `+` for forks, `@` for the cursor, `#` for the end of the current line.
fn row_of(state: &State, line: usize, scale: Scale) -> String {
    let lines = state.reader.cursor.lines();
    let range = lines.range(line);
    let first = lines.node(range.start);
    let begin = state.document.record.tree.ply(first) as usize;
    let (from, to) = (scale.column(begin), scale.column(end_ply(state, line)));
    let mut cells = vec![b' '; to + 1];
    for (column, cell) in cells.iter_mut().enumerate().skip(from) {
        let plies = scale.plies_in(column);
        let place = |ply: usize| range.start + ply.saturating_sub(begin);
        let places = place(plies.start)..place(plies.end).min(range.end);
        *cell = if has_fork(lines.forks(), places) {
            b'+'
        } else {
            b'-'
        };
    }
    if state
        .reader
        .cursor
        .is_on_line(&state.document.record, lines.node(range.end - 1))
    {
        cells[to] = b'#';
    }
    if lines.line_of(state.node()) == line {
        cells[scale.column(state.document.record.tree.ply(state.node()) as usize)] = b'@';
    }
    String::from_utf8_lossy(&cells).into_owned()
}

fn has_fork(forks: &[u32], places: Range<usize>) -> bool {
    let at = forks.partition_point(|fork| (*fork as usize) < places.start);
    forks
        .get(at)
        .is_some_and(|fork| (*fork as usize) < places.end)
}
