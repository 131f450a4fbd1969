//! Writing DhtmlXQ.

use std::borrow::Cow;

use super::headers::{TAGS, is_structure, key, spell, value};
use super::{FORMAT, position};
use crate::format::export::encode;
use crate::format::xiangqi::spelling::Line;
use crate::format::xiangqi::spelling::Spelling;
use crate::format::xiangqi::spelling::in_script;
use crate::format::xiangqi::spelling::lose_start;
use crate::format::xiangqi::spelling::properties;
use crate::format::{Export, Feature, Losses, WriteError, Written};
use crate::game::{Move, Position, Side};
use crate::record::{Key, NodeId, Record};
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
    losses.add(Feature::Properties.name(), properties(&record.tree));
    let spelling = Spelling::new(record, FORMAT.features, losses, |spelled| {
        let mv = spelled
            .mv
            .filter(|mv| mv.from.on_board() && mv.to.on_board())?;
        Some(position::digits(mv.from) + &position::digits(mv.to))
    })?;
    text.push_str("[DhtmlXQ]\n");
    write_headers(record, encoding, text, losses);
    write_start(record, text, losses);
    let lines = spelling.lines(record);
    for (number, line) in lines.iter().enumerate() {
        let moves: String = line.nodes.iter().map(|node| spelling.text(*node)).collect();
        let tag = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{}_{}_{number}", line.parent, line.ply),
        };
        write_tag(&tag, &moves, text);
    }
    for (number, line) in lines.iter().enumerate() {
        write_comments(record, number, line, text, losses);
    }
    text.push_str("[/DhtmlXQ]\n");
    Ok(())
}

/// Writes the tags: those that the file had, in its order, then what else is known.
fn write_headers(record: &Record, encoding: Encoding, text: &mut String, losses: &mut Losses) {
    let headers = &record.headers;
    for (name, usual) in [("ver", "www_dpxq_com"), ("init", "500,350")] {
        write_tag(name, headers.raw(name).unwrap_or(usual), text);
    }
    losses.add_unknown_headers(headers, is_name);
    let mut written = Vec::new();
    for entry in headers.entries() {
        let (name, raw) = (entry.name(), entry.value());
        match key(name) {
            _ if entry.is_unknown() && is_name(name) => {
                write_header(name, raw, text);
            }
            Some(key) if value(key, raw) == headers.get(key).unwrap_or("") => {
                write_header(name, &word(key, raw, encoding), text);
                written.push(key);
            }
            _ => {}
        }
    }
    let mut room = Vec::new();
    for &(key, name) in TAGS {
        room.push(key);
        if let Some(known) = headers.get(key).filter(|_| !written.contains(&key)) {
            write_header(name, &word(key, spell(key, known), encoding), text);
            written.push(key);
        }
    }
    losses.add_headers(record, &room);
}

/// The value of a tag. Results and kinds are words of the format, whatever the script of the texts.
fn word(key: Key, value: &str, encoding: Encoding) -> Cow<'_, str> {
    match key {
        Key::Result | Key::Kind => in_script(value, encoding),
        _ => Cow::Borrowed(value),
    }
}

/// Whether the name of a header can be that of a tag.
fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_structure(name)
        && !matches!(name, "ver" | "init")
}

fn write_header(name: &str, value: &str, text: &mut String) {
    write_tag(name, &escape(value), text);
}

/// Writes the position. What its digits cannot say, such as that black moves first where no piece moves, a FEN does.
fn write_start(record: &Record, text: &mut String, losses: &mut Losses) {
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
    lose_start(record, losses);
}

fn write_comments(
    record: &Record,
    number: usize,
    line: &Line,
    text: &mut String,
    losses: &mut Losses,
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
            losses.add(
                "comment's outer blank",
                usize::from(comment.ends_with('\n')),
            );
        }
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
