//! Segments that need no search.

use super::{Act, Explained, Kind, Search, Tried};
use crate::format::prose::lexer::{Segment, Words};
use crate::game::Side;
use crate::text::step;

impl Search<'_> {
    /// Explains segments that say nothing but what is played: rounds counted from 1, or moves without numbers, of which each
    /// is by the rules and can mean one thing. `None` if any is of another kind.
    pub(super) fn straight(mut self) -> Option<Explained> {
        let is_numbered = self.segments.first()?.number.is_some();
        let mut acts = Vec::with_capacity(self.segments.len());
        let (mut end, mut root, mut due) = (0, 0, Some(1));
        for segment in self.segments {
            step();
            let number = segment.number.map(|number| number.value);
            let begins = end != root && number == Some(1);
            if begins {
                if !self.may_begin || segment.lead || !segment.is_first && !segment.after_end {
                    return None;
                }
                root = self.tried.len() as u32;
                self.tried.push(Tried::root(&self.tried[0].position));
                (end, due) = (root, Some(1));
            }
            if !is_plain(segment, is_numbered) || is_numbered && number != due {
                return None;
            }
            let from = end;
            end = self.play_straight(segment, end)?;
            // Only the last round of a game may be half a one.
            due = due.filter(|_| segment.moves.len() == 2).map(|due| due + 1);
            acts.push(match begins {
                true => Act::Game { root, to: end },
                false => Act::Played { from, to: end },
            });
        }
        Some(Explained { acts, tried: self.tried, score: 0, doubts: Vec::new() })
    }

    /// The node after the moves of a segment, if each can mean one thing.
    fn play_straight(&mut self, segment: &Segment, mut end: u32) -> Option<u32> {
        for candidate in &segment.moves {
            let mover = self.tried[end as usize].position.side_to_move();
            let is_own = |side: Option<Side>| side.is_none_or(|side| side == mover);
            let [mv] = self.legal(end, &candidate.phrase)[..] else {
                return None;
            };
            if !is_own(candidate.side) || !is_own(candidate.hint) {
                return None;
            }
            end = self.child(end, Kind::Move(mv));
        }
        Some(end)
    }
}

/// Whether nothing but the number of a segment tells where it is to be played.
fn is_plain(segment: &Segment, is_numbered: bool) -> bool {
    let is_alone = match segment.number {
        Some(number) => is_numbered && !number.second && !segment.in_sentence,
        None => !is_numbered && !segment.lead && segment.tail == Words::None,
    };
    let most = if is_numbered { 2 } else { usize::MAX };
    is_alone
        && segment.depth == 0
        && !segment.has_heading
        && segment.instead.is_none()
        && segment.moves.len() <= most
}
