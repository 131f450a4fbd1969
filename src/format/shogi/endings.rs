//! The words for endings in each shogi format.

use crate::record::EndingKind;

/// The formats that have words for endings.
#[derive(Debug, Clone, Copy)]
pub(super) enum Words {
    /// After `%`; also in JKF.
    Csa,
    /// In place of a move.
    Kif,
    /// At the end of a `position` line: words of USI and ShogiHome.
    Usi,
    /// At the end of a line in a URL.
    Usen,
}

/// The words for each ending in the order of [`Words`], separated by spaces. The first is written.
#[rustfmt::skip]
const ENDINGS: [(EndingKind, [&str; 4]); 14] = [
    (EndingKind::Resign, ["TORYO", "投了", "resign", "r"]),
    (EndingKind::Abort, ["CHUDAN ERROR", "中断 封じ手 指し掛け 指掛け 指掛", "break chudan", "p"]),
    (EndingKind::Repetition, ["SENNICHITE", "千日手", "rep_draw", ""]),
    (EndingKind::Timeout, ["TIME_UP", "切れ負け 時間切れ Time-up", "timeout", "t"]),
    (EndingKind::IllegalWin, ["ILLEGAL_ACTION", "反則勝ち 反則手", "", ""]),
    (EndingKind::IllegalLoss, ["ILLEGAL_MOVE", "反則負け", "", "i"]),
    (EndingKind::Jishogi, ["JISHOGI", "持将棋", "", "j"]),
    (EndingKind::Nyugyoku, ["KACHI", "入玉勝ち 入玉宣言 宣言勝ち 勝ち宣言", "win", ""]),
    (EndingKind::Draw, ["HIKIWAKE", "引き分け 引分け 引分", "draw", ""]),
    (EndingKind::Mate, ["TSUMI", "詰み 詰", "", ""]),
    (EndingKind::NoMate, ["FUZUMI", "不詰 不詰み", "", ""]),
    (EndingKind::MaxMoves, ["MAX_MOVES", "最大手数", "", ""]),
    (EndingKind::DefaultWin, ["", "不戦勝", "", ""]),
    (EndingKind::DefaultLoss, ["", "不戦敗", "", ""]),
];

/// The ending for a word.
pub(super) fn read(words: Words, word: &str) -> Option<EndingKind> {
    let mut endings = ENDINGS.iter().filter(|_| !word.is_empty());
    let means = |all: &[&str; 4]| all[words as usize].split(' ').any(|known| known == word);
    endings.find(|(_, all)| means(all)).map(|(kind, _)| *kind)
}

/// The word for an ending, if the format has one.
pub(super) fn word(words: Words, ending: EndingKind) -> Option<&'static str> {
    let (_, all) = ENDINGS.iter().find(|(kind, _)| *kind == ending)?;
    all[words as usize]
        .split(' ')
        .next()
        .filter(|word| !word.is_empty())
}
