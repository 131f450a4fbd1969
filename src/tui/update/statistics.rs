//! Counts what was played in the library, in the position on the board.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::games::show_list;
use super::records;
use crate::crash::locked;
use crate::files::canonical;
use crate::files::load::show_path;
use crate::game::{Game, Position};
use crate::library::after_moves;
use crate::library::positions::{self, Built, Filter, Index, IndexError, Question, Reached, Stage};
use crate::library::stream::Progress;
use crate::record::{NodeId, Place};
use crate::tui::background::{Column, Job, ListItem, Words, describe};
use crate::tui::model::{
    AskedFor, Counted, Focus, Found, Lack, Listed, PaneId, SharedIndex, State, focus, parts,
    short_name,
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

/// Counts the corner of the last move instead of the whole board, or the whole board again.
pub(super) fn toggle_corner(state: &mut State, _: Option<usize>) {
    let game = state.position().game();
    if game != Game::Go {
        return state.report(&Report::NoCorners(game));
    }
    state.books.statistics.is_by_corner ^= true;
    state.books.marked = None;
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
    if !matches!(statistics.lack, Some(Lack::Building(_) | Lack::Reading(_))) {
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
    if !is_seen {
        return;
    }
    let corner = state.corner_at(state.node(), state.position());
    let here = (state.position().key(), corner);
    let statistics = &mut state.books.statistics;
    let is_left = statistics.asked != Some(here);
    if is_left && let Some(Lack::Reading(_)) = statistics.lack.take_if(|lack| lack.is_of_corner()) {
        state.stop(Job::Indexing);
    }
    if state.books.statistics.lack.is_some() || !is_left {
        return;
    }
    state.books.statistics.asked = Some(here);
    let library = library(state);
    let statistics = &mut state.books.statistics;
    let (false, Some(path)) = (library.is_empty(), statistics.path.clone()) else {
        statistics.lack = Some(Lack::NoLibrary);
        return;
    };
    let index = Arc::clone(&statistics.index);
    let mut unknown = Vec::new();
    for (node, position) in positions_around(state) {
        let corner = state.corner_at(node, &position);
        let asked = (position.key(), corner);
        if !state.books.statistics.answers.contains_key(&asked) {
            unknown.push((asked, Question::new(position, corner)));
        }
    }
    state.stop(Job::Count);
    if !unknown.is_empty() {
        state.start(Job::Count, answered, move |_, send| {
            let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
            for (asked, question) in unknown {
                if !send((asked, ask((&index, &path), &below, question, false))) {
                    break;
                }
            }
            None
        });
    }
}

/// The position on the board, then the positions to which the next key may lead, each with its node.
pub(super) fn positions_around(state: &State) -> Vec<(NodeId, Position)> {
    let cursor = &state.desk.reader.cursor;
    let near = [cursor.ply() + 1, cursor.ply().saturating_sub(1)];
    let near = near.iter().filter_map(|ply| cursor.node_at(*ply));
    let around = std::iter::once((state.node(), state.position().clone()));
    around.chain(near.map(|node| (node, state.position_at(node)))).collect()
}

fn failed(error: &IndexError) -> Lack {
    Lack::Failed(error.clone())
}

/// Asks the index for the moves or also for a list of the games.
fn ask(
    file: (&SharedIndex, &Path),
    below: &[PathBuf],
    question: Question,
    listed: bool,
) -> Result<Arc<Counted>, Lack> {
    question.check().map_err(|error| failed(&error))?;
    let answer =
        with_index(file, below, |index| index.ask(&question, below, &Filter::default(), listed))?;
    Ok(Arc::new(Counted { question, answer }))
}

/// Asks the index, which is opened first.
fn with_index<T>(
    (index, path): (&SharedIndex, &Path),
    below: &[PathBuf],
    ask: impl FnOnce(&Index) -> Result<T, IndexError>,
) -> Result<T, Lack> {
    let mut open = locked(index);
    if open.is_none() {
        *open = Index::open(path).map_err(|error| failed(&error))?;
    }
    let usable = open.as_ref().filter(|index| index.covers(below)).ok_or(Lack::NotIndexed);
    let answer = usable.and_then(|index| ask(index).map_err(|error| failed(&error)));
    // It may be there next time.
    open.take_if(|_| answer.is_err());
    answer
}

/// Takes the answer for a position, or why there is none, or the progress of reading the files for it.
fn answered(state: &mut State, (asked, answer): (AskedFor, Result<Arc<Counted>, Lack>)) -> bool {
    let statistics = &mut state.books.statistics;
    let is_here = statistics.asked == Some(asked);
    match answer {
        Ok(answer) => {
            if statistics.answers.len() >= KEPT {
                statistics.answers.clear();
            }
            statistics.answers.insert(asked, answer);
            statistics.lack.take_if(|lack| is_here && lack.is_of_corner());
        }
        Err(lack) if lack.is_of_corner() && !is_here => {}
        Err(lack) => statistics.lack = Some(lack),
    }
    is_here
}

/// Lists the games in which the position on the board was reached.
pub(super) fn games(state: &mut State, _: Option<usize>) {
    let (Some(path), Some(counted)) = (state.books.statistics.path.clone(), state.counted()) else {
        return state.report(&Report::NotCounted);
    };
    // Whoever read the files has them already.
    if !counted.answer.list.is_empty() {
        return list_given(state, counted.answer.list.clone());
    }
    let (library, question) = (library(state), counted.question.clone());
    let index = Arc::clone(&state.books.statistics.index);
    state.start(Job::Reached, listed, move |_, _| {
        let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        Some(ask((&index, &path), &below, question, true))
    });
}

/// Opens the list of games.
fn listed(state: &mut State, answer: Result<Arc<Counted>, Lack>) -> bool {
    match answer {
        Ok(counted) => {
            list_given(state, counted.answer.list.clone());
        }
        Err(lack) => state.books.statistics.lack = Some(lack),
    }
    true
}

/// Lists all games of the library.
pub(super) fn all(state: &mut State, _: Option<usize>) {
    let (library, words) = (library(state), state.words());
    let (false, Some(path)) = (library.is_empty(), state.books.statistics.path.clone()) else {
        return toggle(state, None);
    };
    let index = Arc::clone(&state.books.statistics.index);
    records::begin_opening(state, state.texts().library.to_owned());
    state.start(Job::Reached, all_listed, move |_, _| {
        let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        let games = with_index((&index, &path), &below, |index| index.games(&below));
        Some(games.map(|games| {
            let items = games.iter().map(|game| item(game, words)).collect();
            Found::new(games, items, true)
        }))
    });
}

/// Opens the list of all games, or the statistics, which say why there is none.
fn all_listed(state: &mut State, found: Result<Found, Lack>) -> bool {
    records::end_opening(state);
    match found {
        Ok(found) => take_found(state, found),
        Err(_) if state.shows_statistics() => {
            state.ui.panes.focus = Focus::Pane(PaneId::Statistics);
        }
        Err(_) => toggle(state, None),
    }
    true
}

/// Lists games that were found elsewhere.
pub(super) fn list_given(state: &mut State, games: Vec<Reached>) {
    let items = games.iter().map(|game| item(game, state.words())).collect();
    take_found(state, Found::new(games, items, false));
}

/// Takes games that were found, and opens their list.
pub(super) fn take_found(state: &mut State, mut found: Found) {
    let here = (&state.desk.path, state.desk.game);
    let games = Arc::clone(&found.games);
    if let Some(index) = games.iter().position(|game| (&game.path, game.game) == here)
        && let Some(list) = &mut found.list
    {
        list.seek(index);
    }
    state.catalog.found = found;
    state.catalog.choices[Listed::Played as usize] = None;
    list_found(state);
}

/// Opens the list of the games that were found, as it was left.
pub(super) fn list_found(state: &mut State) {
    if let Some(list) = state.catalog.found.open() {
        show_list(state, list);
    }
}

/// Finds the games of the list with the position that its filter names, unless that is known.
pub(super) fn find_position(state: &mut State) {
    let Some(list) = state.ui.games.as_mut().filter(|list| list.of == Listed::Played) else {
        return;
    };
    let (_, position) = parts(list.arrangement.filter.text());
    if list.position == position {
        return;
    }
    list.position = position.to_owned();
    list.reached = None;
    list.arrange();
    let (position, path) = (list.position.clone(), state.books.statistics.path.clone());
    let (index, games) =
        (Arc::clone(&state.books.statistics.index), Arc::clone(&state.catalog.found.games));
    let (false, Some(path)) = (position.is_empty(), path) else {
        return;
    };
    let library = library(state);
    state.start(Job::Reached, reached, move |_, _| {
        let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        let Some(record) = after_moves(&position) else {
            // What is no position is in no game.
            return Some((position, Some(HashMap::new())));
        };
        let asked = Question::new(record.position_at(record.tree.mainline_end()), None);
        let Ok(counted) = ask((&index, &path), &below, asked, true) else {
            return Some((position, None));
        };
        let list = counted.answer.list.iter();
        let places: HashMap<_, _> = list.map(|it| ((&it.path, it.game), &it.place)).collect();
        let found = (0..).zip(games.iter());
        let found =
            found.filter_map(|(at, it)| Some((at, (*places.get(&(&it.path, it.game))?).clone())));
        Some((position, Some(found.collect())))
    });
}

/// Takes the games with a position, with its place in each, unless another is wanted now.
fn reached(state: &mut State, (position, found): (String, Option<HashMap<u32, Place>>)) -> bool {
    let is_known = found.is_some();
    if let Some(list) = state.ui.games.as_mut().filter(|list| list.position == position) {
        list.reached = found;
        list.arrange();
    }
    if !is_known {
        state.report(&Report::NotCounted);
    }
    true
}

fn item(reached: &Reached, words: Words) -> ListItem {
    let mut item = describe(reached.kind, &reached.headers, words);
    if reached.moves > 0 {
        item.set(Column::Moves, reached.moves.to_string());
    }
    item.set(Column::Name, format!("{}#{}", short_name(&reached.path), reached.game + 1));
    item
}

/// The progress is shown no more often.
const PAUSE: Duration = Duration::from_millis(100);

/// `42% ####------`: how much of all is done after a share of the reading. The number of games if that is not known.
fn progress(course: &Progress, share: f64) -> String {
    course.done().map_or_else(|| course.games.to_string(), |done| percent(done * share))
}

fn percent(done: f64) -> String {
    let done = (done * 100.0).round() as u32;
    format!("{done}% {}", positions::bar([done, 0, 100 - done.min(100)], 10))
}

/// Reads the files for a corner that no index has.
fn read(state: &mut State) {
    let (library, corner) = (library(state), state.corner_at(state.node(), state.position()));
    let question = Question::new(state.position().clone(), corner);
    let asked = (question.position.key(), corner);
    state.books.statistics.lack = Some(Lack::Reading(String::new()));
    state.start(Job::Indexing, answered, move |wanted, send| {
        let below: Vec<PathBuf> = library.iter().map(|path| canonical(path)).collect();
        let mut next = Instant::now();
        let answer = positions::read(&question, below, |course| {
            if Instant::now() < next {
                return wanted.is();
            }
            next = Instant::now() + PAUSE;
            send((asked, Err(Lack::Reading(progress(course, 1.0)))))
        })?;
        Some((asked, Ok(Arc::new(Counted { question, answer }))))
    });
}

/// Builds the index of the library, or brings it up to date; reads the files for a corner that no index has.
pub(super) fn build(state: &mut State) {
    if let Some(Lack::Failed(IndexError::Corner(_))) = state.books.statistics.lack {
        return read(state);
    }
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
        let mut report = |stage: Stage<'_>| {
            let now = Instant::now();
            let how = match stage {
                _ if now < next => return wanted.is(),
                Stage::Reading(course) => progress(course, 0.9),
                Stage::Writing(done) => percent(0.9 + done / 10.0),
            };
            next = now + PAUSE;
            send(Err(Lack::Building(how)))
        };
        let built = positions::build(&path, &roots, false, &stop, &mut report);
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

/// Stops the building of the index or the reading of the files, if the pane has the keys. The index is then as it was.
pub(super) fn give_up(state: &mut State) -> bool {
    let is_left = focus::focused(state) == PaneId::Statistics && state.stop(Job::Indexing);
    if is_left {
        let statistics = &mut state.books.statistics;
        statistics.stop.store(true, Ordering::Relaxed);
        statistics.lack = match statistics.lack {
            Some(Lack::Reading(_)) => None,
            _ => Some(Lack::NotIndexed),
        };
        statistics.asked = None;
    }
    is_left
}
