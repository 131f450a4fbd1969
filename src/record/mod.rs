//! Layer 2: a game as written: headers, the tree of moves with its notes, and a cursor to traverse it. Depends on the
//! games, but on no file format.

mod builder;
mod headers;
mod layer;
mod notes;
mod reread;
mod tree;
mod walk;

pub use crate::text::At;
use crate::text::{clean_line, fit};
pub use builder::Builder;
pub(crate) use headers::winner_in_go;
pub use headers::{Date, DateError, Header, Headers, Key};
pub use layer::{Act, Edit, Layer, Own, Presence, Trail, UndoLabel, both};
pub use notes::{
    Clock, Doubt, Ending, EndingKind, Eval, IllegalMove, Labels, Left, Mark, MarkKind, Note,
    Outcome, Problem, Property, Remaining, Setup, Span, Spans, Warning, Warnings, Worth, decimal,
    left, time,
};
pub use reread::Reread;
pub use tree::{Branch, Letter, Lines, NodeId, NoteId, Place, PlaceError, Tree};
pub use walk::{Checkpoints, Cursor, Event, Events, Order, Walk};

use std::borrow::Cow;

use crate::game::{Game, Notation, Position, Side, shogi};

/// One game: its starting position, moves, notes and headers.
#[derive(Debug, Clone)]
pub struct Record {
    /// The headers of the game: names, dates, results.
    pub headers: Headers,
    /// The position before the first move. Go's handicap stones are in the root's setup, not here.
    pub start: Position,
    /// The moves with their variations.
    pub tree: Tree,
    /// Whether the file asks to show the board from the second player's side.
    pub flipped: bool,
    /// The number of the first ply: 1 unless the file sets another, and at most [`Record::LAST_FIRST_NUMBER`].
    pub first_number: u32,
    /// The problems of the game in its file.
    pub warnings: Warnings,
    /// Why the game seems incomplete: the file ends in the middle of something. A program may still be writing it.
    pub cut: Option<Cut>,
}

/// Why a game, or the file that it is in, seems incomplete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The reason in English: lower case, no full stop.
    pub reason: Cow<'static, str>,
    /// The part before the moves, such as the board, is cut. The game is not shown while the file grows.
    pub in_head: bool,
    /// A comment at the end, only the beginning of which is there, and its node. It is not shown while the file grows.
    pub comment: Option<(NodeId, Box<str>)>,
}

impl<T: Into<Cow<'static, str>>> From<T> for Cut {
    fn from(reason: T) -> Self {
        Self { reason: reason.into(), in_head: false, comment: None }
    }
}

impl Cut {
    /// The part before the moves is cut.
    pub(crate) fn in_head(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { in_head: true, ..reason.into().into() }
    }
}

impl Record {
    /// The largest number of a first ply, so that plies can be counted without overflow whatever the file contains.
    pub const LAST_FIRST_NUMBER: u32 = 1_000_000_000;

    /// Treats an incomplete comment as complete, because the file does not grow.
    pub(crate) fn complete_comment(&mut self) {
        if let Some((node, text)) = self.cut.as_mut().and_then(|cut| cut.comment.take()) {
            self.tree.note(node, Note::Comment(text));
        }
    }

    /// Whether the game begins in a position that somebody composed: neither the usual one nor that of a handicap.
    pub fn is_composed(&self) -> bool {
        let start = self.position_at(NodeId::ROOT);
        match &start {
            Position::Go(position) => position.has_stone_of(Side::Second),
            Position::Xiangqi(_) => !start.is_usual(),
            Position::Shogi(_) => !start.is_usual() && !shogi::Handicap::is_given(&start),
        }
    }

    /// Sets the number of the first ply, limited to the valid range.
    pub fn set_first_number(&mut self, number: u32) {
        self.first_number = number.clamp(1, Self::LAST_FIRST_NUMBER);
    }

