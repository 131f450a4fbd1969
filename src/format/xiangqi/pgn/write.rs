//! Writing PGN.

use std::borrow::Cow;

use super::FORMAT;
use super::tags::{STRUCTURE, TAGS, key, value};
use crate::format::export::encode;
use crate::format::xiangqi::movetext::is_unplayable;
use crate::format::xiangqi::results::end;
use crate::format::xiangqi::results::mainline_end;
use crate::format::xiangqi::spelling::Spelled;
use crate::format::xiangqi::spelling::Spelling;
use crate::format::xiangqi::spelling::in_script;
use crate::format::xiangqi::spelling::lose_start;
use crate::format::xiangqi::spelling::properties;
use crate::format::{Export, Feature, Losses, WriteError, Written};
use crate::game::xiangqi::notation::{Notation, Ranks, Script};
use crate::game::{Position, Side, xiangqi};
use crate::record::{Key, NodeId, Note, Record};
use crate::text::source::BIG5;
use crate::text::source::Encoding;
use crate::text::source::UTF_8;

/// The results that PGN knows, but for an open one.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A move that is not known.
const UNKNOWN: &str = "--";

/// PGN's numbers for glyphs, from `$1`.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let encoding = export.options.encoding.unwrap_or(UTF_8);
    let script = if encoding == BIG5 {
        Script::Traditional
    } else {
        Script::Simplified
    };
    let notation = choose_notation(export.options.version.as_deref(), script)?;
    let mut losses = Losses::default();
    let mut text = String::new();
    for (index, record) in export.records.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        write_game(record, (notation, encoding), &mut text, &mut losses)?;
    }
    let bytes = encode(&text, encoding, &mut losses);
    Ok(Written { bytes, losses })
}

fn choose_notation(version: Option<&str>, script: Script) -> Result<Notation, WriteError> {
    match version {
        None | Some("chinese") => Ok(Notation::Chinese(script)),
        Some("wxf") => Ok(Notation::Wxf),
        Some("iccs") => Ok(Notation::Iccs(Ranks::FromZero)),
        Some(other) => Err(WriteError(format!(
            "PGN is written with moves in chinese, wxf or iccs, not {other:?}"
        ))),
    }
}

fn write_game(
    record: &Record,
    (notation, encoding): (Notation, Encoding),
    text: &mut String,
    losses: &mut Losses,
) -> Result<(), WriteError> {
    lose_start(record, losses);
    let spelling = Spelling::new(record, FORMAT.features, losses, |spelled| {
        spell(record, spelled, notation)
    })?;
    write_tags(record, (notation, encoding), text, losses);
    text.push('\n');
    let mut body = Body {
        record,
        spelling: &spelling,
        text,
        losses,
        line: 0,
        properties: 0,
    };
    body.write();
    let kept = body.properties;
    losses.add(Feature::Properties.name(), properties(&record.tree) - kept);
    Ok(())
}

