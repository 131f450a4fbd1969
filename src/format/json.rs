//! dapu's own JSON, for other programs: one object a file, keys in a fixed order, stable across releases.

use serde_json::{Map, Value, json};

use super::{Certainty, Export, Feature, Format, Losses, Source, WriteError, Written};
use crate::game::{Game, Position};
use crate::record::{Clock, Eval, Mark, MarkKind, Note, Record, Setup, Walk, Warning};

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
    let warnings: Vec<Value> = export.source.all_warnings().iter().map(warning).collect();
    let games: Vec<Value> = export.records.iter().map(|record| game(record)).collect();
    let file = json!({
        "dapu": VERSION,
        "format": export.source.format.name,
        "encoding": export.source.encoding,
        "warnings": warnings,
        "games": games,
    });
    let mut bytes =
        serde_json::to_vec_pretty(&file).map_err(|error| WriteError(error.to_string()))?;
    bytes.push(b'\n');
    Ok(Written {
        bytes,
        losses: Losses::default(),
    })
}

fn warning(warning: &Warning) -> Value {
    json!({"at": warning.at.to_string(), "message": warning.message})
}

fn game(record: &Record) -> Value {
    let headers: Map<String, Value> = record
        .headers
        .known()
        .map(|(key, value)| (key.name().to_owned(), value.into()))
        .collect();
    let raw: Vec<Value> = record
        .headers
        .raw
        .iter()
        .map(|(key, value)| json!([key, value]))
        .collect();
    json!({
        "game": record.game().name(),
        "headers": headers,
        "raw_headers": raw,
        "start": start(record),
        "nodes": nodes(record),
    })
}

fn start(record: &Record) -> String {
    match &record.start {
        Position::Xiangqi(position) => position.fen(),
        Position::Shogi(position) => position.sfen(record.first_number),
        Position::Go(_) => String::new(),
    }
}

fn nodes(record: &Record) -> Vec<Value> {
    let mut numbers = vec![0usize; record.tree.len()];
    let mut nodes = Vec::with_capacity(record.tree.len());
    let mut walk = record.walk();
    while let Some(node) = walk.advance() {
        numbers[node.index()] = nodes.len();
        let parent = record
            .tree
            .parent(node)
            .map(|parent| numbers[parent.index()]);
        nodes.push(node_value(record, &walk, node, parent));
    }
    nodes
}

fn node_value(
    record: &Record,
    walk: &Walk<'_>,
    node: crate::record::NodeId,
    parent: Option<usize>,
) -> Value {
    let mut value = Map::new();
    value.insert("parent".into(), json!(parent));
    if let Some(mv) = record.tree.mv(node) {
        value.insert("move".into(), mv.code().into());
        value.insert("text".into(), walk.notation().into());
    }
    let mut notes: Vec<&Note> = record.tree.notes(node).collect();
    notes.sort_by_key(|note| note_key(note).0);
    for note in notes {
        add_note(&mut value, note);
    }
    Value::Object(value)
}

/// The place of a note among a node's keys, and its key.
fn note_key(note: &Note) -> (u8, &'static str) {
    match note {
        Note::Comment(_) => (0, "comment"),
        Note::End(_) => (1, "end"),
        Note::Clock(_) => (2, "clock"),
        Note::Eval(_) => (3, "eval"),
        Note::Bookmark(_) => (4, "bookmark"),
        Note::Glyph(_) => (5, "glyphs"),
        Note::Mark(_) => (6, "marks"),
        Note::Setup(_) => (7, "setup"),
        Note::Turn(_) => (8, "turn"),
        Note::Property(_) => (9, "props"),
        Note::Warning(_) => (10, "warning"),
    }
}

fn add_note(node: &mut Map<String, Value>, note: &Note) {
    let slot = node.entry(note_key(note).1).or_insert(Value::Null);
    match note {
        Note::Comment(text) | Note::Bookmark(text) | Note::Warning(text) => append_text(slot, text),
        Note::End(ending) => *slot = ending.name().into(),
        Note::Clock(clock) => *slot = clock_value(*clock),
        Note::Eval(Eval::Centipawns(points)) => *slot = json!({"cp": points, "side": "first"}),
        Note::Eval(Eval::Mate(plies)) => *slot = json!({"mate": plies}),
        Note::Glyph(glyph) => push(slot, (**glyph).into()),
        Note::Mark(mark) => add_mark(object(slot), mark),
        Note::Setup(setup) => add_setup(object(slot), setup),
        Note::Turn(side) => *slot = side.name().into(),
        Note::Property(property) => {
            let values = object(slot).entry(&*property.name).or_insert(Value::Null);
            property
                .values
                .iter()
                .for_each(|value| push(values, (**value).into()));
        }
    }
}

/// A second comment on a node goes on a line of its own.
fn append_text(slot: &mut Value, text: &str) {
    *slot = match slot.as_str() {
        Some(before) => format!("{before}\n{text}").into(),
        None => text.into(),
    };
}

fn clock_value(clock: Clock) -> Value {
    let mut value = Map::new();
    for (key, time) in [("spent", clock.spent), ("total", clock.total)] {
        if let Some(milliseconds) = time {
            value.insert(key.into(), seconds(milliseconds));
        }
    }
    Value::Object(value)
}

fn seconds(milliseconds: u32) -> Value {
    if milliseconds.is_multiple_of(1000) {
        (milliseconds / 1000).into()
    } else {
        (f64::from(milliseconds) / 1000.0).into()
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
    match slot {
        Value::Array(items) => items.push(item),
        _ => *slot = Value::Array(vec![item]),
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
            let labels = mark.points.iter().zip(&mark.labels);
            object(slot).extend(labels.map(|(at, label)| (point(*at), (**label).into())));
        }
        MarkKind::Arrow | MarkKind::Line => {
            mark.points
                .chunks_exact(2)
                .for_each(|pair| push(slot, json!([point(pair[0]), point(pair[1])])));
        }
        _ => mark
            .points
            .iter()
            .for_each(|at| push(slot, point(*at).into())),
    }
}

fn add_setup(value: &mut Map<String, Value>, setup: &Setup) {
    for (key, points) in [
        ("black", &setup.first),
        ("white", &setup.second),
        ("empty", &setup.empty),
    ] {
        for at in points {
            push(value.entry(key).or_insert(Value::Null), point(*at).into());
        }
    }
}

/// SGF letters, file then rank from the top left: `dd`.
fn point((file, rank): (u8, u8)) -> String {
    [file, rank].map(letter).iter().collect()
}

fn letter(number: u8) -> char {
    match number {
        0..26 => char::from(b'a' + number),
        _ => char::from(b'A' + (number - 26).min(25)),
    }
}
