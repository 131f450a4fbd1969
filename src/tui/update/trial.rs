//! Trials on the board, and the pane of books that moves may come from.

use super::{cursor, jumps, list};
use crate::game::{Move, MoveError};
use crate::record::NodeId;
use crate::tui::model::panes::PaneId;
use crate::tui::model::{State, Trial, focus};
use crate::tui::report::Report;

/// Whether there is a trial.
pub(super) fn is_on(state: &State) -> bool {
    state.reader.trial.is_some()
}

/// Ends the trial and records the jump. If it began at the live end, goes there.
pub(super) fn leave(state: &mut State) {
    if is_on(state) {
        jumps::leave(state);
        let trial = state.reader.trial.take();
        if trial.is_some_and(|trial| trial.is_live) {
            cursor::go_to_ply(state, usize::MAX);
        }
    }
}

/// Goes forward or back in the trial, and continues with the books' moves after its end. Returns false without a trial.
pub(super) fn step(state: &mut State, forward: bool, times: usize) -> bool {
    let Some(trial) = &mut state.reader.trial else {
        return false;
    };
    match (trial.step(forward, times), forward) {
        (true, _) => {}
        (false, true) if !state.book_moves().is_empty() => play_book_move(state, None),
        (false, true) => state.report(&Report::EndOfLine),
        (false, false) => state.report(&Report::StartOfTrial),
    }
    true
}

/// Plays a move in any notation. If the record contains it here, or as an alternative to the current move, goes there;
/// otherwise tries it. Reports why a move cannot be played.
pub(super) fn play_text(state: &mut State, text: &str) {
    let here = state.position().parse_move(text, state.last_move());
    let next = here.ok().and_then(|mv| next_in_record(state, mv));
    match (next.or_else(|| sibling_in_record(state, text)), here) {
        (Some(node), _) => jumps::jump_to(state, node),
        (None, Ok(mv)) => try_move(state, mv),
        (None, Err(MoveError::Unreadable)) => state.report(&Report::Unknown(text.to_owned())),
        (None, Err(error)) => state.report(&Report::NotPlayed(text.to_owned(), error)),
    }
}

/// Plays a legal move: goes there if the record contains it here, otherwise tries it.
pub(super) fn play(state: &mut State, mv: Move) {
    match next_in_record(state, mv) {
        Some(node) => jumps::jump_to(state, node),
        None => try_move(state, mv),
    }
}

fn try_move(state: &mut State, mv: Move) {
    let before = state.position().clone();
    let is_live = state.document.following.on && state.reader.cursor.at_end();
    let trial = &mut state.reader.trial;
    trial.get_or_insert_with(|| Trial::new(is_live)).play(&before, mv);
}

/// Whether the board shows the record without hidden moves.
pub(super) fn is_on_record(state: &State) -> bool {
    let trial = state.reader.trial.as_ref();
    trial.is_none_or(|trial| trial.shown().is_empty()) && !state.hides_answer()
}

/// The child of the current node with a move.
fn next_in_record(state: &State, mv: Move) -> Option<NodeId> {
    let children = state.lines().children(state.node());
    let next = with_move(state, children, mv)?;
    is_on_record(state).then_some(next)
}

/// The alternative to the current move with this text.
fn sibling_in_record(state: &State, text: &str) -> Option<NodeId> {
    let record = &state.document.record;
    let parent = record.tree.parent(state.node())?;
    if !is_on_record(state) || state.branches().len() < 2 {
        return None;
    }
    let before = state.reader.cursor.position_at(record, parent);
    let mv = before.parse_move(text, record.tree.mv(parent)).ok()?;
    let sibling = with_move(state, state.branches(), mv)?;
    (sibling != state.node()).then_some(sibling)
}

/// The node with a move, ignoring the kind of piece named in the record.
fn with_move(state: &State, nodes: &[NodeId], mv: Move) -> Option<NodeId> {
    let code = |node: &NodeId| state.tree().mv(*node).map(Move::code);
    let wanted = Some(mv.code());
    nodes.iter().copied().find(|node| code(node) == wanted)
}

/// Moves the selection in the books if they have the keys. Returns false otherwise.
pub(super) fn mark_in_book(state: &mut State, rows: usize, down: bool) -> bool {
    let has_keys = has_keys(state);
    if has_keys {
        list::step_in(state, PaneId::Book, down, rows);
    }
    has_keys
}

/// Selects a row in the books.
pub(super) fn mark_row(state: &mut State, row: usize) {
    state.books.marked = state.key_on_board().map(|key| (key, row));
}

/// Whether the book pane handles keys: also those of a trial, except in the comment, which has lines of its own to try.
pub(super) fn has_keys(state: &State) -> bool {
    let is_reading = focus::focused(state) == PaneId::Comment;
    state.is_in_book() || is_on(state) && state.shows_book() && !is_reading
}

/// Opens and focuses the pane, or closes it if it is focused.
pub(super) fn toggle_book(state: &mut State, _: Option<usize>) {
    if !state.has_book() {
        let why = state.books.why_none();
        return state.report(&why);
    }
    let had = state.is_in_book();
    state.books.is_open = !had;
    state.ui.panes.opened = None;
    state.ui.panes.focus = if had { PaneId::Board } else { PaneId::Book };
}

/// Plays a book move: the selected one, or the one with a number from 1.
pub(super) fn play_book_move(state: &mut State, number: Option<usize>) {
    let row = number.map_or(state.marked_in_book(), |number| number.saturating_sub(1));
    let moves = state.book_moves();
    let Some(mv) = moves.get(row).map(|book| Move::Xiangqi(book.mv)) else {
        let why = match state.has_book() {
            true => Report::NotInBook,
            false => state.books.why_none(),
        };
        return state.report(&why);
    };
    play(state, mv);
}
