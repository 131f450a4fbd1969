//! The lines that an engine found at the node on the board, or finds now, and what the move on it was worth.

use ratatui::layout::Rect;

use super::board::change_text;
use super::list::{self, List, flow};
use super::{Body, Pane, Row};
use crate::engine::ScoredLine;
use crate::game::{Game, Side};
use crate::text::{columns, fit, joined};
use crate::tui::model::State;
use crate::tui::model::conditions::has_engine;
use crate::tui::model::engine::short;
use crate::tui::report::Report;
use crate::words;
use crate::words::Worded;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, _| match u16::try_from(lines_of(state)) {
        _ if !has_engine(state) => 0,
        // One line takes further rows at 80 columns.
        lines => lines.unwrap_or(u16::MAX).saturating_add(4),
    },
    heading: Some(|state, width| {
        let parts = [state.engine_label(), sign(state).to_owned(), effort(state)];
        let left = joined(parts.iter().filter(|part| !part.is_empty()), " ");
        // Whose advantage is one, if there is room to say so.
        let game = state.desk.record.game();
        let side = format!("+{}", words::side(game, Side::First, state.terms()));
        let has_room = columns(&left, false) + columns(&side, true) + 10 <= usize::from(width);
        (left, if has_room { side } else { String::new() })
    }),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.engine_lines().len().min(lines_of(state)),
    marked: |state| Ok(state.marked_line()),
    node: |_, _| None,
};

/// How many lines there may be in this game.
fn lines_of(state: &State) -> usize {
    match state.engine.name {
        Some(_) => state.engine.lines(),
        None => state.desk.examined.most_lines,
    }
}

/// `*` while the engine thinks, `=` when it is done, `.` when it is not to think; nothing if it does not run.
fn sign(state: &State) -> &'static str {
    let engine = &state.engine;
    match &engine.now {
        _ if engine.name.as_deref() != Some(state.engine_name()) => "",
        _ if !engine.is_on => ".",
        _ if engine.refusal.is_some() => "=",
        Some((_, true)) => "=",
        _ => "*",
    }
}

/// `d18 1.2M 12s`: the depth, the positions or visits and the time of what is shown.
fn effort(state: &State) -> String {
    let Some(found) = state.found_here() else { return String::new() };
    let nodes = (found.depth > 0 && found.nodes > 0).then(|| short(found.nodes));
    // What a file has took unknown time.
    let is_timed = state.shown_results().is_none_or(|stored| !stored.is_written);
    let time = is_timed.then(|| format!("{}s", found.time / 1_000));
    joined(state.reach().into_iter().chain(nodes).chain(time), " ")
}

/// The lines, and in the last row what the move on the board was worth.
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let room = usize::from(area.height).saturating_sub(1);
    let width = usize::from(area.width).saturating_sub(1);
    let mut rows: Vec<Row> = Vec::new();
    if let Some(refusal) = state.engine.refusal.filter(|_| state.engine.is_on) {
        let text = Report::NotSent(refusal).worded(state.lang());
        rows.push(list::row(state, &format!(" {text}")));
    }
    rows.extend(lines_in(state, width, room.saturating_sub(rows.len())));
    rows.resize_with(room.max(rows.len()), || list::row(state, ""));
    rows.truncate(room);
    let worth = fit(&worth(state), width, state.ambiguous().may_be_wide()).to_owned();
    rows.push(list::row(state, &worth));
    rows
}

/// The lines in as many rows as they take. If there is no room for all, the marked one is whole, and of the others only the
/// first row is shown.
fn lines_in(state: &State, width: usize, room: usize) -> Vec<Row> {
    let marked = state.marked_line();
    let lines = state.engine_lines().iter().take((LIST.count)(state));
    let lines = lines.map(|line| line_rows(state, line, width));
    let mut lines: Vec<Vec<String>> = lines.collect();
    if lines.iter().map(Vec::len).sum::<usize>() > room {
        let others = lines.iter_mut().enumerate().filter(|(number, _)| *number != marked);
        others.for_each(|(_, line)| line.truncate(1));
    }
    let above: usize = lines.iter().take(marked).map(Vec::len).sum();
    let end = above + lines.get(marked).map_or(0, Vec::len);
    let mut rows: Vec<Row> = Vec::new();
    for (number, mut line) in lines.into_iter().enumerate() {
        let rest = line.split_off(1.min(line.len()));
        rows.extend(LIST.rows(state, number..number + 1, line.into_iter()));
        rows.extend(rest.iter().map(|text| list::row(state, &format!(" {text}"))));
    }
    rows.drain(..end.saturating_sub(room).min(above));
    rows
}

/// ` +120 ７六歩 ３四歩`, with a word in place of a move, broken between moves.
fn line_rows(state: &State, line: &ScoredLine, width: usize) -> Vec<String> {
    const VALUE: usize = 5;
    let moves = line.moves(state.position());
    let word = (!line.word.is_empty()).then(|| format!("({})", line.word));
    let names = state.names_of(state.position(), &moves, state.last_move()).chain(word);
    let wide = state.ambiguous().may_be_wide();
    let value = state.signed(state.value_of(line));
    let loss = state.loss_of(line).filter(|_| state.position().game() == Game::Go);
    let loss = loss.map(|loss| format!("({})", change_text(-loss)));
    let names = loss.into_iter().chain(names);
    let indent = columns(&value, wide).max(VALUE);
    let lines = flow(names, 1, width.saturating_sub(indent + 1), wide);
    let mut head = " ".repeat(indent - columns(&value, wide)) + &value;
    if lines.is_empty() {
        return vec![head];
    }
    let mut rows = Vec::new();
    for line in lines {
        rows.push(format!("{head} {line}"));
        head = " ".repeat(indent);
    }
    rows
}

/// `22 ５二玉 lost 712 (best ５四飛)`, if that is known.
fn worth(state: &State) -> String {
    let Some(judgement) = state.judgement() else { return String::new() };
    let node = state.node();
    let (before, game) = (state.position_before(node), state.desk.record.game());
    let name = state.move_name(&before, node);
    let worth = state.lang().worth(judgement.worth, (game, judgement.values[1]), true);
    let number = state.desk.record.number(&before, node).unwrap_or_default();
    let mut text = format!("{number} {name} {worth}");
    if let Some(best) = judgement.better.first() {
        let best = state.name_of_move(&before, *best, None);
        text += &format!(" ({} {best})", state.texts().best);
    }
    text
}
