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
struct Place {
    /// The end of the line.
    line: u32,
    /// The plies of the line.
    plies: u32,
    /// The node of the line after which the segment is tried.
    from: u32,
    /// The plies before the segment, with a missing move.
    ply: u32,
    /// Whether the line is the one that the text was in last.
    is_current: bool,
    /// Whether a move is missing before the segment.
    misses: bool,
    /// Whether other variations of the same list begin here.
    is_sibling: bool,
}

impl Place {
    fn is_branch(self) -> bool {
        self.ply < self.plies
    }
}

impl Due {
    /// How far a number may be from the one due.
    const TOLERANCE: i32 = 10;

    /// Whether the number is the one due.
    fn is_met(self) -> bool {
        self.score >= weight::DUE - Self::TOLERANCE
    }
}

impl Search<'_> {
    /// The plies before a segment by its number.
    fn numbered_ply(&self, state: &State, segment: &Segment) -> Option<(i64, i64)> {
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

    /// The reasons for playing a segment in a way.
    fn score(&self, state: &State, segment: &Segment, way: &Way, due: Due, place: Place) -> i32 {
        let in_brackets = segment.depth > state.brackets.last().map_or(0, |last| last.0);
        let is_item = segment.lead && segment.is_item() && place.is_branch() && segment.depth > 0;
        let is_variation = (segment.is_bracketed() || is_item) && in_brackets && place.is_branch();
        let is_from_named = segment.in_sentence
            && state.goes_on_from_named(segment, self.numbered_ply(state, segment));
        let branch = match place.is_branch() {
            true => branch_score(state, segment, way, due, place, (is_variation, is_item)),
            false => line_score(state, segment, due, place),
        };
        let facts = [
            (in_brackets && !is_variation, weight::BRACKETS),
            (place.is_sibling, weight::SIBLING),
            (!place.is_current, weight::BACK),
            (is_from_named, weight::AFTER_NAMED),
            (place.misses, weight::MISSING),
            (segment.supposed && !due.is_met() || segment.is_option(), weight::SUPPOSED),
        ];
        let is_regular = way.bad == 0 && due.is_met();
        weight::LEGAL * way.legal
            + weight::ILLEGAL * way.bad
            + way.score
            + branch
            + words_score(state, segment, is_item, is_regular, place.is_branch())
            + sum(&facts)
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

/// The score of going on with a line.
fn line_score(state: &State, segment: &Segment, due: Due, place: Place) -> i32 {
    let is_at_end = place.is_current && place.ply == place.plies;
    let begins_round = segment.number.is_some_and(|number| !number.second);
    let has_side = segment.moves.first().is_some_and(|first| first.side.is_some());
    let is_go = segment.moves.iter().any(|first| matches!(first.phrase, Phrase::Go(_)));
    let is_idle = segment.has_heading && (segment.number.is_some() || is_go);
    let goes_on = segment.is_first && (begins_round || has_side);
    let facts = [
        (
            segment.number.is_none() && !has_side && state.is_numbered && !state.half,
            weight::COMPLETE,
        ),
        (is_idle && place.is_current, weight::IDLE_HEADING),
        (begins_round && is_at_end && state.half && !due.is_late, weight::MISSING),
        (goes_on && is_at_end && state.is_bare, weight::AFTER_BARE),
        (segment.returns && state.left.first() == Some(&place.line), weight::RETURN),
    ];
    due.score + sum(&facts)
}

/// The score of branching off a line. `is_variation`: the segment is in brackets of its own. `is_item`: it is in a list in
/// brackets.
fn branch_score(
    state: &State,
    segment: &Segment,
    way: &Way,
    due: Due,
    place: Place,
    (is_variation, is_item): (bool, bool),
) -> i32 {
    let is_headed = segment.is_headed() || is_variation;
    let is_counted = segment.number.is_some_and(|number| !number.ordinal);
    let names_ply = is_counted && due.score >= weight::SOON || is_variation;
    let is_far = is_headed && !names_ply && !place.is_sibling && segment.instead.is_none();
    let in_words = segment.lead && !is_item && !(segment.number.is_some() && due.score > 0);
    let of_variation = place.is_current
        && is_headed
        && !state.left.is_empty()
        && !is_variation
        && !place.is_sibling;
    let heading = match () {
        () if segment.has_heading || is_variation => weight::HEADING,
        () if segment.is_ordinal() => weight::ORDINAL,
        () if segment.colon => 0,
        () => weight::NO_HEADING,
    };
    let facts = [
        (true, weight::BRANCH + heading),
        (!place.is_sibling, weight::BRANCH_MOVE * way.legal),
        (segment.number.is_none() && !is_headed, weight::NOTHING),
        (in_words, weight::BRANCH_IN_WORDS),
        (is_far, weight::DISTANCE * (place.plies - place.ply) as i32),
        (of_variation, weight::OF_VARIATION),
        (state.is_lone, weight::LONE),
        (!place.is_current && !is_headed, weight::BACK_TO_BRANCH),
    ];
    // An ordinal counts variations.
    let due = if segment.is_ordinal() && due.score < 0 { -Due::TOLERANCE } else { due.score };
    due + sum(&facts)
}

/// The sum of the weights whose condition holds.
fn sum(facts: &[(bool, i32)]) -> i32 {
    facts.iter().filter(|(is_so, _)| *is_so).map(|(_, weight)| weight).sum()
}

/// The weight of the words around a segment against playing it.
fn words_score(
    state: &State,
    segment: &Segment,
    is_item: bool,
    is_regular: bool,
    is_branch: bool,
) -> i32 {
    let is_numbered = segment.number.is_some() && is_regular;
    let mut score = 0;
    let is_in_sentence = segment.in_sentence && !segment.spaced;
    if segment.lead && !is_item && (!is_numbered || is_in_sentence) {
        let completes = !segment.glued && state.half && !is_branch;
        score += if completes { weight::LEAD_APART } else { weight::LEAD };
    }
    if is_branch || !is_numbered {
        score += match segment.tail {
            Words::None => 0,
            Words::Apart => weight::TAIL_APART,
            Words::Glued if is_branch => 2 * weight::TAIL,
            Words::Glued => weight::TAIL,
        };
    }
    score
}
