//! MXQ, the records of 弈天: strings with a byte of length before each.

use super::squares::{OFF_BOARD, play};
use crate::format::bytes::Bytes;
use crate::format::headers::{Dialect, outcome};
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game::xiangqi::{Move, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Headers, Key, Note, Outcome, Record};
use crate::text::Source;
use crate::text::source::{Encoding, decode_field, encoding_name, guess_chinese};

pub(in crate::format) const FORMAT: Format = Format {
    name: "mxq",
    title: "MXQ (弈天)",
    extensions: &["mxq"],
    encodings: "GB18030, Big5",
    holds: Holds::COMMENTS,
    detect,
    read: Some(read),
    ..super::BASE
};

/// The strings before the moves, and the one that is the comment.
const HEAD: usize = 11;
const COMMENT: usize = 10;
/// What precedes and follows the moves.
const MOVES: &[u8] = b"Moves";
const ENDS: &[u8] = b"Ends";

fn detect(source: &Source<'_>) -> Certainty {
    let name = strings(source.bytes).nth(HEAD);
    Certainty::Certain.only_if(name.is_some_and(|(name, _)| name == MOVES))
}

/// The strings of a file with their offsets, as far as they are whole.
fn strings(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut stream = Bytes::at(bytes, 0);
    std::iter::from_fn(move || {
        let length = usize::from(stream.u8()?);
        let offset = stream.offset();
        Some((stream.take(length)?, offset))
    })
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let head: Vec<&[u8]> = strings(source.bytes)
        .take(HEAD)
        .map(|(text, _)| text)
        .collect();
    let guess = || guess_chinese(&head.join(&b'\n'));
    let encoding = source.forced.unwrap_or_else(guess);
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    read_head(&head, encoding, &mut record.headers);
    let mut ended = false;
    let moves = strings(source.bytes)
        .skip(HEAD + 1)
        .take_while(|(text, _)| {
            ended |= *text == ENDS;
            !ended
        });
    let moves = moves.map(|(text, offset)| (read_move(text), At::byte(offset)));
    let (mut record, warnings) = play(record, moves);
    let comment = head.get(COMMENT).map(|text| decode_field(text, encoding));
    // The comment is about the end of the game, which may be still to come.
    let has_end = ended || !source.growing;
    if let Some(comment) = comment.filter(|text| has_end && !text.trim().is_empty()) {
        let last = record.tree.mainline_end();
        record.tree.note(last, Note::Comment(comment.trim().into()));
    }
    let cut = (!ended).then(|| "the file ends before its moves do".to_owned());
    Ok(Loaded::one(Some(encoding_name(encoding)), record, warnings).with_cut(cut))
}

fn read_head(head: &[&[u8]], encoding: Encoding, headers: &mut Headers) {
    let text = |index: usize| {
        head.get(index)
            .map_or_else(String::new, |text| decode_field(text, encoding))
    };
    for (index, name) in [
        (0, "site"),
        (1, "date"),
        (3, "red_rating"),
        (4, "black_rating"),
    ] {
        let text = text(index);
        if !text.is_empty() {
            Dialect::Mxq.keep(headers, name, &text);
        }
    }
    let players = text(2);
    headers.push_raw("players", &players);
    if let Some((red, word, black)) = split_players(&players) {
        headers.set(Key::Player(Side::First), red);
        headers.set(Key::Player(Side::Second), black);
        // The word is about Red, who moves first.
        let result = outcome(&format!("先{word}")).unwrap_or(Outcome::Open);
        headers.set(Key::Result, result.name());
    }
}

/// `red-负-black`: names may have hyphens of their own.
fn split_players(text: &str) -> Option<(&str, &str, &str)> {
    let outcomes = ["胜", "勝", "负", "負", "和"];
    outcomes.into_iter().find_map(|outcome| {
        let (red, black) = text.split_once(&format!("-{outcome}-"))?;
        Some((red, outcome, black))
    })
}

/// `7C-4C`: the file from the left, the rank from Red's side with A for the first.
fn read_move(text: &[u8]) -> Move {
    let square = |file: u8, rank: u8| {
        let square = Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'A'));
        square.unwrap_or(OFF_BOARD)
    };
    match *text {
        [from_file, from_rank, _, to_file, to_rank] => Move {
            from: square(from_file, from_rank),
            to: square(to_file, to_rank),
        },
        _ => Move {
            from: OFF_BOARD,
            to: OFF_BOARD,
        },
    }
}
