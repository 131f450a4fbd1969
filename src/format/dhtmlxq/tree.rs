//! The moves: a mainline and numbered lines that branch off other lines, in any order.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{Block, Tag};
use super::headers::{plain, unescape};
use crate::format::movetext::leave_out;
use crate::format::scan::Scan;
use crate::game::xiangqi::{Move, Square};
use crate::game::{self, Position};
use crate::record::{At, Builder, NodeId, Note, Warning};

/// How the digits of a square count ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// From black's back rank.
    FromBlack,
    /// From red's back rank.
    FromRed,
}

/// A line of moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    /// The line that it branches off; the mainline is 0.
    parent: u32,
    /// The ply of its first move, which replaces the parent's, counted from 1 at the beginning of the game.
    ply: usize,
    /// Four digits a move.
    moves: &'a str,
    at: At,
    rows: Rows,
}

impl<'a> Line<'a> {
    /// A mainline with the moves of a tag.
    pub(super) fn main(tag: Option<Tag<'a>>, rows: Rows) -> Self {
        Self {
            parent: 0,
            ply: 1,
            moves: tag.map_or("", |tag| tag.value),
            at: tag.map_or(At::File, |tag| tag.at),
            rows,
        }
    }

    /// The moves, each with its digits and its place; `None` for digits that name no square.
    fn moves(self) -> impl Iterator<Item = (Option<Move>, &'a str, At)> {
        let mut scan = Scan::from(self.moves, self.at);
        std::iter::from_fn(move || {
            scan.take_while(|next| !next.is_ascii_digit());
            let at = scan.at();
            let next = scan.rest().bytes().take(4);
            let digits = scan.take(next.take_while(u8::is_ascii_digit).count());
            (!digits.is_empty()).then(|| (self.read_move(digits), digits, at))
        })
    }

    /// File and rank of both squares.
    fn read_move(self, digits: &str) -> Option<Move> {
        let digits = <[u8; 4]>::try_from(digits.as_bytes()).ok()?;
        let [from_file, from_row, to_file, to_row] = digits.map(|digit| digit - b'0');
        let square = |file, row| match self.rows {
            Rows::FromBlack => Square::new(file, 9 - row),
            Rows::FromRed => Square::new(file, row),
        };
        Some(Move {
            from: square(from_file, from_row)?,
            to: square(to_file, to_row)?,
        })
    }

    /// Plays the moves from a node on. Returns that node and those of the moves.
    pub(super) fn play(self, fork: NodeId, builder: &mut Builder) -> Vec<NodeId> {
        builder.back_to(fork);
        let mut nodes = vec![fork];
        for (mv, digits, at) in self.moves() {
            match mv {
                Some(mv) => {
                    builder.play(game::Move::Xiangqi(mv), at);
                }
                None => leave_out(builder, digits, at),
            }
            nodes.push(builder.node());
        }
        nodes
    }
}

/// The lines of a game by their numbers.
#[derive(Debug)]
pub(super) struct Lines<'a>(BTreeMap<u32, Line<'a>>);

impl<'a> Lines<'a> {
    /// Reads `movelist` and the tags `move_A_B_C`: line C branches off line A and replaces its ply B.
    pub(super) fn read(block: &Block<'a>, warnings: &mut Vec<Warning>) -> Self {
        let mut lines = BTreeMap::new();
        lines.insert(0, Line::main(block.tag("movelist"), Rows::FromBlack));
        for tag in &block.tags {
            let Some(numbers) = tag.name.strip_prefix("move_") else {
                continue;
            };
            let warn = |message: &str| Warning::new(tag.at, format!("{}: {message}", tag.name));
            let numbers: Option<Vec<u32>> = numbers.split('_').map(|n| n.parse().ok()).collect();
            let Some(&[parent, ply, number]) = numbers.as_deref() else {
                warnings.push(warn("this is no number of a line"));
                continue;
            };
            let line = Line {
                parent,
                ply: (ply as usize).max(1),
                moves: tag.value,
                at: tag.at,
                rows: Rows::FromBlack,
            };
            if lines.insert(number, line).is_some() {
                warnings.push(warn("another line has the same number and is not shown"));
            }
        }
        let mut lines = Self(lines);
        lines.settle(warnings);
        lines
    }

    /// Makes each line branch off the one that has the ply before it: a line that replaces another's first move, or
    /// branches off before it, belongs to that line's parent.
    fn settle(&mut self, warnings: &mut Vec<Warning>) {
        let numbers: Vec<u32> = self.0.keys().copied().collect();
        let mut settled = BTreeSet::from([0]);
        let mut seen = settled.clone();
        for number in numbers {
            // The line and its ancestors that are not settled yet. Lines may come in any order, and in circles.
            let mut chain = Vec::new();
            let mut next = number;
            while let Some(line) = self.0.get(&next).filter(|_| seen.insert(next)) {
                chain.push(next);
                next = line.parent;
            }
            while let Some(number) = chain.pop() {
                self.settle_line(number, &settled, warnings);
                settled.insert(number);
            }
        }
    }

