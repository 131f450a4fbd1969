//! Handles changes of the file: keeps the reader's place, marks new moves, and moves a reader at the live end along.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{cursor, jumps, records, search};
use crate::files::load::Cause;
use crate::files::watch::{Change, FileOrigin, LIVELY};
use crate::format::Loaded;
use crate::record::Layer;
use crate::tui::background::{self, Compared, Job};
use crate::tui::model::conditions::is_directory;
use crate::tui::model::{Effect, Location, State, Turn, Watched};
use crate::tui::report::Report;

/// Handles a change of a watched file.
pub(in crate::tui) fn change(state: &mut State, (path, change): (PathBuf, Change)) -> bool {
    let is_open = path == state.desk.path;
    if state.desk.is_pasted || !is_open && state.desk.following.pinned {
        // The watch may still be on another file of the directory than the one chosen.
        return false;
    }
    match change {
        Change::Loaded(loaded) if is_open => begin(state, loaded),
        Change::Loaded(loaded) => turn_to(state, &path, loaded),
        Change::Rested => return show_held(state),
        Change::Writing => state.desk.following.state = Watched::Writing,
        Change::Incomplete(reason) => return unreadable(state, reason),
        Change::Gone => state.desk.following.state = Watched::Gone,
        Change::Ended(None) => state.desk.following.state = Watched::Ended,
        Change::Ended(Some(error)) => return unreadable(state, Arc::new(error.cause)),
        // The file is shown with its first reading.
        Change::Switched(_) => return false,
        Change::Polling(reason) => {
            state.desk.following.polling = true;
            state.desk.following.state = Watched::Polling;
            state.report(&Report::Polling(reason));
        }
    }
    true
}

/// Switches to another file of the directory.
fn turn_to(state: &mut State, path: &Path, loaded: Loaded) {
    let polling = state.desk.following.polling;
    state.ui.message.take_if(|message| !message.report.outlives_game());
    if records::show(state, path, FileOrigin::File, Arc::new(loaded)) {
        state.desk.remembered = Some((!state.ui.follows, None));
        state.desk.following.polling = polling;
        state.desk.following.state = state.desk.following.watched();
        state.desk.following.changed = Some(state.now.time);
        if state.ui.follows {
            let last = state.desk.loaded.games().len().saturating_sub(1);
            records::enter_game(state, last);
            go_to_live_end(state);
        }
    }
}

/// In a file that gains games, takes a reader at the end of what was its newest game to the one that is now, unless their
/// game is still being played.
fn turn_to_newest_game(state: &mut State) {
    let desk = &state.desk;
    let last = desk.loaded.games().len().saturating_sub(1);
    let moved = desk.following.moved;
    let is_quiet = moved.is_none_or(|moved| moved + LIVELY <= state.now.instant);
    let is_due = desk.following.is_newest && desk.game != last && state.is_at_live_end();
    if is_due && (is_quiet || desk.record.is_over()) && records::enter_game(state, last) {
        state.desk.following.moved = Some(state.now.instant);
        go_to_live_end(state);
    }
}

/// The file cannot be shown. The last good board stays.
fn unreadable(state: &mut State, reason: Arc<Cause>) -> bool {
    state.desk.following.state = Watched::Incomplete(reason);
    true
}

/// Takes a new reading instead of any earlier one that has not been shown.
fn begin(state: &mut State, loaded: Loaded) {
    let following = &mut state.desk.following;
    following.held.begin();
    if loaded.cut().is_none() {
        following.state = following.watched();
    }
    compare(state, Arc::new(loaded));
}

/// Compares a new reading with the record on the screen, replacing any earlier comparison.
fn compare(state: &mut State, loaded: Arc<Loaded>) {
    let former = state.desk.following.former.clone();
    let desk = &state.desk;
    let game = desk.game;
    let record = Arc::clone(&desk.record);
    let layers = desk.layers.clone();
    state.start(Job::Comparing, compared, move |_, _| {
        Some(background::compare(loaded, game, layers, record, former))
    });
}

