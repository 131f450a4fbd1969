//! What each side lost by its moves, from the evaluations before and after them.

use serde::Serialize;

use crate::game::Side;
use crate::record::{Eval, Key, Lines, NodeId, Place, Record};

/// What a mate counts in the average, in hundredths of a pawn. A greater advantage counts as much.
const MOST: i32 = 3_000;
/// The number of swings that are listed.
pub(crate) const SWINGS: usize = 10;

/// What a side lost.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct SideLoss {
    pub(crate) side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<String>,
    /// The number of its moves that were judged.
    pub(crate) moves: usize,
    /// In hundredths of a pawn or of a percent.
    pub(crate) average_loss: i64,
    /// How often it had a mate, and no longer after its move.
    pub(crate) missed_mates: usize,
    /// How often it allowed one.
    pub(crate) allowed_mates: usize,
}

/// A move that lost something.
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
    pub(crate) loss: i32,
}

/// Judges every move of a record whose position is valued before and after it: what each side lost, and the biggest swings,
/// the biggest first.
pub(crate) fn losses(
    record: &Record,
    eval: impl Fn(NodeId) -> Option<Eval>,
) -> ([SideLoss; 2], Vec<Swing>) {
    let tree = &record.tree;
    let mut sides = Side::BOTH.map(|side| {
        let player = record.headers.get(Key::Player(side)).map(str::to_owned);
        SideLoss { side: side.name(), player, ..SideLoss::default() }
    });
    let mut swings = Vec::new();
    let mut walk = record.walk();
    while let Some(node) = walk.advance() {
        let before = tree.parent(node).and_then(&eval);
        let values = before.zip(eval(node)).filter(|(before, after)| compares(*before, *after));
        let Some(((before, after), mv)) = values.zip(tree.mv(node)) else { continue };
        let mover = mv.side().unwrap_or_else(|| walk.before().side_to_move());
        let sign = mover.pick(1, -1);
        let loss = (sign * (capped(before) - capped(after))).max(0);
        let [was, is] = [before, after].map(|eval| sign * mate(eval));
        let side = &mut sides[mover.index()];
        side.moves += 1;
        side.average_loss += i64::from(loss);
        side.missed_mates += usize::from(was > 0 && is <= 0);
        side.allowed_mates += usize::from(is < 0 && was >= 0);
        let (place, side, code) = (String::new(), side.side, mv.code());
        swings.push(Swing { node, place, side, code, before, after, loss });
    }
    for side in &mut sides {
        side.average_loss /= side.moves.max(1) as i64;
    }
    swings.retain(|swing| swing.loss > 0);
    swings.sort_by_key(|swing| (-swing.loss, swing.node));
    swings.truncate(SWINGS);
    let lines = Lines::new(tree);
    for swing in &mut swings {
        swing.place = Place::of(tree, &lines, swing.node).to_string();
    }
    (sides, swings)
}

/// Whether two values have the same unit.
fn compares(one: Eval, other: Eval) -> bool {
    let is_rate = |eval| matches!(eval, Eval::WinRate(_));
    is_rate(one) == is_rate(other)
}

fn capped(eval: Eval) -> i32 {
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
