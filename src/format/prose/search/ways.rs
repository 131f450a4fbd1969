//! The ways in which the moves of a segment can be played.

use std::ops::Range;

use smallvec::SmallVec;

use super::weight;
use super::{Kind, Search, Way};
use crate::format::prose::lexer::Segment;
use crate::format::prose::tongue::Phrase;
use crate::game::{Move, Side};
use crate::text::step;

/// The number of moves tried to tell a missing move from a misprint.
const TRIED: usize = 8;

impl Search<'_> {
    pub(super) fn legal(&self, node: u32, phrase: &Phrase) -> SmallVec<[Move; 3]> {
        let tried = &self.tried[node as usize];
        phrase.legal(&tried.position, self.previous(node))
    }

    pub(super) fn previous(&self, node: u32) -> Option<Move> {
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
    pub(super) fn ways(&mut self, from: u32, segment: &Segment, whole: bool) -> SmallVec<[Way; 3]> {
        const MOST: usize = 3;
        let start = Way { end: from, ..Way::default() };
        let mut ways: SmallVec<[Way; MOST]> = SmallVec::from_iter([start]);
        for (index, candidate) in segment.moves.iter().enumerate() {
            let mut next: SmallVec<[Way; MOST]> = SmallVec::new();
            for way in ways {
                step();
                let mover = self.tried[way.end as usize].position.side_to_move();
                let side = side_score(candidate.side, mover)
                    + candidate.hint.map_or(0, |side| if side == mover { 10 } else { -30 });
                // In Go, nothing but the mark of a side tells that a move is missing.
                let is_other = candidate.is_stone_of(mover.other());
                if is_other && index == 0 {
                    continue;
                }
                let legal = match is_other {
                    true => SmallVec::new(),
                    false => self.legal(way.end, &candidate.phrase),
                };
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

    /// Goes on after a move that cannot be played: one before it is missing, it breaks a rule, or it is misprinted.
    fn bad(&mut self, mut way: Way, segment: &Segment, index: usize, side: i32) -> Way {
        let candidate = &segment.moves[index];
        let count = segment.moves.len();
        let with = self.run_of(way.end, true, segment, index..count);
        let without = self.run_of(way.end, true, segment, index + 1..count);
        let mover = self.tried[way.end as usize].position.side_to_move();
        let is_other = candidate.is_stone_of(mover.other());
        if index > 0 && (is_other || with > 1 && with > without + 1) {
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
}

fn side_score(named: Option<Side>, mover: Side) -> i32 {
    named.map_or(0, |side| if side == mover { weight::RIGHT_SIDE } else { weight::WRONG_SIDE })
}
