//! The list of games or files: opening it, filtering and sorting it.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent};

use crate::tui::background::{Column, Job, ListItem, describe, read_games};
use crate::tui::model::{GameList, Input, Listed, PaneId, State, TextField};

/// Opens the list of the file's games.
pub(super) fn list_games(state: &mut State) {
    let list = game_list(state);
    show_list(state, list);
    read_on(state, 0);
}

/// Reads the games of the list from an index on, for the number of their moves and for results that no header has.
fn read_on(state: &mut State, first: usize) {
    let (loaded, words) = (Arc::clone(&state.desk.loaded), state.words());
    if first < loaded.games().len() && !state.hides_results() && !state.awaits(Job::List) {
        state.start(Job::List, counted, move |_, send| read_games(&loaded, first, words, send));
    }
}

/// Adds what was read of games to their rows, and goes on with games that have come meanwhile.
fn counted(state: &mut State, (from, rows): (usize, Vec<ListItem>)) -> bool {
    let end = from + rows.len();
    if let Some(list) = state.ui.games.as_mut().filter(|list| list.of == Listed::Games) {
        for (item, row) in list.items.iter_mut().skip(from).zip(rows) {
            for column in [Column::Result, Column::Moves] {
                item.set(column, row.text(column).to_owned());
            }
        }
        list.learn();
        // The last batch ends the ticket before this.
        read_on(state, end);
    }
    mark_problems(state);
    true
}

/// Opens the list of the file's games if there are several, and returns whether there are. Problems are gone through in
/// their order.
pub(super) fn list_several(state: &mut State) -> bool {
    let lists = state.desk.loaded.games().len() > 1 && state.ui.mode.problem.is_none();
    if lists {
        list_games(state);
    }
    lists
}

fn game_list(state: &State) -> GameList {
    let choice = state.catalog.choices[Listed::Games as usize].as_ref();
    GameList::new(Listed::Games, game_rows(state, 0), state.desk.game, choice)
}

/// Opens the list of the record's problems.
pub(super) fn list_problems(state: &mut State) {
    let starts = state.desk.record.tree.problem_starts();
    let here = state.ui.mode.problem.as_ref().map(|problem| problem.start);
    let marked = starts.iter().position(|start| Some(*start) == here).unwrap_or(0);
    let rows = starts
        .iter()
        .map(|start| ListItem::with(Column::Players, state.desk.record.caption(*start)));
    let choice = state.catalog.choices[Listed::Problems as usize].as_ref();
    let list = GameList::new(Listed::Problems, rows.collect(), marked, choice);
    show_list(state, list);
}

/// The rows of the games from an index on.
fn game_rows(state: &State, first: usize) -> Vec<ListItem> {
    let games = (1..).zip(state.desk.loaded.games()).skip(first);
    let rows = games.map(|(number, game)| {
        let mut row = describe(state.desk.record.game(), &game.headers(), state.words());
        if state.hides_results() {
            let result = state.in_place_of_result(Listed::Games, number - 1);
            row.set(Column::Result, result.to_owned());
        }
        if state.desk.noted.contains(&(number - 1)) { row.noted() } else { row }
    });
    rows.collect()
}

/// Adds the games from an index on to the list of games.
pub(super) fn add_games(state: &mut State, known: usize) {
    if state.ui.lists(Listed::Games) {
        let rows = game_rows(state, known);
        if let Some(list) = &mut state.ui.games {
            list.items.extend(rows);
            list.learn();
        }
        read_on(state, known);
    } else if state.desk.percent.is_none()
        && state.catalog.choices[Listed::Games as usize].is_some()
    {
        state.catalog.choices[Listed::Games as usize] = game_list(state).arrangement();
    }
}

pub(super) fn show_list(state: &mut State, list: GameList) {
    let of = list.of;
    let left = state.ui.games.replace(list);
    if left.as_ref().is_some_and(|left| left.of == Listed::Played && of != Listed::Played) {
        state.catalog.found.list = left;
    }
    mark_problems(state);
    state.ui.open(PaneId::Games);
}

/// In problem mode, shows in the list which problems are solved.
pub(super) fn mark_problems(state: &mut State) {
    let is_marked = state.ui.mode.problem.is_some() && !state.ui.lists(Listed::Played);
    let Some(mut list) = state.ui.games.take_if(|_| is_marked) else { return };
    for (row, item) in list.items.iter_mut().enumerate() {
        let result = state.in_place_of_result(list.of, row);
        item.set(Column::Result, result.to_owned());
        item.is_failed = result == state.texts().failed;
        item.is_left_out = state.is_whole_game(list.of, row);
    }
    list.learn();
    if !state.ui.has_read {
        list.seek_failed();
    }
    state.ui.games = Some(list);
}

/// Brings the list in line with its filter.
pub(super) fn filter(state: &mut State) {
    state.ui.games.iter_mut().for_each(GameList::arrange);
}

/// Shows all rows of the open list again. Returns false if it has no filter.
pub(super) fn clear_filter(state: &mut State) -> bool {
    let is_open = state.ui.mode.opened() == Some(PaneId::Games);
    let list = state.ui.games.as_mut().filter(|list| is_open && list.is_filtered());
    if let Some(list) = list {
        let here = list.chosen();
        list.arrangement.filter = TextField::default();
        list.arrange();
        here.into_iter().for_each(|here| list.seek(here));
        return true;
    }
    false
}

/// Handles a key that is part of the filter; false if it is not.
pub(super) fn key(state: &mut State, event: &KeyEvent) -> bool {
    let (is_on_wall, ui) = (state.is_on_wall(), &mut state.ui);
    let field = match &mut ui.games {
        _ if is_on_wall => &mut ui.wall.filter,
        Some(list) => &mut list.arrangement.filter,
        None => return false,
    };
    match event.code {
        // These move the selection.
        KeyCode::Home | KeyCode::End => return false,
        KeyCode::Esc => state.ui.mode.input = Input::Nothing,
        // As in vi, Backspace in an empty prompt closes it.
        KeyCode::Backspace if field.text().is_empty() => state.ui.mode.input = Input::Nothing,
        _ if !field.key(event) => return false,
        _ if is_on_wall => ui.wall.look_around(state.now.instant),
        _ => filter(state),
    }
    true
}

/// Sorts the list by its next column.
pub(super) fn sort(state: &mut State, _: Option<usize>) {
    state.ui.games.iter_mut().for_each(GameList::sort_by_next);
}

/// Reverses the order of the list.
pub(super) fn reverse(state: &mut State, _: Option<usize>) {
    if let Some(list) = &mut state.ui.games {
        list.arrangement.reversed = !list.arrangement.reversed;
        list.arrange();
    }
}

/// Marks a row, given its index among the items that pass the filter.
pub(super) fn select(state: &mut State, row: usize) {
    state.ui.games.iter_mut().for_each(|list| list.select(row));
}

/// Closes the list.
pub(super) fn close(state: &mut State) {
    state.ui.mode.close_top();
}
