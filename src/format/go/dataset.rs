//! Data sets of games: a number, a tab and the nodes of SGF without their tree, a game a line. Names and results are in
//! an index of their own.

use std::ops::Range;
use std::sync::Arc;

use super::sgf;
use crate::format::{Certainty, Entry, Format, Holds, Loaded, ReadError, Split};
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
    read: Some(read),
    split: Some(Split::lines(Family::Any)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    if !source.bytes.first().is_some_and(u8::is_ascii_digit) {
        return Certainty::No;
    }
    let text = &source.head(Family::Any).text;
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

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Any);
    let whole: Arc<str> = Arc::from(&*text.text);
    let mut loaded = Loaded::of_text(text);
    for line in scan::lines(&text.text).filter(|line| !line.text.trim().is_empty()) {
        let Some((number, nodes)) = fields(line.text) else {
            let message = "expected a number, a tab and nodes of SGF";
            loaded.head.warn(line.at(), message);
            continue;
        };
        let end = line.offset + line.text.trim_end().len();
        let start = end - nodes.len();
        let mut headers = Headers::default();
        headers.push(Key::Title, "number", number, number);
        if source.eager {
            loaded.add(game(&text.text, start..end, headers));
            continue;
        }
        let (whole, known) = (Arc::clone(&whole), headers.clone());
        let entry = Entry::deferred(known, move || Ok(game(&whole, start..end, headers.clone())));
        loaded.games.push(entry.into());
    }
    loaded.or_error("no line is a game")
}

fn game(text: &str, nodes: Range<usize>, headers: Headers) -> Record {
    let record = sgf::nodes(text, nodes);
    Record { headers, ..record }
}
