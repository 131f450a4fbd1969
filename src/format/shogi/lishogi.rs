//! Games as the API of lishogi gives them: an object of JSON, with the moves of USI in one string, or one object a line.

use std::ops::Range;

use super::endings::EndingWords;
use super::{keep_header, usi};
use crate::format::games::{self, Extent, Games};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Reason};
use crate::record::{At, Record};
use crate::text::json::{Json, Value};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "lishogi",
    title: "Games of lishogi's API (JSON)",
    extensions: &["json"],
    unit: Unit::Line,
    encodings: "UTF-8",
    holds: Holds::MOVES.and_games(),
    detect,
    read: Some(Reader::text(Family::Any, games, game, None)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let head = source.head(Family::Any);
    let has = |word| head.contains(word);
    let sides = has("\"sente\":{") || has("\"gote\":{");
    Certainty::Certain.only_if(
        head.trim_start().starts_with('{') && has("\"players\":{") && sides && has("\"moves\":\""),
    )
}

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    let is_line = |line: &str| line.starts_with('{') && line.trim_end().ends_with('}');
    match text.lines().all(|line| line.is_empty() || is_line(line)) {
        true => games::lines(text, |_| None).or_error("no line is a game"),
        false => games::one(text, extent),
    }
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let json = Json::parse(&text[range.clone()]);
    let at = At::offset(range.start);
    let error = || ReadError::new(at, "the JSON has no string \"moves\"");
    let file = json.root().ok_or_else(error)?;
    let string = |key| file.get(key).and_then(Value::as_str);
    let moves = string("moves").ok_or_else(error)?;
    if let Some(variant) = string("variant").filter(|variant| *variant != "standard") {
        let error = ReadError::new(at, format!("a game of {variant}, which is not supported"));
        return Err(error.because(Reason::Unsupported));
    }
    let start = string("initialSfen");
    let start = usi::start_at(start.as_deref());
    let mut builder = start.map_err(|error| ReadError::new(at, error.to_string()))?;
    for (side, key) in [("sente", "先手"), ("gote", "後手")] {
        let player = file.get("players").and_then(|players| players.get(side));
        let name = player.and_then(|player| player.get("user")?.get("name")?.as_str());
        let level = player.and_then(|player| player.get("aiLevel"));
        if let Some(name) = name.or_else(|| Some(format!("AI {}", level?.written()).into())) {
            keep_header(builder.headers_mut(), key, &name);
        }
    }
    moves.split_whitespace().for_each(|word| usi::play(&mut builder, word, at));
    if let Some(kind) = string("status").and_then(|status| EndingWords::Lishogi.kind(&status)) {
        builder.end(kind.into());
    }
    Ok(builder.finish())
}
