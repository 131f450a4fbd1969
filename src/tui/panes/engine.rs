//! The lines that an engine found at the node on the board.

use ratatui::layout::Rect;

use super::graph::eval_text;
use super::list::List;
use super::{Body, Pane, Row};
use crate::engine::{Limit, ScoredLine};
use crate::files::results::Finding;
use crate::game::Game;
use crate::text::{clean_line, columns, fit};
use crate::tui::model::State;
use crate::tui::model::conditions::has_findings;

pub(super) const PANE: Pane = Pane {
    wish: |state| match u16::try_from(state.desk.most_lines) {
        _ if !has_findings(state) => 0,
        lines => lines.unwrap_or(u16::MAX).saturating_add(1),
    },
    heading: Some(|state, _| {
        let effort = state.found_here().map(|finding| effort(state, finding));
        let name = clean_line(&state.desk.valued.by.engine);
        (format!("{} {name}", state.texts().engine_lines), effort.unwrap_or_default())
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

/// `20000 nodes, depth 12`: what was asked, and what was reached.
fn effort(state: &State, finding: &Finding) -> String {
    let texts = state.texts();
    let is_go = state.desk.record.game() == Game::Go;
    let nodes = |count| format!("{count} {}", if is_go { texts.visits } else { texts.nodes });
    let depth = |plies| format!("{} {plies}", texts.depth);
    let asked = match finding.asked {
        Limit::Time(millis) => format!("{millis} ms"),
        Limit::Nodes(count) => nodes(count),
        Limit::Depth(plies) => depth(plies),
    };
    let reached = match finding.found.depth {
        0 => nodes(finding.found.nodes),
        plies => depth(plies.into()),
    };
    if asked == reached { asked } else { format!("{asked}, {reached}") }
}

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let shown = LIST.shown(state, area.height.into());
    let lines = &state.engine_lines()[shown.clone()];
    let width = usize::from(area.width).saturating_sub(1);
    LIST.rows(state, shown, lines.iter().map(|line| line_text(state, line, width))).collect()
}

/// ` +120 ７六歩 ３四歩`, with what stands in place of a move, and as many whole moves as there is room for.
fn line_text(state: &State, line: &ScoredLine, width: usize) -> String {
    let wide = state.ambiguous().may_be_wide();
    let node = state.engine_node();
    let mut position = state.position_at(node);
    let mut previous = state.tree().mv(node);
    let mut text = format!("{:>6}", eval_text(state, line.eval));
    for mv in line.moves(&position) {
        let name = state.name_of_move(&position, mv, previous);
        if columns(&text, wide) + 1 + columns(&name, wide) > width {
            return text;
        }
        text += &format!(" {name}");
        position.apply(mv);
        previous = Some(mv);
    }
    if !line.word.is_empty() {
        text += &format!(" ({})", line.word);
    }
    fit(&text, width, wide).to_owned()
}
