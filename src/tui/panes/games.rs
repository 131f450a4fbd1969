//! The list of games or files, with its filter.

use ratatui::layout::Rect;

use super::list::{List, row};
use super::{Body, Pane, Row};
use crate::record::Key;
use crate::text::{self, Align, Table};
use crate::tui::background::{Column, Job, ListItem};
use crate::tui::model::mode::Input;
use crate::tui::model::{Listed, State, TextLine};

pub(super) const PANE: Pane =
    Pane { heading: Some(heading), body: Body::Rows(rows), list: Some(LIST), ..Pane::PLAIN };

const LIST: List = List {
    count: |state| state.ui.games.as_ref().map_or(0, |list| list.counts().0),
    marked: |state| Ok(state.ui.games.as_ref().map_or(0, |list| list.marked)),
    node: |_, _| None,
};

fn heading(state: &State, _: u16) -> (String, String) {
    let Some(list) = &state.ui.games else {
        return Default::default();
    };
    let texts = state.texts();
    let title = match list.of {
        Listed::Games => texts.games,
        Listed::Files => texts.files,
    };
    let (shown, all) = list.counts();
    let sorted = list.arrangement.sorted.map(|column| column_name(state, column));
    let sorted = sorted.map_or_else(String::new, |name| (texts.sorted)(&name));
    let reversed = if list.arrangement.reversed { texts.reversed } else { "" };
    (title.to_owned(), format!("{sorted}{reversed}{shown}/{all}"))
}

fn column_name(state: &State, column: Column) -> String {
    let texts = state.texts();
    let game = state.document.record.game();
    let header = |key| state.lang().header(key, game).into_owned();
    match column {
        Column::Name => texts.file.to_owned(),
        Column::Players => texts.players.to_owned(),
        Column::Result => header(Key::Result),
        Column::Date => header(Key::Date),
        Column::Event => header(Key::Event),
    }
}

/// The width of the numbers, with the marker and a blank on either side.
const NUMBER: usize = 7;

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let Some(list) = &state.ui.games else {
        return Vec::new();
    };
    let shown = LIST.shown(state, usize::from(area.height).saturating_sub(1));
    let items: Vec<(usize, &ListItem)> = list.rows(shown.clone()).collect();
    let room = usize::from(area.width).saturating_sub(NUMBER);
    let wide = state.ambiguous().may_be_wide();
    let texts = items.iter().map(|(_, item)| &item.0);
    let table = Table::new(columns(state, room), texts, room, wide);
    let (before, after) = list.arrangement.filter.halves();
    let style = state.ui.alert();
    let is_typing = matches!(state.ui.mode.input, Input::Filter);
    let is_filtered = is_typing || !list.arrangement.filter.text().is_empty();
    let head = if is_filtered {
        let cursor = if is_typing { "_" } else { "" };
        (state.texts().filter)(&format!("{before}{cursor}{after}"))
    } else {
        " ".repeat(NUMBER - 1) + &table.head()
    };
    let typed = is_typing.then(|| (state.texts().filter)(before).len() + 1);
    let mut rows =
        vec![Row { cursor: typed, ..TextLine::new(state, &format!(" {head}"), style).into() }];
    if items.is_empty() && is_filtered {
        rows.push(row(state, &format!(" {}", state.texts().nothing_fits)));
    } else if state.tickets.contains_key(&Job::Folder) && items.is_empty() {
        rows.push(row(state, &format!(" {}", state.texts().reading_folder)));
    }
    let lines =
        items.iter().map(|(number, item)| format!("{:>5} {}", number + 1, table.row(&item.0)));
    rows.extend(LIST.rows(state, shown, lines));
    rows
}

/// The columns. Those too narrow to be readable are dropped.
fn columns(state: &State, room: usize) -> [text::Column; Column::ALL.len()] {
    Column::ALL.map(|column| text::Column {
        most: match column {
            Column::Name | Column::Players => room / 2,
            Column::Result | Column::Date => 16.min(room / 4),
            Column::Event => room,
        },
        least: 8,
        ..text::Column::new(column_name(state, column), Align::Left)
    })
}
