//! The words for endings in each shogi format.

use crate::game::Side;
use crate::record::{Ending, EndingKind};

/// The formats that have words for endings, in the order of the columns of [`ENDINGS`].
#[derive(Debug, Clone, Copy)]
pub(super) enum EndingWords {
    /// After `%`; also in JKF.
    Csa,
    /// In place of a move.
    Kif,
    /// At the end of a `position` line: words of USI and ShogiHome.
    Usi,
    /// At the end of a line in a URL.
    Usen,
    /// In place of a move of PSN, as 将棋所 and MyShogi write it, in lower case; or in a comment.
    Psn,
    /// The status of a game of lishogi.
    Lishogi,
    /// The summary of shogi-server, `_` for a blank. It says elsewhere whose foul it was.
    Summary,
}

/// The words for each ending in the order of [`EndingWords`], separated by spaces. The first is written. A word that several
/// endings share means the first of them.
#[rustfmt::skip]
const ENDINGS: [(EndingKind, [&str; 7]); 16] = [
    (EndingKind::Resign, ["TORYO", "投了", "resign", "r", "resigns resign", "resign", "toryo"]),
    (EndingKind::Abort, ["CHUDAN ERROR", "中断 封じ手 指し掛け 指掛け 指掛", "break chudan", "p", "interrupt", "aborted", "abnormal"]),
    (EndingKind::Repetition, ["SENNICHITE", "千日手", "rep_draw", "", "sennichite repetitiondraw", "repetition", "sennichite"]),
    (EndingKind::Timeout, ["TIME_UP", "切れ負け 時間切れ Time-up", "timeout", "t", "timeup", "timeout outoftime", "time_up"]),
    (EndingKind::IllegalWin, ["ILLEGAL_ACTION", "反則勝ち 反則手 打歩詰 打歩詰め 打ち歩詰め 連続王手の千日手", "", "", "repetitionwin", "", ""]),
    (EndingKind::IllegalLoss, ["ILLEGAL_MOVE", "反則負け", "", "i", "", "", "illegal_move illegal_kachi uchifuzume oute_sennichite oute_kaihimore outori"]),
    (EndingKind::Jishogi, ["JISHOGI", "持将棋", "", "j", "jishogi", "", ""]),
    (EndingKind::Nyugyoku, ["KACHI", "入玉勝ち 入玉宣言 宣言勝ち 勝ち宣言", "win", "", "declarationwin", "impasse27 tryRule", "kachi"]),
    (EndingKind::Draw, ["HIKIWAKE", "引き分け 引分け 引分", "draw", "", "", "draw", ""]),
    (EndingKind::Mate, ["TSUMI", "詰み 詰", "", "", "mate", "mate", ""]),
    (EndingKind::Checkmate, ["TSUMI", "詰み", "", "", "", "", ""]),
    (EndingKind::Stalemate, ["TSUMI", "詰み", "", "", "", "stalemate", ""]),
    (EndingKind::NoMate, ["FUZUMI", "不詰 不詰み", "", "", "", "", ""]),
    (EndingKind::MaxMoves, ["MAX_MOVES", "最大手数", "", "", "maxmovesdraw", "", "max_moves"]),
    (EndingKind::DefaultWin, ["", "不戦勝", "", "", "", "", ""]),
    (EndingKind::DefaultLoss, ["TORYO", "不戦敗", "", "", "", "", ""]),
];

/// The fouls that have a name.
pub(super) const FOULS: [&str; 4] = ["打歩詰", "打歩詰め", "打ち歩詰め", "連続王手の千日手"];

/// The foul that a sentence such as `112手で打歩詰` ends with.
pub(super) fn foul(text: &str) -> Option<&'static str> {
    FOULS
        .into_iter()
        .find(|foul| text.strip_suffix(foul).is_some_and(|rest| rest.ends_with("手で")))
}

impl EndingWords {
    pub(super) fn kind(self, word: &str) -> Option<EndingKind> {
        let mut endings = ENDINGS.iter();
        let is_word = |words: &str| words.split_ascii_whitespace().any(|known| known == word);
        let (kind, _) = endings.find(|(_, words)| is_word(words[self as usize]))?;
        Some(*kind)
    }

    /// The word for an ending, if the format has one.
    pub(super) fn word(self, ending: EndingKind) -> Option<&'static str> {
        let (_, words) = ENDINGS.iter().find(|(kind, _)| *kind == ending)?;
        words[self as usize].split_ascii_whitespace().next()
    }
}

/// An ending as a file has it, where `usual` is the word that is written for its kind.
pub(super) fn with_word(kind: EndingKind, word: &str, usual: &str) -> Ending {
    Ending { word: (word != usual).then(|| word.into()), ..kind.into() }
}

/// The word to write for an ending: its own if the format reads it as the same, otherwise the usual one. Also returns
/// whether the format reads that as the same.
pub(super) fn written<'e>(
    ending: &'e Ending,
    usual: &'e str,
    read: impl Fn(&str) -> Option<EndingKind>,
) -> (&'e str, bool) {
    let is_same = |word: &&str| read(word).unwrap_or(EndingKind::Other) == ending.kind;
    let word = ending.word.as_deref().filter(is_same).unwrap_or(usual);
    // The usual word says less than the name of a foul.
    let foul = ending.word.as_deref().filter(|word| FOULS.contains(word));
    (word, is_same(&word) && foul.is_none_or(|foul| foul == word))
}

/// The ending that a `%` word of CSA means.
pub(super) fn read_csa(word: &str, to_move: Side) -> Ending {
    let kind = csa_kind(word, to_move).unwrap_or(EndingKind::Other);
    with_word(kind, word, csa_word(kind, to_move))
}

/// The `%` word for an ending, and whether it has exactly this meaning.
pub(super) fn write_csa(ending: &Ending, to_move: Side) -> (&str, bool) {
    let usual = csa_word(ending.kind, to_move);
    written(ending, usual, |word| csa_kind(word, to_move))
}

/// `%+ILLEGAL_ACTION`: that side's last move was a foul.
fn csa_kind(word: &str, to_move: Side) -> Option<EndingKind> {
    match (word, to_move) {
        ("+ILLEGAL_ACTION", Side::First) | ("-ILLEGAL_ACTION", Side::Second) => {
            Some(EndingKind::IllegalLoss)
        }
        ("+ILLEGAL_ACTION" | "-ILLEGAL_ACTION", _) => Some(EndingKind::IllegalWin),
        _ => EndingWords::Csa.kind(word),
    }
}

fn csa_word(ending: EndingKind, to_move: Side) -> &'static str {
    match ending {
        EndingKind::IllegalWin => to_move.pick("-ILLEGAL_ACTION", "+ILLEGAL_ACTION"),
        _ => EndingWords::Csa.word(ending).unwrap_or("CHUDAN"),
    }
}
