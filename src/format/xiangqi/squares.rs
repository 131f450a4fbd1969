//! Games that a format stores as a list of squares, one move after another and without a tree.

use crate::game::xiangqi::{Move, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Builder, Record, Warnings};

/// A square from its file and its row, which is counted from Black's back rank. One off the board is kept as such: the
/// move is illegal, but nobody loses it.
pub(in crate::format) fn from_top(file: u8, row: u8) -> Square {
    let rank = 9u8.checked_sub(row);
    let square = rank.and_then(|rank| Square::new(file, rank));
    square.unwrap_or(Square::from_index(u8::MAX))
}

/// Both squares turned around: some programs count from the other player's side.
pub(in crate::format) fn turned(mv: Move) -> Move {
    let turn = |square: Square| match square.on_board() {
        true => Square::from_index(89 - square.index() as u8),
        false => square,
    };
    Move {
        from: turn(mv.from),
        to: turn(mv.to),
    }
}

/// How many moves at the beginning of a list are legal, one after another. It chooses between layouts, and tells a
/// record from other bytes.
pub(in crate::format) fn legal(start: &Position, moves: &[Move]) -> usize {
    let mut position = *start;
    let mut play = |mv: &&Move| {
        let fits = position.check(**mv).is_ok();
        position.apply(**mv);
        fits
    };
    moves.iter().take_while(&mut play).count()
}

/// The record with a mainline. Where the first piece belongs to Black, Black moves first.
pub(in crate::format) fn play(
    mut record: Record,
    moves: impl IntoIterator<Item = (Move, At)>,
) -> (Record, Warnings) {
    let mut moves = moves.into_iter().peekable();
    if let (game::Position::Xiangqi(start), Some((first, _))) = (&mut record.start, moves.peek())
        && let Some(piece) = start.piece(first.from)
        && piece.side == Side::Second
    {
        start.set_side_to_move(Side::Second);
    }
    let mut builder = Builder::on(record);
    for (mv, at) in moves {
        builder.play(game::Move::Xiangqi(mv), at);
    }
    builder.finish()
}
