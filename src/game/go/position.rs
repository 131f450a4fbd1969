//! The board, captures and prisoners.

use std::hash::{Hash, Hasher};

use super::{Move, Point, Size};
use crate::game::{Illegal, Side};

/// What stands where, who is to move, and the prisoners.
///
/// Two positions are equal if the same stones stand on the same board and the same moves are open: prisoners and the
/// number of moves that led there do not count.
#[derive(Debug, Clone)]
pub struct Position {
    size: Size,
    /// The points row by row from the top left corner.
    points: Vec<Option<Side>>,
    side: Side,
    /// A point that may not be taken back at once.
    ko: Option<Point>,
    prisoners: [u32; 2],
    moves: u32,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.side, self.ko, &self.points)
            == (other.size, other.side, other.ko, &other.points)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size, self.side, self.ko, &self.points).hash(state);
    }
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            points: vec![None; size.points()],
            side: Side::First,
            ko: None,
            prisoners: [0; 2],
            moves: 0,
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` also off the board.
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.points[self.index(point)?]
    }

    /// Whether the same stones stand on a board of the same size, whatever else is different.
    pub fn same_stones(&self, other: &Self) -> bool {
        self.size == other.size && self.points == other.points
    }

    /// Puts a stone on a point or takes it away, without capture. A point off the board is left alone.
    pub fn put(&mut self, point: Point, stone: Option<Side>) {
        if let Some(index) = self.index(point) {
            self.points[index] = stone;
            self.ko = None;
        }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.side = side;
    }

    /// How many stones a side has captured so far.
    pub fn prisoners(&self, side: Side) -> u32 {
        self.prisoners[side.index()]
    }

    /// The number of the last move: passes count, setups do not.
    pub fn move_number(&self) -> u32 {
        self.moves
    }

    /// Numbers the last move anew, as SGF's `MN` does; the following moves count on from it.
    pub fn set_move_number(&mut self, number: u32) {
        self.moves = number;
    }

    /// Plays a move, legal or not: the stone replaces what stands on the point, then the other side's stones without
    /// liberties are taken, then the mover's own. A point off the board is a move without a stone.
    pub fn apply(&mut self, mv: Move) {
        self.moves = self.moves.saturating_add(1);
        self.side = mv.side.other();
        self.ko = None;
        let Some(at) = mv.point.and_then(|point| self.index(point)) else {
            return;
        };
        self.points[at] = Some(mv.side);
        let mut captured = 0;
        for next in self.neighbours(at) {
            if self.points[next] == Some(mv.side.other()) {
                captured += self.capture(next);
            }
        }
        self.prisoners[mv.side.index()] += captured;
        let lost = self.capture(at);
        self.prisoners[mv.side.other().index()] += lost;
        if captured == 1 && lost == 0 {
            self.ko = self.ko_after(at);
        }
    }

    /// Checks a move. Suicide is in order: some rules allow it, and a record does not tell which hold.
    ///
    /// # Errors
    /// The point is off the board or occupied, or the move retakes a ko at once.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        let Some(point) = mv.point else {
            return Ok(());
        };
        match self.index(point) {
            None => Err(Illegal::OffBoard),
            Some(index) if self.points[index].is_some() => Err(Illegal::Occupied),
            Some(_) if self.ko == mv.point && self.side == mv.side => Err(Illegal::Ko),
            Some(_) => Ok(()),
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.size.contains(point).then(|| {
            usize::from(point.row) * usize::from(self.size.columns()) + usize::from(point.column)
        })
    }

    /// The points beside one, two to four of them.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let columns = usize::from(self.size.columns());
        let column = index % columns;
        let up = index.checked_sub(columns);
        let down = Some(index + columns).filter(|below| *below < self.points.len());
        let left = (column > 0).then(|| index - 1);
        let right = (column + 1 < columns).then_some(index + 1);
        [up, left, right, down].into_iter().flatten()
    }

    /// Takes the chain on a point off the board if it has no liberty, and tells how many stones it had.
    fn capture(&mut self, index: usize) -> u32 {
        let Some(side) = self.points[index] else {
            return 0;
        };
        let is_free = |points: &[Option<Side>], next: usize| points[next].is_none();
        // Most stones have a liberty of their own: no need to follow the chain.
        if self
            .neighbours(index)
            .any(|next| is_free(&self.points, next))
        {
            return 0;
        }
        let mut seen = Seen::default();
        seen.add(index);
        let mut chain = vec![index];
        let mut done = 0;
        while let Some(&stone) = chain.get(done) {
            done += 1;
            for next in self.neighbours(stone) {
                match self.points[next] {
                    None => return 0,
                    Some(other) if other == side && seen.add(next) => chain.push(next),
                    Some(_) => {}
                }
            }
        }
        for &stone in &chain {
            self.points[stone] = None;
        }
        chain.len() as u32
    }

    /// The point of a ko after a capture of one stone: the capturing stone stands alone and its only liberty is the
    /// point that it emptied.
    fn ko_after(&self, at: usize) -> Option<Point> {
        let own = self.points[at];
        let mut free = None;
        for next in self.neighbours(at) {
            match self.points[next] {
                None if free.is_some() => return None,
                None => free = Some(next),
                stone if stone == own => return None,
                Some(_) => {}
            }
        }
        let columns = usize::from(self.size.columns());
        let coordinate = |number: usize| u8::try_from(number).ok();
        free.and_then(|index| {
            let (row, column) = (index / columns, index % columns);
            Some(Point::new(coordinate(column)?, coordinate(row)?))
        })
    }
}

/// A set of points of a board of at most 52 by 52.
struct Seen([u64; 43]);

impl Default for Seen {
    fn default() -> Self {
        Self([0; 43])
    }
}

impl Seen {
    /// Whether the point is new.
    fn add(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
