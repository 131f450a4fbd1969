//! The moves that lead to the reader's additions, as a tree of their own.

use std::collections::{HashMap, HashSet};

use derive_more::{Index, IndexMut};

use super::edit::{Own, Presence};
use super::trail::TrailMove;
use crate::game::Move;
use crate::record::{NodeId, Trail, Tree};
use crate::text::step;

/// The steps from the root, each found by its moves, and by its node in the current reading of the game.
#[derive(Debug, Clone, Index, IndexMut)]
pub(super) struct Steps {
    /// A parent precedes its children. The first step is the root.
    #[index]
    #[index_mut]
    steps: Vec<Step>,
    /// The index of each step but the root by the index of its parent, its move, and the number of equal moves before it.
    next: HashMap<(usize, Option<Move>, u32), usize>,
    /// The letters that were given to own moves, each with the index of the step before the move.
    given: HashSet<(usize, u32)>,
    /// The index of the step of each node of the current reading that has one.
    known: HashMap<NodeId, usize>,
    /// Whether they are all that there is of a record.
    pub(super) is_record: bool,
}

/// A move on the way to an edit, or added by one.
#[derive(Debug, Clone, Default)]
pub(super) struct Step {
    /// The index of the step before it; its own for the root.
    pub(super) parent: usize,
    pub(super) mv: Option<Move>,
    /// The number of equal moves before it among its siblings.
    pub(super) nth: u32,
    /// For an own move, its letter.
    pub(super) letter: Option<u32>,
    /// The number of letters that were given to the own moves after it.
    pub(super) letters: u32,
    pub(super) own: Own,
    /// Whether the own move was made in an earlier session.
    pub(super) is_old: bool,
    /// The node in the current reading, if it is there.
    pub(super) node: Option<NodeId>,
}

impl Step {
    pub(super) fn is_own(&self) -> bool {
        self.own.presence != Presence::Absent
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            steps: vec![Step { node: Some(NodeId::ROOT), ..Step::default() }],
            next: HashMap::new(),
            given: HashSet::new(),
            known: HashMap::from([(NodeId::ROOT, 0)]),
            is_record: false,
        }
    }
}

impl Steps {
    pub(super) fn all(&self) -> &[Step] {
        &self.steps
    }

    pub(super) fn all_mut(&mut self) -> &mut [Step] {
        &mut self.steps
    }

    /// The step of a node of the current reading, if it has one.
    pub(super) fn of(&self, node: NodeId) -> Option<usize> {
        self.known.get(&node).copied()
    }

    /// Forgets the nodes of the current reading but the root.
    pub(super) fn forget_nodes(&mut self) {
        self.known.clear();
        self.steps.iter_mut().for_each(|step| step.node = None);
        self.learn(NodeId::ROOT, 0);
    }

    /// An own step and those that follow it.
    pub(super) fn from(&self, first: usize) -> Vec<usize> {
        let mut goes = vec![false; self.steps.len()];
        goes[first] = true;
        for (index, step) in self.steps.iter().enumerate().skip(first + 1) {
            goes[index] = goes[step.parent];
        }
        (first..goes.len()).filter(|step| goes[*step]).collect()
    }

