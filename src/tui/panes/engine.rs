//! The lines that an engine found at the node on the board.

use ratatui::layout::Rect;

use super::graph::eval_text;
use super::list::List;
use super::{Body, Pane, Row};
use crate::engine::ScoredLine;
use crate::text::{columns, fit};
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let texts = state.texts();
        let found = state.found_here().map(|finding| (finding.found.depth, finding.found.nodes));
        let effort = match found {
            None => String::new(),
            Some((0, visits)) => format!("{visits} {}", texts.visits),
            Some((depth, _)) => format!("{} {depth}", texts.depth),
        };
        (texts.engine_lines.to_owned(), effort)
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

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let shown = LIST.shown(state, area.height.into());
    let lines = &state.engine_lines()[shown.clone()];
    let width = usize::from(area.width).saturating_sub(1);
    LIST.rows(state, shown, lines.iter().map(|line| line_text(state, line, width))).collect()
}

/// ` +120 ７六歩 ３四歩`, with what stands in place of a move, and as many whole moves as there is room for.
fn line_text(state: &State, line: &ScoredLine, width: usize) -> String {
    let wide = state.ambiguous().may_be_wide();
    let mut position = state.position().clone();
    let mut previous = state.last_move();
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
