//! The part of a board of Go that a problem, a joseki or a diagram uses.

use crate::game::{Move, Position, Side, go};
use crate::record::{Key, Mark, MarkKind, NodeId, Record, Span};

/// The number of lines around what is used. An edge that is as near to them is drawn, too.
const MARGIN: u8 = 2;
/// Of so many moves, one may be elsewhere: joseki dictionaries have ladder breakers.
const STRAY: usize = 100;
/// Without stones at the start, a record with fewer moves may be the beginning of a game.
const FEWEST: usize = 8;
/// Smaller boards are large anyway.
const SMALLEST: u8 = 13;

/// The part of the board that the record uses from a node on, at which a problem starts, with edges that are near and a
/// margin. `None` if that is most of the board, or if the record is a game. Linear in the size of the record.
pub fn used_part(record: &Record, start: NodeId) -> Option<Span> {
    let (position, tree) = (record.position_at(start), &record.tree);
    let stones: Vec<go::Point> = stones(position.go()?).collect();
    let size = position.go()?.size();
    let nodes = tree.ids().take(tree.file_len()).skip(start.index());
    // The nodes of a problem follow its start.
    let nodes = nodes.take_while(|node| *node == start || tree.ply(*node) > tree.ply(start));
    let moves = nodes.filter_map(|node| tree.mv(node).and_then(Move::go)?.point);
    let moves: Vec<go::Point> = moves.filter(|point| size.contains(*point)).collect();
    let names = Side::BOTH.map(|side| record.headers.get(Key::Player(side)).unwrap_or_default());
    let is_game = stones.is_empty() && (moves.len() < FEWEST || names != ["", ""]);
    if is_game || size.longest() < SMALLEST {
        return None;
    }
    let [columns, rows] = [(size.columns(), true), (size.rows(), false)].map(|(length, across)| {
        let line = |point: &go::Point| if across { point.column } else { point.row };
        let mut lines: Vec<u8> = moves.iter().map(line).collect();
        lines.sort_unstable();
        let strays = lines.len() / STRAY;
        let used = lines[strays..lines.len() - strays].iter().copied();
        let used = used.chain(stones.iter().map(line));
        Some((to_edge(used.clone().min()?), length - 1 - to_edge(length - 1 - used.max()?)))
    });
    let ((left, right), (top, bottom)) = (columns?, rows?);
    let area = u16::from(right - left + 1) * u16::from(bottom - top + 1);
    let is_small = 3 * area <= 2 * u16::from(size.columns()) * u16::from(size.rows());
    is_small.then_some(Span { from: (left, top), to: (right, bottom) })
}

/// The distance of the part from an edge, given that of what is used.
fn to_edge(distance: u8) -> u8 {
    if distance <= 2 * MARGIN { 0 } else { distance - MARGIN }
}

fn stones(position: &go::Position) -> impl Iterator<Item = go::Point> {
    position.size().points().filter(|point| position.stone(*point).is_some())
}

/// Whether all stones and marks are in a part of the board.
pub fn holds(part: Span, position: &Position, marks: &[&Mark]) -> bool {
    let marks = marks.iter().filter(|mark| !matches!(mark.kind, MarkKind::Dim | MarkKind::View));
    let mut marked = marks.flat_map(|mark| &mark.spans).flat_map(|span| [span.from, span.to]);
    let mut stones = position.go().into_iter().flat_map(stones);
    stones.all(|stone| part.contains((stone.column, stone.row)))
        && marked.all(|point| part.contains(point))
}
