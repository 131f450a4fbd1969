//! Writing DhtmlXQ.

use super::{is_structure, position};
use crate::format::headers::{self, Dialect};
use crate::format::pass::Pass;
use crate::format::xiangqi::written_moves::{
    LineWriter, WrittenMoves, derive_start, first_mover, value,
};
use crate::format::{LossKind, WriteError};
use crate::game::{Position, Side, xiangqi};
use crate::record::{Note, Order, Record};

pub(super) fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(Position::xiangqi)?);
    let moves = WrittenMoves::new(record, |_, mv, _| {
        let mv = mv.filter(|mv| mv.from.on_board() && mv.to.on_board())?;
        Some(position::digits(mv.from) + &position::digits(mv.to))
    });
    text.push_str("[DhtmlXQ]\n");
    write_headers(record, text, pass);
    write_start(record, start, text);
    derive_start(pass);
    let mut writer = LineWriter::new(&moves, write_comments());
    pass.write(Order::BehindMove, moves.kept(), &mut writer);
    for (number, line) in writer.lines.iter().enumerate() {
        let digits: String = line.nodes.iter().map(|node| moves.text(*node)).collect();
        let tag = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{}_{}_{number}", line.parent, line.ply),
        };
        write_tag(&tag, &digits, text);
    }
    for line in &writer.lines {
        text.push_str(&line.notes);
    }
    text.push_str("[/DhtmlXQ]\n");
    Ok(())
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_headers(record: &Record, text: &mut String, pass: &mut Pass<'_>) {
    for (name, usual) in [("ver", "www_dpxq_com"), ("init", "500,350")] {
        write_tag(name, record.headers.raw(name).unwrap_or(usual), text);
    }
    for header in Dialect::DhtmlXq.headers(record, pass, is_tag) {
        write_tag(header.name, &escape(&value(&header, pass.to.encoding)), text);
    }
}

/// Whether a header can be a tag: any of known meaning, and those whose names are like names of tags.
fn is_tag(header: &headers::WrittenHeader<'_>) -> bool {
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

/// Writes all comments of a node as one.
fn write_comments() -> impl FnMut(&mut Pass<'_>, &Note, usize, &mut String) -> bool {
    let mut last = None;
    move |pass, note, number, text| {
        let (tree, node) = (&pass.record.tree, pass.node());
        if !matches!(note, Note::Comment(_)) || last.replace(node) == Some(node) {
            return matches!(note, Note::Comment(_));
        }
        let ply = tree.ply(node);
        let tag = match number {
            0 => format!("comment{ply}"),
            _ => format!("comment{number}_{ply}"),
        };
        let comments: Vec<&str> = tree.comments(node).collect();
        let comment = comments.join("\n");
        if !comment.is_empty() {
            let escaped = escape(&comment).replace('|', "\\u007c");
            write_tag(&tag, &escaped.replace('\n', "||"), text);
            if comment.ends_with('\n') {
                pass.change(LossKind::OuterBlank);
            }
        }
        true
    }
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    text.push_str(&format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"));
}

/// Escapes signs that would be read as a tag or an escape.
fn escape(text: &str) -> String {
    text.replace("\\u", "\\u005cu")
        .replace("[/DhtmlXQ", "\\u005b/DhtmlXQ")
        .replace("[DhtmlXQ", "\\u005bDhtmlXQ")
}
