//! Counts what was played in the library, in the position on the board.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::games::show_list;
use crate::crash::locked;
use crate::files::canonical;
use crate::files::load::show_path;
use crate::game::Position;
use crate::library::positions::{self, Built, Filter, Index, IndexError, Question, Reached, Stage};
use crate::tui::background::{Column, Job, ListItem, describe};
use crate::tui::model::{
    Counted, GameList, Lack, Listed, PaneId, SharedIndex, State, focus, short_name,
};
use crate::tui::report::Report;
use crate::words::Worded;

/// How many answers are kept.
const KEPT: usize = 4_096;

/// Opens the statistics and gives them the keys, or closes them if they have them.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    // Files may have been indexed meanwhile.
    forget(state);
    focus::toggle_table(state, PaneId::Statistics);
}

/// Selects a row of the pane.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.books.marked = Some((PaneId::Statistics, state.position().key(), row));
}

/// Forgets all answers, because the index is another one.
fn forget(state: &mut State) {
    let statistics = &mut state.books.statistics;
    statistics.answers.clear();
    statistics.asked = None;
    if !matches!(statistics.lack, Some(Lack::Building(_))) {
        statistics.lack = None;
    }
}

/// The directories whose games count: the one that was opened, otherwise those of the setting.
fn library(state: &State) -> Vec<PathBuf> {
    let opened = state.catalog.folder.as_ref().map(|folder| &*folder.root);
    let opened = opened.or(state.catalog.directory.as_deref()).map(Path::to_owned);
    opened.map_or_else(|| state.ui.settings.library.clone(), |opened| vec![opened])
}

/// Asks for the position on the board, unless its answer is known or must not be seen.
pub(super) fn consult(state: &mut State) {
    let is_seen = state.shows_statistics() && !state.hides_answer();
    if !is_seen || state.books.statistics.lack.is_some() {
        return;
    }
    let here = state.position().key();
    if state.books.statistics.asked.replace(here) == Some(here) {
        return;
    }
    let library = library(state);
    let statistics = &mut state.books.statistics;
    let (false, Some(path)) = (library.is_empty(), statistics.path.clone()) else {
        statistics.lack = Some(Lack::NoLibrary);
        return;
    };
    let index = Arc::clone(&statistics.index);
    let mut unknown = positions_around(state);
    unknown.retain(|(key, _)| !state.books.statistics.answers.contains_key(key));
    state.stop(Job::Count);
    if !unknown.is_empty() {
        state.start(Job::Count, answered, move |_, send| {
            let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
            for (key, position) in unknown {
                if !send((key, ask((&index, &path), &below, position, false))) {
                    break;
                }
            }
            None
        });
    }
}

/// The position on the board, then the positions to which the next key may lead, each with its own key.
pub(super) fn positions_around(state: &State) -> Vec<(u64, Position)> {
    let cursor = &state.desk.reader.cursor;
    let near = [cursor.ply() + 1, cursor.ply().saturating_sub(1)];
    let near = near.iter().filter_map(|ply| cursor.node_at(*ply));
    let around = std::iter::once(state.position().clone());
    let around = around.chain(near.map(|node| state.position_at(node)));
    around.map(|position| (position.key(), position)).collect()
}

fn failed(error: &IndexError) -> Lack {
    Lack::Failed(error.clone())
}

/// Asks the index, which is opened first, for the moves or also for a list of the games.
fn ask(
    (index, path): (&SharedIndex, &Path),
    below: &[PathBuf],
    position: Position,
    listed: bool,
) -> Result<Arc<Counted>, Lack> {
    let mut open = locked(index);
    if open.is_none() {
        *open = Index::open(path).map_err(|error| failed(&error))?;
    }
    let usable = open.as_ref().filter(|index| index.covers(below)).ok_or(Lack::NotIndexed);
    let question = Question::new(position);
    let answer = usable.and_then(|index| {
        index.ask(&question, below, &Filter::default(), listed).map_err(|error| failed(&error))
    });
    // It may be there next time.
    open.take_if(|_| answer.is_err());
    answer.map(|answer| Arc::new(Counted { question, answer }))
}

