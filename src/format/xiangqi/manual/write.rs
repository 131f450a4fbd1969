//! Writing: `spaced`, a move from the next by a space, or `compact`.

use std::borrow::Cow;

use super::{FIELDS, FORMAT, board, read};
use crate::format::export::encode;
use crate::format::xiangqi::results::end;
use crate::format::xiangqi::results::mainline_end;
use crate::format::xiangqi::spelling::Line;
use crate::format::xiangqi::spelling::Spelling;
use crate::format::xiangqi::spelling::in_script;
use crate::format::xiangqi::spelling::lose_start;
use crate::format::xiangqi::spelling::properties;
use crate::format::{Export, Feature, Losses, WriteError, Written};
use crate::game::xiangqi::notation::{Notation, NotationError};
use crate::game::{Position, Side, xiangqi};
use crate::record::{Key, NodeId, Record};
use crate::text::source::Encoding;
use crate::text::source::UTF_8;

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
    let mut losses = Losses::default();
    let record = export.only_record(&mut losses)?;
    lose_start(record, &mut losses);
    let spelling = Spelling::new(record, FORMAT.features, &mut losses, |spelled| {
        let Some(mv) = spelled.mv else {
            let text = record.tree.unread(spelled.node)?;
            return is_unplayable(spelled.position, text).then(|| text.to_owned());
        };
        let text = Notation::Letters.write(spelled.position, mv);
        (Notation::Letters.parse(spelled.position, &text) == Ok(mv)).then_some(text)
    })?;
    let mut text = String::new();
    let encoding = export.options.encoding.unwrap_or(UTF_8);
    write_header(record, encoding, &mut text, &mut losses);
    let lines = spelling.lines(record);
    write_body(record, &spelling, &lines, compact, &mut text, &mut losses);
    write_comments(record, &lines, &mut text, &mut losses);
    let bytes = encode(&text, encoding, &mut losses);
    Ok(Written { bytes, losses })
}

/// Whether a text is what the reader left out as no move, and will leave out again.
fn is_unplayable(position: &xiangqi::Position, text: &str) -> bool {
    let is_shaped = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_shaped
        && Notation::Letters
            .parse(position, text)
            .is_err_and(|error| !matches!(error, NotationError::Ambiguous(_)))
}

/// Writes the fields, unless there is nothing to say, and the position, unless it is the usual one.
fn write_header(record: &Record, encoding: Encoding, text: &mut String, losses: &mut Losses) {
    let headers = &record.headers;
    let black_first = record.start.side_to_move() == Side::Second;
    let mut values = Vec::new();
    for (key, name) in FIELDS {
        let known = key.and_then(|key| headers.get(key));
        let raw = headers.raw(name);
        let same =
            raw.is_some_and(|raw| key.is_some_and(|key| Some(read::value(key, raw)) == known));
        let value = match (key, raw.filter(|_| same), known) {
            (None, _, _) => {
                if black_first {
                    "黑先"
                } else {
                    "红先"
                }
            }
            (_, Some(raw), _) => raw,
            (Some(key), None, known) => spell(key, known.unwrap_or("")),
        };
        let value = match key {
            None | Some(Key::Result | Key::Kind) => in_script(value, encoding),
            _ => Cow::Borrowed(value),
        };
        values.push(field(&value, losses));
    }
    let keys: Vec<Key> = FIELDS.iter().filter_map(|(key, _)| *key).collect();
    losses.add_headers(record, &keys);
    losses.add_unknown_headers(headers, |_| false);
    // The end of the moves says who won, too.
    let end = mainline_end(record);
    let says_result = suffix(end).is_some() && headers.get(Key::Result) == Some(end);
    let fields = FIELDS.iter().zip(&values).take(FIELDS.len() - 1);
    let mut fields = fields.filter(|((key, _), _)| !says_result || *key != Some(Key::Result));
    let is_empty = fields.all(|(_, value)| value.is_empty());
    for value in values.iter().filter(|_| !is_empty) {
        text.push_str(&format!("#{value}\n"));
    }
    if let Position::Xiangqi(start) = &record.start
        && board::write(start) != board::write(&xiangqi::Position::initial())
    {
        text.push_str(&format!("#@{}@#\n", board::write(start)));
    }
}

/// A field cannot hold a `#`, and it is a line.
fn field(value: &str, losses: &mut Losses) -> String {
    losses.add("# in a text", value.matches('#').count());
    losses.add("line break in a header", value.trim().matches('\n').count());
    value.trim().replace('#', "＃").replace('\n', " ")
}

fn spell(key: Key, value: &str) -> &str {
    match (key, value) {
        (Key::Result, "1-0") => "红先胜",
        (Key::Result, "0-1") => "红先负",
        (Key::Result, "1/2-1/2") => "红先和",
        (Key::Result, "*") => "",
        (Key::Kind, "game") => "全局谱",
        (Key::Kind, "opening") => "布局谱",
        (Key::Kind, "middlegame") => "中局谱",
        (Key::Kind, "endgame") => "残局谱",
        _ => value,
    }
}

fn write_body(
    record: &Record,
    spelling: &Spelling<'_>,
    lines: &[Line],
    compact: bool,
    text: &mut String,
    losses: &mut Losses,
) {
    let mut kept = 0;
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
        let words: Vec<&str> = line.nodes.iter().map(|node| spelling.text(*node)).collect();
        text.push_str(&words.join(if compact { "" } else { " " }));
        let unread = line
            .nodes
            .iter()
            .filter(|node| record.tree.unread(**node).is_some());
        kept += unread.count();
        let last = line.nodes.last().copied().unwrap_or(NodeId::ROOT);
        let own = record
            .tree
            .notes(last)
            .find_map(end)
            .filter(|own| suffix(own).is_some());
        kept += usize::from(own.is_some());
        let result = match number {
            0 => Some(mainline_end(record)),
            _ => own,
        };
        if let Some(suffix) = result.and_then(suffix) {
            text.push_str(if compact { "" } else { " " });
            text.push_str(suffix);
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    losses.add(Feature::Properties.name(), properties(&record.tree) - kept);
}

/// How a line's end is written.
fn suffix(result: &str) -> Option<&'static str> {
    match result {
        "1-0" => Some("@R"),
        "0-1" => Some("@B"),
        "1/2-1/2" => Some("@P"),
        "first_better" => Some("$R"),
        "second_better" => Some("$B"),
        "even" => Some("$P"),
        _ => None,
    }
}

fn write_comments(record: &Record, lines: &[Line], text: &mut String, losses: &mut Losses) {
    text.push_str("##\n");
    for (number, line) in lines.iter().enumerate() {
        let root = (number == 0).then_some(NodeId::ROOT);
        for node in root.into_iter().chain(line.nodes.iter().copied()) {
            for comment in record.tree.comments(node) {
                let trimmed = comment.trim();
                losses.add("# in a text", comment.matches('#').count());
                losses.add("comment's outer blank", usize::from(trimmed != comment));
                if !trimmed.is_empty() {
                    let ply = record.tree.ply(node);
                    let trimmed = trimmed.replace('#', "＃");
                    text.push_str(&format!("#{number}-{ply} {trimmed}\n"));
                }
            }
        }
    }
}
