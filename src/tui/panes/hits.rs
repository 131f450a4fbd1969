//! The search hits.

use ratatui::layout::Rect;

use super::list::first_of_page;
use super::{Body, Pane, Press, Row, list};
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
    ..Pane::PLAIN
};

/// `> #2 3.2-10 馬二進三  ..the text around the words`
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let search = &state.reader.search;
    let several = state.document.loaded.games.len() > 1;
    let hits = search.hits.iter().enumerate();
    let marked = state.marked_hit();
    let (Ok(first) | Err(first)) = marked;
    let first = first.min(search.hits.len().saturating_sub(1));
    let hits = hits.skip(first_of_page(first, area));
    let page = || hits.clone().take(area.height.into());
    let name = |hit: &Hit| match several {
        true => format!("#{} {}", hit.game + 1, hit.name),
        false => hit.name.clone(),
    };
    let names = page().map(|(_, hit)| columns(&name(hit), false));
    let widest = names.max().unwrap_or(0).min(usize::from(area.width) / 2);
    let hit = |(index, hit): (usize, &Hit)| {
        let name = name(hit);
        let pad = " ".repeat(widest.saturating_sub(columns(&name, false)));
        let line = format!(" {name}{pad}  {}", hit.context);
        list::marked(state, marked == Ok(index), &line, Press::Hit(index))
    };
    page().map(hit).collect()
}
