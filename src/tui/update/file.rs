//! Opens files and pasted records, and acts on the file as a whole.

use std::path::PathBuf;
use std::sync::Arc;

use super::{cursor, follow, games, records, search, statistics};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::new_game;
use crate::files::notes::Notes;
use crate::files::watch::{self, Opened};
use crate::format::{Chunks, Loaded};
use crate::game::Game;
use crate::record::Record;
use crate::tui::background::{self, Job, More};
use crate::tui::journal::Journal;
use crate::tui::model::conditions::{is_directory, is_in_file, is_text};
use crate::tui::model::{Desk, Effect, PaneId, State, There, short_name};
use crate::tui::report::Report;
use crate::words::Worded;

/// How one goes to another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To a place that was chosen.
    There,
    /// From one game of a list to another, which are left together.
    Beside,
    /// Forward or back in the history.
    Along(bool),
}

/// A place in a file that is opened for it, and how one goes there.
type Visit = (There, Way);

/// A file, the place in it to go to, if any, and what was read or why it cannot be read.
type Reading = (PathBuf, Option<Visit>, Result<Opened, LoadError>);

/// Starts reading a file in order to open it, perhaps at a place.
pub(super) fn start_opening(state: &mut State, path: PathBuf, visit: Option<Visit>) {
    let (options, notes) = (state.catalog.options, notes_of(state));
    state.report(&Report::Opening(short_name(&path), state.ui.keymap.first_key("cancel")));
    state.start(Job::Opening, opened, move |_, _| {
        let opened = new_game::own(&path, notes.as_ref())
            .map_or_else(|| watch::open(&path, options), Ok)
            .or_else(|why| new_game::resumed(&path, notes.as_ref()).ok_or(why));
        let opened = opened.map(|mut opened| {
            opened.read_to(visit.as_ref().map_or(0, |(there, _)| there.game));
            opened
        });
        Some((path, visit, opened))
    });
}

fn notes_of(state: &State) -> Option<Notes> {
    state.journal.as_ref().and_then(Journal::notes)
}

/// Begins a new game after `:new`: with the name of a file, of a game, or from a start of the game on the screen.
pub(super) fn begin_new(state: &mut State, text: &str) -> bool {
    let (desk, notes, text) = (&state.desk, notes_of(state), text.to_owned());
    // One without moves is begun otherwise.
    let before = (desk.is_new() && desk.record.tree.len() == 1).then(|| desk.path.clone());
    let shown = desk.record.game();
    state.start(Job::Opening, begun, move |_, _| {
        let (path, notes) = (PathBuf::from(&text), notes.as_ref());
        if new_game::format_of(&path).is_some() || new_game::resumed(&path, notes).is_some() {
            return Some((text, new_game::open(&path, notes).ok()));
        }
        let named = Game::ALL.into_iter().find(|game| game.name() == text);
        let (game, start) = named.map_or((shown, &*text), |game| (game, ""));
        let path = before.unwrap_or_else(|| new_game::free(game, notes));
        let opened = new_game::begin(&path, game, start);
        Some((text, opened))
    });
    true
}

/// Shows the new game.
fn begun(state: &mut State, (text, opened): (String, Option<Opened>)) -> bool {
    match opened {
        Some(opened) => {
            games::close(state);
            open(state, opened);
        }
        None => state.report(&Report::NoStart(text)),
    }
    true
}

/// Takes the file that was read, or why it cannot be read.
fn opened(state: &mut State, (path, visit, opened): Reading) -> bool {
    state.ui.message = None;
    let left = here(state);
    match opened {
        Ok(opened) => {
            let is_chosen = state.ui.games.is_some();
            if is_chosen || visit.is_none() {
                games::close(state);
            }
            state.ui.mode.close(PaneId::Wall);
            match (open(state, opened), visit) {
                (true, Some(visit)) => enter(state, visit, left),
                // Going on from game to game does not stop at a list.
                (true, None) if is_chosen => _ = games::list_several(state),
                _ => {}
            }
        }
        Err(error) => {
            state.report(&Report::CannotOpen(short_name(&path), error.cause.worded(state.lang())));
        }
    }
    true
}

/// Goes to a place in the file that was opened for it. `left` is where the reader was.
fn enter(state: &mut State, (there, way): Visit, left: Option<There>) {
    arrive(state, &there);
    let found = &state.catalog.found;
    let was_found = left.as_ref().is_some_and(|left| found.at(&left.path, left.game).is_some());
    let [back, ahead] = &mut state.ui.trail;
    match way {
        Way::There => {
            ahead.clear();
            back.extend(left);
        }
        Way::Beside => {}
        Way::Along(true) => back.extend(left),
        Way::Along(false) => {
            ahead.extend(left);
            if was_found {
                statistics::list_found(state);
            }
        }
    }
}

