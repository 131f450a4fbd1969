//! How lines end: words in place of a move, and まで lines.

use crate::format::shogi::endings::{self, EndingWords};
use crate::game::Side;
use crate::game::shogi::Handicap;
use crate::record::{Ending, EndingKind, NodeId, Record};
use crate::text::scan::is_blank;

/// The ending for a word in place of a move, given the side to move. Also knows words of programs that are not in the
/// KIF specification.
pub(super) fn by_word(word: &str, mover: Side) -> Option<EndingKind> {
    let Some((named, rest)) = side_prefix(word) else {
        return EndingWords::Kif.kind(word);
    };
    // 将棋倶楽部24 names the loser: 先手 反則負け.
    match EndingWords::Kif.kind(rest.trim_start_matches(|c| c == 'の' || is_blank(c)))? {
        ending if named == mover => Some(ending),
        EndingKind::IllegalLoss => Some(EndingKind::IllegalWin),
        EndingKind::IllegalWin => Some(EndingKind::IllegalLoss),
        _ => None,
    }
}

/// The ending that any text in place of a numbered move means: a word, or a sentence such as 後手の勝ち.
pub(in crate::format::shogi) fn in_place_of_move(text: &str, mover: Side) -> Option<EndingKind> {
    by_word(text, mover).or_else(|| by_summary(text, mover).filter(|_| !text.contains("詰め")))
}

/// An ending with this kind, and this word in the file.
pub(super) fn with_word(kind: EndingKind, text: &str) -> Ending {
    endings::with_word(kind, text, word(kind))
}

/// The word that KIF has for an ending.
pub(super) fn word(ending: EndingKind) -> &'static str {
    EndingWords::Kif.word(ending).unwrap_or("終局")
}

/// The names of the players; in a handicap game they are 下手 and 上手.
#[derive(Debug, Clone, Copy)]
pub(super) struct Players {
    pub(super) handicap: bool,
}

impl Players {
    /// The names that the record's headers have, or that its starting position implies.
    pub(super) fn of(record: &Record) -> Self {
        let mut names = ["下手", "上手"].iter();
        let by_start = Handicap::is_given(&record.start);
        let handicap = by_start || names.any(|name| record.headers.raw(name).is_some());
        Self { handicap }
    }

    /// Takes note of a header.
    pub(super) fn add(&mut self, key: &str) {
        self.handicap |= matches!(key, "下手" | "上手");
    }

    pub(super) fn name(self, side: Side) -> &'static str {
        NAMES[side.index()][usize::from(self.handicap)]
    }
}

/// The names of each side, without and with a handicap.
const NAMES: [[&str; 2]; 2] = [["先手", "下手"], ["後手", "上手"]];

/// The side that a text begins with, and the rest.
pub(super) fn side_prefix(text: &str) -> Option<(Side, &str)> {
    let mut names = Side::BOTH.into_iter().zip(NAMES);
    names.find_map(|(side, [name, in_handicap])| {
        let rest = text.strip_prefix(name);
        Some((side, rest.or_else(|| text.strip_prefix(in_handicap))?))
    })
}

/// The meaning of a まで line after まで: `112手で後手の勝ち`, `11手詰`. `mover` is the side to move there.
pub(super) fn by_summary(text: &str, mover: Side) -> Option<EndingKind> {
    const WORDS: &str = "千日手 持将棋 不詰 詰 中断 封じ手 引き分け 最大手数 投了";
    let has = |word: &str| text.contains(word);
    let mut rests = text.char_indices().map(|(at, _)| &text[at..]);
    let wins = has("勝");
    // The winner, if the text names a player.
    let winner =
        rests.find_map(side_prefix).map(|(side, _)| if wins { side } else { side.other() });
    let may_win = |side| winner.is_none_or(|winner| winner == side);
    // Fouls that only the last move can be.
    let is_named = has("連続王手") || has("打歩詰") || has("打ち歩詰");
    // Without a name, it is about the side to move: まで2手で不戦勝.
    let by_mover = winner.map_or(wins || is_named, |winner| winner == mover);
    let outcome = |win, loss| Some(if by_mover { win } else { loss });
    if has("時間切れ") || has("切れ負け") {
        may_win(mover.other()).then_some(EndingKind::Timeout)
    } else if has("反則") || is_named {
        outcome(EndingKind::IllegalWin, EndingKind::IllegalLoss)
    } else if has("不戦") {
        outcome(EndingKind::DefaultWin, EndingKind::DefaultLoss)
    } else if has("入玉") || has("宣言") {
        may_win(mover).then_some(EndingKind::Nyugyoku)
    } else if winner.is_some() && (wins || has("負")) {
        may_win(mover.other()).then_some(EndingKind::Resign)
    } else {
        EndingWords::Kif.kind(WORDS.split(' ').find(|word| has(word))?)
    }
}

