//! The endings that a player names.

use super::endings::EndingWords;
use super::kif;
use crate::game::Side;
use crate::record::EndingKind;
use crate::text::folded;

/// The ending that a word means where a side is to move: `投了`, `resign`, `先手の勝ち`.
pub(crate) fn ending_named(word: &str, mover: Side) -> Option<EndingKind> {
    const CHINESE: [(&str, EndingKind); 6] = [
        ("认输", EndingKind::Resign),
        ("认负", EndingKind::Resign),
        ("投子", EndingKind::Resign),
        ("超时", EndingKind::Timeout),
        ("将死", EndingKind::Checkmate),
        ("困毙", EndingKind::Stalemate),
    ];
    let (folded, mut names) = (folded(word), EndingKind::ALL.iter());
    kif::ending_in_words(word, mover)
        .or_else(|| EndingWords::Usi.kind(word))
        .or_else(|| names.find(|kind| kind.name() == word).copied())
        .or_else(|| CHINESE.iter().find(|(known, _)| *known == folded).map(|(_, kind)| *kind))
}
