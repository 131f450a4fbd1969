//! dapu's own JSON for other programs: one object per file, with keys in a fixed order, stable across releases.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::{Formatter, PrettyFormatter};
use serde_json::{Value, json};

use super::{BASE, Certainty, FileHead, Format, Holds, Series, Writer};
use crate::game::{Game, Side, go};
use crate::record::{Clock, Eval, Left, Mark, MarkKind, NodeId, Note, Record, Remaining};
use crate::text::Source;
use crate::text::json::{Escaped, escape};

pub(super) const FORMAT: Format = Format {
    name: "json",
    title: "JSON of dapu, for other programs",
    extensions: &["json"],
    games: &Game::ALL,
    encodings: "UTF-8",
    holds: Holds { variations: true, comments: true, clocks: true, games: true },
    detect: |_: &Source<'_>| Certainty::No,
    write: Some(Writer::Stream(write)),
    series: Series { head: Some(head), between: ",", tail: "\n  ]\n}\n", ..Series::PLAIN },
    ..BASE
};

/// Increased when the meaning of a key changes.
pub(super) const VERSION: u32 = 1;

/// Everything before the games.
fn head(head: &FileHead<'_>) -> String {
    let warnings = head.warnings.iter().map(
        |warning| json!({"at": warning.at.to_string(), "message": warning.problem.to_string()}),
    );
    let object = json!({
        "dapu": VERSION,
        "format": head.source.name,
        "encoding": head.encoding,
        "warnings": warnings.collect::<Value>(),
    });
    let text = escape(format!("{object:#}"));
    let open = text.strip_suffix("\n}").unwrap_or(&text);
    format!("{open},\n  \"games\": [")
}

/// A game, two levels deep in the file. Nodes are written one at a time, because as JSON values they would take a
/// kilobyte each.
fn write(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let mut out = Escaped::new(out);
    out.write_all(b"\n    ")?;
    let mut layout = PrettyFormatter::new();
    for _ in 0..2 {
        layout.begin_object(&mut io::sink())?;
    }
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, layout);
    let game = record.game();
    let known = record.headers.known();
    let headers = known.map(|(key, value)| (key.name(game), value));
    let entries = record.headers.entries().iter();
    let raw: Vec<[&str; 2]> = entries.map(|entry| [entry.name(), entry.value()]).collect();
    let mut object = serializer.serialize_map(None)?;
    object.serialize_entry("game", game.name())?;
    object.serialize_entry("headers", &headers.collect::<Value>())?;
    object.serialize_entry("raw_headers", &raw)?;
    object.serialize_entry("start", &start(record))?;
    if record.first_number != 1 {
        object.serialize_entry("first_number", &record.first_number)?;
    }
    if record.flipped {
        object.serialize_entry("flipped", &true)?;
    }
    object.serialize_entry("nodes", &NodeList(record))?;
    object.end()?;
    out.flush()
}

fn start(record: &Record) -> String {
    let size = record.start.go().map(|board| board.size().to_string());
    size.unwrap_or_else(|| record.start.text(record.first_number))
}

struct NodeList<'a>(&'a Record);

impl Serialize for NodeList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record) = self;
        let mut walk = record.walk();
        let mut indexes = vec![0; record.tree.len()];
        let mut next_index = 0_u32..;
        serializer.collect_seq(std::iter::from_fn(|| {
            let node = walk.advance()?;
            indexes[node.index()] = next_index.next()?;
            let parent = record.tree.parent(node);
            let parent = parent.map(|parent| indexes[parent.index()]);
            Some(node_object(record, node, parent, walk.notation()))
        }))
    }
}

/// A node with the index of its parent in the list, and its move in the usual notation.
fn node_object(record: &Record, node: NodeId, parent: Option<u32>, text: Option<String>) -> Value {
    let tree = &record.tree;
    let mut object = json!({"parent": parent});
    if let Some(mv) = tree.mv(node) {
        object["move"] = mv.code().into();
        object["text"] = text.into();
    } else if let Some(text) = tree.unread(node) {
        object["text"] = text.into();
    }
    // Joined one by one: a node can have a million properties.
    let mut values = BTreeMap::new();
    for note in tree.notes(node) {
        if let Some((place, key, value)) = value_of(note) {
            let (_, joined) = values.entry(place).or_insert((key, Value::Null));
            join(key, joined, value);
        }
    }
    for (key, value) in values.into_values() {
        object[key] = value;
        let ending = tree.ending(node).filter(|_| key == "end");
        if let Some(word) = ending.and_then(|ending| ending.word.as_deref()) {
            object["end_text"] = word.into();
        }
        if let Some(clock) = ending.and_then(|ending| ending.clock) {
            object["end_clock"] = times(clock).collect();
        }
    }
    let warnings: Vec<_> = tree.warnings(node).collect();
    if !warnings.is_empty() {
        object["warning"] = warnings.join("\n").into();
    }
    object
}

