//! The lines that comments quote.

use std::ops::Range;

use super::State;
use super::anchors::Turn;
use crate::game::{Move, Position, Quoted, QuotedLine, Side};
use crate::record::NodeId;

/// Before a line: it continues the line before it.
const CONTINUING: [&str; 6] = ["以下", "次に", "には", "なら", "に対し", "に対して"];
/// Before a line: it is an alternative to the last move before it.
const OR: [&str; 2] = ["や", "か"];

/// The line on the board, while that is one that a comment quotes.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Quoting {
    /// The node of the comment.
    pub(in crate::tui) node: NodeId,
    /// The index of the line in the comment.
    pub(in crate::tui) line: usize,
    /// The node before the line, and its moves.
    pub(in crate::tui) nodes: Vec<NodeId>,
}

impl Quoting {
    /// The same line in another record, if that has all of it.
    pub(super) fn carried(self, turn: &Turn) -> Option<Self> {
        let nodes = self.nodes.iter().map(|node| turn.same(*node)).collect::<Option<_>>()?;
        Some(Self { node: turn.same(self.node)?, nodes, ..self })
    }
}

/// A quoted line, and the node after which it is played.
pub(in crate::tui) struct NodeLine {
    pub(in crate::tui) start: NodeId,
    /// The byte range in the text.
    pub(in crate::tui) at: Range<usize>,
    /// Its moves; none if it cannot be played there.
    pub(in crate::tui) moves: Vec<Quoted>,
}

impl NodeLine {
    fn overlaps(&self, other: &Self) -> bool {
        self.at.start < other.at.end && other.at.start < self.at.end
    }

    /// Whether it can be played, and is not written as the other side's.
    fn suits(&self, position: &Position, text: &str) -> bool {
        let side = writer_side(position, &text[self.at.clone()]);
        !self.moves.is_empty() && side.is_none_or(|side| side == position.side_to_move())
    }
}

/// The lines quoted in a text at a node, in order: those that continue after its move, and alternatives to it. If a line
/// can be both it is a continuation, unless it is written as the other side's.
pub(in crate::tui) fn quoted_lines(state: &State, node: NodeId, text: &str) -> Vec<NodeLine> {
    let after = state.position_at(node);
    let tree = state.tree();
    let mut lines = lines_after(node, &after, text, tree.mv(node));
    if let Some(parent) = tree.parent(node) {
        let before = state.position_at(parent);
        for mut line in lines_after(parent, &before, text, tree.mv(parent)) {
            let has_better = lines.iter().any(|known| {
                let is_better = known.suits(&after, text) || !line.suits(&before, text);
                !known.moves.is_empty() && is_better && known.overlaps(&line)
            });
            let is_own = line.moves.first().map(|quoted| quoted.mv) == tree.mv(node);
            let is_reply = !is_own && is_in_sentence_of(&lines, node, &line, text);
            if line.moves.is_empty() || is_reply || has_better {
                continue;
            }
            if is_own {
                line.moves.remove(0);
                line.start = if line.moves.is_empty() { parent } else { node };
            }
            lines.retain(|known| !known.overlaps(&line));
            lines.push(line);
        }
    }
    lines.sort_by_key(|line| line.at.start);
    drop_moves_of_other_positions(&mut lines, node, text);
    // A line without moves that starts before the node is the node's own move.
    lines.retain(|line| line.start == node || !line.moves.is_empty());
    lines
}

fn lines_after(
    start: NodeId,
    position: &Position,
    text: &str,
    previous: Option<Move>,
) -> Vec<NodeLine> {
    let lines = position.quoted(text, previous).into_iter();
    lines.map(|QuotedLine { at, moves }| NodeLine { start, at, moves }).collect()
}

/// Whether the nearest line before another is in the same sentence and starts at a node.
fn is_in_sentence_of(lines: &[NodeLine], node: NodeId, other: &NodeLine, text: &str) -> bool {
    let before = lines.iter().filter(|line| line.at.end <= other.at.start);
    let nearest = before.max_by_key(|line| line.at.end);
    nearest.is_some_and(|line| {
        let between = &text[line.at.end..other.at.start];
        line.start == node && !between.contains(['。', '.', '；', ';', '！', '？', '\n'])
    })
}

fn ends_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.ends_with(word))
}

/// Takes the moves from lines that refer to the position after a line before them.
fn drop_moves_of_other_positions(lines: &mut [NodeLine], node: NodeId, text: &str) {
    for index in 1..lines.len() {
        let [.., last, line] = &mut lines[..=index] else {
            return;
        };
        let between = &text[last.at.end..line.at.start];
        let words = between.trim_end_matches(|next: char| !next.is_alphanumeric());
        let is_after_own = last.start != node && last.moves.is_empty();
        let is_next = words.is_empty() || ends_with_any(words, &OR);
        let is_far = ends_with_any(words, &CONTINUING) || (last.moves.len() != 1 && is_next);
        if is_far && !is_after_own {
            line.moves.clear();
            line.start = node;
        }
    }
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
