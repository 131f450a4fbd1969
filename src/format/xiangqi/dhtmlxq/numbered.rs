//! DHJHtmlXQ of 广东象棋网 (01xq.com): tags have numbers, the board is 90 letters, ranks of moves count from red's side.
//! No file of it was at hand; the numbers are those that programs which read the site's pages use.

use super::blocks::{Block, Tag};
use super::headers::plain;
use super::tree::{mainline, note_comments, play_line};
use crate::format::headers::Dialect;
use crate::game::xiangqi::{Piece, Position, Square};
use crate::game::{self, Side};
use crate::record::{Builder, NodeId, Record, Warnings};

/// 90 letters from black's left corner, `0` for an empty point.
pub(super) const BOARD: &str = "31";
/// 1 where black moves first.
const SIDE: &str = "32";
/// Four digits a move.
pub(super) const MOVES: &str = "34";

/// The record of a block.
pub(super) fn record(block: &Block<'_>, is_html: bool) -> (Record, Warnings) {
    let mut warnings = Warnings::default();
    let board = block.tag(BOARD).filter(|tag| !tag.value.trim().is_empty());
    let mut start = board.map_or_else(Position::initial, |tag| read_board(tag, &mut warnings));
    if block.get(SIDE).is_some_and(|side| side.trim() == "1") {
        start.set_side_to_move(Side::Second);
    }
    let mut record = Record::new(game::Position::Xiangqi(start));
    read_headers(block, is_html, &mut record);
    let mut builder = Builder::on(record);
    builder.warnings = warnings;
    let mut nodes = vec![NodeId::ROOT];
    let line = mainline(block.tag(MOVES));
    play_line(&line, Square::new, &mut builder, &mut nodes);
    // `game_comment_0_7` is about ply 7. The meaning of the first number is unknown.
    note_comments(block, "game_comment", is_html, &mut builder, |place| {
        let ply = place.strip_prefix("_0_").and_then(|ply| ply.parse().ok());
        Some(ply.and_then(|ply: usize| nodes.get(ply).copied()))
    });
    builder.finish()
}

fn read_headers(block: &Block<'_>, is_html: bool, record: &mut Record) {
    for tag in &block.tags {
        if matches!(tag.name, BOARD | MOVES) || tag.name.starts_with("game_comment") {
            continue;
        }
        let text = plain(tag.value, is_html);
        let headers = &mut record.headers;
        match tag.name {
            SIDE => headers.push_raw(tag.name, &text),
            name => Dialect::DhjHtmlXq.keep(headers, name, &text),
        }
    }
}

fn read_board(tag: Tag<'_>, warnings: &mut Warnings) -> Position {
    let mut position = Position::empty();
    for (square, letter) in Square::by_rows().zip(tag.value.trim().chars()) {
        match Piece::from_letter(letter) {
            Some(piece) => position.put(square, Some(piece)),
            None if matches!(letter, '0' | '*') => {}
            None => warnings.warn(tag.at, format!("{letter:?} is not a piece")),
        }
    }
    position
}
