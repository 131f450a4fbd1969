//! Queries the opening books and takes their answers.

use std::path::PathBuf;
use std::sync::Arc;

use super::file::Way;
use super::{layer, other_files, statistics};
use crate::book::{BookAnswer, BookProblem, IndexState};
use crate::record::NodeId;
use crate::text::clean_line;
use crate::tui::background::{BooksOpened, Job, SharedBooks, await_indexes, leaving, open_books};
use crate::tui::model::{PaneId, State, There, focus};
use crate::tui::report::Report;
use crate::words::Worded;

/// How many answers are kept.
const KEPT: usize = 4096;
/// The number of plies of a line that are searched for the end of the book. No book goes further.
const DEEPEST: usize = 200;

/// Sets the books to use. They are opened with the first record of xiangqi or shogi, and shown at once.
pub(super) fn set(state: &mut State, books: Vec<PathBuf>) {
    state.ui.panes.tables.extend((!books.is_empty()).then_some(PaneId::Book));
    state.books.wanted = books;
}

/// Queries the books for the position on the board, unless their answer is known.
pub(super) fn consult(state: &mut State) {
    let Some(key) = state.key_on_board() else {
        return;
    };
    if !state.books.wanted.is_empty() {
        let paths = std::mem::take(&mut state.books.wanted);
        state.start(Job::Books, opened, move |_, _| Some(open_books(&paths)));
    }
    let Some(shared) = state.books.shared.clone() else {
        return;
    };
    walk_line(state, &shared);
    if !state.shows_book() || state.books.asked == Some(key) {
        return;
    }
    state.books.asked = Some(key);
    let around = statistics::positions_around(state).into_iter();
    let mut unknown: Vec<_> = around.map(|(_, position)| (position.key(), position)).collect();
    unknown.retain(|(key, _)| !state.books.answers.contains_key(key));
    // Earlier queries are no longer of interest.
    state.stop(Job::Lookup);
    if !unknown.is_empty() {
        state.start(Job::Lookup, answered, move |_, send| {
            for (key, position) in &unknown {
                if !send((*key, shared.lookup(position))) {
                    break;
                }
            }
            None
        });
    }
}

/// Starts looking for the move with which the current line leaves the book, once for each line.
fn walk_line(state: &mut State, shared: &SharedBooks) {
    let end = state.cursor().node_at(state.cursor().last_ply());
    if state.books.line == end {
        return;
    }
    state.books.line = end;
    let nodes: Vec<NodeId> = state.cursor().nodes(1..DEEPEST + 1).collect();
    let (shared, record) = (shared.clone(), Arc::clone(&state.desk.record));
    state.start(Job::Leaving, left, move |wanted, _| {
        Some(leaving(&shared, &record, &nodes, wanted))
    });
}

/// Selects a row of the pane.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.books.marked = Some((PaneId::Book, state.position().key(), row));
}

/// Opens and focuses the pane, or closes it if it is focused.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if !state.has_book() {
        let why = state.books.why_none();
        return state.report(&why);
    }
    focus::toggle_table(state, PaneId::Book);
}

/// Plays the move of a row of the focused pane, the book or the statistics: the selected one, or the one with a number
/// from 1, or opens the place of a tree. Without statistics, builds the index or reads the files.
pub(super) fn play(state: &mut State, number: Option<usize>) {
    let pane = focus::focused(state);
    if pane == PaneId::Statistics && state.books.statistics.lack.is_some() {
        return statistics::build(state);
    }
    let row = number.map_or(state.marked_offer(pane), |number| number.saturating_sub(1));
    match state.offers(pane).get(row) {
        Some(Some(mv)) => layer::play(state, *mv),
        _ if pane == PaneId::Statistics && open_place(state, row) => {}
        _ => state.report(&Report::NotInBook),
    }
}

/// Opens the place of a tree in a row. Returns whether the row has one.
fn open_place(state: &mut State, row: usize) -> bool {
    let answer = state.counted().map(|counted| &counted.answer);
    let place = answer.and_then(|it| it.places.get(row.checked_sub(it.moves.len())?)).cloned();
    let there = place.map(|it| There { path: it.path, game: it.game, place: it.place });
    let is_there = there.is_some();
    there.into_iter().for_each(|there| other_files::open(state, there, Way::There));
    is_there
}

/// Takes the books that were opened.
fn opened(state: &mut State, opened: BooksOpened) -> bool {
    if !opened.list.is_empty() {
        state.books.shared = Some(opened.shared.clone());
        state.start(Job::Books, indexed, move |_, send| {
            await_indexes(&opened.shared, &opened.woken, send);
            None
        });
    }
    state.books.list = opened.list;
    report_notices(state, &opened.notices);
    true
}

/// Takes the progress of each book's index.
fn indexed(state: &mut State, states: Vec<IndexState>) -> bool {
    let books = &mut state.books;
    for (book, state) in books.list.iter_mut().zip(states) {
        book.progress = state;
    }
    // Answers from before may be incomplete.
    books.answers.retain(|_, answer| answer.complete);
    books.asked = None;
    books.line = None;
    true
}

/// Takes the answer for a position.
fn answered(state: &mut State, (key, answer): (u64, BookAnswer)) -> bool {
    let answers = &mut state.books.answers;
    if answers.len() >= KEPT {
        answers.clear();
    }
    answers.insert(key, answer);
    state.key_on_board() == Some(key)
}

/// Takes the move with which the line leaves the book.
fn left(state: &mut State, node: Option<NodeId>) -> bool {
    std::mem::replace(&mut state.books.leaving, node) != node
}

/// Reports the first notice; the others are in the log.
fn report_notices(state: &mut State, notices: &[(String, BookProblem)]) {
    let lang = state.lang();
    let texts = notices.iter().map(|(name, problem)| format!("{name}: {}", problem.worded(lang)));
    let mut texts: Vec<String> = texts.map(|text| clean_line(&text)).collect();
    for text in texts.drain(1.min(texts.len())..) {
        state.ui.log.push(&Report::Book(text).worded(lang));
    }
    if let Some(first) = texts.pop() {
        state.report(&match notices.len() {
            1 => Report::Book(first),
            number => Report::Books(first, number - 1),
        });
    }
}
