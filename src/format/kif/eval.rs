//! Valuations that engines leave in comments. Each program has its own words:
//!
//! - ShogiHome: `*評価値=120`, `#評価値=120`, `*詰み=先手勝ち:9手`; from sente's view.
//! - ShogiGUI and programs that follow it: `*対局 … 評価値 120 読み筋 …`, `*解析 0 ○ 候補1 …`; from sente's view.
//! - ぴよ将棋: `#指し手[72]△１四歩 …` on the move played, above `#推奨手[29]…`; from sente's view.
//! - 将棋所: a number alone, and a line with the expected moves under it; from the view of the side that moved.
//! - floodgate, converted from CSA: `* 120 …` or `** 120 …`; from sente's view.

use crate::game::Side;
use crate::record::Eval;

/// The first valuation in a comment on a move of `mover`.
pub(in crate::format) fn find(comment: &str, mover: Side) -> Option<Eval> {
    let mut lines = comment.lines().peekable();
    while let Some(line) = lines.next() {
        let under = lines.peek().copied().unwrap_or("");
        let found = named(line)
            .or_else(|| mate(line))
            .or_else(|| played(line))
            .or_else(|| floodgate(line))
            .or_else(|| bare(line, under, mover));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// `評価値` and a number behind it.
fn named(line: &str) -> Option<Eval> {
    if !line.starts_with(['*', '#']) {
        return None;
    }
    let (_, value) = line.split_once("評価値")?;
    let value = value.trim_start_matches(['=', ':', '：', ' ', '　']);
    match leading_integer(value) {
        Some((points, _)) => Some(Eval::Centipawns(points)),
        // ShogiGUI writes `+詰 13` and `-詰 13`.
        None => {
            let (sign, plies) = value.split_once('詰')?;
            let plies = leading_integer(plies.trim_start())?.0;
            match sign {
                "+" => Some(Eval::Mate(plies)),
                "-" => Some(Eval::Mate(-plies)),
                _ => None,
            }
        }
    }
}

/// `*詰み=後手勝ち:9手`.
fn mate(line: &str) -> Option<Eval> {
    let text = line.trim_start_matches(['*', '#']).strip_prefix("詰み=")?;
    let (winner, plies) = text.split_once(':')?;
    let plies = leading_integer(plies)?.0;
    match winner {
        "先手勝ち" => Some(Eval::Mate(plies)),
        "後手勝ち" => Some(Eval::Mate(-plies)),
        _ => None,
    }
}

/// `#指し手[72]△１四歩`.
fn played(line: &str) -> Option<Eval> {
    let (points, rest) = leading_integer(line.strip_prefix("#指し手[")?)?;
    rest.starts_with(']').then_some(Eval::Centipawns(points))
}

fn floodgate(line: &str) -> Option<Eval> {
    let value = line.strip_prefix("** ").or_else(|| line.strip_prefix("* "));
    let (points, rest) = leading_integer(value?)?;
    (rest.is_empty() || rest.starts_with(' ')).then_some(Eval::Centipawns(points))
}

fn bare(line: &str, under: &str, mover: Side) -> Option<Eval> {
    let (points, rest) = leading_integer(line)?;
    let expects = under.starts_with(['▲', '△', '☗', '☖']) || is_western(under);
    let points = match mover {
        Side::First => points,
        Side::Second => -points,
    };
    (rest.trim_end().is_empty() && expects).then_some(Eval::Centipawns(points))
}

/// `P7g-7f`, the western notation of 将棋所.
fn is_western(line: &str) -> bool {
    let mut bytes = line.bytes();
    matches!(
        bytes.next(),
        Some(b'P' | b'L' | b'N' | b'S' | b'G' | b'B' | b'R' | b'K' | b'+')
    ) && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
        && bytes.any(|byte| matches!(byte, b'-' | b'x' | b'*'))
}

/// A number at the start of a text, no greater than fits, and what follows it.
fn leading_integer(text: &str) -> Option<(i32, &str)> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let rest = digits.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if rest.len() == digits.len() {
        return None;
    }
    let number = &text[..text.len() - rest.len()];
    let number: i64 = number.strip_prefix('+').unwrap_or(number).parse().ok()?;
    // No engine means more than this; i32::MIN could not be negated.
    let number = number.clamp(-1_000_000_000, 1_000_000_000);
    Some((i32::try_from(number).ok()?, rest))
}
