//! Names of the players, in the game's own language or in ASCII.

use crate::game::{Game, Side};

/// A player in one character or a letter.
pub(in crate::tui) fn side(game: Game, side: Side, ascii: bool) -> &'static str {
    let [first, second] = match (game, ascii) {
        (Game::Xiangqi, false) => ["紅", "黑"],
        (Game::Shogi, false) => ["先", "後"],
        (Game::Go, false) => ["黒", "白"],
        (Game::Xiangqi, true) => ["R", "B"],
        (Game::Shogi, true) => ["S", "G"],
        (Game::Go, true) => ["B", "W"],
    };
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// A player's title before a name.
pub(in crate::tui) fn player(game: Game, player: Side, ascii: bool) -> &'static str {
    match (game, player, ascii) {
        (Game::Shogi, Side::First, false) => "先手",
        (Game::Shogi, Side::Second, false) => "後手",
        (_, _, false) => side(game, player, false),
        (Game::Xiangqi, Side::First, true) => "Red",
        (Game::Xiangqi, Side::Second, true) | (Game::Go, Side::First, true) => "Black",
        (Game::Shogi, Side::First, true) => "Sente",
        (Game::Shogi, Side::Second, true) => "Gote",
        (Game::Go, Side::Second, true) => "White",
    }
}
