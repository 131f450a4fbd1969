//! Shogi formats, and what they share.

mod clock;
pub(super) mod csa;
mod endings;
mod eval;
pub(super) mod jkf;
pub(super) mod kif;
pub(super) mod link;
pub(super) mod lishogi;
#[cfg(feature = "tui")]
mod named_endings;
pub(super) mod psn;
pub(super) mod usi;

#[cfg(feature = "tui")]
pub(crate) use eval::analysis;
#[cfg(feature = "tui")]
pub(crate) use named_endings::ending_named;

use super::Format;
use super::headers::Dialect;
use crate::game::Game;
use crate::game::shogi::Square;
use crate::record::{Headers, Key, NodeId, Record};
use crate::text::scan::is_blank;

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
