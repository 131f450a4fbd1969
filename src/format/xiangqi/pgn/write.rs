//! Writing PGN.

use super::is_structure;
use crate::format::headers::{self, Dialect};
use crate::format::pass::{GameWriter, Pass};
use crate::format::xiangqi::movetext::{glyph_number, is_unplayable};
use crate::format::xiangqi::written_moves::{
    WrittenMoves, derive_start, is_pass, mainline_end, value,
};
use crate::format::{LossKind, WriteError, commands};
use crate::game::xiangqi::notation::{Notation, Ranks, Script};
use crate::game::{Position, Side, xiangqi};
use crate::record::{NodeId, Note, Order, Outcome, Record};
use crate::text::scan::is_number;
use crate::text::source::{BIG5, Encoding};

/// The results that PGN knows, but for an open one.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A move that is not known.
const UNKNOWN: &str = "--";

pub(super) fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let encoding = pass.to.encoding;
    let notation = match pass.to.options.version.as_deref() {
        None | Some("chinese") if encoding == BIG5 => Notation::Chinese(Script::Traditional),
        None | Some("chinese") => Notation::Chinese(Script::Simplified),
        Some("wxf") => Notation::Wxf,
        Some("iccs") => Notation::Iccs(Ranks::FromZero),
        Some(other) => {
            let message = "PGN is written with moves in chinese, wxf or iccs, not";
            return Err(WriteError(format!("{message} {other:?}")));
        }
    };
    let (record, start) = (pass.record, pass.start(Position::xiangqi)?);
    derive_start(pass);
    let moves = WrittenMoves::new(record, |position, mv, node| {
        move_text(record.tree.unread(node), position, mv, notation)
    });
    write_tags(record, start, (notation, encoding), text, pass);
    text.push('\n');
    let mut writer = PgnWriter { record, moves: &moves, text, is_due: true, has_only_glyphs: true };
    pass.write(Order::BehindMove, moves.kept(), &mut writer);
    writer.break_line();
    let result = mainline_end(record);
    let is_known = RESULTS.contains(&result);
    text.push_str(if is_known { result } else { "*" });
    text.push('\n');
    Ok(())
}

/// A move that its words do not bring back, such as one of the wrong side, is written as its squares.
fn move_text(
    unread: Option<&str>,
    position: &xiangqi::Position,
    mv: Option<xiangqi::Move>,
    notation: Notation,
) -> Option<String> {
    let Some(mv) = mv else {
        let text = unread.filter(|text| is_unplayable(position, text));
        return Some(text.unwrap_or(UNKNOWN).to_owned());
    };
    if !mv.from.on_board() || !mv.to.on_board() {
        return None;
    }
    let text = notation.write(position, mv);
    Some(match notation.parse(position, &text) == Ok(mv) {
        true => text,
        false => Notation::Iccs(Ranks::FromZero).write(position, mv),
    })
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_tags(
    record: &Record,
    start: &xiangqi::Position,
    (notation, encoding): (Notation, Encoding),
    text: &mut String,
    pass: &mut Pass<'_>,
) {
    let headers = Dialect::Pgn.headers(record, pass, is_tag);
    if !headers.iter().any(|header| header.name.eq_ignore_ascii_case("Game")) {
        write_tag("Game", "Chinese Chess", text, pass);
    }
    for header in headers {
        write_tag(header.name, &value(&header, encoding), text, pass);
    }
    if *start != xiangqi::Position::initial() || record.first_number > 1 {
        let round = record.first_number.div_ceil(2);
        write_tag("FEN", &format!("{} - - 0 {round}", start.fen()), text, pass);
        pass.has_number = !record.first_number.is_multiple_of(2);
    }
    let format = match notation {
        Notation::Wxf => "WXF",
        Notation::Iccs(_) => "ICCS",
        _ => return,
    };
    write_tag("Format", format, text, pass);
}

/// Whether a header can be a tag: any of known meaning, and those whose names are like names of tags.
fn is_tag(header: &headers::WrittenHeader<'_>) -> bool {
    let name = header.name;
    let is_odd = name.contains(|next: char| !next.is_ascii_alphanumeric() && next != '_');
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic()) && !is_odd;
    let is_free = !is_structure(name) || name.eq_ignore_ascii_case("Game");
    header.key.is_some() || (!header.redundant && is_name && is_free)
}

fn write_tag(name: &str, value: &str, text: &mut String, pass: &mut Pass<'_>) {
    let lines = value.trim();
    if lines.contains('\n') {
        pass.change_of(LossKind::HeaderBreak, name);
    }
    let escaped = lines.replace('\\', "\\\\").replace('"', "\\\"");
    let value = escaped.replace('\n', " ");
    text.push_str(&format!("[{name} \"{value}\"]\n"));
}

