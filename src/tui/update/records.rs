//! Puts another record on the screen.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::cursor;
use crate::files::results::{self, EngineFindings, Placed};
use crate::files::reviews;
use crate::files::watch::{FileOrigin, OwnFile};
use crate::format::Loaded;
use crate::library::losses;
use crate::record::{At, Eval, Lines, NodeId, Record, Warning};
use crate::tui::background::Job;
use crate::tui::model::{
    Desk, Examined, Exercise, Listed, PaneId, Search, State, Turn, short_name,
};
use crate::tui::report::Report;
use crate::tui::survey::Survey;
use crate::words::Worded;

/// Shows the first game of a file. If it cannot be read, reports that and returns false.
pub(super) fn show(
    state: &mut State,
    path: &Path,
    origin: FileOrigin,
    loaded: Arc<Loaded>,
) -> bool {
    show_own(state, (path, origin), loaded, None)
}

/// Like [`show`], with all that is in a record of the user's own.
pub(super) fn show_own(
    state: &mut State,
    (path, origin): (&Path, FileOrigin),
    loaded: Arc<Loaded>,
    own: Option<OwnFile>,
) -> bool {
    match loaded.game(0) {
        Ok(record) => {
            let mut desk = Desk::new((path, origin), loaded, 0, record);
            desk.take_own(own);
            lay(state, desk);
            true
        }
        Err(error) => {
            let reason = error.worded(state.lang());
            state.report(&Report::CannotOpen(short_name(path), reason));
            false
        }
    }
}

/// Lays a record on the reader's desk, in place of all that is there. What was searched for can be searched for again.
pub(super) fn lay(state: &mut State, mut desk: Desk) {
    let left = &mut state.desk;
    desk.hides_own = left.hides_own;
    let Search { query, lit, .. } = std::mem::take(&mut left.reader.search);
    desk.reader.search = Search { query, lit, ..Search::default() };
    state.desk = desk;
    state.ui.mode.close(PaneId::Hits);
    state.catalog.choices[Listed::Games as usize] = None;
    begin_record(state);
    begin_problem(state);
    report_warnings(state);
}

/// Stops reading the rest of the file, because another one was opened or it was read again.
pub(super) fn stop_reading(state: &mut State) {
    state.stop(Job::Reading);
    state.desk.percent = None;
}

/// The next step once games have been read.
type Then = Box<dyn FnOnce(&mut State) + Send>;

/// Calls `then` once a game of the file has been read: at once if it has, usually before the next key if not.
pub(super) fn with_game(
    state: &mut State,
    game: usize,
    then: impl FnOnce(&mut State) + Send + 'static,
) {
    with_games(state, Job::Game, vec![game], Box::new(then));
}

/// Like [`with_game`], for several games and a kind of work of their own.
pub(super) fn with_games(state: &mut State, job: Job, games: Vec<usize>, then: Then) {
    let loaded = Arc::clone(&state.desk.loaded);
    let Some(unread) = games.iter().find(|game| !loaded.has_read(**game)) else {
        state.stop(job);
        return then(state);
    };
    begin_opening(state, format!("{} {}", state.desk.name, unread + 1));
    state.start(job, go_on, move |_, _| {
        // The loaded file keeps the results.
        games.iter().for_each(|game| drop(loaded.game(*game)));
        Some((job, games, then))
    });
}

/// Goes on with games that have been read, unless the file has been read again meanwhile and they have not.
fn go_on(state: &mut State, (job, games, then): (Job, Vec<usize>, Then)) -> bool {
    end_opening(state);
    with_games(state, job, games, then);
    true
}

/// Reports what is being opened, unless another message is shown.
pub(super) fn begin_opening(state: &mut State, name: String) {
    if state.ui.message.is_none() {
        state.report(&Report::Opening(name, state.ui.keymap.first_key("cancel")));
    }
}

/// Removes the message about what is being opened.
pub(super) fn end_opening(state: &mut State) {
    state.ui.message.take_if(|message| matches!(message.report, Report::Opening(..)));
}

