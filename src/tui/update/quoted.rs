//! Tries lines quoted in comments.

use super::{jumps, trial, variations};
use crate::tui::model::{NodeLine, State, Trial, beginning, quoted_lines};
use crate::tui::report::Report;

/// Tries the line with a number from 1, or the next playable one after the current line, cyclically. Plays its first
/// move.
pub(super) fn try_line(state: &mut State, number: Option<usize>) {
    let lines = lines(state);
    let last = state.reader.trial.as_ref().and_then(|trial| trial.quoted);
    let first = last.map_or(0, |(_, last)| lines.len().min(last + 1));
    let mut next = (first..lines.len()).chain(0..first);
    let index = match number {
        Some(number) => Some(number.saturating_sub(1)),
        None => next.find(|index| !lines[*index].moves.is_empty()),
    };
    match index.and_then(|index| Some((index, lines.get(index)?))) {
        Some((index, line)) if line.moves.is_empty() => {
            state.report(&Report::UnfitLine(index + 1, lines.len()));
        }
        Some((index, line)) => {
            try_moves(state, (index, line), 1);
            state.report(&Report::QuotedLine(index + 1, lines.len()));
        }
        // Elsewhere this key selects the branch with the number, which may exist here.
        None if lines.is_empty() && number.is_some() => variations::take(state, number),
        None => state.report(&Report::NoQuotedLine),
    }
}

/// Tries the line with the move after a number of non-space characters of the comment, up to that move.
pub(super) fn press(state: &mut State, shown: usize) {
    let text = comment(state);
    let mut characters = text.char_indices().filter(|(_, next)| !next.is_whitespace());
    let Some((at, _)) = characters.nth(shown) else {
        return;
    };
    let lines = lines(state);
    let Some(index) = lines.iter().position(|line| line.at.contains(&at)) else {
        return;
    };
    let moves = &lines[index].moves;
    let nth = moves.iter().position(|quoted| quoted.at.contains(&at));
    match nth {
        Some(nth) => try_moves(state, (index, &lines[index]), nth + 1),
        None if moves.is_empty() => state.report(&Report::UnfitLine(index + 1, lines.len())),
        None => {}
    }
}

/// Starts a trial of a line with a number of its moves played.
fn try_moves(state: &mut State, (index, line): (usize, &NodeLine), shown: usize) {
    let quoted = (state.commented(), index);
    trial::leave(state);
    if line.start != state.node() {
        jumps::jump_to(state, line.start);
    }
    let is_live = state.document.following.on && state.reader.cursor.at_end();
    let mut tried = Trial::new(is_live);
    let mut position = state.reader.cursor.position().clone();
    for quoted in &line.moves {
        tried.play(&position, quoted.mv);
        position.apply(quoted.mv);
    }
    tried.show(shown);
    tried.quoted = Some(quoted);
    state.reader.trial = Some(tried);
}

/// The lines quoted in the comment.
fn lines(state: &State) -> Vec<NodeLine> {
    quoted_lines(state, state.commented(), &comment(state))
}

/// The visible text, limited to the part searched for lines.
fn comment(state: &State) -> String {
    beginning(state, state.commented())
}
