//! Moves tried on the board, which are not part of the record.

use super::stepped;
use crate::game::{Move, Position};
use crate::record::NodeId;

/// A tried move, with the position after it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Tried {
    pub(in crate::tui) mv: Move,
    pub(in crate::tui) position: Position,
}

/// A line of moves tried from a node of the record.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tui) struct Trial {
    moves: Vec<Tried>,
    /// The number of moves on the board.
    at: usize,
    /// Whether it began at the live end, so that leaving it returns there.
    pub(in crate::tui) is_live: bool,
    /// The node whose comment quotes the line, and the index of the line. The comment stays visible.
    pub(in crate::tui) quoted: Option<(NodeId, usize)>,
}

impl Trial {
    /// An empty trial.
    pub(in crate::tui) fn new(is_live: bool) -> Self {
        Self { moves: Vec::new(), at: 0, is_live, quoted: None }
    }

    /// The moves on the board.
    pub(in crate::tui) fn shown(&self) -> &[Tried] {
        &self.moves[..self.at]
    }

    /// All moves, including those taken back.
    pub(in crate::tui) fn moves(&self) -> &[Tried] {
        &self.moves
    }

    /// Plays a move: the next one of the trial, or another one that replaces all that follow.
    pub(in crate::tui) fn play(&mut self, before: &Position, mv: Move) {
        if self.moves.get(self.at).is_none_or(|next| next.mv != mv) {
            let mut position = before.clone();
            position.apply(mv);
            self.moves.truncate(self.at);
            self.moves.push(Tried { mv, position });
        }
        self.at += 1;
    }

    /// Puts a number of the moves on the board, at most all of them.
    pub(in crate::tui) fn show(&mut self, moves: usize) {
        self.at = moves.min(self.moves.len());
    }

    /// Goes forward or back by a number of moves. Returns false if there are none.
    pub(in crate::tui) fn step(&mut self, forward: bool, times: usize) -> bool {
        let before = self.at;
        self.at = stepped(self.at, forward, times, self.moves.len());
        self.at != before
    }
}