/// A move that its words do not bring back, such as one of the wrong side, is written as its squares.
fn spell(record: &Record, spelled: &Spelled<'_>, notation: Notation) -> Option<String> {
    let Some(mv) = spelled.mv else {
        let text = record.tree.unread(spelled.node);
        let text = text.filter(|text| is_unplayable(spelled.position, text));
        return Some(text.unwrap_or(UNKNOWN).to_owned());
    };
    if !mv.from.on_board() || !mv.to.on_board() {
        return None;
    }
    let text = notation.write(spelled.position, mv);
    if notation.parse(spelled.position, &text) == Ok(mv) {
        return Some(text);
    }
    Some(Notation::Iccs(Ranks::FromZero).write(spelled.position, mv))
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_tags(
    record: &Record,
    (notation, encoding): (Notation, Encoding),
    text: &mut String,
    losses: &mut Losses,
) {
    let headers = &record.headers;
    write_tag("Game", "Chinese Chess", text, losses);
    losses.add_unknown_headers(headers, is_name);
    let mut written = Vec::new();
    for entry in headers.entries() {
        let (name, raw) = (entry.name(), entry.value());
        match key(name) {
            _ if entry.is_unknown() && is_name(name) => {
                write_tag(name, raw, text, losses);
            }
            None => {}
            Some(key) if written.contains(&key) => {}
            Some(key) => {
                let known = headers.get(key).unwrap_or("");
                let same = value(key, raw) == known;
                let value = if same { raw } else { known };
                let value = match key {
                    Key::Result | Key::Kind => in_script(value, encoding),
                    _ => Cow::Borrowed(value),
                };
                write_tag(spelling(name), &value, text, losses);
                written.push(key);
            }
        }
    }
    let mut room = Vec::new();
    for &(key, name) in TAGS {
        room.push(key);
        if let Some(known) = headers.get(key).filter(|_| !written.contains(&key)) {
            write_tag(name, known, text, losses);
            written.push(key);
        }
    }
    losses.add_headers(record, &room);
    if let Position::Xiangqi(start) = &record.start
        && *start != xiangqi::Position::initial()
    {
        write_tag("FEN", &format!("{} - - 0 1", start.fen()), text, losses);
    }
    match notation {
        Notation::Wxf => write_tag("Format", "WXF", text, losses),
        Notation::Iccs(_) => write_tag("Format", "ICCS", text, losses),
        _ => {}
    }
}

/// Whether the name of a header can be that of a tag.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|next| next.is_ascii_alphanumeric() || next == '_')
        && !STRUCTURE.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// The name of a tag in the usual case.
fn spelling(name: &str) -> &str {
    let is_same = |(_, tag): &&(_, &'static str)| tag.eq_ignore_ascii_case(name);
    TAGS.iter().find(is_same).map_or(name, |(_, tag)| tag)
}

fn write_tag(name: &str, value: &str, text: &mut String, losses: &mut Losses) {
    let value = value.trim();
    losses.add("line break in a header", value.matches('\n').count());
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', " ");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// What is to be written next.
enum Next {
    /// The move of a node, then its alternatives, then what follows it.
    Move {
        node: NodeId,
        opens: bool,
    },
    /// What follows a node.
    After(NodeId),
    Close,
}

struct Body<'a> {
    record: &'a Record,
    spelling: &'a Spelling<'a>,
    text: &'a mut String,
    losses: &'a mut Losses,
    /// Where the current line begins.
    line: usize,
    /// How many properties are written: the results of lines.
    properties: usize,
}

impl Body<'_> {
    /// Writes the moves: a move, its alternatives in parentheses, and on from it.
    fn write(&mut self) {
        self.line = self.text.len();
        let is_alone = self.notes(NodeId::ROOT);
        if !is_alone {
            self.break_line();
        }
        let mut pending = vec![Next::After(NodeId::ROOT)];
        // A number is due after a comment or a parenthesis, and before each move of red.
        let mut number_due = true;
        while let Some(next) = pending.pop() {
            match next {
                Next::After(node) => {
                    let mut children = self.spelling.children(node);
                    let Some(first) = children.next() else {
                        continue;
                    };
                    pending.push(Next::After(first));
                    for child in children.rev() {
                        pending.push(Next::Close);
                        pending.push(Next::After(child));
                        pending.push(Next::Move {
                            node: child,
                            opens: true,
                        });
                    }
                    pending.push(Next::Move {
                        node: first,
                        opens: false,
                    });
                }
                Next::Move { node, opens } => {
                    if opens {
                        self.break_line();
                        self.text.push('(');
                        number_due = true;
                    }
                    self.number(node, number_due);
                    let text = self.spelling.text(node);
                    self.text.push_str(text);
                    let unread = self.record.tree.unread(node) == Some(text);
                    self.properties += usize::from(unread);
                    number_due = !self.notes(node);
                    self.text.push(' ');
                }
                Next::Close => {
                    self.trim();
                    self.text.push(')');
                    self.break_line();
                    number_due = true;
                }
            }
        }
        self.break_line();
        let result = mainline_end(self.record);
        let known = RESULTS.contains(&result);
        self.text.push_str(if known { result } else { "*" });
        self.text.push('\n');
    }

    /// Writes the number before a move where one belongs: `1. ` before red's, `1. ... ` before black's if it is due.
    fn number(&mut self, node: NodeId, due: bool) {
        let black_first = self.record.start.side_to_move() == Side::Second;
        let half = self.record.tree.ply(node) - 1 + u32::from(black_first);
        let red = half.is_multiple_of(2);
        if !red && !due {
            return;
        }
        let number = half / 2 + 1;
        if self.text.ends_with('(') {
            self.text.push_str(&format!("{number}. "));
        } else {
            self.break_line();
            self.text.push_str(&format!("{number:>3}. "));
        }
        if !red {
            self.text.push_str("... ");
        }
    }

    /// Writes what is noted on a node; returns whether nothing was written but signs.
    fn notes(&mut self, node: NodeId) -> bool {
        let mut is_alone = true;
        for note in self.record.tree.notes(node) {
            match note {
                Note::Comment(comment) => {
                    self.comment(comment);
                    is_alone = false;
                }
                Note::Glyph(glyph) => self.glyph(glyph, is_alone && node != NodeId::ROOT),
                note => self.result(node, note),
            }
        }
        is_alone
    }

    /// Writes the result of a line. That of the mainline comes last.
    fn result(&mut self, node: NodeId, note: &Note) {
        let Some(result) = end(note).filter(|result| RESULTS.contains(result)) else {
            return;
        };
        let tree = &self.record.tree;
        if !tree.on_mainline(node) {
            self.text.push_str(&format!(" {result}"));
            self.properties += 1;
        } else if node == tree.mainline_end() && tree.notes(node).find_map(end) == Some(result) {
            self.properties += 1;
        }
    }

    /// A sign goes right behind the move, elsewhere its number is written.
    fn glyph(&mut self, glyph: &str, after_move: bool) {
        let number = GLYPHS.iter().position(|known| *known == glyph);
        let is_number = glyph.strip_prefix('$').is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        match number {
            Some(_) if after_move && !self.text.ends_with(['!', '?']) => self.text.push_str(glyph),
            Some(number) => self.text.push_str(&format!(" ${}", number + 1)),
            None if is_number => self.text.push_str(&format!(" {glyph}")),
            None => self.losses.add("glyph", 1),
        }
    }

    /// Writes a comment. A closing brace would end it, and readers take off the blanks around it.
    fn comment(&mut self, comment: &str) {
        let trimmed = comment.trim_matches(|character: char| character.is_ascii_whitespace());
        let braces = trimmed.matches('}').count();
        self.losses.add("closing brace in a comment", braces);
        self.losses
            .add("comment's outer blank", usize::from(trimmed != comment));
        if !trimmed.is_empty() {
            self.text
                .push_str(&format!(" {{{}}}", trimmed.replace('}', "｝")));
        }
    }

    /// Ends the line, unless it is empty.
    fn break_line(&mut self) {
        self.trim();
        if self.text.len() > self.line {
            self.text.push('\n');
        }
        self.line = self.text.len();
    }

    fn trim(&mut self) {
        while self.text.len() > self.line && self.text.ends_with(' ') {
            self.text.pop();
        }
    }
}
