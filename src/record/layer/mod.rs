//! A reader's additions to a game: own moves beside those of the file, comments, glyphs and marks, with undo.

mod change;
mod edit;
mod steps;
mod trail;
mod whole;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::game::Move;
use crate::record::tree::arena::Arena;
use crate::record::{Checkpoints, NodeId, Note, Record, Tree};
use change::Change;
pub use change::UndoLabel;
pub use edit::{Act, Edit, Own, Presence, both};
use steps::{Step, Steps};
pub use trail::Trail;

/// The edits of a reader, which can be applied to any reading of the game.
///
/// Edits are kept by the moves that lead to them, as a tree of their own: whatever the file becomes, they are found again
/// as far as their moves exist, and come back when these do. Within one reading no node changes its index: what is taken
/// back is only unlinked.
///
/// ```
/// use dapu::game::{Move, Position, Side, go};
/// use dapu::record::{Layer, NodeId, Record};
///
/// let mut record = Record::new(Position::Go(go::Position::new(go::Size::USUAL)));
/// let stone = Move::Go(go::Move::stone(Side::First, go::Point::new(3, 3)));
/// let mut layer = Layer::default();
/// let own = layer.play(&mut record.tree, NodeId::ROOT, &[stone]);
/// assert!(record.tree.is_own(own));
/// assert_eq!(layer.undo(&mut record.tree), Some(NodeId::ROOT));
/// assert_eq!(record.tree.children(NodeId::ROOT).next(), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Layer {
    steps: Steps,
    /// The undo history: each item is undone as a whole. Copies share it.
    done: Arena<Arc<[Change]>>,
    /// The number of items in effect. The later ones have been undone.
    in_effect: usize,
    /// The acts not yet written to the notes.
    unwritten: Vec<Act>,
    /// Whether the edits are hidden from the record.
    hidden: bool,
}

impl Layer {
    /// Plays moves after a node: follows those that are there, and adds the others. Returns the last node.
    pub fn play(&mut self, tree: &mut Tree, node: NodeId, moves: &[Move]) -> NodeId {
        // Nothing can follow an ending.
        let before = tree.parent(node).filter(|_| tree.is_ending(node));
        let mut at = before.unwrap_or(node);
        let mut changes = Vec::new();
        for mv in moves {
            let next = tree.nth_child(at, Some(*mv), 0);
            at = next.unwrap_or_else(|| {
                let step = self.steps.own_step(tree, at, *mv);
                let is_kept = self.steps.is_record;
                let presence = if is_kept { Presence::Kept } else { Presence::Scratch };
                let own = Own { presence, ..Own::default() };
                changes.extend(self.change(step, own));
                self.show(tree, step)
            });
        }
        self.finish(tree, changes);
        at
    }

    /// Comments, marks or keeps at a node. A noted own move is kept. Returns false if nothing has changed.
    pub fn edit(&mut self, tree: &mut Tree, node: NodeId, edit: Edit) -> bool {
        let step = self.steps.step_of(tree, node);
        self.edit_step(tree, step, edit)
    }

    /// The moves to a node, with the letters of own moves.
    pub fn trail(&mut self, tree: &Tree, node: NodeId) -> Trail {
        let step = self.steps.step_of(tree, node);
        self.steps.trail(step)
    }

    /// Comments, marks or keeps at the end of a trail, even if its moves are missing. Returns false if nothing has changed.
    pub fn edit_at(&mut self, record: &mut Record, trail: &Trail, edit: Edit) -> bool {
        let step = self.steps.follow(trail, Presence::Absent);
        self.refresh(record);
        self.edit_step(&mut record.tree, step, edit)
    }

    fn edit_step(&mut self, tree: &mut Tree, step: usize, edit: Edit) -> bool {
        let mut own = self.steps[step].own.clone();
        let is_line = edit == Edit::Line(true);
        own.set(edit);
        let is_kept = is_line || own.is_noted();
        let mut changes: Vec<Change> = self.change(step, own).into_iter().collect();
        if is_kept {
            self.keep(step, &mut changes);
        }
        self.finish(tree, changes)
    }

