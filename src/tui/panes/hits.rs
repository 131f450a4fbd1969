//! The search hits.

use ratatui::layout::Rect;

use super::list::List;
use super::{Body, Pane, Row};
use crate::text::columns;
use crate::tui::background::Hit;
use crate::tui::model::State;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let search = &state.reader.search;
        let query = search.query.as_ref().map_or("", |query| query.text());
        let title = format!("{} {query}", state.texts().hits);
        let passed = state.marked_hit().map_or_else(|next| next, |here| here + 1);
        (title, format!("{passed}/{}", search.hits.len()))
    }),
    body: Body::Rows(rows),
    list: Some(LIST),
    ..Pane::PLAIN
};

const LIST: List = List {
    count: |state| state.reader.search.hits.len(),
    marked: State::marked_hit,
    node: |state, row| {
        let hit = state.reader.search.hits.get(row)?;
        (hit.game == state.document.game).then_some(hit.node)
    },
};

/// ` #2 3.2-10 馬二進三  ..the text around the words`
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let shown = LIST.shown(state, area.height.into());
    let hits = &state.reader.search.hits[shown.clone()];
    let several = state.document.loaded.games.len() > 1;
    let name = |hit: &Hit| match several {
        true => format!("#{} {}", hit.game + 1, hit.name),
        false => hit.name.clone(),
    };
    let names = hits.iter().map(|hit| columns(&name(hit), false));
    let widest = names.max().unwrap_or(0).min(usize::from(area.width) / 2);
    let line = |hit: &Hit| {
        let name = name(hit);
        let pad = " ".repeat(widest.saturating_sub(columns(&name, false)));
        format!(" {name}{pad}  {}", hit.context)
    };
    LIST.rows(state, shown, hits.iter().map(line)).collect()
}
