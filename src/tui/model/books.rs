//! The opening books and the statistics of a library: their moves for the position on the board, and which one of each is
//! selected.
//!
//! They are locked and queried on other threads, so that no key waits for one. Answers for a position that is no
//! longer on the board are dropped.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::{PaneId, State};
use crate::book::{self, BookAnswer, BookMove};
use crate::game::{Corner, Game, Move, Position};
use crate::library::positions::{
    Answer as Counts, Index, IndexError, MoveRow, Question, corner_at,
};
use crate::record::NodeId;
use crate::tui::background::{Job, OpenBook, SharedBooks};
use crate::tui::report::Report;

/// The books and their answers.
#[derive(Debug, Default)]
pub(in crate::tui) struct OpenBooks {
    /// Books to open when a record needs them.
    pub(in crate::tui) wanted: Vec<PathBuf>,
    pub(in crate::tui) shared: Option<SharedBooks>,
    pub(in crate::tui) list: Vec<OpenBook>,
    pub(in crate::tui) answers: HashMap<u64, BookAnswer>,
    /// The position of the last query.
    pub(in crate::tui) asked: Option<u64>,
    pub(in crate::tui) statistics: Statistics,
    /// The row that the user selected, the pane that has it, and the position for which.
    pub(in crate::tui) marked: Option<(PaneId, u64, usize)>,
    /// The last node of the line whose end in the book was queried last.
    pub(in crate::tui) line: Option<NodeId>,
    /// The move with which the line leaves the book.
    pub(in crate::tui) leaving: Option<NodeId>,
}

/// What was played in the library.
#[derive(Debug, Default)]
pub(in crate::tui) struct Statistics {
    /// The file of the index, if there is a place for it.
    pub(in crate::tui) path: Option<PathBuf>,
    /// The index once it is open, in the hands of whoever asks it.
    pub(in crate::tui) index: SharedIndex,
    /// Held by the thread that builds the index.
    pub(in crate::tui) building: Arc<Mutex<()>>,
    /// Stops the last build.
    pub(in crate::tui) stop: Arc<AtomicBool>,
    pub(in crate::tui) answers: HashMap<AskedFor, Arc<Counted>>,
    /// The position on the board if it was asked for.
    pub(in crate::tui) asked: Option<AskedFor>,
    /// Whether the corner of the last move counts instead of the whole board.
    pub(in crate::tui) is_by_corner: bool,
    /// Why there are none.
    pub(in crate::tui) lack: Option<Lack>,
}

/// An open index.
pub(in crate::tui) type SharedIndex = Arc<Mutex<Option<Index>>>;

/// The key of a position itself, and the corner that counts.
pub(in crate::tui) type AskedFor = (u64, Option<Corner>);

/// A position and what was played there.
#[derive(Debug)]
pub(in crate::tui) struct Counted {
    pub(in crate::tui) question: Question,
    pub(in crate::tui) answer: Counts,
}

/// Why there are no statistics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tui) enum Lack {
    /// No directory is named.
    NoLibrary,
    /// Its positions are not in the index.
    NotIndexed,
    /// The index cannot be used.
    Failed(IndexError),
    /// It is being built: how far.
    Building(String),
    /// The files are being read for a corner that no index has: how far.
    Reading(String),
}

impl Lack {
    /// Whether they may be there for another position.
    pub(in crate::tui) fn is_of_corner(&self) -> bool {
        matches!(self, Self::Failed(IndexError::Corner(_)) | Self::Reading(_))
    }
}

impl OpenBooks {
    /// Why there is no book to query.
    pub(in crate::tui) fn why_none(&self) -> Report {
        if self.wanted.is_empty() && self.shared.is_none() {
            Report::NoBook
        } else {
            Report::OtherGame
        }
    }
}

impl State {
    /// The key of the position on the board; Go has no books.
    pub(in crate::tui) fn key_on_board(&self) -> Option<u64> {
        book::key(self.position())
    }

    /// The books' answer for the position on the board, once it is known.
    pub(in crate::tui) fn book_answer(&self) -> Option<&BookAnswer> {
        self.books.answers.get(&self.key_on_board()?)
    }

    pub(in crate::tui) fn book_moves(&self) -> &[BookMove] {
        self.book_answer().map_or(&[], |answer| &answer.moves)
    }

    /// Whether there is a pane for the books.
    pub(in crate::tui) fn shows_book(&self) -> bool {
        self.ui.panes.tables.contains(&PaneId::Book) && self.has_book()
    }

    /// Whether there is a book to ask about this game.
    pub(in crate::tui) fn has_book(&self) -> bool {
        let game = self.position().game();
        match self.books.shared {
            Some(_) => self.books.list.iter().any(|book| book.game == game),
            None => self.awaits(Job::Books) && game != Game::Go,
        }
    }

    /// Whether the pane of statistics is open.
    pub(in crate::tui) fn shows_statistics(&self) -> bool {
        self.ui.panes.tables.contains(&PaneId::Statistics)
    }

    /// The corner that counts at a node, unless the whole board does.
    pub(in crate::tui) fn corner_at(&self, node: NodeId, position: &Position) -> Option<Corner> {
        let is_by_corner = self.books.statistics.is_by_corner;
        is_by_corner.then(|| corner_at(&self.desk.record, position, node))?
    }

    /// What was played in the position on the board, once it is known, unless that is hidden.
    pub(in crate::tui) fn counted(&self) -> Option<&Counted> {
        let statistics = &self.books.statistics;
        let is_shown = self.shows_statistics() && statistics.lack.is_none() && !self.hides_answer();
        let asked = statistics.asked.as_ref().filter(|_| is_shown)?;
        statistics.answers.get(asked).map(|counted| &**counted)
    }

    /// The moves that were played in the position on the board.
    pub(in crate::tui) fn counted_moves(&self) -> &[MoveRow] {
        self.counted().map_or(&[], |counted| &counted.answer.moves)
    }

    /// The moves of the rows of the book or the statistics. Of moves that are the same by symmetry, the one of the record.
    pub(in crate::tui) fn offers(&self, pane: PaneId) -> Vec<Option<Move>> {
        if pane == PaneId::Book {
            return self.book_moves().iter().map(|row| Some(row.mv)).collect();
        }
        let Some(Counted { question, answer }) = self.counted() else { return Vec::new() };
        let played = self.played_from_here();
        let rows = answer.moves.iter();
        let moves = rows.map(|row| played.filter(|mv| question.is_of(row, *mv)).or(row.mv));
        moves.chain(answer.places.iter().map(|_| None)).collect()
    }

    /// The row of the book or the statistics that is marked: the one the reader chose, the record's own move, or the first.
    pub(in crate::tui) fn marked_offer(&self, pane: PaneId) -> usize {
        let offers = self.offers(pane);
        let played = self.played_from_here();
        let row = match self.books.marked {
            Some((of, key, row)) if of == pane && key == self.position().key() => Some(row),
            _ => offers.iter().position(|mv| mv.is_some() && *mv == played),
        };
        row.unwrap_or(0).min(offers.len().saturating_sub(1))
    }
}
