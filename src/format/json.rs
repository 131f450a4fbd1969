//! dapu's own JSON for other programs: one object per file, with keys in a fixed order, stable across releases.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::ser::{Formatter, PrettyFormatter};
use serde_json::{Map, Value, json};

use super::{
    BASE, Certainty, Collection, CollectionError, Export, Format, Head, Holds, Losses, Series,
    WriteError, Written,
};
use crate::game::{Game, Position, Side, go};
use crate::record::{
    Clock, Eval, Left, Mark, MarkKind, NodeId, Note, Record, Remaining, Setup, Span, Walk, Warning,
};
use crate::text::Source;
use crate::text::json::{Escaped, escape};

pub(super) const FORMAT: Format = Format {
    name: "json",
    title: "JSON of dapu, for other programs",
    extensions: &["json"],
    games: &Game::ALL,
    encodings: "UTF-8",
    holds: Holds {
        variations: true,
        comments: true,
        clocks: true,
        games: true,
    },
    detect: |_: &Source<'_>| Certainty::No,
    write: Some(write),
    series: Series {
        head: Some(head),
        between: ",",
        tail: "\n  ]\n}\n",
        game: Some(write_game),
    },
    ..BASE
};

/// Increased when the meaning of a key changes.
const VERSION: u32 = 1;

/// Everything before the games.
fn head(head: &Head<'_>) -> Vec<u8> {
    let warnings = head.warnings.iter();
    let object = json!({
        "dapu": VERSION,
        "format": head.source.name,
        "encoding": head.encoding,
        "warnings": warnings.map(warning).collect::<Value>(),
    });
    let text = escape(format!("{object:#}"));
    let open = text.strip_suffix("\n}").unwrap_or(&text);
    format!("{open},\n  \"games\": [").into_bytes()
}

fn warning(warning: &Warning) -> Value {
    json!({"at": warning.at.to_string(), "message": warning.message})
}

fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let (source, options) = (export.source, export.options);
    let head = Head {
        source: source.format,
        encoding: source.encoding,
        warnings: &source.all_warnings(),
    };
    let written = || {
        let mut file = Collection::begin(&FORMAT, options, &head, Vec::new())?;
        let mut records = export.records.iter();
        records.try_for_each(|record| file.add(source, record))?;
        Ok(file.end()?)
    };
    let bytes = written().map_err(|error: CollectionError| WriteError(error.to_string()))?;
    Ok(Written {
        bytes,
        losses: Losses::default(),
    })
}

/// A game, two levels deep in the file. Nodes are written one at a time, because as JSON values they would take a
/// kilobyte each.
fn write_game(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Escaped::new(out);
    out.write_all(b"\n    ")?;
    let mut layout = PrettyFormatter::new();
    for _ in 0..2 {
        layout.begin_object(&mut io::sink())?;
    }
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, layout);
    let written = GameObject(record).serialize(&mut serializer);
    written.map_err(io::Error::from)?;
    out.flush()
}

struct GameObject<'a>(&'a Record);

impl Serialize for GameObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = self;
        let known = record.headers.known();
        let game = record.game();
        let headers: Map<String, Value> = known
            .map(|(key, value)| (key.name(game).into_owned(), value.into()))
            .collect();
        let raw = record.headers.entries().iter();
        let raw: Vec<[&str; 2]> = raw.map(|entry| [entry.name(), entry.value()]).collect();
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("game", game.name())?;
        object.serialize_entry("headers", &headers)?;
        object.serialize_entry("raw_headers", &raw)?;
        object.serialize_entry("start", &start(record))?;
        if record.first_number != 1 {
            object.serialize_entry("first_number", &record.first_number)?;
        }
        if record.flipped {
            object.serialize_entry("flipped", &true)?;
        }
        object.serialize_entry("nodes", &NodeList(record))?;
        object.end()
    }
}

fn start(record: &Record) -> String {
    match &record.start {
        Position::Xiangqi(position) => position.fen(),
        Position::Shogi(position) => position.sfen(record.first_number),
        Position::Go(position) => position.size().to_string(),
    }
}

struct NodeList<'a>(&'a Record);

impl Serialize for NodeList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = self;
        let mut numbers = vec![0u32; record.tree.len()];
        let mut nodes = serializer.serialize_seq(Some(record.tree.len()))?;
        let mut walk = record.walk();
        for number in 0.. {
            let Some(node) = walk.advance() else { break };
            numbers[node.index()] = number;
            let parent = record.tree.parent(node);
            nodes.serialize_element(&NodeObject {
                record,
                walk: &walk,
                node,
                parent: parent.map(|parent| numbers[parent.index()]),
            })?;
        }
        nodes.end()
    }
}

struct NodeObject<'a> {
    record: &'a Record,
    /// A warning on the node.
    walk: &'a Walk<'a>,
    node: NodeId,
    /// The index of the parent.
    parent: Option<u32>,
}