    /// Deletes the reader's additions at a node: the own move with everything that follows it, or the comment, glyph and
    /// marks at a node of the file. Returns the node, or the one before it if it is deleted; `None` if there is nothing.
    pub fn remove(&mut self, tree: &mut Tree, node: NodeId) -> Option<NodeId> {
        let first = self.steps.of(node)?;
        let is_own = tree.is_own(node) || self.steps.is_record && self.steps[first].is_own();
        let (steps, presence, to) = match is_own {
            true => (self.steps.from(first), Presence::Absent, tree.parent(node)),
            false => (vec![first], self.steps[first].own.presence, Some(node)),
        };
        let own = Own { presence, ..Own::default() };
        let changes = steps.into_iter().filter_map(|step| self.change(step, own.clone()));
        let changes = changes.collect();
        to.filter(|_| self.finish(tree, changes))
    }

    /// Keeps the own moves up to a step.
    fn keep(&mut self, step: usize, changes: &mut Vec<Change>) {
        for step in self.steps.way_back(step) {
            if self.steps[step].own.presence == Presence::Scratch {
                let own = Own { presence: Presence::Kept, ..self.steps[step].own.clone() };
                changes.extend(self.change(step, own));
            }
        }
    }

    /// Undoes the last act. Returns the node to show in the current reading; `None` if there is no act, or if another session
    /// has changed since all that it changed.
    pub fn undo(&mut self, tree: &mut Tree) -> Option<NodeId> {
        self.in_effect = self.in_effect.checked_sub(1)?;
        let changes: Vec<Change> =
            self.done[self.in_effect].iter().rev().map(Change::undone).collect();
        self.put(tree, &changes)
    }

    /// Repeats the act that was undone last. Returns the same as [`Layer::undo`].
    pub fn redo(&mut self, tree: &mut Tree) -> Option<NodeId> {
        let changes = Arc::clone(self.done.get(self.in_effect)?);
        self.in_effect += 1;
        self.put(tree, &changes)
    }

    /// The act that [`Layer::undo`] would take back, or [`Layer::redo`] repeat.
    pub fn next_undo(&self, again: bool) -> Option<UndoLabel> {
        let nth = if again { Some(self.in_effect) } else { self.in_effect.checked_sub(1) };
        nth.and_then(|nth| self.done.get(nth)).map(|changes| UndoLabel::of(changes))
    }

    /// Applies the edits to another reading of the game. Own moves that the file has gained become the file's.
    pub fn apply(&mut self, record: &mut Record) {
        self.steps.forget_nodes();
        record.tree.forget_own_notes();
        self.refresh(record);
    }

    /// A reading of the game with the edits applied.
    pub fn over(&mut self, record: &Record) -> Arc<Record> {
        let mut record = record.clone();
        self.apply(&mut record);
        Arc::new(record)
    }

    /// A record of the file with the kept moves as further variations, and the own comments, glyphs and marks after the
    /// file's; also with the moves that are only tried, if these are wanted. Own moves continue a line that has no ending.
    #[must_use]
    pub fn merged(&self, record: &Record, tried: bool) -> Record {
        let mut record = record.clone();
        let mut shown = Self { hidden: false, ..self.clone() };
        shown.plant(&mut record, tried);
        for step in shown.steps.all() {
            let Some(node) = step.node else { continue };
            for note in step.own.notes() {
                // A record that was written with the notes has them already.
                if !record.tree.has_note(node, &note) {
                    record.tree.note(node, note);
                }
            }
        }
        shown.end_lines(&mut record);
        record
    }

