//! Tries lines quoted in comments.

use super::{jumps, trial, variations};
use crate::game::{Move, Position, Quoted, Side};
use crate::record::NodeId;
use crate::tui::model::{State, Trial, beginning};
use crate::tui::report::Report;

/// A quoted line, and the node after which it is played.
struct QuotedLine {
    start: NodeId,
    moves: Vec<Quoted>,
}

/// Tries the line with a number from 1, or the one after the current line, cyclically. Plays its first move.
pub(super) fn try_line(state: &mut State, number: Option<usize>) {
    let lines = lines(state);
    let next = || {
        let tried = state.reader.trial.as_ref().map_or(&[][..], Trial::moves);
        let is_tried = |line: &QuotedLine| {
            let moves = line.moves.iter().map(|quoted| quoted.mv);
            line.start == state.node() && moves.eq(tried.iter().map(|tried| tried.mv))
        };
        lines.iter().position(is_tried).map_or(0, |last| last + 1) % lines.len().max(1)
    };
    let index = number.map_or_else(next, |number| number.saturating_sub(1));
    match lines.get(index) {
        Some(line) => {
            try_moves(state, line, 1);
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
    let mut characters = text
        .char_indices()
        .filter(|(_, next)| !next.is_whitespace());
    let Some((at, _)) = characters.nth(shown) else {
        return;
    };
    for line in lines(state) {
        let nth = line.moves.iter().position(|quoted| quoted.at.contains(&at));
        if let Some(nth) = nth {
            return try_moves(state, &line, nth + 1);
        }
    }
}

/// Starts a trial of a line with a number of its moves played.
fn try_moves(state: &mut State, line: &QuotedLine, shown: usize) {
    let quoted_at = state.commented();
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
    tried.quoted_at = Some(quoted_at);
    state.reader.trial = Some(tried);
}

/// The lines quoted in the comment, in order of the text: those that continue after its move, and alternatives to it.
/// If a line can be both it is a continuation, unless it is written as the other side's.
fn lines(state: &State) -> Vec<QuotedLine> {
    let text = comment(state);
    let node = state.commented();
    let tree = state.tree();
    let after = state.position_at(node);
    let mut lines = lines_after(node, &after, &text, tree.mv(node));
    if let Some(parent) = tree.parent(node) {
        let before = state.position_at(parent);
        let mut instead = lines_after(parent, &before, &text, tree.mv(parent));
        instead.retain(|line| line.moves.first().map(|quoted| quoted.mv) != tree.mv(node));
        let suits = |line: &QuotedLine, position: &Position| {
            let side = writer_side(position, &text[extent(line).0..extent(line).1]);
            side.is_none_or(|side| side == position.side_to_move())
        };
        let is_better =
            |other: &QuotedLine, line: &QuotedLine| overlap(other, line) && suits(other, &before);
        lines.retain(|line| {
            suits(line, &after) || !instead.iter().any(|other| is_better(other, line))
        });
        instead.retain(|line| !lines.iter().any(|known| overlap(known, line)));
        lines.extend(instead);
    }
    lines.sort_by_key(|line| extent(line).0);
    lines
}

/// The side of the first move according to its numerals: in xiangqi, Red's are Chinese, and Black's fullwidth digits.
fn writer_side(position: &Position, text: &str) -> Option<Side> {
    let mut sides = text.chars().filter_map(|character| match character {
        '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' => Some(Side::First),
        '１'..='９' => Some(Side::Second),
        _ => None,
    });
    position.xiangqi().and_then(|_| sides.next())
}

fn overlap(line: &QuotedLine, other: &QuotedLine) -> bool {
    let [(from, to), (start, end)] = [line, other].map(extent);
    from < end && start < to
}

/// The range of a line in the text.
fn extent(line: &QuotedLine) -> (usize, usize) {
    let at = |quoted: Option<&Quoted>| quoted.map(|quoted| quoted.at.clone()).unwrap_or_default();
    (at(line.moves.first()).start, at(line.moves.last()).end)
}

fn lines_after(
    start: NodeId,
    position: &Position,
    text: &str,
    previous: Option<Move>,
) -> Vec<QuotedLine> {
    let lines = position.quoted(text, previous).into_iter();
    lines.map(|moves| QuotedLine { start, moves }).collect()
}

/// The visible text, limited to the part searched for lines.
fn comment(state: &State) -> String {
    beginning(state, state.commented())
}