/// The place of a note among the keys of a node, its key, and its value; `None` for notes that only record the file's
/// order, and for warnings, which the tree has.
fn value_of(note: &Note) -> Option<(u8, &'static str, Value)> {
    Some(match note {
        Note::Comment(text) => (0, "comment", (**text).into()),
        Note::End(ending) => (1, "end", ending.kind.name().into()),
        Note::Result(outcome) => (2, "result", outcome.name().into()),
        Note::Summary(text) => (2, "result", (**text).into()),
        Note::Clock(clock) => (3, "clock", times(*clock).collect()),
        Note::Remaining(remaining) => (3, "clock", remaining_value(*remaining)),
        Note::Eval(Eval::Centipawns(points)) => (4, "eval", json!({"cp": points, "side": "first"})),
        Note::Eval(Eval::Mate(plies)) => (4, "eval", json!({"mate": plies, "side": "first"})),
        Note::Eval(Eval::WinRate(rate)) => {
            let rate = f64::from(*rate) / 100.0;
            (4, "eval", json!({"win_rate": rate, "side": "first"}))
        }
        Note::Bookmark(text) => (5, "bookmark", (**text).into()),
        Note::Glyph(text) => (6, "glyphs", json!([text])),
        Note::Mark(mark) => (7, "marks", json!({mark.kind.name(): marked(mark)})),
        Note::Setup(setup) => (8, "setup", json!({stone_name(setup.stone): each(setup.points())})),
        Note::Turn(side) => (9, "turn", side.name().into()),
        Note::Number(number) => (10, "number", (*number).into()),
        Note::Property(property) => {
            let values = property.values.iter().map(|value| &**value);
            (11, "props", json!({&*property.name: values.collect::<Value>()}))
        }
        Note::Remark(text) => (12, "remarks", json!([text])),
        Note::Header(_) | Note::Move | Note::Warning(_) => return None,
    })
}

/// Adds a later note to the value of an earlier one with the same key.
fn join(key: &str, value: &mut Value, later: Value) {
    match (value, later) {
        (value, later) if matches!(key, "eval" | "turn" | "number") => *value = later,
        (Value::String(text), Value::String(later)) => text.extend(["\n", &later]),
        (Value::Array(items), Value::Array(later)) => items.extend(later),
        (Value::Object(map), Value::Object(later)) => {
            for (key, later) in later {
                join("", map.entry(key).or_insert(Value::Null), later);
            }
        }
        (value @ Value::Null, later) => *value = later,
        // The clock of the first.
        _ => {}
    }
}

/// The times on a clock that are known, with their keys.
pub(super) fn times(clock: Clock) -> impl Iterator<Item = (&'static str, Value)> {
    let times = [("spent", clock.spent), ("total", clock.total)].into_iter();
    times.filter_map(|(key, time)| Some((key, seconds(time?.into()))))
}

/// `{"left": {"black": 12.5}}` or `{"moves": {"black": 3}}`: the time left on a Go clock.
fn remaining_value(remaining: Remaining) -> Value {
    let (key, left) = match remaining.left {
        Left::Time(milliseconds) => ("left", seconds(milliseconds.into())),
        Left::Moves(moves) => ("moves", moves.into()),
    };
    json!({key: {stone_name(Some(remaining.side)): left}})
}

pub(super) fn seconds(milliseconds: i64) -> Value {
    if milliseconds % 1000 == 0 {
        (milliseconds / 1000).into()
    } else {
        (milliseconds as f64 / 1000.0).into()
    }
}

/// The value of a mark: labels by their points, the ends of arrows and lines, or points.
fn marked(mark: &Mark) -> Value {
    match mark.kind {
        MarkKind::Label => mark.points().into_iter().map(letters).zip(mark.labels.iter()).collect(),
        MarkKind::Arrow | MarkKind::Line => {
            mark.spans.iter().map(|span| json!([letters(span.from), letters(span.to)])).collect()
        }
        _ => each(mark.points()),
    }
}

/// The letters of points, each once: a file can repeat a point a million times.
fn each(points: Vec<(u8, u8)>) -> Value {
    let mut seen = HashSet::new();
    points.into_iter().filter(|point| seen.insert(*point)).map(letters).collect()
}

/// SGF letters, file then rank from the top left: `dd`.
fn letters(point: (u8, u8)) -> String {
    go::Point::from(point).to_string()
}

fn stone_name(stone: Option<Side>) -> &'static str {
    stone.map_or("empty", |side| side.pick("black", "white"))
}
