//! What only the board tells: moves that break the rules, and the signs of FF[1].

use super::read::Reader;
use crate::game::{Illegal, Move, Position};
use crate::record::{Mark, MarkKind, NodeId, Note, NoteId, Record};

impl Reader<'_> {
    /// Replays every line once.
    pub(super) fn replay(&mut self) {
        let mut faults = Vec::new();
        let mut signs = Vec::new();
        let mut old_marks = self.old_marks.iter().peekable();
        let mut walk = self.record.walk();
        while let Some(node) = walk.advance() {
            faults.extend(fault(&self.record, walk.before(), node));
            while let Some((_, note)) = old_marks.next_if(|(marked, _)| *marked == node) {
                let mut position = walk.before().clone();
                self.record.advance(&mut position, node);
                signs.push((node, *note, position));
            }
        }
        for (node, fault) in faults {
            self.warn_of_move(node, &fault);
        }
        for (node, note, position) in signs {
            tell_old_mark(&mut self.record, node, note, &position);
        }
    }

    fn warn_of_move(&mut self, node: NodeId, fault: &str) {
        let place = self.places.get(node.index()).copied().unwrap_or(0);
        if self.lexer.faults.add(place, || fault.to_owned()) {
            self.record.tree.note(node, Note::Warning(fault.into()));
        }
    }
}

/// What is wrong with a node's move, given the position before the node.
fn fault(record: &Record, before: &Position, node: NodeId) -> Option<(NodeId, String)> {
    let mv = record.tree.mv(node)?;
    let illegal = match record.tree.has_setup(node) {
        false => before.check(mv).err()?,
        true => check_after_setup(record, before, node, mv)?,
    };
    let text = before.notate(mv, None);
    Some((node, format!("move {text} is illegal: {illegal}")))
}

/// Checks a move in a node that sets up stones as well, which come first.
fn check_after_setup(
    record: &Record,
    before: &Position,
    node: NodeId,
    mv: Move,
) -> Option<Illegal> {
    let mut position = before.clone();
    for note in record.tree.notes(node) {
        if let Note::Setup(setup) = note {
            setup.apply(&mut position);
        }
    }
    position.check(mv).err()
}

/// FF[1]'s sign is a triangle on a stone and a cross on an empty point.
fn tell_old_mark(record: &mut Record, node: NodeId, note: NoteId, position: &Position) {
    let Position::Go(position) = position else {
        return;
    };
    let Note::Mark(mark) = record.tree.note_mut(note) else {
        return;
    };
    let has_stone = |point: &(u8, u8)| position.stone((*point).into()).is_some();
    let (stones, free): (Vec<_>, Vec<_>) = mark.points().partition(has_stone);
    if stones.is_empty() {
        return;
    }
    let triangles = stones.into_iter().map(Into::into).collect();
    if free.is_empty() {
        **mark = Mark::new(MarkKind::Triangle, triangles);
    } else {
        mark.spans = free.into_iter().map(Into::into).collect();
        let triangles = Mark::new(MarkKind::Triangle, triangles);
        record.tree.note(node, Note::Mark(Box::new(triangles)));
    }
}
