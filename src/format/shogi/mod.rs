//! Shogi formats, and what they share.

mod clock;
pub(super) mod csa;
mod csa_words;
mod endings;
mod eval;
mod headers;
pub(super) mod jkf;
pub(super) mod kif;
pub(super) mod link;
pub(super) mod psn;
pub(super) mod usi;

use super::Format;
use crate::game::Game;

/// The defaults for the game.
const BASE: Format = Format {
    games: &[Game::Shogi],
    ..super::BASE
};
