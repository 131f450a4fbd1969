//! The formats of Go records, and their common parts.

pub(super) mod dataset;
pub(super) mod gib;
pub(super) mod gtp;
pub(super) mod ngf;
pub(super) mod ogs;
pub(super) mod senseis;
pub(super) mod sgf;
pub(super) mod text;
pub(super) mod ugf;
pub(super) mod wgs;

use super::Format;
use super::numerals::{is_numeral, value};
use crate::game::go::{self, Point, Size};
use crate::game::{Game, Move, Position, Side};
use crate::record::{
    At, Builder, Date, Headers, Key, NodeId, Note, Record, Setup, Span, Spans, winner_in_go,
};

const BASE: Format = Format { games: &[Game::Go], ..super::BASE };

/// A record without moves. Handicap stones are on fixed points, and so are not stored by servers.
fn new_record(size: Size, stones: u8, headers: Headers) -> Record {
    let mut record = Record::new(Position::Go(go::Position::new(size)));
    record.headers = headers;
    if let Some(setup) = handicap(size, stones) {
        place_handicap(&mut record, setup, stones);
    }
    record.headers.set(Key::Size, &shown_size(size));
    record
}

/// Places handicap stones. White moves first then.
fn place_handicap(record: &mut Record, setup: Note, stones: u8) {
    record.tree.note(NodeId::ROOT, setup);
    record.start.set_side_to_move(Side::Second);
    record.headers.set(Key::Handicap, &stones.to_string());
}

/// The stones of a fixed handicap; `None` if there are none.
fn handicap(size: Size, stones: u8) -> Option<Note> {
    stones_on(Side::First, go::handicap(stones, size))
}

/// A side's stones on points; `None` if there are none.
fn stones_on(side: Side, points: impl IntoIterator<Item = Point>) -> Option<Note> {
    let spans: Spans =
        (points.into_iter()).map(|point| Span::from((point.column, point.row))).collect();
    let stone = Some(side);
    (!spans.is_empty()).then(|| Note::Setup(Box::new(Setup { stone, spans })))
}

/// The size as written in the header: `19`, or `19x9` for a board that is not square.
fn shown_size(size: Size) -> String {
    match (size.columns(), size.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        _ => size.to_string(),
    }
}

/// Plays a move. Where the file has something else, the node has no move, and a warning.
fn play(
    builder: &mut Builder,
    mv: Option<go::Move>,
    at: At,
    warning: impl FnOnce() -> String,
) -> NodeId {
    let Some(mv) = mv else {
        let node = builder.skip();
        builder.warn(at, warning());
        return node;
    };
    builder.play(Move::Go(mv), at)
}

/// The side with a colour, which may be a letter or a number.
fn side_of(color: &str) -> Option<Side> {
    match &*color.to_ascii_lowercase() {
        "b" | "black" | "1" => Some(Side::First),
        "w" | "white" | "2" => Some(Side::Second),
        _ => None,
    }
}

/// A date as dapu writes it; any other text is unchanged.
fn date(text: &str) -> String {
    Date::read(text).map_or_else(|| text.trim().to_owned(), |date| date.to_string())
}

const RESIGNED: [&str; 7] = ["resign", "中盘", "中盤", "中押", "불계", "投了", "认输"];
const TIMEOUT: [&str; 7] = ["time", "超时", "超時", "时间", "時間", "切れ", "시간"];

/// The result in SGF's form, from a sentence such as `White wins by 2.5 points`, `黑中盘胜`, `白5目半勝ち` or `흑 불계승`.
/// One that is not understood stays as it is.
fn result_in_words(text: &str) -> String {
    understood_result(text).unwrap_or_else(|| text.to_owned())
}

pub(crate) fn understood_result(text: &str) -> Option<String> {
    // Cyberoro adds the count of each side: `Black Win 6.5 >> White(50):Black(63)`.
    let text = text.split(">>").next()?.trim().to_lowercase();
    let (winner, at) = winner_in_go(&text)?;
    let Some(winner) = winner.map(|side| side.pick('B', 'W')) else {
        return Some("Draw".to_owned());
    };
    if RESIGNED.iter().any(|word| text.contains(word)) {
        return Some(format!("{winner}+R"));
    }
    if TIMEOUT.iter().any(|word| text.contains(word)) {
        return Some(format!("{winner}+T"));
    }
    // Chinese stones are not points: their value depends on komi.
    let margin = margin(&text[at..]).filter(|_| !text.contains('子'))?;
    Some(format!("{winner}+{margin}"))
}

/// The number in a text, including a half added by a word.
fn margin(text: &str) -> Option<String> {
    let has_half = text.contains(['半', '반']) || text.contains("half");
    let text = text.trim_start_matches(|next| !is_numeral(next));
    let end = text.find(|next| !is_numeral(next) && next != '.').unwrap_or(text.len());
    let number = text[..end].trim_end_matches('.');
    let number = value(number).map_or_else(|| number.to_owned(), |number| number.to_string());
    match &*number {
        "" | "0" => has_half.then(|| "0.5".to_owned()),
        number if has_half && !number.contains('.') => Some(format!("{number}.5")),
        number => number.parse::<f64>().ok().map(|_| number.to_owned()),
    }
}
