//! JKF (JSON棋譜フォーマット 1.0), as json-kifu-format and programs that use it write it.
//!
//! One object: `header`, `initial` (a named start or a board), and `moves`, whose first entry is the starting position.
//! Variations (`forks`) hang on the move that they replace.

mod read;
mod write;

use super::{Certainty, Family, Feature, Format, Source};
use crate::game::Game;

pub(super) const FORMAT: Format = Format {
    name: "jkf",
    title: "JKF (JSON棋譜フォーマット)",
    extensions: &["jkf"],
    games: &[Game::Shogi],
    encodings: "UTF-8",
    features: &[
        Feature::Variations,
        Feature::Comments,
        Feature::Clocks,
        Feature::Evaluations,
        Feature::Bookmarks,
        Feature::Endings,
    ],
    detect,
    read: Some(read::read),
    write: Some(write::write),
};

/// How much of the text is looked at: a header comes first, and its keys are short.
const LOOKED_AT: usize = 64 * 1024;

fn detect(source: &Source<'_>) -> Certainty {
    let text = &source.text(Family::Japanese).text;
    if !text.trim_start().starts_with('{') {
        return Certainty::No;
    }
    let mut end = text.len().min(LOOKED_AT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = &text[..end];
    match (start.contains("\"moves\""), start.contains("\"header\"")) {
        (true, true) => Certainty::Certain,
        (true, false) | (false, true) => Certainty::Weak,
        (false, false) => Certainty::No,
    }
}

/// What begins a comment that is a bookmark.
const BOOKMARK: &str = "&";
