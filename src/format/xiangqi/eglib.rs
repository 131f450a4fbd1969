//! Lists of endgames as 象棋巫师's relatives keep them: `name|FEN|moves`, a position a line.

use super::movetext::{self, Movetext};
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader, Split};
use crate::game;
use crate::game::xiangqi::Position;
use crate::record::{Key, Record};
use crate::text::{Family, Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "eglib",
    title: "List of endgames (name, FEN, moves)",
    extensions: &["eglib"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::Whole(read)),
    split: Some(Split::lines(Family::Chinese)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.head(Family::Chinese).text;
    let first = scan::lines(text).find(|line| !line.text.trim().is_empty());
    let is_game = first.is_some_and(|line| fields(line.text).is_some());
    Certainty::Certain.only_if(is_game)
}

/// The name, the position and the moves of a line.
fn fields(line: &str) -> Option<(&str, Position, &str)> {
    let (name, rest) = line.split_once('|')?;
    let (fen, moves) = rest.split_once('|')?;
    Some((name, Position::from_fen(fen.trim()).ok()?, moves))
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut loaded = Loaded::of_text(text);
    for line in scan::lines(&text.text).filter(|line| !line.text.trim().is_empty()) {
        match fields(line.text) {
            Some(fields) => loaded.add(record(&text.text, fields, line)),
            None => {
                loaded.head.warn(line.at(), "expected name|FEN|moves");
            }
        }
    }
    loaded.or_error("no line is name|FEN|moves")
}

/// The record of a line of text. Its moves come last.
fn record(
    text: &str,
    (name, start, moves): (&str, Position, &str),
    line: scan::Line<'_>,
) -> Record {
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.headers.push(Key::Title, "name", name, name.trim());
    let end = line.offset + line.text.len();
    let moves = Movetext::new(text, end - moves.len()..end);
    movetext::play(record, &moves, line.at())
}
