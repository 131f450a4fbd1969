//! The board, captures and prisoners.

use std::fmt::Write as _;

use super::{Move, Point, Size};
use crate::game::symmetry::Symmetry;
use crate::game::{Illegal, Side, differences};

/// The contents of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Content {
    Black,
    White,
    #[default]
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
/// Two positions are equal if they have the same stones, board size and side to move. Prisoners, the number of moves and
/// whether a ko may be retaken are ignored.
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
        self.side == other.side && self.same_stones(other)
    }
}

impl Eq for Position {}

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

    /// Whether a side has a stone on the board.
    pub fn has_stone_of(&self, side: Side) -> bool {
        self.points.iter().any(|content| content.side() == Some(side))
    }

    /// Whether the board size and stones are the same, whatever else differs.
    pub fn same_stones(&self, other: &Self) -> bool {
        self.size == other.size && self.points == other.points
    }

    /// Places a stone or removes one, without capture. Ignores points off the board.
    pub fn put(&mut self, point: Point, stone: Option<Side>) {
        if let Some(index) = self.index(point) {
            self.points[index] = stone.map_or(Content::Empty, Content::stone);
            self.ko = None;
        }
    }

    /// Calls `each` with every stone that is on one of two boards of the same size and not on the other: its column and row,
    /// and its number in [`crate::game::Position::key`].
    pub(in crate::game) fn differences(&self, other: &Self, mut each: impl FnMut((u8, u8), u8)) {
        differences(&self.points, &other.points, |index, content| {
            if let Some(side) = content.side() {
                let Point { column, row } = self.point(index);
                each((column, row), side.pick(1, 2));
            }
        });
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
        self.points[at] = Content::stone(mv.side);
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
            Some(index) if self.points[index] != Content::Empty => Err(Illegal::HasStone),
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

    /// One of the eight images of the board.
    pub(in crate::game) fn turned(&self, by: Symmetry) -> Self {
        let size = (self.size.columns(), self.size.rows());
        let (columns, rows) = by.size(size);
        let mut turned = Self::new(Size::new(columns, rows).unwrap_or(self.size));
        for point in self.size.points() {
            let stone = self.stone(point).map(|side| by.side(side));
            turned.put(by.place((point.column, point.row), size).into(), stone);
        }
        turned.side = by.side(self.side);
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

    fn point(&self, index: usize) -> Point {
        // A board has at most 52 columns and rows.
        Point::new((index % self.stride() - 1) as u8, (index / self.stride() - 1) as u8)
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
            self.points[stone] = Content::Empty;
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
        free.map(|free| self.point(free))
    }
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