impl Serialize for NodeObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("parent", &self.parent)?;
        if let Some(mv) = self.record.tree.mv(self.node) {
            object.serialize_entry("move", &mv.code())?;
            object.serialize_entry("text", &self.walk.notation())?;
        } else if let Some(text) = self.record.tree.unread(self.node) {
            object.serialize_entry("text", text)?;
        }
        let notes = self.record.tree.notes(self.node);
        let mut notes: Vec<_> = notes
            .filter_map(|note| Some((note_key(note)?, note)))
            .collect();
        notes.sort_by_key(|(key, _)| *key);
        for same in notes.chunk_by(|(one, _), (other, _)| one == other) {
            let mut value = Value::Null;
            same.iter().for_each(|(_, note)| add_note(&mut value, note));
            object.serialize_entry(same[0].0.1, &value)?;
            if let Note::End(ending) = same[0].1 {
                if let Some(word) = &ending.word {
                    object.serialize_entry("end_text", word)?;
                }
                if let Some(clock) = ending.clock {
                    let clock: Map<String, Value> = clock_value(clock).collect();
                    object.serialize_entry("end_clock", &clock)?;
                }
            }
        }
        let warnings: Vec<_> = self.record.tree.warnings(self.node).collect();
        if !warnings.is_empty() {
            object.serialize_entry("warning", &warnings.join("\n"))?;
        }
        object.end()
    }
}

/// The position of a note among the keys of a node, and its key; `None` for notes that only record the file's order.
fn note_key(note: &Note) -> Option<(u8, &'static str)> {
    Some(match note {
        Note::Comment(_) => (0, "comment"),
        Note::End(_) => (1, "end"),
        Note::Result(_) | Note::Summary(_) => (2, "result"),
        Note::Clock(_) | Note::Remaining(_) => (3, "clock"),
        Note::Eval(_) => (4, "eval"),
        Note::Bookmark(_) => (5, "bookmark"),
        Note::Glyph(_) => (6, "glyphs"),
        Note::Mark(_) => (7, "marks"),
        Note::Setup(_) => (8, "setup"),
        Note::Turn(_) => (9, "turn"),
        Note::Number(_) => (10, "number"),
        Note::Property(_) => (11, "props"),
        Note::Remark(_) => (12, "remarks"),
        // Only about file order, or among the tree's warnings.
        Note::Header(_) | Note::Move | Note::Warning(_) => return None,
    })
}

fn add_note(slot: &mut Value, note: &Note) {
    match note {
        Note::Comment(text) | Note::Bookmark(text) => append_text(slot, text),
        Note::End(ending) => *slot = ending.kind.name().into(),
        Note::Result(outcome) => append_text(slot, outcome.name()),
        Note::Summary(text) => append_text(slot, text),
        Note::Clock(clock) => {
            for (key, time) in clock_value(*clock) {
                object(slot).entry(key).or_insert(time);
            }
        }
        Note::Remaining(remaining) => add_remaining(object(slot), *remaining),
        Note::Eval(Eval::Centipawns(points)) => *slot = json!({"cp": points, "side": "first"}),
        Note::Eval(Eval::Mate(plies)) => *slot = json!({"mate": plies}),
        Note::Eval(Eval::WinRate(rate)) => {
            *slot = json!({"win_rate": f64::from(*rate) / 100.0, "side": "first"});
        }
        Note::Glyph(text) | Note::Remark(text) => push(slot, (**text).into()),
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
        Note::Header(_) | Note::Move | Note::Warning(_) => {}
    }
}

/// Appends a second comment on a node as a line of its own.
fn append_text(slot: &mut Value, text: &str) {
    match slot {
        Value::String(before) => before.extend(["\n", text]),
        _ => *slot = text.into(),
    }
}

fn clock_value(clock: Clock) -> impl Iterator<Item = (String, Value)> {
    let times = [("spent", clock.spent), ("total", clock.total)];
    times
        .into_iter()
        .filter_map(|(key, time)| Some((key.to_owned(), seconds(time?.into()))))
}

/// `{"left": {"black": 12.5}, "moves": {"black": 3}}`: the time left on a Go clock.
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
        MarkKind::View => "view",
        MarkKind::Arrow => "arrow",
        MarkKind::Line => "line",
    };
    let slot = marks.entry(key).or_insert(Value::Null);
    match mark.kind {
        MarkKind::Label => {
            let labels = mark.points().into_iter().zip(mark.labels.iter());
            object(slot).extend(labels.map(|(at, label)| (point(at), label.into())));
        }
        MarkKind::Arrow | MarkKind::Line => {
            let ends = |span: &Span| json!([point(span.from), point(span.to)]);
            extend(slot, mark.spans.iter().map(ends));
        }
        _ => extend(slot, mark.points().into_iter().map(|at| point(at).into())),
    }
}

fn add_setup(value: &mut Map<String, Value>, setup: &Setup) {
    let slot = value.entry(stone_name(setup.stone)).or_insert(Value::Null);
    extend(slot, setup.points().into_iter().map(|at| point(at).into()));
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
