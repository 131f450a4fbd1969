//! The best explanation of a whole text: each segment goes on with a line, opens a variation, begins a game, or only
//! names moves. A few explanations are kept side by side, so that what comes later decides.

mod options;
mod score;
mod ways;
mod weight;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::mem::discriminant;

use smallvec::SmallVec;

use super::lexer::Segment;
use crate::game::{Move, Position, Side};
use crate::record::Doubt;

/// The number of explanations that are kept.
const KEPT: usize = 8;
/// How sure it is what a segment is, is judged this number of segments later.
const LATER: usize = 6;
/// The number of plies that a variation may go back.
const FARTHEST: u32 = 512;
/// The kind of a node of the tried lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Root,
    Move(Move),
    /// No piece can play it.
    Unread,
    /// The text lacks it.
    Missing,
}

/// A node of the lines that were tried, which all explanations share.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) up: u32,
    pub(super) ply: u32,
    pub(super) kind: Kind,
    is_legal: bool,
    position: Position,
}

/// How a segment is explained.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// Its moves are only named.
    Named,
    /// So, although its number was due.
    NamedDue,
    /// They are those of the line, once more.
    Again,
    /// They are played after a node, up to another.
    Played { from: u32, to: u32, is_branch: bool },
    /// They begin a game.
    Game { root: u32, to: u32 },
}

/// The role of each segment, and the lines that its moves are in.
pub(super) struct Explained {
    pub(super) acts: Vec<Act>,
    pub(super) tried: Vec<Tried>,
    /// Whether the numbers count rounds rather than plies.
    pub(super) counts_rounds: bool,
    pub(super) score: i32,
    /// The segments that another explanation, which is nearly as good, takes for something else.
    doubts: Vec<(usize, Doubt)>,
}

#[derive(Clone, Default)]
struct State {
    score: i32,
    end: u32,
    root: u32,
    /// The ends of lines that were left, the first one first: that one and the last ones.
    left: SmallVec<[u32; 4]>,
    /// The plies before the last numbered move, as the number says and in the line.
    anchor: Option<(i64, i64)>,
    /// The round has its first move only.
    half: bool,
    is_numbered: bool,
    /// For each open variation in brackets the depth, and what to go back to.
    brackets: SmallVec<[(usize, bool, u32); 1]>,
    /// For each open list of variations what it counts with, and the node after which they begin.
    lists: SmallVec<[(char, u32); 2]>,
    /// The line of the text in which moves were named last, and the ply at which they would go on by their number.
    named: Option<(usize, i64)>,
    /// Stands for the set of nodes in the tree.
    shape: u64,
    log: u32,
    is_lone: bool,
    /// The moves before are of a variation, and have no number.
    is_bare: bool,
}

/// A step of an explanation, and the one before it.
struct Step {
    before: u32,
    act: Act,
}

const NOTHING: u32 = u32::MAX;

/// A way in which the moves of a segment can be played.
#[derive(Clone, Copy, Default)]
struct Way {
    end: u32,
    legal: i32,
    bad: i32,
    score: i32,
    first: Option<Move>,
    /// The sum over its nodes.
    shape: u64,
}

impl Tried {
    fn root(position: &Position) -> Self {
        Self { up: NOTHING, ply: 0, kind: Kind::Root, is_legal: true, position: position.clone() }
    }
}

impl Way {
    fn go_to(&mut self, node: u32) {
        self.end = node;
        self.shape = self.shape.wrapping_add(mixed(node));
    }
}

/// Whether the number of a segment is the one due.
#[derive(Clone, Copy)]
struct Due {
    score: i32,
    /// It is that of the ply before.
    is_late: bool,
}

/// Whether the numbers count rounds or plies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Rounds,
    Plies,
}

struct Search<'s> {
    segments: &'s [Segment],
    tried: Vec<Tried>,
    children: HashMap<(u32, Kind), u32>,
    log: Vec<Step>,
    count: Count,
    may_begin: bool,
    previous: Option<Move>,
    /// The root of a game that may begin with the segment.
    fresh: Option<u32>,
    next: Vec<State>,
    /// Segments that another explanation took for something else, and what the best one took them for.
    doubts: Vec<(usize, Act, Doubt)>,
}

/// Explains segments from a position on, which may be that after a move. `may_begin`: other games may follow.
pub(super) fn explain(
    segments: &[Segment],
    start: &Position,
    previous: Option<Move>,
    may_begin: bool,
) -> Explained {
    let run = |count| {
        let search = Search {
            segments,
            tried: vec![Tried::root(start)],
            children: HashMap::new(),
            log: Vec::new(),
            count,
            may_begin,
            previous,
            fresh: None,
            next: Vec::new(),
            doubts: Vec::new(),
        };
        search.run()
    };
    let rounds = run(Count::Rounds);
    let numbered = segments.iter().filter(|segment| segment.number.is_some());
    let single = numbered.clone().filter(|segment| segment.moves.len() == 1).count();
    // In a list of plies, a number may be missing.
    if 3 * single <= 2 * numbered.count() {
        return rounds;
    }
    let plies = run(Count::Plies);
    // Go counts plies.
    let is_go = matches!(start, Position::Go(_));
    let lead = if is_go { weight::UNCERTAIN } else { 0 };
    if plies.score + lead > rounds.score { plies } else { rounds }
}

