//! dapu's own JSON, for other programs: one object a file, keys in a fixed order, stable across releases.

use serde_json::{Map, Value, json};

use super::pretty::Pretty;
use super::{Certainty, Export, Feature, Format, Losses, Source, WriteError, Written};
use crate::game::{Game, Position, Side, go};
use crate::record::{
    Clock, Eval, Left, Mark, MarkKind, Note, Record, Remaining, Setup, Span, Walk, Warning,
};

pub(super) const FORMAT: Format = Format {
    name: "json",
    title: "JSON of dapu, for other programs",
    extensions: &["json"],
    games: &Game::ALL,
    encodings: "UTF-8",
    features: &[
        Feature::Variations,
        Feature::Comments,
        Feature::Clocks,
        Feature::Evaluations,
        Feature::Glyphs,
        Feature::Bookmarks,
        Feature::Marks,
        Feature::Setups,
        Feature::Endings,
        Feature::Properties,
        Feature::Games,
    ],
    detect: |_: &Source<'_>| Certainty::No,
    read: None,
    write: Some(write),
};

/// Raised when the meaning of a key changes.
const VERSION: u32 = 1;

fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut file = Pretty::default();
    file.open(None, '{');
    file.add(Some("dapu"), &VERSION.into());
    file.add(Some("format"), &export.source.format.name.into());
    file.add(Some("encoding"), &export.source.encoding.into());
    file.open(Some("warnings"), '[');
    for told in &export.source.all_warnings() {
        file.add(None, &warning(told));
    }
    file.close(']');
    file.open(Some("games"), '[');
    for record in export.records {
        write_game(record, &mut file);
    }
    file.close(']');
    file.close('}');
    Ok(Written {
        bytes: file.finish(),
        losses: Losses::default(),
    })
}

fn warning(warning: &Warning) -> Value {
    json!({"at": warning.at.to_string(), "message": warning.message})
}

fn write_game(record: &Record, file: &mut Pretty) {
    let headers: Map<String, Value> = record
        .headers
        .known()
        .map(|(key, value)| (key.name().to_owned(), value.into()))
        .collect();
    file.open(None, '{');
    file.add(Some("game"), &record.game().name().into());
    file.add(Some("headers"), &headers.into());
    file.open(Some("raw_headers"), '[');
    for (key, value) in &record.headers.raw {
        file.add(None, &json!([key, value]));
    }
    file.close(']');
    file.add(Some("start"), &start(record).into());
    file.open(Some("nodes"), '[');
    write_nodes(record, file);
    file.close(']');
    file.close('}');
}

fn start(record: &Record) -> String {
    match &record.start {
        Position::Xiangqi(position) => position.fen(),
        Position::Shogi(position) => position.sfen(record.first_number),
        Position::Go(position) => position.size().to_string(),
    }
}

fn write_nodes(record: &Record, file: &mut Pretty) {
    let mut numbers = vec![0u32; record.tree.len()];
    let mut walk = record.walk();
    let mut number = 0;
    while let Some(node) = walk.advance() {
        numbers[node.index()] = number;
        number += 1;
        let parent = record.tree.parent(node);
        let parent = parent.map(|parent| numbers[parent.index()]);
        file.add(None, &node_value(record, &walk, node, parent));
    }
}

fn node_value(
    record: &Record,
    walk: &Walk<'_>,
    node: crate::record::NodeId,
    parent: Option<u32>,
) -> Value {
    let mut value = Map::new();
    value.insert("parent".into(), json!(parent));
    if let Some(mv) = record.tree.mv(node) {
        value.insert("move".into(), mv.code().into());
        value.insert("text".into(), walk.notation().into());
    }
    let notes = record.tree.notes(node);
    let mut notes: Vec<_> = notes
        .filter_map(|note| Some((note_key(note)?, note)))
        .collect();
    notes.sort_by_key(|((place, _), _)| *place);
    for ((_, key), note) in notes {
        add_note(value.entry(key).or_insert(Value::Null), note);
    }
    Value::Object(value)
}

/// The place of a note among a node's keys, and its key; `None` for what only tells the file's order.
fn note_key(note: &Note) -> Option<(u8, &'static str)> {
    Some(match note {
        Note::Comment(_) => (0, "comment"),
        Note::End(_) => (1, "end"),
        Note::Clock(_) | Note::Remaining(_) => (2, "clock"),
        Note::Eval(_) => (3, "eval"),
        Note::Bookmark(_) => (4, "bookmark"),
        Note::Glyph(_) => (5, "glyphs"),
        Note::Mark(_) => (6, "marks"),
        Note::Setup(_) => (7, "setup"),
        Note::Turn(_) => (8, "turn"),
        Note::Number(_) => (9, "number"),
        Note::Property(_) => (10, "props"),
        Note::Warning(_) => (11, "warning"),
        Note::Header(_) | Note::Move => return None,
    })
}

