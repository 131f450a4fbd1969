//! Writing: `spaced`, a move from the next by a space, or `compact`.

use std::borrow::Cow;

use super::moves::sign;
use super::{FIELDS, FORMAT, board};
use crate::format::headers::Dialect;
use crate::format::ledger::Ledger;
use crate::format::xiangqi::written_moves;
use crate::format::xiangqi::written_moves::{
    WrittenLine, WrittenMoves, derive_start, in_script, mainline_end,
};
use crate::format::{Export, WriteError, Written};
use crate::game::xiangqi::notation::{Notation, NotationError};
use crate::game::{Position, Side, xiangqi};
use crate::record::{Key, NodeId, Note, Outcome, Record};
use crate::text::source::{Encoding, UTF_8};

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let compact = match export.options.version.as_deref() {
        None | Some("spaced") => false,
        Some("compact") => true,
        Some(other) => {
            return Err(WriteError(format!(
                "the text manual is written spaced or compact, not {other:?}"
            )));
        }
    };
    let mut text = String::new();
    let encoding = export.options.encoding.unwrap_or(UTF_8);
    let losses = export.write(&FORMAT, Position::xiangqi, |record, start, ledger| {
        derive_start(record, ledger);
        let moves = WrittenMoves::new(record, ledger, |moment| {
            let Some(mv) = moment.mv else {
                let text = record.tree.unread(moment.node)?;
                return is_unplayable(moment.position, text).then(|| text.to_owned());
            };
            let text = Notation::Letters.write(moment.position, mv);
            (Notation::Letters.parse(moment.position, &text) == Ok(mv)).then_some(text)
        });
        write_header(record, encoding, &mut text, ledger);
        write_position(start, &mut text, ledger);
        let lines = moves.lines();
        write_body(record, &moves, &lines, compact, &mut text, ledger);
        write_comments(record, &lines, &mut text, ledger);
        Ok(())
    })?;
    Ok(Written::encoded(&text, encoding, losses))
}

/// Whether a text is what the reader left out as no move, and will leave out again.
fn is_unplayable(position: &xiangqi::Position, text: &str) -> bool {
    let is_shaped = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_shaped
        && Notation::Letters
            .parse(position, text)
            .is_err_and(|error| !matches!(error, NotationError::Ambiguous(_)))
}

/// Writes the fields, unless all are empty.
fn write_header(record: &Record, encoding: Encoding, text: &mut String, ledger: &mut Ledger<'_>) {
    let headers = Dialect::Manual.headers(record, ledger, |header| header.key.is_some());
    let value = |key| {
        let mut headers = headers.iter();
        let header = headers.find(|header| header.key == Some(key));
        header.map_or(Cow::Borrowed(""), |header| {
            written_moves::value(header, encoding)
        })
    };
    let fields = FIELDS.map(|key| (key, field(key, &value(key), ledger)));
    // The end of the moves names the winner, too.
    let end = Outcome::by_name(mainline_end(record));
    let says_result = end.is_some_and(|end| sign(end).is_some())
        && record.headers.get(Key::Result) == Some(mainline_end(record));
    let is_said =
        |(key, value): &(Key, String)| !(value.is_empty() || says_result && *key == Key::Result);
    if fields.iter().any(is_said) {
        let first = match record.start.side_to_move() {
            Side::First => in_script("红先", encoding),
            Side::Second => Cow::Borrowed("黑先"),
        };
        for value in fields.iter().map(|(_, value)| &**value).chain([&*first]) {
            text.push_str(&format!("#{value}\n"));
        }
    }
}

/// Writes the position, unless it is the usual one.
fn write_position(start: &xiangqi::Position, text: &mut String, ledger: &mut Ledger<'_>) {
    let points = board::write(start);
    if points != board::write(&xiangqi::Position::initial()) {
        if board::write(&board::parse(&points).0) != points {
            ledger.change("starting position", NodeId::ROOT);
        }
        text.push_str(&format!("#@{points}@#\n"));
    }
}

/// A field cannot hold a `#`, and it is a line.
fn field(key: Key, value: &str, ledger: &mut Ledger<'_>) -> String {
    let name = Dialect::Manual.name(key).unwrap_or("");
    let value = value.trim();
    if value.contains('#') {
        ledger.change_of("# in a text", name);
    }
    if value.contains('\n') {
        ledger.change_of("line break in a header", name);
    }
    value.replace('#', "＃").replace('\n', " ")
}

fn write_body(
    record: &Record,
    moves: &WrittenMoves<'_>,
    lines: &[WrittenLine],
    compact: bool,
    text: &mut String,
    ledger: &mut Ledger<'_>,
) {
    text.push_str("##\n");
    for (number, line) in lines.iter().enumerate() {
        match number {
            0 if record.start.side_to_move() == Side::Second => text.push_str("#0!"),
            0 => text.push_str("#0"),
            _ => text.push_str(&format!("#{number}#{}-{}", line.parent, line.ply)),
        }
        text.push_str(match (line.nodes.is_empty(), compact) {
            (true, _) => "",
            (false, true) => "#",
            (false, false) => " ",
        });
        let words: Vec<&str> = line.nodes.iter().map(|node| moves.text(*node)).collect();
        text.push_str(&words.join(if compact { "" } else { " " }));
        let last = line.nodes.last().copied().unwrap_or(NodeId::ROOT);
        if let Some(end) = line_end(record, number, last, ledger) {
            text.push_str(if compact { "" } else { " " });
            text.push_str(end);
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
}

/// How a line ends: from its last node, or for the mainline from the headers.
fn line_end(
    record: &Record,
    number: usize,
    last: NodeId,
    ledger: &mut Ledger<'_>,
) -> Option<&'static str> {
    let mut notes = record.tree.numbered_notes(last);
    let own = notes.find_map(|(id, note)| match note {
        Note::Result(outcome) => Some((id, *outcome)),
        _ => None,
    });
    if let Some((id, outcome)) = own {
        let sign = sign(outcome)?;
        ledger.wrote_note(id);
        return Some(sign);
    }
    let result = record.headers.get(Key::Result).filter(|_| number == 0)?;
    sign(Outcome::by_name(result)?)
}

fn write_comments(
    record: &Record,
    lines: &[WrittenLine],
    text: &mut String,
    ledger: &mut Ledger<'_>,
) {
    text.push_str("##\n");
    for (number, line) in lines.iter().enumerate() {
        let root = (number == 0).then_some(NodeId::ROOT);
        for node in root.into_iter().chain(line.nodes.iter().copied()) {
            let place = format!("#{number}-{}", record.tree.ply(node));
            for (id, note) in record.tree.numbered_notes(node) {
                if let Note::Comment(comment) = note
                    && !comment.trim().is_empty()
                {
                    write_comment(&place, node, comment, text, ledger);
                    ledger.wrote_note(id);
                }
            }
        }
    }
}

fn write_comment(
    place: &str,
    node: NodeId,
    comment: &str,
    text: &mut String,
    ledger: &mut Ledger<'_>,
) {
    let trimmed = comment.trim();
    for _ in comment.matches('#') {
        ledger.change("# in a text", node);
    }
    if trimmed != comment {
        ledger.change("comment's outer blank", node);
    }
    let trimmed = trimmed.replace('#', "＃");
    text.push_str(&format!("{place} {trimmed}\n"));
}
