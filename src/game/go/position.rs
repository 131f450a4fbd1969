//! The board, captures and prisoners.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use super::{Move, Point, Size};
use crate::game::{Illegal, Side};

/// The contents of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Content {
    Black,
    White,
    Empty,
    /// The frame of the board.
    Edge,
}

impl Content {
    fn stone(side: Side) -> Self {
        side.pick(Self::Black, Self::White)
    }

    fn side(self) -> Option<Side> {
        match self {
            Self::Black => Some(Side::First),
            Self::White => Some(Side::Second),
            Self::Empty | Self::Edge => None,
        }
    }
}

/// The board, the side to move, and the prisoners.
///
/// Two positions are equal if they have the same stones, board size and legal moves. Prisoners and the number of moves
/// are ignored.
#[derive(Debug)]
pub struct Position {
    size: Size,
    /// The points row by row from the top left corner, framed by [`Content::Edge`]: a row above, a row below, and a
    /// column at the left, which also ends the previous row.
    points: Vec<Content>,
    side: Side,
    /// The point that may not be retaken immediately.
    ko: Option<Point>,
    prisoners: [u32; 2],
    moves: u32,
    /// A buffer for the stones of a chain.
    chain: Vec<usize>,
    /// A hash of the stones (Zobrist 1970), updated move by move; `None` after a large setup.
    signature: Option<u64>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { points: self.points.clone(), chain: Vec::new(), ..*self }
    }

    /// Reuses the allocations of `self`.
    fn clone_from(&mut self, source: &Self) {
        let mut points = std::mem::take(&mut self.points);
        points.clone_from(&source.points);
        let chain = std::mem::take(&mut self.chain);
        *self = Self { points, chain, ..*source };
    }
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
        let signature = self.signature.unwrap_or_else(|| signature(&self.points));
        (self.size, self.side, self.ko, signature).hash(state);
    }
}

