//! What the file says about the game, as far as there is room.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::{Body, Pane, headers};
use crate::record::Key;
use crate::text::{clean_line, columns, wrap};
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, TextLine, focus};

pub(super) const PANE: Pane = Pane {
    heading: headers::PANE.heading,
    body: Body::Text(text),
    ..Pane::PLAIN
};

/// A pane of so many rows has room for a header a row; a smaller one gets them one after another.
const ROOMY: u16 = 7;

/// The headers that dapu knows; all of them on a page of their own.
fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    let width = usize::from(area.width);
    if focus::is_narrow(state) && state.ui.panes.focus == PaneId::Game {
        headers::text(state, area)
    } else if area.height < ROOMY {
        headers::plain(state, &summary(state, width))
    } else {
        headers::plain(
            state,
            &headers::wrapped(state, &headers::known(state), width),
        )
    }
}

/// What the title does not say, one thing after another in as few lines as it takes.
pub(in crate::tui) fn summary(state: &State, width: usize) -> Vec<String> {
    let wide = state.ambiguous().may_be_wide();
    let width = width.saturating_sub(1);
    let header = state.texts().header;
    let game = state.document.record.game();
    let in_title = |key| matches!(key, Key::Result | Key::Player(_));
    let speaks_for_itself = |key| matches!(key, Key::Title | Key::Event | Key::Date | Key::Place);
    let mut lines: Vec<String> = Vec::new();
    for (key, value) in state
        .document
        .record
        .headers
        .telling()
        .filter(|(key, _)| !in_title(*key))
    {
        let value = clean_line(&headers::worded(state, key, value));
        let item = if speaks_for_itself(key) {
            value
        } else {
            format!("{} {value}", header(key, game))
        };
        match lines.last_mut() {
            Some(last) if columns(last, wide) + 2 + columns(&item, wide) <= width => {
                last.push_str("  ");
                last.push_str(&item);
            }
            _ => lines.extend(wrap(&item, width, wide)),
        }
    }
    lines.iter().map(|line| format!(" {line}")).collect()
}
