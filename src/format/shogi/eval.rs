//! Engine evaluations in comments. Each program has its own words:
//!
//! - ShogiHome: `*評価値=120`, `#評価値=120`, `*詰み=先手勝ち:9手`, `#詰み=後手勝ち`; from sente's view.
//! - ShogiGUI and similar programs: `*対局 … 評価値 120 読み筋 …`, `*解析 0 ○ 候補1 …`; from sente's view.
//! - ぴよ将棋: `#指し手[72]△１四歩 …` on the move played, above `#推奨手[29]…`; from sente's view.
//! - 将棋所: `120`, `120++`, `120--` or `+Mate:9` alone, followed by a line with the expected moves; from the view of the
//!   side that moved. The signs after the number mark a bound.
//! - floodgate, converted from CSA: `* 120 …` or `** 120 …`; from sente's view.

use crate::format::LossKind;
use crate::format::pass::Pass;
use crate::game::Side;
use crate::game::shogi::notation::{Western, is_side_mark};
use crate::record::{Eval, NodeId, Note, Tree};

/// The first valuation in a comment on a move of `mover`.
pub(super) fn find(comment: &str, mover: Side) -> Option<Eval> {
    const SIGNS: [fn(&str) -> Option<Eval>; 4] = [named, mate, played, floodgate];
    let mut lines = comment.lines().peekable();
    while let Some(line) = lines.next() {
        let under = lines.peek().copied().unwrap_or("");
        let known = SIGNS.iter().find_map(|read| read(line));
        let found = known.or_else(|| bare(line, under, mover));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A comment on a move of `mover`, and the valuation in it.
pub(super) fn notes(comment: String, mover: Side) -> impl Iterator<Item = Note> {
    let eval = find(&comment, mover).map(Note::Eval);
    [Note::Comment(comment.into())].into_iter().chain(eval)
}

/// The valuation that a reader finds in the comments of a node: the first.
#[derive(Default)]
pub(super) struct Valued(Option<Eval>);

impl Valued {
    /// At a node after a move of `mover`.
    pub(super) fn of(tree: &Tree, node: NodeId, mover: Side) -> Self {
        let comments: Vec<&str> = tree.comments(node).collect();
        Self(find(&comments.join("\n"), mover))
    }

    /// The comment that stands for a glyph or a valuation, and whether the file has the note with it.
    pub(super) fn comment(&mut self, pass: &mut Pass<'_>, note: &Note) -> (Option<String>, bool) {
        match note {
            Note::Glyph(glyph) => {
                let Some(word) = glyph_word(glyph) else {
                    return (None, false);
                };
                pass.change(LossKind::Glyph);
                // A record that was written before has the word already.
                let mut comments = pass.record.tree.comments(pass.node());
                let is_there = comments.any(|text| text.lines().any(|line| line == word));
                ((!is_there).then(|| word.to_owned()), true)
            }
            Note::Eval(eval) => {
                let line = Some(analysis(*eval, "", "")).filter(|_| self.0.is_none());
                // Not every valuation has words, and these are from sente's view.
                let line = line.filter(|line| find(line, Side::First) == Some(*eval));
                self.0 = self.0.or(line.as_ref().map(|_| *eval));
                (line, self.0 == Some(*eval))
            }
            _ => (None, false),
        }
    }
}

/// A glyph in the words of commentators, as formats of shogi have no signs for them.
fn glyph_word(glyph: &str) -> Option<&'static str> {
    Some(match glyph {
        "!!" => "妙手",
        "!" => "好手",
        "!?" => "面白い手",
        "?!" => "疑問手",
        "?" => "悪手",
        "??" => "大悪手",
        "=" => "互角",
        "~" => "形勢不明",
        "+=" => "先手有利",
        "=+" => "後手有利",
        _ => return None,
    })
}

/// A valuation in the words of ShogiGUI, which ShogiHome also reads but for mates, with details before it, each followed by
/// a blank, and a line of moves.
pub(crate) fn analysis(eval: Eval, details: &str, moves: &str) -> String {
    let moves = if moves.is_empty() { String::new() } else { format!(" 読み筋 {moves}") };
    match eval {
        Eval::Centipawns(points) => format!("*解析 0 候補1 {details}評価値 {points}{moves}"),
        Eval::Mate(plies) => {
            let (sign, winner) = if plies < 0 { ('-', "後手") } else { ('+', "先手") };
            let plies = plies.unsigned_abs();
            let mate = format!("*詰み={winner}勝ち:{plies}手");
            format!("*解析 0 候補1 {details}評価値 {sign}詰 {plies}{moves}\n{mate}")
        }
        // No program of shogi writes it into a comment.
        Eval::WinRate(_) => String::new(),
    }
}

/// `評価値` followed by a number.
fn named(line: &str) -> Option<Eval> {
    if !line.starts_with(['*', '#']) {
        return None;
    }
    let (_, value) = line.split_once("評価値")?;
    let value = value.trim_start_matches(['=', ':', '：', ' ', '　']);
    if let Some((points, _)) = leading_integer(value) {
        return Some(Eval::Centipawns(points));
    }
    // ShogiGUI writes `+詰 13` and `-詰 13`.
    let (sign, plies) = value.split_once('詰')?;
    let (plies, _) = leading_integer(plies.trim_start())?;
    match sign {
        "+" => Some(Eval::Mate(plies)),
        "-" => Some(Eval::Mate(-plies)),
        _ => None,
    }
}

/// The stand-in for mates of unknown length.
const SOME_MATE: i32 = 30_000;

/// `*詰み=後手勝ち:9手`, or without a length.
fn mate(line: &str) -> Option<Eval> {
    let text = line.trim_start_matches(['*', '#']).strip_prefix("詰み=")?;
    let (winner, plies) = text.split_once(':').unwrap_or((text, ""));
    let sign = match winner.trim_end() {
        "先手勝ち" => 1,
        "後手勝ち" => -1,
        _ => return None,
    };
    Some(match leading_integer(plies) {
        Some((plies, _)) => Eval::Mate(sign * plies),
        None => Eval::Centipawns(sign * SOME_MATE),
    })
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
    let sign = mover.pick(1, -1);
    // 将棋所 writes the moves in its western notation, too.
    let first = under.split_whitespace().next().unwrap_or("");
    if !first.starts_with(is_side_mark) && Western::Psn.read(first).is_none() {
        return None;
    }
    let line = line.trim_end();
    match (line.split_once("Mate:"), leading_integer(line)) {
        (Some(("+", plies)), _) => Some(Eval::Mate(sign * leading_integer(plies)?.0)),
        (Some(("-", plies)), _) => Some(Eval::Mate(-sign * leading_integer(plies)?.0)),
        (_, Some((points, "" | "++" | "--"))) => Some(Eval::Centipawns(sign * points)),
        _ => None,
    }
}

/// The number at the start of a text, clamped, and the rest.
fn leading_integer(text: &str) -> Option<(i32, &str)> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let rest = digits.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if rest.len() == digits.len() {
        return None;
    }
    let signed = &text[..text.len() - rest.len()];
    let number: i64 = signed.strip_prefix('+').unwrap_or(signed).parse().ok()?;
    // No engine means more than this; i32::MIN could not be negated.
    let clamped = number.clamp(-1_000_000_000, 1_000_000_000);
    Some((i32::try_from(clamped).ok()?, rest))
}
