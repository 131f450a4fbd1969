//! Writes FF[4] in UTF-8.

use super::value::{
    SPECIAL, SPECIAL_IN_PART, escape, escape_opened, escape_raw, find_eval, write_ends, write_span,
};
use super::{FORMAT, property};
use crate::format::WriteError;
use crate::format::go::shown_size;
use crate::format::headers::Dialect;
use crate::format::pass::{GameWriter, Pass};
use crate::game::go::Size;
use crate::game::{Move, Position, Side};
use crate::record::{
    Eval, Key, Left, Mark, MarkKind, NodeId, Note, Order, Property, Record, Remaining, Setup,
    decimal,
};
use crate::text::scan::is_number;

/// The length in bytes, about ten moves, after which a line is broken between two nodes.
const LINE: usize = 70;

/// Properties that are always written, replacing those of the file: the text is UTF-8 now.
const FIXED: [(&str, &str); 3] = [("FF", "4"), ("GM", "1"), ("CA", "UTF-8")];

pub(super) fn write(pass: &mut Pass<'_>, out: &mut String) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(Position::go)?);
    let mut notes = record.tree.notes(NodeId::ROOT);
    // A web page may contain an SGF record.
    let native =
        pass.to.source.name == FORMAT.name || notes.any(|note| matches!(note, Note::Header(_)));
    let mut writer = SgfWriter {
        record,
        size: start.size(),
        native,
        line: 0,
        value: 0,
        out,
        is_commented: false,
    };
    writer.out.push('(');
    pass.write(Order::AtFork, |_| true, &mut writer);
    out.push_str(")\n");
    Ok(())
}

struct SgfWriter<'a> {
    record: &'a Record,
    size: Size,
    /// Whether the file's headers are among the notes, as in SGF. Others are written from what dapu understood of them.
    native: bool,
    out: &'a mut String,
    /// The start of the current line.
    line: usize,
    /// The start of the last value.
    value: usize,
    /// Whether the comments of the node are written.
    is_commented: bool,
}

