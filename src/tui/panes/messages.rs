//! The log of messages, newest first.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Body, Pane};
use crate::tui::model::{State, TextLine};

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().messages.to_owned(), String::new())),
    body: Body::Text(text),
    ..Pane::PLAIN
};

fn text(state: &State, area: Rect) -> Cow<'_, [TextLine]> {
    let wrapped = |text| TextLine::wrapped(state, text, &[], Style::new(), area.width);
    state.ui.log.newest().flat_map(wrapped).collect()
}
