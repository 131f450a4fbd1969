//! Commands typed after `:`: a place, the name of an action, a setting, or a move.

use std::path::PathBuf;
use std::sync::Arc;

use super::{jumps, layer, records, writing};
use crate::files::address::game_number;
use crate::game::MoveError;
use crate::record::{Place, Record};
use crate::settings::Setting;
use crate::tui::background::{Copy, CopyJob, Job, NotCopied};
use crate::tui::journal::Journal;
use crate::tui::model::focus::scopes;
use crate::tui::model::{Handler, Scope, State, short_name};
use crate::tui::report::Report;
use crate::words::Worded;

/// Runs a command.
pub(super) fn run(state: &mut State, text: &str) {
    let scopes = scopes(state);
    let sees_record = scopes.contains(&Scope::Record);
    let place = text.parse().ok().filter(|_| sees_record);
    if text.is_empty() {
    } else if let Some(place) = place {
        go_to(state, Some(&place));
    } else if perform(state, text, &scopes) || set(state, text) {
    } else if sees_record {
        layer::play_text(state, text);
    } else {
        state.report(&Report::NoMeaning(text.to_owned()));
    }
}

/// Performs the action that a command names, with the text after its name. Returns false if there is no such action, or
/// it does not take this text.
fn perform(state: &mut State, text: &str, scopes: &[Scope]) -> bool {
    let (name, given) = match text.strip_prefix('#') {
        Some(given) => ("#", given),
        None => text.split_once(' ').unwrap_or((text, "")),
    };
    let action = state.ui.keymap.meant(name, scopes);
    match action.map(|action| (action, &action.run)) {
        Some((action, Handler::Counted(_))) if given.is_empty() => super::act(state, action, None),
        Some((action, Handler::Text(_, what)))
            if given.trim().is_empty() && !what[0].is_empty() =>
        {
            state.report(&Report::Lacks(action.name, state.lang().pick(*what)));
        }
        Some((_, Handler::Text(run, _))) => return run(state, given.trim()),
        _ => return false,
    }
    true
}

/// Goes to a game, and a place in it.
pub(super) fn go_to_game(state: &mut State, text: &str) -> bool {
    let Some((game, place)) = game_and_place(text) else {
        return false;
    };
    if game == state.desk.game {
        go_to(state, place.as_ref());
    } else {
        records::with_game(state, game, move |state| {
            jumps::leave(state);
            if records::show_game(state, game) {
                go_to(state, place.as_ref());
            }
        });
    }
    true
}

/// Whether a name such as `Q16` makes `w Q16` a white stone. It cannot be that of a file to write, since it has no
/// extension for a format.
fn is_stone(state: &State, name: &str) -> bool {
    let stone = state.position().parse_move(&format!("w {name}"), None);
    state.position().go().is_some() && stone != Err(MoveError::Unreadable)
}

/// What `:w` needs.
pub(super) const NEW_FILE: [&str; 3] = ["the name of a new file", "新文件名", "新しいファイル名"];

/// Writes a copy of the file, with what is the reader's own. Moves that are only tried are written after `--tried`, and left
/// out after `--kept`; else the reader is asked, and answers with one of these alone. An existing file is replaced only with
/// `force`.
pub(super) fn write_copy(state: &mut State, text: &str, force: bool) -> bool {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (name, tried) = match word {
        "--tried" | "--kept" => (rest.trim_start(), Some(word == "--tried")),
        _ => (text, None),
    };
    let (path, force) = match &state.ui.unanswered {
        Some((path, forced)) if name.is_empty() => (path.clone(), force || *forced),
        _ if name.is_empty() && state.desk.is_new() => (state.desk.path.clone(), force),
        _ if name.is_empty() => {
            state.report(&Report::Lacks("w", state.lang().pick(NEW_FILE)));
            return true;
        }
        _ if is_stone(state, name) => return false,
        _ => (PathBuf::from(name), force),
    };
    if state.desk.percent.is_some() {
        state.report(&Report::StillReading);
        return true;
    }
    let record = Arc::clone(&state.desk.record);
    let job = CopyJob {
        path,
        force,
        own: state.desk.written.map(|(digest, _)| digest),
        open: state.desk.path.clone(),
        loaded: Arc::clone(&state.desk.loaded),
        game: state.desk.game,
        layers: Arc::clone(&state.desk.layers),
        tried,
        notes: state.journal.as_ref().and_then(Journal::notes),
        results: state.journal.as_ref().and_then(Journal::results),
        engine: state.ui.engine.clone(),
        is_new: state.desk.is_new(),
    };
    state.start(Job::Copying, copied, |_, _| Some((record, job.run())));
    true
}

