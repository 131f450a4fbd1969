//! The list of games or files, with its filter.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane, Press, text};
use crate::text::{columns, fit};
use crate::tui::model::{Listed, State};
use crate::tui::terminal::Canvas;

pub(super) const PANE: Pane = Pane {
    heading: Some(heading),
    body: Body::Drawn(draw),
    click: |state, _, (row, _)| {
        let list = state.ui.games.as_ref()?;
        // Under the filter.
        let index = list.top() + row.checked_sub(1)?;
        (index < list.counts().0).then_some(Press::Open(index))
    },
    ..Pane::PLAIN
};

fn heading(state: &State, _: u16) -> (String, String) {
    let Some(list) = &state.ui.games else {
        return Default::default();
    };
    let title = match list.of {
        Listed::Games => state.texts().games,
        Listed::Files => state.texts().files,
    };
    let (shown, all) = list.counts();
    (title.to_owned(), format!("{shown}/{all}"))
}

fn draw(state: &State, area: Rect, canvas: &mut Canvas<'_>) {
    let Some(list) = &state.ui.games else {
        return;
    };
    let (before, after) = list.filter.halves();
    let filter = (state.texts().filter)(&format!("{before}_{after}"));
    let style = state.ui.settings.alert();
    text(canvas, area, 0, &format!(" {filter}"), style);
    let top = list.top();
    for ((row, place), (number, item)) in (1..area.height).zip(top..).zip(list.rows(top)) {
        let marker = if place == list.marked { '>' } else { ' ' };
        let head = format!("{marker}{:>5} ", number + 1);
        let item = match list.of {
            Listed::Games => item.to_owned(),
            Listed::Files => shorten(item, usize::from(area.width).saturating_sub(head.len())),
        };
        text(canvas, area, row, &(head + &item), Style::new());
    }
}

/// A file with what is in it. A long name gives up its middle: files of a directory often begin alike.
fn shorten(item: &str, room: usize) -> String {
    let (name, rest) = item.split_once("  ").unwrap_or((item, ""));
    let most = if rest.is_empty() { room } else { room / 2 };
    if columns(item, true) <= room || columns(name, true) <= most {
        return item.to_owned();
    }
    let head = fit(name, most / 3, true);
    let mut tail = &name[head.len()..];
    while !tail.is_empty() && columns(head, true) + 2 + columns(tail, true) > most {
        let first = tail.chars().next().map_or(tail.len(), char::len_utf8);
        tail = &tail[first..];
    }
    format!("{head}..{tail}  {rest}")
}
