//! CBF, CCBridge's XML: a head with fields, then the moves of one line.
//!
//! Only what the two known files have is read: elements, attributes, character data and CDATA.

use super::cbr;
use super::results::push_result;
use crate::format::Certainty;
use crate::format::Feature;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::ReadError;
use crate::game::xiangqi::{Move, Position, Square};
use crate::game::{self, Game};
use crate::record::{At, Builder, Key, Note, Record, Warning};
use crate::text::Family;
use crate::text::Source;
use crate::text::Unit;
use crate::text::entities::unescape;
use crate::text::scan::Scan;

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbf",
    title: "CBF (CCBridge 象棋桥, XML)",
    extensions: &["cbf", "xml"],
    unit: Unit::File,
    games: &[Game::Xiangqi],
    encodings: "UTF-8",
    features: &[Feature::Comments],
    detect,
    read: Some(read),
    write: None,
};

const ROOT: &str = "<ChineseChessRecord";

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    let head = text.trim_start();
    if head.starts_with(ROOT) || (head.starts_with("<?xml") && head.contains(ROOT)) {
        Certainty::Certain
    } else {
        Certainty::No
    }
}

/// An element without children, or the beginning of one with children.
struct Element<'a> {
    name: &'a str,
    attributes: &'a str,
    text: String,
    at: At,
}

impl Element<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        let places = self.attributes.match_indices(name);
        let mut values = places.filter_map(|(place, _)| {
            let rest = self.attributes[place + name.len()..].trim_start();
            let rest = rest.strip_prefix('=')?.trim_start();
            let quote = rest
                .chars()
                .next()
                .filter(|quote| matches!(quote, '"' | '\''))?;
            rest[1..].split(quote).next()
        });
        values.next()
    }
}

/// The elements of a text in the order in which they begin, each with the text up to the next tag.
fn elements<'a>(text: &'a str) -> impl Iterator<Item = Element<'a>> {
    let mut scan = Scan::new(text);
    std::iter::from_fn(move || {
        loop {
            scan.take_while(|next| next != '<');
            let at = scan.at();
            scan.next()?;
            if scan.eat("!--") {
                scan.take_until("-->")?;
                continue;
            }
            let inside = scan.take_until(">")?;
            if inside.starts_with(['/', '?', '!']) {
                continue;
            }
            let is_empty = inside.ends_with('/');
            let inside = inside.trim_end_matches('/');
            let (name, attributes) = inside
                .split_once(char::is_whitespace)
                .unwrap_or((inside, ""));
            let text = if is_empty {
                String::new()
            } else {
                take_text(&mut scan)
            };
            return Some(Element {
                name,
                attributes,
                text,
                at,
            });
        }
    })
}

/// Takes text and CDATA up to the next tag.
fn take_text(scan: &mut Scan<'_>) -> String {
    let mut text = String::new();
    loop {
        text.push_str(&unescape(scan.take_while(|next| next != '<')));
        if !scan.eat("<![CDATA[") {
            return text;
        }
        match scan.take_until("]]>") {
            Some(data) => text.push_str(data),
            None => text.push_str(scan.take(scan.rest().len())),
        }
    }
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let mut warnings: Vec<Warning> = crate::format::damage(text).into_iter().collect();
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    let mut moves = Vec::new();
    let whole = if source.growing {
        closed_elements(&text.text)
    } else {
        &text.text
    };
    for element in elements(whole) {
        match element.name {
            "Move" => moves.push(element),
            "ChineseChessRecord" | "Head" | "MoveList" => {}
            "FEN" => match Position::from_fen(&element.text) {
                Ok(start) => record.start = game::Position::Xiangqi(start),
                Err(_) if element.text.trim().is_empty() => {}
                Err(error) => warnings.push(Warning::new(element.at, error.to_string())),
            },
            _ => read_header(&element, &mut record),
        }
    }
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    let ends = moves
        .iter()
        .any(|element| element.attribute("end").is_some());
    for element in &moves {
        play(element, &mut builder);
    }
    let (record, warnings) = builder.finish();
    let mut loaded = Loaded::one(Some(text.encoding_name()), record, warnings);
    let closed = text.text.contains("</ChineseChessRecord>");
    if !ends && !closed {
        loaded.cut = Some("the file ends before the record does".to_owned());
    }
    Ok(loaded)
}

/// The text up to the end of the last element that is closed.
fn closed_elements(text: &str) -> &str {
    let end = |(place, _)| Some(place + text[place..].find('>')? + 1);
    let closed = text.rmatch_indices("</").find_map(end);
    let empty = text.rfind("/>").map(|place| place + 2);
    &text[..closed.max(empty).unwrap_or(0)]
}

fn read_header(element: &Element<'_>, record: &mut Record) {
    let text = element.text.trim();
    if text.is_empty() {
        return;
    }
    let headers = &mut record.headers;
    let number = text.parse().ok();
    match (element.name, cbr::field_key(element.name)) {
        ("RecordType", _) => {
            let kind = cbr::kind_name(number.unwrap_or(0));
            headers.push(Key::Kind, element.name, text, kind);
        }
        ("RecordResult", _) => match number {
            Some(number) => cbr::push_result(headers, element.name, number),
            None => push_result(headers, element.name, text),
        },
        (name, Some(key)) => headers.push(key, name, text, text),
        (name, None) => headers.push_unknown(name, text),
    }
}

/// Plays `<Move value="77-47">`: file from the left and rank from black's side of both squares. The first, `00-00`, is
/// the start.
fn play(element: &Element<'_>, builder: &mut Builder) {
    let value = element.attribute("value").unwrap_or("");
    if value != "00-00" {
        match read_move(value) {
            Some(mv) => {
                builder.play(game::Move::Xiangqi(mv), element.at);
            }
            None => super::movetext::leave_out(builder, value, element.at),
        }
    }
    let comment = element.text.replace("\r\n", "\n");
    let comment = comment.strip_suffix('\n').unwrap_or(&comment);
    if !comment.trim().is_empty() {
        builder.note(Note::Comment(comment.into()));
    }
}

fn read_move(text: &str) -> Option<Move> {
    let (from, to) = text.split_once('-')?;
    let square = |text: &str| {
        let digits = <[u8; 2]>::try_from(text.trim().as_bytes()).ok()?;
        let [file, row] = digits.map(|digit| digit.wrapping_sub(b'0'));
        Square::new(file, 9u8.checked_sub(row)?)
    };
    Some(Move {
        from: square(from)?,
        to: square(to)?,
    })
}
