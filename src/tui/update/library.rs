//! The list of games or files, and going from one to another.

use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{jumps, records};
use crate::tui::background::{self, Job, Listing, describe};
use crate::tui::model::panes::PaneId;
use crate::tui::model::{GameList, Listed, State, short_name};
use crate::tui::report::Report;

/// Opens the list of games, or of files where the file has but one game.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.ui.panes.opened == Some(PaneId::Games) {
        close(state);
    } else if state.document.loaded.games.len() > 1 {
        list_games(state);
    } else if state.document.files.is_some() {
        list_files(state);
    } else {
        state.report(&Report::OneGame);
    }
}

fn list_games(state: &mut State) {
    let items = state
        .document
        .loaded
        .games
        .iter()
        .map(|entry| describe(&entry.headers));
    let list = GameList::new(Listed::Games, items.collect(), state.document.game);
    show_list(state, list);
}

/// Opens the list of the directory's files. What is in them is read while the list stands.
pub(super) fn list_files(state: &mut State) {
    let Some(files) = state.document.files.clone() else {
        return;
    };
    let here = files.iter().position(|file| *file == state.document.path);
    let items = background::names(&files);
    show_list(
        state,
        GameList::new(Listed::Files, items, here.unwrap_or(0)),
    );
    let directory = state.document.following.directory.clone();
    let job = Job::List(files, directory, state.document.options);
    state.tickets.list = Some(state.start(job));
}

fn show_list(state: &mut State, list: GameList) {
    state.ui.games = Some(list);
    state.ui.panes.open(PaneId::Games);
}

/// Takes what was read of the files.
pub(super) fn listed(state: &mut State, listing: Listing) {
    match listing {
        Listing::Files(from, texts) => describe_files(state, from, texts),
        Listing::Added(files) => add(state, &files),
    }
}

/// Adds to the names of files what they hold, from one on.
fn describe_files(state: &mut State, from: usize, texts: Vec<String>) {
    let Some(list) = state
        .ui
        .games
        .as_mut()
        .filter(|list| list.of == Listed::Files)
    else {
        return;
    };
    for (item, text) in list.items.iter_mut().skip(from).zip(texts) {
        *item = background::item(item, &text);
    }
    filter(state);
}

/// Files were added to the directory, in order.
fn add(state: &mut State, added: &[(PathBuf, String)]) {
    let mut files = state.document.files.as_deref().cloned().unwrap_or_default();
    let known = files.len();
    files.extend(added.iter().map(|(path, _)| path.clone()));
    files.sort_unstable();
    files.dedup();
    let names = background::names(&files);
    let list = state.ui.games.as_mut();
    let list = list.filter(|list| list.of == Listed::Files);
    if let Some(list) = list.filter(|_| files.len() > known) {
        for (path, text) in added {
            if let Ok(number) = files.binary_search(path) {
                list.insert(number, background::item(&names[number], text));
            }
        }
    }
    state.document.files = Some(Arc::new(files));
    filter(state);
}

/// Brings the list in line with its filter.
pub(super) fn filter(state: &mut State) {
    if let Some(list) = &mut state.ui.games {
        list.apply_filter();
        list.go(0);
    }
}

/// A key while the list stands; false if it is none of the list's.
pub(super) fn key(state: &mut State, event: &KeyEvent) -> bool {
    let Some(list) = &mut state.ui.games else {
        return false;
    };
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Esc => return false,
        KeyCode::Char('c' | 'l' | 'z') if control => return false,
        KeyCode::Enter => open_chosen(state),
        KeyCode::Char('j') if control => open_chosen(state),
        KeyCode::Up => list.go(-1),
        KeyCode::Down => list.go(1),
        KeyCode::PageUp => list.page(-1),
        KeyCode::PageDown => list.page(1),
        KeyCode::Home => list.go(isize::MIN),
        KeyCode::End => list.go(isize::MAX),
        KeyCode::Tab => other_list(state),
        _ if list.filter.key(event) => filter(state),
        _ => return false,
    }
    true
}

/// From the games of the file to the files of the directory, and back.
fn other_list(state: &mut State) {
    match state.ui.games.as_ref().map(|list| list.of) {
        Some(Listed::Games) if state.document.files.is_some() => list_files(state),
        Some(Listed::Files) if state.document.loaded.games.len() > 1 => list_games(state),
        _ => {}
    }
}

/// Opens what stands in a row, from 0 among those that pass the filter.
pub(super) fn open_row(state: &mut State, row: usize) {
    if let Some(list) = &mut state.ui.games {
        list.marked = row;
        open_chosen(state);
    }
}

fn open_chosen(state: &mut State) {
    let Some((of, chosen)) = state
        .ui
        .games
        .as_ref()
        .and_then(|list| Some((list.of, list.chosen()?)))
    else {
        return;
    };
    match of {
        Listed::Games => {
            jumps::leave(state);
            if records::show_game(state, chosen) {
                close(state);
            }
        }
        Listed::Files => open_file_number(state, chosen),
    }
}

/// Opens the directory's file before or after this one; false if there is none.
pub(super) fn open_neighbour(state: &mut State, forward: bool) -> bool {
    let Some(files) = &state.document.files else {
        return false;
    };
    let here = files.iter().position(|file| *file == state.document.path);
    let there = here.and_then(|here| here.checked_add_signed(if forward { 1 } else { -1 }));
    let there = there.filter(|there| *there < files.len());
    if let Some(there) = there {
        open_file_number(state, there);
    }
    there.is_some()
}

fn open_file_number(state: &mut State, number: usize) {
    let file = state
        .document
        .files
        .as_ref()
        .and_then(|files| files.get(number));
    if let Some(path) = file.cloned() {
        state.report(&Report::Opening(short_name(&path)));
        state.tickets.opening = Some(state.start(Job::Open(path, state.document.options)));
    }
}

/// Closes the list.
pub(super) fn close(state: &mut State) {
    state.ui.panes.opened = None;
}

/// What belongs to a chooser goes with its pane, whatever closed or covered it.
pub(super) fn drop_what_is_closed(state: &mut State) {
    let opened = state.ui.panes.opened;
    if opened != Some(PaneId::Games) {
        state.ui.games = None;
        state.tickets.list = None;
    }
    if opened != Some(PaneId::Map) {
        state.ui.map = None;
    }
}

/// Goes so many games on or back. Beyond the file's last game follows the directory's next file.
pub(super) fn go_to_game(state: &mut State, forward: bool, times: usize) {
    let last = state.document.loaded.games.len().saturating_sub(1);
    let here = state.document.game;
    let there = if forward {
        here.saturating_add(times).min(last)
    } else {
        here.saturating_sub(times)
    };
    if there != here {
        records::show_game(state, there);
    } else if !open_neighbour(state, forward) {
        state.report(&Report::NoMoreGames);
    }
}
