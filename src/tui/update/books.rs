//! Having the opening books asked, and what they answer.

use std::path::PathBuf;
use std::sync::Arc;

use super::layer;
use crate::book::zobrist;
use crate::game::{Move, Position, xiangqi};
use crate::record::NodeId;
use crate::tui::background::{BookNews, Outcome, Shared, Task, index_books, leaving};
use crate::tui::model::panes::PaneId;
use crate::tui::model::{Effect, State};
use crate::tui::report::Report;

/// How many answers are kept.
const KEPT: usize = 4096;
/// How far along a line is looked for the end of the book: no book goes further.
const DEEPEST: usize = 200;

/// Names the books. They are opened with the first record that they are of use for, and shown at once.
pub(super) fn set(state: &mut State, books: Vec<PathBuf>) {
    state.books.is_open = !books.is_empty();
    state.books.wanted = books;
}

/// Has the books asked about what is on the board now, if that is not known yet.
pub(super) fn consult(state: &mut State) {
    let Some(key) = state.key_on_board() else {
        return;
    };
    if !state.books.wanted.is_empty() {
        let paths = std::mem::take(&mut state.books.wanted);
        state.books.opening = Some(state.start(move |_, send| {
            index_books(&paths, &mut |news| send(Outcome::Book(news)));
        }));
    }
    let Some(shared) = state.books.shared.clone() else {
        return;
    };
    walk_line(state, &shared);
    if !state.shows_book() || state.books.asked == Some(key) {
        return;
    }
    state.books.asked = Some(key);
    let mut unknown = positions_around(state);
    unknown.retain(|position| !state.books.answers.contains_key(&zobrist(position)));
    // Dropping the ticket has what was asked before forgotten.
    state.books.asking = None;
    if !unknown.is_empty() {
        let (ticket, task) = Task::new(move |_, send| {
            let answers = unknown
                .iter()
                .map(|position| BookNews::Answered(zobrist(position), shared.lookup(position)));
            let _ = answers.map(Outcome::Book).all(send);
        });
        state.books.asking = Some(ticket);
        state.want(Effect::Start(task.into_lookup()));
    }
}

/// The position on the board, then those to which the next key may lead.
fn positions_around(state: &State) -> Vec<xiangqi::Position> {
    let mut around = vec![state.position().clone()];
    let ply = state.reader.cursor.ply();
    let near = [ply + 1, ply.saturating_sub(1)].map(|ply| state.reader.cursor.node_at(ply));
    let near = near.into_iter().flatten();
    around.extend(near.map(|node| state.position_at(node)));
    let xiangqi = |position: &Position| position.xiangqi().copied();
    around.iter().filter_map(xiangqi).collect()
}

/// Has the current line followed to where it leaves the book, once for each line.
fn walk_line(state: &mut State, shared: &Shared) {
    let end = state.reader.cursor.node_at(state.reader.cursor.last_ply());
    if state.books.line == end {
        return;
    }
    state.books.line = end;
    let nodes: Vec<NodeId> = state.reader.cursor.nodes(1..DEEPEST + 1).collect();
    let (shared, record) = (shared.clone(), Arc::clone(&state.document.record));
    state.books.walking = Some(state.start(move |wanted, send| {
        let left = leaving(&shared, &record, &nodes, wanted);
        send(Outcome::Book(BookNews::Left(left)));
    }));
}

/// Selects a row in the books.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.books.marked = state.key_on_board().map(|key| (key, row));
}

/// Opens and focuses the pane, or closes it if it is focused.
pub(super) fn toggle(state: &mut State, _: Option<usize>) {
    if !state.has_book() {
        let why = state.books.why_none();
        return state.report(&why);
    }
    let had = state.is_in_book();
    state.books.is_open = !had;
    state.ui.mode.close_all();
    state.ui.panes.focus = if had { PaneId::Board } else { PaneId::Book };
}

/// Plays a book move: the selected one, or the one with a number from 1.
pub(super) fn play(state: &mut State, number: Option<usize>) {
    let row = number.map_or(state.marked_in_book(), |number| number.saturating_sub(1));
    let moves = state.book_moves();
    let Some(mv) = moves.get(row).map(|book| Move::Xiangqi(book.mv)) else {
        let why = match state.has_book() {
            true => Report::NotInBook,
            false => state.books.why_none(),
        };
        return state.report(&why);
    };
    layer::play(state, mv);
}

/// Takes what came from the books; whether there may be something new to draw.
pub(super) fn news(state: &mut State, news: BookNews) -> bool {
    let books = &mut state.books;
    match news {
        BookNews::Opened(shared, list, notices) => {
            books.shared = (!list.is_empty()).then_some(shared);
            books.is_open &= !list.is_empty();
            books.list = list;
            // Dropped where there is nothing to index.
            books.opening = books.opening.take().filter(|_| books.shared.is_some());
            report_notices(state, &notices);
        }
        BookNews::Indexed(states) => {
            for (book, state) in books.list.iter_mut().zip(states) {
                book.progress = state;
            }
            // What was found so far may lack something.
            books.answers.retain(|_, answer| answer.complete);
            books.asked = None;
            books.line = None;
        }
        BookNews::Answered(key, answer) => {
            if books.answers.len() >= KEPT {
                books.answers.clear();
            }
            books.answers.insert(key, answer);
            return state.key_on_board() == Some(key);
        }
        BookNews::Left(node) => {
            return std::mem::replace(&mut books.leaving, node) != node;
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
        let notice = Report::Book(notice.clone());
        state.ui.log.push(&notice.text(state.lang()));
    }
    let first = first.clone();
    state.report(&match more.len() {
        0 => Report::Book(first),
        more => Report::Books(first, more),
    });
}
