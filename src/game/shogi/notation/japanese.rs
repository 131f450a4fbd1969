//! The notation of Japanese records: `７六歩`, `同　銀`, `５七銀右成`, `５五角打`. KIF appends the square of origin, `(77)`; KI2
//! distinguishes pieces by 右 左 直 and 上 寄 引.

use super::super::rules::may_promote;
use super::super::{Kind, Move, Origin, Position, Square};
use super::qualifier::{candidates, qualifier};
use crate::game::Side;

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a move as in KIF, without the square of origin. `previous` is the destination of the previous move. An
/// unknown piece (the square of origin is empty and the record names none) is a fullwidth `？`.
pub fn kif(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let mut text = String::with_capacity(16);
    if previous == Some(mv.to) {
        text.push_str("同　");
    } else {
        push_square(&mut text, mv.to);
    }
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
    let mut text = String::with_capacity(16);
    if previous == Some(mv.to) {
        // Kifu for Windows inserts the space only before a single character.
        let single = piece.chars().count() == 1;
        text.push_str(if single { "同　" } else { "同" });
    } else {
        push_square(&mut text, mv.to);
    }
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

fn push_square(text: &mut String, square: Square) {
    text.push(file_digit(square.file()));
    text.push(rank_kanji(square.rank()));
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