    /// Adds own moves and headers as those of the file, with moves that are only tried if these are wanted.
    fn plant(&mut self, record: &mut Record, tried: bool) {
        self.steps.forget_nodes();
        self.walk(record, |layer, tree, parent, index| {
            let step = &layer.steps[index];
            if step.node.is_none() && (tried || step.own.presence == Presence::Kept) {
                tree.split_off_ending(parent);
                layer.steps.learn(tree.add(parent, step.mv), index);
            }
        });
        for (key, value) in &self.steps[0].own.headers {
            record.headers.set_own(*key, value);
        }
    }

    /// The whole trails to the ends of the lines that are not kept, with letters, in the order in which these were made.
    pub fn scratch(&self) -> impl Iterator<Item = Trail> + '_ {
        let ends = self.steps.ends(Presence::Scratch).into_iter().enumerate();
        ends.filter(|(_, is_end)| *is_end).map(|(step, _)| self.steps.trail(step))
    }

    /// What is in the notes: the ends of kept lines, and what is noted, each with its whole trail and its node in the current
    /// reading if it is there.
    pub fn kept(&self) -> impl Iterator<Item = (Trail, Option<NodeId>, &Own)> {
        let kept = self.kept_steps().into_iter();
        kept.map(|step| (self.steps.trail(step), self.steps[step].node, &self.steps[step].own))
    }

    /// The node in the current reading of the first draft.
    pub fn draft(&self) -> Option<NodeId> {
        self.steps.all().iter().find_map(|step| step.node.filter(|_| !step.own.draft.is_empty()))
    }

    /// The number of notes.
    pub fn count(&self) -> usize {
        self.kept_steps().len()
    }

    /// The number of notes whose moves are in the current reading.
    pub fn count_there(&self) -> usize {
        self.kept_steps().iter().filter(|step| self.steps[**step].node.is_some()).count()
    }

    /// The ends of kept lines, and the notes.
    fn kept_steps(&self) -> Vec<usize> {
        let ends = self.steps.ends(Presence::Kept);
        let steps = (0..ends.len()).filter(|step| ends[*step] || self.steps[*step].own.is_noted());
        steps.collect()
    }

    /// Adds the own moves of a trail, as of an earlier session: [`Layer::undo`] does not take them back. A record has them
    /// after [`Layer::apply`], as far as it has the moves before them.
    pub fn restore(&mut self, trail: &Trail) {
        self.steps.follow(trail, Presence::Scratch);
    }

    /// Removes everything kept. Moves that are only tried stay. A record shows it after [`Layer::refresh`].
    pub fn forget_kept(&mut self) {
        let kept =
            self.steps.all_mut().iter_mut().filter(|step| step.own.presence != Presence::Scratch);
        kept.for_each(|step| step.own = Own::default());
    }

    /// Replays acts of all sessions from the notes, in order. More may follow those already replayed, if the acts of this session
    /// are replayed, too. A record shows it after [`Layer::refresh`].
    pub fn replay(&mut self, acts: &[Act]) {
        let steps = self.steps.all().iter();
        let tried: Vec<bool> = steps.map(|step| step.own.presence == Presence::Scratch).collect();
        // The last act that deletes a step with all that follows it by then.
        let mut deleted = HashMap::new();
        for (number, Act { trail, edit }) in acts.iter().enumerate() {
            let step = self.steps.follow(trail, Presence::Absent);
            if *edit == Edit::Line(false) {
                deleted.insert(step, number);
            }
        }
        self.steps.clear(&deleted);
        for (number, Act { trail, edit }) in acts.iter().enumerate() {
            let presence = match edit {
                Edit::Line(false) => continue,
                // A future comment keeps no move.
                Edit::Draft(_) => Presence::Scratch,
                _ => Presence::Kept,
            };
            let (step, gone) = self.steps.follow_until(trail, presence, |step| {
                deleted.get(&step).is_some_and(|last| *last > number)
            });
            if !gone {
                self.steps[step].own.set(edit.clone());
            }
        }
        // Tried moves stay, unless they have been kept.
        for (step, _) in self.steps.all_mut().iter_mut().zip(tried).filter(|(_, tried)| *tried) {
            step.own.presence = step.own.presence.max(Presence::Scratch);
        }
    }

    /// Hides everything, or shows it. A record shows it after [`Layer::refresh`].
    pub fn hide(&mut self, hidden: bool) {
        self.hidden = hidden;
    }

    /// Makes the record agree after [`Layer::replay`] or [`Layer::hide`]. Nodes keep their indexes.
    pub fn refresh(&mut self, record: &mut Record) {
        self.walk(record, |layer, tree, _, index| {
            layer.show(tree, index);
        });
    }

    /// Visits the steps that are in the record or belong into it, with the node before each. A parent precedes its children.
    fn walk(
        &mut self,
        record: &mut Record,
        mut visit: impl FnMut(&mut Self, &mut Tree, NodeId, usize),
    ) {
        let mut at = Checkpoints::new(record);
        for index in self.steps.order() {
            let step = &self.steps[index];
            let Some(parent) = self.steps[step.parent].node else { continue };
            let there = step.node.or_else(|| record.tree.nth_child(parent, step.mv, step.nth));
            if there.is_some() || self.fits(step, record, &mut at, parent) {
                there.into_iter().for_each(|node| self.steps.learn(node, index));
                visit(self, &mut record.tree, parent, index);
            }
        }
    }

    /// Whether an own node was made in an earlier session.
    pub fn is_old(&self, node: NodeId) -> bool {
        self.steps.of(node).is_some_and(|step| self.steps[step].is_old)
    }

    /// The reader's additions to a node.
    pub fn own(&self, node: NodeId) -> Option<&Own> {
        self.steps.of(node).map(|step| &self.steps[step].own)
    }

    /// Acts that make all of it.
    pub fn acts(&self) -> Vec<Act> {
        let edits = self.kept().flat_map(|(trail, _, own)| {
            let lacking = Own::default().edits().into_iter();
            let edits = own.edits().into_iter().zip(lacking).filter(|(is, was)| is != was);
            let edits = edits.map(|(is, _)| is).chain([Edit::Line(true)]);
            edits.map(move |edit| Act { trail: trail.clone(), edit })
        });
        edits.collect()
    }

    /// The acts since this was last called, for the notes.
    pub fn take_unwritten(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.unwritten)
    }

    /// Changes a step. Returns the change, or `None` if there is none.
    fn change(&mut self, step: usize, is: Own) -> Option<Change> {
        let was = std::mem::replace(&mut self.steps[step].own, is.clone());
        (was != is).then_some(Change { step, was, is })
    }

    /// Shows changes in the tree and adds them to the history as one act. Returns false if there are none.
    fn finish(&mut self, tree: &mut Tree, changes: Vec<Change>) -> bool {
        if changes.is_empty() {
            return false;
        }
        for change in &changes {
            self.show(tree, change.step);
        }
        self.log(&changes);
        self.done.truncate(self.in_effect);
        self.done.push(changes.into());
        self.in_effect += 1;
        true
    }

    /// Lists changes for the notes. The end of a kept line represents all of it, as does the beginning of a deleted one.
    fn log(&mut self, changes: &[Change]) {
        let kept = changes.iter().filter(|change| change.is_now(true));
        let followed: HashSet<usize> = kept.map(|change| self.steps[change.step].parent).collect();
        let gone = changes.iter().filter(|change| change.is_now(false));
        let gone: HashSet<usize> = gone.map(|change| change.step).collect();
        for change in changes {
            let edits = match gone.contains(&change.step) {
                true if gone.contains(&self.steps[change.step].parent) => continue,
                true => vec![Edit::Line(false)],
                false => {
                    let is_end = change.is_now(true) && !followed.contains(&change.step);
                    is_end.then_some(Edit::Line(true)).into_iter().chain(change.edits()).collect()
                }
            };
            let trail = self.steps.trail(change.step);
            let acts = edits.into_iter().map(|edit| Act { trail: trail.clone(), edit });
            self.unwritten.extend(acts);
        }
    }

    /// Whether a step is an own move that is legal after the node of the step before it: the game may have become another one.
    fn fits(&self, step: &Step, record: &Record, at: &mut Checkpoints, parent: NodeId) -> bool {
        step.mv.filter(|_| self.shows(step)).is_some_and(|mv| {
            at.goto(record, parent);
            at.position().check(mv).is_ok()
        })
    }

    /// Applies changes and returns the node to show: the last move made or restored, the node before a deleted move, or the
    /// node whose note has changed, if the file has it.
    fn put(&mut self, tree: &mut Tree, changes: &[Change]) -> Option<NodeId> {
        let needed = self.needed(changes);
        let mut made = Vec::new();
        for change in changes {
            let own = &self.steps[change.step].own;
            let presence = own.presence;
            let mut is = change.made(own);
            if needed.contains(&change.step) {
                is.presence = is.presence.max(presence);
            }
            made.extend(self.change(change.step, is));
        }
        let changes = &made[..];
        let mut steps: Vec<usize> = changes.iter().map(|change| change.step).collect();
        steps.sort_unstable();
        for step in &steps {
            self.show(tree, *step);
        }
        self.log(changes);
        let made = changes.iter().rev().find(|change| {
            change.was.presence == Presence::Absent && change.is.presence != Presence::Absent
        });
        let made = made.and_then(|change| self.steps[change.step].node);
        if made.is_some() {
            return made;
        }
        let mut at = *steps.first()?;
        while at > 0 && !self.is_there(at, tree) {
            at = self.steps[at].parent;
        }
        Some(tree.reachable(self.steps[at].node.unwrap_or(NodeId::ROOT)))
    }

    /// The steps before what another session has kept or written since the act of these changes.
    fn needed(&self, changes: &[Change]) -> HashSet<usize> {
        let changed: HashMap<usize, &Change> =
            changes.iter().map(|change| (change.step, change)).collect();
        let mut needed = HashSet::new();
        for step in self.kept_steps() {
            let stays = changed.get(&step).is_none_or(|change| {
                !change.is.is_noted() && change.made(&self.steps[step].own).is_noted()
            });
            if stays {
                needed.extend(self.steps.way_back(step));
            }
        }
        needed
    }

    /// Whether a step is in the record: it is the file's, or has not been taken back.
    fn is_there(&self, step: usize, tree: &Tree) -> bool {
        let step = &self.steps[step];
        step.node.is_some_and(|node| step.is_own() || !tree.is_own(node))
    }

    /// Makes the tree agree with a step. Returns its node, or the root if the moves before it are not in the file.
    fn show(&mut self, tree: &mut Tree, index: usize) -> NodeId {
        let Step { parent, mv, letter, node, .. } = self.steps[index];
        let on = self.shows(&self.steps[index]);
        let parent = self.steps[parent].node;
        let node = match (node, parent, letter) {
            (Some(node), ..) => node,
            (None, Some(parent), Some(letter)) if on => tree.add_own(parent, mv, letter),
            _ => return NodeId::ROOT,
        };
        if tree.is_own(node) {
            self.steps.learn(node, index);
            match on {
                true => tree.relink(node),
                false => tree.unlink(node),
            }
        }
        tree.set_own_notes(node, self.notes(index));
        node
    }

    /// Whether a step is an own move that belongs in the record.
    fn shows(&self, step: &Step) -> bool {
        step.is_own() && (self.steps.is_record || !self.hidden)
    }

    /// The notes at a step that belong in the record.
    fn notes(&self, step: usize) -> Vec<Note> {
        if self.hidden { Vec::new() } else { self.steps[step].own.notes() }
    }
}
