//! The lines that an engine found at the node on the board, or finds now, and what the move on it was worth.

use ratatui::layout::Rect;

use super::list::{self, List};
use super::{Body, Pane, Row};
use crate::engine::ScoredLine;
use crate::game::Side;
use crate::text::{clean_line, columns, fit, joined};
use crate::tui::model::State;
use crate::tui::model::conditions::has_engine;
use crate::tui::model::engine::short;
use crate::tui::report::Report;
use crate::words;
use crate::words::Worded;

pub(in crate::tui) const PANE: Pane = Pane {
    wish: |state, _| match u16::try_from(lines_of(state)) {
        _ if !has_engine(state) => 0,
        lines => lines.unwrap_or(u16::MAX).saturating_add(2),
    },
    heading: Some(|state, width| {
        let name = clean_line(state.engine_name());
        let parts = [name, sign(state).to_owned(), effort(state)];
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
    count: |state| state.engine_lines().len(),
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
    let time = format!("{}s", found.time / 1_000);
    joined(state.reach().into_iter().chain(nodes).chain([time]), " ")
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
    let shown = LIST.shown(state, room);
    let lines = &state.engine_lines()[shown.clone()];
    rows.extend(LIST.rows(state, shown, lines.iter().map(|line| line_text(state, line, width))));
    rows.resize_with(room.max(rows.len()), || list::row(state, ""));
    rows.truncate(room);
    let worth = fit(&worth(state), width, state.ambiguous().may_be_wide()).to_owned();
    rows.push(list::row(state, &worth));
    rows
}

/// ` +120 ７六歩 ３四歩`, with a word in place of a move, and as many whole moves as there is room for.
fn line_text(state: &State, line: &ScoredLine, width: usize) -> String {
    let wide = state.ambiguous().may_be_wide();
    let value = state.signed(state.value_of(line));
    let mut text = format!("{value:>5}");
    let moves = line.moves(state.position());
    for name in state.names_of(state.position(), &moves, state.last_move()) {
        if columns(&text, wide) + 1 + columns(&name, wide) > width {
            return text;
        }
        text += &format!(" {name}");
    }
    if !line.word.is_empty() {
        text += &format!(" ({})", line.word);
    }
    fit(&text, width, wide).to_owned()
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