impl Position {
    /// An empty board, Black to move.
    pub fn new(size: Size) -> Self {
        let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
        let mut points = vec![Content::Edge; (columns + 1) * (rows + 2) + 1];
        for row in points.chunks_exact_mut(columns + 1).skip(1).take(rows) {
            row[1..].fill(Content::Empty);
        }
        Self {
            size,
            points,
            side: Side::First,
            ko: None,
            prisoners: [0; 2],
            moves: 0,
            chain: Vec::new(),
            signature: Some(0),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point. `None` if there is none or the point is off the board.
    pub fn stone(&self, point: Point) -> Option<Side> {
        self.points[self.index(point)?].side()
    }

    /// Whether the board size and stones are the same, whatever else differs.
    pub fn same_stones(&self, other: &Self) -> bool {
        self.size == other.size && self.points == other.points
    }

    /// Places a stone or removes one, without capture. Ignores points off the board.
    pub fn put(&mut self, point: Point, stone: Option<Side>) {
        if let Some(index) = self.index(point) {
            self.set(index, stone.map_or(Content::Empty, Content::stone));
            self.ko = None;
        }
    }

    fn set(&mut self, index: usize, place: Content) {
        let before = std::mem::replace(&mut self.points[index], place);
        if let Some(signature) = &mut self.signature {
            *signature ^= number(index, before) ^ number(index, place);
        }
    }

    /// Places or removes stones on every point of a rectangle, corners included. Ignores points off the board.
    pub fn fill(&mut self, from: Point, to: Point, stone: Option<Side>) {
        if from == to {
            return self.put(from, stone);
        }
        let last =
            Point::new(to.column.min(self.size.columns() - 1), to.row.min(self.size.rows() - 1));
        for row in from.row..=last.row {
            let start = self.index(Point::new(from.column, row));
            let end = self.index(Point::new(last.column, row));
            if let (Some(start), Some(end)) = (start, end)
                && let Some(points) = self.points.get_mut(start..=end)
            {
                points.fill(stone.map_or(Content::Empty, Content::stone));
                self.ko = None;
                self.signature = None;
            }
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

    /// The number of the last move. Passes count, setups do not.
    pub fn move_number(&self) -> u32 {
        self.moves
    }

    /// Renumbers the last move, like `MN` in SGF. Later moves continue from it.
    pub fn set_move_number(&mut self, number: u32) {
        self.moves = number;
    }

    /// Plays a move, legal or not: the stone replaces what is on the point, then the opponent's stones without
    /// liberties are removed, then the mover's. A move off the board places no stone.
    pub fn apply(&mut self, mv: Move) {
        self.moves = self.moves.saturating_add(1);
        self.side = mv.side.other();
        self.ko = None;
        let Some(at) = mv.point.and_then(|point| self.index(point)) else {
            return;
        };
        self.set(at, Content::stone(mv.side));
        let opponent = Content::stone(mv.side.other());
        let (mut captured, mut is_free) = (0, false);
        for next in self.neighbours(at) {
            let content = self.points[next];
            is_free |= content == Content::Empty;
            if content == opponent {
                captured += self.capture(next);
            }
        }
        if captured > 0 {
            self.add_prisoners(mv.side, captured);
        } else if !is_free {
            let lost = self.capture(at);
            self.add_prisoners(mv.side.other(), lost);
        }
        if captured == 1 {
            self.ko = self.ko_after(at);
        }
    }

    /// Checks a move. Suicide is accepted, because some rules allow it and a record does not state its rules.
    ///
    /// # Errors
    /// The point is off the board or occupied, or the move immediately retakes a ko.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        let Some(point) = mv.point else {
            return Ok(());
        };
        match self.index(point) {
            None => Err(Illegal::OffBoard),
            Some(index) if self.points[index] != Content::Empty => Err(Illegal::Occupied),
            Some(_) if self.ko == mv.point && self.side == mv.side => Err(Illegal::Ko),
            Some(_) => Ok(()),
        }
    }

    /// The position as SGF without moves, `(;GM[1]FF[4]SZ[19]AB[dd]AW[pp]PL[B])`: the form that Go programs can paste.
    pub fn sgf(&self) -> String {
        let mut text = String::from("(;GM[1]FF[4]SZ[");
        // Writing to a string cannot fail.
        let _ = match (self.size.columns(), self.size.rows()) {
            (columns, rows) if columns == rows => write!(text, "{columns}]"),
            (columns, rows) => write!(text, "{columns}:{rows}]"),
        };
        for (side, name) in [(Side::First, "AB"), (Side::Second, "AW")] {
            let points = self.size.points();
            let mut stones = points.filter(|point| self.stone(*point) == Some(side)).peekable();
            if stones.peek().is_some() {
                text.push_str(name);
            }
            for point in stones {
                let _ = write!(text, "[{point}]");
            }
        }
        text.push_str(self.side.pick("PL[B])", "PL[W])"));
        text
    }

    /// One of the eight images of the board: bit 0 of `turn` swaps left and right, bit 1 top and bottom, bit 2 columns
    /// and rows.
    pub(in crate::game) fn turned(&self, turn: u8) -> Self {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        let across = turn & 4 != 0;
        let size = if across { Size::new(rows, columns) } else { None };
        let mut turned = Self::new(size.unwrap_or(self.size));
        for point in self.size.points() {
            let column = if turn & 1 != 0 { columns - 1 - point.column } else { point.column };
            let row = if turn & 2 != 0 { rows - 1 - point.row } else { point.row };
            let (column, row) = if across { (row, column) } else { (column, row) };
            turned.put(Point::new(column, row), self.stone(point));
        }
        turned.side = self.side;
        turned
    }

    fn add_prisoners(&mut self, side: Side, stones: u32) {
        let prisoners = &mut self.prisoners[side.index()];
        *prisoners = prisoners.saturating_add(stones);
    }

    fn index(&self, point: Point) -> Option<usize> {
        let (row, column) = (usize::from(point.row), usize::from(point.column));
        let contains = self.size.contains(point);
        contains.then_some((row + 1) * self.stride() + column + 1)
    }

    /// The distance from a point to the one below it.
    fn stride(&self) -> usize {
        usize::from(self.size.columns()) + 1
    }

    /// The neighbours of a point. Some may be off the board.
    fn neighbours(&self, index: usize) -> [usize; 4] {
        let stride = self.stride();
        [index - stride, index - 1, index + 1, index + stride]
    }

    /// Removes the chain on a point if it has no liberties, and returns its number of stones.
    fn capture(&mut self, index: usize) -> u32 {
        // Most stones have a liberty themselves, so their chain need not be followed.
        let mut around = self.neighbours(index).into_iter();
        if around.any(|next| self.points[next] == Content::Empty) {
            return 0;
        }
        let mut chain = std::mem::take(&mut self.chain);
        chain.clear();
        chain.push(index);
        let lives = self.follow(&mut chain);
        let taken = if lives { &[] } else { &chain[..] };
        for &stone in taken {
            self.set(stone, Content::Empty);
        }
        let count = taken.len() as u32;
        self.chain = chain;
        count
    }

    /// Follows a chain from its first stone until it finds a liberty. If there is none, `chain` has all its stones.
    fn follow(&self, chain: &mut Vec<usize>) -> bool {
        let mut seen = Seen([0; 45]);
        let mut done = 0;
        while let Some(&stone) = chain.get(done) {
            seen.add(stone);
            done += 1;
            for next in self.neighbours(stone) {
                if self.points[next] == Content::Empty {
                    return true;
                }
                if self.points[next] == self.points[stone] && seen.add(next) {
                    chain.push(next);
                }
            }
        }
        false
    }

    /// The ko point after the capture of one stone. There is one if the capturing stone is single and its only liberty
    /// is the captured point.
    fn ko_after(&self, at: usize) -> Option<Point> {
        let mut free = None;
        for next in self.neighbours(at) {
            match self.points[next] {
                Content::Empty if free.is_some() => return None,
                Content::Empty => free = Some(next),
                place if place == self.points[at] => return None,
                Content::Black | Content::White | Content::Edge => {}
            }
        }
        let free = free?;
        let (row, column) = (free / self.stride() - 1, free % self.stride() - 1);
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        Some(Point::new(column, row))
    }
}

/// The XOR of a number for each stone; 0 for an empty board.
fn signature(points: &[Content]) -> u64 {
    let numbers = points.iter().enumerate();
    numbers.fold(0, |sum, (index, place)| sum ^ number(index, *place))
}

/// A random number for a stone on a point: the mixing function of SplitMix64 (Steele, Lea and Flood 2014).
fn number(index: usize, place: Content) -> u64 {
    let Some(side) = place.side() else {
        return 0;
    };
    let mut mixed = ((index * 2 + side.index() + 1) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A set of points on a framed board of at most 52 by 52.
struct Seen([u64; 45]);

impl Seen {
    /// Adds a point. Returns whether it is new.
    fn add(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