impl Search<'_> {
    fn run(mut self) -> Explained {
        let mut kept = vec![State { log: NOTHING, ..State::default() }];
        let mut room = 1 << 14;
        for (index, segment) in self.segments.iter().enumerate() {
            self.fresh = None;
            for mut state in std::mem::take(&mut kept) {
                state.close_brackets(segment.depth);
                self.options(&state, segment);
            }
            let mut next = std::mem::take(&mut self.next);
            next.sort_by_key(|state| Reverse(state.score));
            for state in next {
                if kept.len() < KEPT && !kept.iter().any(|known: &State| known.is_like(&state)) {
                    kept.push(state);
                }
            }
            self.doubt(&kept, index, LATER);
            if self.tried.len() > room {
                kept.truncate(1);
                self.settle(&mut kept);
                room = 2 * self.tried.len() + (1 << 14);
            }
        }
        for later in (0..LATER).rev() {
            self.doubt(&kept, self.segments.len().saturating_sub(1), later);
        }
        self.explained(&kept)
    }

    /// Looks whether an explanation that is nearly as good as the best one takes an earlier segment for something else.
    fn doubt(&mut self, kept: &[State], index: usize, later: usize) {
        let (Some((best, others)), Some(place)) = (kept.split_first(), index.checked_sub(later))
        else {
            return;
        };
        // One cause, one warning.
        if self.doubts.last().is_some_and(|(last, ..)| place <= last + LATER) {
            return;
        }
        let mut close = others.iter().take_while(|other| best.score - other.score <= weight::CLOSE);
        let taken = self.steps(best.log).nth(later).map(|step| step.act);
        let other = close.find_map(|other| {
            let act = self.steps(other.log).nth(later)?.act;
            (other.shape != best.shape && Some(act) != taken).then_some(act)
        });
        if let (Some(taken), Some(other)) = (taken, other) {
            let doubt = match (taken.end(), other.end()) {
                (Some(_), Some(_)) => Doubt::Place,
                (Some(_), None) => Doubt::Played,
                (None, _) => Doubt::Named,
            };
            self.doubts.push((place, taken, doubt));
        }
    }

    /// Forgets everything that the only explanation left does not need.
    fn settle(&mut self, kept: &mut [State]) {
        let Some(state) = kept.first_mut() else {
            return;
        };
        let acts = self.acts(state.log);
        let mut is_needed = vec![false; self.tried.len()];
        let ends = acts.iter().filter_map(|act| act.end());
        let lists = state.lists.iter().map(|list| list.1);
        let others = state.left.iter().copied().chain(lists);
        for end in ends.chain(others).chain([state.end, state.root, 0]) {
            let mut node = end;
            while let Some(needed) = is_needed.get_mut(node as usize).filter(|needed| !**needed) {
                *needed = true;
                node = self.tried[node as usize].up;
            }
        }
        let mut places = vec![NOTHING; self.tried.len()];
        let mut tried: Vec<Tried> = Vec::new();
        self.children.clear();
        for (index, node) in std::mem::take(&mut self.tried).into_iter().enumerate() {
            if is_needed[index] {
                places[index] = tried.len() as u32;
                let up = places.get(node.up as usize).copied().unwrap_or(NOTHING);
                self.children.insert((up, node.kind), tried.len() as u32);
                tried.push(Tried { up, ..node });
            }
        }
        self.tried = tried;
        let place = |node: u32| places.get(node as usize).copied().unwrap_or(0);
        self.log.clear();
        for act in acts {
            let act = match act {
                Act::Played { from, to, is_branch } => {
                    Act::Played { from: place(from), to: place(to), is_branch }
                }
                Act::Game { root, to } => Act::Game { root: place(root), to: place(to) },
                Act::Named | Act::NamedDue | Act::Again => act,
            };
            let before = self.log.len().checked_sub(1).map_or(NOTHING, |last| last as u32);
            self.log.push(Step { before, act });
        }
        state.log = self.log.len().checked_sub(1).map_or(NOTHING, |last| last as u32);
        (state.end, state.root) = (place(state.end), place(state.root));
        state.left.iter_mut().for_each(|left| *left = place(*left));
        state.lists.iter_mut().for_each(|list| list.1 = place(list.1));
        state.brackets.clear();
    }

    /// The acts of an explanation in the order of the segments.
    fn acts(&self, log: u32) -> Vec<Act> {
        let mut acts: Vec<Act> = self.steps(log).map(|step| step.act).collect();
        acts.reverse();
        acts
    }

    /// The steps up to one, the last first.
    fn steps(&self, last: u32) -> impl Iterator<Item = &Step> {
        std::iter::successors(self.log.get(last as usize), |step| {
            self.log.get(step.before as usize)
        })
    }

    fn explained(self, kept: &[State]) -> Explained {
        let score = kept.first().map_or(0, |best| best.score);
        let acts = kept.first().map_or_else(Vec::new, |best| self.acts(best.log));
        let doubts = self.doubts.into_iter().filter_map(|(place, taken, doubt)| {
            let is_taken = discriminant(acts.get(place)?) == discriminant(&taken);
            is_taken.then_some((place, doubt))
        });
        let doubts = doubts.collect();
        let counts_rounds = self.count == Count::Rounds;
        Explained { acts, tried: self.tried, counts_rounds, score, doubts }
    }

    fn ply(&self, node: u32) -> u32 {
        self.tried[node as usize].ply
    }

    /// The node of a line at a ply.
    fn at_ply(&self, end: u32, ply: u32) -> Option<u32> {
        let mut node = end;
        for _ in 0..=FARTHEST {
            let tried = self.tried.get(node as usize)?;
            if tried.ply == ply {
                return Some(node);
            }
            node = tried.up;
        }
        None
    }

    fn child(&mut self, up: u32, kind: Kind) -> u32 {
        if let Some(known) = self.children.get(&(up, kind)) {
            return *known;
        }
        let Tried { ply, position, .. } = &self.tried[up as usize];
        let (ply, mut position) = (ply + 1, position.clone());
        let is_legal = match kind {
            Kind::Move(mv) => position.check(mv).is_ok(),
            _ => false,
        };
        match kind {
            Kind::Move(mv) => position.apply(mv),
            _ => position.set_side_to_move(position.side_to_move().other()),
        }
        let node = self.tried.len() as u32;
        self.tried.push(Tried { up, ply, kind, is_legal, position });
        self.children.insert((up, kind), node);
        node
    }
}

