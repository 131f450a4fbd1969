//! What a reader adds to a game: own moves beside those of the file, with undo.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::trail::{Turn, is_same, nth_child};
use super::{Checkpoints, NodeId, Record, Trail, Tree};
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
#[derive(Debug, Clone)]
pub struct Layer {
    /// A parent precedes its children. The first step is the root.
    steps: Vec<Step>,
    /// The index of each step but the root by the index of its parent, its move, and the number of equal moves before it.
    next: HashMap<(usize, Option<Move>, u32), usize>,
    /// The index of the step of each node of the current reading that has one.
    known: HashMap<NodeId, usize>,
    acts: Vec<Act>,
    /// The number of acts in effect. The others have been taken back.
    done: usize,
}

/// A move on the way to an edit, or added by one.
#[derive(Debug, Clone, Default)]
struct Step {
    /// The index of the step before it; its own for the root.
    parent: usize,
    mv: Option<Move>,
    /// The number of equal moves before it among its siblings.
    nth: u32,
    /// For an own move, its letter.
    letter: Option<u32>,
    /// The number of letters that were given to the own moves after it.
    letters: u32,
    /// Whether the own move has been made and not taken back.
    on: bool,
    /// Whether the own move was made in an earlier session.
    is_old: bool,
    /// The node in the current reading, if it is there.
    node: Option<NodeId>,
}

/// What can be taken back at once: own moves that were made or deleted.
#[derive(Debug, Clone)]
struct Act {
    steps: Vec<usize>,
    on: bool,
}

