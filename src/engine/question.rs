//! Questions to an engine: a position with the moves that led to it.

use crate::game::{Move, Position, Side};
use crate::record::{Key, NodeId, Note, Record};

/// The maximum number of moves to send. Repetitions that matter are nearer.
const LONGEST: usize = 512;

/// A position to analyse.
#[derive(Debug, Clone)]
pub struct EngineQuestion {
    /// The position before the moves, after the last setup.
    pub base: Position,
    /// The moves since then.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
    /// The komi and the rules as the record has them; empty if it has none.
    pub komi_and_rules: [String; 2],
}

/// Why a position is not sent to an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Refusal {
    /// The game is over there.
    #[error("the game is over")]
    Over,
    /// A move on the way is illegal or cannot be read.
    #[error("after a move that is illegal or cannot be read")]
    Illegal,
    /// A king is missing.
    #[error("a king is missing")]
    NoKing,
    /// A king can be captured.
    #[error("the side that is not to move is in check")]
    Impossible,
}

impl EngineQuestion {
    /// The position at a node of a record.
    ///
    /// # Errors
    /// Why an engine could not make sense of it.
    pub fn of(record: &Record, node: NodeId) -> Result<Self, Refusal> {
        Self::along(record, node)?.checked()
    }

    /// The same, even if a king is missing, or the position is impossible or over: some engines solve such problems.
    ///
    /// # Errors
    /// Only [`Refusal::Illegal`].
    pub fn along(record: &Record, node: NodeId) -> Result<Self, Refusal> {
        let tree = &record.tree;
        let mut position = record.start.clone();
        let mut base = position.clone();
        let mut moves = Vec::new();
        for step in tree.path(node) {
            if tree.illegal(step).is_some() || tree.unread(step).is_some() {
                return Err(Refusal::Illegal);
            }
            record.advance(&mut position, step);
            let mut notes = tree.notes(step);
            let is_setup = tree.has_setup(step)
                && notes.any(|note| matches!(note, Note::Setup(_) | Note::Turn(_)));
            if is_setup {
                moves.clear();
                base.clone_from(&position);
            } else {
                moves.extend(tree.mv(step));
            }
        }
        let excess = moves.len().saturating_sub(LONGEST);
        moves.drain(..excess).for_each(|mv| base.apply(mv));
        Ok(Self { base, moves, position, komi_and_rules: Self::komi_and_rules(record) })
    }

    /// The position, if any engine can make sense of it.
    ///
    /// # Errors
    /// Why none could.
    pub fn checked(self) -> Result<Self, Refusal> {
        self.refusal().map_or(Ok(self), Err)
    }

    /// The position after a further move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.position.apply(mv);
        after.moves.push(mv);
        after
    }

    /// A position without moves.
    pub fn bare(position: Position) -> Self {
        let base = position.clone();
        Self { base, moves: Vec::new(), position, komi_and_rules: Default::default() }
    }

    /// The komi and the rules of a game.
    pub fn komi_and_rules(record: &Record) -> [String; 2] {
        [Key::Komi, Key::Rules]
            .map(|key| record.headers.get(key).unwrap_or_default().trim().to_owned())
    }

    fn refusal(&self) -> Option<Refusal> {
        // Engines other than solvers need both kings.
        let (kings, is_over) = match &self.position {
            Position::Xiangqi(board) => {
                let kings = Side::BOTH.map(|side| board.king(side).is_some());
                (kings, board.legal_moves().is_empty())
            }
            Position::Shogi(board) => {
                let kings = Side::BOTH.map(|side| board.king(side).is_some());
                (kings, board.legal_moves().is_empty())
            }
            Position::Go(_) => {
                let mut last = self.moves.iter().rev().take(2).filter_map(|mv| mv.go());
                ([true; 2], self.moves.len() > 1 && last.all(|mv| mv.point.is_none()))
            }
        };
        let mut other = self.position.clone();
        other.set_side_to_move(self.position.side_to_move().other());
        match kings {
            [true, true] if other.is_check() => Some(Refusal::Impossible),
            [true, true] => is_over.then_some(Refusal::Over),
            _ => Some(Refusal::NoKing),
        }
    }

    /// Whether a move leads to a position that was there before.
    pub fn repeats(&self, mv: Move) -> bool {
        let next = self.position.after(mv);
        let mut earlier = self.base.clone();
        let mut moves = self.moves.iter();
        loop {
            if earlier == next {
                return true;
            }
            let Some(mv) = moves.next() else { return false };
            earlier.apply(*mv);
        }
    }
}
