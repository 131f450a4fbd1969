//! PFC, the XML of 鹏飞: elements `n` in one another, each of which is a move, and its children the alternatives after it.

use std::ops::Range;

use super::stored_moves::play_or_leave_out;
use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, ReadError, Reader, games};
use crate::game;
use crate::game::xiangqi::Position;
use crate::game::xiangqi::notation::{Notation, Ranks};
use crate::record::{At, Builder, NodeId, Record};
use crate::text::xml::{Tag, TagKind, tags};
use crate::text::{Family, Source};

pub(in crate::format) const FORMAT: Format = Format {
    name: "pfc",
    title: "PFC (鹏飞, XML)",
    extensions: &["pfc"],
    encodings: "UTF-8",
    holds: Holds::TREE,
    detect,
    read: Some(Reader::text(Family::Chinese, games::one, read, None)),
    ..super::BASE
};

/// How moves are written.
const ICCS: Notation = Notation::Iccs(Ranks::FromZero);

fn detect(source: &Source<'_>) -> Certainty {
    let root = tags(document(source.head(Family::Chinese))).next();
    Certainty::Certain.only_if(root.is_some_and(|root| root.name == "n" && start(&root).is_some()))
}

/// The XML: the whole text, or the part of a page after its mark in a comment.
fn document(text: &str) -> &str {
    let marked = text.trim_start().strip_prefix("[pfchessrecord]");
    let inside = marked.and_then(|marked| marked.trim_start().strip_prefix("<!--"));
    inside.map_or(text, |inside| inside.split("-->").next().unwrap_or(inside))
}

/// The position that the root has instead of a move.
fn start(root: &Tag) -> Option<Position> {
    Position::from_fen(root.attribute("m")?.trim()).ok()
}

fn read(text: &str, _: Range<usize>) -> Result<Record, ReadError> {
    let mut tags = tags(document(text));
    let root = tags.next();
    let start = root.as_ref().and_then(start);
    let (Some(root), Some(start)) = (root, start) else {
        return Err(ReadError::none("no position in the first element"));
    };
    let mut builder = Builder::on(Record::new(game::Position::Xiangqi(start)));
    for (name, value) in &root.attributes {
        if !matches!(&**name, "m" | "c" | "version") {
            Dialect::Pfc.keep(builder.headers_mut(), name, value);
        }
    }
    builder.comment(&root.attribute("c").unwrap_or_default());
    // The elements that are open, outermost first.
    let mut open = vec![NodeId::ROOT];
    for tag in tags {
        let Some(&parent) = open.last() else { break };
        if tag.name != "n" {
            continue;
        }
        if tag.kind == TagKind::Close {
            open.pop();
            continue;
        }
        builder.go_to(parent);
        let written = tag.attribute("m").unwrap_or_default();
        let mv = ICCS.parse(&Position::empty(), written.trim()).ok();
        play_or_leave_out(&mut builder, mv, &written, tag.at);
        builder.comment(&tag.attribute("c").unwrap_or_default());
        if tag.kind == TagKind::Open {
            open.push(builder.node());
        }
    }
    let is_cut = !open.is_empty() && root.kind == TagKind::Open;
    if is_cut {
        builder.cut(At::offset(text.len()), "the file ends before the record does");
    }
    Ok(builder.finish())
}
