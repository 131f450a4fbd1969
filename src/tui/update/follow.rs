//! Handles changes of the file: the place is kept, new moves are marked, and a reader at the live end moves along.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{cursor, jumps, records};
use crate::files::watch::Change;
use crate::format::Loaded;
use crate::record::{NodeId, Reread};
use crate::tui::background::{self, Compared, Job};
use crate::tui::model::conditions::is_directory;
use crate::tui::model::{Effect, Former, Message, Readings, State, Watched};
use crate::tui::report::Report;

/// Handles a change of the watched file.
pub(in crate::tui) fn change(state: &mut State, change: Change) -> bool {
    if state.document.is_pasted || is_of_another_file(state, &change) {
        return false;
    }
    if let Some(former) = &mut state.document.following.former {
        former.wait_on();
    }
    let change = match (change, state.document.following.turned.take()) {
        (Change::Loaded(loaded) | Change::Cut(loaded), Some(path)) => {
            turn_to(state, &path, loaded);
            return true;
        }
        (change, turned) => {
            state.document.following.turned = turned;
            change
        }
    };
    match change {
        Change::Cut(loaded) => {
            compare(state, Arc::new(loaded));
            return false;
        }
        Change::Loaded(loaded) => {
            state.document.following.state = state.document.following.watched();
            compare(state, Arc::new(loaded));
        }
        Change::Writing => state.document.following.state = Watched::Writing,
        Change::Incomplete(reason) => return unreadable(state, reason),
        Change::Gone => state.document.following.state = Watched::Gone,
        Change::Ended => state.document.following.state = Watched::Ended,
        // It is shown with its first reading.
        Change::Switched(path) => {
            state.document.following.turned =
                Some(path).filter(|path| *path != state.document.path);
        }
        Change::Polling(reason) => {
            state.document.following.polling = true;
            state.document.following.state = Watched::Polling;
            state.report(&Report::Polling(reason));
        }
    }
    true
}

/// Whether the watch is still on another file of the directory than the one chosen.
fn is_of_another_file(state: &mut State, change: &Change) -> bool {
    let is_here = matches!(change, Change::Switched(path) if *path == state.document.path);
    state.document.following.away &= !is_here;
    state.document.following.away
}

/// Switches to another file of the directory.
fn turn_to(state: &mut State, path: &Path, loaded: Loaded) {
    let polling = state.document.following.polling;
    if records::show(state, path, Arc::new(loaded)) {
        state.want(Effect::Resume(!state.document.following.on));
        state.document.following.polling = polling;
        state.document.following.state = state.document.following.watched();
        state.document.following.changed = Some(jiff::Zoned::now().time());
        if state.document.following.on {
            go_to_live_end(state);
        }
    }
}

/// The file cannot be shown. The last good board stays.
fn unreadable(state: &mut State, reason: String) -> bool {
    state.document.following.state = Watched::Incomplete(reason);
    true
}

/// Compares a new reading with the record on the screen, replacing any earlier comparison.
fn compare(state: &mut State, loaded: Arc<Loaded>) {
    let document = &mut state.document;
    let game = document.game;
    let former = &mut document.following.former;
    former.take_if(|former| !former.is_awaited(game));
    let former = former.as_ref().map(|former| Arc::clone(&former.record));
    let record = Arc::clone(&document.record);
    let layers = document.layers.clone();
    state.start(Job::Comparing, compared, move |_, send| {
        send(background::compare(loaded, game, layers, record, former));
    });
}

/// Replaces the file by a new reading, and keeps the reader's place in it.
fn compared(state: &mut State, compared: Result<Compared, String>) -> bool {
    state.tickets.remove(&Job::Comparing);
    let Compared { loaded, game, layers, reread, former } = match compared {
        Ok(compared) => compared,
        Err(reason) => return unreadable(state, reason),
    };
    if game != state.document.game && state.document.game < loaded.games.len()
        || !Arc::ptr_eq(&reread.earlier, &state.document.record)
    {
        // The reader has switched to another game since.
        compare(state, loaded);
        return false;
    }
    // A growing file shows its complete moves. If parts are missing from one that is being rewritten, the last good
    // board stays until its writer is done or the user asks for the file as it is.
    let following = &mut state.document.following;
    let forced = std::mem::take(&mut following.forced);
    if reread.has_lost() && !forced {
        if loaded.cut().is_some() {
            return false;
        }
        if following.holds(loaded.held_back) {
            following.state = Watched::Writing;
            return true;
        }
    }
    following.held = None;
    // A reader who has moved since the last loss returns to the place before this one.
    if reread.has_lost() {
        let former = &mut following.former;
        former.take_if(|former| former.is_left(&state.reader, &state.ui));
    }
    let former = former.filter(|_| following.former.is_some());
    let known = state.document.loaded.warnings();
    records::stop_reading(state);
    state.document.loaded = loaded;
    state.document.game = game;
    let is_same = reread.is_same();
    end_message(state, is_same);
    if is_same {
        // Own nodes may have other indexes in the new reading.
        if layers.is_empty() {
            state.document.record = reread.record;
        }
        return false;
    }
    state.document.layers = layers;
    state.document.following.changed = Some(jiff::Zoned::now().time());
    replace(state, Readings { game, now: &reread, former: former.as_ref().unwrap_or(&reread) });
    if state.document.loaded.warnings() != known {
        records::report_warnings(state);
    }
    true
}

