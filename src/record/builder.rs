//! Builds records for the readers, checking every move.

use super::{
    At, Checkpoints, Clock, Cut, Ending, Headers, IllegalMove, NodeId, Note, NoteId, Problem,
    Record, Tree, Warnings,
};
use crate::game::{Move, Position, Side};

/// Builds a [`Record`] move by move. It is at a node and knows its position, and can go to any other node to add
/// variations.
#[derive(Debug)]
pub struct Builder {
    record: Record,
    at: Checkpoints,
    /// The ending added last, until the builder leaves it.
    ended: Option<NoteId>,
    /// Whether the starting position is a guess. Illegal moves are then noted on their nodes, but not listed one by
    /// one.
    pub doubtful: bool,
}

impl Builder {
    /// Starts at the root of an empty record.
    pub fn new(start: Position) -> Self {
        Self::on(Record::new(start))
    }

    /// Continues at the root of a record that may have headers, notes and a setup on the root, but no moves.
    pub fn on(record: Record) -> Self {
        let at = Checkpoints::new(&record);
        Self { record, at, ended: None, doubtful: false }
    }

    /// Sets the starting position of a record without moves.
    pub fn set_start(&mut self, start: Position) {
        self.record.start = start;
        self.at = Checkpoints::new(&self.record);
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.at.node()
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        self.at.position()
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The headers, to add to them.
    pub fn headers_mut(&mut self) -> &mut Headers {
        &mut self.record.headers
    }

    /// The list of warnings, to add some that are not about the current node.
    pub fn warnings_mut(&mut self) -> &mut Warnings {
        &mut self.record.warnings
    }

    /// Notes that the file asks to show the board from the second player's side.
    pub fn flip(&mut self) {
        self.record.flipped = true;
    }

    /// Sets the number of the first ply, limited to the valid range.
    pub fn set_first_number(&mut self, number: u32) {
        self.record.set_first_number(number);
    }

    /// Plays a move and goes to its node. An illegal move is played nevertheless, with a warning on the node and in the
    /// list.
    pub fn play(&mut self, mv: Move, at: At) -> NodeId {
        let rule = self.position().check(mv).err();
        let is_named = !self.doubtful && self.record.warnings.has_room();
        let name = rule.filter(|_| is_named).map(|_| {
            let before = self.record.tree.mv(self.node());
            self.position().notate(mv, before)
        });
        let node = self.append(|tree, before| tree.add(before, Some(mv)));
        let record = &mut self.record;
        record.tree.set_offset(node, at);
        if let Some(rule) = rule {
            record.tree.set_illegal(node, rule);
            let illegal = Problem::Illegal(IllegalMove {
                number: Some(record.tree.ply(node) + record.first_number - 1),
                name: name.unwrap_or_default(),
                rule,
            });
            if !self.doubtful {
                record.list(node, at, illegal);
            }
        }
        node
    }

    /// Adds a node without a move and goes there. Only its notes describe it.
    pub fn skip(&mut self) -> NodeId {
        self.append(|tree, before| tree.add(before, None))
    }

    /// Adds a node for an unreadable move, with its text and a warning, and goes there. `next` is the side to move
    /// after it.
    pub fn skip_unread(
        &mut self,
        text: &str,
        next: Side,
        at: At,
        message: impl Into<String>,
    ) -> NodeId {
        let node = self.append(|tree, before| {
            let node = tree.add(before, None);
            tree.set_unread(node, text, next);
            node
        });
        let (text, detail) = (text.into(), message.into().into());
        self.warn(at, Problem::Unread { text, detail });
        node
    }

    /// Keeps a node for a move that no piece can play, with its text, and passes the turn.
    pub(crate) fn leave_out(&mut self, text: &str, at: At) {
        let message = format!("no piece can play {text:?}; the move is skipped");
        self.skip_unread(text, self.position().side_to_move().other(), at, message);
    }

    /// Adds a comment without the blanks around it, unless it is empty.
    pub(crate) fn comment(&mut self, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.note(Note::Comment(text.into()));
        }
    }

