//! The losses of each side by its moves, from the evaluations before and after them.

use serde::Serialize;

use crate::engine::{Analysis, ScoredLine};
use crate::files::results::Placed;
use crate::game::{Move, Position, Side};
use crate::record::{Eval, Key, Lines, NodeId, Place, Record, Tree, Worth};

/// The value of a mate, in hundredths of a pawn, and the limit of other values.
pub(crate) const MOST: i32 = 3_000;
/// The number of swings that are listed.
pub(crate) const SWINGS: usize = 10;
/// The smallest change that is a swing, in hundredths of a pawn, and of a percent.
const LEAST: [i32; 2] = [100, 500];

/// The losses of a side.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct SideLoss {
    pub(crate) side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<String>,
    /// The number of its moves that were judged.
    pub(crate) moves: usize,
    /// In hundredths of a pawn or of a percent.
    pub(crate) average_loss: i64,
    /// How often it had a mate before its move, but not after it.
    pub(crate) missed_mates: usize,
    /// How often it allowed one.
    pub(crate) allowed_mates: usize,
    /// The share of its moves that lost less than half of what is a swing, in percent.
    pub(crate) steady: usize,
}

/// A move after which the value differs much from the last value before it in the same line. If an engine sees only later
/// what a move has lost, the next move seems to gain it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Swing {
    #[serde(skip)]
    pub(crate) node: NodeId,
    /// Its [`Place`].
    pub(crate) place: String,
    pub(crate) side: &'static str,
    #[serde(rename = "move")]
    code: String,
    pub(crate) before: Eval,
    pub(crate) after: Eval,
    /// The loss of the side that moved; negative for a gain.
    pub(crate) loss: i32,
    /// The line that the engine preferred.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) better: Vec<String>,
    /// The worth that the values prove.
    #[serde(skip)]
    pub(crate) judgement: Option<Judgement>,
}

/// The judgement of a move by two values and a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judgement {
    pub(crate) worth: Worth,
    /// The values before and after it.
    pub(crate) values: [Eval; 2],
    /// The line that the engine preferred; none if that begins with the move, or the move has lost nothing.
    pub(crate) better: Vec<Move>,
}

/// Whether a value rests on too few positions to be compared with another: less than a hundredth as many. A mate is
/// proved however few there are.
fn is_hasty(found: &Analysis, other: &Analysis) -> bool {
    let is_mate = matches!(found.eval(), Some(Eval::Mate(_)));
    !is_mate && found.nodes.saturating_mul(100) < other.nodes
}

/// Judges a move from what an engine found before and after it, given what a line is worth. `None` if the values do not
/// compare.
pub(crate) fn judgement(
    (before, mv): (&Position, Move),
    [found, after]: [&Analysis; 2],
    value: impl Fn(&ScoredLine) -> Eval,
) -> Option<Judgement> {
    let [was, is] = [found, after].map(|found| found.eval().and(found.best()).map(&value));
    let (was, is) = (was?, is?);
    if !compares(was, is) || is_hasty(found, after) || is_hasty(after, found) {
        return None;
    }
    let sign = mv.side().unwrap_or(before.side_to_move()).pick(1, -1);
    let better = found.lines.first().map(|line| line.moves(before)).unwrap_or_default();
    let is_best = better.first() == Some(&mv);
    let next = found.lines.get(1).filter(|_| is_best).map(&value);
    let next = next.filter(|next| compares(was, *next));
    let gap = next.map(|next| sign * (capped(was) - capped(next)));
    let [had, has] = [was, is].map(|eval| sign * mate(eval));
    let worth = match (is, was, gap) {
        (Eval::Mate(plies), _, _) if has < 0 && had >= 0 => Worth::AllowsMate(plies.abs()),
        (_, Eval::Mate(plies), _) if had > 0 && has <= 0 => Worth::MissesMate(plies.abs()),
        (_, _, Some(gap)) if gap >= 2 * least(was) => Worth::Only(gap),
        _ => Worth::Lost(sign * (capped(was) - capped(is))),
    };
    // A line is no better than a move that has lost nothing.
    let is_better = !is_best && !matches!(worth, Worth::Lost(..=0));
    Some(Judgement {
        worth,
        values: [was, is],
        better: if is_better { better } else { Vec::new() },
    })
}

/// Judges the move of a node from what an engine found before and after it, given the position before it.
pub(crate) fn judged(
    tree: &Tree,
    valued: &Placed,
    node: NodeId,
    before: &Position,
) -> Option<Judgement> {
    let (mv, parent) = (tree.mv(node)?, tree.parent(node)?);
    let found = valued.pair([parent, node])?.map(|finding| &finding.found);
    judgement((before, mv), found, |line| valued.value(line))
}

