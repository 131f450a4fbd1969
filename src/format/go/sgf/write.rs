//! Writes FF[4] in UTF-8.

use std::borrow::Cow;

use super::FORMAT;
use super::property;
use super::text::{escape, escape_part, escape_raw};
use super::value::{write_decimal, write_span};
use crate::format::{Export, Losses, WriteError, Written};
use crate::game::go::Size;
use crate::game::{Game, Move, Position, Side};
use crate::record::{
    Eval, Key, Left, Mark, MarkKind, NodeId, Note, Property, Record, Remaining, Setup,
};

/// Where lines are broken between nodes, in bytes: ten moves or so.
const LINE: usize = 70;

/// What is written where the file had nothing to say, and instead of what it said: the text is UTF-8 now.
const FIXED: [(&str, &str); 3] = [("FF", "4"), ("GM", "1"), ("CA", "UTF-8")];

/// The headers of records from other formats, in the order of writing.
const HEADERS: [(&str, Key); 21] = [
    ("GN", Key::Title),
    ("EV", Key::Event),
    ("RO", Key::Round),
    ("DT", Key::Date),
    ("PC", Key::Place),
    ("PB", Key::Player(Side::First)),
    ("BR", Key::Rank(Side::First)),
    ("BT", Key::Team(Side::First)),
    ("PW", Key::Player(Side::Second)),
    ("WR", Key::Rank(Side::Second)),
    ("WT", Key::Team(Side::Second)),
    ("HA", Key::Handicap),
    ("KM", Key::Komi),
    ("RU", Key::Rules),
    ("OT", Key::TimeControl),
    ("RE", Key::Result),
    ("ON", Key::Opening),
    ("AN", Key::Annotator),
    ("US", Key::Author),
    ("SO", Key::Source),
    ("GC", Key::Remark),
];

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    // Headers of another format come from what dapu understood of them; SGF's own stand among the root's notes.
    let native = export.source.format.name == FORMAT.name;
    let mut writer = Writer {
        native,
        ..Writer::default()
    };
    for record in export.records {
        if record.game() != Game::Go {
            let game = record.game();
            return Err(WriteError(format!("SGF is written for Go, not for {game}")));
        }
        writer.losses.add_missing(&record.tree, FORMAT.features);
        writer.game(record);
    }
    Ok(Written {
        bytes: writer.out.into_bytes(),
        losses: writer.losses,
    })
}

#[derive(Default)]
struct Writer {
    out: String,
    /// Where the line begins that is being written.
    line: usize,
    losses: Losses,
    /// The records come from SGF: their headers stand among the root's notes.
    native: bool,
}

impl Writer {
    /// Writes a game tree: a node, then its children's branches, without recursion.
    fn game(&mut self, record: &Record) {
        self.out.push_str("(;");
        self.node(record, NodeId::ROOT);
        self.break_line();
        let tree = &record.tree;
        let mut node = NodeId::ROOT;
        loop {
            if let Some(child) = tree.first_child(node) {
                self.begin_node(tree.is_fork(node));
                node = child;
            } else {
                let Some(next) = self.close_branches(record, node) else {
                    break;
                };
                node = next;
            }
            self.node(record, node);
        }
        self.out.push_str(")\n");
        self.line = self.out.len();
    }

    /// Closes the branches that end with a leaf, and opens the next one: the sibling it begins with.
    fn close_branches(&mut self, record: &Record, leaf: NodeId) -> Option<NodeId> {
        let mut node = leaf;
        loop {
            let in_variation = record.tree.has_siblings(node);
            if in_variation {
                self.out.push(')');
            }
            if let Some(sibling) = record.tree.next_sibling(node) {
                self.begin_node(true);
                return Some(sibling);
            }
            node = record.tree.parent(node)?;
        }
    }

    fn begin_node(&mut self, is_variation: bool) {
        if is_variation {
            self.break_line();
            self.out.push('(');
        } else if self.out.len() - self.line > LINE {
            self.break_line();
        }
        self.out.push(';');
    }