    fn settle_line(&mut self, number: u32, settled: &BTreeSet<u32>, warnings: &mut Vec<Warning>) {
        let Some(mut line) = self.0.get(&number).copied() else {
            return;
        };
        if !settled.contains(&line.parent) {
            let message = format!(
                "line {number} branches off line {}, which is not there",
                line.parent
            );
            warnings.push(Warning::new(line.at, message));
            line.parent = 0;
        }
        while let Some(parent) = self
            .0
            .get(&line.parent)
            .filter(|parent| line.parent != 0 && line.ply <= parent.ply)
        {
            line.parent = parent.parent;
        }
        self.0.insert(number, line);
    }

    /// Sets the side to move to that of the piece that moves first: nothing else tells it.
    pub(super) fn settle_side(&self, start: &mut Position) {
        let first = self.0.get(&0).and_then(|line| line.moves().next());
        if let (Position::Xiangqi(position), Some((Some(mv), _, _))) = (&*start, first)
            && let Some(piece) = position.piece(mv.from)
        {
            start.set_side_to_move(piece.side);
        }
    }
}

/// Plays all lines and notes the comments.
pub(super) fn play(lines: &Lines<'_>, block: &Block<'_>, is_html: bool, builder: &mut Builder) {
    let mut branches: BTreeMap<u32, Vec<(usize, u32)>> = BTreeMap::new();
    for (&number, line) in lines.0.iter().filter(|(number, _)| **number != 0) {
        branches
            .entry(line.parent)
            .or_default()
            .push((line.ply, number));
    }
    // The nodes of each line: the one that it branches off, then those of its moves.
    let mut nodes: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
    let mut pending = vec![(0, NodeId::ROOT)];
    while let Some((number, fork)) = pending.pop() {
        let Some(line) = lines.0.get(&number) else {
            continue;
        };
        let played = line.play(fork, builder);
        let mut children = branches.remove(&number).unwrap_or_default();
        // The last branch is played first, so that the builder is always on the way back to the next one.
        children.sort_by_key(|&(ply, number)| (std::cmp::Reverse(ply), number));
        for (ply, child) in children.into_iter().rev() {
            let node = played.get(ply - line.ply).copied().unwrap_or_else(|| {
                let message = format!("line {child} branches off behind the end of line {number}");
                let at = lines.0.get(&child).map_or(At::File, |line| line.at);
                builder.warnings.push(Warning::new(at, message));
                played.last().copied().unwrap_or(fork)
            });
            pending.push((child, node));
        }
        nodes.insert(number, played);
    }
    for tag in &block.tags {
        note_comment(tag, lines, &nodes, is_html, builder);
    }
}

/// Notes a comment on its node: `commentN` after ply N of the mainline, `commentC_N` after ply N of line C.
fn note_comment(
    tag: &Tag<'_>,
    lines: &Lines<'_>,
    nodes: &BTreeMap<u32, Vec<NodeId>>,
    is_html: bool,
    builder: &mut Builder,
) {
    let Some(numbers) = tag.name.strip_prefix("comment") else {
        return;
    };
    let numbers: Option<Vec<u32>> = numbers
        .split('_')
        .map(|number| number.parse().ok())
        .collect();
    let place = match numbers.as_deref() {
        Some(&[ply]) => find(lines, nodes, 0, ply as usize),
        Some(&[line, ply]) => find(lines, nodes, line, ply as usize),
        _ => return,
    };
    let text = comment_text(&plain(tag.value, is_html));
    if place.is_none() {
        let message = format!(
            "there is no move for {}; it is shown at the start",
            tag.name
        );
        builder.warnings.push(Warning::new(tag.at, message));
    }
    if !text.is_empty() {
        let node = place.unwrap_or(NodeId::ROOT);
        builder
            .record_mut()
            .tree
            .note(node, Note::Comment(text.into()));
    }
}

/// The node at a ply of a line, which may lie before the line's own moves.
fn find(
    lines: &Lines<'_>,
    nodes: &BTreeMap<u32, Vec<NodeId>>,
    number: u32,
    ply: usize,
) -> Option<NodeId> {
    let mut number = number;
    loop {
        let line = lines.0.get(&number)?;
        if number == 0 || ply >= line.ply {
            return nodes
                .get(&number)?
                .get((ply + 1).checked_sub(line.ply)?)
                .copied();
        }
        number = line.parent;
    }
}

/// `||` is a line end, `\u4e00` a character.
fn comment_text(text: &str) -> String {
    let text = text.replace("||", "\n");
    unescape(text.strip_suffix('\n').unwrap_or(&text))
}