fn is_unplayable(tried: &Tried) -> bool {
    !tried.is_legal && tried.kind != Kind::Missing
}

/// A number that stands for a node in the sum over a tree.
fn mixed(node: u32) -> u64 {
    let hash = u64::from(node).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Explained {
    /// The doubt about a segment. They are in the order of the segments.
    pub(super) fn doubt(&self, index: usize) -> Option<Doubt> {
        let place = self.doubts.binary_search_by_key(&index, |(place, _)| *place).ok()?;
        self.doubts.get(place).map(|(_, doubt)| *doubt)
    }

    /// What a node is.
    pub(super) fn kind(&self, node: u32) -> Kind {
        self.tried.get(node as usize).map_or(Kind::Root, |tried| tried.kind)
    }

    /// The side that plays the move of a node.
    pub(super) fn mover(&self, node: u32) -> Option<Side> {
        let up = self.tried.get(node as usize)?.up;
        Some(self.tried.get(up as usize)?.position.side_to_move())
    }

    /// How many moves between two nodes break the rules or cannot be read.
    pub(super) fn unplayable(&self, from: u32, to: u32) -> usize {
        let line = std::iter::successors(Some(to), |node| Some(self.tried.get(*node as usize)?.up));
        let line = line.take_while(|node| *node != from);
        line.filter(|node| self.tried.get(*node as usize).is_some_and(is_unplayable)).count()
    }
}

impl Act {
    fn end(self) -> Option<u32> {
        match self {
            Self::Played { to, .. } | Self::Game { to, .. } => Some(to),
            Self::Named | Self::NamedDue | Self::Again => None,
        }
    }
}

impl State {
    /// The node after which the variations of the list begin that a segment belongs to.
    fn fork(&self, segment: &Segment) -> Option<u32> {
        let list = segment.list?;
        self.lists.iter().find(|known| known.0 == list).map(|known| known.1)
    }

    /// Whether the number of a segment goes on from moves in its line that are only named.
    fn goes_on_from_named(&self, segment: &Segment, numbered: Option<(i64, i64)>) -> bool {
        let ply = numbered.map(|(ply, _)| ply);
        self.named.is_some_and(|(line, next)| line == segment.line && ply == Some(next))
    }

    /// Leaves a line. Every explanation has its own copy of the ends, so there are few of them.
    fn leave(&mut self, end: u32) {
        const MOST: usize = 16;
        self.left.push(end);
        if self.left.len() > MOST {
            self.left.remove(1);
        }
    }

    /// Goes back to the lines before the variations in brackets that end before this depth.
    fn close_brackets(&mut self, depth: usize) {
        while let Some((open, half, end)) = self.brackets.pop() {
            if open <= depth {
                self.brackets.push((open, half, end));
                break;
            }
            (self.half, self.end) = (half, end);
            self.left.retain(|left| *left != end);
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.end, self.shape, self.half, self.anchor)
            == (other.end, other.shape, other.half, other.anchor)
            && self.left == other.left
    }
}
