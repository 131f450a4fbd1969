//! What happens when the file changes under the reader: the place is kept, what is new is marked, and a reader at the
//! live end goes on with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{cursor, jumps, problems, records};
use crate::files::watch::Change;
use crate::format::Loaded;
use crate::record::Reread;
use crate::tui::background::{Compared, Job};
use crate::tui::model::conditions::is_directory;
use crate::tui::model::{Effect, State, Watched};
use crate::tui::report::Report;

/// The watched file is not as it was.
pub(super) fn change(state: &mut State, change: Change) -> bool {
    if state.document.is_pasted || is_of_another_file(state, &change) {
        return false;
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
        Change::Incomplete(reason) => unreadable(state, reason),
        Change::Gone => state.document.following.state = Watched::Gone,
        Change::Ended => state.document.following.state = Watched::Ended,
        // It is shown with its first reading.
        Change::Turned(path) => {
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

/// Whether the watch is still on another file of the directory than the reader chose.
fn is_of_another_file(state: &mut State, change: &Change) -> bool {
    let is_here = matches!(change, Change::Turned(path) if *path == state.document.path);
    state.document.following.away &= !is_here;
    state.document.following.away
}

/// Another file of the directory is followed from now on.
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

/// The file cannot be shown now; the last good board stays.
pub(super) fn unreadable(state: &mut State, reason: String) {
    state.document.following.state = Watched::Incomplete(reason);
}

/// Has a new reading compared with what is on the screen. A newer one takes its place.
fn compare(state: &mut State, loaded: Arc<Loaded>) {
    let job = Job::Compare(
        loaded,
        state.document.game,
        Arc::clone(&state.document.record),
    );
    state.document.following.comparing = Some(state.start(job));
}

/// Puts a newly read file in the place of the old one and keeps the reader's place in it.
pub(super) fn compared(state: &mut State, compared: Compared) -> bool {
    state.document.following.comparing = None;
    let Compared {
        loaded,
        game,
        reread,
    } = compared;
    if game != state.document.game && state.document.game < loaded.games.len()
        || !Arc::ptr_eq(&reread.earlier, &state.document.record)
    {
        // The reader went to another game meanwhile.
        compare(state, loaded);
        return false;
    }
    // A file that grows shows the moves that are whole; one that shrank is being written anew, and the last good
    // board stays until the reader asks for it.
    let forced = std::mem::take(&mut state.document.following.forced);
    if loaded.cut.is_some()
        && !forced
        && reread.record.tree.len() < state.document.record.tree.len()
    {
        return false;
    }
    state.document.loaded = loaded;
    state.document.game = game;
    if reread.is_same() {
        state.document.record = reread.record;
        return false;
    }
    state.document.following.changed = Some(jiff::Zoned::now().time());
    replace(state, &reread);
    records::report_warnings(state);
    true
}

fn replace(state: &mut State, reread: &Reread) {
    // Who tries something is not carried away from it.
    let goes_on =
        state.document.following.on && state.reader.trial.is_none() && goes_on(state, reread);
    let board = state.reader.cursor.position().clone();
    let ply = state.reader.cursor.ply();
    state.reader.cursor = state.reader.cursor.follow(reread);
    state.ui.settings.flip ^= state.document.record.flipped != reread.record.flipped;
    state.document.has_comments = reread.record.tree.has_remarks();
    state.document.record = Arc::clone(&reread.record);
    let folds = state.ui.folds.carry(reread);
    let game = state.document.game;
    state.reader.bookmarks.carry(game, reread);
    state.reader.jumps.carry(game, reread);
    let lines = state.reader.cursor.lines();
    state.reader.search.carry(game, reread, lines);
    if let Some(there) = &mut state.ui.way_back {
        there.carry(game, reread);
    }
    problems::carry(state, reread);
    if let Some(map) = &mut state.ui.map {
        map.carry(reread);
    }
    records::forget_record(state);
    state.ui.folds = folds;
    if *state.reader.cursor.position() != board {
        state.reader.trial = None;
    }
    note_fresh(state, reread, goes_on);
    if goes_on {
        cursor::go_to_ply(state, usize::MAX);
    }
    report_difference(state, reread, ply);
}

/// Whether the reader stands at the end of a line that may go on: of the mainline, or of a variation that is still
/// there.
fn goes_on(state: &State, reread: &Reread) -> bool {
    let node = state.reader.cursor.node();
    let stays = reread.comparison.same(node).is_some();
    state.reader.cursor.at_end() && (stays || state.reader.cursor.lines().on_mainline(node))
}

/// Goes to the last move of the mainline.
pub(super) fn go_to_live_end(state: &mut State) {
    let end = state.reader.cursor.lines().mainline_end();
    cursor::go_to(state, end);
}

/// Marks what came with a reading. What a reader at the live end was shown by an earlier one is seen.
fn note_fresh(state: &mut State, reread: &Reread, seen_before: bool) {
    let before = std::mem::take(&mut state.document.following.fresh);
    if reread.is_another_game() {
        return;
    }
    let comparison = &reread.comparison;
    if !seen_before {
        state
            .document
            .following
            .fresh
            .extend(before.iter().filter_map(|node| comparison.same(*node)));
    }
    state
        .document
        .following
        .fresh
        .extend(comparison.added.iter().chain(&comparison.changed));
}

/// Says what happened where the reader does not see it by the board.
fn report_difference(state: &mut State, reread: &Reread, ply: usize) {
    let comparison = &reread.comparison;
    if reread.is_another_game() {
        state.report(&Report::AnotherGame);
    } else if state.reader.cursor.ply() < ply {
        state.report(&Report::TakenBack);
    } else if comparison.removed > 0 {
        state.report(&Report::Changed(comparison.removed));
    } else if comparison
        .added
        .last()
        .is_some_and(|last| *last != state.node())
    {
        state.report(&Report::NewMoves(comparison.added.len()));
    }
}

/// The reader has looked at the node on the board.
pub(super) fn see(state: &mut State) {
    let node = state.node();
    state.document.following.fresh.remove(&node);
}

/// Goes to what came last.
pub(super) fn go_to_newest(state: &mut State, _: Option<usize>) {
    match state.document.following.fresh.last().copied() {
        Some(node) => jumps::jump_to(state, node),
        None => state.report(&Report::NothingNew),
    }
}

/// Follows the live end, or stays.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    state.document.following.on = !state.document.following.on;
    if state.document.following.on {
        go_to_live_end(state);
    }
    state.report(&Report::Following(state.document.following.on));
}

/// Stays with this file of the directory, or goes with the newest.
pub(super) fn toggle_pin(state: &mut State, _: Option<usize>) {
    if !is_directory(state) {
        return state.report(&Report::NoDirectory);
    }
    let pinned = !state.document.following.pinned;
    pin(state, pinned.then(|| state.document.path.clone()));
    state.report(&Report::Pinned(pinned));
}

/// Stays with a file of the followed directory, or goes with the newest.
pub(super) fn pin(state: &mut State, file: Option<PathBuf>) {
    state.document.following.pinned = file.is_some();
    state.want(Effect::Pin(file));
}