fn add_note(slot: &mut Value, note: &Note) {
    match note {
        Note::Comment(text) | Note::Bookmark(text) | Note::Warning(text) => append_text(slot, text),
        Note::End(ending) if slot.is_null() => *slot = ending.name().into(),
        Note::End(_) => {}
        // A second clock is that of a word such as 投了 behind the move.
        Note::Clock(clock) => {
            for (key, time) in clock_value(*clock) {
                object(slot).entry(key).or_insert(time);
            }
        }
        Note::Remaining(remaining) => add_remaining(object(slot), *remaining),
        Note::Eval(Eval::Centipawns(points)) => *slot = json!({"cp": points, "side": "first"}),
        Note::Eval(Eval::Mate(plies)) => *slot = json!({"mate": plies}),
        Note::Glyph(glyph) => push(slot, (**glyph).into()),
        Note::Mark(mark) => add_mark(object(slot), mark),
        Note::Setup(setup) => add_setup(object(slot), setup),
        Note::Turn(side) => *slot = side.name().into(),
        Note::Number(number) => *slot = (*number).into(),
        Note::Property(property) => {
            let values = object(slot).entry(&*property.name).or_insert(Value::Null);
            property
                .values
                .iter()
                .for_each(|value| push(values, (**value).into()));
        }
        Note::Header(_) | Note::Move => {}
    }
}

/// A second comment on a node goes on a line of its own.
fn append_text(slot: &mut Value, text: &str) {
    match slot {
        Value::String(before) => {
            before.push('\n');
            before.push_str(text);
        }
        _ => *slot = text.into(),
    }
}

fn clock_value(clock: Clock) -> impl Iterator<Item = (String, Value)> {
    let times = [("spent", clock.spent), ("total", clock.total)];
    times
        .into_iter()
        .filter_map(|(key, time)| Some((key.to_owned(), seconds(time?.into()))))
}

/// `{"left": {"black": 12.5}, "moves": {"black": 3}}`: what is left on a clock of Go.
fn add_remaining(clock: &mut Map<String, Value>, remaining: Remaining) {
    let (key, left) = match remaining.left {
        Left::Time(milliseconds) => ("left", seconds(milliseconds.into())),
        Left::Moves(moves) => ("moves", moves.into()),
    };
    let slot = clock.entry(key).or_insert(Value::Null);
    object(slot).insert(stone_name(Some(remaining.side)).to_owned(), left);
}

fn seconds(milliseconds: i64) -> Value {
    if milliseconds % 1000 == 0 {
        (milliseconds / 1000).into()
    } else {
        (milliseconds as f64 / 1000.0).into()
    }
}

fn object(slot: &mut Value) -> &mut Map<String, Value> {
    if !slot.is_object() {
        *slot = Value::Object(Map::new());
    }
    match slot {
        Value::Object(map) => map,
        _ => unreachable!("made an object above"),
    }
}

fn push(slot: &mut Value, item: Value) {
    extend(slot, [item]);
}

fn extend(slot: &mut Value, more: impl IntoIterator<Item = Value>) {
    match slot {
        Value::Array(items) => items.extend(more),
        _ => *slot = Value::Array(more.into_iter().collect()),
    }
}

fn add_mark(marks: &mut Map<String, Value>, mark: &Mark) {
    let key = match mark.kind {
        MarkKind::Triangle => "triangle",
        MarkKind::Square => "square",
        MarkKind::Circle => "circle",
        MarkKind::Cross => "cross",
        MarkKind::Selected => "selected",
        MarkKind::Label => "label",
        MarkKind::FirstTerritory => "territory_first",
        MarkKind::SecondTerritory => "territory_second",
        MarkKind::Dim => "dim",
        MarkKind::Arrow => "arrow",
        MarkKind::Line => "line",
    };
    let slot = marks.entry(key).or_insert(Value::Null);
    match mark.kind {
        MarkKind::Label => {
            let labels = mark.points().zip(&mark.labels);
            object(slot).extend(labels.map(|(at, label)| (point(at), (**label).into())));
        }
        MarkKind::Arrow | MarkKind::Line => {
            let ends = |span: &Span| json!([point(span.from), point(span.to)]);
            extend(slot, mark.spans.iter().map(ends));
        }
        _ => extend(slot, mark.points().map(|at| point(at).into())),
    }
}

fn add_setup(value: &mut Map<String, Value>, setup: &Setup) {
    let slot = value.entry(stone_name(setup.stone)).or_insert(Value::Null);
    extend(slot, setup.points().map(|at| point(at).into()));
}

fn stone_name(stone: Option<Side>) -> &'static str {
    match stone {
        Some(Side::First) => "black",
        Some(Side::Second) => "white",
        None => "empty",
    }
}

/// SGF letters, file then rank from the top left: `dd`.
fn point(at: (u8, u8)) -> String {
    go::Point::from(at).to_string()
}
