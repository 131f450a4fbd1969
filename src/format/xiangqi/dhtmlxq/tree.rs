//! The moves: a mainline and numbered lines that branch off other lines, in any order.

use super::blocks::{Block, MAINLINE, Tag};
use super::headers::{plain, unescape};
use super::script::is_line;
use crate::format::xiangqi::numbered_lines::{NumberedLine, NumberedLines};
use crate::format::xiangqi::squares::{play_or_leave_out, read_move};
use crate::game::xiangqi::{Move, Square};
use crate::record::{At, Builder, NodeId, Note, Warnings};
use crate::text::scan::Scan;

/// The square for a file and a row: `Square::from_top` where rows count from Black's back rank, `Square::new` where they
/// count from Red's.
pub(super) type SquareAt = fn(u8, u8) -> Option<Square>;

/// A mainline with the moves of a tag.
pub(super) fn mainline(tag: Option<Tag<'_>>) -> NumberedLine<'_> {
    NumberedLine {
        parent: 0,
        ply: 1,
        moves: tag.map_or("", |tag| tag.value),
        at: tag.map_or(At::File, |tag| tag.at),
    }
}

/// Reads `movelist` and the tags `move_A_B_C`: line C branches off line A and replaces its ply B.
pub(super) fn read_lines<'a>(block: &Block<'a>, warnings: &mut Warnings) -> NumberedLines<'a> {
    let mut lines = NumberedLines::default();
    lines.add(0, mainline(block.mainline()), warnings);
    for tag in &block.tags {
        let numbers = match tag.name.strip_prefix("move_") {
            Some(MAINLINE) => continue,
            Some(numbers) => numbers,
            None if is_line(tag.name) && tag.name != MAINLINE => tag.name,
            None => continue,
        };
        let numbers: Option<Vec<u32>> = numbers.split('_').map(|n| n.parse().ok()).collect();
        let Some(&[parent, ply, number]) = numbers.as_deref() else {
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

/// The move that begins the mainline.
pub(super) fn first_move(lines: &NumberedLines<'_>) -> Option<Move> {
    let (first, ..) = moves(lines.get(0)?, Square::from_top).next()?;
    first
}

/// The moves of a line, each with its digits and its place; `None` for digits that name no square.
fn moves<'a>(
    line: &NumberedLine<'a>,
    square_at: SquareAt,
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
        (!digits.is_empty()).then(|| (read_move(digits, square_at), digits, at))
    })
}

/// Plays the moves of a line from the builder's node, and adds their nodes.
pub(super) fn play_line(
    line: &NumberedLine<'_>,
    square_at: SquareAt,
    builder: &mut Builder,
    nodes: &mut Vec<NodeId>,
) {
    for (mv, digits, at) in moves(line, square_at) {
        play_or_leave_out(builder, mv, digits, at);
        nodes.push(builder.node());
    }
}

/// Plays all lines and notes the comments.
pub(super) fn play(
    mut lines: NumberedLines<'_>,
    block: &Block<'_>,
    is_html: bool,
    builder: &mut Builder,
) {
    lines.play(builder, |_, (_, line), builder, nodes| {
        play_line(line, Square::from_top, builder, nodes);
    });
    // `commentN` is about ply N of the mainline, `commentC_N` about ply N of line C.
    note_comments(block, "comment", is_html, builder, |numbers| {
        let numbers: Option<Vec<u32>> = numbers.split('_').map(|n| n.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[ply]) => Some(lines.find(0, ply as usize)),
            Some(&[line, ply]) => Some(lines.find(line, ply as usize)),
            _ => None,
        }
    });
}

/// Notes the texts of the tags with a prefix, in which `||` is a line end and `\u4e00` a character. The rest of the
/// tag's name identifies the node, whose move may be missing; `None` if it is not a comment.
pub(super) fn note_comments(
    block: &Block<'_>,
    prefix: &str,
    is_html: bool,
    builder: &mut Builder,
    find: impl Fn(&str) -> Option<Option<NodeId>>,
) {
    for tag in &block.tags {
        let Some(node) = tag.name.strip_prefix(prefix).and_then(&find) else {
            continue;
        };
        let text = plain(tag.value, is_html).replace("||", "\n");
        let text = unescape(text.strip_suffix('\n').unwrap_or(&text));
        if node.is_none() {
            let message = format!(
                "there is no move for {}; it is shown at the start",
                tag.name
            );
            builder.warnings.warn(tag.at, message);
        }
        if !text.is_empty() {
            let note = Note::Comment(text.into());
            let tree = &mut builder.record_mut().tree;
            tree.note(node.unwrap_or(NodeId::ROOT), note);
        }
    }
}