/// Shows the last reading, even if moves are missing.
fn show_held(state: &mut State) -> bool {
    let following = &mut state.desk.following;
    let Some(held) = following.held.rest() else {
        return false;
    };
    if held.loaded.cut().is_none() {
        following.state = following.watched();
    }
    show(state, held)
}

fn compared(state: &mut State, compared: Result<Compared, String>) -> bool {
    match compared {
        Ok(compared) => show(state, compared),
        Err(reason) => unreadable(state, Arc::new(Cause::Other(reason))),
    }
}

fn notes_of(state: &State, game: usize) -> usize {
    state.desk.layers.get(&game).map_or(0, Layer::count_there)
}

/// Replaces the file by a new reading, and keeps the reader's place in it. If moves are missing, the last good board
/// stays until the file has rested or the user asks for the file as it is.
fn show(state: &mut State, compared: Compared) -> bool {
    let desk = &mut state.desk;
    let following = &mut desk.following;
    if compared.game != desk.game && desk.game < compared.loaded.games().len()
        || !Arc::ptr_eq(&compared.reread.earlier, &desk.record)
    {
        // The reader has switched to another game since.
        compare(state, compared.loaded);
        return false;
    }
    let is_cut = compared.loaded.cut().is_some();
    let lacks = compared.reread.has_lost();
    let Some(mut compared) = following.held.admit(compared, lacks, is_cut, state.now.instant)
    else {
        if !is_cut {
            following.state = Watched::Writing;
        }
        return true;
    };
    if compared.is_apart {
        state.catalog.turns += 1;
    }
    let desk = &mut state.desk;
    desk.following.is_newest |= desk.game + 1 == desk.loaded.games().len();
    let known = desk.loaded.warnings();
    records::stop_reading(state);
    state.desk.loaded = Arc::clone(&compared.loaded);
    let from = std::mem::replace(&mut state.desk.game, compared.game);
    let is_same = compared.reread.is_same() && compared.game == from;
    end_message(state, is_same);
    if is_same {
        // Own nodes may have other indexes in the new reading.
        if compared.layers.is_empty() {
            state.desk.show(compared.reread.record);
        }
        let game = state.desk.game;
        turn_to_newest_game(state);
        return state.desk.game != game;
    }
    let before = notes_of(state, from);
    state.desk.layers = std::mem::take(&mut compared.layers);
    let gone = before.saturating_sub(notes_of(state, state.desk.game));
    state.desk.following.changed = Some(state.now.time);
    state.desk.following.moved = Some(state.now.instant);
    replace(state, from, &compared);
    if gone > 0 && !compared.is_another_game() {
        state.report(&Report::NotesGone(gone));
    }
    if state.desk.loaded.warnings() != known {
        records::report_warnings(state);
    }
    turn_to_newest_game(state);
    true
}

/// Ends a message about the previous reading. A message about a difference stays while nothing else changes.
fn end_message(state: &mut State, is_same: bool) {
    state.withdraw(if is_same { Report::is_warning } else { Report::is_of_reading });
}

fn replace(state: &mut State, from: usize, compared: &Compared) {
    let now = &compared.reread;
    let ply = state.cursor().ply();
    let here = carry(state, from, compared);
    // The board stays while the reader comments on it or holds a piece.
    let moves_along = here.is_live && state.ui.mode.comment().is_none() && state.picked().is_none();
    state.desk.show(Arc::clone(&now.record));
    let quoting = state.desk.reader.quoting.take();
    jumps::go(state, &here);
    state.desk.reader.quoting = quoting;
    records::forget_record(state);
    note_fresh(state, compared, moves_along);
    if moves_along {
        cursor::go_to(state, state.lines().line_end(state.node()));
    }
    state.desk.reader.lost = Some(here).filter(|here| here.is_lost() && !moves_along);
    search::search_again(state);
    report_difference(state, compared, ply);
    let former = compared.former();
    let is_kept = former.removed > 0 && !compared.is_another_game();
    state.desk.following.former = is_kept.then(|| Arc::clone(&former.earlier));
}

