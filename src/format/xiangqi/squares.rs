//! Games that a format stores as a list of squares, one move after another and without a tree.

use crate::game;
use crate::game::xiangqi::{Move, Piece, Square};
use crate::record::{At, Builder};

/// Stands in for a square off the board: the move is illegal, but not lost.
pub(super) const OFF_BOARD: Square = Square::from_index(u8::MAX);

/// The square of a move, or one off the board for a code that stands for none: the move is illegal, but not lost.
pub(super) fn or_off_board(square: Option<Square>, code: u8) -> Square {
    square.unwrap_or(Square::from_index(code.max(90)))
}

/// The move of four digits, a file and a row or rank of both squares; `None` if they name no square.
pub(super) fn read_move(text: &str, square: impl Fn(u8, u8) -> Option<Square>) -> Option<Move> {
    let digits = <[u8; 4]>::try_from(text.as_bytes()).ok()?;
    let [file, row, to_file, to_row] = digits.map(|digit| digit.wrapping_sub(b'0'));
    Some(Move { from: square(file, row)?, to: square(to_file, to_row)? })
}

/// Lets the side begin whose piece moves first: these formats name no other, or one that is often wrong.
pub(super) fn begin_with(start: &mut game::Position, first: Option<Move>) {
    if let (game::Position::Xiangqi(start), Some(first)) = (start, first)
        && let Some(piece) = start.piece(first.from)
    {
        start.set_side_to_move(piece.side);
    }
}

/// Plays a move, or keeps a node for one that cannot be read, with its text.
pub(super) fn play_or_leave_out(builder: &mut Builder, mv: Option<Move>, text: &str, at: At) {
    match mv {
        Some(mv) => drop(builder.play(game::Move::Xiangqi(mv), at)),
        None => super::movetext::leave_out(builder, text, at),
    }
}

/// The piece of each of the 32 squares in formats that store one for each: XQF, which 东萍 and CCBridge 2 follow.
pub(super) fn slots() -> impl Iterator<Item = Piece> + Clone {
    let letters = "RNBAKABNRCCPPPPPrnbakabnrccppppp".chars();
    letters.filter_map(Piece::from_letter)
}

/// The square of each of the 32 pieces, as far as they are there.
///
/// # Errors
/// There are more pieces of this kind than places.
pub(super) fn in_slots(mut pieces: Vec<(Square, Piece)>) -> Result<Vec<Option<Square>>, Piece> {
    let mut squares = Vec::new();
    for slot in slots() {
        let index = pieces.iter().position(|(_, piece)| *piece == slot);
        squares.push(index.map(|index| pieces.remove(index).0));
    }
    match pieces.first() {
        Some((_, piece)) => Err(*piece),
        None => Ok(squares),
    }
}
