//! The possible roles of a segment, given an explanation of the text above it, and their worth.

use smallvec::SmallVec;

use super::weight;
use super::{Act, Count, Due, Kind, Search, State, Step, Tried, Way, mixed};
use crate::format::prose::lexer::{Segment, Words};
use crate::format::prose::tongue::Phrase;
use crate::text::step;

/// Lists in lists are not deeper.
const LISTS: usize = 4;

/// The number of plies that a variation without a number may go back.
const BACK: u32 = 12;

/// Where a segment is tried.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// The end of the line.
    pub(super) line: u32,
    /// The plies of the line.
    pub(super) plies: u32,
    /// The node of the line after which the segment is tried.
    pub(super) from: u32,
    /// The plies before the segment, with a missing move.
    pub(super) ply: u32,
    /// Whether the line is the one that the text was in last.
    pub(super) is_current: bool,
    /// Whether a move is missing before the segment.
    pub(super) misses: bool,
    /// Whether other variations of the same list begin here.
    pub(super) is_sibling: bool,
}

impl Place {
    pub(super) fn is_branch(self) -> bool {
        self.ply < self.plies
    }
}

impl Due {
    /// How far a number may be from the one due.
    pub(super) const TOLERANCE: i32 = 10;

    /// Whether the number is the one due.
    pub(super) fn is_met(self) -> bool {
        self.score >= weight::DUE - Self::TOLERANCE
    }
}

