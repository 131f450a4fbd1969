//! What keys and pasted text mean: to the prompt, to the list of games, to what was typed before, to the pane that has
//! the focus, and to the record, in this order.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{bookmarks, command, file, library, search, trial};
use crate::tui::actions::{Action, Scope};
use crate::tui::keymap::{Key, Meaning, name_all};
use crate::tui::model::State;
use crate::tui::model::typing::Asked;
use crate::tui::panes::PaneId;
use crate::tui::say::Say;

/// Deals with a key.
pub(super) fn press(state: &mut State, event: KeyEvent) {
    let event = with_backspace(event);
    state.ui.message = None;
    if state.ui.typing.prompt.is_some() {
        in_prompt(state, &event);
    } else if has_list(state) && library::key(state, &event) {
        // Done.
    } else if event.code == KeyCode::Esc && state.ui.typing.drop_all() {
        // What was typed is dropped.
    } else if state.ui.typing.letter.is_some() {
        match Key::new(&event)
            .character()
            .filter(|letter| !letter.is_control())
        {
            Some(letter) => name_mark(state, letter),
            None => state.ui.typing.letter = None,
        }
    } else if event.code != KeyCode::Backspace || !state.ui.typing.drop_last() {
        look_up(state, Key::new(&event));
    }
}

/// To a terminal Ctrl-h is what Backspace was once.
fn with_backspace(event: KeyEvent) -> KeyEvent {
    match event.code {
        KeyCode::Char('h') if event.modifiers == KeyModifiers::CONTROL => {
            KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)
        }
        _ => event,
    }
}

fn has_list(state: &State) -> bool {
    state.ui.panes.opened == Some(PaneId::Games)
}

/// Finds out what a key means after those that were typed before it.
fn look_up(state: &mut State, key: Key) {
    let digit = key.character().and_then(|key| key.to_digit(10));
    let typing = &mut state.ui.typing;
    if let Some(digit) = digit.filter(|_| typing.keys.is_empty()) {
        return typing.push_digit(digit as usize);
    }
    typing.keys.push(key);
    let keys = std::mem::take(&mut state.ui.typing.keys);
    match state.ui.typing.keymap.meaning(&keys, scopes(state)) {
        Meaning::Begun => state.ui.typing.keys = keys,
        Meaning::Action(action) => {
            let count = state.ui.typing.count.take();
            super::act(state, action, count);
        }
        Meaning::Nothing => {
            state.ui.typing.count = None;
            state.say(&Say::NoMeaning(name_all(&keys)));
        }
    }
}

/// Where keys are looked up now, the nearest first.
fn scopes(state: &State) -> impl Iterator<Item = Scope> + use<> {
    let book = trial::has_keys(state).then_some(Scope::Book);
    let playing = state.ui.playing.interval().map(|_| Scope::Playing);
    book.into_iter().chain(playing).chain([Scope::Base])
}

/// Sets the bookmark of a letter or goes to it, as was asked for before.
pub(super) fn name_mark(state: &mut State, letter: char) {
    match state.ui.typing.letter.take() {
        Some(Action::SetMark) => bookmarks::set(state, letter),
        Some(_) => bookmarks::go_to(state, letter),
        None => {}
    }
}

/// Text that was pasted goes into the line that is being typed; elsewhere it is opened, if it is a record.
pub(super) fn paste(state: &mut State, text: &str) {
    if let Some(prompt) = &mut state.ui.typing.prompt {
        prompt.line.insert(text);
    } else if let Some(list) = state.ui.list.as_mut() {
        list.filter.insert(text);
        library::filter(state);
    } else {
        file::open_pasted(state, text);
    }
}

pub(in crate::tui) fn ask_command(state: &mut State, _: Option<usize>) {
    state.ui.typing.ask(Asked::Command);
}

fn in_prompt(state: &mut State, event: &KeyEvent) {
    let typing = &mut state.ui.typing;
    let Some(prompt) = &mut typing.prompt else {
        return;
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Esc => typing.prompt = None,
        KeyCode::Char('c' | 'g') if control => typing.prompt = None,
        KeyCode::Enter => enter(state),
        // What was typed ahead of the first frame came through a terminal that makes line ends of Enter.
        KeyCode::Char('j') if control => enter(state),
        KeyCode::Up => typing.recall(true),
        KeyCode::Down => typing.recall(false),
        // As in vi: deleting what is not there leaves the prompt.
        KeyCode::Backspace if prompt.line.text().is_empty() => typing.prompt = None,
        _ => {
            prompt.line.key(event);
        }
    }
}

fn enter(state: &mut State) {
    let Some(prompt) = state.ui.typing.prompt.take() else {
        return;
    };
    let text = prompt.line.text().trim();
    if !text.is_empty() {
        state.ui.typing.remember(prompt.asked, text);
    }
    match prompt.asked {
        Asked::Command => command::run(state, text),
        Asked::Search => search::search_for(state, text),
    }
}
