//! JKF (JSON棋譜フォーマット 1.0), as written by json-kifu-format and programs that use it.
//!
//! One object: `header`, `initial` (a named start or a board), and `moves`, whose first entry is the starting position.
//! Variations (`forks`) are attached to the move that they replace.

mod write;

use std::ops::Range;

use crate::format::shogi::{add_line, endings, eval, keep_header, set_day};
use crate::format::{
    Certainty, Format, Holds, ReadError, Reader, Writer, games, report_error, times,
};
use crate::game::shogi::notation::{Phrase, Resolved};
use crate::game::shogi::{self, Handicap, Kind, Piece, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Clock, Ending, NodeId, Note, Record, Warnings};
use crate::text::json::{Json, Value};
use crate::text::{Family, Source};

/// The prefix of a comment that is a bookmark.
const BOOKMARK: &str = "&";

pub(in crate::format) const FORMAT: Format = Format {
    name: "jkf",
    title: "JKF (JSON棋譜フォーマット)",
    extensions: &["jkf"],
    encodings: "UTF-8",
    holds: Holds::TREE.and_clocks(),
    detect,
    read: Some(Reader::text(Family::Japanese, games::one, read, None)),
    write: Some(Writer::Text(write::write)),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let start = source.head(Family::Japanese);
    if !start.trim_start().starts_with('{') {
        return Certainty::No;
    }
    match (start.contains("\"moves\""), start.contains("\"header\"")) {
        (true, true) => Certainty::Certain,
        (true, false) | (false, true) => Certainty::Weak,
        (false, false) => Certainty::No,
    }
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let json = Json::parse(text);
    let file = json.root();
    let moves = file.and_then(|file| file.get("moves"));
    let Some(moves) = moves.filter(|moves| moves.is_list()) else {
        return Err(json.error.map_or_else(
            || ReadError::none("the JSON has no list \"moves\""),
            |error| ReadError::new(error.at, error.message),
        ));
    };
    // Any program may write a list of moves.
    if moves.items().next().is_some() && !moves.items().any(Value::is_object) {
        return Err(ReadError::none(
            "the list \"moves\" has neither moves of JKF nor others that can be played",
        ));
    }
    let mut builder = Builder::new(game::Position::Shogi(Position::initial()));
    let headers = builder.headers_mut();
    let header = file.and_then(|file| file.get("header")?.as_object());
    let given = header.into_iter().flatten().filter(|(_, value)| value.written() != "null");
    for (key, value) in given {
        keep_header(headers, &key, &value.text());
    }
    set_day(headers);
    if let Some(initial) = file.and_then(|file| file.get("initial")) {
        let start = start(initial, builder.warnings_mut());
        builder.set_start(game::Position::Shogi(start));
    }
    read_moves(moves, &mut builder);
    report_error(json.error.as_ref(), &mut builder);
    Ok(builder.finish())
}

/// The starting position. json-kifu-format looks at a board only if the start has no name.
fn start(initial: Value<'_>, warnings: &mut Warnings) -> Position {
    let preset = initial.get("preset").and_then(Value::as_str).unwrap_or("HIRATE".into());
    let handicap = Handicap::all().iter().find(|handicap| handicap.preset == preset);
    let named = handicap.map(Handicap::position);
    let message = match (named, initial.get("data").map(board)) {
        (Some(start), None) | (None, Some(Ok(start))) => return start,
        (Some(start), Some(Ok(board))) if start == board => return start,
        (Some(_), Some(Ok(_))) => {
            format!("initial.data is not the board of {preset}; it is not shown")
        }
        (_, Some(Err(message))) => format!("initial.data: {message}"),
        (None, None) => format!("no handicap is called {preset:?}, and there is no board"),
    };
    warnings.warn(At::File, message);
    named.unwrap_or_else(Position::initial)
}

/// `data`: `color` to move, `board` by file and rank, `hands`.
fn board(data: Value<'_>) -> Result<Position, String> {
    let mut position = Position::empty();
    let files = data.get("board").filter(|files| files.is_list());
    for (file, ranks) in (1..=9).zip(files.ok_or("no board")?.items()) {
        for (rank, cell) in (1..=9).zip(ranks.items()) {
            if let Some(kind) = cell.get("kind").and_then(Value::as_str) {
                let (side, kind) = (side(cell.get("color")), self::kind(&kind)?);
                let square = Square::new(file, rank).ok_or("no such square")?;
                position.put(square, Some(Piece { side, kind }));
            }
        }
    }
    let hands = data.get("hands").into_iter().flat_map(Value::items);
    for (side, hand) in Side::BOTH.into_iter().zip(hands) {
        for (name, value) in hand.as_object().into_iter().flatten() {
            let plain = value.as_plain().filter(|count| *count <= 18);
            let count = plain.ok_or("a hand counts its pieces from 0 to 18")?;
            position.set_in_hand(side, kind(&name)?, count);
        }
    }
    position.set_side_to_move(side(data.get("color")));
    Ok(position)
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_csa(name).ok_or_else(|| format!("{name:?} is not a piece"))
}

fn side(color: Option<Value<'_>>) -> Side {
    Side::first_if(color.is_none_or(|color| color.written() != "1"))
}

/// Reads a line to its end, then the variations that branch off it, each with its own variations.
fn read_moves(moves: Value<'_>, builder: &mut Builder) {
    let mut line = moves.items();
    // Programs that do not know of the starting position's entry begin with a move.
    if let Some(start) = moves.items().next().filter(|start| start.get("move").is_none()) {
        line.next();
        add_remarks(start, Side::First, builder);
    }
    let mut pending = vec![(NodeId::ROOT, line)];
    while let Some((from, line)) = pending.pop() {
        builder.go_to(from);
        let mut found = Vec::new();
        for entry in line {
            let before = builder.node();
            let forks = entry.get("forks").into_iter().flat_map(Value::items);
            for line in forks.filter(|line| line.is_list()) {
                found.push((before, line.items()));
                builder.save();
            }
            add_entry(entry, builder);
        }
        pending.extend(found.into_iter().rev());
    }
}

