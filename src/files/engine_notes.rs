//! What an engine found, in the words that other programs read.

use crate::engine::Analysis;
use crate::format;
use crate::game::{Game, Move, Position, Side, go};
use crate::record::{Eval, NodeId, Note, Property, Record};
use crate::text::joined;

/// What was found in the words of a format: a comment in XQF, that of an analysis in formats of shogi, and in SGF the
/// properties of Sabaki and Lizzie. In KIF and its like, the start has only the comment.
pub(super) fn engine_notes(
    record: &Record,
    node: NodeId,
    found: &Analysis,
    format: &str,
) -> Vec<Note> {
    let is_valued = record.tree.notes(node).any(|note| matches!(note, Note::Eval(_)));
    let Some(eval) = found.eval().filter(|_| !is_valued) else { return Vec::new() };
    let position = record.position_at(node);
    match (format, eval) {
        ("xqf", _) => {
            vec![Note::Comment(eval.text(Game::Xiangqi, |plies| format!("mate {plies}")).into())]
        }
        ("kif" | "kifu" | "ki2" | "ki2u" | "csa" | "jkf", _) => {
            let text = format::analysis(eval, &details(found), &shogi_line(found, &position));
            let eval = (node != NodeId::ROOT).then_some(Note::Eval(eval));
            [Note::Comment(text.into())].into_iter().chain(eval).collect()
        }
        ("sgf", Eval::WinRate(rate)) => sgf(record, node, (found, rate), &position),
        _ => vec![Note::Eval(eval)],
    }
}

/// `深さ 12 ノード数 20000 `, as far as known.
fn details(found: &Analysis) -> String {
    let parts = [("深さ", u64::from(found.depth)), ("ノード数", found.nodes)];
    let known = parts.into_iter().filter(|(_, count)| *count > 0);
    known.map(|(name, count)| format!("{name} {count} ")).collect()
}

/// `▲２六歩 △８四歩`: the first line.
fn shogi_line(found: &Analysis, position: &Position) -> String {
    let moves = found.lines.first().map(|line| line.moves(position)).unwrap_or_default();
    let names =
        position.along(moves, None, |before: &Position, mv: Move, previous: Option<Move>| {
            format!("{}{}", before.side_to_move().pick('▲', '△'), before.notate(mv, previous))
        });
    joined(names, " ")
}

/// Percents or points for a number of hundredths.
fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// A sign and the points of black.
fn points(sign: &str, side: Side, score: Option<i32>) -> String {
    let score = score.map(|score| hundredths(side.pick(score, -score)));
    score.map_or_else(String::new, |score| format!("{sign}{score}"))
}

/// Sabaki's properties with what is good for Black, and Lizzie's: of these the first line is from the view of the side that
/// moved, with the score of the side to move, and the second has all lines from the view of the latter, whose rates are in
/// hundredths of a percent.
fn sgf(
    record: &Record,
    node: NodeId,
    (found, rate): (&Analysis, i32),
    position: &Position,
) -> Vec<Note> {
    let side = position.side_to_move();
    let score = found.lines.first().and_then(|line| line.score);
    let lines = found.lines.iter().map(|line| {
        let moves = line.moves(position).into_iter().filter_map(|mv| match mv.go() {
            Some(go::Move { point: Some(point), .. }) => {
                position.go().map(|go| point.a1(go.size()))
            }
            _ => Some("pass".to_owned()),
        });
        let moves: Vec<String> = moves.collect();
        let rate = match line.eval {
            Eval::WinRate(rate) => side.pick(rate, 10_000 - rate),
            _ => 0,
        };
        let visits = line.visits.unwrap_or(1);
        let first = moves.first().map_or("pass", String::as_str);
        let score = points(" scoreMean ", side, line.score);
        format!("move {first} visits {visits} winrate {rate}{score} pv {}", moves.join(" "))
    });
    let lines = joined(lines, " info ");
    let head = hundredths(side.pick(10_000 - rate, rate));
    let lizzie = format!("dapu {head} {}{}\n{lines}", found.nodes.max(1), points(" ", side, score));
    // An `LZ` without a move would be taken for that of the next node.
    let has_move = record.tree.mv(node).is_some();
    let mut all = vec![("SBKV", hundredths(rate).to_string())];
    all.extend(score.map(|score| ("SBKS", hundredths(score).to_string())));
    all.push((if has_move { "LZ" } else { "LZOP" }, lizzie));
    let notes = all.into_iter().map(|(name, value)| {
        let property = Property { name: name.into(), values: vec![value.into()] };
        Note::Property(property.into())
    });
    notes.collect()
}
