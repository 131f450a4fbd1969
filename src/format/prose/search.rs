//! The best explanation of a whole text: each segment goes on with a line, opens a variation, begins a game, or only
//! names moves. A few explanations are kept side by side, so that what comes later decides.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use smallvec::SmallVec;

use super::lexer::{Segment, Words};
use super::tongue::Phrase;
use crate::game::{Move, Position, Side};
use crate::text::step;

/// What speaks for and against an explanation, in tenths.
mod weight {
    pub(super) const LEGAL: i32 = 30;
    pub(super) const ILLEGAL: i32 = -60;
    pub(super) const SEVERAL: i32 = -10;
    pub(super) const RIGHT_SIDE: i32 = 10;
    pub(super) const WRONG_SIDE: i32 = -90;
    /// The number is the one due.
    pub(super) const DUE: i32 = 60;
    /// Black's move is under the bare number of its round.
    pub(super) const SOON: i32 = -20;
    pub(super) const NOT_DUE: i32 = -70;
    /// Without a number, although the numbered rounds are complete.
    pub(super) const COMPLETE: i32 = -50;
    /// A move is missing.
    pub(super) const MISSING: i32 = -70;
    pub(super) const LEAD: i32 = -80;
    pub(super) const LEAD_APART: i32 = -25;
    pub(super) const TAIL: i32 = -50;
    pub(super) const TAIL_APART: i32 = -10;
    pub(super) const BRACKETS: i32 = -70;
    pub(super) const BRANCH: i32 = -50;
    pub(super) const HEADING: i32 = 60;
    pub(super) const ORDINAL: i32 = 30;
    pub(super) const NO_HEADING: i32 = -40;
    pub(super) const NOTHING: i32 = -80;
    pub(super) const BRANCH_IN_WORDS: i32 = -60;
    pub(super) const BRANCH_MOVE: i32 = -10;
    pub(super) const DISTANCE: i32 = -3;
    pub(super) const BACK: i32 = -10;
    pub(super) const BACK_TO_BRANCH: i32 = -20;
    pub(super) const OF_VARIATION: i32 = -20;
    pub(super) const GAME: i32 = -50;
    pub(super) const AFTER_END: i32 = 60;
    pub(super) const AFTER_GAP: i32 = 20;
    pub(super) const NO_END: i32 = -60;
    pub(super) const NAMED: i32 = -20;
    pub(super) const NAMED_APART: i32 = -15;
    pub(super) const NAMED_IN_WORDS: i32 = -5;
    pub(super) const NAMED_LINE: i32 = -30;
    pub(super) const NAMED_DUE: i32 = -60;
    /// A lone move under an ordinal that opened a variation which nothing goes on with.
    pub(super) const LONE: i32 = -30;
    /// Up to this distance the second best explanation is mentioned.
    pub(super) const CLOSE: i32 = 9;
}

/// So many explanations are kept.
const KEPT: usize = 8;
/// So many plies a variation without a number may go back, and any.
const BACK: u32 = 12;
const FARTHEST: u32 = 512;
/// So many moves are tried to tell a missing move from a misprint.
const TRIED: usize = 8;

/// What a node of the tried lines is.
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
    Played { from: u32, to: u32 },
    /// They begin a game.
    Game { root: u32, to: u32 },
}

/// What each segment is, and the lines that its moves are in.
pub(super) struct Explained {
    pub(super) acts: Vec<Act>,
    pub(super) tried: Vec<Tried>,
    pub(super) score: i32,
    /// The first segment that another explanation, which is nearly as good, takes for something else, and whether that
    /// gives it another place in the tree.
    pub(super) doubt: Option<(usize, Act)>,
}

#[derive(Clone)]
struct State {
    score: i32,
    end: u32,
    root: u32,
    /// The ends of lines that were left, the first one first.
    left: SmallVec<[u32; 4]>,
    /// The plies before the last numbered move, as the number says and in the line.
    anchor: Option<(i64, i64)>,
    /// The round has its first move only.
    half: bool,
    is_numbered: bool,
    /// For each open variation in brackets the depth, and what to go back to.
    brackets: SmallVec<[(usize, bool, u32); 1]>,
    /// Stands for the set of nodes in the tree.
    shape: u64,
    log: u32,
    is_lone: bool,
}

/// A step of an explanation, and the one before it.
struct Step {
    before: u32,
    act: Act,
}

const NOTHING: u32 = u32::MAX;

