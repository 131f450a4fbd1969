//! Evaluations and times along the current line, with one or more plies per column: a pane, and a strip under the board.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::light;
use super::{Body, Pane, Press, text};
use crate::game::Side;
use crate::library::losses::MOST;
use crate::record::{Note, time};
use crate::text::{clean_line, joined};
use crate::tui::model::State;
use crate::tui::model::conditions::{has_evals, has_graph};
use crate::tui::model::evals::{eval_at, eval_text, has_rates, swings, value_in};
use crate::tui::report::Report;
use crate::tui::terminal::Canvas;
use crate::words::Worded;

/// The width of the scale at the left.
const SCALE: usize = 7;
/// The rows of a graph that is not zoomed.
const WISH: u16 = 13;
pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, _| if has_graph(state) && !state.hides_answer() { WISH } else { 0 },
    heading: Some(|state, _| {
        let texts = state.texts();
        let title = if has_evals(state) { title(state) } else { texts.time.to_owned() };
        (title, here(state))
    }),
    body: Body::Drawn(draw),
    click: |state, area, (_, column)| {
        let columns = Columns::of(state, area);
        let ply = column.checked_sub(SCALE)? / columns.wide * columns.each;
        state.cursor().node_at(ply).map(Press::GoTo)
    },
    ..Pane::PLAIN
};

fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    if state.hides_answer() {
        return;
    }
    let rows = usize::from(area.height).saturating_sub(1);
    let columns = Columns::of(state, area);
    let values = columns.values(state);
    let times = columns.all(|plies| time_in(state, plies));
    let has_values = values.iter().any(Option::is_some);
    let has_times = times.iter().any(Option::is_some);
    let mut lines = Vec::new();
    let above = if has_values && has_times { rows * 2 / 3 } else { rows };
    if has_values {
        lines.extend(draw_values(state, &values, above));
    }
    if has_times {
        lines.extend(draw_times(&times, if has_values { rows - above } else { rows }));
    }
    if has_values || has_times {
        lines.push(columns.pointer(state));
    } else {
        lines.push(format!(" {}", Report::NoGraph.worded(state.lang())));
    }
    for (row, line) in (0..area.height).zip(&lines) {
        text(canvas, area, row, line, Style::new());
    }
}

/// Maps plies to columns.
struct Columns {
    /// The number of plies in a bar.
    each: usize,
    /// The columns of a bar.
    wide: usize,
    /// The number of bars.
    count: usize,
}

impl Columns {
    fn of(state: &State, area: Rect) -> Self {
        let room = usize::from(area.width).saturating_sub(SCALE + 1);
        let plies = state.cursor().last_ply() + 1;
        let each = plies.div_ceil(room.max(1)).max(1);
        Self { each, wide: (room / plies).max(1), count: plies.div_ceil(each) }
    }

    /// What the plies of each column have.
    fn all<T: Copy>(&self, value: impl Fn(Range<usize>) -> T) -> Vec<T> {
        let values = (0..self.count).map(|bar| value(bar * self.each..(bar + 1) * self.each));
        values.flat_map(|value| std::iter::repeat_n(value, self.wide)).collect()
    }

    /// The evaluation in each column.
    fn values(&self, state: &State) -> Vec<Option<i32>> {
        self.all(|plies| value_in(state, plies))
    }

    /// A row with `^` at the cursor's column, and `!` at the biggest swings.
    fn pointer(&self, state: &State) -> String {
        let mut cells = vec![b' '; self.count * self.wide];
        for ply in swings(state) {
            cells[ply / self.each * self.wide] = b'!';
        }
        cells[state.cursor().ply() / self.each * self.wide] = b'^';
        format!("{}{}", " ".repeat(SCALE), String::from_utf8_lossy(&cells))
    }
}

/// The rows of a bar of at most half the height.
fn level(value: i32, most: u32, half: usize) -> usize {
    let share = (f64::from(value.unsigned_abs()) / f64::from(most)).sqrt().min(1.0);
    (share * half as f64).ceil() as usize
}

fn label(state: &State, value: i32) -> String {
    format!("{:>6} ", eval_text(state, eval_at(state, value)))
}

