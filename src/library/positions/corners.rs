//! What was played in the corners of a game of Go, and the places of a tree at which they are reached.

use super::played::IndexRow;
use crate::game::{Corner, CornerKey, Corners, Game, Move, Position, Side, Symmetry, go};
use crate::record::{Lines, NodeId, Place, Record, Walk};
use crate::text::fnv;

/// The numbers of stones in the corners that matter.
pub(super) type Stones = std::ops::RangeInclusive<u16>;
/// Those that an index has, and all.
pub(super) const INDEXED: Stones = 1..=24;
pub(super) const ALL: Stones = 0..=u16::MAX;
/// Added to the symmetry of a row that is about a corner.
const OF_CORNER: u8 = 16;
/// Added to the number of a move in a corner for a move elsewhere by Black before it, twice for one by White.
const ELSEWHERE: u16 = 1 << 13;

/// The number of the symmetry of a row, as it is kept.
pub(super) fn turn(by: u8, is_corner: bool) -> u8 {
    if is_corner { by | OF_CORNER } else { by }
}

/// Whether the colours of the corner of a row are swapped.
pub(super) fn swaps(turn: u8) -> bool {
    turn & 8 != 0
}

/// The moves that a row counts: of a corner, the next one there and the pass that stands for one elsewhere before.
pub(super) fn numbers(number: u16, turn: u8) -> [Option<u16>; 2] {
    let elsewhere = number / ELSEWHERE;
    if turn & OF_CORNER == 0 || elsewhere == 0 {
        return [Some(number), None];
    }
    let pass = Move::Go(go::Move::pass(Side::first_if(elsewhere == 1)));
    [Some(number % ELSEWHERE).filter(|number| *number > 0), pass.number()]
}

/// Follows the corners of a main line.
#[derive(Default)]
pub(super) struct CornerRows {
    corners: Corners,
    /// What is in each corner now, since which ply, and who has played elsewhere or passed since.
    open: [Option<(CornerKey, u32, Option<Side>)>; 4],
    /// A row for each time that something was in a corner.
    pub(super) rows: Vec<IndexRow>,
}

impl CornerRows {
    /// A position, and the move that was played there unless the game ends. Corners have a number of `stones`.
    pub(super) fn add(
        &mut self,
        position: &Position,
        (ply, mv): (u32, Option<Move>),
        stones: &Stones,
    ) {
        for corner in self.corners.changed(position) {
            let at = corner.index();
            self.close(at, position, None);
            if stones.contains(&self.corners.stones(corner)) {
                self.open[at] = Some((self.corners.key(corner, position), ply, None));
            }
        }
        for at in 0..self.open.len() {
            match (mv, &mut self.open[at]) {
                (Some(mv), Some((key, _, elsewhere))) if key.is_tenuki(mv, position) => {
                    *elsewhere = elsewhere.or(mv.side());
                }
                _ => self.close(at, position, mv),
            }
        }
    }

    /// Adds the row of a corner that has one, with the move there.
    fn close(&mut self, at: usize, position: &Position, mv: Option<Move>) {
        let Some((corner, ply, elsewhere)) = self.open[at].take() else { return };
        let (mut least, mut turned) = (u16::MAX, Symmetry::default());
        for by in corner.symmetries {
            let number = mv.and_then(|mv| by.turn(mv, position).number()).unwrap_or(0);
            if number < least {
                (least, turned) = (number, by);
            }
        }
        let elsewhere = elsewhere.map_or(0, |side| 1 + turned.side(side).index() as u16);
        let number = least + elsewhere * ELSEWHERE;
        let by = turn(turned.index(), true);
        self.rows.push(IndexRow::new(corner.key, ply, by, number));
    }
}

/// Whether a record is a tree rather than a game: it has variations, but no result, and no player or more moves in
/// variations than in the main line.
pub(super) fn is_tree(record: &Record, has_players: bool) -> bool {
    let main = record.tree.mainline().count();
    let least = if has_players { main } else { 0 };
    let has_variations = record.tree.len() - main > least;
    has_variations && record.game() == Game::Go && record.result().is_none()
}

/// A place of a tree at which something comes to be in a corner: the key, the number of the node in preorder, the place and
/// the symmetry.
pub(super) type CornerPlace = (u64, u32, Place, u8);

/// The places of a tree at which something comes to be in corners with a number of `stones`, and a hash of the whole tree.
pub(super) fn places(record: &Record, stones: &Stones) -> (Vec<CornerPlace>, u64) {
    /// Lines are followed no further, so that the names of places stay short.
    const DEEPEST: u32 = 120;
    let (mut places, mut all): (Vec<CornerPlace>, Vec<u8>) = Default::default();
    let (mut walk, lines) = (record.walk(), Lines::new(&record.tree));
    let (mut corners, mut number) = (Corners::default(), 0);
    while let Some(node) = walk.advance() {
        let near = record.tree.ply(node) <= DEEPEST;
        let changed = near.then(|| changed(&mut corners, &mut walk, node));
        for corner in changed.into_iter().flatten() {
            let found = corners.key(corner, walk.position());
            all.extend(found.key.to_le_bytes());
            // Several corners may be alike.
            let mut known = places.iter().rev().take_while(|place| place.1 == number);
            if stones.contains(&found.stones) && known.all(|place| place.0 != found.key) {
                let by = found.symmetries.first().map_or(0, |by| by.index());
                let place = Place::of(&record.tree, &lines, node);
                places.push((found.key, number, place, turn(by, true)));
            }
        }
        number += 1;
    }
    (places, fnv(&all).max(1))
}

/// The corners that the current node of a walk changes.
pub(crate) fn changed(corners: &mut Corners, walk: &mut Walk<'_>, node: NodeId) -> Vec<Corner> {
    if node != NodeId::ROOT {
        corners.changed(walk.before());
    }
    corners.changed(walk.position())
}
