//! Evaluations and times along the current line, with one or more plies per column.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, Press, text};
use crate::game::Side;
use crate::record::time;
use crate::tui::graph::{self, MATE, eval_text};
use crate::tui::model::State;
use crate::tui::terminal::Canvas;

/// The width of the scale at the left.
const SCALE: usize = 7;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let survey = state.document.survey.as_ref();
        let has_values = survey.is_some_and(|survey| !survey.evals.is_empty());
        let texts = state.texts();
        let title = if has_values { texts.evaluation } else { texts.time };
        (title.to_owned(), graph::here(state))
    }),
    body: Body::Drawn(draw),
    click: |state, area, (_, column)| {
        let columns = Columns::of(state, area);
        let ply = columns.each * column.checked_sub(SCALE)?;
        state.reader.cursor.node_at(ply).map(Press::GoTo)
    },
    ..Pane::PLAIN
};

fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let rows = usize::from(area.height);
    let columns = Columns::of(state, area);
    let values = columns.values(state);
    let times: Vec<Option<(u32, Side)>> =
        columns.all().map(|plies| graph::time_in(state, plies)).collect();
    let has_values = values.iter().any(Option::is_some);
    let has_times = times.iter().any(Option::is_some);
    let mut lines = Vec::new();
    match (has_values, has_times) {
        (true, true) => {
            let above = rows.saturating_sub(1) * 2 / 3;
            lines.extend(draw_values(state, &values, above));
            lines.extend(draw_times(&times, rows.saturating_sub(above + 1)));
        }
        (true, false) => lines.extend(draw_values(state, &values, rows.saturating_sub(1))),
        (false, true) => lines.extend(draw_times(&times, rows.saturating_sub(1))),
        (false, false) => lines.push(format!(" {}", state.texts().no_graph)),
    }
    if has_values || has_times {
        lines.push(columns.pointer(state));
    }
    for (row, line) in (0..area.height).zip(&lines) {
        text(canvas, area, row, line, Style::new());
    }
}

/// Maps plies to columns.
pub(super) struct Columns {
    /// The number of plies in a column.
    each: usize,
    count: usize,
}

impl Columns {
    pub(super) fn of(state: &State, area: Rect) -> Self {
        let room = usize::from(area.width).saturating_sub(SCALE + 1);
        let plies = state.reader.cursor.last_ply() + 1;
        let each = plies.div_ceil(room.max(1)).max(1);
        Self { each, count: plies.div_ceil(each) }
    }

    fn all(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.count).map(|column| column * self.each..(column + 1) * self.each)
    }

    /// The evaluation in each column.
    pub(super) fn values(&self, state: &State) -> Vec<Option<i32>> {
        self.all().map(|plies| graph::value_in(state, plies)).collect()
    }

    /// A row with `^` at the cursor's column, and `!` at the biggest swings.
    pub(super) fn pointer(&self, state: &State) -> String {
        let mut cells = vec![b' '; self.count];
        for ply in graph::swings(state) {
            cells[ply / self.each] = b'!';
        }
        cells[state.reader.cursor.ply() / self.each] = b'^';
        format!("{}{}", " ".repeat(SCALE), String::from_utf8_lossy(&cells))
    }
}

/// Bars up from the middle where the first side is better, down where the second is. Their height is the square root of
/// the value, so that small advantages are visible beside large ones.
pub(super) fn draw_values(state: &State, values: &[Option<i32>], rows: usize) -> Vec<String> {
    let half = (rows / 2).max(1);
    let most = values.iter().flatten().map(|value| value.unsigned_abs()).max();
    let most = most.unwrap_or(0).clamp(100, MATE.unsigned_abs());
    let level = |value: i32| {
        let share = (f64::from(value.unsigned_abs()) / f64::from(most)).sqrt();
        (share * half as f64).ceil() as usize
    };
    let label = |value: i32| {
        let text = eval_text(state, graph::eval_at(state, value));
        format!("{text:>6} ")
    };
    let scale = |row: usize| match row {
        0 => label(most as i32),
        row if row == half => label(0),
        row if row == 2 * half => label(-(most as i32)),
        _ => " ".repeat(SCALE),
    };
    let cell = |row: usize, value: &Option<i32>| match *value {
        None => ' ',
        Some(_) if row == half => '-',
        Some(value) if row < half && value > 0 && half - row <= level(value) => '#',
        Some(value) if row > half && value < 0 && row - half <= level(value) => 'o',
        Some(_) => ' ',
    };
    let draw = |row| {
        let cells: String = values.iter().map(|value| cell(row, value)).collect();
        scale(row) + cells.trim_end()
    };
    (0..=2 * half).map(draw).take(rows.max(1)).collect()
}

/// Bars for the time of each move: `#` for the first side and `o` for the second.
fn draw_times(times: &[Option<(u32, Side)>], rows: usize) -> Vec<String> {
    let most = times.iter().flatten().map(|(time, _)| *time).max();
    let most = most.unwrap_or(0).max(1000);
    let level = |spent: u32| (u64::from(spent) * rows as u64).div_ceil(u64::from(most)) as usize;
    let cell = |row: usize, spent: &Option<(u32, Side)>| match spent {
        Some((spent, side)) if rows - row <= level(*spent) => match side {
            Side::First => '#',
            Side::Second => 'o',
        },
        _ => ' ',
    };
    let draw = |row| {
        let cells: String = times.iter().map(|time| cell(row, time)).collect();
        let scale = if row == 0 { format!("{:>6} ", time(most)) } else { " ".repeat(SCALE) };
        scale + cells.trim_end()
    };
    (0..rows).map(draw).collect()
}