    /// Ends the line at the current node; notes added next are about the ending. Returns the node of the ending: the
    /// current node, or a new child of it if it already has an ending or a continuation. Likewise, an ending on the
    /// current node moves to a node of its own when a move or another ending is added: the new node precedes the
    /// addition if that follows immediately, and is its sibling if the builder has returned for a variation.
    pub fn end(&mut self, ending: Ending) -> NodeId {
        let (node, tree) = (self.node(), &self.record.tree);
        if tree.first_child(node).is_some() || tree.ending(node).is_some() {
            self.skip();
        }
        let note = Note::End(Box::new(ending));
        self.ended = Some(self.record.tree.note(self.node(), note));
        self.node()
    }

    /// The ending of the line that has just ended, to complete it.
    pub fn ending_mut(&mut self) -> Option<&mut Ending> {
        match self.record.tree.note_mut(self.ended?) {
            Note::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// Adds a clock to the ending if the line has just ended, otherwise to the move.
    pub fn clock(&mut self, clock: Clock) {
        match self.ending_mut() {
            Some(ending) => ending.clock = Some(clock),
            None => self.note(Note::Clock(clock)),
        }
    }

    fn append(&mut self, add: impl FnOnce(&mut Tree, NodeId) -> NodeId) -> NodeId {
        let ending = self.record.tree.split_off_ending(self.node());
        if let Some(ending) = ending.filter(|_| self.ended.is_some()) {
            self.go_to(ending);
        }
        let before = self.node();
        let node = add(&mut self.record.tree, before);
        self.ended = None;
        self.at.enter(&self.record, node);
        node
    }

    /// Adds a note to the current node. A side to move takes effect immediately.
    pub fn note(&mut self, note: Note) {
        if let Note::End(ending) = note {
            self.end(*ending);
            return;
        }
        if let Note::Turn(side) = note {
            self.at.change(&self.record, |position| position.set_side_to_move(side));
        }
        self.record.tree.note(self.node(), note);
    }

    /// Adds a warning to the current node and to the list.
    pub fn warn(&mut self, at: At, problem: impl Into<Problem>) {
        self.record.warn_of(self.node(), at, problem.into());
    }

    /// Adds a warning about the game as a whole.
    pub fn report(&mut self, at: At, problem: impl Into<Problem>) {
        self.record.warnings.warn(at, problem);
    }

    /// Notes that the file ends too early, at this position.
    pub fn cut(&mut self, at: At, cut: impl Into<Cut>) {
        self.record.cut_at(at, cut);
    }

    /// Notes that the file ends too early within the current node, at this position, and adds a warning about the node.
    pub(crate) fn cut_in(&mut self, at: At, cut: Cut) {
        self.warn(at, Problem::Cut(cut.reason.clone()));
        self.record.cut = Some(cut);
    }

    /// Saves the current position, so that returning here costs nothing. For readers that know that a variation
    /// follows.
    pub fn save(&mut self) {
        self.at.keep(&self.record);
    }

    /// Goes to any node, to add a variation there. Replays at most 127 moves, however long the record.
    pub fn go_to(&mut self, node: NodeId) {
        self.ended = None;
        self.at.goto(&self.record, node);
    }

    /// Goes back along the line to the node at a ply, 0 being the root. Returns `None` and stays if the line is
    /// shorter.
    pub fn back_to_ply(&mut self, ply: u32) -> Option<NodeId> {
        let tree = &self.record.tree;
        let node = tree.ancestors(self.node()).find(|node| tree.ply(*node) == ply)?;
        self.go_to(node);
        Some(node)
    }

    /// The tree so far.
    pub fn tree(&self) -> &Tree {
        &self.record.tree
    }

    /// The finished record.
    pub fn finish(self) -> Record {
        self.record
    }
}
