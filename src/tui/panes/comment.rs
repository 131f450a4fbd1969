//! The comment on the move that stands on the board, and what is wrong with it.

use std::borrow::Cow;

use super::{Body, Pane};
use crate::tui::model::{State, Wrapped};

pub(super) const PANE: Pane = Pane {
    wish: |state| u16::from(state.document.has_comments),
    heading: Some(heading),
    body: Body::Text(|state, _| {
        Cow::Borrowed(state.ui.comment.as_ref().map_or(&[], Wrapped::lines))
    }),
    ..Pane::PLAIN
};

/// The number of the comment among all of the record, and its place: `COMMENT 12/51` and `3.2-5`.
fn heading(state: &State, _: u16) -> (String, String) {
    let lines = state.reader.cursor.lines();
    let title = state.texts().comment;
    let node = state.node();
    match (
        state.document.record.tree.comment(node),
        lines.comments().len(),
    ) {
        (None, 0) => (title.to_owned(), String::new()),
        (None, all) => (format!("{title} -/{all}"), String::new()),
        (Some(_), all) => {
            let number = lines.comments_to(node);
            (
                format!("{title} {number}/{all}"),
                state.place_of(node).to_string(),
            )
        }
    }
}
