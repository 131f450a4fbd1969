//! The lines of an engine on the board.

use std::collections::HashSet;

use super::{cursor, layer, records};
use crate::files::results::Source;
use crate::text::clean_line;
use crate::tui::model::conditions::has_findings;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{Quoting, State, focus};
use crate::tui::report::Report;

/// Opens the lines at the node on the board, or closes them.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    match has_findings(state) {
        true => focus::toggle_table(state, PaneId::Engine),
        false => state.report(&Report::NoResults),
    }
}

/// Selects a line.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.desk.marked_line = Some((state.engine_node(), row));
}

/// Plays the selected line, or the one with a number from 1, and goes to its first move.
pub(super) fn walk(state: &mut State, number: Option<usize>) {
    let line = number.map_or(state.marked_line(), |number| number.saturating_sub(1));
    let Some(found) = state.engine_lines().get(line) else {
        let count = state.engine_lines().len();
        return state.report(&match count {
            0 => Report::NoResults,
            _ => Report::NoSuchLine(line + 1, count),
        });
    };
    let node = state.engine_node();
    let moves = found.moves(&state.position_at(node));
    mark_row(state, line);
    let nodes = layer::play_line(state, node, &moves);
    if let Some(first) = nodes.get(1) {
        cursor::go_to(state, *first);
    }
    state.desk.reader.quoting = Some(Quoting { pane: PaneId::Engine, node, line, nodes });
}

/// Shows what an engine found rather than others. Lists those that found anything if it did not.
pub(super) fn choose(state: &mut State, name: &str) -> bool {
    let sources = &state.desk.sources;
    let named = sources.iter().find(|source| source.by.engine == name);
    let report = match named {
        Some(Source { by, .. }) => Report::Engine(clean_line(&format!("{name} ({})", by.id))),
        None if sources.is_empty() => Report::NoResults,
        None => {
            let mut names: Vec<&str> = sources.iter().map(|source| &*source.by.engine).collect();
            let mut seen = HashSet::new();
            names.retain(|name| seen.insert(*name));
            Report::Engines(clean_line(&names.join(", ")))
        }
    };
    if named.is_some() {
        state.ui.engine = Some(name.to_owned());
        state.desk.reader.quoting = None;
        records::survey_again(state);
    }
    state.report(&report);
    true
}
