//! The 32 bytes of the starting position: a square for each piece.

use super::keys::Keys;
use super::{PLAIN, SQUARES, VERSION};
use crate::format::WriteError;
use crate::format::xiangqi::squares::{or_off_board, slots};
use crate::game::Side;
use crate::game::xiangqi::{Piece, Position, Square};
use crate::record::{At, Warnings};

/// A captured piece.
const ABSENT: u8 = 0xFF;
/// The version from which on the squares are rotated; those of 0x0B are not, in any of 202 files.
const ROTATED: u8 = 0x0C;

/// A square from its number, file × 10 + rank.
pub(super) fn square(value: u8) -> Option<Square> {
    Square::new(value / 10, value % 10)
}

/// A square of a move.
pub(super) fn move_square(value: u8) -> Square {
    or_off_board(square(value), value)
}

/// The number of a square: what [`move_square`] reads.
pub(super) fn number(square: Square) -> u8 {
    if square.on_board() {
        square.file() * 10 + square.rank()
    } else {
        square.index() as u8
    }
}

/// The starting position as a header has it.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) warnings: Warnings,
    /// How many pieces are on squares they cannot reach or on another piece, plus missing kings.
    pub(super) misplaced: usize,
}

impl Start {
    pub(super) fn of(header: &[u8], keys: &Keys) -> Self {
        let rotation = match header[VERSION] {
            ROTATED.. => usize::from(keys.squares) + 1,
            _ => 0,
        };
        let mut start = Self {
            position: Position::empty(),
            warnings: Warnings::default(),
            misplaced: 0,
        };
        let pieces: Vec<Piece> = slots().collect();
        for (index, offset) in (SQUARES..SQUARES + pieces.len()).enumerate() {
            let value = header[offset].wrapping_sub(keys.squares);
            start.put(pieces[(index + rotation) % pieces.len()], value, offset);
            // 1.0 has one value for a captured piece, the later versions any that is not a square.
            if header[VERSION] <= PLAIN && square(value).is_none() && value != ABSENT {
                start.warn(offset, format!("{value} is not a square"));
            }
        }
        let kings = Side::BOTH.map(|side| start.position.king(side));
        start.misplaced += kings.iter().filter(|king| king.is_none()).count();
        start
    }

    fn put(&mut self, piece: Piece, value: u8, offset: usize) {
        let Some(square) = square(value) else { return };
        if self.position.piece(square).is_some() {
            self.misplaced += 1;
            self.warn(offset, format!("two pieces are on {square}"));
        }
        self.misplaced += usize::from(!piece.can_stand_on(square));
        self.position.put(square, Some(piece));
    }

    fn warn(&mut self, offset: usize, message: String) {
        self.warnings.warn(At::byte(offset), message);
    }
}

/// The squares of a position in the order of 1.0, which lists equal pieces from their own side's right to left.
pub(super) fn squares(position: &Position) -> Result<[u8; 32], WriteError> {
    let mut squares = [ABSENT; 32];
    let mut pieces: Vec<(Square, Piece)> = position.pieces().collect();
    pieces.sort_by_key(|(square, piece)| match piece.side {
        Side::First => 8 - square.file(),
        Side::Second => square.file(),
    });
    for (square, piece) in pieces {
        let mut places = slots().zip(&mut squares);
        let free = places.find(|(slot, place)| *slot == piece && **place == ABSENT);
        let Some((_, place)) = free else {
            let letter = piece.letter();
            let message = format!("XQF has no room for so many pieces of one kind ({letter})");
            return Err(WriteError(message));
        };
        *place = number(square);
    }
    Ok(squares)
}
