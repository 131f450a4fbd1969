//! One number for a position, whichever way its board is turned.

use super::{Move, Position, Symmetry, go, shogi, xiangqi};

impl Symmetry {
    /// A move on the board of a position as it is on the turned board. Squares off the board stay as they are.
    pub fn turn(self, mv: Move, on: &Position) -> Move {
        self.map(mv, on.size())
    }

    /// The move on the board of a position that [`Symmetry::turn`] makes this one of.
    pub fn turn_back(self, mv: Move, on: &Position) -> Move {
        self.inverse().map(mv, self.size(on.size()))
    }

    fn map(self, mv: Move, size: (u8, u8)) -> Move {
        match mv {
            Move::Xiangqi(xiangqi::Move { from, to }) => {
                let [from, to] = [from, to].map(|square| {
                    let (file, rank) = self.place((square.file(), square.rank()), size);
                    xiangqi::Square::new(file, rank).unwrap_or(square)
                });
                Move::Xiangqi(xiangqi::Move::new(from, to))
            }
            Move::Shogi(_) => mv,
            Move::Go(go::Move { side, point }) => {
                let point = point.map(|point| self.place((point.column, point.row), size).into());
                Move::Go(go::Move { side: self.side(side), point })
            }
        }
    }
}

/// The output of SplitMix64 (Steele, Lea and Flood 2014) with the seed 0 after a number of others.
pub(super) fn number(nth: u32) -> u64 {
    let mut mixed = u64::from(nth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The number of a piece at a place, which is on the board or means a hand.
pub(super) fn piece_number((column, row): (u8, u8), piece: u8) -> u64 {
    number((u32::from(row) << 8 | u32::from(column)) << 5 | u32::from(piece))
}

/// For the second side to move.
const SECOND: u32 = 1 << 24;
/// For a board of a game and size.
const BOARD: u32 = 1 << 25;
/// For a corner of a board of a size.
#[cfg(feature = "tui")]
pub(super) const CORNER: u32 = 1 << 26;

/// The keys of one position after another. Only differences cost time, so it suits replays.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    before: Option<Position>,
    /// By the number of the symmetry.
    keys: [u64; 8],
}

impl Keys {
    /// The same as [`Position::key`].
    pub fn key(&mut self, position: &Position) -> u64 {
        self.follow(position);
        self.keys[0]
    }

    /// The same as [`Position::canonical`].
    pub fn canonical(&mut self, position: &Position) -> (u64, Symmetry) {
        self.follow(position);
        let all = Symmetry::of(position.game()).map(|by| (self.keys[usize::from(by.0)], by));
        all.min().unwrap_or_default()
    }

    /// The same, with all symmetries that give the position this key, the first of them first.
    pub fn symmetries(&mut self, position: &Position) -> (u64, Vec<Symmetry>) {
        let (key, _) = self.canonical(position);
        (key, self.with_key(position, key).collect())
    }

    /// The same as [`Keys::canonical`], and a move there as it is on the turned board. Of the moves that the position's own
    /// symmetries make of it, which are the same move, it is the one with the least number.
    pub fn turned(
        &mut self,
        position: &Position,
        mv: Option<Move>,
    ) -> (u64, Symmetry, Option<Move>) {
        let (key, first) = self.canonical(position);
        let turns = self.with_key(position, key);
        let least =
            mv.and_then(|mv| turns.map(|by| by.turn(mv, position)).min_by_key(|mv| mv.number()));
        (key, first, least)
    }

    /// The symmetries that give a position, whose keys are known, this key.
    fn with_key(&self, position: &Position, key: u64) -> impl Iterator<Item = Symmetry> {
        Symmetry::of(position.game()).filter(move |by| self.keys[usize::from(by.0)] == key)
    }

    fn follow(&mut self, position: &Position) {
        let (game, size) = (position.game(), position.size());
        let keys = &mut self.keys;
        let before = self.before.take();
        let before = before.filter(|before| (before.game(), before.size()) == (game, size));
        let mut before = before.unwrap_or_else(|| {
            for by in Symmetry::of(game) {
                let (columns, rows) = by.size(size);
                let board = (game as u32) << 16 | u32::from(columns) << 8 | u32::from(rows);
                keys[usize::from(by.0)] = number(BOARD | board);
            }
            position.cleared()
        });
        if before.side_to_move() != position.side_to_move() {
            keys.iter_mut().for_each(|key| *key ^= number(SECOND));
        }
        let change = |place, piece| {
            for by in Symmetry::of(game) {
                keys[usize::from(by.0)] ^= piece_number(by.place(place, size), piece);
            }
        };
        match (position, &before) {
            (Position::Xiangqi(one), Position::Xiangqi(other)) => one.differences(other, change),
            (Position::Shogi(one), Position::Shogi(other)) => one.differences(other, change),
            (Position::Go(one), Position::Go(other)) => one.differences(other, change),
            (Position::Xiangqi(_) | Position::Shogi(_) | Position::Go(_), _) => {}
        }
        before.clone_from(position);
        self.before = Some(before);
    }
}

impl Position {
    /// A number for the position: the same for equal positions, in every version of dapu, and as good as never for others.
    ///
    /// It is the exclusive or of numbers of SplitMix64 with the seed 0. The n-th of them is made of n ×
    /// 0x9E3779B97F4A7C15: x ^= x >> 30, x ×= 0xBF58476D1CE4E5B9, x ^= x >> 27, x ×= 0x94D049BB133111EB, x ^= x >> 31, all
    /// modulo 2^64. The following have one, with n:
    ///
    /// | what | n |
    /// |---|---|
    /// | each piece on the board | (row × 256 + column) × 32 + piece |
    /// | in shogi, each kind in a hand | (255 × 256 + count) × 32 + piece |
    /// | the board | 2^25 + game × 65536 + columns × 256 + rows |
    /// | the second side to move | 2^24 |
    ///
    /// | | xiangqi | shogi | Go |
    /// |---|---|---|---|
    /// | game | 0 | 1 | 2 |
    /// | column, from 0 | from Red's left | from Sente's right | from the left |
    /// | row, from 0 | from Red's side | from Gote's side | from the top |
    /// | piece | 1 to 7: K A B N R C P; black: 8 more | 1 to 8: P L N S G B R K; promoted: 8 more; gote: 16 more | 1 black, 2 white |
    ///
    /// Earlier moves do not matter: neither the captures in Go, nor whether a ko may be retaken.
    pub fn key(&self) -> u64 {
        Keys::default().key(self)
    }

    /// The least of the keys of what the symmetries of the game make of the position, and the first symmetry that has it.
    pub fn canonical(&self) -> (u64, Symmetry) {
        Keys::default().canonical(self)
    }

    /// The position on a turned board.
    #[must_use]
    pub fn turned(&self, by: Symmetry) -> Self {
        match self {
            Self::Xiangqi(position) if by.0 & 1 != 0 => Self::Xiangqi(position.mirrored()),
            Self::Xiangqi(_) | Self::Shogi(_) => self.clone(),
            Self::Go(position) => Self::Go(position.turned(by)),
        }
    }

    /// The same board without anything on it, the first side to move.
    fn cleared(&self) -> Self {
        match self {
            Self::Xiangqi(_) => Self::Xiangqi(xiangqi::Position::empty()),
            Self::Shogi(_) => Self::Shogi(shogi::Position::empty()),
            Self::Go(position) => Self::Go(go::Position::new(position.size())),
        }
    }

    /// The number of columns and rows.
    pub(super) fn size(&self) -> (u8, u8) {
        match self {
            Self::Xiangqi(_) => (9, 10),
            Self::Shogi(_) => (9, 9),
            Self::Go(position) => (position.size().columns(), position.size().rows()),
        }
    }
}
