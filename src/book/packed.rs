//! Positions and moves of shogi in the bits of YaneuraOu.

use crate::game::Side;
use crate::game::shogi::{Kind, Position, Square};

/// A kind, the bits of its code on the board, how many these are, and how many pieces of the kind a set has.
type Code = (Kind, u8, u8, u8);

/// In their order in hand.
const CODES: [Code; 7] = [
    (Kind::Pawn, 0b01, 2, 18),
    (Kind::Lance, 0b0011, 4, 4),
    (Kind::Knight, 0b1011, 4, 4),
    SILVER,
    (Kind::Gold, 0b01111, 5, 4),
    (Kind::Bishop, 0b011111, 6, 2),
    (Kind::Rook, 0b111111, 6, 2),
];
const SILVER: Code = (Kind::Silver, 0b0111, 4, 4);

/// The letters of dropped pieces by their numbers.
const DROPPED: &[u8; 8] = b"-PLNSBRG";

/// A position in 256 bits, of each byte the lowest first: the side to move, the squares of the kings (81 for none), the board by
/// files, the hands, and what is left of the set.
pub fn pack(position: &Position) -> [u8; 32] {
    let mut bits = Bits::default();
    bits.push(position.side_to_move().index() as u8, 1);
    for side in Side::BOTH {
        let king = position.king(side);
        bits.push(king.map_or(81, |king| king.file() * 9 + king.rank() - 10), 7);
    }
    let mut left = CODES.map(|(.., count)| count);
    for square in (0..81).filter_map(|number| Square::new(number / 9 + 1, number % 9 + 1)) {
        let Some(piece) = position.piece(square) else {
            bits.push(0, 1);
            continue;
        };
        if let Some(nth) = CODES.iter().position(|code| code.0 == piece.kind.unpromoted()) {
            bits.piece(CODES[nth], 0, piece.kind.is_promoted(), piece.side);
            left[nth] = left[nth].saturating_sub(1);
        }
    }
    // Off the board no square is empty, and codes lack their first bit.
    for side in Side::BOTH {
        for (code, left) in CODES.into_iter().zip(&mut left) {
            let count = position.in_hand(side, code.0);
            *left = left.saturating_sub(count);
            (0..count).for_each(|_| bits.piece(code, 1, false, side));
        }
    }
    // Marked as promoted, and gold as a silver of gote.
    for (code, left) in CODES.into_iter().zip(left) {
        let is_gold = code.0 == Kind::Gold;
        let (code, side) = if is_gold { (SILVER, Side::Second) } else { (code, Side::First) };
        (0..left).for_each(|_| bits.piece(code, 1, true, side));
    }
    bits.bytes
}

/// A move of a `.ybb` as a line of a `.db`: 16 bits for the move, 16 for the score, and 16 for its depth, if it has one. Of the
/// first, 7 are the destination, 7 the origin or the dropped piece, and one each for a drop and for promotion.
pub(super) fn row(bytes: &[u8]) -> String {
    let numbers: Vec<u16> =
        bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
    let [mv, score, ref depth @ ..] = numbers[..] else {
        return String::new();
    };
    let square =
        |number: u16| format!("{}{}", number / 9 + 1, char::from(b'a' + (number % 9) as u8));
    let (from, to) = (mv >> 7 & 0x7F, square(mv & 0x7F));
    let from = match mv >> 14 & 1 {
        1 => format!("{}*", char::from(DROPPED[usize::from(from & 7)])),
        _ => square(from),
    };
    let promotion = if mv >> 15 == 1 { "+" } else { "" };
    let depth = depth.first().unwrap_or(&0);
    format!("{from}{to}{promotion} none {} {depth}", score.cast_signed())
}

/// Bits being written. More pieces than a set has do not fit.
#[derive(Default)]
struct Bits {
    bytes: [u8; 32],
    length: usize,
}

impl Bits {
    fn push(&mut self, value: u8, count: u8) {
        for bit in 0..count {
            if let Some(byte) = self.bytes.get_mut(self.length / 8) {
                *byte |= (value >> bit & 1) << (self.length % 8);
            }
            self.length += 1;
        }
    }

    /// A piece, without the first bits of its code.
    fn piece(&mut self, (kind, code, bits, _): Code, without: u8, promoted: bool, side: Side) {
        self.push(code >> without, bits - without);
        if kind != Kind::Gold {
            self.push(promoted.into(), 1);
        }
        self.push(side.index() as u8, 1);
    }
}
