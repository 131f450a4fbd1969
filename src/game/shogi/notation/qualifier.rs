//! Distinguishes several pieces that could make the same move: 右 左 直 and 上 寄 引.

use smallvec::SmallVec;

use super::super::{Kind, Piece, Position, Square};
use crate::game::Side;

/// The mover's pieces of exactly this kind that could go to a square, ignoring checks.
pub(super) fn candidates(position: &Position, kind: Kind, to: Square) -> SmallVec<[Square; 8]> {
    let side = position.side_to_move();
    position.origins(Piece { side, kind }, to)
}

/// The direction in which a piece moves, from its owner's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// 上: towards the opponent.
    Forward,
    /// 寄: along the rank.
    Sideways,
    /// 引: back.
    Back,
}

impl Direction {
    pub(super) fn of(from: Square, to: Square, side: Side) -> Self {
        let (from, to) = match side {
            Side::First => (from.rank(), to.rank()),
            Side::Second => (to.rank(), from.rank()),
        };
        match to.cmp(&from) {
            std::cmp::Ordering::Less => Self::Forward,
            std::cmp::Ordering::Equal => Self::Sideways,
            std::cmp::Ordering::Greater => Self::Back,
        }
    }

    pub(super) fn character(self) -> char {
        match self {
            Self::Forward => '上',
            Self::Sideways => '寄',
            Self::Back => '引',
        }
    }
}

/// Where a piece comes from, from its owner's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flank {
    /// 右
    Right,
    /// 左
    Left,
    /// 直: straight from behind.
    Behind,
}

impl Flank {
    pub(super) fn character(self) -> char {
        match self {
            Self::Right => '右',
            Self::Left => '左',
            Self::Behind => '直',
        }
    }
}

/// The file, counted from a side's right.
pub(super) fn from_the_right(square: Square, side: Side) -> u8 {
    match side {
        Side::First => square.file(),
        Side::Second => square.rotated().file(),
    }
}

/// The qualifier that distinguishes the piece on `from` from others of its kind; empty if only this one can go there.
pub(super) fn qualifier(position: &Position, kind: Kind, from: Square, to: Square) -> String {
    let side = position.side_to_move();
    let mut others = candidates(position, kind, to);
    others.retain(|other| *other != from);
    if others.is_empty() {
        return String::new();
    }
    let direction = Direction::of(from, to, side);
    let mut alike = others.clone();
    alike.retain(|other| Direction::of(*other, to, side) == direction);
    if alike.is_empty() {
        return direction.character().into();
    }
    if direction == Direction::Forward && from.file() == to.file() && !ranges(kind) {
        return Flank::Behind.character().into();
    }
    if let Some(flank) = outermost(from, &others, side) {
        return flank.character().into();
    }
    let flank = outermost(from, &alike, side).unwrap_or(Flank::Behind);
    [flank.character(), direction.character()].iter().collect()
}

/// Whether the kind is a bishop or rook, promoted or not: 直 is not used for these if 右 or 左 suffices.
fn ranges(kind: Kind) -> bool {
    matches!(kind.unpromoted(), Kind::Bishop | Kind::Rook)
}

fn outermost(from: Square, others: &[Square], side: Side) -> Option<Flank> {
    let at = from_the_right(from, side);
    let mut others = others.iter().map(|other| from_the_right(*other, side));
    if others.clone().all(|other| at < other) {
        Some(Flank::Right)
    } else if others.all(|other| at > other) {
        Some(Flank::Left)
    } else {
        None
    }
}