/// A way in which the moves of a segment can be played.
#[derive(Clone, Copy)]
struct Way {
    end: u32,
    legal: i32,
    bad: i32,
    score: i32,
    first: Option<Move>,
    /// The sum over its nodes.
    shape: u64,
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
}

/// Explains segments from a position on, which may be that after a move. `may_begin` tells whether other games may follow.
pub(super) fn explain(
    segments: &[Segment],
    start: &Position,
    previous: Option<Move>,
    may_begin: bool,
) -> Explained {
    let is_pair = |segment: &Segment| segment.number.is_some() && segment.moves.len() > 1;
    let run = |count| Search::new(segments, start, previous, count, may_begin).run();
    let rounds = run(Count::Rounds);
    let has_numbers = segments.iter().any(|segment| segment.number.is_some());
    if !has_numbers || segments.iter().any(is_pair) {
        return rounds;
    }
    let plies = run(Count::Plies);
    if plies.score > rounds.score { plies } else { rounds }
}

impl<'s> Search<'s> {
    fn new(
        segments: &'s [Segment],
        start: &Position,
        previous: Option<Move>,
        count: Count,
        may_begin: bool,
    ) -> Self {
        let root = Tried {
            up: NOTHING,
            ply: 0,
            kind: Kind::Root,
            is_legal: true,
            position: start.clone(),
        };
        Self {
            segments,
            tried: vec![root],
            children: HashMap::new(),
            log: Vec::new(),
            count,
            may_begin,
            previous,
            fresh: None,
            next: Vec::new(),
        }
    }

    fn run(mut self) -> Explained {
        let mut kept = vec![State {
            score: 0,
            end: 0,
            root: 0,
            left: SmallVec::new(),
            anchor: None,
            half: false,
            is_numbered: false,
            brackets: SmallVec::new(),
            shape: 0,
            log: NOTHING,
            is_lone: false,
        }];
        let mut room = 1 << 14;
        for segment in self.segments {
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
            if self.tried.len() > room {
                kept.truncate(1);
                self.settle(&mut kept);
                room = 2 * self.tried.len() + (1 << 14);
            }
        }
        self.explained(&kept)
    }

