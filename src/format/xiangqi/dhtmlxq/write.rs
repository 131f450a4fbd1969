//! Writing DhtmlXQ.

use std::borrow::Cow;

use super::FORMAT;
use super::headers::is_structure;
use super::position;
use crate::format::export::encode;
use crate::format::headers::{self, Dialect};
use crate::format::ledger::Ledger;
use crate::format::xiangqi::written_moves::WrittenLine;
use crate::format::xiangqi::written_moves::WrittenMoves;
use crate::format::xiangqi::written_moves::derive_start;
use crate::format::xiangqi::written_moves::in_script;
use crate::format::{Export, Losses, WriteError, Written};
use crate::game::{Move, Position, Side};
use crate::record::{Key, NodeId, Note, Record};
use crate::text::source::Encoding;
use crate::text::source::UTF_8;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let mut text = String::new();
    let encoding = export.options.encoding.unwrap_or(UTF_8);
    for record in export.records {
        write_game(record, encoding, &mut text, &mut losses)?;
    }
    let bytes = encode(&text, encoding, &mut losses);
    Ok(Written { bytes, losses })
}

fn write_game(
    record: &Record,
    encoding: Encoding,
    text: &mut String,
    losses: &mut Losses,
) -> Result<(), WriteError> {
    let mut ledger = Ledger::new(record);
    let moves = WrittenMoves::new(FORMAT.name, record, &mut ledger, |moment| {
        let mv = moment
            .mv
            .filter(|mv| mv.from.on_board() && mv.to.on_board())?;
        Some(position::digits(mv.from) + &position::digits(mv.to))
    })?;
    text.push_str("[DhtmlXQ]\n");
    write_headers(record, encoding, text, &mut ledger);
    write_start(record, text);
    derive_start(record, &mut ledger);
    let lines = moves.lines();
    for (number, line) in lines.iter().enumerate() {
        let digits: String = line.nodes.iter().map(|node| moves.text(*node)).collect();
        let tag = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{}_{}_{number}", line.parent, line.ply),
        };
        write_tag(&tag, &digits, text);
    }
    for (number, line) in lines.iter().enumerate() {
        write_comments(record, number, line, text, &mut ledger);
    }
    text.push_str("[/DhtmlXQ]\n");
    ledger.finish(losses);
    Ok(())
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_headers(record: &Record, encoding: Encoding, text: &mut String, ledger: &mut Ledger<'_>) {
    for (name, usual) in [("ver", "www_dpxq_com"), ("init", "500,350")] {
        write_tag(name, record.headers.raw(name).unwrap_or(usual), text);
    }
    for header in Dialect::DhtmlXq.headers(record, ledger, is_tag) {
        // Results and kinds are words of the format, whatever the script of the texts.
        let value = match header.key {
            Some(Key::Result | Key::Kind) => in_script(header.value, encoding),
            _ => Cow::Borrowed(header.value),
        };
        write_tag(header.name, &escape(&value), text);
    }
}

/// Whether a header can be a tag: any of known meaning, and those whose names are like names of tags.
fn is_tag(header: &headers::Written<'_>) -> bool {
    let name = header.name;
    header.key.is_some()
        || (!header.redundant
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !is_structure(name)
            && !matches!(name, "ver" | "init"))
}

/// Writes the position. What its digits cannot say, such as that black moves first where no piece moves, a FEN does.
fn write_start(record: &Record, text: &mut String) {
    let Position::Xiangqi(start) = &record.start else {
        return;
    };
    let first = record
        .tree
        .first_child(NodeId::ROOT)
        .and_then(|first| record.tree.mv(first));
    let mover = first
        .and_then(Move::xiangqi)
        .and_then(|mv| start.piece(mv.from));
    let digits = position::write(start);
    let needs_fen = digits.is_none() || (mover.is_none() && start.side_to_move() == Side::Second);
    write_tag("binit", &digits.unwrap_or_default(), text);
    if needs_fen {
        write_tag("fen", &start.fen(), text);
    }
}

fn write_comments(
    record: &Record,
    number: usize,
    line: &WrittenLine,
    text: &mut String,
    ledger: &mut Ledger<'_>,
) {
    let root = (number == 0).then_some(NodeId::ROOT);
    for node in root.into_iter().chain(line.nodes.iter().copied()) {
        let ply = record.tree.ply(node);
        let tag = match number {
            0 => format!("comment{ply}"),
            _ => format!("comment{number}_{ply}"),
        };
        let comments: Vec<&str> = record.tree.comments(node).collect();
        let comment = comments.join("\n");
        if !comment.is_empty() {
            let escaped = escape(&comment).replace('|', "\\u007c");
            write_tag(&tag, &escaped.replace('\n', "||"), text);
            if comment.ends_with('\n') {
                ledger.change("comment's outer blank", node);
            }
        }
        ledger.wrote_notes(node, |note| matches!(note, Note::Comment(_)));
    }
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    text.push_str(&format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"));
}

/// Writes what would be read as something else by its number.
fn escape(text: &str) -> String {
    text.replace("\\u", "\\u005cu")
        .replace("[/DhtmlXQ", "\\u005b/DhtmlXQ")
        .replace("[DhtmlXQ", "\\u005bDhtmlXQ")
}
