//! Games that a format stores as a list of squares, one move after another and without a tree.

use crate::game::xiangqi::{Kind, Move, Piece, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Builder, Record, Warnings};

/// Stands in for a square off the board: the move is illegal, but not lost.
pub(super) const OFF_BOARD: Square = Square::from_index(u8::MAX);

/// So many moves decide whether a file without a header is a record.
const TRIED: usize = 8;

/// A square from its file and its row, which is counted from Black's back rank.
pub(super) fn from_top(file: u8, row: u8) -> Square {
    Square::from_top(file, row).unwrap_or(OFF_BOARD)
}

/// The square of a move, or one off the board for a code that stands for none: the move is illegal, but not lost.
pub(super) fn or_off_board(square: Option<Square>, code: u8) -> Square {
    square.unwrap_or(Square::from_index(code.max(90)))
}

/// The values of a text of so many digits; other characters have values above 9.
pub(super) fn digits<const COUNT: usize>(text: &str) -> Option<[u8; COUNT]> {
    let digits = <[u8; COUNT]>::try_from(text.as_bytes()).ok()?;
    Some(digits.map(|digit| digit.wrapping_sub(b'0')))
}

/// Lets the side begin whose piece moves first: these formats name no other, or one that is often wrong.
pub(super) fn begin_with(start: &mut game::Position, first: Option<Move>) {
    if let (game::Position::Xiangqi(start), Some(first)) = (start, first)
        && let Some(piece) = start.piece(first.from)
    {
        start.set_side_to_move(piece.side);
    }
}

/// Both squares turned around: some programs count from the other player's side.
pub(super) fn turned(mv: Move) -> Move {
    let turn = |square: Square| match square.on_board() {
        true => Square::from_index(89 - square.index() as u8),
        false => square,
    };
    Move {
        from: turn(mv.from),
        to: turn(mv.to),
    }
}

/// The moves of a file that stores them from an offset on, with a fixed number of bytes each.
pub(super) fn stored(
    bytes: &[u8],
    start: usize,
    size: usize,
    read: impl Fn(&[u8]) -> Move,
) -> impl Iterator<Item = (Move, At)> {
    let moves = bytes.get(start..).unwrap_or(&[]).chunks_exact(size);
    let places = (start as u64..).step_by(size).map(At::Byte);
    moves.map(read).zip(places)
}

/// Why a file seems to be cut short that has fewer moves than it counts.
pub(super) fn missing(present: usize, count: usize) -> Option<String> {
    (present < count).then(|| format!("the file ends after {present} of {count} moves"))
}

/// Plays a move, or keeps a node for one that cannot be read, with its text.
pub(super) fn play_or_leave_out(builder: &mut Builder, mv: Option<Move>, text: &str, at: At) {
    match mv {
        Some(mv) => {
            builder.play(game::Move::Xiangqi(mv), at);
        }
        None => super::movetext::leave_out(builder, text, at),
    }
}

/// Whether the first moves of a file without a header are a game from the usual start: as many as are tried, and where
/// the file's name speaks for the format, as few as two.
pub(super) fn is_game(moves: impl Iterator<Item = (Move, At)>, named: bool) -> bool {
    let moves: Vec<Move> = moves.take(TRIED).map(|(mv, _)| mv).collect();
    let mut position = Position::initial();
    let mut fits = |mv: &Move| {
        let is_legal = position.check(*mv).is_ok();
        position.apply(*mv);
        is_legal
    };
    moves.len() >= if named { 2 } else { TRIED } && moves.iter().all(&mut fits)
}

/// The record with a mainline.
pub(super) fn play(
    mut record: Record,
    moves: impl IntoIterator<Item = (Move, At)>,
) -> (Record, Warnings) {
    let mut moves = moves.into_iter().peekable();
    let first = moves.peek().map(|(mv, _)| *mv);
    begin_with(&mut record.start, first);
    let mut builder = Builder::on(record);
    for (mv, at) in moves {
        builder.play(game::Move::Xiangqi(mv), at);
    }
    builder.finish()
}

/// The letters of one side's pieces in formats that store a square for each of the 32: XQF, which 东萍 and CCBridge 2 follow.
const PIECES: &str = "RNBAKABNRCCPPPPP";

/// The piece of each of the 32 squares.
pub(super) fn slots() -> impl Iterator<Item = Piece> {
    let kinds = || PIECES.chars().filter_map(Kind::from_letter);
    Side::BOTH
        .into_iter()
        .flat_map(move |side| kinds().map(move |kind| Piece { side, kind }))
}
