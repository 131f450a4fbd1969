//! The board and hands.

use std::fmt;

use super::piece::{Kind, Piece};
use super::square::{Move, Origin, SQUARES, Square, WIDTH};
use crate::game::{Side, differences};

/// No king on the board.
const NOWHERE: u8 = u8::MAX;
/// Added to a kind's number for gote's pieces.
pub(super) const GOTE: u8 = 16;

/// The board, the pieces in hand, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// 0 for empty, otherwise the kind's number, plus [`GOTE`] for gote. [`crate::game::Position::key`] depends on them.
    pub(super) board: [u8; SQUARES],
    /// By side and number of the kind, 1 to 7.
    hands: [[u8; 8]; 2],
    kings: [u8; 2],
    pub(super) side: Side,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sfen(1))
    }
}

pub(super) fn code(piece: Piece) -> u8 {
    piece.kind as u8 | (piece.side.index() as u8 * GOTE)
}

fn decode(code: u8) -> Option<Piece> {
    let kind = Kind::from_repr(code & (GOTE - 1))?;
    Some(Piece::new(decode_side(code), kind))
}

impl Position {
    /// A board without pieces and empty hands, sente to move.
    pub fn empty() -> Self {
        Self { board: [0; SQUARES], hands: [[0; 8]; 2], kings: [NOWHERE; 2], side: Side::First }
    }

    /// The initial position of an even game, sente to move.
    pub fn initial() -> Self {
        let mut position = Self::empty();
        let back = "LNSGKGSNL".chars().filter_map(Kind::from_letter);
        let back = (1..).zip(back).map(|(file, kind)| (file, 9, kind));
        let pawns = (1..=9).map(|file| (file, 7, Kind::Pawn));
        let others = [(8, 8, Kind::Bishop), (2, 8, Kind::Rook)];
        for (file, rank, kind) in back.chain(pawns).chain(others) {
            if let Some(square) = Square::new(file, rank) {
                position.put(square, Some(Piece { side: Side::First, kind }));
                position.put(square.rotated(), Some(Piece { side: Side::Second, kind }));
            }
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

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        decode(self.board[square.index()])
    }

    /// Puts a piece on a square, or clears it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.set(square, piece.map_or(0, code));
    }

    /// Every piece on the board with its square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The number of pieces of a kind in a side's hand. Always 0 for promoted kinds and the king.
    pub fn in_hand(&self, side: Side, kind: Kind) -> u8 {
        let count = self.hands[side.index()].get(kind as usize);
        count.copied().unwrap_or(0)
    }

    /// Sets the number of pieces of a kind in a side's hand.
    pub fn set_in_hand(&mut self, side: Side, kind: Kind, count: u8) {
        if let Some(held) = self.hands[side.index()].get_mut(kind as usize) {
            *held = count;
        }
    }

    /// A side's hand: each kind with its count, starting with the rook.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let held = Kind::IN_HAND.map(|kind| (kind, self.in_hand(side, kind)));
        held.into_iter().filter(|(_, count)| *count > 0)
    }

    /// The square of a side's king, if it has one.
    pub fn king(&self, side: Side) -> Option<Square> {
        Square::from_index(self.kings[side.index()])
    }

    /// The kind that moves: the piece on the square of origin, or the dropped kind. `None` if the square is empty.
    pub fn moving(&self, mv: Move) -> Option<Kind> {
        match mv.from {
            Origin::Board(from) => self.piece(from).map(|piece| piece.kind),
            Origin::Hand(kind) => Some(kind),
        }
    }

    /// Adds the kind named in a record to a move if the board has a different piece.
    #[must_use]
    pub fn named(&self, mv: Move, kind: Kind) -> Move {
        let named = (self.moving(mv) != Some(kind)).then_some(kind);
        Move { named, ..mv }
    }

    /// Plays a move, legal or not, and passes the turn. From an empty square nothing moves. A piece that is not in hand
    /// is dropped nevertheless, and whatever is on the destination disappears.
    pub fn apply(&mut self, mv: Move) {
        let mover = match mv.from {
            Origin::Board(from) => self.piece(from).map_or(self.side, |piece| piece.side),
            Origin::Hand(_) => self.side,
        };
        self.shift(mover, mv);
        self.side = mover.other();
    }

    /// The position from the other side: the board is turned, and pieces, hands and the turn change sides.
    #[cfg(feature = "book")]
    pub(crate) fn turned(&self) -> Self {
        let mut turned = Self::empty();
        for (square, Piece { side, kind }) in self.pieces() {
            turned.put(square.rotated(), Some(Piece::new(side.other(), kind)));
        }
        let [sente, gote] = self.hands;
        turned.hands = [gote, sente];
        turned.side = self.side.other();
        turned
    }

    /// Calls `each` with every piece that is on one of two boards and not on the other: its file and rank, from 0, and its
    /// number. What is in hand has the count for its file, and a rank below all others.
    pub(in crate::game) fn differences(&self, other: &Self, mut each: impl FnMut((u8, u8), u8)) {
        differences(&self.board, &other.board, |index, piece| {
            each((index as u8 % WIDTH, index as u8 / WIDTH), piece);
        });
        for (side, gote) in [0, GOTE].into_iter().enumerate() {
            let (one, other) = (&self.hands[side], &other.hands[side]);
            differences(one, other, |kind, count| each((count, u8::MAX), kind as u8 | gote));
        }
    }

    fn set(&mut self, square: Square, piece: u8) {
        let before = std::mem::replace(&mut self.board[square.index()], piece);
        fn is_king(piece: u8) -> bool {
            piece & (GOTE - 1) == Kind::King as u8
        }
        if is_king(before) && self.kings[decode_side(before).index()] == square.number() {
            self.kings[decode_side(before).index()] = NOWHERE;
        }
        if is_king(piece) {
            self.kings[decode_side(piece).index()] = square.number();
        }
    }

    pub(super) fn shift(&mut self, mover: Side, mv: Move) {
        let piece = match mv.from {
            Origin::Board(from) => self.board[from.index()],
            Origin::Hand(kind) => {
                let left = self.in_hand(mover, kind).saturating_sub(1);
                self.set_in_hand(mover, kind, left);
                code(Piece::new(mover, kind))
            }
        };
        if piece == 0 {
            return;
        }
        if let Origin::Board(from) = mv.from {
            self.set(from, 0);
        }
        if let Some(taken) = self.piece(mv.to) {
            let kind = taken.kind.unpromoted();
            self.set_in_hand(mover, kind, self.in_hand(mover, kind).saturating_add(1));
        }
        let promoted = decode(piece).and_then(|piece| piece.kind.promoted());
        let after = match promoted {
            Some(kind) if mv.promote => code(Piece::new(mover, kind)),
            _ => piece,
        };
        self.set(mv.to, after);
    }
}

pub(super) fn decode_side(piece: u8) -> Side {
    Side::first_if(piece < GOTE)
}