/// Judges every move of a record whose position is valued before and after it under one limit: what each side lost, and its
/// biggest mistakes, the first side first, and the biggest first.
pub(crate) fn losses(record: &Record, valued: &Placed) -> ([SideLoss; 2], Vec<Swing>) {
    let (sides, mut all) = judge(record, |nodes| valued.values(nodes));
    all.sort_by_key(|swing| (-swing.loss, swing.node));
    let lines = Lines::new(&record.tree);
    let mut walk = record.walk();
    let mut mistakes: [Vec<Swing>; 2] = Default::default();
    for mut swing in all.into_iter().take_while(|swing| swing.loss > 0) {
        let of_side = &mut mistakes[usize::from(swing.side == Side::Second.name())];
        if of_side.len() < SWINGS {
            walk.visit(swing.node);
            swing.judgement = judged(&record.tree, valued, swing.node, walk.before());
            let better = swing.judgement.iter().flat_map(|judgement| &judgement.better);
            swing.better = better.map(|mv| mv.code()).collect();
            swing.place = Place::of(&record.tree, &lines, swing.node).to_string();
            // The engine's own choice is no mistake, whatever it sees later.
            if swing.judgement.is_none() || !swing.better.is_empty() {
                of_side.push(swing);
            }
        }
    }
    (sides, mistakes.concat())
}

/// What each side lost, and all swings, in the order of the moves and without their places. `values` are those of two nodes if
/// they compare.
pub(crate) fn judge(
    record: &Record,
    values: impl Fn([NodeId; 2]) -> Option<[Eval; 2]>,
) -> ([SideLoss; 2], Vec<Swing>) {
    let tree = &record.tree;
    let mut sides = Side::BOTH.map(|side| {
        let player = record.headers.get(Key::Player(side)).map(str::to_owned);
        SideLoss { side: side.name(), player, ..SideLoss::default() }
    });
    let mut swings = Vec::new();
    // The last node with a value up to each one.
    let mut last: Vec<Option<NodeId>> = vec![None; tree.len()];
    let mut walk = record.walk_with_own();
    while let Some(node) = walk.advance() {
        let parent = tree.parent(node);
        let before = parent.and_then(|parent| last[parent.index()]);
        last[node.index()] = values([node, node]).map(|_| node).or(before);
        let both = before.and_then(|before| values([before, node]));
        let both = both.filter(|[before, after]| compares(*before, *after));
        let Some(([was, is], mv)) = both.zip(tree.mv(node)) else { continue };
        let mover = mv.side().unwrap_or_else(|| walk.before().side_to_move());
        let sign = mover.pick(1, -1);
        let loss = sign * (capped(was) - capped(is));
        let side = &mut sides[mover.index()];
        if before == parent {
            side.steady += usize::from(2 * loss < least(is));
            let [was, is] = [was, is].map(|eval| sign * mate(eval));
            side.moves += 1;
            side.average_loss += i64::from(loss.max(0));
            side.missed_mates += usize::from(was > 0 && is <= 0);
            side.allowed_mates += usize::from(is < 0 && was >= 0);
        }
        if loss.abs() >= least(is) {
            swings.push(Swing {
                node,
                place: String::new(),
                side: side.side,
                code: mv.code(),
                before: was,
                after: is,
                loss,
                better: Vec::new(),
                judgement: None,
            });
        }
    }
    for side in &mut sides {
        side.average_loss /= side.moves.max(1) as i64;
        side.steady = side.steady * 100 / side.moves.max(1);
    }
    (sides, swings)
}

/// The smallest change that is a swing, in the unit of a value.
pub(crate) fn least(eval: Eval) -> i32 {
    LEAST[usize::from(is_rate(eval))]
}

/// Whether two values have the same unit.
fn compares(one: Eval, other: Eval) -> bool {
    is_rate(one) == is_rate(other)
}

fn is_rate(eval: Eval) -> bool {
    matches!(eval, Eval::WinRate(_))
}

/// A value for the first side, in which a mate counts as much as a great advantage.
pub(crate) fn capped(eval: Eval) -> i32 {
    match eval {
        Eval::Centipawns(points) => points.clamp(-MOST, MOST),
        Eval::Mate(_) => mate(eval) * MOST,
        Eval::WinRate(rate) => rate,
    }
}

/// The sign of a mate; 0 if it is none.
fn mate(eval: Eval) -> i32 {
    if let Eval::Mate(plies) = eval { plies.signum() } else { 0 }
}
