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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::{Side, go::Point, go::Size};

    fn board(columns: u8, rows: u8, black: &[&str], white: &[&str], side: Side) -> Position {
        let mut position = go::Position::new(Size::new(columns, rows).unwrap());
        for (side, points) in [(Side::First, black), (Side::Second, white)] {
            for point in points {
                position.put(Point::from_letters(point.as_bytes()).unwrap(), Some(side));
            }
        }
        position.set_side_to_move(side);
        Position::Go(position)
    }

    fn xiangqi(fen: &str) -> Position {
        Position::Xiangqi(xiangqi::Position::from_fen(fen).unwrap())
    }

    fn shogi(sfen: &str) -> Position {
        Position::Shogi(shogi::Position::from_sfen(sfen).unwrap().0)
    }

    /// Files are made with these: a key that changes makes them useless.
    #[test]
    fn keys_are_those_of_another_program() {
        // The first number of SplitMix64 as its authors have it.
        assert_eq!(number(1), 0xE220_A839_7B1D_CDAF);
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let left = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
        let right = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b";
        let drops = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p";
        let initial = Position::Shogi(shogi::Position::initial());
        for (position, key, canonical, by) in [
            (xiangqi(start), 0xB2D5_6FCA_BFB8_CBE7, 0xB2D5_6FCA_BFB8_CBE7, 0),
            (xiangqi(left), 0x3132_0C8F_B3D3_0884, 0x3132_0C8F_B3D3_0884, 0),
            (xiangqi(right), 0x6044_B9D6_B1DA_19A7, 0x3132_0C8F_B3D3_0884, 1),
            (initial, 0xB441_F7D3_B389_63C0, 0xB441_F7D3_B389_63C0, 0),
            (shogi(drops), 0xE15B_14C8_8AA2_CFB3, 0xE15B_14C8_8AA2_CFB3, 0),
            (board(19, 19, &[], &[], Side::First), 0x4A58_DB5C_CCE4_D68C, 0x4A58_DB5C_CCE4_D68C, 0),
            (
                board(19, 19, &["pd"], &["dd"], Side::First),
                0x7484_FF85_EC6D_C054,
                0x05F6_8AE6_65B2_DC75,
                6,
            ),
            (
                board(19, 19, &["pd"], &["dc"], Side::First),
                0x3648_7989_A1B3_8B90,
                0x34EB_493B_B6FE_382E,
                7,
            ),
            (
                board(9, 13, &["ca"], &[], Side::Second),
                0xCA95_CC8A_05FF_7209,
                0x239A_B6A0_B4B0_B88F,
                4,
            ),
        ] {
            assert_eq!(position.key(), key, "{position:?}");
            assert_eq!(position.canonical(), (canonical, Symmetry(by)), "{position:?}");
        }
    }

    /// Random games: each position by itself, after the one before it, and turned.
    #[test]
    fn keys_and_moves_turn_with_the_board() {
        let starts = [
            Position::Xiangqi(xiangqi::Position::initial()),
            Position::Shogi(shogi::Position::initial()),
            board(9, 9, &[], &[], Side::First),
            board(5, 7, &[], &[], Side::First),
        ];
        // One tracker for all, which has to notice the other boards.
        let mut keys = Keys::default();
        let mut random = 0;
        for start in starts {
            let mut position = start.clone();
            for _ in 0..150 {
                assert_eq!(
                    (keys.key(&position), keys.canonical(&position)),
                    (position.key(), position.canonical())
                );
                random += 1;
                let mv = some_move(&position, number(random) as usize);
                let mut next = position.clone();
                next.apply(mv);
                for by in Symmetry::of(start.game()) {
                    let (mut turned, there) = (position.turned(by), by.turn(mv, &position));
                    assert_eq!(turned.canonical().0, position.canonical().0);
                    assert_eq!(turned.turned(by.inverse()), position);
                    assert_eq!(by.turn_back(there, &position), mv);
                    turned.apply(there);
                    assert_eq!(turned, next.turned(by), "{mv} {by:?} {position:?}");
                }
                assert_ne!(next.key(), position.key());
                position = next;
            }
        }
    }

    fn some_move(position: &Position, random: usize) -> Move {
        match position {
            Position::Xiangqi(board) => {
                let moves = board.legal_moves();
                // Off the board, too.
                let off = xiangqi::Move { from: xiangqi::Square::from_index(200), ..moves[0] };
                Move::Xiangqi(*moves.get(random % (moves.len() + 1)).unwrap_or(&off))
            }
            Position::Shogi(board) => {
                let moves = board.legal_moves();
                Move::Shogi(moves[random % moves.len()])
            }
            Position::Go(board) => {
                let all: Vec<Point> = board.size().points().chain([Point::new(40, 2)]).collect();
                let side = board.side_to_move();
                Move::Go(go::Move { side, point: all.get(random % (all.len() + 1)).copied() })
            }
        }
    }

    #[test]
    fn moves_that_a_symmetry_maps_onto_each_other_are_one() {
        fn one(position: &Position) -> BTreeSet<Option<u16>> {
            let moves = position.legal_moves().into_iter();
            let turned = moves.map(|mv| Keys::default().turned(position, Some(mv)).2.unwrap());
            turned.map(Move::number).collect()
        }
        let empty = board(9, 9, &[], &[], Side::First);
        assert_eq!((empty.legal_moves().len(), one(&empty).len()), (81, 15));
        let odd = board(9, 9, &["cb"], &[], Side::Second);
        assert_eq!((odd.legal_moves().len(), one(&odd).len()), (80, 80));
        let start = Position::Xiangqi(xiangqi::Position::initial());
        assert_eq!((start.legal_moves().len(), one(&start).len()), (44, 23));
        let start = Position::Shogi(shogi::Position::initial());
        assert_eq!((start.legal_moves().len(), one(&start).len()), (30, 30));
    }

    #[test]
    fn what_was_played_before_does_not_matter() {
        let mut taken = board(9, 9, &["ba", "ab", "bc"], &["ca", "db", "cc", "bb"], Side::First);
        let point = Point::from_letters(b"cb").unwrap();
        taken.apply(Move::Go(go::Move::stone(Side::First, point)));
        let mut put = taken.go().unwrap().clone();
        put.put(Point::new(8, 8), None);
        let retakes = Move::Go(go::Move::stone(Side::Second, Point::new(1, 1)));
        assert!(taken.check(retakes).is_err());
        let put = Position::Go(put);
        assert!(put.check(retakes).is_ok());
        assert_eq!((&taken, taken.key()), (&put, put.key()));
    }
}