impl Default for Layer {
    fn default() -> Self {
        Self {
            steps: vec![Step { node: Some(NodeId::ROOT), ..Step::default() }],
            next: HashMap::new(),
            known: HashMap::from([(NodeId::ROOT, 0)]),
            acts: Vec::new(),
            done: 0,
        }
    }
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
        let first = *self.known.get(&node).filter(|_| tree.is_own(node))?;
        let mut goes = vec![false; self.steps.len()];
        goes[first] = true;
        for (index, step) in self.steps.iter().enumerate().skip(first + 1) {
            goes[index] = step.on && goes[step.parent];
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
    pub fn apply(&mut self, record: &mut Record) {
        let nodes = self.grow(record, |tree, parent, step| {
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
        self.apply(&mut record);
        Arc::new(record)
    }

    /// A record of the file with the own moves as further variations. They continue a line that has no ending.
    #[must_use]
    pub fn merged(&self, record: &Record) -> Record {
        let mut record = record.clone();
        self.grow(&mut record, |tree, parent, step| {
            tree.split_off_ending(parent);
            tree.add(parent, step.mv)
        });
        record
    }

    /// The whole trails to the ends of the own lines, with letters, in the order in which these were made.
    pub fn trails(&self) -> impl Iterator<Item = Trail> + '_ {
        let made = self.steps.iter().filter(|step| step.on);
        let followed: HashSet<usize> = made.map(|step| step.parent).collect();
        let ends = self.steps.iter().enumerate();
        let ends = ends.filter(move |(index, step)| step.on && !followed.contains(index));
        ends.map(|(end, _)| self.trail(end))
    }

    fn trail(&self, end: usize) -> Trail {
        let up = |index: &usize| Some(self.steps[*index].parent);
        let way = std::iter::successors(Some(end), up).take_while(|index| *index > 0);
        let way: Vec<usize> = way.collect();
        let mut trail = Trail::default();
        for index in way.into_iter().rev() {
            let Step { mv, nth, letter, .. } = self.steps[index];
            trail.push(Turn { mv, nth, letter });
        }
        trail
    }

    /// Adds the own moves of a trail, as of an earlier session: [`Layer::undo`] does not take them back. A record has them
    /// after [`Layer::apply`], as far as it has the moves before them.
    pub fn restore(&mut self, trail: &Trail) {
        let mut at = 0;
        for Turn { mv, nth, letter } in trail.turns().map_while(|turn| turn) {
            let parent = at;
            at = self.step(parent, mv, nth);
            let Some(letter) = letter.filter(|_| !self.steps[at].on) else {
                continue;
            };
            // Another session may have given the letter to an alternative.
            let mut others = self.steps.iter().filter(|step| step.parent == parent);
            let is_given = others.any(|other| other.letter == Some(letter));
            let free = if is_given { self.steps[parent].letters } else { letter };
            self.set_letter(at, self.steps[at].letter.unwrap_or(free));
            (self.steps[at].on, self.steps[at].is_old) = (true, true);
        }
    }

    /// Whether an own node was made in an earlier session.
    pub fn is_old(&self, node: NodeId) -> bool {
        self.known.get(&node).is_some_and(|step| self.steps[*step].is_old)
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

    /// Finds or adds the node of each step. Own moves are not added where the game has become another one in which they are
    /// not legal.
    fn grow(
        &self,
        record: &mut Record,
        mut add: impl FnMut(&mut Tree, NodeId, &Step) -> NodeId,
    ) -> Vec<Option<NodeId>> {
        let mut at = Checkpoints::new(record);
        let mut nodes: Vec<Option<NodeId>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            let node = match index {
                0 => Some(NodeId::ROOT),
                _ => nodes[step.parent].and_then(|parent| {
                    let there = nth_child(&record.tree, parent, step.mv, step.nth);
                    there.or_else(|| {
                        let mv = step.mv.filter(|_| step.on)?;
                        at.goto(record, parent);
                        let is_legal = at.position().check(mv).is_ok();
                        is_legal.then(|| add(&mut record.tree, parent, step))
                    })
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
        let parent = self.steps[parent].node;
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

    /// Notes the node of a step.
    fn learn(&mut self, node: NodeId, step: usize) {
        self.known.insert(node, step);
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
        while first > 0 && self.steps[self.steps[first].parent].node.is_none() {
            first = self.steps[first].parent;
        }
        let first = &self.steps[first];
        let node = self.steps[first.parent].node.unwrap_or(NodeId::ROOT);
        Some(tree.reachable(node))
    }

    /// The step of an own move after a node, which may have been made before.
    fn own_step(&mut self, tree: &Tree, node: NodeId, mv: Move) -> usize {
        let parent = self.step_of(tree, node);
        let index = self.step(parent, Some(mv), 0);
        if self.steps[index].letter.is_none() {
            let letters = self.steps[parent].letters;
            self.set_letter(index, letters);
        }
        self.steps[index].is_old = false;
        index
    }

    /// The step of a node of the current reading, with all before it.
    fn step_of(&mut self, tree: &Tree, node: NodeId) -> usize {
        let mut way = Vec::new();
        let mut at = Some(node);
        let mut step = 0;
        while let Some(next) = at {
            if let Some(known) = self.known.get(&next) {
                step = *known;
                break;
            }
            way.push(next);
            at = tree.parent(next);
        }
        for node in way.into_iter().rev() {
            let mv = tree.mv(node);
            let before = tree.siblings(node).take_while(|sibling| *sibling != node);
            let same = before.filter(|sibling| is_same(tree.mv(*sibling), mv));
            step = self.step(step, mv, same.count() as u32);
            self.learn(node, step);
        }
        step
    }

    /// The step after another one with a move, after a number of equal ones.
    fn step(&mut self, parent: usize, mv: Option<Move>, nth: u32) -> usize {
        let index = self.steps.len();
        let known = *self.next.entry((parent, mv.map(Move::unnamed), nth)).or_insert(index);
        if known == index {
            self.steps.push(Step { parent, mv, nth, ..Step::default() });
        }
        known
    }

    fn set_letter(&mut self, index: usize, letter: u32) {
        let parent = self.steps[index].parent;
        self.steps[index].letter = Some(letter);
        let letters = &mut self.steps[parent].letters;
        *letters = (*letters).max(letter + 1);
    }
}
