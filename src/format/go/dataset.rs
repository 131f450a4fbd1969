//! Data sets of games: a number, a tab and the nodes of SGF without their tree, a game a line. Names and results are in
//! an index of their own.

use std::ops::Range;

use super::sgf;
use crate::format::games::{self, Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::record::{Headers, Key, Record};
use crate::text::{Family, Source, Unit, scan};

pub(in crate::format) const FORMAT: Format = Format {
    name: "dataset",
    title: "Lines of a data set (number, SGF nodes)",
    extensions: &["txt"],
    unit: Unit::Line,
    encodings: "ASCII",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game, Some(headers))),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    if !source.bytes.first().is_some_and(u8::is_ascii_digit) {
        return Certainty::No;
    }
    let text = source.head(Family::Any);
    let first = scan::lines(text).next();
    let is_game = first.is_some_and(|line| fields(line.text).is_some());
    Certainty::Certain.only_if(is_game)
}

/// The number of a game, and its nodes.
fn fields(line: &str) -> Option<(&str, &str)> {
    let (number, nodes) = line.trim_end().split_once('\t')?;
    let is_node = nodes.starts_with(";B[") || nodes.starts_with(";W[");
    (scan::is_number(number) && is_node).then_some((number, nodes))
}

fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    const EXPECTED: &str = "expected a number, a tab and nodes of SGF";
    let games = games::lines(text, |line| fields(line).is_none().then_some(EXPECTED));
    games.or_error("no line is a game")
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let line = &text[range.clone()];
    let nodes = fields(line).map_or("", |(_, nodes)| nodes);
    let end = range.start + line.trim_end().len();
    Ok(Record { headers: headers(text, range, &[]), ..sgf::nodes(text, end - nodes.len()..end) })
}

fn headers(text: &str, range: Range<usize>, _: &[Key]) -> Headers {
    let number = fields(&text[range]).map_or("", |(number, _)| number);
    let mut headers = Headers::default();
    headers.push(Key::Title, "number", number, number);
    headers
}
