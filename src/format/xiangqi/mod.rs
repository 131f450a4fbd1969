//! The formats of xiangqi records, and their common parts.

pub(super) mod cbf;
pub(super) mod cbl;
pub(super) mod cbr;
pub(super) mod dhtmlxq;
pub(super) mod fen;
mod heads;
pub(super) mod manual;
pub(super) mod movetext;
mod numbered_lines;
pub(super) mod pfc;
pub(super) mod pgn;
pub(super) mod servers;
mod stored_moves;
pub(super) mod text;
mod written_moves;
pub(super) mod wxf;
pub(super) mod xqf;
pub(super) mod xqr;

use super::Format;
use crate::game::xiangqi::Position;
use crate::game::{self, Game};
use crate::record::{At, Record};

/// The values that most formats of the game share.
const BASE: Format = Format { games: &[Game::Xiangqi], ..super::BASE };

/// Lets a record start from a FEN, or warns of one that is no position.
fn start_from(record: &mut Record, fen: &str, at: At) {
    match Position::from_fen(fen) {
        Ok(start) => record.start = game::Position::Xiangqi(start),
        Err(error) => record.warnings.warn(at, error.to_string()),
    }
}