/// The text after まで after the moves of a line, as posts have it, if it says how the game ended.
pub(super) fn behind_moves(text: &str) -> Option<&str> {
    let is_pause = |c| is_blank(c) || matches!(c, '、' | '。' | '，');
    let summary = text.trim_start_matches(is_pause).strip_prefix("まで")?.trim_matches(is_pause);
    Side::BOTH.iter().any(|side| by_summary(summary, *side).is_some()).then_some(summary)
}

/// The sentence of a line that only says how the game ended: `後手の時間切れ負け`, `（３手まで先手勝ち）`.
pub(super) fn sentence(line: &str) -> Option<&str> {
    const LONGEST: usize = 15;
    let text = line.trim_matches(|c| is_blank(c) || "（）()【】。".contains(c));
    let begins = side_prefix(text).is_some() || text.contains("手まで");
    let ends = ["勝ち", "負け", "切れ"].iter().any(|end| text.ends_with(end));
    (begins && ends && text.chars().count() <= LONGEST).then_some(text)
}

/// Whether json-kifu-format can read the まで line for an ending; otherwise it would reject the whole file. The word in
/// place of a move still contains the ending.
pub(super) fn has_common_summary(ending: EndingKind) -> bool {
    !matches!(
        ending,
        EndingKind::Nyugyoku
            | EndingKind::DefaultWin
            | EndingKind::DefaultLoss
            | EndingKind::Draw
            | EndingKind::MaxMoves
            | EndingKind::Other
    )
}

/// Whether json-kifu-format can read a まで line, without まで.
pub(super) fn is_common(text: &str) -> bool {
    const ENDS: [&str; 6] = ["詰", "不詰", "中断", "封じ手", "持将棋", "千日手"];
    let after = text.trim_start_matches(|next: char| next.is_ascii_digit());
    let Some(end) = after.strip_prefix('手').filter(|_| after.len() < text.len()) else {
        return false;
    };
    let said = end.strip_prefix('で').unwrap_or(end);
    let timed = said.strip_prefix("時間切れにより");
    let fate = side_prefix(timed.unwrap_or(said)).map(|(_, fate)| fate);
    let is_foul = timed.is_none() && matches!(fate, Some("の反則勝ち" | "の反則負け"));
    ENDS.contains(&said) || fate == Some("の勝ち") || is_foul
}

/// The number of moves at a node.
pub(super) fn plies(record: &Record, node: NodeId) -> u32 {
    let tree = &record.tree;
    record.first_number - 1 + tree.ply(node) - u32::from(tree.is_ending(node))
}

/// The まで line, without まで, for a foul that ended a line.
pub(super) fn foul_summary(record: &Record, node: NodeId, foul: &str) -> String {
    format!("{}手で{foul}", plies(record, node))
}

/// The まで line, without まで, for an ending at a node, as in Kifu for Windows.
pub(super) fn summary(
    (record, node): (&Record, NodeId),
    players: Players,
    ending: EndingKind,
    mover: Side,
) -> String {
    let (own, other) = (players.name(mover), players.name(mover.other()));
    let plies = plies(record, node);
    // The game starts from a diagram.
    let start = record.start.shogi();
    let is_problem = start.is_some_and(|start| Handicap::of(start).is_none());
    let end = match ending {
        EndingKind::Resign => format!("{other}の勝ち"),
        EndingKind::Timeout => format!("時間切れにより{other}の勝ち"),
        EndingKind::Mate | EndingKind::Checkmate | EndingKind::Stalemate if is_problem => {
            return format!("{plies}手詰");
        }
        EndingKind::Mate | EndingKind::Checkmate | EndingKind::Stalemate => "詰".to_owned(),
        EndingKind::IllegalWin
        | EndingKind::IllegalLoss
        | EndingKind::Nyugyoku
        | EndingKind::DefaultWin
        | EndingKind::DefaultLoss => format!("{own}の{}", word(ending)),
        other => word(other).to_owned(),
    };
    format!("{plies}手で{end}")
}
