//! The moves: a mainline and numbered lines that branch off other lines, in any order, or moves that each name the one
//! that they follow; and the comments.

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
    let linked = mainline.and_then(|tag| Some((linked_moves(tag.value.trim())?, tag.at)));
    let lines = read_lines(block, mainline, &mut record.warnings);
    let first = match &linked {
        Some((moves, _)) => moves
            .first()
            .and_then(|(digits, _)| read_move(digits, Square::from_top)),
        None => lines.get(0).and_then(|line| moves(line).next()?.0),
    };
    begin_with(&mut record.start, first);
    let mut builder = Builder::on(record);
    match linked {
        Some((moves, at)) => play_linked(&moves, at, block, &mut builder),
        None => play_lines(lines, block, &mut builder),
    }
    builder.finish()
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
        let line = NumberedLine {
            parent,
            ply: ply as usize,
            moves: tag.value,
            at: tag.at,
        };
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
        let length = next
            .take_while(|next| next.is_alphanumeric())
            .map(char::len_utf8);
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
    note_comments(block, builder, |place| match *place {
        [ply] => lines.find(0, ply as usize),
        [line, ply] => lines.find(line, ply as usize),
        _ => None,
    });
}

/// A move of the second version of `movelist`, as the player of dpxq.com converts it: four digits, two signs, X, Y or Z, a
/// sign, and the number of the move before it; 0 is the start. No file of it was at hand.
type LinkedMove<'a> = (&'a str, usize);

/// Where the letter is in an item, and how many signs come before the number.
const MARK: usize = 6;
const HEAD: usize = 8;

/// The moves of the second version; `None` if the text is of the first one.
fn linked_moves(text: &str) -> Option<Vec<LinkedMove<'_>>> {
    let is_mark = |at: usize| matches!(text.as_bytes().get(at), Some(b'X' | b'Y' | b'Z'));
    let mut moves = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let digits = text
            .get(start..start + 4)
            .filter(|_| is_mark(start + MARK))?;
        let number = start + HEAD;
        let next = (number + MARK..text.len()).find(|at| is_mark(*at));
        let end = next.map_or(text.len(), |mark| mark - MARK);
        moves.push((digits, text.get(number..end)?.parse().ok()?));
        start = end;
    }
    (!moves.is_empty()).then_some(moves)
}

/// Plays moves of the second version and notes the comments: `commentN` is about move N.
fn play_linked(moves: &[LinkedMove<'_>], at: At, block: &Block<'_>, builder: &mut Builder) {
    let mut nodes = vec![NodeId::ROOT];
    for (digits, parent) in moves {
        let Some(&node) = nodes.get(*parent) else {
            let message = format!("there is no move {parent} for {digits} to follow");
            builder.report(at, message);
            break;
        };
        builder.go_to(node);
        play_or_leave_out(builder, read_move(digits, Square::from_top), digits, at);
        nodes.push(builder.node());
    }
    note_comments(block, builder, |place| match *place {
        [number] => nodes.get(number as usize).copied(),
        _ => None,
    });
}

/// The place that a comment's tag names: `1_7` for `comment1_7`.
pub(super) fn comment_place(name: &str) -> Option<&str> {
    let place = name.strip_prefix("comment")?;
    let is_place = place.starts_with(|first: char| first.is_ascii_digit() || first == '_');
    is_place.then(|| place.trim_start_matches('_'))
}

/// Notes the comments, in which `||` is a line end and `\u4e00` a character. The move that a comment is about may be missing.
fn note_comments(
    block: &Block<'_>,
    builder: &mut Builder,
    find: impl Fn(&[u32]) -> Option<NodeId>,
) {
    for tag in &block.tags {
        let Some(place) = comment_place(tag.name) else {
            continue;
        };
        let node = numbers(place).and_then(|place| find(&place));
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