/// Ends a message about the previous reading. A message about a difference stays while nothing else changes.
fn end_message(state: &mut State, is_same: bool) {
    let is_over = |message: &mut Message| match is_same {
        true => message.report.is_warning(),
        false => message.report.is_of_reading(),
    };
    if state.ui.message.take_if(is_over).is_some() {
        state.touch();
    }
}

fn replace(state: &mut State, readings: Readings<'_>) {
    let now = readings.now;
    let former = state.document.following.former.take();
    let mut former = former.unwrap_or_else(|| {
        let (record, fresh) = (&state.document.record, &state.document.following.fresh);
        Former::new(state.document.game, record, fresh, &state.reader, &state.ui)
    });
    let is_live = state.document.following.on && former.is_live(readings, &state.reader);
    let ply = state.reader.cursor.ply();
    former.carry(readings, &mut state.reader, &mut state.ui);
    state.document.has_comments = now.record.tree.has_remarks();
    state.document.record = Arc::clone(&now.record);
    if let Some(map) = &mut state.ui.map {
        map.carry(now);
    }
    let folds = std::mem::take(&mut state.ui.folds);
    records::forget_record(state);
    state.ui.folds = folds;
    note_fresh(state, readings, &former, is_live);
    if is_live {
        cursor::go_to(state, state.lines().line_end(state.node()));
        former.move_along(&state.reader);
    }
    report_difference(state, readings, ply);
    let is_whole = readings.former.comparison.removed == 0;
    state.document.following.former = Some(former).filter(|_| !is_whole);
}

/// Goes to the last move of the mainline.
pub(super) fn go_to_live_end(state: &mut State) {
    let end = state.lines().mainline_end();
    cursor::go_to(state, end);
}

/// Marks new nodes. Those that a reader at the live end has been shown are not new.
fn note_fresh(state: &mut State, readings: Readings<'_>, former: &Former, seen_before: bool) {
    let following = &mut state.document.following;
    let before = std::mem::take(&mut following.fresh);
    if readings.is_another_game() {
        return;
    }
    following.readings += 1;
    let number = following.readings;
    let comparison = &readings.now.comparison;
    let fresh = &mut following.fresh;
    if !seen_before {
        let carry = |reread: &Reread, (node, number): (&NodeId, &u64)| {
            Some((reread.comparison.same(*node)?, *number))
        };
        // Restored nodes are as new as before.
        let again = former.fresh.iter();
        let again = again.filter_map(|unseen| carry(readings.former, unseen));
        let is_back = |(node, _): &(NodeId, u64)| comparison.added.binary_search(node).is_ok();
        fresh.extend(again.filter(is_back));
        fresh.extend(before.iter().filter_map(|unseen| carry(readings.now, unseen)));
    }
    let news = readings.news(&comparison.added).into_iter();
    let news = news.chain(readings.news(&comparison.changed));
    fresh.extend(news.map(|node| (node, number)));
}

/// Reports what changed, if it is not visible on the board.
fn report_difference(state: &mut State, readings: Readings<'_>, ply: usize) {
    let comparison = &readings.now.comparison;
    let added = readings.news(&comparison.added);
    if readings.is_another_game() {
        state.report(&Report::AnotherGame);
    } else if state.reader.cursor.ply() < ply {
        state.report(&Report::TakenBack);
    } else if comparison.removed > 0 {
        state.report(&Report::Changed(comparison.removed));
    } else if added.last().is_some_and(|last| *last != state.node()) {
        state.report(&Report::NewMoves(state.document.following.fresh.len()));
    }
}

/// Records that the reader has viewed the current node.
pub(super) fn see(state: &mut State) {
    let node = state.node();
    let following = &mut state.document.following;
    following.fresh.remove(&node);
    if let Some(former) = &mut following.former {
        former.see(&state.reader);
    }
}

/// Goes to the newest node.
pub(super) fn go_to_newest(state: &mut State, _: Option<usize>) {
    let fresh = state.document.following.fresh.iter();
    let newest = fresh.max_by_key(|(node, reading)| (**reading, **node));
    match newest.map(|(node, _)| *node) {
        Some(node) => jumps::jump_to(state, node),
        None => state.report(&Report::NothingNew),
    }
}

/// Starts or stops following the live end.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.document.is_archived {
        return state.report(&Report::Archived);
    }
    state.document.following.on = !state.document.following.on;
    if state.document.following.on {
        go_to_live_end(state);
    }
    state.report(&Report::Following(state.document.following.on));
}

/// Starts or stops following only the current file of the directory.
pub(super) fn toggle_pin(state: &mut State, _: Option<usize>) {
    if !is_directory(state) {
        return state.report(&Report::NoDirectory);
    }
    let pinned = !state.document.following.pinned;
    pin(state, pinned.then(|| state.document.path.clone()));
    state.report(&Report::Pinned(pinned));
}

/// Follows only the given file of the directory, or its newest one.
pub(super) fn pin(state: &mut State, file: Option<PathBuf>) {
    state.document.following.pinned = file.is_some();
    state.want(Effect::Pin(file));
}
