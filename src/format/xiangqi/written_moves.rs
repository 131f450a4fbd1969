//! The moves of a xiangqi record as a text format writes them.

use std::borrow::Cow;

use crate::format::headers;
use crate::format::pass::Pass;
use crate::game::{Move, Side, xiangqi};
use crate::record::{Event, Key, NodeId, Note, Order, Outcome, Record, Tree};
use crate::text::source::{BIG5, Encoding};

/// What is written for each node.
pub(super) struct WrittenMoves<'r> {
    tree: &'r Tree,
    texts: Vec<Option<Box<str>>>,
    /// Who moves at each node.
    movers: Vec<Side>,
}

/// A node to write: the position before it, its move, and the node.
pub(super) struct Moment<'p> {
    pub(super) position: &'p xiangqi::Position,
    pub(super) mv: Option<xiangqi::Move>,
    pub(super) node: NodeId,
}

impl<'r> WrittenMoves<'r> {
    /// The text of every node, each marked in the pass. A node without a text is left out with all that follows it; one
    /// without a move has a text only if it passes the turn and does nothing else.
    pub(super) fn new(
        record: &'r Record,
        pass: &mut Pass<'_>,
        write: impl Fn(&Moment<'_>) -> Option<String>,
    ) -> Self {
        let tree = &record.tree;
        let mut texts: Vec<Option<Box<str>>> = vec![None; tree.len()];
        let mut movers = vec![Side::First; tree.len()];
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            let Some(position) = walk.before().xiangqi() else {
                break;
            };
            movers[node.index()] = position.side_to_move();
            let mv = tree.mv(node).and_then(Move::xiangqi);
            let text = match tree.parent(node) {
                None => Some(String::new()),
                Some(parent) if texts[parent.index()].is_none() => None,
                Some(_) if mv.is_none() && !passes(tree, node, position) => None,
                Some(_) => write(&Moment { position, mv, node }),
            };
            if let Some(text) = &text {
                pass.wrote_node(node);
                pass.wrote_notes(node, |note| match note {
                    Note::Turn(_) => mv.is_none() && node != NodeId::ROOT,
                    _ => false,
                });
                if tree.unread(node).is_some_and(|unread| unread != text) {
                    pass.change_at("unreadable move", node);
                }
            }
            texts[node.index()] = text.map(String::into_boxed_str);
        }
        Self {
            tree,
            texts,
            movers,
        }
    }

    /// Whether a node is written.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.texts[node.index()].is_some()
    }

    /// How a node is written.
    pub(super) fn text(&self, node: NodeId) -> &str {
        self.texts[node.index()].as_deref().unwrap_or("")
    }

    /// Who moves at a node.
    pub(super) fn mover(&self, node: NodeId) -> Side {
        self.movers[node.index()]
    }

    /// The record as numbered lines: the mainline, then all others. Siblings have their order by their numbers.
    pub(super) fn lines(&self) -> Vec<WrittenLine> {
        let line = |parent, first| WrittenLine {
            parent,
            ply: self.tree.ply(first),
            nodes: Vec::new(),
        };
        let mut lines = vec![line(0, NodeId::ROOT)];
        // The numbers of the lines that continue.
        let mut open = vec![0];
        let events = self
            .tree
            .events_of(Order::BehindMove, |node| self.has(node));
        for event in events.skip(1) {
            let number = open.last().copied().unwrap_or(0);
            match event {
                Event::Open(node) => {
                    open.push(lines.len());
                    lines.push(line(number, node));
                }
                Event::Node(node) => lines[number].nodes.push(node),
                Event::Close => {
                    open.pop();
                }
            }
        }
        lines
    }
}

/// Whether a node does nothing on the board but pass the turn.
fn passes(tree: &Tree, node: NodeId, position: &xiangqi::Position) -> bool {
    let side = position.side_to_move().other();
    let is_setup = |note: &&Note| matches!(note, Note::Setup(_) | Note::Turn(_) | Note::Number(_));
    let mut setups = tree.notes(node).filter(is_setup);
    setups.next() == Some(&Note::Turn(side)) && setups.next().is_none()
}

/// A line of a record that is written as numbered lines.
pub(super) struct WrittenLine {
    /// The number of the line that it branches off.
    pub(super) parent: usize,
    /// The ply of its first move.
    pub(super) ply: u32,
    pub(super) nodes: Vec<NodeId>,
}

/// A word for a result or a kind of record, in the characters that the encoding has: Big5 has the traditional ones.
pub(super) fn in_script(word: &str, encoding: Encoding) -> Cow<'_, str> {
    if encoding != BIG5 {
        return Cow::Borrowed(word);
    }
    headers::traditional(word).into()
}

/// The side of the piece that moves first, by which readers go.
pub(super) fn first_mover(record: &Record) -> Option<Side> {
    let first = record.tree.first_child(NodeId::ROOT)?;
    let mv = record.tree.mv(first)?.xiangqi()?;
    Some(record.start.xiangqi()?.piece(mv.from)?.side)
}

/// What is written for a header. Results and kinds are words of the format, whatever the script of the texts.
pub(super) fn value<'r>(header: &headers::OutputHeader<'r>, encoding: Encoding) -> Cow<'r, str> {
    match header.key {
        Some(Key::Result | Key::Kind) => in_script(header.value, encoding),
        _ => Cow::Borrowed(header.value),
    }
}

/// The result of the mainline, from its ending or else from the headers; `*` if unknown.
pub(super) fn mainline_end(record: &Record) -> &str {
    let own = record.tree.outcome(record.tree.mainline_end());
    own.map(Outcome::name)
        .or_else(|| record.headers.get(Key::Result))
        .unwrap_or("*")
}

/// Records as changed what readers of a format infer from the moves, if the record differs: the side to move first.
pub(super) fn derive_start(record: &Record, pass: &mut Pass<'_>) {
    if first_mover(record).is_some_and(|side| side != record.start.side_to_move()) {
        pass.change_at("side to move", NodeId::ROOT);
    }
}