/// Writes the moves: a move, its alternatives in parentheses, and on from it.
struct PgnWriter<'a> {
    record: &'a Record,
    moves: &'a WrittenMoves,
    text: &'a mut String,
    /// Whether a number is due, as after a comment or a parenthesis.
    is_due: bool,
    /// Whether nothing but glyphs and results is written about the node.
    has_only_glyphs: bool,
}

impl PgnWriter<'_> {
    /// Writes the number before a move where one belongs: `1. ` before red's, `1. ... ` before black's if it is due.
    fn number(&mut self, node: NodeId) {
        let black_first = self.record.start.side_to_move() == Side::Second;
        let before = (self.record.first_number.div_ceil(2) - 1) * 2;
        let half = before + self.record.tree.ply(node) - 1 + u32::from(black_first);
        let red = half.is_multiple_of(2);
        if !red && !self.is_due {
            return;
        }
        let number = half / 2 + 1;
        let is_first = self.text.ends_with('(');
        if !is_first {
            self.break_line();
        }
        let width = if is_first { 0 } else { 3 };
        let dots = if red { "" } else { "... " };
        self.text.push_str(&format!("{number:>width$}. {dots}"));
    }

    /// Writes the result of a line, if PGN has it. That of the mainline comes last.
    fn result(&mut self, node: NodeId, outcome: Outcome) -> bool {
        let is_known = outcome == Outcome::Open || RESULTS.contains(&outcome.name());
        let tree = &self.record.tree;
        let is_last = !tree.children(node).any(|child| self.moves.has(child));
        if is_known && is_last && !tree.on_mainline(node) {
            self.text.push_str(&format!(" {}", outcome.name()));
            return true;
        }
        is_known && node == tree.mainline_end() && mainline_end(self.record) == outcome.name()
    }

    /// A glyph is written right after the move, otherwise its number.
    fn glyph(&mut self, glyph: &str, after_move: bool) -> bool {
        let number = glyph_number(glyph);
        let is_suffix = glyph.starts_with(['!', '?']) && after_move;
        let is_number = glyph.strip_prefix('$').is_some_and(is_number);
        match number {
            Some(_) if is_suffix && !self.text.ends_with(['!', '?']) => self.text.push_str(glyph),
            Some(number) => self.text.push_str(&format!(" ${number}")),
            None if is_number => self.text.push_str(&format!(" {glyph}")),
            None => return false,
        }
        true
    }

    /// Writes a comment. A closing brace would end it, and readers take off the blanks around it.
    fn comment(&mut self, pass: &mut Pass<'_>, comment: &str) -> bool {
        let trimmed = comment.trim_matches(|character: char| character.is_ascii_whitespace());
        if trimmed.is_empty() {
            return false;
        }
        for _ in trimmed.matches('}') {
            pass.change(LossKind::ClosingBrace);
        }
        if trimmed != comment {
            pass.change(LossKind::OuterBlank);
        }
        let text = trimmed.replace('}', "｝");
        self.text.push_str(&format!(" {{{text}}}"));
        true
    }

    /// Ends the line, unless it is empty.
    fn break_line(&mut self) {
        self.trim();
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn trim(&mut self) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
    }
}

impl GameWriter for PgnWriter<'_> {
    fn open(&mut self, _pass: &mut Pass<'_>) {
        self.break_line();
        self.text.push('(');
        self.is_due = true;
    }

    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        self.has_only_glyphs = true;
        if node != NodeId::ROOT {
            self.number(node);
            self.text.push_str(self.moves.write(pass));
        }
        true
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        let node = pass.node();
        let is_move = node != NodeId::ROOT;
        let is_written = match note {
            Note::Comment(comment) => self.comment(pass, comment),
            Note::Glyph(glyph) => self.glyph(glyph, self.has_only_glyphs && is_move),
            Note::Result(outcome) => self.result(node, *outcome),
            Note::Turn(_) => return is_pass(pass),
            note => {
                // Before the first move, the other side is taken to have moved.
                let side = pass.before().side_to_move();
                let mover = if is_move { side } else { side.other() };
                let command = commands::write(note, mover);
                let comment = command.map(|command| format!(" {{{command}}}"));
                self.text.push_str(comment.as_deref().unwrap_or(""));
                comment.is_some()
            }
        };
        self.has_only_glyphs &= !is_written || matches!(note, Note::Glyph(_) | Note::Result(_));
        is_written
    }

    fn end_node(&mut self, pass: &mut Pass<'_>) {
        let is_root = pass.node() == NodeId::ROOT;
        self.is_due = is_root || !self.has_only_glyphs;
        self.text.push_str(if is_root { "" } else { " " });
    }

    fn close(&mut self) {
        self.trim();
        self.text.push(')');
        self.break_line();
        self.is_due = true;
    }
}
