//! The moves of a xiangqi record as a text format writes them.

use std::borrow::Cow;

use crate::format::Feature;
use crate::format::Losses;
use crate::format::WriteError;
use crate::game::{Move, Position, xiangqi};
use crate::record::{NodeId, Note, Record, Tree};
use crate::text::source::BIG5;
use crate::text::source::Encoding;

/// What is written for each node.
pub(in crate::format) struct Spelling<'r> {
    tree: &'r Tree,
    texts: Vec<Option<Box<str>>>,
}

/// What a text cannot hold as such: single properties and setups are written as something else, and counted by hand.
const COUNTED: [Feature; 2] = [Feature::Properties, Feature::Setups];

/// A node to be spelled: the position before it, its move, and itself.
pub(in crate::format) struct Spelled<'p> {
    pub(in crate::format) position: &'p xiangqi::Position,
    pub(in crate::format) mv: Option<xiangqi::Move>,
    pub(in crate::format) node: NodeId,
}

impl<'r> Spelling<'r> {
    /// Spells every node and counts what is lost but for properties. A node that cannot be spelled is left out with all
    /// that follows it, and counted along with the notes that the format has room for. One without a move is spelled
    /// only if it passes the turn and does nothing else.
    ///
    /// # Errors
    /// The record is not one of xiangqi.
    pub(in crate::format) fn new(
        record: &'r Record,
        features: &[Feature],
        losses: &mut Losses,
        spell: impl Fn(&Spelled<'_>) -> Option<String>,
    ) -> Result<Self, WriteError> {
        let tree = &record.tree;
        losses.add_missing(tree, &[features, &COUNTED].concat());
        let setups = tree.ids().flat_map(|node| tree.notes(node));
        let mut setups = setups
            .filter(|note| Feature::of(note) == Some(Feature::Setups))
            .count();
        let mut texts: Vec<Option<Box<str>>> = vec![None; tree.len()];
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            let Position::Xiangqi(position) = walk.before() else {
                let game = record.game();
                return Err(WriteError(format!("the format holds xiangqi, not {game}")));
            };
            let mv = match tree.mv(node) {
                Some(Move::Xiangqi(mv)) => Some(mv),
                _ => None,
            };
            let text = match tree.parent(node) {
                None => Some(String::new()),
                Some(parent) if texts[parent.index()].is_none() => None,
                Some(_) if mv.is_none() && !passes(tree, node, position) => None,
                Some(_) => spell(&Spelled { position, mv, node }),
            };
            if mv.is_none() && node != NodeId::ROOT && text.is_some() {
                setups -= 1;
            }
            if text.is_none() {
                let kind = if mv.is_some() {
                    "move"
                } else {
                    "unreadable move"
                };
                losses.add(kind, 1);
                let notes = tree.notes(node).filter_map(Feature::of);
                let room = notes.filter(|feature| features.contains(feature));
                room.for_each(|feature| losses.add(feature.name(), 1));
            }
            texts[node.index()] = text.map(String::into_boxed_str);
        }
        losses.add(Feature::Setups.name(), setups);
        Ok(Self { tree, texts })
    }

    /// How a node is written.
    pub(in crate::format) fn text(&self, node: NodeId) -> &str {
        self.texts[node.index()].as_deref().unwrap_or("")
    }

    /// The children of a node that are written, in order.
    pub(in crate::format) fn children(
        &self,
        node: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let is_written = |child: &NodeId| self.texts[child.index()].is_some();
        let children: Vec<NodeId> = self.tree.children(node).filter(is_written).collect();
        children.into_iter()
    }

    /// The record as numbered lines: the mainline, then all others. Siblings have their order by their numbers.
    pub(in crate::format) fn lines(&self, record: &Record) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut pending = vec![(0, NodeId::ROOT)];
        while let Some((parent, first)) = pending.pop() {
            let number = lines.len();
            let mut nodes = Vec::new();
            let mut branches = Vec::new();
            let mut node = Some(first);
            while let Some(current) = node {
                if current != NodeId::ROOT {
                    nodes.push(current);
                }
                let mut children = self.children(current);
                node = children.next();
                branches.extend(children.map(|child| (number, child)));
            }
            // A line's branches follow it in order, each with its own.
            pending.extend(branches.into_iter().rev());
            lines.push(Line {
                parent,
                ply: record.tree.ply(first),
                nodes,
            });
        }
        lines
    }
}

/// Whether a node does nothing on the board but pass the turn.
fn passes(tree: &Tree, node: NodeId, position: &xiangqi::Position) -> bool {
    let side = position.side_to_move().other();
    let mut setups = tree
        .notes(node)
        .filter(|note| Feature::of(note) == Some(Feature::Setups));
    setups.next() == Some(&Note::Turn(side)) && setups.next().is_none()
}

/// The number of properties of a tree.
pub(in crate::format) fn properties(tree: &Tree) -> usize {
    let notes = tree.ids().flat_map(|node| tree.notes(node));
    notes
        .filter(|note| Feature::of(note) == Some(Feature::Properties))
        .count()
}

/// A line of a record that is written as numbered lines.
pub(in crate::format) struct Line {
    /// The number of the line that it branches off.
    pub(in crate::format) parent: usize,
    /// The ply of its first move.
    pub(in crate::format) ply: u32,
    pub(in crate::format) nodes: Vec<NodeId>,
}

/// A word for a result or a kind of record, in the characters that the encoding has: Big5 has the traditional ones.
pub(in crate::format) fn in_script(word: &str, encoding: Encoding) -> Cow<'_, str> {
    const SIMPLIFIED: [char; 6] = ['红', '胜', '负', '残', '谱', '实'];
    const TRADITIONAL: [char; 6] = ['紅', '勝', '負', '殘', '譜', '實'];
    if encoding != BIG5 || !word.contains(SIMPLIFIED) {
        return Cow::Borrowed(word);
    }
    let traditional = |character| {
        let place = SIMPLIFIED.iter().position(|known| *known == character);
        place.map_or(character, |place| TRADITIONAL[place])
    };
    word.chars().map(traditional).collect()
}

/// Counts what readers of a format find out from the moves, where that is not what the record says: the side to move
/// first, and the number of the first move.
pub(in crate::format) fn lose_start(record: &Record, losses: &mut Losses) {
    if record.first_number != 1 {
        losses.add("number of the first move", 1);
    }
    let first = record
        .tree
        .first_child(NodeId::ROOT)
        .and_then(|first| record.tree.mv(first));
    if let (Position::Xiangqi(start), Some(Move::Xiangqi(mv))) = (&record.start, first)
        && let Some(piece) = start.piece(mv.from)
        && piece.side != start.side_to_move()
    {
        losses.add("side to move", 1);
    }
}
