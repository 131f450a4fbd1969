//! DhtmlXQ, the records of 东萍 (dpxq.com): a block of tags in brackets, on its own, in a forum post or in an HTML page.
//! The bare string of a position is read as well.

mod blocks;
mod position;
mod write;

use std::borrow::Cow;

use super::numbered_lines::{NumberedLine, NumberedLines};
use super::stored_moves::{begin_with, play_or_leave_out, read_move};
use super::text;
use crate::format::games::{Extent, Games};
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Reason, Series, Writer};
use crate::game::xiangqi::{Move, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Builder, Headers, Key, NodeId, Note, Record, Warnings};
use crate::text::scan::Scan;
use crate::text::source::UTF_8;
use crate::text::xml::unescape_url;
use crate::text::{Family, Source, Unit};
use blocks::{Block, DhtmlTag, MAINLINE, blocks, is_line};

pub(in crate::format) const FORMAT: Format = Format {
    name: "dhtmlxq",
    title: "DhtmlXQ (东萍象棋)",
    extensions: &["ubb", "dhtmlxq", "txt", "html", "htm"],
    unit: Unit::Value,
    encodings: "GB18030, UTF-8, Big5",
    holds: Holds::TREE.and_games(),
    detect,
    read: Some(Reader::text(Family::Chinese, games, text::game, None)),
    write: Some(Writer::Text(write::write)),
    series: Series::encoded(UTF_8),
    spell: spelled_out,
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = &spelled_out(source.text(Family::Chinese));
    let is_bare = position::bare(text).is_some();
    Certainty::Certain.only_if(is_bare || all_blocks(text).any(|block| is_game(&block)))
}

/// The text with the brackets that a page names by number, and the names of tags that are in capitals as they are usual.
fn spelled_out(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains("&#91;DhtmlXQ") {
        text = text.replace("&#91;", "[").replace("&#93;", "]").into();
    }
    // In the address of a frame.
    if text.contains("%5BDhtmlXQ") || text.contains("%5bDhtmlXQ") {
        let parts = text.split_inclusive(['"', '\'']);
        text =
            parts.map(|part| unescape_url(&part.replace("%u", "\\u"))).collect::<String>().into();
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
fn all_blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
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
    count_digits(block.mainline()) >= 4
        || count_digits(block.tag("binit")) >= 64
        || block.tag("fen").is_some_and(|fen| Position::from_fen(fen.value).is_ok())
}

/// How many digits a value begins with.
fn count_digits(tag: Option<DhtmlTag<'_>>) -> usize {
    let value = tag.map_or("", |tag| tag.value.trim()).bytes();
    value.take_while(u8::is_ascii_digit).count()
}

/// Blocks are read to see whether they are games. The lists of moves after them are only found.
fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut games = Games::default();
    for (digits, at) in position::bare(text).unwrap_or_default() {
        let mut warnings = Warnings::default();
        let start = position::parse(&digits, at, &mut warnings);
        let mut record = Record::new(game::Position::Xiangqi(start));
        record.warnings = warnings;
        games.read.push(record);
    }
    let mut end = text.len();
    for block in all_blocks(text).filter(is_game) {
        end = if block.is_html { end } else { block.end };
        let mainline = block.mainline();
        if let Some(tag) = mainline.filter(|tag| is_linked(tag.value)) {
            let message = "moves in version 2 of DhtmlXQ: recognised, not supported";
            return Err(ReadError::new(tag.at, message).because(Reason::Unsupported));
        }
        games.read.push(record(block));
    }
    games.ranges.extend(text::games_after(text, end));
    games.or_error("no block of DhtmlXQ has moves or a position")
}

fn record(mut block: Block<'_>) -> Record {
    let mut warnings = std::mem::take(&mut block.warnings);
    let start = position::start(&block, &mut warnings);
    let mut record = Record::new(game::Position::Xiangqi(start));
    record.warnings = warnings;
    record.cut = block.cut.map(Into::into);
    read_headers(&block, &mut record.headers);
    play(record, &block)
}

