//! The lines that an engine found at the node on the board.

use ratatui::layout::Rect;

use super::graph::eval_text;
use super::list::List;
use super::{Body, Pane, Row};
use crate::engine::Line;
use crate::text::fit;
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let found = state.found_here();
        let depth = found.map_or_else(String::new, |finding| match finding.found.depth {
            0 => finding.found.nodes.to_string(),
            depth => depth.to_string(),
        });
        (state.texts().engine_lines.to_owned(), depth)
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
    let wide = state.ambiguous().may_be_wide();
    let texts = lines.iter().map(|line| fit(&line_text(state, line), width, wide).to_owned());
    LIST.rows(state, shown, texts).collect()
}

/// ` +120 ７六歩 ３四歩`, with what stands in place of a move.
fn line_text(state: &State, line: &Line) -> String {
    let mut position = state.position().clone();
    let mut previous = state.last_move();
    let mut text = format!("{:>6}", eval_text(state, line.eval));
    for mv in line.moves() {
        text += &format!(" {}", state.name_of_move(&position, mv, previous));
        position.apply(mv);
        previous = Some(mv);
    }
    if !line.word.is_empty() {
        text += &format!(" ({})", line.word);
    }
    text
}
