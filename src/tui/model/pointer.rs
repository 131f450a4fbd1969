//! The cursor on the board.

use super::panes::{Focus, PaneId};
use super::{State, focus};
use crate::board::{self, Target};
use crate::game::{Game, Illegal, Position};
use crate::record::Span;
use crate::tui::target;

/// The cursor on the board, and what was chosen there before.
#[derive(Debug, Default)]
pub(in crate::tui) struct Pointer {
    /// Where it is, while the board has the focus.
    pub(in crate::tui) at: Option<Target>,
    pub(in crate::tui) held: Option<Held>,
    /// The file that the last key named.
    pub(in crate::tui) file: Option<u8>,
}

/// A piece that was picked up, or the place for a piece that is still to be chosen.
#[derive(Debug)]
pub(in crate::tui) struct Held {
    pub(in crate::tui) at: Target,
    /// Whether it is the place.
    pub(in crate::tui) is_goal: bool,
    /// The position in which it was chosen.
    pub(in crate::tui) position: Position,
    /// Whether the reader is asked if it promotes.
    pub(in crate::tui) is_asked: bool,
}

impl Held {
    /// A piece that was picked up.
    pub(in crate::tui) fn piece(at: Target, position: Position) -> Self {
        Self { at, is_goal: false, position, is_asked: false }
    }
}

impl State {
    /// Whether the board has the keys.
    pub(in crate::tui) fn is_on_board(&self) -> bool {
        self.ui.panes.focus == Focus::Cursor && focus::focused(self) == PaneId::Board
    }

    /// Where the cursor is on the board, if that has the keys.
    pub(in crate::tui) fn pointed(&self) -> Option<Target> {
        self.ui.pointer.at.filter(|_| self.is_on_board())
    }

    /// The part of the board to draw, unless the reader wants all of it, or what is on it goes beyond the part.
    pub(in crate::tui) fn part(&self) -> Option<Span> {
        let is_fixed = self.ui.settings.board.is_some();
        let (_, part) = self.desk.used_part.filter(|_| !self.ui.is_whole && !is_fixed)?;
        let marks = self.tree().marks(self.node());
        let part = part.filter(|_| self.beside.is_none() && !self.ui.is_blank)?;
        board::holds(part, self.position(), &marks).then_some(part)
    }

    /// Whether a place is on the board as drawn.
    pub(in crate::tui) fn is_drawn(&self, place: Target) -> bool {
        let part = self.ui.layout.screen.fit.board.part.filter(|_| !self.ui.is_whole);
        let point =
            if let Target::Go(point) = place { Some((point.column, point.row)) } else { None };
        part.zip(point).is_none_or(|(part, point)| part.contains(point))
    }

    /// Whether digits name files of the board.
    pub(in crate::tui) fn counts_files(&self) -> bool {
        self.is_on_board() && self.position().game() != Game::Go
    }

    /// Where the piece that is up came from.
    pub(in crate::tui) fn picked(&self) -> Option<Target> {
        self.ui.pointer.held.as_ref().filter(|held| !held.is_goal).map(|held| held.at)
    }

    /// The places to choose from: where the piece that is up may go, or the pieces that may go to the chosen place; otherwise
    /// all of the side's own pieces.
    pub(in crate::tui) fn places(&self) -> Vec<Target> {
        let position = self.position();
        match &self.ui.pointer.held {
            Some(held) if held.is_goal => target::sources(held.at, position),
            Some(held) => target::ends(held.at, position),
            None => target::own(position),
        }
    }

    /// Why the piece that is up may not be put down at a place.
    pub(in crate::tui) fn fault_at(&self, to: Target) -> Option<Illegal> {
        let moves = target::moves_to(self.picked()?, to);
        let mut faults = moves.iter().map(|mv| self.position().check(*mv).err());
        let last = faults.next_back()??;
        faults.all(|fault| fault.is_some()).then_some(last)
    }
}
