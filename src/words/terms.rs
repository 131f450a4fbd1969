//! Names of the players, in the game's own language or in ASCII.

use crate::game::{Game, Side};

/// The script of the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// ASCII.
    Ascii,
    /// Traditional, as with traditional xiangqi pieces, or Japanese.
    Traditional,
    /// Simplified, as with simplified xiangqi pieces, and in Chinese Go.
    Simplified,
}

/// A player as one character or letter.
pub fn side(game: Game, side: Side, terms: Terms) -> &'static str {
    let [first, second] = match (game, terms) {
        (Game::Xiangqi, Terms::Traditional) => ["紅", "黑"],
        (Game::Xiangqi, Terms::Simplified) => ["红", "黑"],
        (Game::Shogi, Terms::Traditional | Terms::Simplified) => ["先", "後"],
        (Game::Go, Terms::Traditional) => ["黒", "白"],
        (Game::Go, Terms::Simplified) => ["黑", "白"],
        (Game::Xiangqi, Terms::Ascii) => ["R", "B"],
        (Game::Shogi, Terms::Ascii) => ["S", "G"],
        (Game::Go, Terms::Ascii) => ["B", "W"],
    };
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// A player's title, placed before the name.
pub fn player(game: Game, player: Side, terms: Terms) -> &'static str {
    match (game, player, terms) {
        (Game::Xiangqi, Side::First, Terms::Ascii) => "Red",
        (Game::Xiangqi, Side::Second, Terms::Ascii) => "Black",
        (Game::Go, Side::First, Terms::Ascii) => "Black",
        (Game::Go, Side::Second, Terms::Ascii) => "White",
        (Game::Shogi, Side::First, Terms::Ascii) => "Sente",
        (Game::Shogi, Side::Second, Terms::Ascii) => "Gote",
        (Game::Shogi, Side::First, _) => "先手",
        (Game::Shogi, Side::Second, _) => "後手",
        (Game::Xiangqi | Game::Go, ..) => side(game, player, terms),
    }
}
