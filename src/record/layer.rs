//! What a reader adds to a game: own moves beside those of the file, with undo.

use std::sync::Arc;

use super::{NodeId, Record, Tree};
use crate::game::Move;

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
    /// A parent precedes its children. The first step is the root.
    steps: Vec<Step>,
    /// The index of the step of each node of the current reading, by [`NodeId::index`], or `UNKNOWN`. May be shorter than
    /// the tree.
    known: Vec<u32>,
    acts: Vec<Act>,
    /// The number of acts in effect. The others have been taken back.
    done: usize,
}

const UNKNOWN: u32 = u32::MAX;

/// A move on the way to an edit, or added by one.
#[derive(Debug, Clone)]
struct Step {
    /// The index of the step before it; its own for the root.
    parent: u32,
    mv: Option<Move>,
    /// The number of equal moves before it among its siblings.
    nth: u32,
    /// For an own move, its letter.
    letter: Option<u32>,
    /// Whether the own move has been made and not taken back.
    on: bool,
    /// The node in the current reading, if it is there.
    node: Option<NodeId>,
}

/// What can be taken back at once: own moves that were made or deleted.
#[derive(Debug, Clone)]
struct Act {
    steps: Vec<usize>,
    on: bool,
}

impl Layer {
    /// Plays moves after a node: follows those that are there, and adds the others. Returns the last node.
    pub fn play(&mut self, tree: &mut Tree, node: NodeId, moves: &[Move]) -> NodeId {
        // Nothing can follow an ending.
        let before = tree.parent(node).filter(|_| tree.is_ending(node));
        let mut at = before.unwrap_or(node);
        let mut steps = Vec::new();
        for mv in moves {
            let next = nth_child(tree, at, Some(*mv), 0);
            at = next.unwrap_or_else(|| {
                let step = self.own_step(tree, at, *mv);
                steps.push(step);
                self.set(tree, step, true)
            });
        }
        self.note(Act { steps, on: true });
        at
    }

    /// Deletes an own node and everything that follows it. Returns the node before it, or `None` for a node of the file.
    pub fn remove(&mut self, tree: &mut Tree, node: NodeId) -> Option<NodeId> {
        let first = self.known(node).filter(|_| tree.is_own(node))? as usize;
        let mut goes = vec![false; self.steps.len()];
        goes[first] = true;
        for (index, step) in self.steps.iter().enumerate().skip(first + 1) {
            goes[index] = step.on && goes[step.parent as usize];
        }
        let steps = (first..goes.len()).filter(|step| goes[*step]).collect();
        let act = Act { steps, on: false };
        self.put(tree, &act, false);
        self.note(act);
        tree.parent(node)
    }

    /// Takes the last act back. Returns the node to which that leads in the current reading; `None` if there is no act.
    pub fn undo(&mut self, tree: &mut Tree) -> Option<NodeId> {
        self.done = self.done.checked_sub(1)?;
        let act = self.acts[self.done].clone();
        self.put(tree, &act, !act.on);
        self.place_of(tree, &act, !act.on)
    }

    /// Repeats the act that was taken back last. Returns the same as [`Layer::undo`].
    pub fn redo(&mut self, tree: &mut Tree) -> Option<NodeId> {
        let act = self.acts.get(self.done)?.clone();
        self.done += 1;
        self.put(tree, &act, act.on);
        self.place_of(tree, &act, act.on)
    }

    /// Adds the own nodes to another reading of the game. Moves that the file has gained are the file's from now on.
    pub fn apply(&mut self, tree: &mut Tree) {
        let nodes = self.grow(tree, |tree, parent, step| {
            tree.add_own(parent, step.mv, step.letter.unwrap_or(0))
        });
        self.known.clear();
        for (index, node) in nodes.into_iter().enumerate() {
            self.steps[index].node = None;
            node.into_iter().for_each(|node| self.learn(node, index));
        }
    }

    /// A reading of the game with the own nodes.
    pub fn over(&mut self, record: &Record) -> Arc<Record> {
        let mut record = record.clone();
        self.apply(&mut record.tree);
        Arc::new(record)
    }

    /// A record of the file with the own moves as further variations. They continue a line that has no ending.
    #[must_use]
    pub fn merged(&self, record: &Record) -> Record {
        let mut record = record.clone();
        self.grow(&mut record.tree, |tree, parent, step| {
            tree.split_off_ending(parent);
            tree.add(parent, step.mv)
        });
        record
    }

    /// The number of own nodes.
    pub fn len(&self) -> usize {
        self.steps.iter().filter(|step| step.on).count()
    }

