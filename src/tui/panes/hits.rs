//! The search hits.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::{first_of_page, light_hits};
use super::{Body, Pane, Press, text};
use crate::text::columns;
use crate::tui::background::Hit;
use crate::tui::model::State;
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| {
        let search = &state.reader.search;
        let query = search.query.as_ref().map_or("", |query| query.text());
        let title = format!("{} {query}", state.texts().hits);
        (
            title,
            format!("{}/{}", search.marked + 1, search.hits.len()),
        )
    }),
    body: Body::Drawn(draw),
    click: |state, area, (row, _)| {
        let index = first(state, area) + row;
        (index < state.reader.search.hits.len()).then_some(Press::Hit(index))
    },
    ..Pane::PLAIN
};

/// The first hit of the page with the selected one.
fn first(state: &State, area: Rect) -> usize {
    first_of_page(state.reader.search.marked, area)
}

/// `> #2 3.2-10 馬二進三  ..the text around the words`
fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let search = &state.reader.search;
    let several = state.document.loaded.games.len() > 1;
    let hits = search.hits.iter().enumerate().skip(first(state, area));
    let page = || (0..area.height).zip(hits.clone());
    let name = |hit: &Hit| match several {
        true => format!("#{} {}", hit.game + 1, hit.name),
        false => hit.name.clone(),
    };
    let names = page().map(|(_, (_, hit))| columns(&name(hit), false));
    let widest = names.max().unwrap_or(0).min(usize::from(area.width) / 2);
    for (row, (index, hit)) in page() {
        let marker = if index == search.marked { '>' } else { ' ' };
        let name = name(hit);
        let pad = " ".repeat(widest.saturating_sub(columns(&name, false)));
        let line = format!("{marker} {name}{pad}  {}", hit.context);
        text(canvas, area, row, &line, Style::new());
        light_hits(state, canvas, area, row, &line);
    }
}
