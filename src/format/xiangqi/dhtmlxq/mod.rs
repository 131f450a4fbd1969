//! DhtmlXQ, the records of 东萍 (dpxq.com): a block of tags in brackets, on its own, in a forum post or in an HTML page.
//! The bare string of a position is read as well.

mod blocks;
mod moves;
mod position;
mod write;

use std::borrow::Cow;

use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError, Reader};
use crate::game::{self, Side};
use crate::record::{Headers, Key, Record, Warnings};
use crate::text::{Family, Source, Unit};
use blocks::{Block, Tag, blocks};

pub(in crate::format) const FORMAT: Format = Format {
    name: "dhtmlxq",
    title: "DhtmlXQ (东萍象棋)",
    extensions: &["ubb", "dhtmlxq", "txt", "html", "htm"],
    unit: Unit::Value,
    encodings: "GB18030, UTF-8, Big5",
    holds: Holds::TREE.and_games(),
    detect,
    read: Some(Reader::Whole(read)),
    write: Some(write::write),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &spelled_out(&source.text(Family::Chinese).text);
    let is_bare = position::bare(text).is_some();
    Certainty::Certain.only_if(is_bare || games(text).any(|block| is_game(&block)))
}

/// The text with the brackets that a page names by number, and the names of tags that are in capitals as they are usual.
fn spelled_out(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains("&#91;DhtmlXQ") {
        text = text.replace("&#91;", "[").replace("&#93;", "]").into();
    }
    if !text.contains("[DHTMLXQ") {
        return text;
    }
    let parts = text.split_inclusive(['[', ']']);
    let usual = parts.map(|part| match part.trim_start_matches('/').starts_with("DHTMLXQ") {
        true => part.to_ascii_lowercase(),
        false => part.to_owned(),
    });
    usual.collect::<String>().into()
}

/// The blocks of a text; of a page of the site that in front of the script with the moves, together with these.
fn games(text: &str) -> impl Iterator<Item = Block<'_>> {
    let is_html = text.contains("</") || text.contains("<br");
    let (end, mut moves) = blocks::script(text).unwrap_or((text.len(), Vec::new()));
    let mut found = blocks(&text[..end]).peekable();
    std::iter::from_fn(move || {
        let mut block = found.next()?;
        block.is_html = is_html;
        if !moves.is_empty() && found.peek().is_none() {
            block.tags.retain(|tag| tag.name != "movelist");
            block.tags.append(&mut moves);
            block.cut = None;
            block.warnings = Warnings::default();
        }
        Some(block)
    })
}

/// Whether there is something to show: the scripts and pages that speak of the format have tags as well.
fn is_game(block: &Block<'_>) -> bool {
    let digits = |tag: Option<Tag<'_>>| {
        let value = tag.map_or("", |tag| tag.value.trim()).bytes();
        value.take_while(u8::is_ascii_digit).count()
    };
    digits(block.mainline()) >= 4
        || digits(block.tag("binit")) >= 64
        || block.tag("fen").is_some_and(|fen| position::from_fen(fen.value).is_some())
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let whole = spelled_out(&text.text);
    let mut loaded = Loaded::of_text(text.with_text(whole.to_string()));
    if let Some(positions) = position::bare(&whole) {
        for (digits, at) in positions {
            let mut warnings = Warnings::default();
            let start = position::parse(&digits, at, &mut warnings);
            let mut record = Record::new(game::Position::Xiangqi(start));
            record.warnings = warnings;
            loaded.add(record);
        }
        return Ok(loaded);
    }
    for block in games(&whole).filter(is_game) {
        let mainline = block.mainline();
        if let Some(tag) = mainline.filter(|tag| moves::is_linked(tag.value)) {
            let message = "moves in version 2 of DhtmlXQ: recognised, not supported";
            return Err(loaded.locate(ReadError::new(tag.at, message)));
        }
        loaded.add(record(block));
    }
    loaded.or_error("no block of DhtmlXQ has moves or a position")
}

fn record(mut block: Block<'_>) -> Record {
    let mut warnings = std::mem::take(&mut block.warnings);
    let start = position::start(&block, &mut warnings);
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.warnings = warnings;
    record.incomplete = block.cut.map(Into::into);
    read_headers(&block, &mut record.headers);
    moves::play(record, &block)
}

/// Whether a tag holds moves, a position or a comment rather than information about the game.
fn is_structure(name: &str) -> bool {
    matches!(name, "binit" | "movelist" | "fen")
        || name.starts_with("move_")
        || blocks::is_line(name)
        || moves::comment_place(name).is_some()
}

fn read_headers(block: &Block<'_>, headers: &mut Headers) {
    // CCBridge writes [DhtmlXQ_blacktime] twice; the first is red's.
    let times = block.tags.iter().filter(|tag| tag.name == "blacktime");
    let mut red_time = times.count() == 2 && block.tag("redtime").is_none();
    for tag in block.tags.iter().filter(|tag| !is_structure(tag.name)) {
        let text = unescape(&block.text(tag));
        match tag.name {
            "blacktime" if std::mem::take(&mut red_time) => {
                Dialect::DhtmlXq.keep_as(Key::Time(Side::First), headers, tag.name, &text);
            }
            "ver" | "init" => headers.push_raw(tag.name, &text),
            name => Dialect::DhtmlXq.keep(headers, name, &text),
        }
    }
}

/// Puts in the characters that are written by their numbers, `\u4e00`.
fn unescape(text: &str) -> String {
    let mut parts = text.split("\\u");
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let code = part.get(..4).and_then(|code| u32::from_str_radix(code, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                plain.push(character);
                plain.push_str(&part[4..]);
            }
            None => plain.extend(["\\u", part]),
        }
    }
    plain
}
