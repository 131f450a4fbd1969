//! The list of games or files, with its filter.

use ratatui::layout::Rect;

use super::list::{marked, row};
use super::{Body, Pane, Press, Row};
use crate::record::Key;
use crate::text::{columns, fit};
use crate::tui::background::{self, Column};
use crate::tui::model::{Listed, State, TextLine};

pub(super) const PANE: Pane =
    Pane { heading: Some(heading), body: Body::Rows(rows), ..Pane::PLAIN };

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
    let sorted = list.sorted.map(|column| column_name(state, column));
    let sorted = sorted.map_or_else(String::new, |name| (texts.sorted)(&name));
    let reversed = if list.reversed { texts.reversed } else { "" };
    (title.to_owned(), format!("{sorted}{reversed}{shown}/{all}"))
}

fn column_name(state: &State, column: Column) -> String {
    let texts = state.texts();
    let header = |key| {
        let header = state.lang().header(key, state.document.record.game());
        header.into_owned()
    };
    match column {
        Column::Name => texts.file.to_owned(),
        Column::Players => texts.players.to_owned(),
        Column::Result => header(Key::Result),
        Column::Date => header(Key::Date),
        Column::Event => header(Key::Event),
    }
}

/// The columns of the numbers, with the marker and a blank on either side.
const NUMBER: usize = 7;
/// Between two columns.
const GAP: usize = 2;

fn rows(state: &State, area: Rect) -> Vec<Row> {
    let Some(list) = &state.ui.games else {
        return Vec::new();
    };
    let items: Vec<(usize, &background::Row)> =
        list.rows(list.top()).take(usize::from(area.height.saturating_sub(1))).collect();
    let widths = widths(state, &items, usize::from(area.width).saturating_sub(NUMBER));
    let (before, after) = list.filter.halves();
    let style = state.ui.settings.alert();
    let is_filtered = list.is_typing || !list.filter.text().is_empty();
    let head = if is_filtered {
        let cursor = if list.is_typing { "_" } else { "" };
        (state.texts().filter)(&format!("{before}{cursor}{after}"))
    } else {
        let names = Column::ALL.map(|column| column_name(state, column));
        " ".repeat(NUMBER - 1) + &line(&background::Row(names), &widths)
    };
    let typed = list.is_typing.then(|| (state.texts().filter)(before).len() + 1);
    let mut rows =
        vec![Row { cursor: typed, ..TextLine::new(state, &format!(" {head}"), style).into() }];
    if items.is_empty() && is_filtered {
        rows.push(row(state, &format!(" {}", state.texts().nothing_fits), None));
    }
    rows.extend((list.top()..).zip(items).map(|(place, (number, item))| {
        let line = format!("{:>5} {}", number + 1, line(item, &widths));
        marked(state, place == list.marked, &line, Press::Open(place))
    }));
    rows
}

/// How wide each column is: as its widest text among these rows, as far as there is room; what the list can do without
/// goes first.
fn widths(
    state: &State,
    rows: &[(usize, &background::Row)],
    room: usize,
) -> [usize; Column::ALL.len()] {
    let widest = |column: Column| {
        let texts = rows.iter().map(|(_, row)| columns(row.text(column), true));
        let widest = texts.max().filter(|widest| *widest > 0);
        let name = || columns(&column_name(state, column), true);
        widest.map_or(0, |widest| widest.max(name()))
    };
    let wanted = Column::ALL.map(widest);
    let most = |column: Column| match column {
        Column::Name | Column::Players => room / 2,
        Column::Result | Column::Date => 16.min(room / 4),
        Column::Event => room,
    };
    let mut left = room;
    let mut widths = [0; Column::ALL.len()];
    for column in [Column::Name, Column::Players, Column::Result, Column::Date, Column::Event] {
        let wish = wanted[column as usize].min(most(column));
        let gap = if left < room { GAP } else { 0 };
        // A column of which next to nothing can be read is not worth its place.
        let width = wish.min(left.saturating_sub(gap));
        if width > 0 && (width == wish || width >= 8) {
            widths[column as usize] = width;
            left -= width + gap;
        }
    }
    // What others do not need is theirs whose texts are longer than their share.
    for (width, wish) in widths.iter_mut().zip(wanted) {
        let more = wish.saturating_sub(*width).min(left);
        let more = if *width > 0 { more } else { 0 };
        *width += more;
        left -= more;
    }
    widths
}

/// A row with its texts in columns. A long text gives up its middle: files of a directory often begin alike.
fn line(row: &background::Row, widths: &[usize; Column::ALL.len()]) -> String {
    let mut line = String::new();
    for (column, width) in Column::ALL.into_iter().zip(widths) {
        if *width == 0 {
            continue;
        }
        if !line.is_empty() {
            line.push_str(&" ".repeat(GAP));
        }
        let text = shorten(row.text(column), *width);
        line.push_str(&text);
        line.push_str(&" ".repeat(width.saturating_sub(columns(&text, true))));
    }
    line.truncate(line.trim_end().len());
    line
}

fn shorten(text: &str, most: usize) -> String {
    if columns(text, true) <= most {
        return text.to_owned();
    }
    let head = fit(text, most / 2, true);
    let mut tail = &text[head.len()..];
    while !tail.is_empty() && columns(head, true) + 2 + columns(tail, true) > most {
        let first = tail.chars().next().map_or(tail.len(), char::len_utf8);
        tail = &tail[first..];
    }
    format!("{head}..{tail}")
}
