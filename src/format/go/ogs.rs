//! The JSON of OGS (online-go.com): the data of a game as its board `goban` takes them, and as the server gives them out.

use std::borrow::Cow;
use std::ops::Range;

use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, games, report_error};
use crate::game::Side;
use crate::game::go::{self, Point, Size};
use crate::record::{At, Builder, Clock, Headers, Key, NodeId, Record};
use crate::text::json::{Json, Value};
use crate::text::{Family, Source};

pub(in crate::format) const FORMAT: Format = Format {
    name: "ogs",
    title: "OGS (online-go.com, JSON)",
    extensions: &["json"],
    encodings: "UTF-8",
    holds: Holds::MOVES.and_clocks(),
    detect,
    read: Some(Reader::text(Family::Any, games::one, read, None)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let head = source.head(Family::Any);
    let is_known = head.contains("\"initial_state\"") || head.contains("\"players\"");
    match source.begins_with("{") && head.contains("\"width\"") && head.contains("\"moves\"") {
        true if is_known => Certainty::Certain,
        is_json => Certainty::Weak.only_if(is_json),
    }
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let json = Json::parse(text);
    let root = json.root();
    // The server wraps the data of the game.
    let game = root.and_then(|root| root.get("gamedata")).or(root);
    let size = game.and_then(|game| {
        let columns = game.get("width")?.as_plain()?;
        let rows = game.get("height").map_or(Some(columns), Value::as_plain);
        Size::new(columns, rows?)
    });
    let (Some(game), Some(size)) = (game, size) else {
        return Err(ReadError::none("the JSON gives no size of a board"));
    };
    let mut builder = Builder::on(start(game, size));
    play(game, size, &mut builder);
    report_error(json.error.as_ref(), &mut builder);
    Ok(builder.finish())
}

fn start(game: Value<'_>, size: Size) -> Record {
    let mut record = super::new_record(size, 0, headers(game));
    for (side, color) in COLORS {
        let stones = game.get("initial_state").map(|state| text(state, color));
        let points = (stones.as_deref().unwrap_or_default().as_bytes())
            .chunks_exact(2)
            .filter_map(Point::from_letters)
            .filter(|point| size.contains(*point));
        if let Some(setup) = super::stones_on(side, points) {
            record.tree.note(NodeId::ROOT, setup);
        }
    }
    if text(game, "initial_player") == "white" {
        record.start.set_side_to_move(Side::Second);
    }
    record
}

const COLORS: [(Side, &str); 2] = [(Side::First, "black"), (Side::Second, "white")];

/// A string, or a number as it is written; empty if there is none.
fn text<'j>(value: Value<'j>, key: &str) -> Cow<'j, str> {
    let value = value.get(key).filter(|value| value.written() != "null");
    value.map_or_else(Cow::default, Value::text)
}

fn headers(game: Value<'_>) -> Headers {
    let mut headers = Headers::default();
    for name in ["game_name", "rules", "komi", "handicap", "game_id"] {
        match (name, &*text(game, name)) {
            (_, "") => {}
            ("handicap", "0") => headers.push_raw(name, "0"),
            (_, value) => Dialect::Ogs.keep(&mut headers, name, value),
        }
    }
    for (side, color) in COLORS {
        let Some(player) = game.get("players").and_then(|players| players.get(color)) else {
            continue;
        };
        Dialect::Ogs.keep(&mut headers, color, &text(player, "username"));
        if let Some(rank) = player.get("rank").and_then(Value::as_plain) {
            headers.set(Key::Rank(side), &rank_name(rank));
        }
        let (id, outcome) = (text(player, "id"), text(game, "outcome"));
        if !id.is_empty() && id == text(game, "winner") {
            headers.push(Key::Result, "outcome", &outcome, &result(color, &outcome));
        }
    }
    headers
}

/// OGS counts ranks up from 30 kyu at 0.
fn rank_name(rank: f64) -> String {
    match rank.clamp(0.0, 99.0) as i32 {
        kyu @ ..30 => format!("{}k", 30 - kyu),
        dan => format!("{}d", dan - 29),
    }
}

/// `Resignation`, `Timeout` or `12.5 points` as SGF writes it.
fn result(color: &str, outcome: &str) -> String {
    let winner = if color == "black" { 'B' } else { 'W' };
    let how = match outcome.split_whitespace().next().unwrap_or("") {
        "Resignation" => "R",
        "Timeout" => "T",
        "Disqualification" => "F",
        points if points.parse::<f32>().is_ok() => points,
        _ => "",
    };
    format!("{winner}+{how}")
}

/// Plays moves of column, row and milliseconds, from the top left; a pass lies off the board. goban accepts lists
/// `[3, 3, 1200]`, objects `{"x": 3, "y": 3}`, and pairs of letters in a single string, in which `..` is a pass.
fn play(game: Value<'_>, size: Size, builder: &mut Builder) {
    let Some(moves) = game.get("moves") else {
        return;
    };
    let placed = match text(game, "free_handicap_placement") == "true" {
        true => text(game, "handicap").parse().unwrap_or(0),
        false => 0,
    };
    let compact = moves.as_str().unwrap_or_default();
    let packed = compact.as_bytes().chunks(2).map(|letters| {
        let written = String::from_utf8_lossy(letters).into_owned();
        (unpacked(letters), Cow::Owned(written))
    });
    let listed = moves.items().map(|mv| (fields(mv), mv.written().into()));
    for (number, ([column, row, spent], written)) in packed.chain(listed).enumerate() {
        let side = match number < placed {
            true => Side::First,
            false if number == placed && placed > 0 => Side::Second,
            false => builder.position().side_to_move(),
        };
        let mv = column.zip(row).map(|(column, row)| go::Move {
            side,
            point: point(column, row).filter(|point| size.contains(*point)),
        });
        super::play(builder, mv, At::File, || {
            format!("move {}: expected [column, row], found {written}", number + 1)
        });
        let spent = spent.filter(|spent| (0.0..f64::from(u32::MAX)).contains(spent));
        if let Some(spent) = spent.filter(|_| mv.is_some()) {
            builder.clock(Clock::spent(spent as u32));
        }
    }
}

/// A point by its column and row; a pass is at negative ones.
fn point(column: f64, row: f64) -> Option<Point> {
    let board = 0.0..52.0;
    (board.contains(&column) && board.contains(&row)).then(|| Point::new(column as u8, row as u8))
}

/// The column, row and milliseconds of a move.
fn fields(mv: Value<'_>) -> [Option<f64>; 3] {
    if mv.is_object() {
        return ["x", "y", "timedelta"].map(|key| mv.get(key)?.as_plain());
    }
    let mut items = mv.items();
    [(); 3].map(|()| items.next()?.as_plain())
}

/// The column and row of a move in letters.
fn unpacked(letters: &[u8]) -> [Option<f64>; 3] {
    match Point::from_letters(letters) {
        Some(point) => [Some(point.column.into()), Some(point.row.into()), None],
        None if letters == b".." => [Some(-1.0), Some(-1.0), None],
        None => [None; 3],
    }
}
