//! Handles keys and pasted text. In this order they go to the prompt, the list of games, incomplete input, the focused
//! pane, and the record.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{bookmarks, command, file, library, search};
use crate::tui::actions::{Action, Scope};
use crate::tui::completion;
use crate::tui::keymap::{Key, Meaning, name_all};
use crate::tui::model::entry::Asked;
use crate::tui::model::mode::{Base, Mode, base, mode};
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, TextField, focus};
use crate::tui::report::Report;

/// Handles a key.
pub(super) fn press(state: &mut State, event: KeyEvent) {
    let event = renamed(event);
    state.ui.message = None;
    state.ui.picked = None;
    state.ui.panes.welcomes = false;
    match mode(state) {
        Mode::Prompt => in_prompt(state, &event),
        Mode::Chooser(PaneId::Games) if library::key(state, &event) => {}
        Mode::Chooser(PaneId::Bookmarks) => in_bookmarks(state, Key::new(&event)),
        Mode::Pending if event.code == KeyCode::Esc => state.ui.entry.clear(),
        Mode::Pending if event.code == KeyCode::Backspace => state.ui.entry.drop_last(),
        Mode::Chooser(_) | Mode::Pending | Mode::Base => look_up(state, Key::new(&event)),
    }
}

/// A letter chooses the bookmark; any other key cancels.
fn in_bookmarks(state: &mut State, key: Key) {
    match key.character().filter(|letter| !letter.is_control()) {
        Some(letter) => name_bookmark(state, letter),
        None => state.ui.entry.clear(),
    }
}

/// Treats Ctrl-h as Backspace, like older terminals, and Ctrl-j as Enter: keys typed before the first frame pass through a
/// terminal that converts Enter to a line end.
fn renamed(event: KeyEvent) -> KeyEvent {
    let code = match event.code {
        KeyCode::Char('h') if event.modifiers == KeyModifiers::CONTROL => KeyCode::Backspace,
        KeyCode::Char('j') if event.modifiers == KeyModifiers::CONTROL => KeyCode::Enter,
        _ => return event,
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// Looks up a key after the keys typed before it.
fn look_up(state: &mut State, key: Key) {
    let digit = key.character().and_then(|key| key.to_digit(10));
    let entry = &mut state.ui.entry;
    if let Some(digit) = digit.filter(|_| entry.keys.is_empty()) {
        return entry.push_digit(digit as usize);
    }
    entry.keys.push(key);
    let keys = std::mem::take(&mut state.ui.entry.keys);
    match state.ui.entry.keymap.meaning(&keys, scopes(state)) {
        Meaning::Begun => state.ui.entry.keys = keys,
        Meaning::Action(action) => {
            let count = state.ui.entry.count.take();
            super::act(state, action, count);
        }
        Meaning::Nothing => {
            state.ui.entry.count = None;
            state.report(&Report::NoMeaning(name_all(&keys)));
        }
    }
}

/// The scopes in which keys are currently looked up, innermost first.
fn scopes(state: &State) -> impl Iterator<Item = Scope> + use<> {
    let book = state.is_in_book().then_some(Scope::Book);
    let playing = (base(state) == Base::Playing).then_some(Scope::Playing);
    let comment = (focus::focused(state) == PaneId::Comment).then_some(Scope::Comment);
    let list = (state.ui.panes.opened == Some(PaneId::Games)).then_some(Scope::List);
    let nearest = [list, book, comment, playing].into_iter().flatten();
    nearest.chain([Scope::Base])
}

/// Sets or visits a bookmark, as requested before.
pub(super) fn name_bookmark(state: &mut State, letter: char) {
    match state.ui.entry.letter.take() {
        Some(Action::SetBookmark) => bookmarks::set(state, letter),
        Some(_) => bookmarks::go_to(state, letter),
        None => {}
    }
}

/// Inserts pasted text in the line being typed, or opens it if it is a record.
pub(super) fn paste(state: &mut State, text: &str) {
    let is_list = state.ui.panes.opened == Some(PaneId::Games);
    if let Some(prompt) = &mut state.ui.entry.prompt {
        prompt.line.insert(text);
    } else if let Some(list) = state.ui.games.as_mut().filter(|_| is_list) {
        list.filter.insert(text);
        library::filter(state);
    } else {
        file::open_pasted(state, text);
    }
}

/// Opens a prompt.
pub(super) fn ask(state: &mut State, asked: Asked, _: Option<usize>) {
    state.ui.entry.ask(asked);
}

fn in_prompt(state: &mut State, event: &KeyEvent) {
    let entry = &mut state.ui.entry;
    let Some(prompt) = &mut entry.prompt else {
        return;
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Esc => entry.prompt = None,
        KeyCode::Char('c' | 'g') if control => entry.prompt = None,
        KeyCode::Enter => enter(state),
        KeyCode::Tab => complete(state),
        KeyCode::Up => entry.recall(true),
        KeyCode::Down => entry.recall(false),
        // As in vi, Backspace in an empty prompt closes it.
        KeyCode::Backspace if prompt.line.text().is_empty() => entry.prompt = None,
        _ => {
            prompt.line.key(event);
        }
    }
}

/// Completes the common prefix of all completions.
fn complete(state: &mut State) {
    let prompt = state.ui.entry.prompt.as_ref();
    let Some(typed) = prompt.map(|prompt| prompt.line.text().to_owned()) else {
        return;
    };
    let fitting = completion::fitting(state, &typed);
    let common = completion::common(&fitting);
    if let Some(prompt) = &mut state.ui.entry.prompt
        && prompt.asked == Asked::Command
        && common.len() > typed.len()
    {
        prompt.line = TextField::new(common);
    }
}

fn enter(state: &mut State) {
    let Some(prompt) = state.ui.entry.prompt.take() else {
        return;
    };
    let text = prompt.line.text().trim();
    if !text.is_empty() {
        state.ui.entry.remember(prompt.asked, text);
    }
    match prompt.asked {
        Asked::Command => command::run(state, text),
        Asked::Search if search::is_in_help(state) => search::look_in_help(state, text),
        Asked::Search => search::search_for(state, text),
    }
}
