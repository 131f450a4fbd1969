//! The keys, from their table: those that are of use now. After them, what the signs in the lists mean.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::Line;
use super::{Body, Keys, Pane};
use crate::text::columns;
use crate::text::wrap;
use crate::tui::actions::{Action, Group, KEYS};
use crate::tui::model::State;

/// The columns for keys and signs.
const KEY: usize = 12;

pub(super) const PANE: Pane = Pane {
    heading: Some(|state, _| (state.texts().keys.to_owned(), "?".to_owned())),
    body: Body::Text(text),
    keys: Keys::Text,
    ..Pane::PLAIN
};

fn text(state: &State, area: Rect) -> Cow<'_, [Line]> {
    let texts = state.texts();
    let width = usize::from(area.width);
    let mut lines = Vec::new();
    for group in Group::ALL {
        let bindings = KEYS.iter().filter(|binding| binding.group == group);
        let valid = bindings.filter(|binding| state.is_valid(binding.action));
        let rows = valid.filter_map(|binding| {
            let keys = state.ui.entry.keymap.keys_of(binding.action);
            (!keys.is_empty()).then(|| row(&keys, (texts.help)(binding), width))
        });
        push(state, &mut lines, (texts.group)(group), rows);
    }
    let signs = signs(state);
    let signs = signs
        .iter()
        .filter(|(_, _, is_there)| *is_there)
        .map(|(sign, meaning, _)| row(sign, meaning, width));
    push(state, &mut lines, state.texts().signs, signs);
    Cow::Owned(lines)
}

/// What may stand beside moves, and whether the record has such moves.
fn signs(state: &State) -> [(&'static str, &'static str, bool); 6] {
    let texts = state.texts();
    let has_warnings = !state.document.loaded.all_warnings().is_empty();
    [
        (
            "[1/3]",
            texts.sign_siblings,
            state.is_valid(Action::NextFork),
        ),
        ("*", texts.sign_comment, state.is_valid(Action::NextComment)),
        ("=", texts.sign_same, state.is_valid(Action::Transposition)),
        (
            "+",
            texts.sign_new,
            !state.document.following.fresh.is_empty(),
        ),
        ("(!)", texts.sign_warning, has_warnings),
        (
            state.texts().out_of_book,
            texts.sign_out_of_book,
            state.shows_book(),
        ),
    ]
}

/// A heading and the rows under it, if there are any.
fn push(
    state: &State,
    lines: &mut Vec<Line>,
    heading: &str,
    rows: impl Iterator<Item = Vec<String>>,
) {
    let mut rows = rows.flatten().peekable();
    if rows.peek().is_some() {
        lines.push(Line::new(state, heading, state.ui.settings.heading(false)));
        lines.extend(rows.map(|row| Line::new(state, &row, Style::new())));
    }
}

/// Keys with what they do, in as many lines as that takes.
fn row(keys: &str, what: &str, width: usize) -> Vec<String> {
    let pad = KEY.saturating_sub(columns(keys, false)).max(1);
    let lines = wrap(what, width.saturating_sub(KEY + 1), false);
    let line = |(nth, line): (usize, &String)| match nth {
        0 => format!(" {keys}{}{line}", " ".repeat(pad)),
        _ => format!(" {}{line}", " ".repeat(KEY)),
    };
    lines.iter().enumerate().map(line).collect()
}