/// Whether a tag holds moves, a position or a comment rather than information about the game.
fn is_structure(name: &str) -> bool {
    matches!(name, "binit" | "movelist" | "fen")
        || name.starts_with("move_")
        || is_line(name)
        || comment_place(name).is_some()
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

/// The record of a block, of which all but the moves was read.
fn play(mut record: Record, block: &Block<'_>) -> Record {
    let mut lines = read_lines(block, &mut record.warnings);
    let first = lines.get(0).and_then(|line| moves(line).next()?.0);
    begin_with(&mut record.start, first);
    let mut builder = Builder::on(record);
    lines.play(&mut builder, |_, (_, line), builder, nodes| {
        for (mv, digits, at) in moves(line) {
            play_or_leave_out(builder, mv, digits, at);
            nodes.push(builder.node());
        }
    });
    note_comments(block, &lines, &mut builder);
    builder.finish()
}

/// Whether `movelist` is of the second version, in which each move names the one that it follows: four digits, two signs,
/// X, Y or Z, a sign, and a number. The player of dpxq.com reads it; no file of it is known.
fn is_linked(movelist: &str) -> bool {
    matches!(movelist.trim().as_bytes().get(6), Some(b'X' | b'Y' | b'Z'))
}

/// The numbers of a line, or of a comment's place.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}

/// Reads `movelist` and the tags `move_A_B_C`: line C branches off line A and replaces its ply B.
fn read_lines<'a>(block: &Block<'a>, warnings: &mut Warnings) -> NumberedLines<'a> {
    let mainline = block.mainline();
    let mut lines = NumberedLines::default();
    let line = NumberedLine {
        parent: 0,
        ply: 1,
        moves: mainline.map_or("", |tag| tag.value),
        at: mainline.map_or(At::File, |tag| tag.at),
    };
    lines.add(0, line, warnings);
    for tag in &block.tags {
        let name = match tag.name.strip_prefix("move_") {
            Some(MAINLINE) => continue,
            Some(name) => name,
            None if is_line(tag.name) && tag.name != MAINLINE => tag.name,
            None => continue,
        };
        let Some(&[parent, ply, number]) = numbers(name).as_deref() else {
            let message = format!("{} is not the number of a line", tag.name);
            warnings.warn(tag.at, message);
            continue;
        };
        let line = NumberedLine { parent, ply: ply as usize, moves: tag.value, at: tag.at };
        lines.add(number, line, warnings);
    }
    lines
}

/// The moves of a line, each with its digits and its place; `None` for digits that name no square.
fn moves<'a>(
    line: &NumberedLine<'a>,
) -> impl Iterator<Item = (Option<Move>, &'a str, At)> + use<'a> {
    // After the moves of an unclosed tag, the text is not moves.
    let text = line.moves.split(['[', '<']).next().unwrap_or("");
    let mut scan = Scan::from(text, line.at);
    std::iter::from_fn(move || {
        scan.take_while(|next| !next.is_alphanumeric());
        let at = scan.at();
        // A stray letter must not shift the rest.
        let digits = scan.take_few(4, char::is_alphanumeric);
        (!digits.is_empty()).then(|| (read_move(digits, Square::from_top), digits, at))
    })
}

/// The place that a comment's tag names: `1_7` for `comment1_7`.
fn comment_place(name: &str) -> Option<&str> {
    let place = name.strip_prefix("comment")?;
    let is_place = place.starts_with(|first: char| first.is_ascii_digit() || first == '_');
    is_place.then(|| place.trim_start_matches('_'))
}

/// Notes the comments: `commentN` is about ply N of the mainline, `commentC_N` about ply N of line C. In them `||` is a line
/// end and `\u4e00` a character. The move that a comment is about may be missing.
fn note_comments(block: &Block<'_>, lines: &NumberedLines<'_>, builder: &mut Builder) {
    for tag in &block.tags {
        let Some(place) = comment_place(tag.name) else {
            continue;
        };
        let node = match numbers(place).as_deref() {
            Some(&[ply]) => lines.find(0, ply as usize),
            Some(&[line, ply]) => lines.find(line, ply as usize),
            _ => None,
        };
        let text = block.text(tag).replace("||", "\n");
        let text = unescape(text.strip_suffix('\n').unwrap_or(&text));
        if node.is_none() {
            let message = format!("there is no move for {}; it is shown at the start", tag.name);
            builder.report(tag.at, message);
        }
        if !text.is_empty() {
            builder.go_to(node.unwrap_or(NodeId::ROOT));
            builder.note(Note::Comment(text.into()));
        }
    }
}
