//! The formats of Go records, and what they share.

pub(super) mod dataset;
pub(super) mod gib;
mod handicap;
pub(super) mod ngf;
pub(super) mod ogs;
mod result;
pub(super) mod sgf;
pub(super) mod ugf;
pub(super) mod wgs;

use super::Format;
use crate::game::Game;

/// The defaults for the game.
const BASE: Format = Format {
    games: &[Game::Go],
    ..super::BASE
};
