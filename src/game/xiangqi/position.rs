//! The board and the rules of movement.

use std::fmt;

use super::piece::{Kind, Piece};
use super::square::{FILES, Move, SQUARES, Square};
use crate::game::{Illegal, Side, differences};

/// No king on the board.
const NOWHERE: u8 = u8::MAX;

/// The board and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// 0 for empty, otherwise the kind's code, plus 8 for black. [`crate::game::Position::key`] depends on them.
    board: [u8; SQUARES],
    kings: [u8; 2],
    side: Side,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

fn code(piece: Piece) -> u8 {
    piece.kind as u8 | (piece.side.index() as u8) << 3
}

fn decode(code: u8) -> Option<Piece> {
    let kind = *Kind::ALL.get(usize::from(code & 7).wrapping_sub(1))?;
    Some(Piece { side: Side::first_if(code & 8 == 0), kind })
}

impl Position {
    /// A board without pieces, red to move.
    pub fn empty() -> Self {
        Self { board: [0; SQUARES], kings: [NOWHERE; 2], side: Side::First }
    }

    /// The initial position, red to move.
    pub fn initial() -> Self {
        /// From red's back rank to black's.
        const PIECES: &str = "RNBAKABNR..........C.....C.P.P.P.P.P.........\
                              .........p.p.p.p.p.c.....c..........rnbakabnr";
        let mut position = Self::empty();
        for (square, letter) in Square::all().zip(PIECES.chars()) {
            position.put(square, Piece::from_letter(letter));
        }
        position
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side_to_move(&mut self, side: Side) {
        self.side = side;
    }

    /// The piece on a square. `None` if it is empty or off the board.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        decode(self.at(square))
    }

