//! DhtmlXQ, the records of 东萍 (dpxq.com): a block of tags in brackets, on its own, in a forum post or in an HTML page.
//! DHJHtmlXQ of 广东象棋网, its sibling with numbered tags, and the bare string of a position are read as well.

mod blocks;
mod headers;
mod numbered;
mod position;
mod tree;
mod write;

use crate::format::Certainty;
use crate::format::Entry;
use crate::format::Feature;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::ReadError;
use crate::game::{self, Game};
use crate::record::{Builder, Record, Warning};
use crate::text::Family;
use crate::text::Source;
use crate::text::Unit;
use blocks::{Block, blocks};

pub(in crate::format) const FORMAT: Format = Format {
    name: "dhtmlxq",
    title: "DhtmlXQ (东萍象棋)",
    extensions: &["ubb", "dhtmlxq", "txt", "html", "htm"],
    unit: Unit::Value,
    games: &[Game::Xiangqi],
    encodings: "GB18030, UTF-8, Big5",
    features: &[Feature::Variations, Feature::Comments, Feature::Games],
    detect,
    read: Some(read),
    write: Some(write::write),
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Chinese).text;
    if position::bare(text).is_some() || blocks(text).any(|block| is_game(&block)) {
        Certainty::Certain
    } else {
        Certainty::No
    }
}

/// Whether there is something to show: the scripts and pages that speak of the format have tags as well.
fn is_game(block: &Block<'_>) -> bool {
    let digits = |name: &str| {
        let value = block.get(name).unwrap_or("");
        value.bytes().take_while(u8::is_ascii_digit).count()
    };
    digits("movelist") >= 4
        || digits("binit") >= 64
        || digits(numbered::MOVES) >= 4
        || block
            .get("fen")
            .is_some_and(|fen| position::from_fen(fen).is_some())
        || block
            .get(numbered::BOARD)
            .is_some_and(|board| board.trim().len() == 90)
}

fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let text = source.text(Family::Chinese);
    let encoding = Some(text.encoding_name());
    let mut warnings: Vec<Warning> = crate::format::damage(text).into_iter().collect();
    if let Some(positions) = position::bare(&text.text) {
        let mut games = Vec::with_capacity(positions.len());
        for (digits, at) in positions {
            let start = position::read(&digits, at, &mut warnings);
            games.push(Entry::ready(Record::new(game::Position::Xiangqi(start))));
        }
        return Ok(Loaded::new(encoding, games, warnings));
    }
    let is_html = text.text.contains("</") || text.text.contains("<br");
    let mut entries = Vec::new();
    let mut cut = None;
    for block in blocks(&text.text).filter(is_game) {
        let (record, more) = if block.is_numbered {
            numbered::record(&block, is_html)
        } else {
            record(&block, is_html)
        };
        warnings.extend(block.warnings);
        warnings.extend(more);
        cut = block.cut.map(str::to_owned);
        entries.push(Entry::ready(record));
    }
    if entries.is_empty() {
        return Err(ReadError::whole(
            "no block of DhtmlXQ has moves or a position",
        ));
    }
    let mut loaded = Loaded::new(encoding, entries, warnings);
    loaded.cut = cut;
    Ok(loaded)
}

fn record(block: &Block<'_>, is_html: bool) -> (Record, Vec<Warning>) {
    let mut warnings = Vec::new();
    let start = position::start(block, &mut warnings);
    let mut record = Record::new(game::Position::Xiangqi(start));
    headers::read(block, is_html, &mut record.headers);
    let lines = tree::read(block, &mut warnings);
    tree::settle_side(&lines, &mut record.start);
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    tree::play(lines, block, is_html, &mut builder);
    builder.finish()
}