    /// Whether there are no own nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn note(&mut self, act: Act) {
        if !act.steps.is_empty() {
            self.acts.truncate(self.done);
            self.acts.push(act);
            self.done += 1;
        }
    }

    /// Finds or adds the node of each step.
    fn grow(
        &self,
        tree: &mut Tree,
        mut add: impl FnMut(&mut Tree, NodeId, &Step) -> NodeId,
    ) -> Vec<Option<NodeId>> {
        let mut nodes: Vec<Option<NodeId>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            let node = match index {
                0 => Some(NodeId::ROOT),
                _ => nodes[step.parent as usize].and_then(|parent| {
                    let there = nth_child(tree, parent, step.mv, step.nth);
                    there.or_else(|| step.on.then(|| add(tree, parent, step)))
                }),
            };
            nodes.push(node);
        }
        nodes
    }

    /// Makes or takes back the own moves of an act.
    fn put(&mut self, tree: &mut Tree, act: &Act, on: bool) {
        for step in &act.steps {
            self.set(tree, *step, on);
        }
    }

    /// Makes an own move or takes it back. Returns its node, or the root if the moves before it are not in the file.
    fn set(&mut self, tree: &mut Tree, index: usize, on: bool) -> NodeId {
        let Step { parent, mv, letter, node, .. } = self.steps[index];
        self.steps[index].on = on;
        let parent = self.steps[parent as usize].node;
        let add = |tree: &mut Tree| Some(tree.add_own(parent?, mv, letter?));
        match node.or_else(|| on.then(|| add(tree)).flatten()) {
            Some(node) if tree.is_own(node) => {
                self.learn(node, index);
                match on {
                    true => tree.relink(node),
                    false => tree.unlink(node),
                }
                node
            }
            node => node.unwrap_or(NodeId::ROOT),
        }
    }

    fn known(&self, node: NodeId) -> Option<u32> {
        let known = self.known.get(node.index()).copied();
        known.filter(|step| *step != UNKNOWN)
    }

    /// Notes the node of a step.
    fn learn(&mut self, node: NodeId, step: usize) {
        if self.known.len() <= node.index() {
            self.known.resize(node.index() + 1, UNKNOWN);
        }
        self.known[node.index()] = step as u32;
        self.steps[step].node = Some(node);
    }

    /// Where an act has led: to moves that were made or given back, or to the node before those that are gone, as far as
    /// that is in the file.
    fn place_of(&self, tree: &Tree, act: &Act, on: bool) -> Option<NodeId> {
        let made = if act.on { act.steps.last() } else { act.steps.first() };
        if let Some(made) = self.steps[*made?].node.filter(|_| on) {
            return Some(made);
        }
        let mut first = *act.steps.first()?;
        while first > 0 && self.steps[self.steps[first].parent as usize].node.is_none() {
            first = self.steps[first].parent as usize;
        }
        let first = &self.steps[first];
        let node = self.steps[first.parent as usize].node.unwrap_or(NodeId::ROOT);
        Some(tree.reachable(node))
    }

    /// The step of an own move after a node, which may have been made before.
    fn own_step(&mut self, tree: &Tree, node: NodeId, mv: Move) -> usize {
        let parent = self.step_of(tree, node);
        let steps = self.steps.iter().enumerate().skip(1);
        let siblings = steps.filter(|(_, step)| step.parent == parent);
        let lettered = siblings.clone().filter(|(_, step)| step.letter.is_some());
        let letter = lettered.count() as u32;
        let mut same = siblings.filter(|(_, step)| is_same(step.mv, Some(mv)));
        if let Some(known) = same.next().map(|(known, _)| known) {
            self.steps[known].letter.get_or_insert(letter);
            return known;
        }
        self.steps.push(Step {
            parent,
            mv: Some(mv),
            nth: 0,
            letter: Some(letter),
            on: false,
            node: None,
        });
        self.steps.len() - 1
    }

    /// The step of a node of the current reading, with all before it.
    fn step_of(&mut self, tree: &Tree, node: NodeId) -> u32 {
        let mut way = Vec::new();
        let mut at = Some(node);
        let mut parent = 0;
        while let Some(next) = at {
            if let Some(known) = self.known(next) {
                parent = known;
                break;
            }
            way.push(next);
            at = tree.parent(next);
        }
        for node in way.into_iter().rev() {
            let index = self.steps.len();
            let mv = tree.mv(node);
            let before = tree.siblings(node).take_while(|sibling| *sibling != node);
            let same = before.filter(|sibling| is_same(tree.mv(*sibling), mv));
            self.steps.push(Step {
                parent,
                mv,
                nth: same.count() as u32,
                letter: None,
                on: false,
                node: None,
            });
            self.learn(node, index);
            parent = index as u32;
        }
        parent
    }
}

/// Whether two moves are the same, whatever a record calls their pieces.
fn is_same(one: Option<Move>, other: Option<Move>) -> bool {
    one.map(Move::unnamed) == other.map(Move::unnamed)
}

/// The child of a node with a move, after a number of others with the same.
fn nth_child(tree: &Tree, node: NodeId, mv: Option<Move>, nth: u32) -> Option<NodeId> {
    let mut same = tree.children(node).filter(|child| is_same(tree.mv(*child), mv));
    same.nth(nth as usize)
}
