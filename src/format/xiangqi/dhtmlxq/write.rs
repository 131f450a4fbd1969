//! Writing DhtmlXQ.

use super::{FORMAT, is_structure, position};
use crate::format::headers::{self, Dialect};
use crate::format::pass::Pass;
use crate::format::xiangqi::written_moves::{
    WrittenLine, WrittenMoves, derive_start, first_mover, value,
};
use crate::format::{Export, WriteError, Written};
use crate::game::{Position, Side, xiangqi};
use crate::record::{NodeId, Note, Record};
use crate::text::source::{Encoding, UTF_8};

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut text = String::new();
    let encoding = export.options.encoding.unwrap_or(UTF_8);
    let losses = export.write(&FORMAT, Position::xiangqi, |record, start, pass| {
        let moves = WrittenMoves::new(record, pass, |moment| {
            let mv = moment
                .mv
                .filter(|mv| mv.from.on_board() && mv.to.on_board())?;
            Some(position::digits(mv.from) + &position::digits(mv.to))
        });
        text.push_str("[DhtmlXQ]\n");
        write_headers(record, encoding, &mut text, pass);
        write_start(record, start, &mut text);
        derive_start(record, pass);
        let lines = moves.lines();
        for (number, line) in lines.iter().enumerate() {
            let digits: String = line.nodes.iter().map(|node| moves.text(*node)).collect();
            let tag = match number {
                0 => "movelist".to_owned(),
                _ => format!("move_{}_{}_{number}", line.parent, line.ply),
            };
            write_tag(&tag, &digits, &mut text);
        }
        for (number, line) in lines.iter().enumerate() {
            write_comments(record, number, line, &mut text, pass);
        }
        text.push_str("[/DhtmlXQ]\n");
        Ok(())
    })?;
    Ok(Written::encoded(&text, encoding, losses))
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_headers(record: &Record, encoding: Encoding, text: &mut String, pass: &mut Pass<'_>) {
    for (name, usual) in [("ver", "www_dpxq_com"), ("init", "500,350")] {
        write_tag(name, record.headers.raw(name).unwrap_or(usual), text);
    }
    for header in Dialect::DhtmlXq.headers(record, pass, is_tag) {
        write_tag(header.name, &escape(&value(&header, encoding)), text);
    }
}

/// Whether a header can be a tag: any of known meaning, and those whose names are like names of tags.
fn is_tag(header: &headers::OutputHeader<'_>) -> bool {
    let name = header.name;
    header.key.is_some()
        || (!header.redundant
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !is_structure(name)
            && !matches!(name, "ver" | "init"))
}

/// Writes the position, adding a FEN for what the digits cannot express, such as black moving first in a game without
/// moves.
fn write_start(record: &Record, start: &xiangqi::Position, text: &mut String) {
    let mover = first_mover(record);
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
    pass: &mut Pass<'_>,
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
                pass.change_at("comment's outer blank", node);
            }
        }
        pass.wrote_notes(node, |note| matches!(note, Note::Comment(_)));
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
