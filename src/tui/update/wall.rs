//! The wall: which games are on it, and its keys.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::file::Way;
use super::{file, follow, records};
use crate::record::Place;
use crate::tui::background::{Job, News, OnWall, watch_games};
use crate::tui::model::{Effect, PaneId, State, There, Wall};
use crate::tui::report::Report;
use crate::words::Worded;

/// The bell rings no more often.
const RINGS: Duration = Duration::from_secs(1);

/// Opens the wall with the games of the directory, of the named files, or of the open file; or goes back to the game.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if state.is_on_wall() {
        return state.ui.mode.close_top();
    }
    let files = state.for_wall();
    if !files.is_empty() {
        watch(state, files);
    }
    if state.ui.wall.watched.is_empty() {
        return state.report(&Report::NoWall);
    }
    state.ui.open(PaneId::Wall);
}

/// Opens the wall at the beginning of a session. Esc leads back to it.
pub(super) fn begin(state: &mut State) {
    toggle(state, None);
    state.ui.wall.is_home = true;
}

/// Watches files and directories, in place of others.
pub(super) fn watch(state: &mut State, files: Vec<PathBuf>) {
    let wall = &mut state.ui.wall;
    if wall.watched != files {
        *wall = Wall::new(files.clone(), wall.follow);
        let (follow, in_view) = (wall.follow, Arc::clone(&wall.in_view));
        state.start(Job::Wall, changed, move |wanted, send| {
            watch_games(files, follow, &in_view, wanted, send);
            None
        });
    }
}

/// Takes changes of games.
pub(in crate::tui) fn changed(state: &mut State, news: io::Result<Vec<(OnWall, News)>>) -> bool {
    let news = match news {
        Ok(news) => news,
        Err(error) => {
            state.report(&Report::Failed(error.to_string()));
            return true;
        }
    };
    let now = state.now.instant;
    let chosen = match state.is_on_wall() {
        true => state.ui.wall.chosen().map(|game| game.id.clone()),
        false => Some((state.desk.path.as_path().into(), state.desk.game)),
    };
    let wall = &mut state.ui.wall;
    let mut is_other = false;
    for (id, news) in news {
        if wall.take(id.clone(), news) {
            is_other |= Some(&id) != chosen.as_ref();
            // What has been there is known.
            (wall.newest, wall.is_settled) = (Some(id), true);
        }
    }
    if !wall.is_settled {
        wall.arrange(now);
    }
    if is_other && state.ui.settings.bell && wall.rung.is_none_or(|rung| rung + RINGS <= now) {
        wall.rung = Some(now);
        state.want(Effect::Bell);
    }
    true
}

/// Shows what has changed by itself, and keeps played games in the tiles.
pub(super) fn look(state: &mut State) {
    let now = state.now.instant;
    if state.ui.wall.due.take_if(|due| *due <= now).is_some() {
        state.touch();
    }
    if state.is_on_wall() {
        let (tiles, room) = state.room_on_wall();
        state.ui.wall.settle(tiles, room, now);
    }
}

/// Chooses the game with a number from 0.
pub(super) fn focus_on(state: &mut State, number: usize) {
    let wall = &mut state.ui.wall;
    wall.focus = number.min(wall.shown.saturating_sub(1));
    wall.is_settled = true;
}

/// Chooses a game beside the chosen one. Below the tiles are rows.
pub(super) fn step(state: &mut State, (right, down): (isize, isize), count: Option<usize>) {
    let (tiles, room) = state.room_on_wall();
    let focus = state.ui.wall.focus;
    let across = if focus % room < tiles { state.ui.layout.tiles.across() } else { 1 };
    let by = (right + down * across as isize).saturating_mul(count.unwrap_or(1) as isize);
    focus_on(state, focus.saturating_add_signed(by));
}

/// Chooses the next or previous game, cyclically.
pub(super) fn turn(state: &mut State, forward: bool) {
    let count = state.ui.wall.shown.max(1);
    let step = if forward { 1 } else { count - 1 };
    focus_on(state, (state.ui.wall.focus + step) % count);
}

/// Opens the chosen game at its live end.
pub(super) fn open(state: &mut State, _: Option<usize>) {
    let Some(chosen) = state.ui.wall.chosen() else { return };
    if let (None, Some(reason)) = (&chosen.standing, &chosen.trouble) {
        let (name, reason) = (chosen.name.clone(), reason.worded(state.lang()));
        return state.report(&Report::CannotOpen(name, reason));
    }
    let (path, game) = chosen.id.clone();
    (state.ui.wall.is_home, state.ui.wall.is_settled) = (true, true);
    let there = There { path: path.to_path_buf(), game, place: Place::MAIN_END };
    if *path == *state.desk.path && !state.desk.is_pasted {
        records::with_game(state, game, move |state| {
            if records::enter_game(state, game) {
                state.ui.mode.close(PaneId::Wall);
                follow::go_to_live_end(state);
            }
        });
    } else {
        file::start_opening(state, there.path.clone(), Some((there, Way::Beside)));
    }
}

/// Keeps a tile for the chosen game, or no longer.
pub(super) fn pin(state: &mut State, _: Option<usize>) {
    state.ui.wall.pin();
    state.ui.wall.is_settled = true;
}

/// Orders the games by name, or by their last changes.
pub(super) fn sort(state: &mut State, _: Option<usize>) {
    state.ui.wall.by_name = !state.ui.wall.by_name;
    state.ui.wall.look_around(state.now.instant);
}

/// Sets the number of boards, or shows as many as there is room for.
pub(super) fn show_at_most(state: &mut State, most: Option<usize>) {
    state.ui.wall.most = most;
    state.ui.wall.is_settled = true;
}
