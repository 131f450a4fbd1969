//! Opening files and pasted records, and what is done with the file as a whole.

use std::path::Path;
use std::sync::Arc;

use super::{follow, library, problems, search, work};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::watch::Opened;
use crate::format::Loaded;
use crate::record::{Cursor, Record};
use crate::tui::follow::Following;
use crate::tui::jobs::Job;
use crate::tui::model::{Bookmarks, Effect, Jumps, State, short_name};
use crate::tui::panes::PaneId;
use crate::tui::rows::Folds;
use crate::tui::say::Say;

/// Puts another record on the screen.
pub(super) fn set_record(state: &mut State, record: Arc<Record>) {
    state.ui.settings.flip ^= state.document.record.flipped != record.flipped;
    state.document.has_comments = record.tree.has_remarks();
    state.reader.cursor = Cursor::new(&record);
    state.reader.trial = None;
    state.document.record = record;
    state.ui.panes.set_top(PaneId::Comment, 0);
    forget_record(state);
}

/// Forgets what was known of the record before: a new one has other nodes.
pub(super) fn forget_record(state: &mut State) {
    state.ui.folds = Folds::default();
    state.books.forget_line();
    work::survey(state);
}

/// A file that the reader asked for was read, or was not.
pub(super) fn opened(state: &mut State, path: &Path, opened: Result<Box<Opened>, LoadError>) {
    state.tickets.opening = None;
    state.ui.message = None;
    match opened {
        Ok(opened) => {
            library::close(state);
            open(state, *opened);
        }
        Err(error) => state.say(&Say::CannotOpen {
            name: short_name(path),
            reason: error.reason(),
        }),
    }
}

/// Puts a file in the place of the one that was open. One of a followed directory stays until it is let go.
fn open(state: &mut State, opened: Opened) {
    let seen = opened.seen();
    let Opened { path, loaded, .. } = opened;
    let directory = follow::is_directory(state);
    let away = directory && (state.document.following.away || path != state.document.path);
    if show(state, &path, Arc::new(loaded)) {
        state.want(Effect::Resume(true));
        problems::offer(state);
        if directory {
            state.document.following.away = away;
            follow::pin(state, Some(path));
        } else {
            state.want(Effect::Watch(path, seen));
        }
    }
}

/// Shows a file from its first game on. Reports it if that cannot be read; then false.
pub(super) fn show(state: &mut State, path: &Path, loaded: Arc<Loaded>) -> bool {
    match loaded.game(0) {
        Ok(record) => {
            let following = &state.document.following;
            state.document.following = Following {
                directory: following.directory.clone(),
                ..Following::new(following.on)
            };
            state.document.name = short_name(path);
            state.document.path = path.to_owned();
            state.document.is_pasted = false;
            show_first(state, loaded, record);
            true
        }
        Err(error) => {
            state.say(&Say::CannotOpen {
                name: short_name(path),
                reason: error.to_string(),
            });
            false
        }
    }
}

fn show_first(state: &mut State, loaded: Arc<Loaded>, record: Arc<Record>) {
    search::forget(state);
    state.document.loaded = loaded;
    state.document.game = 0;
    state.reader.bookmarks = Bookmarks::default();
    state.reader.jumps = Jumps::default();
    problems::forget_left(state);
    set_record(state, record);
    problems::begin(state);
    follow::report_warnings(state);
}

/// Opens a record or a position that was pasted. The file stays where it was: reading it again leads back to it.
pub(super) fn open_pasted(state: &mut State, text: &str) {
    let loaded = load::parse(text.as_bytes(), "", state.document.options);
    let first = loaded.and_then(|loaded| Ok((loaded.game(0)?, loaded)));
    match first {
        Ok((record, loaded)) => {
            state.document.is_pasted = true;
            show_first(state, Arc::new(loaded), record);
            state.document.name = state.texts().pasted.to_owned();
            state.say(&Say::Pasted(short_name(&state.document.path)));
        }
        Err(_) => state.say(&Say::NotARecord),
    }
}

/// Reads the file again and shows it as it is.
pub(in crate::tui) fn reload(state: &mut State, _: Option<usize>) {
    if state.document.is_pasted {
        let job = Job::Open(state.document.path.clone(), state.document.options);
        state.tickets.opening = Some(work::start(state, job));
    } else {
        state.document.following.forced = true;
        state.want(Effect::Reload);
    }
}

/// Opens the editor at the move on the board.
pub(in crate::tui) fn edit(state: &mut State, _: Option<usize>) {
    if !is_editable(state) {
        return state.say(&Say::CannotEdit);
    }
    let tree = &state.document.record.tree;
    let path = tree.path(state.node());
    // A move that was not read from a line of its own is looked for at the one before it.
    let place = path.iter().rev().find_map(|node| tree.place(*node));
    state.want(Effect::Edit(state.document.path.clone(), place));
}

/// Whether the record is that of a file.
pub(in crate::tui) fn is_editable(state: &State) -> bool {
    !state.document.is_pasted && !load::is_stream(&state.document.path)
}

pub(in crate::tui) fn redraw(state: &mut State, _: Option<usize>) {
    state.want(Effect::Redraw);
}

pub(in crate::tui) fn suspend(state: &mut State, _: Option<usize>) {
    state.want(Effect::Suspend);
}

pub(in crate::tui) fn quit(state: &mut State, _: Option<usize>) {
    state.want(Effect::Quit);
}
