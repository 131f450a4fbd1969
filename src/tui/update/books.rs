//! Having the opening books asked, and what they answer.

use std::path::PathBuf;
use std::sync::Arc;

use super::work;
use crate::book::zobrist;
use crate::game::{Position, xiangqi};
use crate::tui::book::{BookJob, BookNews, Shared};
use crate::tui::jobs::Job;
use crate::tui::model::State;
use crate::tui::say::Say;

/// How many answers are kept.
const KEPT: usize = 4096;
/// How far along a line is looked for the end of the book: no book goes further.
const DEEPEST: usize = 200;

/// Names the books. They are opened with the first record that they are of use for, and shown at once.
pub(super) fn set(state: &mut State, books: Vec<PathBuf>) {
    state.shelf.is_open = !books.is_empty();
    state.shelf.wanted = books;
}

/// Has the books asked about what is on the board now, if that is not known yet.
pub(super) fn consult(state: &mut State) {
    let Some(key) = state.key_on_board() else {
        return;
    };
    if !state.shelf.wanted.is_empty() {
        let job = BookJob::Open(std::mem::take(&mut state.shelf.wanted));
        state.shelf.opening = Some(work::start(state, Job::Book(job)));
    }
    let Some(shared) = state.shelf.shared.clone() else {
        return;
    };
    walk_line(state, &shared);
    if !state.shows_book() || state.shelf.asked == Some(key) {
        return;
    }
    state.shelf.asked = Some(key);
    let mut unknown = positions_around(state);
    unknown.retain(|position| !state.shelf.answers.contains_key(&zobrist(position)));
    // Dropping the ticket has what was asked before forgotten.
    state.shelf.asking = None;
    if !unknown.is_empty() {
        let job = BookJob::Ask(shared, unknown);
        state.shelf.asking = Some(work::start(state, Job::Book(job)));
    }
}

/// The position on the board, then those to which the next key may lead.
fn positions_around(state: &State) -> Vec<xiangqi::Position> {
    let mut around = vec![state.position().clone()];
    if state.reader.tried.is_empty() {
        let ply = state.reader.cursor.ply();
        let near = [ply + 1, ply.saturating_sub(1)].map(|ply| state.reader.cursor.node_at(ply));
        let near = near.into_iter().flatten();
        around.extend(near.map(|node| {
            state
                .reader
                .cursor
                .position_of(&state.document.record, node)
        }));
    }
    let xiangqi = |position: &Position| position.xiangqi().copied();
    around.iter().filter_map(xiangqi).collect()
}

/// Has the current line followed to where it leaves the book, once for each line.
fn walk_line(state: &mut State, shared: &Shared) {
    let end = state.reader.cursor.node_at(state.reader.cursor.last_ply());
    if state.shelf.line == end {
        return;
    }
    state.shelf.line = end;
    let nodes = state.reader.cursor.nodes(1..DEEPEST + 1).collect();
    let job = BookJob::Walk(shared.clone(), Arc::clone(&state.document.record), nodes);
    state.shelf.walking = Some(work::start(state, Job::Book(job)));
}

/// Takes what came from the books; whether there may be something new to draw.
pub(super) fn news(state: &mut State, news: BookNews) -> bool {
    let shelf = &mut state.shelf;
    match news {
        BookNews::Opened(shared, books, notices) => {
            shelf.shared = (!books.is_empty()).then_some(shared);
            shelf.is_open &= !books.is_empty();
            shelf.books = books;
            // Dropped where there is nothing to index.
            shelf.opening = shelf.opening.take().filter(|_| shelf.shared.is_some());
            report_notices(state, &notices);
        }
        BookNews::Indexed(states) => {
            for (book, state) in shelf.books.iter_mut().zip(states) {
                book.progress = state;
            }
            // What was found so far may lack something.
            shelf.answers.retain(|_, answer| answer.complete);
            shelf.asked = None;
            shelf.line = None;
        }
        BookNews::Answered(key, answer) => {
            if shelf.answers.len() >= KEPT {
                shelf.answers.clear();
            }
            shelf.answers.insert(key, answer);
            return state.key_on_board() == Some(key);
        }
        BookNews::Left(node) => {
            return std::mem::replace(&mut shelf.leaving, node) != node;
        }
    }
    true
}

/// Reports the first notice; the others are in the log.
fn report_notices(state: &mut State, notices: &[String]) {
    let Some((first, more)) = notices.split_first() else {
        return;
    };
    for notice in more {
        let first = notice.clone();
        let notice = Say::Book { first, more: 0 };
        state.ui.log.push(&notice.text(state.texts()));
    }
    state.say(&Say::Book {
        first: first.clone(),
        more: more.len(),
    });
}
