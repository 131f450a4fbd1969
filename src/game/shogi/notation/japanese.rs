//! The notation of Japanese records: `７六歩`, `同　銀`, `５七銀右成`, `５五角打`. KIF appends the square of origin, `(77)`; KI2
//! distinguishes pieces by 右 左 直 and 上 寄 引.

use smallvec::SmallVec;

use super::super::rules::may_promote;
use super::super::{Kind, Move, Origin, Piece, Position, Square};
use crate::game::{Direction, Side};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
pub(super) const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a move as in KIF, without the square of origin. `previous` is the destination of the previous move. An
/// unknown piece (the square of origin is empty and the record names none) is a fullwidth `？`.
pub fn kif(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let mut text = destination(mv, previous, "同　");
    text.push_str(name(position, mv));
    match mv.from {
        Origin::Hand(_) => text.push('打'),
        Origin::Board(_) if mv.promote => text.push('成'),
        Origin::Board(_) => {}
    }
    text
}

/// Writes a move as in KI2, without the side mark.
pub fn ki2(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let piece = format!("{}{}", name(position, mv), modifier(position, mv));
    // Kifu for Windows inserts the space only before a single character.
    let is_single = piece.chars().count() == 1;
    let mut text = destination(mv, previous, if is_single { "同　" } else { "同" });
    text.push_str(&piece);
    text
}

/// The count after a kind in hand: nothing for one, 二 to 十八, then digits.
pub fn hand_count(count: u8) -> String {
    match (count / 10, count % 10) {
        (0, 0..=1) => String::new(),
        (0, ones) => rank_kanji(ones).to_string(),
        (1, 0) => "十".to_owned(),
        (1, ones @ ..=8) => format!("十{}", rank_kanji(ones)),
        _ => count.to_string(),
    }
}

/// The pieces in hand as listed in diagrams: `飛　角二　歩十三`, or なし.
pub fn hand(position: &Position, side: Side) -> String {
    let held = position.hand(side);
    let held: Vec<String> =
        held.map(|(kind, count)| format!("{}{}", kind.in_diagram(), hand_count(count))).collect();
    if held.is_empty() { "なし".to_owned() } else { held.join("\u{3000}") }
}

/// The kanji of a rank, 1–9.
pub fn rank_kanji(rank: u8) -> char {
    RANKS[usize::from(rank.clamp(1, 9) - 1)]
}

/// The fullwidth digit of a file, 1–9.
pub fn file_digit(file: u8) -> char {
    FILES[usize::from(file.clamp(1, 9) - 1)]
}

fn name(position: &Position, mv: Move) -> &'static str {
    let kind = mv.named.or_else(|| position.moving(mv));
    kind.map_or("？", Kind::name)
}

/// The square of destination, or `same` if it is that of the previous move.
fn destination(mv: Move, previous: Option<Square>, same: &str) -> String {
    let mut text = String::with_capacity(16);
    match previous == Some(mv.to) {
        true => text.push_str(same),
        false => text.extend([file_digit(mv.to.file()), rank_kanji(mv.to.rank())]),
    }
    text
}

/// The signs after the piece in KI2: which of several it is, and promotion or drop.
fn modifier(position: &Position, mv: Move) -> String {
    let from = match mv.from {
        Origin::Board(from) => from,
        Origin::Hand(kind) => {
            let alone = candidates(position, kind, mv.to).is_empty();
            let held = position.in_hand(position.side_to_move(), kind) > 0;
            return if alone && held { "" } else { "打" }.to_owned();
        }
    };
    let Some(piece) = position.piece(from) else {
        return String::new();
    };
    let mut text = qualifier(position, piece.kind, from, mv.to);
    if mv.promote {
        text.push('成');
    } else if may_promote(piece, from, mv.to) {
        text.push_str("不成");
    }
    text
}

/// The mover's pieces of exactly this kind that could go to a square, ignoring checks.
pub(super) fn candidates(position: &Position, kind: Kind, to: Square) -> SmallVec<[Square; 8]> {
    let side = position.side_to_move();
    position.origins(Piece { side, kind }, to)
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

/// The signs of each [`Direction`], then of each [`Flank`].
const DIRECTIONS: [char; 3] = ['上', '寄', '引'];
const FLANKS: [char; 3] = ['右', '左', '直'];

/// The direction of a side's move.
pub(super) fn direction(from: Square, to: Square, side: Side) -> Direction {
    let ahead = from.rank() as i8 - to.rank() as i8;
    Direction::of(side.pick(ahead, -ahead))
}

/// The file, counted from a side's right.
pub(super) fn from_the_right(square: Square, side: Side) -> u8 {
    side.pick(square.file(), square.rotated().file())
}

/// The qualifier that distinguishes the piece on `from` from others of its kind; empty if only this one can go there.
fn qualifier(position: &Position, kind: Kind, from: Square, to: Square) -> String {
    let side = position.side_to_move();
    let mut others = candidates(position, kind, to);
    others.retain(|other| *other != from);
    if others.is_empty() {
        return String::new();
    }
    let ahead = direction(from, to, side);
    let mut alike = others.clone();
    alike.retain(|other| direction(*other, to, side) == ahead);
    if alike.is_empty() {
        return DIRECTIONS[ahead as usize].into();
    }
    // 直 is not used for bishops and rooks, promoted or not, if 右 or 左 suffices.
    let ranges = matches!(kind.unpromoted(), Kind::Bishop | Kind::Rook);
    if ahead == Direction::Forward && from.file() == to.file() && !ranges {
        return FLANKS[Flank::Behind as usize].into();
    }
    if let Some(flank) = outermost(from, &others, side) {
        return FLANKS[flank as usize].into();
    }
    let flank = outermost(from, &alike, side).unwrap_or(Flank::Behind);
    String::from_iter([FLANKS[flank as usize], DIRECTIONS[ahead as usize]])
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
