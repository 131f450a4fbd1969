//! CHE, the records of QQ象棋: numbers in text, the second of which counts the moves.
//!
//! Programs do not agree from which side the files are counted, and the mirror image of a game is as legal as the game.
//! They are counted from the left here, as xqbase's `che2pgn` does.

use super::squares::{OFF_BOARD, missing, play};
use crate::format::{Certainty, Format, Loaded, ReadError};
use crate::game;
use crate::game::xiangqi::{Move, Position, Square};
use crate::record::{At, Record};
use crate::text::Source;

pub(in crate::format) const FORMAT: Format = Format {
    name: "che",
    title: "CHE (QQ象棋)",
    extensions: &["che"],
    detect,
    read: Some(read),
    ..super::BASE
};

/// The numbers of a move: piece, 32, side, rank and file of both squares, 0, its number, 0.
const FIELDS: usize = 10;
/// The second number of every move.
const MARK: u16 = 32;

fn detect(source: &Source<'_>) -> Certainty {
    let numbers = numbers(source.bytes).unwrap_or_default();
    let [_, (count, _), moves @ ..] = &*numbers else {
        return Certainty::No;
    };
    let (left, whole) = (moves.len(), usize::from(*count) * FIELDS);
    let is_marked = moves.get(1).is_some_and(|(mark, _)| *mark == MARK);
    let is_whole = left == whole || (FORMAT.is_named(source) && left < whole);
    Certainty::Certain.only_if(is_marked && is_whole)
}

/// The numbers of a file with their offsets; `None` if there is anything else in it.
fn numbers(bytes: &[u8]) -> Option<Vec<(u16, usize)>> {
    let is_number = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    let text = std::str::from_utf8(bytes).ok()?;
    bytes.iter().all(is_number).then(|| {
        let words = text.split_ascii_whitespace();
        let numbers = words.map(|word| {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            (word.parse().unwrap_or(u16::MAX), offset)
        });
        numbers.collect()
    })
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let numbers = numbers(source.bytes).ok_or_else(|| ReadError::whole("not only numbers"))?;
    let count = numbers.get(1).map_or(0, |(count, _)| usize::from(*count));
    let moves = numbers.get(2..).unwrap_or(&[]).chunks_exact(FIELDS);
    let present = moves.len();
    let record = Record::new(game::Position::Xiangqi(Position::initial()));
    let (record, warnings) = play(record, moves.take(count).map(read_move));
    Ok(Loaded::one(None, record, warnings).with_cut(missing(present, count)))
}

fn read_move(fields: &[(u16, usize)]) -> (Move, At) {
    let square = |rank: usize| {
        let [rank, file] = [fields[rank].0, fields[rank + 1].0].map(|number| number.min(255) as u8);
        Square::new(file, rank).unwrap_or(OFF_BOARD)
    };
    let mv = Move {
        from: square(3),
        to: square(5),
    };
    (mv, At::byte(fields[0].1))
}