/// Bars up from the middle where the first side is better, down where the second is. Their height is the square root of
/// the value, so that small advantages are visible beside large ones; that of a mate is the whole height.
fn draw_values(state: &State, values: &[Option<i32>], rows: usize) -> Vec<String> {
    let half = (rows / 2).max(1);
    let values_of = values.iter().flatten().map(|value| value.unsigned_abs());
    let is_rate = has_rates(state);
    let most = values_of.filter(|value| is_rate || *value < MOST.unsigned_abs()).max();
    let most = most.unwrap_or(0).max(100);
    let drawn = (0..=2 * half).map(|row| {
        let scale = match row {
            0 => label(state, most as i32),
            row if row == half => label(state, 0),
            row if row == 2 * half => label(state, -(most as i32)),
            _ => " ".repeat(SCALE),
        };
        let cells = values.iter().map(|value| match *value {
            None => ' ',
            Some(_) if row == half => '-',
            Some(value) if row < half && value > 0 && half - row <= level(value, most, half) => '#',
            Some(value) if row > half && value < 0 && row - half <= level(value, most, half) => 'o',
            Some(_) => ' ',
        });
        scale + cells.collect::<String>().trim_end()
    });
    drawn.take(rows.max(1)).collect()
}

/// Bars for the time of each move: `#` for the first side and `o` for the second.
fn draw_times(times: &[Option<(u32, Side)>], rows: usize) -> Vec<String> {
    let most = times.iter().flatten().map(|(time, _)| *time).max();
    let most = most.unwrap_or(0).max(1000);
    let drawn = (0..rows).map(|row| {
        let cells = times.iter().map(|time| {
            let (spent, side) = time.unwrap_or((0, Side::First));
            let height = (u64::from(spent) * rows as u64).div_ceil(u64::from(most)) as usize;
            match side {
                _ if height < rows - row => ' ',
                Side::First => '#',
                Side::Second => 'o',
            }
        });
        let scale = if row == 0 { format!("{:>6} ", time(most)) } else { " ".repeat(SCALE) };
        scale + cells.collect::<String>().trim_end()
    });
    drawn.collect()
}

/// The evaluation along the current line, in a few rows under the board.
pub(in crate::tui) const STRIP: Pane = Pane {
    wish: |state, _| u16::from(has_evals(state)),
    heading: Some(|state, _| {
        let value = if state.hides_answer() { String::new() } else { here(state) };
        (title(state), value)
    }),
    body: Body::Drawn(draw_strip),
    click: |state, area, at| {
        let press = (PANE.click)(state, area, at);
        press.filter(|_| !state.hides_answer())
    },
    ..Pane::PLAIN
};

/// Draws bars, reversed for the first side and plain for the second, above a marker for the current ply.
fn draw_strip(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    if state.hides_answer() {
        return;
    }
    let columns = Columns::of(state, area);
    let rows = usize::from(area.height).saturating_sub(1);
    let mut lines = draw_values(state, &columns.values(state), rows);
    lines.push(columns.pointer(state));
    for (row, line) in (0..area.height).zip(&lines) {
        text(canvas, area, row, line, Style::new());
        let bars = line.match_indices('#');
        let bars: Vec<_> = bars.map(|(at, bar)| at..at + bar.len()).collect();
        light(canvas, area, row, line, &bars, state.look().lit());
    }
}

/// The time spent on the last move in a range of plies, in milliseconds, and its side.
fn time_in(state: &State, plies: Range<usize>) -> Option<(u32, Side)> {
    let clocks = &state.desk.examined.survey.as_ref()?.clocks;
    let first = state.desk.record.start.side_to_move();
    let (ply, clock) = state.cursor().noted(clocks, plies).next_back()?;
    let side = if ply % 2 == 1 { first } else { first.other() };
    Some((clock.spent?, side))
}

/// `EVALUATION`, with the engine that it is of.
fn title(state: &State) -> String {
    let text = state.texts().evaluation;
    match state.desk.examined.has_engine_evals {
        true => format!("{text} {}", clean_line(&state.desk.examined.valued.by.engine)),
        false => text.to_owned(),
    }
}

/// The evaluation and the time at the cursor, for the heading.
fn here(state: &State) -> String {
    let notes = state.tree().notes(state.node());
    let texts = notes.filter_map(|note| match note {
        Note::Eval(eval) => Some(eval_text(state, *eval)),
        Note::Clock(clock) => clock.spent.map(time),
        _ => None,
    });
    let found = state.desk.examined.valued.eval(state.node());
    let found = found.filter(|_| state.desk.examined.has_engine_evals && !state.hides_answer());
    let found = found.map(|eval| eval_text(state, eval));
    joined(found.into_iter().chain(texts), " ")
}
