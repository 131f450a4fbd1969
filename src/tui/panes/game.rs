//! Information about the game, as much as fits.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::list::flow;
use super::{Body, Pane, headers};
use crate::record::Key;
use crate::text::clean_line;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, TextLine, focus};

pub(super) const PANE: Pane = Pane {
    heading: headers::PANE.heading,
    body: Body::Text(text),
    ..Pane::PLAIN
};

/// A pane with this many rows shows one header per row; a smaller one joins them.
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

/// What the title does not show, joined into as few lines as possible.
pub(in crate::tui) fn summary(state: &State, width: usize) -> Vec<String> {
    let header = state.texts().header;
    let game = state.document.record.game();
    let in_title = |key| matches!(key, Key::Result | Key::Player(_));
    let speaks_for_itself = |key| matches!(key, Key::Title | Key::Event | Key::Date | Key::Place);
    let facts = state.document.record.headers.informative();
    let facts = facts.filter(|(key, _)| !in_title(*key));
    let facts = facts.map(|(key, value)| {
        let value = clean_line(&headers::worded(state, key, value));
        match speaks_for_itself(key) {
            true => value,
            false => format!("{} {value}", header(key, game)),
        }
    });
    let lines = flow(facts, width.saturating_sub(1), state.ambiguous().may_be_wide());
    lines.iter().map(|line| format!(" {line}")).collect()
}