    /// Forgets what the only explanation left does not need.
    fn settle(&mut self, kept: &mut [State]) {
        let Some(state) = kept.first_mut() else {
            return;
        };
        let acts = self.acts(state.log);
        let mut is_needed = vec![false; self.tried.len()];
        let ends = acts.iter().filter_map(|act| act.end());
        for end in ends.chain(state.left.iter().copied()).chain([state.end, state.root, 0]) {
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
                Act::Played { from, to } => Act::Played { from: place(from), to: place(to) },
                Act::Game { root, to } => Act::Game { root: place(root), to: place(to) },
                Act::Named | Act::NamedDue | Act::Again => act,
            };
            let before = self.log.len().checked_sub(1).map_or(NOTHING, |last| last as u32);
            self.log.push(Step { before, act });
        }
        state.log = self.log.len().checked_sub(1).map_or(NOTHING, |last| last as u32);
        (state.end, state.root) = (place(state.end), place(state.root));
        state.left.iter_mut().for_each(|left| *left = place(*left));
        state.brackets.clear();
    }

    /// The acts of an explanation in the order of the segments.
    fn acts(&self, log: u32) -> Vec<Act> {
        let step = |at: u32| self.log.get(at as usize);
        let steps = std::iter::successors(step(log), |last| step(last.before));
        let mut acts: Vec<Act> = steps.map(|step| step.act).collect();
        acts.reverse();
        acts
    }

    fn nodes(&self, acts: &[Act]) -> HashSet<u32> {
        let mut nodes = HashSet::new();
        for act in acts {
            let mut node = act.end().unwrap_or(NOTHING);
            while node != NOTHING && nodes.insert(node) {
                node = self.tried[node as usize].up;
            }
        }
        nodes
    }

    fn explained(self, kept: &[State]) -> Explained {
        let score = kept.first().map_or(0, |best| best.score);
        let acts = kept.first().map_or_else(Vec::new, |best| self.acts(best.log));
        let nodes = self.nodes(&acts);
        let close = kept.iter().skip(1).take_while(|state| score - state.score <= weight::CLOSE);
        let doubt = close.map(|state| self.acts(state.log)).find_map(|other| {
            let place = acts.iter().zip(&other).position(|(one, other)| one != other)?;
            (self.nodes(&other) != nodes).then(|| (place, other[place]))
        });
        Explained { acts, tried: self.tried, score, doubt }
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

    fn legal(&self, node: u32, phrase: &Phrase) -> SmallVec<[Move; 3]> {
        let tried = &self.tried[node as usize];
        phrase.legal(&tried.position, self.previous(node))
    }

    fn previous(&self, node: u32) -> Option<Move> {
        match self.tried[node as usize].kind {
            Kind::Move(mv) => Some(mv),
            Kind::Root if node == 0 => self.previous,
            _ => None,
        }
    }

    /// How many of some moves can be played one after another.
    fn run_of(&self, from: u32, passes: bool, segment: &Segment, moves: Range<usize>) -> usize {
        let tried = &self.tried[from as usize];
        let (mut position, mut previous) = (tried.position.clone(), self.previous(from));
        if passes {
            position.set_side_to_move(position.side_to_move().other());
        }
        let legal = segment.moves[moves].iter().take(TRIED).take_while(|candidate| {
            let is_own = candidate.hint.is_none_or(|side| side == position.side_to_move());
            let mv = candidate.phrase.legal(&position, previous).first().copied();
            let mv = mv.filter(|_| is_own);
            previous = mv;
            mv.inspect(|mv| position.apply(*mv)).is_some()
        });
        legal.count()
    }

    /// The ways in which the moves of a segment can be played after a node. `whole`: all of them, by the rules.
    fn ways(&mut self, from: u32, segment: &Segment, whole: bool) -> SmallVec<[Way; 3]> {
        const MOST: usize = 3;
        let start = Way { end: from, legal: 0, bad: 0, score: 0, first: None, shape: 0 };
        let mut ways: SmallVec<[Way; MOST]> = SmallVec::from_iter([start]);
        for (index, candidate) in segment.moves.iter().enumerate() {
            let mut next: SmallVec<[Way; MOST]> = SmallVec::new();
            for way in ways {
                step();
                let legal = self.legal(way.end, &candidate.phrase);
                let mover = self.tried[way.end as usize].position.side_to_move();
                let side = side_score(candidate.side, mover)
                    + candidate.hint.map_or(0, |side| if side == mover { 10 } else { -30 });
                for mv in &legal {
                    if next.len() < MOST {
                        let mut way = way;
                        way.go_to(self.child(way.end, Kind::Move(*mv)));
                        way.legal += 1;
                        way.first = way.first.or(Some(*mv).filter(|_| index == 0));
                        way.score += side + if legal.len() > 1 { weight::SEVERAL } else { 0 };
                        next.push(way);
                    }
                }
                if legal.is_empty() && !whole && next.len() < MOST {
                    next.push(self.bad(way, segment, index, side.min(0)));
                }
            }
            ways = next;
        }
        ways
    }

    /// Goes on behind a move that cannot be played: one before it is missing, it breaks a rule, or it is misprinted.
    fn bad(&mut self, mut way: Way, segment: &Segment, index: usize, side: i32) -> Way {
        let candidate = &segment.moves[index];
        let count = segment.moves.len();
        let with = self.run_of(way.end, true, segment, index..count);
        let without = self.run_of(way.end, true, segment, index + 1..count);
        if index > 0 && with > 1 && with > without + 1 {
            way.go_to(self.child(way.end, Kind::Missing));
            if let Some(mv) = self.legal(way.end, &candidate.phrase).first().copied() {
                way.go_to(self.child(way.end, Kind::Move(mv)));
            }
            way.legal += 1;
            way.score += weight::MISSING;
            return way;
        }
        let tried = &self.tried[way.end as usize];
        let meanings = candidate.phrase.meanings(&tried.position, self.previous(way.end));
        let kind = match meanings[..] {
            [mv] => Kind::Move(mv),
            _ => Kind::Unread,
        };
        way.go_to(self.child(way.end, kind));
        way.score += if way.bad == 0 { side } else { 0 };
        way.bad += 1;
        way
    }

    /// The plies before a segment by its number.
    fn numbered_ply(&self, state: &State, segment: &Segment) -> Option<(i64, i64)> {
        let number = segment.number?;
        let ply = match self.count {
            Count::Rounds => 2 * (number.value - 1) + i64::from(number.second),
            Count::Plies => number.value - 1,
        };
        Some((ply, state.anchor.map_or(ply, |(known, counted)| ply - known + counted)))
    }

    /// Adds every explanation of a segment that goes on from a state.
    fn options(&mut self, state: &State, segment: &Segment) {
        self.repeat(state, segment);
        let due = self.play(state, segment);
        if self.may_begin {
            self.begin_game(state, segment);
        }
        let words = segment.is_in_words();
        let count = segment.moves.len() as i32;
        let named = match segment.tail {
            _ if words => weight::NAMED_IN_WORDS,
            Words::None => weight::NAMED,
            _ => weight::NAMED_APART,
        };
        let is_due = due && !segment.lead && segment.depth == 0;
        let line = match is_due {
            true => weight::NAMED_DUE,
            false if words || segment.tail != Words::None => 0,
            false => weight::NAMED_LINE,
        };
        let act = if is_due { Act::NamedDue } else { Act::Named };
        self.push(State { score: state.score + count * named + line, ..state.clone() }, act);
    }

    fn push(&mut self, mut state: State, act: Act) {
        step();
        let before = state.log;
        state.log = self.log.len() as u32;
        self.log.push(Step { before, act });
        self.next.push(state);
    }

    /// The last moves of the line once more: nothing is played.
    fn repeat(&mut self, state: &State, segment: &Segment) {
        let mut node = state.end;
        let count = segment.moves.len() as u32;
        let Some(first) = self.ply(node).checked_sub(count) else {
            return;
        };
        for candidate in segment.moves.iter().rev() {
            let tried = &self.tried[node as usize];
            let (Kind::Move(mv), up) = (tried.kind, tried.up) else {
                return;
            };
            let Some(before) = self.tried.get(up as usize) else {
                return;
            };
            let meant = candidate.phrase.meanings(&before.position, self.previous(up));
            let mover = before.position.side_to_move();
            if !meant.contains(&mv) || candidate.side.is_some_and(|side| side != mover) {
                return;
            }
            node = up;
        }
        let numbered = self.numbered_ply(state, segment);
        let is_due = numbered.is_some_and(|(_, ply)| ply == i64::from(first));
        let score = state.score + if is_due { weight::DUE } else { 0 };
        self.push(State { score, is_lone: false, ..state.clone() }, Act::Again);
    }

    /// Goes on with a line or branches off it. Returns whether the number of the segment was due for one of them.
    fn play(&mut self, state: &State, segment: &Segment) -> bool {
        let lines: SmallVec<[u32; 4]> =
            [state.end].into_iter().chain(state.left.iter().rev().take(3).rev().copied()).collect();
        let mut is_due = false;
        for (index, line) in lines.into_iter().enumerate() {
            let is_current = index == 0;
            let plies = self.ply(line);
            let mut places: SmallVec<[u32; 16]> = SmallVec::from_iter([plies]);
            if let Some((_, ply)) = self.numbered_ply(state, segment) {
                let second = segment.number.is_some_and(|number| number.second);
                let named = [ply, ply + i64::from(!second)].into_iter();
                places.extend(named.filter_map(|ply| u32::try_from(ply).ok()));
            }
            if is_current && segment.is_headed() {
                places.extend((plies.saturating_sub(BACK)..plies).rev());
            }
            if is_current && segment.is_bracketed() && segment.depth > 0 {
                places.extend(plies.checked_sub(1));
            }
            let mut seen: SmallVec<[u32; 16]> = SmallVec::new();
            for place in places {
                if place > plies || seen.contains(&place) {
                    continue;
                }
                seen.push(place);
                if let Some(from) = self.at_ply(line, place) {
                    is_due |= self.play_at(state, segment, (line, from, is_current), false);
                }
            }
            if is_current {
                is_due |= self.play_at(state, segment, (line, line, true), true);
            }
        }
        is_due
    }

    /// Plays a segment after a node of a line, perhaps after a missing move. Returns whether its number was due.
    fn play_at(
        &mut self,
        state: &State,
        segment: &Segment,
        (line, from, is_current): (u32, u32, bool),
        misses: bool,
    ) -> bool {
        let (plies, place) = (self.ply(line), self.ply(from) + u32::from(misses));
        let is_branch = place < plies;
        let second = segment.number.is_some_and(|number| number.second);
        let numbered = self.numbered_ply(state, segment);
        // The number of a round may stand before its second move.
        let is_late = !second
            && segment.moves.len() == 1
            && numbered.is_some_and(|(_, ply)| ply + 1 == i64::from(place));
        let due = match numbered {
            None => 0,
            Some((_, ply)) if ply == i64::from(place) || misses && is_late => weight::DUE,
            Some(_) if is_late && state.anchor.is_some() => weight::SOON,
            Some(_) if state.anchor.is_none() && place == 0 => 0,
            Some(_) => weight::NOT_DUE,
        };
        let is_first = state.anchor.is_none() && self.count == Count::Plies && numbered.is_some();
        let due = due - if is_first { 10 } else { 0 };
        if misses {
            let by_number = due >= weight::DUE - 10;
            let needed = self.legal(from, &segment.moves[0].phrase).is_empty()
                || by_number && !is_late
                || segment.moves[0].hint
                    == Some(self.tried[from as usize].position.side_to_move().other());
            if !needed || numbered.is_some() && !by_number || segment.is_in_words() || plies == 0 {
                return false;
            }
        }
        let due = Due { score: due, is_late: is_late && due != weight::NOT_DUE };
        let (fork, from) = (from, if misses { self.child(from, Kind::Missing) } else { from });
        let goes_on = !is_branch && is_current;
        let mut is_due = false;
        for mut way in self.ways(from, segment, false) {
            if way.first.is_none() && (!goes_on || misses) || way.bad > 0 && segment.is_in_words() {
                continue;
            }
            // The line itself once more.
            let is_same = is_branch && self.at_ply(line, self.ply(way.end)) == Some(way.end);
            if is_same && !segment.is_headed() {
                continue;
            }
            if misses {
                way.shape = way.shape.wrapping_add(mixed(from));
            }
            is_due |= due.score >= weight::DUE - 10;
            let score = self.score(state, segment, &way, due, (plies, place, is_current));
            let score = score + if misses { weight::MISSING } else { 0 };
            let next = self.after(state, segment, &way, due, (line, from, is_current), score);
            self.push(next, Act::Played { from: fork, to: way.end });
        }
        is_due
    }

    /// What speaks for playing a segment in a way.
    fn score(
        &self,
        state: &State,
        segment: &Segment,
        way: &Way,
        due: Due,
        (plies, place, is_current): (u32, u32, bool),
    ) -> i32 {
        let is_branch = place < plies;
        let number = segment.number;
        let mut due = due.score;
        if segment.is_ordinal() && due < 0 && is_branch {
            due = -10;
        }
        let is_open = place >= plies;
        let mut score = weight::LEGAL * way.legal + weight::ILLEGAL * way.bad + due;
        let is_regular = score >= weight::LEGAL * way.legal + weight::DUE;
        if number.is_none() && state.is_numbered && is_open && !state.half {
            score += weight::COMPLETE;
        }
        if segment.lead && !(number.is_some() && is_regular && !segment.in_sentence) {
            let completes = !segment.glued && state.half && is_open;
            score += if completes { weight::LEAD_APART } else { weight::LEAD };
        }
        if number.is_none() || is_branch || !is_regular {
            score += match segment.tail {
                Words::None => 0,
                Words::Apart => weight::TAIL_APART,
                Words::Glued if is_branch => 2 * weight::TAIL,
                Words::Glued => weight::TAIL,
            };
        }
        let in_brackets = segment.depth > state.brackets.last().map_or(0, |last| last.0);
        let is_variation = segment.is_bracketed() && in_brackets && is_branch;
        if in_brackets && !is_variation {
            score += weight::BRACKETS;
        }
        score += way.score;
        let second = number.is_some_and(|number| number.second);
        if number.is_some() && !second && is_open && is_current && state.half && place == plies {
            score += weight::MISSING;
        }
        let is_headed = segment.is_headed() || is_variation;
        if is_branch {
            score += weight::BRANCH + weight::BRANCH_MOVE * way.legal;
            score += match () {
                () if segment.has_heading || is_variation => weight::HEADING,
                () if segment.is_ordinal() => weight::ORDINAL,
                () if segment.colon => 0,
                () => weight::NO_HEADING,
            };
            if number.is_none() && !is_headed {
                score += weight::NOTHING;
            }
            if segment.lead && !(number.is_some() && due > 0) {
                score += weight::BRANCH_IN_WORDS;
            }
            let names_ply =
                number.is_some_and(|number| !number.ordinal) && due >= weight::SOON || is_variation;
            if is_headed && !names_ply {
                score += weight::DISTANCE * (plies - place) as i32;
            }
            if is_current && is_headed && !state.left.is_empty() && !is_variation {
                score += weight::OF_VARIATION;
            }
            if state.is_lone {
                score += weight::LONE;
            }
        }
        if !is_current {
            score += weight::BACK;
            if is_branch && !is_headed {
                score += weight::BACK_TO_BRANCH;
            }
        }
        score
    }

    /// The state after a segment was played in a way.
    fn after(
        &self,
        state: &State,
        segment: &Segment,
        way: &Way,
        due: Due,
        (line, from, is_current): (u32, u32, bool),
        score: i32,
    ) -> State {
        let place = i64::from(self.ply(from));
        let is_branch = self.ply(from) < self.ply(line);
        let mut next = State { score: state.score + score, end: way.end, ..state.clone() };
        let numbered = self.numbered_ply(state, segment).map(|(ply, _)| ply);
        if let Some(ply) = numbered {
            next.anchor = match due.score {
                _ if due.is_late => Some((ply + 1, place)),
                -10.. => Some((ply, place)),
                _ => state.anchor,
            };
            next.is_numbered = true;
        }
        let second = segment.number.is_some_and(|number| number.second);
        let played = self.ply(way.end) - self.ply(from);
        next.half = match segment.number {
            Some(_) => self.count == Count::Rounds && !second && !due.is_late && played % 2 == 1,
            None => state.half && segment.moves.len().is_multiple_of(2),
        };
        if !is_current {
            next.left.retain(|left| *left != line);
            if state.end != line {
                next.left.push(state.end);
            }
        } else if is_branch {
            next.left.push(state.end);
            if segment.depth > state.brackets.last().map_or(0, |last| last.0) {
                next.brackets.push((segment.depth, state.half, state.end));
            }
        }
        next.is_lone = is_branch && segment.is_ordinal() && segment.moves.len() == 1;
        next.shape = state.shape.wrapping_add(way.shape);
        next
    }

    /// Begins another game.
    fn begin_game(&mut self, state: &State, segment: &Segment) {
        if state.end == state.root || segment.lead || segment.depth > 0 {
            return;
        }
        let fresh = self.fresh.filter(|root| *root != state.root);
        let root = fresh.unwrap_or_else(|| {
            let start = self.tried[0].position.clone();
            self.tried.push(Tried {
                up: NOTHING,
                ply: 0,
                kind: Kind::Root,
                is_legal: true,
                position: start,
            });
            self.tried.len() as u32 - 1
        });
        self.fresh = Some(root);
        let number = segment.number.map(|number| number.value);
        for way in self.ways(root, segment, true) {
            let score = weight::LEGAL * way.legal
                + weight::GAME
                + way.score
                + if segment.after_end { weight::AFTER_END } else { 0 }
                + if segment.after_gap { weight::AFTER_GAP } else { 0 }
                + if segment.tail != Words::None { weight::TAIL } else { 0 }
                + match number {
                    Some(1) => weight::DUE,
                    Some(_) => weight::NOT_DUE,
                    None if segment.after_end => 0,
                    None => weight::NO_END,
                };
            let is_half = number.is_some() && self.count == Count::Rounds && way.legal % 2 == 1;
            let shape = state.shape.wrapping_add(way.shape);
            let next = State {
                score: state.score + score,
                end: way.end,
                root,
                left: SmallVec::new(),
                anchor: number.map(|_| (0, 0)),
                half: is_half,
                is_numbered: number.is_some(),
                brackets: SmallVec::new(),
                shape,
                is_lone: false,
                log: state.log,
            };
            self.push(next, Act::Game { root, to: way.end });
        }
    }
}

fn side_score(named: Option<Side>, mover: Side) -> i32 {
    named.map_or(0, |side| if side == mover { weight::RIGHT_SIDE } else { weight::WRONG_SIDE })
}

/// A number that stands for a node in the sum over a tree.
fn mixed(node: u32) -> u64 {
    let hash = u64::from(node).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Explained {
    /// How many moves between two nodes break the rules or cannot be read.
    pub(super) fn unplayable(&self, from: u32, to: u32) -> usize {
        let line = std::iter::successors(Some(to), |node| Some(self.tried.get(*node as usize)?.up));
        let line = line.take_while(|node| *node != from);
        line.filter(|node| self.tried.get(*node as usize).is_some_and(|tried| !tried.is_legal))
            .count()
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
