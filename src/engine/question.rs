//! What an engine is asked: a position with the moves that led to it.

use crate::game::{Move, Position, Side, go};
use crate::record::{Key, NodeId, Note, Record};

/// The moves that are sent at most. Repetitions that matter are nearer.
const LONGEST: usize = 512;

/// A position to analyse.
#[derive(Debug, Clone)]
pub struct Question {
    /// The position before the moves, after the last setup.
    pub base: Position,
    /// The moves since then.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
    /// The komi as the record has it; empty if it has none.
    pub komi: String,
    /// The rules as the record has them; empty if it has none.
    pub rules: String,
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
}

impl Question {
    /// The position at a node of a record.
    ///
    /// # Errors
    /// Why an engine could not make sense of it.
    pub fn of(record: &Record, node: NodeId) -> Result<Self, Refusal> {
        let tree = &record.tree;
        let header = |key| record.headers.get(key).unwrap_or_default().trim().to_owned();
        let mut base = record.start.clone();
        let mut position = base.clone();
        let mut moves = Vec::new();
        for step in tree.path(node) {
            if tree.illegal(step).is_some() || tree.unread(step).is_some() {
                return Err(Refusal::Illegal);
            }
            record.advance(&mut position, step);
            let is_setup = |note: &Note| matches!(note, Note::Setup(_) | Note::Turn(_));
            if tree.has_setup(step) && tree.notes(step).any(is_setup) {
                moves.clear();
                base.clone_from(&position);
            } else {
                moves.extend(tree.mv(step));
            }
        }
        if moves.len() > LONGEST {
            let rest = moves.split_off(moves.len() - LONGEST);
            moves.iter().for_each(|mv| base.apply(*mv));
            moves = rest;
        }
        match refusal(&position, &moves) {
            Some(refusal) => Err(refusal),
            None => {
                let (komi, rules) = (header(Key::Komi), header(Key::Rules));
                Ok(Self { base, moves, position, komi, rules })
            }
        }
    }

    /// A position without moves.
    pub fn bare(position: Position) -> Self {
        let base = position.clone();
        Self { base, moves: Vec::new(), position, komi: String::new(), rules: String::new() }
    }

    /// Whether a move leads to a position that was there before.
    pub fn repeats(&self, mv: Move) -> bool {
        let mut next = self.position.clone();
        next.apply(mv);
        let mut earlier = self.base.clone();
        let mut moves = self.moves.iter();
        loop {
            if earlier.looks_like(&next) {
                return true;
            }
            let Some(mv) = moves.next() else { return false };
            earlier.apply(*mv);
        }
    }

    /// The stones of the base in Go.
    pub(super) fn stones(board: &go::Position) -> Vec<go::Move> {
        let points = board.size().points();
        points.filter_map(|point| Some(go::Move::stone(board.stone(point)?, point))).collect()
    }
}

fn refusal(position: &Position, moves: &[Move]) -> Option<Refusal> {
    let (has_kings, can_move) = match position {
        Position::Xiangqi(board) => {
            let has_kings = Side::BOTH.iter().all(|side| board.king(*side).is_some());
            (has_kings, has_kings && !board.legal_moves().is_empty())
        }
        Position::Shogi(board) => {
            // Engines other than solvers need both.
            let has_kings = Side::BOTH.iter().all(|side| board.king(*side).is_some());
            (has_kings, has_kings && !board.legal_moves().is_empty())
        }
        Position::Go(_) => {
            let mut last = moves.iter().rev().filter_map(|mv| mv.go()).map(|mv| mv.point.is_none());
            (true, !(last.next() == Some(true) && last.next() == Some(true)))
        }
    };
    match (has_kings, can_move) {
        (false, _) => Some(Refusal::NoKing),
        (true, false) => Some(Refusal::Over),
        (true, true) => None,
    }
}
