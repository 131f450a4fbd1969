//! CBF, CCBridge's XML: a head with fields, then the moves of a tree, depth first.
//!
//! `branch="1"` on a move means that an alternative to it follows its subtree, `end="1"` that no move follows it. Read
//! this way, a real file of 15,353 moves is the same tree as its CBR.

use std::ops::Range;

use super::{cbr, start_from, stored_moves};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, games};
use crate::game;
use crate::game::xiangqi::{Position, Square};
use crate::record::{At, Builder, Record};
use crate::text::xml::{Tag, TagKind, tags};
use crate::text::{Family, Source, Unit};

pub(in crate::format) const FORMAT: Format = Format {
    name: "cbf",
    title: "CBF (CCBridge 象棋桥, XML)",
    extensions: &["cbf", "xml"],
    unit: Unit::Element,
    encodings: "UTF-8",
    holds: Holds::TREE,
    detect,
    read: Some(Reader::text(Family::Chinese, games::one, read, None)),
    ..super::BASE
};

const ROOT: &str = "<ChineseChessRecord";

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.text(Family::Chinese);
    let head = text.trim_start();
    let is_xml = head.starts_with("<?xml");
    Certainty::Certain.only_if(head.starts_with(ROOT) || (is_xml && head.contains(ROOT)))
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    for element in tags(text).filter(|tag| tag.kind != TagKind::Close) {
        match &*element.name {
            "ChineseChessRecord" | "Head" | "MoveList" | "Move" => {}
            "FEN" if element.text.trim().is_empty() => {}
            "FEN" => start_from(&mut record, &element.text, element.at),
            name => cbr::keep(&mut record.headers, name, element.text.trim()),
        }
    }
    let mut builder = Builder::on(record);
    let moves = tags(text).filter(|tag| tag.kind != TagKind::Close && tag.name == "Move");
    let ended = play_tree(moves, &mut builder);
    if !text.contains("</ChineseChessRecord>") {
        builder.cut(At::offset(text.len()), "the file ends before the record does");
    }
    let mut record = builder.finish();
    // All moves are there.
    record.cut = record.cut.filter(|_| !ended);
    Ok(record)
}

/// Plays the moves depth first; whether the last one ends the last line.
fn play_tree(moves: impl Iterator<Item = Tag>, builder: &mut Builder) -> bool {
    // Where alternatives are still to come.
    let mut forks = Vec::new();
    let mut ended = false;
    for element in moves {
        if element.attribute("branch").is_some_and(|value| value == "1") {
            builder.save();
            forks.push(builder.node());
        }
        play(&element, builder);
        ended = false;
        if element.attribute("end").is_some_and(|value| value == "1") {
            match forks.pop() {
                Some(fork) => builder.go_to(fork),
                None => ended = true,
            }
        }
    }
    ended
}

/// Plays `<Move value="77-47">`: file from the left and rank from black's side of both squares. The first, `00-00`, is
/// the start.
fn play(element: &Tag, builder: &mut Builder) {
    let value = element.attribute("value").unwrap_or_default();
    if value != "00-00" {
        let mv = stored_moves::read_move(&value.replace('-', ""), Square::from_top);
        stored_moves::play_or_leave_out(builder, mv, &value, element.at);
    }
    if !element.text.trim().is_empty() {
        stored_moves::note_comment(&element.text, builder);
    }
}
