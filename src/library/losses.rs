//! What each side lost by its moves, from the evaluations before and after them.

use crate::game::Side;
use crate::record::{Eval, NodeId, Record};

/// What a mate counts in the average, in hundredths of a pawn. A greater advantage counts as much.
const MOST: i32 = 3_000;
/// The number of swings that are listed.
pub(crate) const SWINGS: usize = 10;

/// What a side lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SideLoss {
    /// The number of its moves that were judged.
    pub(crate) moves: usize,
    /// The sum of what they lost, in hundredths of a pawn or of a percent.
    pub(crate) sum: i64,
    /// How often it had a mate, and no longer after its move.
    pub(crate) missed: usize,
    /// How often it allowed one.
    pub(crate) allowed: usize,
}

impl SideLoss {
    /// The average loss of a move.
    pub(crate) fn average(self) -> i64 {
        self.sum / (self.moves.max(1) as i64)
    }
}

/// A move that lost something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Swing {
    pub(crate) node: NodeId,
    pub(crate) side: Side,
    pub(crate) before: Eval,
    pub(crate) after: Eval,
    pub(crate) loss: i32,
}

/// The losses of both sides.
#[derive(Debug, Clone, Default)]
pub(crate) struct Losses {
    pub(crate) sides: [SideLoss; 2],
    /// The biggest, the biggest first.
    pub(crate) swings: Vec<Swing>,
}

impl Losses {
    /// Judges every move of a record whose position is valued before and after it.
    pub(crate) fn of(record: &Record, eval: impl Fn(NodeId) -> Option<Eval>) -> Self {
        let mut losses = Self::default();
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            let before = record.tree.parent(node).and_then(&eval);
            let values = before.zip(eval(node)).zip(record.tree.mv(node));
            if let Some(((before, after), mv)) = values {
                let side = mv.side().unwrap_or_else(|| walk.before().side_to_move());
                losses.add(Swing { node, side, before, after, loss: 0 });
            }
        }
        losses.swings.sort_by_key(|swing| (-swing.loss, swing.node));
        losses.swings.truncate(SWINGS);
        losses
    }

    fn add(&mut self, swing: Swing) {
        let sign = swing.side.pick(1, -1);
        let value = |eval| sign * capped(eval);
        let mates = |eval| matches!(eval, Eval::Mate(plies) if plies * sign > 0);
        let mated = |eval| matches!(eval, Eval::Mate(plies) if plies * sign < 0);
        let is_comparable =
            matches!(swing.before, Eval::WinRate(_)) == matches!(swing.after, Eval::WinRate(_));
        if !is_comparable {
            return;
        }
        let loss = (value(swing.before) - value(swing.after)).max(0);
        let side = &mut self.sides[swing.side.index()];
        side.moves += 1;
        side.sum += i64::from(loss);
        side.missed += usize::from(mates(swing.before) && !mates(swing.after));
        side.allowed += usize::from(mated(swing.after) && !mated(swing.before));
        if loss > 0 {
            self.swings.push(Swing { loss, ..swing });
        }
    }
}

fn capped(eval: Eval) -> i32 {
    match eval {
        Eval::Centipawns(points) => points.clamp(-MOST, MOST),
        Eval::Mate(plies) => plies.signum() * MOST,
        Eval::WinRate(rate) => rate,
    }
}