/// Shows a game of the file, unless it is on the screen. Returns false if it cannot be read.
pub(super) fn enter_game(state: &mut State, game: usize) -> bool {
    game == state.desk.game || show_game(state, game)
}

/// Shows a game of the file. If it cannot be read, reports that and returns false.
pub(super) fn show_game(state: &mut State, game: usize) -> bool {
    match state.desk.read_game(game) {
        Ok(record) => {
            let desk = &mut state.desk;
            let (from, earlier) = (desk.game, Arc::clone(&desk.record));
            let turn = Turn { from, earlier: &earlier, to: game, record: &record, reread: None };
            desk.reader.carry(&turn);
            desk.game = game;
            (desk.following.former, desk.following.is_newest) = (None, false);
            desk.show(record);
            begin_record(state);
            begin_problem(state);
            report_warnings(state);
            true
        }
        Err(error) => {
            let name = format!("{} {}", state.desk.name, game + 1);
            let reason = error.worded(state.lang());
            state.report(&Report::CannotOpen(name, reason));
            false
        }
    }
}

/// Forgets what the screen shows of the previous record.
fn begin_record(state: &mut State) {
    (state.ui.pointer.held, state.ui.unanswered) = (None, None);
    state.catalog.choices[Listed::Problems as usize] = None;
    state.ui.panes.set_top(PaneId::Comment, 0);
    forget_record(state);
}

/// Forgets what is known about the previous record, since a new one has other nodes.
pub(super) fn forget_record(state: &mut State) {
    forget_line(state);
    survey(state);
}

/// Forgets where the current line leaves the book.
pub(super) fn forget_line(state: &mut State) {
    state.books.line = None;
    state.books.leaving = None;
    state.stop(Job::Leaving);
}

/// Takes what engines found in the game.
pub(super) fn found(state: &mut State, sources: Vec<EngineFindings>) {
    if sources != *state.desk.sources {
        state.desk.sources = sources.into();
        // One that runs is not begun anew for it, or it might never end.
        if !state.awaits(Job::Survey) {
            survey_again(state);
        }
    }
}

/// What is known of a record as a whole, given what engines found and which of them the reader chose.
type Surveyed = (Examined, Arc<Vec<EngineFindings>>, Option<String>);

/// Starts the survey of the record.
pub(super) fn survey(state: &mut State) {
    state.desk.examined = Examined::default();
    survey_again(state);
}

/// Starts the survey after engines have found more, or another was chosen. What is known remains meanwhile.
pub(super) fn survey_again(state: &mut State) {
    let record = Arc::clone(&state.desk.record);
    let lines = Arc::clone(state.lines());
    let sources = Arc::clone(&state.desk.sources);
    let engine = state.ui.engine.clone();
    let version = state.engine.by.clone();
    state.start(Job::Survey, surveyed, move |wanted, _| {
        let mut survey = Survey::new(&record, &lines, &|| wanted.is())?;
        let mut written = reviews::written(&record, &|| wanted.is())?;
        let named = written.iter().position(|it| Some(&it.by.engine) == engine.as_ref());
        let source = results::chosen(&sources, engine.as_deref(), version.as_ref());
        let source = source.filter(|it| named.is_none() || Some(&it.by.engine) == engine.as_ref());
        let valued = match source {
            Some(source) => results::placed(source, &record),
            None if written.is_empty() => Placed::default(),
            None => written.remove(named.unwrap_or(0)),
        };
        // The file's own evaluations are not mixed with those of an engine.
        let has_engine_evals = survey.evals.is_empty();
        if has_engine_evals {
            let evals = valued
                .at
                .keys()
                .filter_map(|node| Some((lines.ordinal(*node) as u32, valued.eval(*node)?)));
            survey.evals.extend(evals);
            survey.evals.sort_by_key(|(ordinal, _)| *ordinal);
        }
        let swings = swings(&record, &lines, &survey.evals, has_engine_evals.then_some(&valued));
        let all = [&valued].into_iter().chain(&written).flat_map(|stored| stored.at.values());
        let most_lines = all.map(|finding| finding.found.lines.len()).max().unwrap_or(0);
        let survey = Some(survey);
        let examined = Examined { survey, valued, written, most_lines, has_engine_evals, swings };
        Some((examined, sources, engine))
    });
}