fn add_entry(entry: Value<'_>, builder: &mut Builder) {
    let mover = builder.position().side_to_move();
    match entry.get("move").map(|mv| (mv, mv.as_str())) {
        Some((_, Some(text))) => skip(&text, mover, builder),
        Some((mv, None)) if mv.is_object() => play(mv, builder),
        _ => {}
    }
    let clock = entry.get("time").and_then(time);
    if let Some(word) = entry.get("special").and_then(Value::as_str) {
        // The time is that of the ending.
        builder
            .end(Ending { clock, ..endings::read_csa(&word, builder.position().side_to_move()) });
    } else if let Some(clock) = clock {
        builder.note(Note::Clock(clock));
    }
    let [now, total] = ["now", "total"].map(|part| entry.get("time")?.get(part));
    let known = clock.unwrap_or_default();
    if known.spent.is_none() && now.is_some() || known.total.is_none() && total.is_some() {
        builder.warn(At::File, "invalid time; ignored");
    }
    add_remarks(entry, mover, builder);
}

fn play(mv: Value<'_>, builder: &mut Builder) {
    let mover = builder.position().side_to_move();
    let color = mv.get("color").map_or(mover, |color| side(Some(color)));
    let Some(Resolved { mv: read, guessed }) = read_move(mv, builder) else {
        return skip(mv.written(), color, builder);
    };
    if color != mover {
        builder.note(Note::Turn(color));
    }
    builder.play(Move::Shogi(read), At::File);
    if guessed {
        let message = format!("{} can mean several moves; {read} is played", mv.written());
        builder.warn(At::File, message);
    }
}

/// Keeps a move of a side that cannot be read.
fn skip(text: &str, mover: Side, builder: &mut Builder) {
    let message = format!("cannot read the move {text}");
    builder.skip_unread(text, mover.other(), At::File, message);
}

/// `to` may be missing if the move goes to the same square as the previous one (`same`).
fn read_move(mv: Value<'_>, builder: &Builder) -> Option<Resolved> {
    let position = builder.position().shogi()?;
    let to = match mv.get("to") {
        Some(to) => square(to)?,
        None => {
            mv.get("same")?;
            builder.tree().mv(builder.node())?.shogi()?.to
        }
    };
    let [piece, relative] = ["piece", "relative"].map(|key| mv.get(key)?.as_str());
    let kind = piece.and_then(|piece| Kind::from_csa(&piece));
    let promote = mv.get("promote").and_then(Value::as_plain) == Some(true);
    let relative = relative.unwrap_or_default();
    let has = |kind| position.in_hand(position.side_to_move(), kind) > 0;
    // Some programs write null for a drop.
    let mv = match (mv.get("from").filter(|from| from.written() != "null"), kind) {
        (Some(from), kind) => {
            let mv = shogi::Move::board(square(from)?, to, promote);
            // washcrus names a piece that promotes as it is after the move.
            let is_after = |kind: &Kind| promote && position.moving(mv) == Some(kind.unpromoted());
            let named = kind.filter(|kind| !is_after(kind));
            named.map_or(mv, |kind| position.named(mv, kind))
        }
        (None, kind) if relative.is_empty() && has(kind?) => shogi::Move::drop(kind?, to),
        (None, kind) => return described(to, kind?, &relative, promote)?.resolve(position, None),
    };
    Some(Resolved { mv, guessed: false })
}

/// A move as KI2 has it, which names no square of origin.
fn described(to: Square, kind: Kind, relative: &str, promote: bool) -> Option<Phrase> {
    let sign = |sign| "左直右上寄引打".chars().nth("LCRUMDH".find(sign)?);
    let places = relative.chars().filter_map(sign);
    let signs: String = places.chain(promote.then_some('成')).collect();
    let text = format!("{}{}{}{signs}", to.file(), to.rank(), kind.name());
    Phrase::scan(&text).map(|(phrase, _)| phrase)
}

fn square(value: Value<'_>) -> Option<Square> {
    let [x, y] = ["x", "y"].map(|key| value.get(key)?.as_plain());
    Square::new(x?, y?)
}

/// `{"now": {"h": 0, "m": 1, "s": 2}, "total": {…}}`.
fn time(time: Value<'_>) -> Option<Clock> {
    let [spent, total] = ["now", "total"].map(|key| {
        let time = time.get(key)?;
        let [h, m, s] = ["h", "m", "s"].map(|key| time.get(key)?.as_plain::<f64>());
        let seconds = h.unwrap_or(0.0) * 3600.0 + m.unwrap_or(0.0) * 60.0 + s.unwrap_or(0.0);
        times::milliseconds(seconds)
    });
    let clock = Clock { spent, total };
    (clock != Clock::default()).then_some(clock)
}

/// Comments; one that begins with `&` is a bookmark.
fn add_remarks(entry: Value<'_>, mover: Side, builder: &mut Builder) {
    let comments = entry.get("comments").into_iter().flat_map(Value::items);
    let mut remarks = None;
    for comment in comments.filter_map(Value::as_str) {
        match comment.strip_prefix(BOOKMARK) {
            Some(name) => builder.note(Note::Bookmark(name.into())),
            None => add_line(&mut remarks, &comment),
        }
    }
    if let Some(remarks) = remarks {
        eval::notes(remarks, mover).for_each(|note| builder.note(note));
    }
}
