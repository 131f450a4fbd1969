//! The keys of positions in books, and the encoding of moves.

use rusqlite::types::{Value, ValueRef};

use crate::game::Side;
use crate::game::xiangqi::{Move, Position, Square};
use crate::text::fnv;

/// The key of a position in OBK, YFK and pfBook files: the XOR of a number for each piece, and of another if red is to
/// move.
pub fn zobrist(position: &Position) -> u64 {
    zobrist_from(position, Orientation::default())
}

/// The key of a position in XQB files: the board from the mover's side, in the canonical one of its two mirror images,
/// packed into bits.
pub fn packed(position: &Position) -> Vec<u8> {
    pack(&canonical(position).0)
}

/// How a book's board is oriented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Orientation {
    /// Left and right are swapped.
    mirrored: bool,
    /// Rotated by 180° before mirroring.
    rotated: bool,
}

impl Orientation {
    /// The row (from the top) and file of a square in the book.
    fn point(self, square: Square) -> (u8, u8) {
        let (row, file) = (9 - square.rank(), square.file());
        let (row, file) = if self.rotated { (9 - row, 8 - file) } else { (row, file) };
        (row, if self.mirrored { 8 - file } else { file })
    }

    /// The square at a row and file of the book; `None` if off the board.
    fn square(self, row: u8, file: u8) -> Option<Square> {
        let square = Square::new(file, 9u8.checked_sub(row)?)?;
        // Both steps are their own inverses and commute.
        let (row, file) = self.point(square);
        Square::new(file, 9 - row)
    }
}

/// Decodes a move: the origin in the high byte, squares as row × 16 + file, from the top left corner of the board, which is
/// `frame` rows and files inside the numbered points. Returns `None` if it leaves the board or its ends are equal.
pub(super) fn decode_move(number: u16, frame: u8, orientation: Orientation) -> Option<Move> {
    let [from, to] = number.to_be_bytes().map(|byte| {
        orientation.square((byte >> 4).checked_sub(frame)?, (byte & 15).checked_sub(frame)?)
    });
    let mv = Move::new(from?, to?);
    (mv.from != mv.to).then_some(mv)
}

/// A query: a key, and how to interpret the moves stored with it.
#[derive(Debug, Clone)]
pub(super) struct Query {
    /// Identifies the key among those of the book: see [`identities`].
    pub(super) identity: u64,
    /// All forms in which the key may be stored.
    pub(super) forms: Vec<Value>,
    /// The orientation of the board for this key.
    pub(super) orientation: Orientation,
}

impl Query {
    /// A key may be stored as an integer or as the double with the same bits. Usually only one of the two occurs, but
    /// querying both is cheap. A NaN finds no row.
    fn zobrist(key: u64, orientation: Orientation) -> Self {
        let forms = vec![Value::Integer(key as i64), Value::Real(f64::from_bits(key))];
        Self { identity: key, forms, orientation }
    }

    fn packed(key: Vec<u8>, orientation: Orientation) -> Self {
        Self { identity: fnv(&key), forms: vec![Value::Blob(key)], orientation }
    }

    /// The query that a row with this key answers.
    pub(super) fn of_stored(stored: ValueRef<'_>) -> Option<Self> {
        match stored {
            ValueRef::Blob(board) => Some(Self::packed(board.to_vec(), Orientation::default())),
            other => identities(other)[0].map(|key| Self::zobrist(key, Orientation::default())),
        }
    }
}

/// The queries for a position in a book with Zobrist keys. A book contains a position in the orientation its author
/// played, so both are queried unless they are equal.
pub(super) fn zobrist_queries(position: &Position) -> Vec<Query> {
    let orientations = [false, true].map(|mirrored| Orientation { mirrored, rotated: false });
    let mut queries = orientations
        .map(|orientation| Query::zobrist(zobrist_from(position, orientation), orientation))
        .to_vec();
    queries.dedup_by_key(|query| query.identity);
    queries
}

/// The query for a position in an XQB book. The canonical board covers all four orientations.
pub(super) fn packed_query(position: &Position) -> Query {
    let (board, orientation) = canonical(position);
    Query::packed(pack(&board), orientation)
}

