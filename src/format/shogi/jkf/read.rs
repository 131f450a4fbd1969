//! The reader.

use super::BOOKMARK;
use crate::format::shogi::headers::{keep_header, set_day};
use crate::format::shogi::{csa_words, eval};
use crate::format::{Loaded, ReadError, error_in};
use crate::game::shogi::{self, Handicap, Kind, Piece, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{At, Builder, Clock, Ending, NodeId, Note, Record, Warnings};
use crate::text::json::{Json, Value};
use crate::text::{Family, Source};

pub(super) fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Japanese);
    let json = Json::parse(&text.text);
    let file = json.root();
    let moves = file.and_then(|file| file.get("moves"));
    let Some(moves) = moves.filter(|moves| moves.is_list()) else {
        return Err(json.error.map_or_else(
            || ReadError::whole("the JSON has no list \"moves\""),
            |error| error_in(text, error.at, error.message),
        ));
    };
    // Any program may write a list of moves.
    if moves.items().len() > 0 && !moves.items().any(Value::is_object) {
        return Err(ReadError::whole("the list \"moves\" contains no JKF moves"));
    }
    let mut warnings = Warnings::default();
    let member = |key| file.and_then(|file| file.get(key));
    let position = start(member("initial"), &mut warnings);
    let mut record = Record::new(game::Position::Shogi(position));
    read_header(member("header"), &mut record);
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    read_moves(moves, &mut builder);
    let loaded = Loaded::of_text(text).with_game(builder.finish());
    Ok(loaded.with_error(json.error.as_ref()))
}

fn read_header(header: Option<Value<'_>>, record: &mut Record) {
    for (key, value) in header.and_then(Value::as_object).into_iter().flatten() {
        let value = value.as_str().unwrap_or(value.written());
        keep_header(&mut record.headers, key, value);
    }
    set_day(&mut record.headers);
}

fn start(initial: Option<Value<'_>>, warnings: &mut Warnings) -> Position {
    let Some(initial) = initial else {
        return Position::initial();
    };
    let preset = initial
        .get("preset")
        .and_then(Value::as_str)
        .unwrap_or("HIRATE");
    if let Some(handicap) = Handicap::all()
        .iter()
        .find(|handicap| handicap.preset == preset)
    {
        return handicap.position();
    }
    match initial.get("data").map(board) {
        Some(Ok(position)) => position,
        Some(Err(message)) => {
            warnings.warn(At::File, format!("initial.data: {message}"));
            Position::initial()
        }
        None => {
            warnings.warn(
                At::File,
                format!("no handicap is called {preset:?}, and there is no board"),
            );
            Position::initial()
        }
    }
}

/// `data`: `color` to move, `board` by file and rank, `hands`.
fn board(data: Value<'_>) -> Result<Position, String> {
    let mut position = Position::empty();
    let files = data.get("board").filter(|files| files.is_list());
    for (file, ranks) in (1..=9).zip(files.ok_or("no board")?.items()) {
        for (rank, cell) in (1..=9).zip(ranks.items()) {
            if let Some(kind) = cell.get("kind").and_then(Value::as_str) {
                let kind =
                    Kind::from_csa(kind).ok_or_else(|| format!("{kind:?} is not a piece"))?;
                let piece = Piece {
                    side: side(cell.get("color")),
                    kind,
                };
                Square::new(file, rank)
                    .into_iter()
                    .for_each(|square| position.put(square, Some(piece)));
            }
        }
    }
    let hands = data.get("hands").into_iter().flat_map(Value::items);
    for (side, hand) in Side::BOTH.into_iter().zip(hands) {
        for (kind, count) in hand.as_object().into_iter().flatten() {
            let kind = Kind::from_csa(kind).ok_or_else(|| format!("{kind:?} is not a piece"))?;
            let count = count.as_u8().filter(|count| *count <= 18);
            position.set_in_hand(
                side,
                kind,
                count.ok_or("a hand counts its pieces from 0 to 18")?,
            );
        }
    }
    position.set_side_to_move(side(data.get("color")));
    Ok(position)
}

fn side(color: Option<Value<'_>>) -> Side {
    if color.and_then(Value::as_u8) == Some(1) {
        Side::Second
    } else {
        Side::First
    }
}

/// Reads a line to its end, then the variations that branch off it, each with its own variations.
fn read_moves(moves: Value<'_>, builder: &mut Builder) {
    let mut line = moves.items();
    if let Some(start) = line.next() {
        add_remarks(start, Side::First, builder);
    }
    let mut pending = vec![(NodeId::ROOT, line)];
    while let Some((from, line)) = pending.pop() {
        builder.go_to(from);
        let mut found = Vec::new();
        for entry in line {
            let before = builder.node();
            let forks = entry.get("forks").filter(|forks| forks.items().len() > 0);
            if let Some(forks) = forks {
                builder.save();
                let lines = forks.items().filter(|line| line.is_list());
                found.extend(lines.map(|line| (before, line.items())));
            }
            add_entry(entry, builder);
        }
        pending.extend(found.into_iter().rev());
    }
}

