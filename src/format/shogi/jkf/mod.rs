//! JKF (JSON棋譜フォーマット 1.0), as written by json-kifu-format and programs that use it.
//!
//! One object: `header`, `initial` (a named start or a board), and `moves`, whose first entry is the starting position.
//! Variations (`forks`) are attached to the move that they replace.

mod read;
mod write;

use crate::format::{Certainty, Format, Holds, Reader};
use crate::text::{Family, Source};

pub(in crate::format) const FORMAT: Format = Format {
    name: "jkf",
    title: "JKF (JSON棋譜フォーマット)",
    extensions: &["jkf"],
    encodings: "UTF-8",
    holds: Holds::TREE.and_clocks(),
    detect,
    read: Some(Reader::Game(Family::Japanese, read::read)),
    write: Some(write::write),
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let start = &source.head(Family::Japanese).text;
    if !start.trim_start().starts_with('{') {
        return Certainty::No;
    }
    match (start.contains("\"moves\""), start.contains("\"header\"")) {
        (true, true) => Certainty::Certain,
        (true, false) | (false, true) => Certainty::Weak,
        (false, false) => Certainty::No,
    }
}

/// The prefix of a comment that is a bookmark.
const BOOKMARK: &str = "&";