    /// The indexes of all steps, those of parents first. Of the moves of a record, alternatives are in the order of their
    /// letters: one that was deleted and made again is the last.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.steps.len()).collect();
        if self.is_record {
            order.sort_by_cached_key(|step| (self.way_back(*step).len(), self.steps[*step].letter));
        }
        order
    }

    /// Whether each step is present like this, and none after it.
    pub(super) fn ends(&self, presence: Presence) -> Vec<bool> {
        let of_presence = self.steps.iter().map(|step| step.own.presence == presence);
        let mut ends: Vec<bool> = of_presence.collect();
        for step in self.steps.iter().filter(|step| step.own.presence == presence) {
            ends[step.parent] = false;
        }
        ends
    }

    /// A step and those before it, back to the first move.
    pub(super) fn way_back(&self, step: usize) -> Vec<usize> {
        let back = std::iter::successors(Some(step), |step| Some(self.steps[*step].parent));
        back.take_while(|step| *step > 0).collect()
    }

    pub(super) fn trail(&self, end: usize) -> Trail {
        let mut trail = Trail::default();
        for index in self.way_back(end).into_iter().rev() {
            let Step { mv, nth, letter, .. } = self.steps[index];
            trail.push(TrailMove { mv, nth, letter });
        }
        trail
    }

    /// The last step of a trail. Its own moves are given at least this presence.
    pub(super) fn follow(&mut self, trail: &Trail, presence: Presence) -> usize {
        self.follow_until(trail, presence, |_| false).0
    }

    /// Like [`Self::follow`], but gives no presence from the first step on that `is_gone`. Returns whether there is one, too.
    pub(super) fn follow_until(
        &mut self,
        trail: &Trail,
        presence: Presence,
        is_gone: impl Fn(usize) -> bool,
    ) -> (usize, bool) {
        let mut at = 0;
        let mut gone = is_gone(at);
        for TrailMove { mv, nth, letter } in trail.moves().map_while(|it| it) {
            let parent = at;
            at = self.child(parent, mv, nth);
            gone |= is_gone(at);
            let before = self.steps[at].own.presence;
            let Some(letter) = letter.filter(|_| before < presence) else {
                continue;
            };
            if gone && self.is_record {
                // It may be made again.
                continue;
            }
            // Another session may have given the letter to an alternative.
            let free = if self.given.contains(&(parent, letter)) {
                self.steps[parent].letters
            } else {
                letter
            };
            self.set_letter(at, self.steps[at].letter.unwrap_or(free));
            if !gone {
                self.steps[at].own.presence = presence;
                self.steps[at].is_old = true;
            }
        }
        (at, gone)
    }

    /// Clears these steps and all that follow them.
    pub(super) fn clear(&mut self, firsts: &HashMap<usize, usize>) {
        let mut goes = vec![false; self.steps.len()];
        for index in 0..goes.len() {
            step();
            goes[index] = goes[self.steps[index].parent] || firsts.contains_key(&index);
            if goes[index] {
                self.steps[index].own = Own::default();
            }
        }
    }

    /// Notes the node of a step.
    pub(super) fn learn(&mut self, node: NodeId, step: usize) {
        self.known.insert(node, step);
        self.steps[step].node = Some(node);
    }

    /// The step of an own move after a node, which may have been made before.
    pub(super) fn own_step(&mut self, tree: &Tree, node: NodeId, mv: Move) -> usize {
        let parent = self.step_of(tree, node);
        let index = self.child(parent, Some(mv), 0);
        if self.steps[index].letter.is_none() || self.is_record {
            let letters = self.steps[parent].letters;
            self.set_letter(index, letters);
        }
        self.steps[index].is_old = false;
        index
    }

    /// The step of a node of the current reading, with all before it.
    pub(super) fn step_of(&mut self, tree: &Tree, node: NodeId) -> usize {
        // The root has a step.
        let way: Vec<NodeId> =
            tree.ancestors(node).take_while(|node| self.of(*node).is_none()).collect();
        let known = way.last().map_or(Some(node), |first| tree.parent(*first));
        let mut step = known.and_then(|known| self.of(known)).unwrap_or(0);
        for node in way.into_iter().rev() {
            step = self.child(step, tree.mv(node), tree.nth(node));
            self.learn(node, step);
        }
        step
    }

    /// The step after another one with a move, after a number of equal ones.
    pub(super) fn child(&mut self, parent: usize, mv: Option<Move>, nth: u32) -> usize {
        step();
        let index = self.steps.len();
        let known = *self.next.entry((parent, mv, nth)).or_insert(index);
        if known == index {
            self.steps.push(Step { parent, mv, nth, ..Step::default() });
        }
        known
    }

    pub(super) fn set_letter(&mut self, index: usize, letter: u32) {
        let parent = self.steps[index].parent;
        self.steps[index].letter = Some(letter);
        self.given.insert((parent, letter));
        let letters = &mut self.steps[parent].letters;
        *letters = (*letters).max(letter + 1);
    }
}
