//! Lists of endgames as 象棋巫师's relatives keep them: `name|FEN|moves`, a position a line.

use std::ops::Range;

use super::movetext::{self, Movetext};
use crate::format::games::{self, Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game;
use crate::game::xiangqi::Position;
use crate::record::{At, Key, Record};
use crate::text::{Family, Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "eglib",
    title: "List of endgames (name, FEN, moves)",
    extensions: &["eglib"],
    unit: Unit::Line,
    encodings: "UTF-8, GB18030",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Chinese, games, game)),
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

const EXPECTED: &str = "expected name|FEN|moves";

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let games = games::lines(text, |line| (!line.contains('|')).then_some(EXPECTED));
    games.or_error("no line is name|FEN|moves")
}

/// The record of a line. Its moves come last.
fn game(text: &str, line: Range<usize>) -> Result<Record, ReadError> {
    let at = At::offset(line.start);
    let (name, start, moves) =
        fields(&text[line.clone()]).ok_or_else(|| ReadError::new(at, EXPECTED))?;
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.headers.push(Key::Title, "name", name, name.trim());
    let moves = Movetext::new(text, line.end - moves.len()..line.end);
    Ok(movetext::play(record, &moves, at))
}