fn add_entry(entry: Value<'_>, builder: &mut Builder) {
    let mover = builder.position().side_to_move();
    if let Some(mv) = entry.get("move").filter(|mv| mv.is_object()) {
        play(mv, builder);
    } else if let Some(text) = entry.get("move").and_then(Value::as_str) {
        let message = format!("cannot read the move {text:?}");
        builder.skip_unread(text, mover.other(), At::File, message);
    }
    if let Some(clock) = entry.get("time").and_then(clock) {
        // The time of a special belongs to it and follows it.
        if entry.get("special").is_none() {
            builder.note(Note::Clock(clock));
        }
    }
    add_special(entry, builder);
    add_remarks(entry, mover, builder);
}

fn play(mv: Value<'_>, builder: &mut Builder) {
    let at = At::File;
    let previous = builder.tree().mv(builder.node());
    let game::Position::Shogi(position) = builder.position() else {
        return;
    };
    let color = mv.get("color").map(|color| side(Some(color)));
    match read_move(mv, position, previous) {
        Some(read) => {
            if let Some(side) = color.filter(|side| *side != position.side_to_move()) {
                builder.note(Note::Turn(side));
            }
            builder.play(Move::Shogi(read), at);
        }
        None => {
            let next = color.unwrap_or(position.side_to_move()).other();
            let text = mv.written();
            let message = format!("cannot read the move {text}");
            builder.skip_unread(text, next, at, message);
        }
    }
}

/// `to` may be missing if the move goes to the same square as the previous one (`same`).
fn read_move(mv: Value<'_>, position: &Position, previous: Option<Move>) -> Option<shogi::Move> {
    let to = match mv.get("to") {
        Some(to) => square(to)?,
        None => {
            mv.get("same")?;
            previous?.shogi()?.to
        }
    };
    let kind = mv
        .get("piece")
        .and_then(Value::as_str)
        .and_then(Kind::from_csa);
    let promote = mv.get("promote").and_then(Value::as_bool).unwrap_or(false);
    // Some programs write null for a drop.
    match mv.get("from").filter(|from| !from.is_null()) {
        None => Some(shogi::Move::drop(kind?, to)),
        Some(from) => {
            let read = shogi::Move::board(square(from)?, to, promote);
            Some(kind.map_or(read, |kind| position.named(read, kind)))
        }
    }
}

fn square(value: Value<'_>) -> Option<Square> {
    let coordinate = |key| value.get(key).and_then(Value::as_u8);
    Square::new(coordinate("x")?, coordinate("y")?)
}

/// `{"now": {"h": 0, "m": 1, "s": 2}, "total": {…}}`.
fn clock(time: Value<'_>) -> Option<Clock> {
    let read = |key| {
        let time = time.get(key)?;
        let part = |key| time.get(key).and_then(Value::as_f64).unwrap_or(0.0);
        let milliseconds = (part("h") * 3600.0 + part("m") * 60.0 + part("s")) * 1000.0;
        (0.0..=f64::from(u32::MAX))
            .contains(&milliseconds)
            .then_some(milliseconds.round() as u32)
    };
    let clock = Clock {
        spent: read("now"),
        total: read("total"),
    };
    (clock != Clock::default()).then_some(clock)
}

/// The CSA word that ends a line.
fn add_special(entry: Value<'_>, builder: &mut Builder) {
    let Some(word) = entry.get("special").and_then(Value::as_str) else {
        return;
    };
    builder.end(Ending {
        clock: entry.get("time").and_then(clock),
        ..csa_words::ending(word, builder.position().side_to_move())
    });
}

/// Comments; one that begins with `&` is a bookmark.
fn add_remarks(entry: Value<'_>, mover: Side, builder: &mut Builder) {
    let comments = entry.get("comments").into_iter().flat_map(Value::items);
    let mut lines = Vec::new();
    for comment in comments.filter_map(Value::as_str) {
        match comment.strip_prefix(BOOKMARK) {
            Some(name) => builder.note(Note::Bookmark(name.into())),
            None => lines.push(comment),
        }
    }
    if !lines.is_empty() {
        let comment = lines.join("\n");
        let eval = eval::find(&comment, mover);
        builder.note(Note::Comment(comment.into()));
        eval.into_iter()
            .for_each(|eval| builder.note(Note::Eval(eval)));
    }
}