/// Writes a copy like [`write_copy`], and quits once it is written.
pub(super) fn write_and_quit(state: &mut State, text: &str) -> bool {
    let is_command = write_copy(state, text, false);
    state.ui.quits = state.awaits(Job::Copying);
    is_command
}

/// Reports the copy, or why it could not be written.
fn copied(state: &mut State, (record, copied): (Arc<Record>, Result<Copy, NotCopied>)) -> bool {
    if let Ok(Copy { path, digest: Some(digest), .. }) = &copied
        && state.desk.is_new()
    {
        let has_changed = !Arc::ptr_eq(&record, &state.desk.record);
        state.desk.written = Some((*digest, has_changed));
        (state.desk.path, state.desk.name) = (path.clone(), short_name(path));
        if let Some(layer) = state.desk.layers.get(&0).filter(|_| has_changed) {
            writing::write_to(state, writing::noted_game(state), layer.acts());
        }
    }
    if std::mem::take(&mut state.ui.quits) && copied.is_ok() {
        writing::quit(state, None);
    }
    state.ui.unanswered = match &copied {
        Err(NotCopied::Asks(_, path, force)) => Some((path.clone(), *force)),
        _ => None,
    };
    state.report(&match copied {
        Ok(Copy { path, lost, .. }) if !lost.is_empty() => {
            Report::WrittenWithout(short_name(&path), lost.worded(state.lang()))
        }
        Ok(Copy { path, games: 1, .. }) => Report::Written(short_name(&path)),
        Ok(Copy { path, games, .. }) => Report::WrittenGames(short_name(&path), games),
        Err(NotCopied::Open(path)) => Report::NeverReplaced(short_name(&path)),
        Err(NotCopied::OnlyTried) => Report::OnlyTried,
        Err(NotCopied::Asks(count, ..)) => Report::TriedUnanswered(count),
        Err(NotCopied::NotWritten(Some(format), names, path)) => {
            Report::ReadOnly(format, names, short_name(&path))
        }
        Err(NotCopied::NotWritten(None, names, path)) => {
            Report::NotAFormat(names, short_name(&path))
        }
        Err(NotCopied::Failed(reason)) => Report::Failed(reason.worded(state.lang())),
    });
    true
}

/// Changes a setting, as in `theme light`, or reports which values it has. Returns false if it cannot be changed here.
fn set(state: &mut State, text: &str) -> bool {
    let (name, word) = text.split_once(' ').unwrap_or((text, ""));
    let Some(setting) = Setting::named(name).filter(|setting| setting.is_changeable) else {
        return false;
    };
    if !setting.set(&mut state.ui.settings, word.trim()) {
        state.report(&Report::Takes(setting.name, setting.words().join(" ")));
    }
    true
}

/// `2:3.2-12`, or just `2`: the number of a game and a place. Returns the index of the game.
fn game_and_place(text: &str) -> Option<(usize, Option<Place>)> {
    let (game, place) = match text.split_once(':') {
        Some((game, place)) => (game, Some(place.parse().ok()?)),
        None => (text, None),
    };
    Some((game_number(game)? - 1, place))
}

/// Goes to a place in the record, if given.
fn go_to(state: &mut State, place: Option<&Place>) {
    let (tree, lines) = (state.tree(), state.lines());
    let node = place.map(|place| place.find(tree, lines));
    match node {
        Some(Ok(node)) => jumps::jump_to(state, node),
        Some(Err(error)) => state.report(&Report::NoPlace(error)),
        None => {}
    }
}
