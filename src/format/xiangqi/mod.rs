//! The formats of xiangqi records, and what they share.

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
use crate::game::Game;

/// What most formats of the game are like.
const BASE: Format = Format { games: &[Game::Xiangqi], ..super::BASE };
