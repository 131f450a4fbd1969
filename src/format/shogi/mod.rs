//! Shogi formats, and what they share.

mod clock;
pub(super) mod csa;
mod endings;
mod eval;
pub(super) mod jkf;
pub(super) mod kif;
pub(super) mod link;
pub(super) mod lishogi;
pub(super) mod psn;
pub(super) mod usi;

#[cfg(feature = "tui")]
pub(crate) use eval::analysis;

use super::Format;
use super::headers::Dialect;
use crate::game::shogi::Square;
use crate::game::{Game, Side};
use crate::record::{EndingKind, Headers, Key, NodeId, Record};
use crate::text::folded;
use crate::text::scan::is_blank;
use endings::EndingWords;

/// The defaults for the game.
const BASE: Format = Format { games: &[Game::Shogi], ..super::BASE };

/// Adds a header of KIF or JKF, and sets its meaning.
fn keep_header(headers: &mut Headers, key: &str, value: &str) {
    match (Dialect::Kif.key(key), value) {
        // The starting position covers this.
        (Some(Key::Handicap), "平手" | "その他" | "詰将棋") => headers.push_raw(key, value),
        _ => Dialect::Kif.keep(headers, key, value),
    }
}

/// If there is no date of the game, uses the date when it began.
fn set_day(headers: &mut Headers) {
    if headers.get(Key::Date).is_none() {
        let started = headers.get(Key::Started).unwrap_or("");
        let day = started.split(is_blank).next().unwrap_or("").to_owned();
        headers.set(Key::Date, &day);
    }
}

/// The ending that a word means where a side is to move: `投了`, `resign`, `先手の勝ち`.
#[cfg(feature = "tui")]
pub(crate) fn ending_named(word: &str, mover: Side) -> Option<EndingKind> {
    const CHINESE: [(&str, EndingKind); 6] = [
        ("认输", EndingKind::Resign),
        ("认负", EndingKind::Resign),
        ("投子", EndingKind::Resign),
        ("超时", EndingKind::Timeout),
        ("将死", EndingKind::Checkmate),
        ("困毙", EndingKind::Stalemate),
    ];
    let (folded, mut names) = (folded(word), EndingKind::ALL.iter());
    kif::ending_in_words(word, mover)
        .or_else(|| EndingWords::Usi.kind(word))
        .or_else(|| names.find(|kind| kind.name() == word).copied())
        .or_else(|| CHINESE.iter().find(|(known, _)| *known == folded).map(|(_, kind)| *kind))
}

/// Adds a line to a comment.
fn add_line(comment: &mut Option<String>, line: &str) {
    match comment {
        Some(comment) => comment.extend(["\n", line]),
        None => *comment = Some(line.to_owned()),
    }
}

/// The destination of the move before a node.
fn previous(record: &Record, node: NodeId) -> Option<Square> {
    let before = record.tree.mv(record.tree.parent(node)?)?;
    before.shogi().map(|mv| mv.to)
}
