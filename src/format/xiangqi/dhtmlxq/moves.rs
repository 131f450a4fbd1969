//! The moves: a mainline and numbered lines that branch off other lines, in any order; and the comments.

use super::blocks::{Block, MAINLINE, Tag, is_line};
use super::unescape;
use crate::format::xiangqi::numbered_lines::{NumberedLine, NumberedLines};
use crate::format::xiangqi::squares::{begin_with, play_or_leave_out, read_move};
use crate::game::xiangqi::{Move, Square};
use crate::record::{At, Builder, NodeId, Note, Record, Warnings};
use crate::text::scan::Scan;

/// The record of a block, of which all but the moves was read.
pub(super) fn play(mut record: Record, block: &Block<'_>) -> Record {
    let mainline = block.mainline();
    let lines = read_lines(block, mainline, &mut record.warnings);
    let first = lines.get(0).and_then(|line| moves(line).next()?.0);
    begin_with(&mut record.start, first);
    let mut builder = Builder::on(record);
    play_lines(lines, block, &mut builder);
    builder.finish()
}

/// Whether `movelist` is of the second version, in which each move names the one that it follows: four digits, two signs,
/// X, Y or Z, a sign, and a number. The player of dpxq.com reads it; no file of it is known.
pub(super) fn is_linked(movelist: &str) -> bool {
    matches!(movelist.trim().as_bytes().get(6), Some(b'X' | b'Y' | b'Z'))
}

/// The numbers of a line, or of a comment's place.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}

/// Reads `movelist` and the tags `move_A_B_C`: line C branches off line A and replaces its ply B.
fn read_lines<'a>(
    block: &Block<'a>,
    mainline: Option<Tag<'a>>,
    warnings: &mut Warnings,
) -> NumberedLines<'a> {
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
        // A letter by mistake must not shift what follows.
        let next = scan.rest().chars().take(4);
        let length = next.take_while(|next| next.is_alphanumeric()).map(char::len_utf8);
        let digits = scan.take(length.sum());
        (!digits.is_empty()).then(|| (read_move(digits, Square::from_top), digits, at))
    })
}

/// Plays all lines and notes the comments: `commentN` is about ply N of the mainline, `commentC_N` about ply N of line C.
fn play_lines(mut lines: NumberedLines<'_>, block: &Block<'_>, builder: &mut Builder) {
    lines.play(builder, |_, (_, line), builder, nodes| {
        for (mv, digits, at) in moves(line) {
            play_or_leave_out(builder, mv, digits, at);
            nodes.push(builder.node());
        }
    });
    note_comments(block, &lines, builder);
}

/// The place that a comment's tag names: `1_7` for `comment1_7`.
pub(super) fn comment_place(name: &str) -> Option<&str> {
    let place = name.strip_prefix("comment")?;
    let is_place = place.starts_with(|first: char| first.is_ascii_digit() || first == '_');
    is_place.then(|| place.trim_start_matches('_'))
}

/// Notes the comments, in which `||` is a line end and `\u4e00` a character. The move that a comment is about may be missing.
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
            let name = tag.name;
            let message = format!("there is no move for {name}; it is shown at the start");
            builder.report(tag.at, message);
        }
        if !text.is_empty() {
            let note = Note::Comment(text.into());
            let tree = &mut builder.record_mut().tree;
            tree.note(node.unwrap_or(NodeId::ROOT), note);
        }
    }
}
