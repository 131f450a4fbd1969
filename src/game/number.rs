//! Moves as small numbers, for files with many of them.

use super::{Game, Move, Side, go, shogi, xiangqi};

/// The squares of xiangqi and shogi, and the largest side of a Go board whose moves have numbers.
const XIANGQI: u16 = 90;
const SHOGI: u16 = 81;
const GO: u16 = 45;
/// The first number of a drop: after the moves on the board, each with and without promotion.
const DROPS: u16 = 1 + SHOGI * SHOGI * 2;
/// The passes and stones of a side.
const STONES: u16 = 1 + GO * GO;

impl Move {
    /// A number from 1, that identifies a move of a game; `None` for moves that no rules allow, and on Go boards larger
    /// than 45 × 45.
    ///
    /// | | number | at most |
    /// |---|---|---|
    /// | xiangqi | 1 + origin × 90 + destination, each rank × 9 + file | 8,100 |
    /// | shogi | 1 + (origin × 81 + destination) × 2 + promotion, each (rank − 1) × 9 + file − 1 | 13,122 |
    /// | a drop | 13,123 + (kind − 1) × 81 + destination; kinds P L N S G B R from 1 | 13,689 |
    /// | Go | 1 + 2,026 for White + (0 for a pass, otherwise 1 + row × 45 + column) | 4,052 |
    pub fn number(self) -> Option<u16> {
        match self {
            Self::Xiangqi(xiangqi::Move { from, to }) => {
                let is_possible = from.on_board() && to.on_board();
                is_possible.then(|| 1 + from.index() as u16 * XIANGQI + to.index() as u16)
            }
            Self::Shogi(shogi::Move { from: shogi::Origin::Board(from), to, promote, .. }) => {
                let squares = from.index() as u16 * SHOGI + to.index() as u16;
                Some(1 + squares * 2 + u16::from(promote))
            }
            Self::Shogi(shogi::Move { from: shogi::Origin::Hand(kind), to, .. }) => {
                let kind = (kind as u16).checked_sub(1).filter(|kind| *kind < 7)?;
                Some(DROPS + kind * SHOGI + to.index() as u16)
            }
            Self::Go(go::Move { side, point }) => {
                let stone = match point {
                    None => 0,
                    Some(go::Point { column, row }) => {
                        let (column, row) = (u16::from(column), u16::from(row));
                        (column < GO && row < GO).then(|| 1 + row * GO + column)?
                    }
                };
                Some(1 + side.index() as u16 * STONES + stone)
            }
        }
    }

    /// The move of a game with a number; `None` if no move has it.
    pub fn numbered(game: Game, number: u16) -> Option<Self> {
        let from_zero = number.checked_sub(1)?;
        match game {
            Game::Xiangqi => {
                let [from, to] = [from_zero / XIANGQI, from_zero % XIANGQI]
                    .map(|index| u8::try_from(index).map(xiangqi::Square::from_index).ok());
                let (from, to) = (from?, to?);
                let is_possible = from.on_board() && to.on_board();
                is_possible.then_some(Self::Xiangqi(xiangqi::Move { from, to }))
            }
            Game::Shogi => shogi_move(number).map(Self::Shogi),
            Game::Go => {
                let side = Side::BOTH.into_iter().nth(usize::from(from_zero / STONES))?;
                let place = (from_zero % STONES).checked_sub(1);
                let point =
                    place.map(|place| go::Point::from(((place % GO) as u8, (place / GO) as u8)));
                Some(Self::Go(go::Move { side, point }))
            }
        }
    }
}

fn shogi_square(index: u16) -> Option<shogi::Square> {
    shogi::Square::from_index(u8::try_from(index).ok()?)
}

fn shogi_move(number: u16) -> Option<shogi::Move> {
    if let Some(drop) = number.checked_sub(DROPS) {
        let kind = shogi::Kind::from_repr(u8::try_from(drop / SHOGI).ok()?.checked_add(1)?);
        let kind = kind.filter(|kind| *kind <= shogi::Kind::Rook)?;
        return Some(shogi::Move::drop(kind, shogi_square(drop % SHOGI)?));
    }
    let (squares, promote) = ((number - 1) / 2, number.is_multiple_of(2));
    let from = shogi::Origin::Board(shogi_square(squares / SHOGI)?);
    Some(shogi::Move { from, to: shogi_square(squares % SHOGI)?, promote, named: None })
}