    /// Puts a piece on a square, or clears it. Ignores squares off the board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        let Some(cell) = self.board.get_mut(square.index()) else {
            return;
        };
        *cell = piece.map_or(0, code);
        for king in &mut self.kings {
            if *king == square.0 {
                *king = NOWHERE;
            }
        }
        if let Some(Piece { side, kind: Kind::King }) = piece {
            self.kings[side.index()] = square.0;
        }
    }

    /// The square of a side's king, if it has one.
    pub fn king(&self, side: Side) -> Option<Square> {
        let square = Square(self.kings[side.index()]);
        square.on_board().then_some(square)
    }

    /// Every piece with its square, red's back rank first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// Moves whatever is on `from` to `to` and passes the turn, legal or not.
    pub fn apply(&mut self, mv: Move) {
        self.side = self.piece(mv.from).map_or(self.side, |piece| piece.side).other();
        self.shift(mv);
    }

    /// Checks a move against all rules except repetition.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_reach(mv)?;
        let mut after = *self;
        after.shift(mv);
        if after.generals_face() {
            Err(Illegal::FacingGenerals)
        } else if after.in_check(self.side) {
            Err(Illegal::SelfCheck)
        } else if self.piece(mv.to).is_some_and(|taken| taken.kind == Kind::King) {
            Err(Illegal::TakesKing)
        } else {
            Ok(())
        }
    }

    /// Checks how the piece moves, but not whether it leaves the king in check.
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn check_reach(&self, mv: Move) -> Result<(), Illegal> {
        if !mv.from.on_board() || !mv.to.on_board() {
            return Err(Illegal::OffBoard);
        }
        let piece = self.piece(mv.from).ok_or(Illegal::EmptySquare)?;
        if piece.side != self.side {
            return Err(Illegal::WrongSide);
        }
        if self.piece(mv.to).is_some_and(|target| target.side == piece.side) {
            return Err(Illegal::Occupied);
        }
        if self.reaches(piece, mv) { Ok(()) } else { Err(out_of_reach(piece, mv)) }
    }

    /// Whether a side's king is attacked, including by the facing general.
    pub fn in_check(&self, side: Side) -> bool {
        let Some(king) = self.king(side) else {
            return false;
        };
        self.attacked_on_lines(king, side)
            || self.attacked_by_horse(king, side)
            || self.attacked_by_pawn(king, side)
    }

    /// Every legal move of the side to move.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.reachable_moves().filter(|mv| self.check(*mv).is_ok()).collect()
    }

    /// The mirror image: left and right are swapped.
    pub(in crate::game) fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        for square in Square::all() {
            let image = Square(square.0 + FILES - 1 - 2 * square.file());
            mirrored.put(image, self.piece(square));
        }
        mirrored
    }

    /// Calls `each` with every piece that is on one of two boards and not on the other: its file and rank, and its code.
    pub(in crate::game) fn differences(&self, other: &Self, mut each: impl FnMut((u8, u8), u8)) {
        differences(&self.board, &other.board, |index, code| {
            let square = Square(index as u8);
            each((square.file(), square.rank()), code);
        });
    }

    fn at(&self, square: Square) -> u8 {
        self.board.get(square.index()).copied().unwrap_or(0)
    }

    fn shift(&mut self, mv: Move) {
        let piece = self.piece(mv.from);
        if piece.is_some() && mv.to.on_board() {
            self.put(mv.from, None);
            self.put(mv.to, piece);
        }
    }

    fn reachable_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let own = self.pieces().filter(|(_, piece)| piece.side == self.side);
        own.flat_map(move |(from, _)| {
            let moves = Square::all().map(move |to| Move { from, to });
            moves.filter(|mv| self.check_reach(*mv).is_ok())
        })
    }

    fn reaches(&self, piece: Piece, mv: Move) -> bool {
        let files = mv.to.file() as i8 - mv.from.file() as i8;
        let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
        let (across, along) = (files.unsigned_abs(), ranks.unsigned_abs());
        match piece.kind {
            Kind::King => across + along == 1 && mv.to.in_palace(piece.side),
            Kind::Advisor => across == 1 && along == 1 && mv.to.in_palace(piece.side),
            Kind::Elephant => {
                across == 2
                    && along == 2
                    && !mv.to.crossed_river(piece.side)
                    && self.is_empty_at(mv.from, files / 2, ranks / 2)
            }
            Kind::Horse => match (across, along) {
                (1, 2) => self.is_empty_at(mv.from, 0, ranks / 2),
                (2, 1) => self.is_empty_at(mv.from, files / 2, 0),
                _ => false,
            },
            Kind::Rook => self.between(mv) == Some(0),
            Kind::Cannon => {
                let screens = if self.at(mv.to) == 0 { 0 } else { 1 };
                self.between(mv) == Some(screens)
            }
            Kind::Pawn => {
                let forward = ranks == forward(piece.side) && files == 0;
                forward || (along == 0 && across == 1 && mv.from.crossed_river(piece.side))
            }
        }
    }

    fn is_empty_at(&self, square: Square, files: i8, ranks: i8) -> bool {
        square.offset(files, ranks).is_some_and(|square| self.at(square) == 0)
    }

    /// The number of pieces between two squares of a file or rank; `None` if they share neither.
    fn between(&self, mv: Move) -> Option<usize> {
        let (from, to) = (mv.from.index(), mv.to.index());
        let step = match (mv.from.file() == mv.to.file(), mv.from.rank() == mv.to.rank()) {
            (true, false) => usize::from(FILES),
            (false, true) => 1,
            _ => return None,
        };
        let (low, high) = (from.min(to), from.max(to));
        Some((low + step..high).step_by(step).filter(|&index| self.board[index] != 0).count())
    }

    fn generals_face(&self) -> bool {
        match (self.king(Side::First), self.king(Side::Second)) {
            (Some(red), Some(black)) => {
                red.file() == black.file() && self.between(Move::new(red, black)) == Some(0)
            }
            _ => false,
        }
    }

    /// Whether the king is attacked along a file or rank: by a rook, cannon or the facing general, or by an adjacent
    /// king or rook.
    fn attacked_on_lines(&self, king: Square, side: Side) -> bool {
        let enemy = (side.other().index() as u8) << 3;
        let rook = Kind::Rook as u8 | enemy;
        let cannon = Kind::Cannon as u8 | enemy;
        let general = Kind::King as u8 | enemy;
        let (file, rank) = (isize::from(king.file()), isize::from(king.rank()));
        let width = isize::from(FILES);
        let lines = [(1, width - 1 - file), (-1, file), (width, 9 - rank), (-width, rank)];
        lines.into_iter().any(|(step, length)| {
            let mut pieces = (1..=length)
                .map(|distance| self.board[king.index().wrapping_add_signed(step * distance)]);
            let first = pieces.find(|piece| *piece != 0);
            first == Some(rook)
                || (first == Some(general) && step.abs() == width)
                || pieces.find(|piece| *piece != 0) == Some(cannon)
        })
    }

    fn attacked_by_horse(&self, king: Square, side: Side) -> bool {
        let horse = Kind::Horse as u8 | (side.other().index() as u8) << 3;
        // A horse jumps to the king over the king's diagonal neighbour, which is its leg.
        const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        DIAGONALS.iter().any(|&(files, ranks)| {
            let Some(leg) = king.offset(files, ranks) else {
                return false;
            };
            self.at(leg) == 0
                && [(files * 2, ranks), (files, ranks * 2)].iter().any(|&(files, ranks)| {
                    king.offset(files, ranks).is_some_and(|from| self.at(from) == horse)
                })
        })
    }

    fn attacked_by_pawn(&self, king: Square, side: Side) -> bool {
        let pawn = Kind::Pawn as u8 | (side.other().index() as u8) << 3;
        [(1, 0), (-1, 0), (0, forward(side))].iter().any(|&(files, ranks)| {
            king.offset(files, ranks).is_some_and(|from| {
                // A pawn attacks sideways only after crossing the river.
                self.at(from) == pawn && (ranks != 0 || from.crossed_river(side.other()))
            })
        })
    }
}

/// The direction of a side's pawns in ranks.
pub(super) fn forward(side: Side) -> i8 {
    side.pick(1, -1)
}

/// The rule that keeps a piece from a square that it does not reach.
fn out_of_reach(piece: Piece, mv: Move) -> Illegal {
    let across = mv.to.file().abs_diff(mv.from.file());
    let along = mv.to.rank().abs_diff(mv.from.rank());
    match (piece.kind, across, along) {
        (Kind::Horse, 1, 2) | (Kind::Horse, 2, 1) => Illegal::HorseLeg,
        (Kind::Elephant, 2, 2) if mv.to.crossed_river(piece.side) => Illegal::River,
        (Kind::Elephant, 2, 2) => Illegal::ElephantEye,
        (Kind::King | Kind::Advisor, 0 | 1, 0 | 1) if !mv.to.in_palace(piece.side) => {
            Illegal::Palace
        }
        _ => Illegal::Unreachable,
    }
}
