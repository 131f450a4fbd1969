//! The second version of `movelist`, as the player of dpxq.com converts it: every move names the one that it follows.
//! No file of it was at hand.

use super::blocks::Block;
use super::tree::note_comments;
use crate::format::xiangqi::squares::{begin_with, play_or_leave_out, read_move};
use crate::game::xiangqi::Square;
use crate::record::{Builder, NodeId, Record, Warnings};

/// A move: four digits, two signs, X, Y or Z, a sign, and the number of the move before it; 0 is the start.
type Item<'a> = (&'a str, usize);

/// Where the letter is in an item, and how many signs come before the number.
const MARK: usize = 6;
const HEAD: usize = 8;

/// The moves of the second version; `None` if the text is of the first one.
pub(super) fn items(text: &str) -> Option<Vec<Item<'_>>> {
    let is_mark = |at: usize| matches!(text.as_bytes().get(at), Some(b'X' | b'Y' | b'Z'));
    let mut items = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let digits = text
            .get(start..start + 4)
            .filter(|_| is_mark(start + MARK))?;
        let number = start + HEAD;
        let next = (number + MARK..text.len()).find(|at| is_mark(*at));
        let end = next.map_or(text.len(), |mark| mark - MARK);
        items.push((digits, text.get(number..end)?.parse().ok()?));
        start = end;
    }
    (!items.is_empty()).then_some(items)
}

/// The record of a block whose moves are of the second version.
pub(super) fn record(
    mut record: Record,
    block: &Block<'_>,
    items: &[Item<'_>],
    is_html: bool,
) -> (Record, Warnings) {
    let read = |digits| read_move(digits, Square::from_top);
    let first = items.first().and_then(|(digits, _)| read(digits));
    begin_with(&mut record.start, first);
    let mut builder = Builder::on(record);
    let at = block
        .tag("movelist")
        .map_or_else(Default::default, |tag| tag.at);
    let mut nodes = vec![NodeId::ROOT];
    for (digits, parent) in items {
        let Some(&node) = nodes.get(*parent) else {
            let message = format!("there is no move {parent} for {digits} to follow");
            builder.warnings.warn(at, message);
            break;
        };
        builder.go_to(node);
        play_or_leave_out(&mut builder, read(digits), digits, at);
        nodes.push(builder.node());
    }
    note_comments(block, "comment", is_html, &mut builder, |number| {
        let number: usize = number.parse().ok()?;
        Some(nodes.get(number).copied())
    });
    builder.finish()
}