/// Carries the reader's state over to a new reading. Returns the place in it.
fn carry(state: &mut State, from: usize, compared: &Compared) -> Location {
    let now = &compared.reread;
    let (earlier, record) = (&now.earlier, &now.record);
    let turn = Turn { from, earlier, to: compared.game, record, reread: Some(now) };
    let lost = state.desk.reader.lost.take();
    let mut here = lost.unwrap_or_else(|| Location { game: from, ..jumps::here(state) });
    here.carry(&turn);
    state.desk.reader.carry(&turn);
    if let Some(problem) = &mut state.ui.mode.problem {
        problem.carry(now);
    }
    if let Some(map) = &mut state.ui.map {
        map.carry(now);
    }
    here
}

/// Goes to the last move of the mainline.
pub(super) fn go_to_live_end(state: &mut State) {
    let end = state.lines().mainline_end();
    cursor::go_to(state, end);
}

/// Marks new nodes. Those that a reader at the live end has been shown are not new.
fn note_fresh(state: &mut State, compared: &Compared, seen_before: bool) {
    let (following, fresh) = (&mut state.desk.following, &mut state.desk.reader.fresh);
    if seen_before || compared.is_another_game() {
        fresh.clear();
    }
    if compared.is_another_game() {
        return;
    }
    following.readings += 1;
    let number = following.readings;
    let nodes = [&compared.reread.added[..], &compared.reread.changed[..]].concat();
    fresh.extend(compared.news(&nodes).into_iter().map(|node| (node, number)));
}

/// Reports what changed, if it is not visible on the board.
fn report_difference(state: &mut State, compared: &Compared, ply: usize) {
    let removed = compared.reread.removed;
    let added = compared.news(&compared.reread.added);
    if compared.is_another_game() {
        state.report(&Report::AnotherGame);
    } else if state.cursor().ply() < ply {
        state.report(&Report::TakenBack);
    } else if removed > 0 {
        state.report(&Report::Changed(removed));
    } else if added.last().is_some_and(|last| *last != state.node()) {
        state.report(&Report::NewMoves(
            state.desk.reader.fresh.len(),
            state.ui.keymap.first_key("newest"),
        ));
    }
}

/// Records that the reader has viewed the current node, after an event of theirs.
pub(super) fn see(state: &mut State) {
    let node = state.node();
    if state.is_by_reader {
        state.desk.reader.fresh.remove(&node);
    }
}

/// Goes to the newest node: of those that are new, otherwise the end of the main line.
pub(super) fn go_to_newest(state: &mut State, _: Option<usize>) {
    let end = state.lines().mainline_end();
    let is_ahead = state.node() != end && state.tree().on_mainline(state.node());
    match state.desk.reader.newest().or(Some(end).filter(|_| is_ahead)) {
        Some(node) => jumps::jump_to(state, node),
        None => state.report(&Report::NothingNew),
    }
}

/// Starts or stops following the live end.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.desk.is_archived() {
        return state.report(&Report::Archived);
    }
    state.ui.follows = !state.ui.follows;
    state.report(&Report::Following(state.ui.follows));
}

/// Starts or stops following only the current file of the directory.
pub(super) fn toggle_pin(state: &mut State, _: Option<usize>) {
    if !is_directory(state) {
        return state.report(&Report::NoDirectory);
    }
    let pinned = !state.desk.following.pinned;
    pin(state, pinned.then(|| state.desk.path.clone()));
    state.report(&Report::Pinned(pinned));
}

/// Follows only the given file of the directory, or its newest one.
pub(super) fn pin(state: &mut State, file: Option<PathBuf>) {
    state.desk.following.pinned = file.is_some();
    state.want(Effect::Pin(file));
}
