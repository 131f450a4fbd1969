//! A move of any game, and the notations to choose from.

use derive_more::{Display, TryInto};

use super::{Game, Side, go, shogi, xiangqi};

/// A move of any game. Whether it is legal depends on the position: see [`crate::game::Position::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, TryInto)]
pub enum Move {
    /// A xiangqi move.
    Xiangqi(xiangqi::Move),
    /// A shogi move or drop.
    Shogi(shogi::Move),
    /// A stone, or a pass.
    Go(go::Move),
}

impl Move {
    /// The notation of `dapu convert --to json`: ICCS, USI, or colour and SGF point.
    pub fn code(self) -> String {
        self.to_string()
    }

    /// The code with a letter for the game, as it is kept in files: `X h2e2`, `S 7g7f`, `B dd`. Moves are equal if it is.
    pub fn stored(self) -> String {
        match self {
            Self::Xiangqi(mv) => format!("X {mv}"),
            Self::Shogi(mv) => format!("S {mv}"),
            Self::Go(mv) => mv.to_string(),
        }
    }

    /// Parses a move that [`Move::stored`] wrote.
    pub fn from_stored(code: &str) -> Option<Self> {
        match code.split_once(' ')? {
            ("X", squares) => read_squares(squares).map(Self::Xiangqi),
            ("S", usi) => usi.parse().map(Self::Shogi).ok(),
            (side, point) => stone(side, point).map(Self::Go),
        }
    }

    /// The move if it is one of xiangqi.
    pub fn xiangqi(self) -> Option<xiangqi::Move> {
        self.try_into().ok()
    }

    /// The move if it is one of shogi.
    pub fn shogi(self) -> Option<shogi::Move> {
        self.try_into().ok()
    }

    /// The move if it is one of Go.
    pub fn go(self) -> Option<go::Move> {
        self.try_into().ok()
    }

    /// The side that moves, if the move contains it. That is only so in Go, where a player may move twice.
    pub fn side(self) -> Option<Side> {
        self.go().map(|mv| mv.side)
    }
}

fn stone(side: &str, point: &str) -> Option<go::Move> {
    let side = match side {
        "B" => Side::First,
        "W" => Side::Second,
        _ => return None,
    };
    match point {
        "pass" => Some(go::Move::pass(side)),
        _ => Some(go::Move::stone(side, go::Point::from_letters(point.as_bytes())?)),
    }
}

/// Parses two squares, also those off the board: `h2e2`, `h2?95`.
fn read_squares(code: &str) -> Option<xiangqi::Move> {
    let (from, to) = code.split_at(code.rfind(|sign: char| !sign.is_ascii_digit())?);
    Some(xiangqi::Move::new(square(from)?, square(to)?))
}

fn square(text: &str) -> Option<xiangqi::Square> {
    match (text.strip_prefix('?'), text.as_bytes()) {
        (Some(number), _) => Some(xiangqi::Square::from_index(number.parse().ok()?)),
        (None, [file, rank]) => {
            xiangqi::Square::new(file.checked_sub(b'a')?, rank.checked_sub(b'0')?)
        }
        _ => None,
    }
}

/// The notations that a user can choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// 炮二平五; ６七金右, as KI2 has it; Q16.
    #[default]
    Usual,
    /// 馬二進三: as `Usual`, but in xiangqi with traditional characters.
    Traditional,
    /// WXF in xiangqi; in shogi ６七金, which may mean several pieces: KIF without the square of origin.
    Short,
    /// Squares: ICCS, USI, SGF points.
    Code,
}

impl Notation {
    /// The notations of a game.
    fn of(game: Game) -> &'static [Self] {
        match game {
            Game::Xiangqi => &[Self::Usual, Self::Short, Self::Code, Self::Traditional],
            Game::Shogi => &[Self::Usual, Self::Short, Self::Code],
            Game::Go => &[Self::Usual, Self::Code],
        }
    }

    /// The next notation of a game, cyclically.
    #[must_use]
    pub fn next(self, game: Game) -> Self {
        let all = Self::of(game);
        let here = all.iter().position(|notation| *notation == self);
        all[here.map_or(0, |here| (here + 1) % all.len())]
    }

    /// The name that players of the game use.
    pub fn name(self, game: Game) -> &'static str {
        match (game, self) {
            (Game::Xiangqi, Self::Usual) => "简体",
            (Game::Xiangqi, Self::Traditional) => "繁體",
            (Game::Xiangqi, Self::Short) => "WXF",
            (Game::Xiangqi, Self::Code) => "ICCS",
            (Game::Shogi, Self::Usual | Self::Traditional) => "KI2",
            (Game::Shogi, Self::Short) => "KIF",
            (Game::Shogi, Self::Code) => "USI",
            (Game::Go, Self::Usual | Self::Traditional | Self::Short) => "A1",
            (Game::Go, Self::Code) => "SGF",
        }
    }
}