    /// Notes that the file ends too early, at this position, and adds a warning.
    pub(crate) fn cut_at(&mut self, at: At, cut: impl Into<Cut>) {
        self.cut = Some(self.warnings.cut(at, cut));
    }

    /// An empty record that starts from a position.
    pub fn new(start: Position) -> Self {
        Self {
            headers: Headers::default(),
            start,
            tree: Tree::default(),
            flipped: false,
            first_number: 1,
            warnings: Warnings::default(),
            cut: None,
        }
    }

    /// Adds a warning about a node to the list and, unless there are too many, to the node.
    pub(crate) fn warn_of(&mut self, node: NodeId, at: At, problem: Problem) {
        if self.warnings.has_room() {
            let note = Note::Warning(Box::new(problem.clone()));
            self.tree.note(node, note);
        }
        self.list(node, at, problem);
    }

    /// Adds a warning about a node to the list.
    pub(crate) fn list(&mut self, node: NodeId, at: At, problem: Problem) {
        let node = Some(node);
        self.warnings.push(Warning { node, ..Warning::new(at, problem) });
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.start.game()
    }

    /// Applies a node's setup, move and side to move to a position.
    pub fn advance(&self, position: &mut Position, node: NodeId) {
        let has_setup = self.tree.has_setup(node);
        if has_setup {
            for note in self.tree.notes(node) {
                if let Note::Setup(setup) = note {
                    setup.apply(position);
                }
            }
        }
        if let Some(mv) = self.tree.mv(node) {
            position.apply(mv);
        }
        if has_setup {
            for note in self.tree.notes(node) {
                match note {
                    Note::Turn(side) => position.set_side_to_move(*side),
                    Note::Number(number) => position.set_move_number(*number),
                    _ => {}
                }
            }
        }
    }

    /// The number of a node's move as players count it, given the position before it: in Go of the moves, from the number
    /// that the file gives, if any; otherwise of the plies. `None` for a node of Go without a move.
    pub fn number(&self, before: &Position, node: NodeId) -> Option<u32> {
        match before {
            Position::Go(before) => self.numbered(before.move_number(), node),
            Position::Xiangqi(_) | Position::Shogi(_) => Some(self.tree.ply(node)),
        }
    }

    /// The number of the move of a node of Go after a move with another number.
    pub(crate) fn numbered(&self, before: u32, node: NodeId) -> Option<u32> {
        self.tree.mv(node)?;
        let given = self.tree.notes(node).find_map(|note| match note {
            Note::Number(number) => Some(*number),
            _ => None,
        });
        Some(given.unwrap_or(before + 1))
    }

    /// The position at a node. Takes time proportional to the node's ply; a cursor or walk is faster.
    pub fn position_at(&self, node: NodeId) -> Position {
        let mut position = self.start.clone();
        for step in self.tree.path(node) {
            self.advance(&mut position, step);
        }
        position
    }

    /// The move of a node in the game's usual notation, given the position before it.
    pub fn notate(&self, before: &Position, node: NodeId) -> Option<String> {
        self.notate_as(before, node, Notation::Usual)
    }

    /// The move of a node in a notation, given the position before it.
    pub fn notate_as(&self, before: &Position, node: NodeId, notation: Notation) -> Option<String> {
        let previous = self.tree.parent(node).and_then(|parent| self.tree.mv(parent));
        let mv = self.tree.mv(node)?;
        Some(before.notate_as(notation, mv, previous))
    }

    /// The caption of a node without a move: its name or the beginning of its comment, in brackets and at most 20
    /// columns; `--` if it has neither.
    pub fn caption(&self, node: NodeId) -> String {
        const LONGEST: usize = 20;
        let mut notes = self.tree.notes(node);
        let text = notes.find_map(|note| match note {
            Note::Bookmark(text) | Note::Comment(text) => text.lines().next(),
            _ => None,
        });
        let text = clean_line(text.unwrap_or_default());
        match fit(&text, LONGEST, true).trim() {
            "" => "--".to_owned(),
            shown => format!("({shown})"),
        }
    }
}