/// The swings of values by ordinal: of those of the engine, or else of the file. Of several values of a node the last counts.
fn swings(
    record: &Record,
    lines: &Lines,
    evals: &[(u32, Eval)],
    valued: Option<&Placed>,
) -> Vec<(u32, i32)> {
    if evals.is_empty() {
        return Vec::new();
    }
    let evals: BTreeMap<u32, Eval> = evals.iter().copied().collect();
    let (_, swings) = losses::judge(record, |nodes| match valued {
        Some(valued) => valued.values(nodes),
        None => {
            let [one, other] = nodes.map(|node| evals.get(&(lines.ordinal(node) as u32)).copied());
            Some([one?, other?])
        }
    });
    let swings =
        swings.into_iter().map(|swing| (lines.ordinal(swing.node) as u32, swing.loss.abs()));
    let mut swings: Vec<_> = swings.collect();
    swings.sort_unstable();
    swings
}

fn surveyed(state: &mut State, (examined, sources, engine): Surveyed) -> bool {
    if !Arc::ptr_eq(&sources, &state.desk.sources) || engine != state.ui.engine {
        survey_again(state);
    }
    state.desk.examined = examined;
    !state.desk.examined.valued.at.is_empty()
        || state.survey_has(|survey| {
            survey.has_transpositions() || !survey.evals.is_empty() || !survey.clocks.is_empty()
        })
}

/// Forgets the search and its hits.
pub(super) fn forget_search(state: &mut State) {
    state.stop(Job::Search);
    let search = &mut state.desk.reader.search;
    (search.hits, search.searched, search.is_waiting) = (Vec::new(), None, false);
    state.ui.mode.close(PaneId::Hits);
}

/// Reports problems with the file, unless another message is shown.
pub(super) fn report_warnings(state: &mut State) {
    let warnings = state.desk.loaded.warnings();
    if !warnings.is_empty() && state.ui.message.is_none() {
        for warning in warnings.iter().rev() {
            state.ui.log.push(&warning_text(state, warning));
        }
        let key = state.ui.keymap.first_key("messages");
        state.report(&Report::Warnings(warnings.len(), key));
    }
}

/// A warning with its place, in the language of the screen.
fn warning_text(state: &State, warning: &Warning) -> String {
    let text = warning.problem.worded(state.lang());
    match warning.at {
        At::File => text,
        at => format!("{at}: {text}"),
    }
}

/// In problem mode, begins the first problem of the record.
pub(super) fn begin_problem(state: &mut State) {
    if state.ui.mode.problem.is_some() {
        set_problem(state, state.desk.record.tree.problem_starts()[0]);
    }
}

pub(super) fn set_problem(state: &mut State, start: NodeId) {
    let shown = Some(start);
    state.ui.mode.problem = Some(Exercise { start, shown, wrong: None, replies: Vec::new() });
    cursor::go_to(state, start);
}

/// Shows the answer up to the current move, which the reader has reached step by step.
pub(super) fn reveal_here(state: &mut State) {
    let cursor = state.cursor();
    let tree = &state.desk.record.tree;
    let here = tree.file_node(cursor.node());
    let ends = cursor.at_end() && here == cursor.node();
    let Some(Exercise { start, shown, .. }) = &mut state.ui.mode.problem else {
        return;
    };
    if let Some(last) = *shown {
        if ends && here != *start {
            *shown = None;
        } else if !tree.ancestors(last).any(|node| node == here) {
            *shown = Some(here);
        }
    }
}

/// Reports that the record is a collection of problems, unless another message is shown.
pub(super) fn offer_problems(state: &mut State) {
    let count = state.desk.record.tree.problem_starts().len();
    if count > 1 && state.ui.mode.problem.is_none() && state.ui.message.is_none() {
        let keys = state.ui.keymap.first_key("problems");
        state.report(&Report::ManyProblems(count, keys));
    }
}
