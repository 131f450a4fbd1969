//! What is typed after `:` — a place, a game, a move, or an action by name.

use super::{jumps, library, trial, variations};
use crate::files::address::game_number;
use crate::record::Place;
use crate::tui::actions::KEYS;
use crate::tui::model::State;
use crate::tui::say::Say;

/// Does what a command asks for.
pub(super) fn run(state: &mut State, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some((game, place)) = text.strip_prefix('#').and_then(game_and_place) {
        if game == state.document.game || show_game(state, game) {
            go_to(state, place.as_ref());
        }
    } else if let Ok(place) = text.parse() {
        go_to(state, Some(&place));
    } else if text == "main" {
        variations::mainline(state, None);
    } else if let Some(binding) = KEYS.iter().find(|binding| binding.name == text) {
        super::act(state, binding.action, None);
    } else {
        trial::play_text(state, text);
    }
}

/// `2:3.2-12`, or `2` alone: the number of the game, here from 0.
fn game_and_place(text: &str) -> Option<(usize, Option<Place>)> {
    let (game, place) = match text.split_once(':') {
        Some((game, place)) => (game, Some(place.parse().ok()?)),
        None => (text, None),
    };
    Some((game_number(game)? - 1, place))
}

fn show_game(state: &mut State, game: usize) -> bool {
    jumps::leave(state);
    library::show_game(state, game)
}

/// Goes to a place in the record, if one is named.
fn go_to(state: &mut State, place: Option<&Place>) {
    let (tree, lines) = (&state.document.record.tree, state.reader.cursor.lines());
    let node = place.map(|place| place.find(tree, lines));
    match node {
        Some(Ok(node)) => jumps::jump_to(state, node),
        Some(Err(error)) => state.say(&Say::NoPlace(error)),
        None => {}
    }
}
