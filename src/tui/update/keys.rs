//! Handles keys and pasted text. What is being typed takes them first, then the focused pane, and the record.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Effect, board, command, file, games, jumps, notes, search, wall};
use crate::record::Edit;
use crate::tui::completion;
use crate::tui::keymap::{Key, KeyMatch, name_all};
use crate::tui::model::focus::scopes;
use crate::tui::model::{Asked, Input, PaneId, State, TextField};
use crate::tui::report::Report;

/// Handles a key.
pub(super) fn press(state: &mut State, event: KeyEvent) {
    let event = renamed(event);
    state.ui.message = None;
    if !state.is_on_board() {
        state.ui.pointer.held = None;
    }
    state.ui.panes.welcomes = false;
    match &mut state.ui.mode.input {
        Input::Prompt(_) => in_prompt(state, &event),
        Input::Letter(_) => in_bookmarks(state, Key::new(&event)),
        Input::Pending(_) if event.code == KeyCode::Esc => state.ui.mode.input = Input::Nothing,
        Input::Pending(pending) if event.code == KeyCode::Backspace => {
            pending.drop_last();
            let pending = state.ui.mode.take_pending();
            state.ui.mode.set_pending(pending);
        }
        Input::Pending(_) => look_up(state, Key::new(&event)),
        Input::Filter => {
            if !games::key(state, &event) {
                look_up(state, Key::new(&event));
            }
        }
        Input::Nothing => look_up(state, Key::new(&event)),
    }
    warn_if_full(state);
}

/// Reports that there was no room for what was typed or pasted.
fn warn_if_full(state: &mut State) {
    if state.ui.mode.prompt().is_some_and(|prompt| prompt.line.is_full) {
        state.report(&Report::NoRoom);
    }
}

/// A letter chooses the bookmark; any other key cancels.
fn in_bookmarks(state: &mut State, key: Key) {
    match key.character().filter(|letter| !letter.is_control()) {
        Some(letter) => name_bookmark(state, letter),
        None => state.ui.mode.input = Input::Nothing,
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
    let mut pending = state.ui.mode.take_pending();
    let file = digit.filter(|_| pending.is_empty() && state.counts_files());
    if let Some(file) = file {
        return board::to_file(state, file as u8);
    }
    state.ui.pointer.file = None;
    if let Some(most) = digit.filter(|_| pending.is_empty() && state.is_on_wall()) {
        return wall::show_at_most(state, Some(most as usize));
    }
    if let Some(digit) = digit.filter(|_| pending.keys.is_empty()) {
        pending.push_digit(digit as usize);
        return state.ui.mode.set_pending(pending);
    }
    pending.keys.push(key);
    match state.ui.keymap.meaning(&pending.keys, &scopes(state)) {
        KeyMatch::Begun => state.ui.mode.set_pending(pending),
        KeyMatch::Action(action) => super::act(state, action, pending.count),
        KeyMatch::Nothing => state.report(&Report::NoMeaning(name_all(&pending.keys))),
    }
}

/// Sets or visits a bookmark, as requested before.
pub(super) fn name_bookmark(state: &mut State, letter: char) {
    match std::mem::take(&mut state.ui.mode.input) {
        Input::Letter("set-bookmark") => jumps::set_bookmark(state, letter),
        Input::Letter(_) => jumps::go_to_bookmark(state, letter),
        other => state.ui.mode.input = other,
    }
}

/// Inserts pasted text in the line being typed, or opens it if it is a record.
pub(super) fn paste(state: &mut State, text: &str) {
    let is_list = state.ui.mode.opened() == Some(PaneId::Games);
    if let Input::Prompt(prompt) = &mut state.ui.mode.input {
        prompt.line.insert(text);
        warn_if_full(state);
    } else if let Some(list) = state.ui.games.as_mut().filter(|_| is_list) {
        list.arrangement.filter.insert(text);
        games::filter(state);
    } else {
        file::open_pasted(state, text);
    }
}

fn in_prompt(state: &mut State, event: &KeyEvent) {
    let ui = &mut state.ui;
    let Input::Prompt(prompt) = &mut ui.mode.input else {
        return;
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    if prompt.asked == Asked::Comment {
        return in_comment(state, event);
    }
    match event.code {
        KeyCode::Esc => ui.mode.input = Input::Nothing,
        KeyCode::Char('c' | 'g') if control => ui.mode.input = Input::Nothing,
        KeyCode::Enter => enter(state),
        KeyCode::Tab => complete(state),
        KeyCode::Up => ui.typed.recall(prompt, true),
        KeyCode::Down => ui.typed.recall(prompt, false),
        // As in vi, Backspace in an empty prompt closes it.
        KeyCode::Backspace if prompt.line.text().is_empty() => ui.mode.input = Input::Nothing,
        _ => _ = prompt.line.key(event),
    }
}

/// Edits a comment: Esc saves it, Ctrl-c discards the changes.
fn in_comment(state: &mut State, event: &KeyEvent) {
    let width = state.ui.layout.area(PaneId::Comment).map_or(0, |area| area.width.into());
    let Input::Prompt(prompt) = &mut state.ui.mode.input else {
        return;
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let text = prompt.line.text().to_owned();
    match event.code {
        KeyCode::Esc => notes::take_comment(state, &text),
        KeyCode::Char('c' | 'g') if control => {
            notes::end_comment(state, Edit::Draft(String::new()));
        }
        KeyCode::Char('x') if control => state.want(Effect::Write(text)),
        KeyCode::Enter => prompt.line.insert("\n"),
        KeyCode::Up => prompt.line.step_row(width, false),
        KeyCode::Down => prompt.line.step_row(width, true),
        _ => _ = prompt.line.key(event),
    }
}

/// Completes the common prefix of all completions.
fn complete(state: &mut State) {
    let commanded = state.ui.mode.prompt().filter(|prompt| prompt.asked == Asked::Command);
    let Some(typed) = commanded.map(|prompt| prompt.line.text().to_owned()) else {
        return;
    };
    let fitting = completion::fitting(state, &typed);
    let common = completion::common(&fitting);
    if let Input::Prompt(prompt) = &mut state.ui.mode.input
        && common.len() > typed.len()
    {
        prompt.line = TextField::new(common);
    }
}

fn enter(state: &mut State) {
    let Input::Prompt(prompt) = std::mem::take(&mut state.ui.mode.input) else {
        return;
    };
    let text = prompt.line.text().trim();
    if !text.is_empty() {
        state.ui.typed.remember(prompt.asked, text);
    }
    match prompt.asked {
        Asked::Command => command::run(state, text),
        Asked::Help => search::look_in_help(state, text),
        Asked::Search => search::search_for(state, text),
        // Enter is part of the text.
        Asked::Comment => {}
    }
}