/// Takes the answer for a position.
fn answered(state: &mut State, (key, answer): (u64, Result<Arc<Counted>, Lack>)) -> bool {
    let statistics = &mut state.books.statistics;
    match answer {
        Ok(answer) => {
            if statistics.answers.len() >= KEPT {
                statistics.answers.clear();
            }
            statistics.answers.insert(key, answer);
        }
        Err(lack) => statistics.lack = Some(lack),
    }
    statistics.asked == Some(key)
}

/// Lists the games in which the position on the board was reached.
pub(super) fn games(state: &mut State, _: Option<usize>) {
    let (Some(path), Some(_)) = (state.books.statistics.path.clone(), state.counted()) else {
        return state.report(&Report::NotCounted);
    };
    let (library, position) = (library(state), state.position().clone());
    let index = Arc::clone(&state.books.statistics.index);
    state.start(Job::Reached, listed, move |_, _| {
        let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        Some(ask((&index, &path), &below, position, true))
    });
}

/// Opens the list of games.
fn listed(state: &mut State, answer: Result<Arc<Counted>, Lack>) -> bool {
    match answer {
        Ok(counted) => {
            let items = counted.answer.list.iter().map(item).collect();
            state.books.statistics.listed = Some(counted);
            show_list(state, GameList::new(Listed::Played, items, 0, None));
        }
        Err(lack) => state.books.statistics.lack = Some(lack),
    }
    true
}

fn item(reached: &Reached) -> ListItem {
    let mut item = describe(&reached.headers);
    item.set(Column::Name, format!("{}#{}", short_name(&reached.path), reached.game + 1));
    item
}

/// Builds the index of the library, or brings it up to date.
pub(super) fn build(state: &mut State) {
    /// The progress is shown no more often.
    const PAUSE: Duration = Duration::from_millis(100);
    let library = library(state);
    let statistics = &mut state.books.statistics;
    let (Some(Lack::NotIndexed | Lack::Failed(_)), Some(path)) =
        (&statistics.lack, statistics.path.clone())
    else {
        return;
    };
    let turn = Arc::clone(&statistics.building);
    let stop = Arc::new(AtomicBool::new(false));
    statistics.stop = Arc::clone(&stop);
    statistics.lack = Some(Lack::Building(String::new()));
    state.start(Job::Indexing, heard, move |wanted, send| {
        // One that was stopped still closes the index.
        let _turn = locked(&turn);
        if !wanted.is() {
            return None;
        }
        let roots: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        let mut next = Instant::now();
        let mut progress = |stage: Stage<'_>| {
            let now = Instant::now();
            let how = match stage {
                _ if now < next => return wanted.is(),
                Stage::Reading(course) => course.done().map_or_else(
                    || course.games.to_string(),
                    |done| format!("{:.0}%", done * 90.0),
                ),
                Stage::Writing(done) => format!("{:.0}%", 90.0 + done * 10.0),
            };
            next = now + PAUSE;
            send(Err(Lack::Building(how)))
        };
        let built = positions::build(&path, &roots, false, &stop, &mut progress);
        Some(built.map_err(Lack::Failed))
    });
}

/// Takes the progress of the index, or its end.
fn heard(state: &mut State, built: Result<Built, Lack>) -> bool {
    state.books.statistics.lack = built.as_ref().err().cloned();
    if let Ok(built) = built {
        if let (Some(why), Some(path)) = (&built.rebuilt, &state.books.statistics.path) {
            state.ui.log.push(&format!("{}: {why}; built anew", show_path(path)));
        }
        for what in &built.left_out {
            state.ui.log.push(&what.worded(state.lang()));
        }
        forget(state);
        state.report(&Report::Indexed(built.games as usize));
    }
    true
}

/// Stops the building of the index, if the pane has the keys. The index is then as it was.
pub(super) fn give_up(state: &mut State) -> bool {
    let is_left = focus::focused(state) == PaneId::Statistics && state.stop(Job::Indexing);
    if is_left {
        let statistics = &mut state.books.statistics;
        statistics.stop.store(true, Ordering::Relaxed);
        statistics.lack = Some(Lack::NotIndexed);
    }
    is_left
}
