//! Tries lines quoted in comments.

use super::{cursor, layer, variations};
use crate::game::Move;
use crate::tui::model::{NodeLine, Quoting, State, beginning, quoted_lines};
use crate::tui::report::Report;

/// Tries the line with a number from 1, or the next playable one after the current line, cyclically. Plays its first
/// move.
pub(super) fn try_line(state: &mut State, number: Option<usize>) {
    let lines = lines(state);
    let last = state.quoting();
    let first = last.map_or(0, |last| lines.len().min(last.line + 1));
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
            state.report(&Report::QuotedLine(
                index + 1,
                lines.len(),
                state.ui.keymap.first_key("forward"),
            ));
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

/// Plays a line and goes to the node after a number of its moves. The comment stays in view.
fn try_moves(state: &mut State, (line, quoted): (usize, &NodeLine), shown: usize) {
    let node = state.commented();
    let moves: Vec<Move> = quoted.moves.iter().map(|quoted| quoted.mv).collect();
    let nodes = layer::play_line(state, quoted.start, &moves);
    if let Some(there) = nodes.get(shown) {
        cursor::go_to(state, *there);
    }
    state.desk.reader.quoting = Some(Quoting { node, line, nodes });
}

/// Forgets where the line on the board came from when another is there.
pub(super) fn guard(state: &mut State) {
    let node = state.node();
    let quoting = &mut state.desk.reader.quoting;
    quoting.take_if(|quoting| !quoting.nodes.contains(&node));
}

/// The lines quoted in the comment.
fn lines(state: &State) -> Vec<NodeLine> {
    quoted_lines(state, state.commented(), &comment(state))
}

/// The visible text, limited to the part searched for lines.
fn comment(state: &State) -> String {
    beginning(state, state.commented())
}