/// The place on the board, unless it is in no file.
fn here(state: &State) -> Option<There> {
    let (desk, place) = (&state.desk, state.place_of(state.node()));
    desk.has_path().then(|| There { path: desk.path.clone(), game: desk.game, place })
}

/// Goes to a place of the open file. If it is not there yet, the reader's own lines are to come, and so is the place where the
/// file was left.
pub(super) fn arrive(state: &mut State, there: &There) {
    if !records::enter_game(state, there.game) {
        return;
    }
    let node = there.place.find(state.tree(), state.lines());
    if let Ok(node) = node {
        cursor::go_to(state, node);
        state.desk.remembered = Some((false, None));
    }
}

/// Replaces the open file, and returns whether it can be shown. If a directory is followed, the new file is pinned.
pub(super) fn open(state: &mut State, opened: Opened) -> bool {
    let seen = opened.seen();
    let origin = opened.origin;
    let (place, loaded) = ((&*opened.path, origin), Arc::new(opened.loaded));
    let is_shown = records::show_own(state, place, loaded, opened.own);
    if is_shown {
        read_on(state, opened.rest);
        state.desk.remembered = Some((true, None));
        records::offer_problems(state);
        if is_directory(state) && !state.desk.is_new() {
            follow::pin(state, Some(opened.path));
        } else {
            state.want(Effect::Watch(opened.path, origin, seen));
        }
    }
    is_shown
}

/// Starts reading the rest of a large file while its first games are shown.
pub(super) fn read_on(state: &mut State, rest: Option<Chunks>) {
    state.desk.percent = rest.as_ref().map(|_| 0);
    state.stop(Job::Reading);
    if let Some(rest) = rest {
        state
            .start(Job::Reading, more, move |wanted, send| background::read_on(rest, wanted, send));
    }
}

/// Takes the next games of the file.
fn more(state: &mut State, more: More) -> bool {
    let loaded = Arc::make_mut(&mut state.desk.loaded);
    let known = loaded.games().len();
    loaded.extend(more.parts);
    state.desk.percent = more.percent;
    games::add_games(state, known);
    search::search_on(state);
    if more.percent.is_none() {
        records::report_warnings(state);
    }
    true
}

/// Opens a pasted record or position. Reloading returns to the file.
pub(super) fn open_pasted(state: &mut State, text: &str) {
    let (text, options) = (text.to_owned(), state.catalog.options);
    state.start(Job::Opening, pasted, move |_, _| {
        let loaded = load::parse(text.as_bytes(), "", options);
        Some(loaded.and_then(|loaded| Ok((loaded.game(0)?, loaded))).ok())
    });
}

/// Shows the pasted text if it is a record.
fn pasted(state: &mut State, first: Option<(Arc<Record>, Loaded)>) -> bool {
    match first {
        Some((record, loaded)) => {
            let left = (&*state.desk.path, state.desk.origin);
            let mut desk = Desk::new(left, Arc::new(loaded), 0, record);
            desk.is_pasted = true;
            desk.name = state.texts().pasted.to_owned();
            state.catalog.turns += 1;
            records::lay(state, desk);
            state.report(&Report::Pasted(
                short_name(&state.desk.path),
                state.ui.keymap.first_key("reload"),
            ));
        }
        None => state.report(&Report::NotARecord),
    }
    true
}

/// Reads the file again and shows it as it is.
pub(super) fn reload(state: &mut State, _: Option<usize>) {
    if state.desk.is_pasted || state.desk.is_archived() {
        start_opening(state, state.desk.path.clone(), None);
    } else {
        state.want(Effect::Reload);
    }
}

/// Opens the editor at the move on the board.
pub(super) fn edit(state: &mut State, _: Option<usize>) {
    if state.desk.is_archived() {
        return state.report(&Report::Archived);
    }
    if !is_in_file(state) {
        return state.report(&Report::CannotEdit);
    }
    if !is_text(state) {
        let format = state.desk.loaded.format.name;
        let extension = new_game::extension(state.desk.record.game());
        return state.report(&Report::NotText(format, extension));
    }
    let tree = state.tree();
    let path = tree.path(state.node());
    // For a move without an offset in the file, the editor opens at the last move before it that has one.
    let offset = path.iter().rev().find_map(|node| tree.offset(*node));
    let desk = &state.desk;
    let at = offset.and_then(|offset| desk.loaded.line_and_column(desk.game, offset));
    state.want(Effect::Edit(state.desk.path.clone(), at));
}