    fn break_line(&mut self) {
        if self.line < self.out.len() {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    /// What every root needs and this one does not have among its notes.
    fn root(&mut self, record: &Record, size: Size) {
        let headers: Vec<_> = Self::native_headers(record).collect();
        let missing = |name: &str| !headers.iter().any(|header| header == name);
        for (name, value) in FIXED.into_iter().filter(|(name, _)| missing(name)) {
            self.property(name, value);
        }
        if !self.native {
            self.property("AP", concat!("dapu:", env!("CARGO_PKG_VERSION")));
        }
        if missing("SZ") {
            self.property("SZ", &size_value(size));
        }
        if !self.native {
            self.headers(record);
        }
    }

    /// The names of the headers that stand among the root's notes.
    fn native_headers(record: &Record) -> impl Iterator<Item = Cow<'_, str>> {
        let headers = record
            .tree
            .notes(NodeId::ROOT)
            .filter_map(|note| match note {
                Note::Header(index) => record.headers.entries().get(*index as usize),
                _ => None,
            });
        headers.map(|entry| property::header_name(entry.name()))
    }

    /// The headers of a record that comes from another format.
    fn headers(&mut self, record: &Record) {
        for (name, key) in HEADERS {
            let Some(value) = record.headers.get(key) else {
                continue;
            };
            if self.out.len() - self.line > LINE {
                self.break_line();
            }
            match name {
                "OT" => self.time(value),
                _ => self.property(name, value),
            }
        }
        let room = |key| key == Key::Size || HEADERS.iter().any(|(_, known)| *known == key);
        for (key, _) in record.headers.known().filter(|(key, _)| !room(*key)) {
            self.losses
                .add(&format!("header {:?}", key.name(record.game())), 1);
        }
    }

    /// The main time, which `TM` has as a number of seconds, and what comes after it.
    fn time(&mut self, value: &str) {
        let (main, over) = value.split_once(", ").unwrap_or((value, ""));
        let is_number = !main.is_empty() && main.bytes().all(|byte| byte.is_ascii_digit());
        match (is_number, over) {
            (true, "") => self.property("TM", main),
            (true, over) => {
                self.property("TM", main);
                self.property("OT", over);
            }
            (false, _) => self.property("OT", value),
        }
    }

    fn node(&mut self, record: &Record, node: NodeId) {
        let tree = &record.tree;
        let mv = tree.mv(node);
        let placed = |note: &Note| matches!(note, Note::Move);
        if !tree.notes(node).any(placed) {
            self.mv(mv);
        }
        if let (NodeId::ROOT, Position::Go(start)) = (node, &record.start) {
            self.root(record, start.size());
        }
        let mut commented = false;
        for note in tree.notes(node) {
            match note {
                Note::Move => self.mv(mv),
                Note::Header(index) => self.header(record, *index),
                Note::Comment(_) if commented => {}
                Note::Comment(_) => {
                    commented = true;
                    self.comment(record, node);
                }
                note => self.note(note),
            }
        }
    }

    fn mv(&mut self, mv: Option<Move>) {
        let Some(Move::Go(mv)) = mv else { return };
        self.out.push_str(match mv.side {
            Side::First => "B[",
            Side::Second => "W[",
        });
        if let Some(point) = mv.point {
            write_span((point.column, point.row).into(), &mut self.out);
        }
        self.out.push(']');
    }

    /// All comments of a node as one: SGF has room for one.
    fn comment(&mut self, record: &Record, node: NodeId) {
        let comments = record.tree.notes(node).filter_map(|note| match note {
            Note::Comment(text) => Some(&**text),
            _ => None,
        });
        let comments: Vec<&str> = comments.collect();
        let mut text = comments.join("\n");
        // The reader takes one line end off.
        if text.ends_with('\n') {
            text.push('\n');
        }
        self.property("C", &text);
    }

    fn header(&mut self, record: &Record, index: u32) {
        let Some(entry) = record.headers.entries().get(index as usize) else {
            return;
        };
        if self.out.len() - self.line > LINE {
            self.break_line();
        }
        let name = property::header_name(entry.name());
        let fixed = FIXED.into_iter().find(|(fixed, _)| *fixed == name);
        match (&record.start, fixed) {
            (_, Some((name, value))) => self.property(name, value),
            (Position::Go(start), None) if name == "SZ" => {
                self.property(&name, &size_value(start.size()));
            }
            _ => self.property(&name, entry.value()),
        }
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::Bookmark(text) => self.property("N", text),
            Note::Remaining(remaining) => self.remaining(*remaining),
            Note::Eval(Eval::Centipawns(points)) => self.property("V", &write_decimal(*points, 2)),
            Note::Glyph(sign) => match property::judgement(sign) {
                Some((name, value)) => self.property(name, value),
                None => self.losses.add("glyph", 1),
            },
            Note::Mark(mark) => self.mark(mark),
            Note::Setup(setup) => self.setup(setup),
            Note::Turn(Side::First) => self.property("PL", "B"),
            Note::Turn(Side::Second) => self.property("PL", "W"),
            Note::Number(number) => self.property("MN", &number.to_string()),
            Note::Property(property) => self.raw_property(property),
            Note::Clock(_) => self.losses.add("clock", 1),
            Note::Eval(Eval::Mate(_)) => self.losses.add("evaluation", 1),
            // Written with the node, or counted as lost before.
            Note::Unread(_) | Note::Result(_) | Note::Summary(_) => self.losses.add("property", 1),
            Note::Comment(_) | Note::Header(_) | Note::Move | Note::End(_) | Note::Warning(_) => {}
        }
    }

