//! Copies to the clipboard.

use crate::files::address::Address;
use crate::record::NodeId;
use crate::tui::model::{Effect, State};
use crate::tui::report::Report;

/// The maximum number of bytes to copy, limited by terminals. Base64 makes text a third longer.
const MOST: usize = 74_000 / 4 * 3;

/// Copies the position as FEN, SFEN, or SGF with its stones.
pub(super) fn copy_position(state: &mut State, _: Option<usize>) {
    let number = state.tree().ply(state.node()) + state.document.record.first_number;
    copy(state, state.position().text(number));
}

/// Copies the moves from the start to the cursor.
pub(super) fn copy_line(state: &mut State, _: Option<usize>) {
    let mut text = String::new();
    let mut position = state.position_at(NodeId::ROOT);
    let cursor = &state.reader.cursor;
    for node in cursor.nodes(1..cursor.ply() + 1) {
        if let Some(name) = state.name_of(&position, node) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&name);
        }
        if text.len() > MOST {
            break;
        }
        state.document.record.advance(&mut position, node);
    }
    copy(state, text);
}

/// Copies the current place as `file#game:place`.
pub(super) fn copy_place(state: &mut State, _: Option<usize>) {
    let document = &state.document;
    let address = Address {
        path: document.path.clone(),
        game: (document.loaded.games.len() > 1).then_some(document.game),
        place: Some(state.place_of(state.node())),
    };
    copy(state, address.to_string());
}

fn copy(state: &mut State, text: String) {
    match text.len() {
        0 => return state.report(&Report::NothingToCopy),
        1..=MOST => {}
        _ => return state.report(&Report::TooLong),
    }
    state.report(&Report::Copied(text.clone()));
    state.want(Effect::Copy(text));
}
