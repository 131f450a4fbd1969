//! How lines end: the words in place of a last move, and the まで line.

use crate::game::Side;
use crate::game::shogi::Handicap;
use crate::record::{Ending, Record};

/// The ending that a word in place of a move means for the side to move. Words of other programs beside those of the
/// KIF specification are known too. `None` if the word is none of them.
pub(in crate::format) fn by_word(word: &str, mover: Side) -> Option<Ending> {
    let Some((named, rest)) = side_prefix(word) else {
        return plain_word(word);
    };
    // 将棋倶楽部24 names the loser: 先手 反則負け.
    match plain_word(rest.trim_start())? {
        ending if named == mover => Some(ending),
        Ending::IllegalLoss => Some(Ending::IllegalWin),
        Ending::IllegalWin => Some(Ending::IllegalLoss),
        _ => None,
    }
}

fn plain_word(word: &str) -> Option<Ending> {
    Some(match word {
        "投了" => Ending::Resign,
        "中断" | "封じ手" => Ending::Abort,
        "千日手" => Ending::Repetition,
        "持将棋" => Ending::Jishogi,
        "詰み" | "詰" => Ending::Mate,
        "不詰" | "不詰み" => Ending::NoMate,
        "切れ負け" | "時間切れ" | "Time-up" => Ending::Timeout,
        "反則勝ち" => Ending::IllegalWin,
        "反則負け" => Ending::IllegalLoss,
        "入玉勝ち" | "入玉宣言" | "宣言勝ち" => Ending::Nyugyoku,
        "不戦勝" => Ending::DefaultWin,
        "不戦敗" => Ending::DefaultLoss,
        "引き分け" | "引分け" | "引分" => Ending::Draw,
        "最大手数" => Ending::MaxMoves,
        _ => return None,
    })
}

/// The word that KIF has for an ending.
pub(in crate::format) fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Resign => "投了",
        Ending::Abort => "中断",
        Ending::Repetition => "千日手",
        Ending::Jishogi => "持将棋",
        Ending::Mate | Ending::Checkmate | Ending::Stalemate => "詰み",
        Ending::NoMate => "不詰",
        Ending::Timeout => "切れ負け",
        Ending::IllegalWin => "反則勝ち",
        Ending::IllegalLoss => "反則負け",
        Ending::Nyugyoku => "入玉勝ち",
        Ending::DefaultWin => "不戦勝",
        Ending::DefaultLoss => "不戦敗",
        Ending::Draw => "引き分け",
        Ending::MaxMoves => "最大手数",
    }
}

/// The names of the players: with a handicap they are 下手 and 上手.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Players {
    pub(super) handicap: bool,
}

impl Players {
    /// As the record names them, or as its start calls for.
    pub(super) fn of(record: &Record) -> Self {
        let handicap = record.start.shogi().and_then(Handicap::of);
        let by_start = handicap.is_some_and(|handicap| !handicap.removed.is_empty());
        let named = |key| record.headers.raw(key).is_some();
        Self {
            handicap: by_start || named("下手") || named("上手"),
        }
    }

    pub(super) fn name(self, side: Side) -> &'static str {
        match (side, self.handicap) {
            (Side::First, false) => "先手",
            (Side::Second, false) => "後手",
            (Side::First, true) => "下手",
            (Side::Second, true) => "上手",
        }
    }
}

/// The side that a text begins with, and what follows.
pub(super) fn side_prefix(text: &str) -> Option<(Side, &str)> {
    let after = |name| text.strip_prefix(name);
    let first = after("先手").or_else(|| after("下手"));
    let second = || after("後手").or_else(|| after("上手"));
    first
        .map(|rest| (Side::First, rest))
        .or_else(|| second().map(|rest| (Side::Second, rest)))
}

/// What a まで line says, from what follows まで: `112手で後手の勝ち`, `11手詰`. `mover` is the side to move there.
pub(super) fn by_summary(text: &str, mover: Side) -> Option<Ending> {
    let has = |word: &str| text.contains(word);
    let subject = text
        .char_indices()
        .find_map(|(at, _)| side_prefix(&text[at..]))
        .map(|(side, _)| side);
    let wins = has("勝");
    // Who wins by the text, if it says so.
    let winner = subject.map(|side| if wins { side } else { side.other() });
    let loses = |ending| Some(ending).filter(|_| winner.is_none_or(|winner| winner != mover));
    if has("時間切れ") || has("切れ負け") {
        loses(Ending::Timeout)
    } else if has("反則") {
        Some(match winner {
            Some(winner) if winner == mover => Ending::IllegalWin,
            Some(_) => Ending::IllegalLoss,
            None if wins => Ending::IllegalWin,
            None => Ending::IllegalLoss,
        })
    } else if has("不戦") {
        Some(if winner == Some(mover) {
            Ending::DefaultWin
        } else {
            Ending::DefaultLoss
        })
    } else if has("入玉") || has("宣言") {
        Some(Ending::Nyugyoku).filter(|_| winner.is_none_or(|winner| winner == mover))
    } else if winner.is_some() && (wins || has("負")) {
        loses(Ending::Resign)
    } else {
        const WORDS: [&str; 9] = [
            "千日手",
            "持将棋",
            "不詰",
            "詰",
            "中断",
            "封じ手",
            "引き分け",
            "最大手数",
            "投了",
        ];
        let word = WORDS.into_iter().find(|word| has(word))?;
        plain_word(word)
    }
}

/// The まで line for an ending after so many moves, from what follows まで, as Kifu for Windows writes it. `problem`
/// says that the start is a diagram.
pub(super) fn summary(
    ending: Ending,
    plies: u32,
    mover: Side,
    players: Players,
    problem: bool,
) -> String {
    let (own, other) = (players.name(mover), players.name(mover.other()));
    let end = match ending {
        Ending::Resign => format!("{other}の勝ち"),
        Ending::Timeout => format!("時間切れにより{other}の勝ち"),
        Ending::IllegalWin => format!("{own}の反則勝ち"),
        Ending::IllegalLoss => format!("{own}の反則負け"),
        Ending::Nyugyoku => format!("{own}の入玉勝ち"),
        Ending::DefaultWin => format!("{own}の不戦勝"),
        Ending::DefaultLoss => format!("{own}の不戦敗"),
        Ending::Mate | Ending::Checkmate | Ending::Stalemate if problem => {
            return format!("{plies}手詰");
        }
        Ending::Mate | Ending::Checkmate | Ending::Stalemate => "詰".to_owned(),
        Ending::Abort
        | Ending::Repetition
        | Ending::Jishogi
        | Ending::NoMate
        | Ending::Draw
        | Ending::MaxMoves => word(ending).to_owned(),
    };
    format!("{plies}手で{end}")
}