impl SgfWriter<'_> {
    fn break_long_line(&mut self) {
        if self.out.len() - self.line > LINE {
            self.break_line();
        }
    }

    fn break_line(&mut self) {
        if self.line < self.out.len() {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    /// Writes the properties that every root needs and this one lacks.
    fn root(&mut self, pass: &mut Pass<'_>) {
        let record = self.record;
        let notes = record.tree.notes(NodeId::ROOT);
        let headers = notes.filter_map(|note| match note {
            Note::Header(index) => record.headers.entries().get(*index as usize),
            _ => None,
        });
        let names = headers.map(|entry| property::header_name(entry.name()));
        let written: Vec<_> = names.collect();
        let missing = |name: &str| !written.iter().any(|header| header == name);
        for (name, value) in FIXED.into_iter().filter(|(name, _)| missing(name)) {
            self.property(name, value);
        }
        if !self.native {
            self.property("AP", concat!("dapu:", env!("CARGO_PKG_VERSION")));
        }
        if missing("SZ") {
            self.property("SZ", &size_value(self.size));
        }
        self.headers(pass);
    }

    /// Writes the headers that are not among the notes: those of another format, or of a new game.
    fn headers(&mut self, pass: &mut Pass<'_>) {
        let (native, known) = (self.native, &self.record.headers);
        let headers = Dialect::Sgf.headers(self.record, pass, |header| {
            header.key.is_some_and(|key| !native || known.is_own(key))
        });
        for header in headers {
            self.break_long_line();
            match header.key {
                Some(Key::Size) => {}
                Some(Key::TimeControl) => self.time(header.value),
                _ => self.property(header.name, header.value),
            }
        }
    }

    /// Writes the main time, which is a number of seconds in `TM`, and what follows it.
    fn time(&mut self, value: &str) {
        let (main, over) = value.split_once(", ").unwrap_or((value, ""));
        if !is_number(main) {
            return self.property("OT", value);
        }
        self.property("TM", main);
        if !over.is_empty() {
            self.property("OT", over);
        }
    }

    /// Whether this evaluation comes from a comment or a program's property before it.
    fn is_noted(&self, node: NodeId, eval: Eval) -> bool {
        let tree = &self.record.tree;
        let before = tree.notes(node).take_while(|note| !matches!(note, Note::Eval(_)));
        let mover = tree.mv(node).and_then(Move::go).map(|mv| mv.side);
        mover.is_some_and(|mover| find_eval(before, mover) == Some(eval))
    }

    /// A node's move, as the file has it if it could not be read.
    fn mv(&mut self, node: NodeId) {
        let tree = &self.record.tree;
        if let Some(Move::Go(mv)) = tree.mv(node) {
            self.out.push_str(letter(mv.side));
            self.value(|out| {
                if let Some(point) = mv.point {
                    write_span((point.column, point.row).into(), out);
                }
            });
        } else if let Some((text, side)) = tree.unread(node).zip(tree.unread_mover(node)) {
            self.out.push_str(letter(side));
            self.value(|out| escape_raw(text, out));
        }
    }

    /// Writes a value in its brackets.
    fn value(&mut self, write: impl FnOnce(&mut String)) {
        self.out.push('[');
        self.value = self.out.len();
        write(self.out);
        self.out.push(']');
    }

    /// Writes all comments of a node as one, because SGF allows only one.
    fn comment(&mut self, node: NodeId) {
        let comments: Vec<&str> = self.record.tree.comments(node).collect();
        let mut text = comments.join("\n");
        // The reader removes one line end.
        if text.ends_with('\n') {
            text.push('\n');
        }
        self.property("C", &text);
    }

    fn header(&mut self, index: usize) {
        let Some(entry) = self.record.headers.entries().get(index) else {
            return;
        };
        if entry.key().is_some_and(|key| self.record.headers.is_own(key)) {
            return;
        }
        self.break_long_line();
        let name = property::header_name(entry.name());
        match FIXED.into_iter().find(|(fixed, _)| *fixed == name) {
            Some((name, value)) => self.property(name, value),
            None if name == "SZ" => self.property(&name, &size_value(self.size)),
            None => self.property(&name, entry.value()),
        }
    }

    fn remaining(&mut self, remaining: Remaining) {
        let side = remaining.side;
        match remaining.left {
            Left::Time(time) => self.property(side.pick("BL", "WL"), &decimal(time, 3)),
            Left::Moves(moves) => self.property(side.pick("OB", "OW"), &moves.to_string()),
        }
    }

    fn mark(&mut self, mark: &Mark) {
        self.out.push_str(property::mark_name(mark.kind));
        if mark.spans.is_empty() {
            self.value(|_| {});
        }
        let mut labels = mark.labels.iter();
        for span in &mark.spans {
            self.value(|out| match mark.kind {
                MarkKind::Arrow | MarkKind::Line => write_ends(*span, out),
                MarkKind::Label => {
                    write_span(span.from.into(), out);
                    out.push(':');
                    escape(labels.next().unwrap_or(""), SPECIAL_IN_PART, out);
                }
                _ => write_span(*span, out),
            });
        }
    }

    fn setup(&mut self, setup: &Setup) {
        self.out.push_str(setup.stone.map_or("AE", |side| side.pick("AB", "AW")));
        for span in &setup.spans {
            self.value(|out| write_span(*span, out));
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        self.out.push_str(name);
        self.value(|out| escape(value, SPECIAL, out));
    }

    /// Writes a property whose values are still as in the file. Returns `false` if it is not valid.
    fn raw_property(&mut self, pass: &mut Pass<'_>, property: &Property) -> bool {
        let name = property.name.as_bytes();
        let is_name = name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().all(u8::is_ascii_alphanumeric);
        if !is_name || property.values.is_empty() {
            return false;
        }
        // A header may be in a node other than the root.
        if let Some(key) = Dialect::Sgf.key(&property.name) {
            pass.wrote_key(key);
        }
        if name.iter().any(u8::is_ascii_lowercase) && self.out.ends_with(']') {
            // Otherwise a name in small letters would be read as a part of the text.
            self.out.pop();
            escape_opened(self.out, self.value);
            self.out.push(']');
        }
        self.out.push_str(&property.name);
        for value in &property.values {
            self.value(|out| escape_raw(value, out));
        }
        true
    }
}

impl GameWriter for SgfWriter<'_> {
    fn open(&mut self, _pass: &mut Pass<'_>) {
        self.break_line();
        self.out.push('(');
    }

    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let mut notes = self.record.tree.notes(node);
        let is_root =
            |note: &Note| matches!(note, Note::Property(one) if matches!(&*one.name, "FF" | "GM"));
        if !self.out.ends_with('(') {
            self.break_long_line();
        } else if node != NodeId::ROOT && notes.any(is_root) {
            // Otherwise it would look like the next game.
            self.out.push('\n');
        }
        self.out.push(';');
        self.is_commented = false;
        let mut notes = self.record.tree.notes(node);
        if !notes.any(|note| matches!(note, Note::Move)) {
            self.mv(node);
        }
        if node == NodeId::ROOT {
            self.root(pass);
        }
        true
    }

    /// Writes a note, if SGF has a property for it.
    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        let node = pass.node();
        match note {
            Note::Move => self.mv(node),
            Note::Header(index) => self.header(*index as usize),
            Note::Comment(_) if std::mem::replace(&mut self.is_commented, true) => {}
            Note::Comment(_) => self.comment(node),
            Note::Eval(eval) if self.is_noted(node, *eval) => {}
            Note::Bookmark(text) => self.property("N", text),
            Note::Remaining(remaining) => self.remaining(*remaining),
            Note::Eval(Eval::Centipawns(points)) => self.property("V", &decimal(*points, 2)),
            Note::Eval(Eval::WinRate(rate)) => self.property("SBKV", &decimal(*rate, 2)),
            Note::Glyph(sign) => match property::judgement(sign) {
                Some((name, value)) => self.property(name, value),
                None => return false,
            },
            Note::Mark(mark) => self.mark(mark),
            Note::Setup(setup) => self.setup(setup),
            Note::Turn(side) => self.property("PL", letter(*side)),
            Note::Number(number) => self.property("MN", &number.to_string()),
            Note::Property(property) => return self.raw_property(pass, property),
            _ => return false,
        }
        true
    }

    fn end_node(&mut self, pass: &mut Pass<'_>) {
        if pass.node() == NodeId::ROOT {
            self.break_line();
        }
    }

    fn close(&mut self) {
        self.out.push(')');
    }
}

fn letter(side: Side) -> &'static str {
    side.pick("B", "W")
}

fn size_value(size: Size) -> String {
    shown_size(size).replace('x', ":")
}
