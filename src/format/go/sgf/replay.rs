//! Facts that need the board: illegal moves, and the signs of FF[1].

use super::read::SgfReader;
use crate::game::{Illegal, Move, Position};
use crate::record::{
    At, IllegalMove, Mark, MarkKind, NodeId, Note, NoteId, Problem, Record, Spans, Tree, Warnings,
};

impl SgfReader<'_> {
    pub(super) fn replay(&mut self) {
        let mut illegal = Vec::new();
        // Those of the moves that are listed: a name for each would take more memory than the tree.
        let mut names = Vec::new();
        let mut signs = Vec::new();
        let mut old_marks = self.old_marks.iter().peekable();
        let mut walk = self.record.walk();
        // Nodes are added in preorder.
        for node in self.record.tree.ids() {
            walk.visit(node);
            if let Some((mv, rule)) = illegal_move(&self.record, walk.before(), node) {
                if names.len() < Warnings::MOST {
                    names.push(walk.before().notate(mv, None));
                }
                illegal.push((node, rule));
            }
            while let Some(&(_, note)) = old_marks.next_if(|(marked, _)| *marked == node) {
                let mark = self.record.tree.get_note(note);
                signs.push((node, note, split(mark, walk.position())));
            }
        }
        drop(walk);
        let mut names = names.into_iter();
        for (node, rule) in illegal {
            self.record.tree.set_illegal(node, rule);
            let at = self.record.tree.offset(node).map_or(At::File, At::Text);
            let (number, name) = (None, names.next().unwrap_or_default());
            let illegal = Problem::Illegal(IllegalMove { number, name, rule });
            self.record.list(node, at, illegal);
        }
        for (node, note, (stones, free)) in signs {
            set_triangles(&mut self.record.tree, node, note, stones, free);
        }
    }
}

/// A node's move and what is wrong with it, given the position before the node.
fn illegal_move(record: &Record, before: &Position, node: NodeId) -> Option<(Move, Illegal)> {
    let mv = record.tree.mv(node)?;
    if !record.tree.has_setup(node) {
        return Some((mv, before.check(mv).err()?));
    }
    // Stones that the node sets up as well come first.
    let mut position = before.clone();
    for note in record.tree.notes(node) {
        if let Note::Setup(setup) = note {
            setup.apply(&mut position);
        }
    }
    Some((mv, position.check(mv).err()?))
}

/// The points of a mark that have a stone, and those that have none.
fn split(note: &Note, position: &Position) -> (Spans, Spans) {
    let (Note::Mark(mark), Position::Go(position)) = (note, position) else {
        return Default::default();
    };
    (mark.spans.iter().copied()).partition(|span| position.stone(span.from.into()).is_some())
}

/// FF[1]'s sign is a triangle on a stone and stays a cross on an empty point.
fn set_triangles(tree: &mut Tree, node: NodeId, note: NoteId, stones: Spans, free: Spans) {
    // Where the node has triangles by name, the file is not so old.
    let is_triangle =
        |note: &Note| matches!(note, Note::Mark(mark) if mark.kind == MarkKind::Triangle);
    let has_triangles = tree.notes(node).any(is_triangle);
    let Note::Mark(mark) = tree.note_mut(note) else {
        return;
    };
    if has_triangles || stones.is_empty() {
        return;
    }
    let triangles = Mark::new(MarkKind::Triangle, stones);
    if free.is_empty() {
        **mark = triangles;
    } else {
        mark.spans = free;
        tree.note(node, Note::Mark(Box::new(triangles)));
    }
}
