//! DhtmlXQ, the records of 东萍 (dpxq.com): a block of tags in brackets, on its own, in a forum post or in an HTML page.
//! DHJHtmlXQ of 广东象棋网, its sibling with numbered tags, and the bare string of a position are read as well.

mod blocks;
mod headers;
mod linked;
mod numbered;
mod position;
mod script;
mod tree;
mod write;

use std::borrow::Cow;

use super::squares::begin_with;
use crate::format::{Certainty, Format, Holds, Loaded, ReadError};
use crate::game;
use crate::record::{Builder, Record, Warnings};
use crate::text::{Family, Source, Unit};
use blocks::{Block, blocks};

pub(in crate::format) const FORMAT: Format = Format {
    name: "dhtmlxq",
    title: "DhtmlXQ (东萍象棋)",
    extensions: &["ubb", "dhtmlxq", "txt", "html", "htm"],
    unit: Unit::Value,
    encodings: "GB18030, UTF-8, Big5",
    holds: Holds::TREE.and_games(),
    detect,
    read: Some(read),
    write: Some(write::write),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &spelled_out(&source.text(Family::Chinese).text);
    let has_game = || games(text).any(|block| is_game(&block));
    Certainty::Certain.only_if(position::bare(text).is_some() || has_game())
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
    let usual = |piece: &str| match piece.trim_start_matches('/').starts_with("DHTMLXQ") {
        true => piece.to_ascii_lowercase(),
        false => piece.to_owned(),
    };
    let pieces = text.split_inclusive(['[', ']']).map(usual);
    pieces.collect::<String>().into()
}

/// The blocks of a text; of a page of the site that in front of the script with the moves, together with these.
fn games(text: &str) -> impl Iterator<Item = Block<'_>> {
    let script = script::movelist(text).filter(|(_, tags)| !tags.is_empty());
    let end = script.as_ref().map_or(text.len(), |(start, _)| *start);
    let tags = script.map(|(_, tags)| tags);
    let mut found = blocks(&text[..end]).peekable();
    std::iter::from_fn(move || {
        let mut block = found.next()?;
        if let Some(tags) = tags.as_ref().filter(|_| found.peek().is_none()) {
            block.tags.retain(|tag| tag.name != "movelist");
            block.tags.extend(tags);
            block.cut = None;
            block.warnings = Warnings::default();
        }
        Some(block)
    })
}

/// Whether there is something to show: the scripts and pages that speak of the format have tags as well.
fn is_game(block: &Block<'_>) -> bool {
    let digits = |value: Option<&str>| {
        let value = value.unwrap_or("").bytes();
        value.take_while(u8::is_ascii_digit).count()
    };
    digits(block.mainline().map(|tag| tag.value.trim())) >= 4
        || digits(block.get("binit")) >= 64
        || digits(block.get(numbered::MOVES)) >= 4
        || block
            .get("fen")
            .is_some_and(|fen| position::from_fen(fen).is_some())
        || block
            .get(numbered::BOARD)
            .is_some_and(|board| board.trim().len() == 90)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let whole = spelled_out(&text.text);
    let mut loaded = Loaded::of_text(text).with_lines(&whole);
    if let Some(positions) = position::bare(&whole) {
        for (digits, at) in positions {
            let start = position::parse(&digits, at, &mut loaded.warnings);
            let record = Record::new(game::Position::Xiangqi(start));
            loaded.add((record, Warnings::default()));
        }
        return Ok(loaded);
    }
    let is_html = whole.contains("</") || whole.contains("<br");
    for block in games(&whole).filter(is_game) {
        loaded.add(match block.is_numbered {
            true => numbered::record(&block, is_html),
            false => record(&block, is_html),
        });
        loaded.warnings.extend(block.warnings);
        loaded.cut = block.cut.map(str::to_owned);
    }
    loaded.or_error("no block of DhtmlXQ has moves or a position")
}

fn record(block: &Block<'_>, is_html: bool) -> (Record, Warnings) {
    let mut warnings = Warnings::default();
    let start = position::start(block, &mut warnings);
    let mut record = Record::new(game::Position::Xiangqi(start));
    headers::read_headers(block, is_html, &mut record.headers);
    if let Some(items) = block
        .get("movelist")
        .and_then(|list| linked::items(list.trim()))
    {
        let (record, more) = linked::record(record, block, &items, is_html);
        warnings.extend(more);
        return (record, warnings);
    }
    let lines = tree::read_lines(block, &mut warnings);
    begin_with(&mut record.start, tree::first_move(&lines));
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    tree::play(lines, block, is_html, &mut builder);
    builder.finish()
}
