//! Lists of places: the search hits, and the bookmarks.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::List;
use super::{Body, Pane, Press, Row};
use crate::record::NodeId;
use crate::text::columns;
use crate::tui::background::Hit;
use crate::tui::model::{Input, PaneId, State, TextLine, bookmarks_here};

pub(in crate::tui) const HITS: Pane = Pane {
    heading: Some(|state, _| {
        let search = &state.desk.reader.search;
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
    count: |state| state.desk.reader.search.hits.len(),
    marked: State::marked_hit,
    node: |state, row| {
        let hit = state.desk.reader.search.hits.get(row)?;
        (hit.game == state.desk.game).then_some(hit.node)
    },
};

/// The least number of columns for a place.
const LEAST: usize = 8;

/// ` #2 3.2-10 馬二進三  ..the text around the words`: where lines are deep, with the end of the place, which differs.
fn rows(state: &State, area: Rect) -> Vec<Row> {
    let shown = LIST.shown(state, area.height.into());
    let hits = &state.desk.reader.search.hits[shown.clone()];
    let several = state.desk.loaded.games().len() > 1;
    let names = hits.iter().map(|hit| name(state, hit, several, area.width.into()));
    let names: Vec<String> = names.collect();
    let widest = names.iter().map(|name| columns(name, false)).max().unwrap_or(0);
    let widest = widest.min(usize::from(area.width) / 2);
    let lines = hits.iter().zip(names).map(|(hit, name)| {
        let pad = " ".repeat(widest.saturating_sub(columns(&name, false)));
        let room = usize::from(area.width).saturating_sub(widest.max(columns(&name, false)) + 5);
        format!(" {name}{pad}  {}", seen(state, &hit.context, room))
    });
    LIST.rows(state, shown, lines).collect()
}

/// `#2 ..10.3-1 馬二進三`: the game, the place and the move of a hit. The move gives way to the words that were sought.
fn name(state: &State, hit: &Hit, several: bool, width: usize) -> String {
    let most = (width / 4).max(LEAST);
    let game = if several { format!("#{} ", hit.game + 1) } else { String::new() };
    let place = match hit.place.len().checked_sub(most) {
        None | Some(0) => hit.place.clone(),
        Some(over) => format!("..{}", &hit.place[over + 2..]),
    };
    let query = state.desk.reader.search.query.as_ref();
    let words = query.and_then(|query| query.first(&hit.context));
    let words = words.map_or(0, |at| columns(&hit.context[at], true));
    let taken = game.len() + place.len() + columns(&hit.moved, true) + words + 8;
    match hit.moved.is_empty() || taken > width {
        true => game + &place,
        false => format!("{game}{place} {}", hit.moved),
    }
}

/// A text from where the word that was sought is seen whole.
fn seen(state: &State, text: &str, room: usize) -> String {
    let query = state.desk.reader.search.query.as_ref();
    let Some(hit) = query.and_then(|query| query.first(text)) else {
        return text.to_owned();
    };
    let wide = state.ambiguous().may_be_wide();
    let starts = text[..hit.start].char_indices().map(|(start, _)| start);
    let mut starts = starts.chain([hit.start]);
    match starts.find(|start| columns(&text[*start..hit.end], wide) + 2 <= room) {
        Some(0) => text.to_owned(),
        start => format!("..{}", &text[start.unwrap_or(hit.start)..]),
    }
}

/// The bookmarks, shown while waiting for a letter.
pub(in crate::tui) const BOOKMARKS: Pane = Pane {
    wish: |state, _| {
        let is_open = matches!(state.ui.mode.input, Input::Letter(_));
        let count = if is_open { bookmarks_here(state).len() } else { 0 };
        u16::try_from(count.max(1)).unwrap_or(u16::MAX)
    },
    heading: Some(|state, _| (state.texts().bookmarks.to_owned(), String::new())),
    body: Body::Text(text),
    click: |state, _, (row, _)| {
        let row = state.ui.panes.top(PaneId::Bookmarks) + row;
        bookmarks_here(state).into_keys().nth(row).map(Press::Letter)
    },
    ..Pane::PLAIN
};

fn text(state: &State, _: Rect) -> Cow<'_, [TextLine]> {
    let bookmarks = bookmarks_here(state).into_iter();
    let lines = bookmarks.map(|(letter, bookmark)| {
        let (node, place) = (bookmark.at.node(state.tree()), bookmark.place.to_string());
        let row = if bookmark.game != state.desk.game {
            format!(" {letter}  #{}:{place}", bookmark.game + 1)
        } else if node == NodeId::ROOT {
            format!(" {letter}  {place:>4}  {}", bookmark.name)
        } else {
            let called = state.move_at(node);
            format!(" {letter}  {place:>4} {called} {}", bookmark.name)
        };
        TextLine::new(state, &row, Style::new())
    });
    lines.collect()
}
