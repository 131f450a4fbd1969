//! Commands typed after `:`: a place, game, move, setting, `w` to write a copy, deletion of a bookmark, or the name of
//! an action.

use std::path::Path;
use std::sync::Arc;

use super::{bookmarks, jumps, layer, records, variations};
use crate::files::address::game_number;
use crate::game::MoveError;
use crate::record::Place;
use crate::tui::actions::{Action, KEYS};
use crate::tui::background::{CopyJob, Outcome};
use crate::tui::completion::CHANGEABLE;
use crate::tui::model::State;
use crate::tui::report::Report;

/// Runs a command.
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
    } else if text == "q" {
        super::act(state, Action::Quit, None);
    } else if let Some(letter) = text.strip_prefix("delete-bookmark ").and_then(only) {
        bookmarks::delete(state, letter);
    } else if let Some(name) = text.strip_prefix("w ").filter(|_| !is_stone(state, text)) {
        write_copy(state, Path::new(name.trim()));
    } else if !set(state, text) {
        layer::play_text(state, text);
    }
}

/// The only character of a text.
fn only(text: &str) -> Option<char> {
    let mut characters = text.trim().chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Whether a text such as `w Q16` is a white stone. It cannot be the name of a file to write, since it has no extension
/// for a format.
fn is_stone(state: &State, text: &str) -> bool {
    let stone = state.position().parse_move(text, None);
    state.position().go().is_some() && stone != Err(MoveError::Unreadable)
}

/// Writes a copy of the file, with the own lines as variations.
fn write_copy(state: &mut State, path: &Path) {
    if state.document.percent.is_some() {
        return state.report(&Report::StillReading);
    }
    let job = CopyJob {
        path: path.to_owned(),
        loaded: Arc::clone(&state.document.loaded),
        game: state.document.game,
        layers: state.document.layers.clone(),
    };
    state.tickets.copying = Some(state.start(|_, send| {
        send(Outcome::Copied(job.run()));
    }));
}

/// Changes a setting, as in `theme light`. Returns false for an unknown setting or value.
fn set(state: &mut State, text: &str) -> bool {
    let Some((name, word)) = text.split_once(' ') else {
        return false;
    };
    let setting = CHANGEABLE.iter().find(|setting| setting.name == name);
    setting.is_some_and(|setting| (setting.set)(&mut state.ui.settings, word.trim()))
}

/// `2:3.2-12`, or just `2`: the number of a game and a place. Returns the index of the game.
fn game_and_place(text: &str) -> Option<(usize, Option<Place>)> {
    let (game, place) = match text.split_once(':') {
        Some((game, place)) => (game, Some(place.parse().ok()?)),
        None => (text, None),
    };
    Some((game_number(game)? - 1, place))
}

fn show_game(state: &mut State, game: usize) -> bool {
    jumps::leave(state);
    records::show_game(state, game)
}

/// Goes to a place in the record, if given.
fn go_to(state: &mut State, place: Option<&Place>) {
    let (tree, lines) = (state.tree(), state.lines());
    let node = place.map(|place| place.find(tree, lines));
    match node {
        Some(Ok(node)) => jumps::jump_to(state, node),
        Some(Err(error)) => state.report(&Report::NoPlace(error)),
        None => {}
    }
}