/// The identities of a stored key: usually one, and none for NULL or unreadable text.
///
/// 兵河五四 stores keys from 2^63 on as doubles with the same bits; other programs store them as signed integers. SQLite
/// converts doubles with integral values to integers, so a negative integer is ambiguous.
pub(super) fn identities(stored: ValueRef<'_>) -> [Option<u64>; 2] {
    match stored {
        ValueRef::Null => [None, None],
        ValueRef::Integer(number) => {
            let double = number as f64;
            let whole = double as i64 == number && double.abs() < i64::MAX as f64;
            [Some(number as u64), whole.then_some(double.to_bits())]
        }
        ValueRef::Real(double) => [Some(double.to_bits()), None],
        ValueRef::Text(digits) => [read_digits(digits), None],
        ValueRef::Blob(board) => [Some(fnv(board)), None],
    }
}

fn read_digits(digits: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(digits).ok()?.trim();
    let unsigned = digits.parse().ok();
    unsigned.or_else(|| Some(digits.parse::<i64>().ok()? as u64))
}

fn zobrist_from(position: &Position, orientation: Orientation) -> u64 {
    let side = position.side_to_move().pick(RED_TO_MOVE, 0);
    position.pieces().fold(side, |key, (square, piece)| {
        let (row, file) = orientation.point(square);
        let kind = piece.side.index() * 7 + piece.kind as usize - 1;
        key ^ piece_number(kind, usize::from(row * 9 + file))
    })
}

/// Row by row from the top: 0 for an empty point, otherwise the code of a piece plus 1.
type Board = [[u8; 9]; 10];

/// The codes of 帅仕相马车炮兵.
const CODES: [u8; 7] = [5, 4, 3, 2, 1, 6, 7];

/// The greater of the two mirror images, which differ first in the left half of a row.
fn canonical(position: &Position) -> (Board, Orientation) {
    let rotated = position.side_to_move() == Side::Second;
    let [straight, mirrored] = [false, true].map(|mirrored| {
        let orientation = Orientation { mirrored, rotated };
        (seen(position, orientation), orientation)
    });
    if mirrored.0 > straight.0 { mirrored } else { straight }
}

fn seen(position: &Position, orientation: Orientation) -> Board {
    let mut board = [[0; 9]; 10];
    for (square, piece) in position.pieces() {
        let (row, file) = orientation.point(square);
        let own = piece.side == position.side_to_move();
        let code = CODES[piece.kind as usize - 1];
        board[usize::from(row)][usize::from(file)] = 1 + if own { code } else { code + 8 };
    }
    board
}

/// An empty point is a 0 bit; a piece is a 1 bit and its four-bit code. The last byte is padded with zeros.
fn pack(board: &Board) -> Vec<u8> {
    let mut bits = Vec::with_capacity(90 + 4 * 32);
    for cell in board.iter().flatten() {
        match cell.checked_sub(1) {
            None => bits.push(0),
            Some(code) => bits.extend([1, code >> 3, code >> 2 & 1, code >> 1 & 1, code & 1]),
        }
    }
    bits.resize(bits.len().next_multiple_of(8), 0);
    let bytes = bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit));
    bytes.collect()
}

// The numbers of the Zobrist keys come from the `ZobristTable[14][256]` in the technical documents that ship with 兵河五四.
// No generator of them is known, so they are data; of the 256 squares of a 16 × 16 board only the 90 points are kept.

/// Applied when red is to move.
const RED_TO_MOVE: u64 = 0xA0CE2AF90C452F58;

/// 64-bit numbers, the low byte first: by piece, red's 帅仕相马车炮兵 before black's 将士象马车炮卒, then by point, black's
/// back rank first and red's left first.
const PIECES: &[u8; 14 * 90 * 8] = include_bytes!("zobrist.bin");

/// The number of a piece from 0 to 13 on a point from 0 to 89.
fn piece_number(piece: usize, point: usize) -> u64 {
    u64::from_le_bytes(PIECES.as_chunks().0[90 * piece + point])
}
