//! Completes commands.

use super::model::State;
use super::model::action::{Handler, Scope};
use super::model::focus::scopes;
use crate::game::Game;
use crate::settings::SETTINGS;
use crate::text::folded;

/// The completions of a command, up to its next space. Nearby moves and places come first.
pub(super) fn fitting(state: &State, typed: &str) -> Vec<String> {
    let settings = SETTINGS.iter().filter(|setting| setting.is_changeable).flat_map(|setting| {
        let words = setting.words().into_iter();
        words.map(move |word| format!("{} {word}", setting.name))
    });
    let keymap = &state.ui.keymap;
    let scopes = scopes(state);
    let actions = keymap.actions.iter().filter(|action| {
        keymap.meant(action.name, &scopes) == Some(*action) && (action.is_valid)(state)
    });
    let actions = actions.map(|action| match action.run {
        Handler::Text(..) if action.name != "#" => format!("{} ", action.name),
        _ => action.name.to_owned(),
    });
    let mut all = around(state);
    all.extend(settings);
    all.extend(Game::ALL.map(|game| format!("new {}", game.name())));
    all.extend(actions);
    if !typed.is_empty() && scopes.contains(&Scope::Record) {
        all.extend(legal(state));
    }
    let mut fitting: Vec<String> = Vec::new();
    for (text, end) in all.iter().filter_map(|text| Some((text, begins_with(text, typed)?))) {
        let blank = text[end..].find(' ');
        let text = blank.map_or(&**text, |blank| &text[..end + blank + 1]);
        if text != typed && !fitting.iter().any(|known| known == text) {
            fitting.push(text.to_owned());
        }
    }
    fitting
}

/// The end of what was typed at the beginning of a text. A move may be typed in other characters than it is shown in.
fn begins_with(text: &str, typed: &str) -> Option<usize> {
    if typed.is_ascii() {
        return text.starts_with(typed).then_some(typed.len());
    }
    let count = typed.chars().count();
    let end = text.char_indices().nth(count).map_or(text.len(), |(end, _)| end);
    (folded(&text[..end]) == folded(typed)).then_some(end)
}

/// The next moves, their alternatives and those of the current move, with their places.
fn around(state: &State) -> Vec<String> {
    if state.hides_answer() {
        return Vec::new();
    }
    let here = state.node();
    let children = state.lines().children(here);
    let fork = state.tree().parent(here);
    let siblings = state.branches().iter();
    let siblings = siblings.filter(|node| **node != here && Some(**node) != fork);
    let nodes = children.iter().chain(siblings);
    let places = nodes.clone().map(|node| state.place_of(*node).to_string());
    let names = nodes.filter_map(|node| state.name_of(&state.position_before(*node), *node));
    names.chain(places).collect()
}

/// Every legal move, in the notation shown.
fn legal(state: &State) -> impl Iterator<Item = String> + '_ {
    let (position, last) = (state.position(), state.last_move());
    position.legal_moves().into_iter().map(move |mv| state.name_of_move(position, mv, last))
}

/// The longest common prefix of all completions.
pub(super) fn common(fitting: &[String]) -> &str {
    let Some((first, others)) = fitting.split_first() else {
        return "";
    };
    let mut end = first.len();
    while others.iter().any(|other| !other.starts_with(&first[..end])) {
        end = first.floor_char_boundary(end - 1);
    }
    &first[..end]
}