    fn remaining(&mut self, remaining: Remaining) {
        let (name, value) = match (remaining.side, remaining.left) {
            (Side::First, Left::Time(time)) => ("BL", write_decimal(time, 3)),
            (Side::Second, Left::Time(time)) => ("WL", write_decimal(time, 3)),
            (Side::First, Left::Moves(moves)) => ("OB", moves.to_string()),
            (Side::Second, Left::Moves(moves)) => ("OW", moves.to_string()),
        };
        self.property(name, &value);
    }

    fn mark(&mut self, mark: &Mark) {
        self.out.push_str(property::mark_name(mark.kind));
        if mark.spans.is_empty() {
            self.out.push_str("[]");
        }
        let mut labels = mark.labels.iter();
        for span in &mark.spans {
            self.out.push('[');
            match mark.kind {
                MarkKind::Arrow | MarkKind::Line => {
                    write_span(span.from.into(), &mut self.out);
                    self.out.push(':');
                    write_span(span.to.into(), &mut self.out);
                }
                MarkKind::Label => {
                    write_span(span.from.into(), &mut self.out);
                    self.out.push(':');
                    escape_part(labels.next().unwrap_or(""), &mut self.out);
                }
                _ => write_span(*span, &mut self.out),
            }
            self.out.push(']');
        }
    }

    fn setup(&mut self, setup: &Setup) {
        self.out.push_str(match setup.stone {
            Some(Side::First) => "AB",
            Some(Side::Second) => "AW",
            None => "AE",
        });
        for span in &setup.spans {
            self.out.push('[');
            write_span(*span, &mut self.out);
            self.out.push(']');
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.out.push('[');
        escape(value, &mut self.out);
        self.out.push(']');
    }

    /// A property whose values are still as they were in the file.
    fn raw_property(&mut self, property: &Property) {
        let name = property.name.as_bytes();
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().all(u8::is_ascii_alphanumeric);
        if !is_name || property.values.is_empty() {
            self.losses.add("property", 1);
            return;
        }
        self.out.push_str(&property.name);
        for value in &property.values {
            self.out.push('[');
            escape_raw(value, &mut self.out);
            self.out.push(']');
        }
    }
}

fn size_value(size: Size) -> String {
    match (size.columns(), size.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        (columns, rows) => format!("{columns}:{rows}"),
    }
}
