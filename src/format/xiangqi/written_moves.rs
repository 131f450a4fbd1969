//! The moves of a xiangqi record as a text format writes them.

use std::borrow::Cow;
use std::rc::Rc;

use crate::format::LossKind;
use crate::format::headers;
use crate::format::pass::{GameWriter, Pass};
use crate::game::{Move, Side, xiangqi};
use crate::record::{Key, NodeId, Note, Outcome, Record, Tree};
use crate::text::source::{BIG5, Encoding};

/// The moves as text, by node.
pub(super) struct WrittenMoves(Rc<[Option<Box<str>>]>);

impl WrittenMoves {
    /// The text of every node that `write` has one for, given the position before it, its move and the node. A node
    /// without a text is left out with all that follows it; one without a move has a text only if it passes the turn
    /// and does nothing else.
    pub(super) fn new(
        record: &Record,
        write: impl Fn(&xiangqi::Position, Option<xiangqi::Move>, NodeId) -> Option<String>,
    ) -> Self {
        let tree = &record.tree;
        let mut texts: Vec<Option<Box<str>>> = vec![None; tree.len()];
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            let Some(position) = walk.before().xiangqi() else {
                break;
            };
            let mv = tree.mv(node).and_then(Move::xiangqi);
            let text = match tree.parent(node) {
                None => Some(String::new()),
                Some(parent) if texts[parent.index()].is_none() => None,
                Some(_) if mv.is_none() && !passes(tree, node, position) => None,
                Some(_) => write(position, mv, node),
            };
            texts[node.index()] = text.map(String::into_boxed_str);
        }
        Self(texts.into())
    }

    /// Whether a node is written.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.0[node.index()].is_some()
    }

    /// [`Self::has`] as a condition for [`Pass::write`].
    pub(super) fn kept(&self) -> impl Fn(NodeId) -> bool + use<> {
        let moves = Self(Rc::clone(&self.0));
        move |node| moves.has(node)
    }

    pub(super) fn text(&self, node: NodeId) -> &str {
        self.0[node.index()].as_deref().unwrap_or("")
    }

    /// The text of the node of a pass, where an unreadable move may be written in another way.
    pub(super) fn write(&self, pass: &mut Pass<'_>) -> &str {
        let text = self.text(pass.node());
        let unread = pass.record.tree.unread(pass.node());
        if unread.is_some_and(|unread| unread != text) {
            pass.change(LossKind::UnreadableMove);
        }
        text
    }
}

/// Whether the node of a pass, which is written, passes the turn by having no move.
pub(super) fn is_pass(pass: &Pass<'_>) -> bool {
    pass.node() != NodeId::ROOT && pass.record.tree.mv(pass.node()).is_none()
}

/// Whether a node does nothing on the board but pass the turn.
fn passes(tree: &Tree, node: NodeId, position: &xiangqi::Position) -> bool {
    let side = position.side_to_move().other();
    let is_setup = |note: &&Note| matches!(note, Note::Setup(_) | Note::Turn(_) | Note::Number(_));
    let mut setups = tree.notes(node).filter(is_setup);
    setups.next() == Some(&Note::Turn(side)) && setups.next().is_none()
}

/// Collects numbered lines: the mainline, then all others. Siblings have their order by their numbers. `note` writes a
/// note of a node, given the number of its line, and returns whether the file has it.
pub(super) struct LineWriter<'m, N> {
    moves: &'m WrittenMoves,
    pub(super) lines: Vec<WrittenLine>,
    /// The numbers of the lines that continue.
    open: Vec<usize>,
    note: N,
}

/// A line of a record that is written as numbered lines.
#[derive(Default)]
pub(super) struct WrittenLine {
    /// The number of the line that it branches off.
    pub(super) parent: usize,
    /// The ply of its first move.
    pub(super) ply: u32,
    pub(super) nodes: Vec<NodeId>,
    /// The notes on its nodes, as written.
    pub(super) notes: String,
}

impl<'m, N> LineWriter<'m, N>
where
    N: FnMut(&mut Pass<'_>, &Note, usize, &mut String) -> bool,
{
    pub(super) fn new(moves: &'m WrittenMoves, note: N) -> Self {
        Self { moves, lines: vec![WrittenLine::default()], open: vec![0], note }
    }

    fn number(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }
}

impl<N> GameWriter for LineWriter<'_, N>
where
    N: FnMut(&mut Pass<'_>, &Note, usize, &mut String) -> bool,
{
    fn open(&mut self, pass: &mut Pass<'_>) {
        let parent = self.number();
        self.open.push(self.lines.len());
        self.lines.push(WrittenLine {
            parent,
            ply: pass.record.tree.ply(pass.node()),
            ..WrittenLine::default()
        });
    }

    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        self.moves.write(pass);
        let number = self.number();
        self.lines[number].nodes.extend((node != NodeId::ROOT).then_some(node));
        true
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        let number = self.number();
        match note {
            Note::Turn(_) => is_pass(pass),
            note => (self.note)(pass, note, number, &mut self.lines[number].notes),
        }
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

/// A word for a result or a kind of record, in the characters that the encoding has: Big5 has the traditional ones.
pub(super) fn in_script(word: &str, encoding: Encoding) -> Cow<'_, str> {
    if encoding != BIG5 {
        return Cow::Borrowed(word);
    }
    let traditional = word.chars().map(|character| match character {
        '红' => '紅',
        '胜' => '勝',
        '负' => '負',
        '残' => '殘',
        '谱' => '譜',
        other => other,
    });
    traditional.collect::<String>().into()
}

/// The side that moves first. Programs trust it more than the header.
pub(super) fn first_mover(record: &Record) -> Option<Side> {
    let first = record.tree.first_child(NodeId::ROOT)?;
    let mv = record.tree.mv(first)?.xiangqi()?;
    Some(record.start.xiangqi()?.piece(mv.from)?.side)
}

/// The value to write for a header. Results and kinds use the words of the format, in the script of the encoding.
pub(super) fn value<'r>(header: &headers::WrittenHeader<'r>, encoding: Encoding) -> Cow<'r, str> {
    match header.key {
        Some(Key::Result | Key::Kind) => in_script(header.value, encoding),
        _ => Cow::Borrowed(header.value),
    }
}

/// The result of the mainline, from its ending or else from the headers; `*` if unknown.
pub(super) fn mainline_end(record: &Record) -> &str {
    let own = record.tree.outcome(record.tree.mainline_end());
    own.map(Outcome::name).or_else(|| record.headers.get(Key::Result)).unwrap_or("*")
}

/// Counts as changed what readers of a format infer from the moves, if the record differs: the side to move first.
pub(super) fn derive_start(pass: &mut Pass<'_>) {
    let record = pass.record;
    if first_mover(record).is_some_and(|side| side != record.start.side_to_move()) {
        pass.change(LossKind::Turn);
    }
}