impl Search<'_> {
    /// The plies before a segment by its number.
    pub(super) fn numbered_ply(&self, state: &State, segment: &Segment) -> Option<(i64, i64)> {
        // In a sentence, ordinals count what they name.
        let number = segment.number.filter(|number| !(number.ordinal && segment.lead))?;
        let ply = match self.count {
            Count::Rounds => 2 * (number.value - 1) + i64::from(number.second),
            Count::Plies => number.value - 1,
        };
        Some((ply, state.anchor.map_or(ply, |(known, counted)| ply - known + counted)))
    }

    /// Adds every explanation of a segment that goes on from a state.
    pub(super) fn options(&mut self, state: &State, segment: &Segment) {
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
        let numbered = self.numbered_ply(state, segment);
        let next = numbered.map(|(ply, _)| (segment.line, ply + i64::from(count)));
        let named = State { score: state.score + count * named + line, ..state.clone() };
        self.push(State { named: next, ..named }, act);
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
            let end = Place { line, plies, from: line, ply: plies, is_current, ..Place::default() };
            let mut places: SmallVec<[u32; 16]> = SmallVec::from_iter([plies]);
            if let Some((_, ply)) = self.numbered_ply(state, segment) {
                let second = segment.number.is_some_and(|number| number.second);
                let named = [ply, ply + i64::from(!second)].into_iter();
                places.extend(named.filter_map(|ply| u32::try_from(ply).ok()));
            }
            if is_current && segment.is_headed() {
                places.extend((plies.saturating_sub(BACK)..plies).rev());
                let fork = state.fork(segment).map(|fork| self.ply(fork));
                places.extend(fork);
            }
            if let Some(instead) = segment.instead {
                places.clear();
                places.extend(self.places_of(line, &instead));
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
                    let place = Place { from, ply: place, ..end };
                    is_due |= self.play_at(state, segment, place);
                }
            }
            if is_current {
                let place = Place { ply: plies + 1, misses: true, ..end };
                is_due |= self.play_at(state, segment, place);
            }
        }
        is_due
    }

    /// The plies before a move of a line that may be written so.
    fn places_of(&self, line: u32, phrase: &Phrase) -> SmallVec<[u32; 16]> {
        let first = self.tried.get(line as usize);
        let nodes = std::iter::successors(first, |node| self.tried.get(node.up as usize));
        let plies = nodes.take(2 * BACK as usize).filter_map(|node| {
            let Kind::Move(mv) = node.kind else { return None };
            self.legal(node.up, phrase).contains(&mv).then_some(node.ply - 1)
        });
        plies.collect()
    }

    /// Plays a segment after a node of a line, perhaps after a missing move. Returns whether its number was due.
    fn play_at(&mut self, state: &State, segment: &Segment, place: Place) -> bool {
        let due = self.due(state, segment, place);
        if place.misses && !self.may_miss(segment, due, place) {
            return false;
        }
        let fork = place.from;
        let from = if place.misses { self.child(fork, Kind::Missing) } else { fork };
        let place = Place {
            from,
            is_sibling: place.is_branch() && state.fork(segment) == Some(from),
            ..place
        };
        let mut is_due = false;
        for mut way in self.ways(from, segment, false) {
            let goes_on = !place.is_branch() && place.is_current && !place.misses;
            if way.first.is_none() && !goes_on || way.bad > 0 && segment.is_in_words() {
                continue;
            }
            // The line itself once more.
            let is_same =
                place.is_branch() && self.at_ply(place.line, self.ply(way.end)) == Some(way.end);
            if is_same && !segment.is_headed() {
                if due.is_met() {
                    self.push(state.clone(), Act::Again);
                }
                continue;
            }
            if place.misses {
                way.shape = way.shape.wrapping_add(mixed(from));
            }
            is_due |= due.is_met();
            let score = self.score(state, segment, &way, due, place);
            let next = self.after(state, segment, &way, due, place, score);
            let is_branch = place.is_branch();
            self.push(next, Act::Played { from: fork, to: way.end, is_branch });
        }
        is_due
    }

    /// Whether the number of a segment is the one due at a place.
    fn due(&self, state: &State, segment: &Segment, place: Place) -> Due {
        let Some((_, ply)) = self.numbered_ply(state, segment) else {
            return Due { score: 0, is_late: false };
        };
        let here = i64::from(place.ply);
        // The number of a round may stand before its second move.
        let is_second = segment.number.is_some_and(|number| number.second);
        let is_late = !is_second && segment.moves.len() == 1 && ply + 1 == here;
        let score = match state.anchor {
            _ if ply == here || place.misses && is_late => weight::DUE,
            Some(_) if is_late => weight::SOON,
            None if place.ply == 0 => 0,
            _ => weight::NOT_DUE,
        };
        let is_first = state.anchor.is_none() && self.count == Count::Plies;
        let score = score - if is_first { Due::TOLERANCE } else { 0 };
        Due { score, is_late: is_late && score != weight::NOT_DUE }
    }

    /// Whether a move may be missing before a segment.
    fn may_miss(&self, segment: &Segment, due: Due, place: Place) -> bool {
        let first = &segment.moves[0];
        let mover = self.tried[place.from as usize].position.side_to_move();
        let is_needed = self.legal(place.from, &first.phrase).is_empty()
            || due.is_met() && !due.is_late
            || first.hint == Some(mover.other())
            || first.is_stone_of(mover.other());
        let is_numbered = segment.number.is_none() || due.is_met();
        let is_apart = !segment.is_in_words()
            || segment.depth == 0
                && (segment.spaced && due.is_met() || first.is_stone_of(mover.other()));
        is_needed && is_numbered && is_apart && place.plies > 0
    }

    /// The state after a segment was played in a way.
    fn after(
        &self,
        state: &State,
        segment: &Segment,
        way: &Way,
        due: Due,
        place: Place,
        score: i32,
    ) -> State {
        let Place { line, from, is_current, .. } = place;
        let is_branch = place.is_branch();
        let mut next = State { score: state.score + score, end: way.end, ..state.clone() };
        let numbered = self.numbered_ply(state, segment).map(|(ply, _)| ply);
        if let Some(ply) = numbered {
            next.anchor = match due.score {
                _ if due.is_late => Some((ply + 1, i64::from(place.ply))),
                -10.. => Some((ply, i64::from(place.ply))),
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
                next.leave(state.end);
            }
        } else if is_branch {
            next.leave(state.end);
            if segment.depth > state.brackets.last().map_or(0, |last| last.0) {
                next.brackets.push((segment.depth, state.half, state.end));
            }
        }
        let is_counted = segment.number.is_some_and(|number| !number.ordinal);
        let has_side = segment.moves.first().is_some_and(|first| first.side.is_some());
        next.is_bare = is_branch && !is_counted && !has_side;
        next.is_lone = is_branch && segment.is_ordinal() && segment.moves.len() == 1;
        next.named = None;
        let is_round = segment.is_ordinal() && !is_branch && due.is_met();
        if let Some(list) = segment.list.filter(|_| segment.is_headed() && !is_round) {
            let known = next.lists.iter().position(|known| known.0 == list);
            next.lists.truncate(known.unwrap_or(next.lists.len()).min(LISTS));
            next.lists.push((list, from));
        }
        next.shape = state.shape.wrapping_add(way.shape);
        next
    }

    /// Begins another game.
    fn begin_game(&mut self, state: &State, segment: &Segment) {
        let is_apart = segment.is_first || segment.after_end;
        let is_in_words = segment.lead || segment.depth > 0 || segment.tail == Words::Glued;
        let number = segment.number.map(|number| number.value);
        let may_begin =
            number.is_none_or(|number| number == 1) || segment.after_end || segment.after_gap;
        if state.end == state.root || is_in_words || !is_apart || !may_begin {
            return;
        }
        let fresh = self.fresh.filter(|root| *root != state.root);
        let root = fresh.unwrap_or_else(|| {
            self.tried.push(Tried::root(&self.tried[0].position));
            self.tried.len() as u32 - 1
        });
        self.fresh = Some(root);
        for way in self.ways(root, segment, true) {
            let score = weight::LEGAL * way.legal
                + weight::GAME
                + way.score
                + if segment.after_end { weight::AFTER_END } else { 0 }
                + if segment.after_gap { weight::AFTER_GAP } else { 0 }
                + if segment.names_game { weight::GAME_HEADING } else { 0 }
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
                anchor: number.map(|_| (0, 0)),
                half: is_half,
                is_numbered: number.is_some(),
                shape,
                log: state.log,
                ..State::default()
            };
            self.push(next, Act::Game { root, to: way.end });
        }
    }
}
