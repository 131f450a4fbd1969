//! The opening books beside the board and the statistics of a library: their moves for its position, and which one is
//! selected.
//!
//! They are locked and queried on other threads, so that no key waits for one. Answers for a position that is no
//! longer on the board are dropped.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::State;
use crate::book::{Answer, BookMove};
use crate::game::Move;
use crate::library::positions::{Answer as Counts, Index, MoveRow, Question};
use crate::record::NodeId;
use crate::tui::background::{OpenBook, SharedBooks};
use crate::tui::report::Report;

/// The books and their answers.
#[derive(Debug, Default)]
pub(in crate::tui) struct OpenBooks {
    /// Books to open when a record needs them.
    pub(in crate::tui) wanted: Vec<PathBuf>,
    pub(in crate::tui) shared: Option<SharedBooks>,
    pub(in crate::tui) list: Vec<OpenBook>,
    pub(in crate::tui) answers: HashMap<u64, Answer>,
    /// The position of the last query.
    pub(in crate::tui) asked: Option<u64>,
    /// Whether their moves are left out of the pane, which has the statistics alone.
    pub(in crate::tui) are_shut: bool,
    pub(in crate::tui) statistics: Statistics,
    /// The row that the user selected, and the position for which.
    pub(in crate::tui) marked: Option<(u64, usize)>,
    /// The last node of the line whose end in the book was queried last.
    pub(in crate::tui) line: Option<NodeId>,
    /// The move with which the line leaves the book.
    pub(in crate::tui) leaving: Option<NodeId>,
}

/// What was played in the library.
#[derive(Debug, Default)]
pub(in crate::tui) struct Statistics {
    /// Whether they are shown in the pane.
    pub(in crate::tui) is_open: bool,
    /// The file of the index, if there is a place for it.
    pub(in crate::tui) path: Option<PathBuf>,
    /// The index once it is open, in the hands of whoever asks it.
    pub(in crate::tui) index: SharedIndex,
    /// Held by the thread that builds the index.
    pub(in crate::tui) building: Arc<Mutex<()>>,
    /// Stops the last build.
    pub(in crate::tui) stop: Arc<AtomicBool>,
    /// By the key of the position itself.
    pub(in crate::tui) answers: HashMap<u64, Arc<Counted>>,
    /// The position on the board if it was asked for.
    pub(in crate::tui) asked: Option<u64>,
    /// A position with the games that were listed last.
    pub(in crate::tui) listed: Option<Arc<Counted>>,
    /// Why there are none.
    pub(in crate::tui) lack: Option<Lack>,
}

/// An open index.
pub(in crate::tui) type SharedIndex = Arc<Mutex<Option<Index>>>;

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
    Failed(String),
    /// It is being built: how far.
    Building(String),
}

/// What a row of the pane offers.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui) enum Offer<'a> {
    Counted(&'a MoveRow),
    Lack(&'a Lack),
    Book(&'a BookMove),
}

impl Offer<'_> {
    /// The move of the row, of those that are the same.
    fn mv(self) -> Option<Move> {
        match self {
            Self::Counted(row) => row.mv,
            Self::Lack(_) => None,
            Self::Book(book) => Some(book.mv),
        }
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
    /// What was played in the position on the board, once it is known, unless that is hidden.
    pub(in crate::tui) fn counted(&self) -> Option<&Counted> {
        let statistics = &self.books.statistics;
        let is_shown = statistics.is_open && statistics.lack.is_none() && !self.hides_answer();
        let asked = statistics.asked.as_ref().filter(|_| is_shown)?;
        statistics.answers.get(asked).map(|counted| &**counted)
    }

    /// The rows of the pane of statistics and books.
    pub(in crate::tui) fn offers(&self) -> Vec<Offer<'_>> {
        let Statistics { is_open, lack, .. } = &self.books.statistics;
        let lack = lack.as_ref().filter(|_| *is_open).map(Offer::Lack);
        let counted = self.counted().map(|counted| &*counted.answer.moves).unwrap_or_default();
        let books = if self.shows_book() { self.book_moves() } else { &[] };
        let offers = lack.into_iter().chain(counted.iter().map(Offer::Counted));
        offers.chain(books.iter().map(Offer::Book)).collect()
    }

    /// Whether the record goes on from here with the move of a row, or with one that is the same.
    pub(in crate::tui) fn is_played(&self, offer: Offer<'_>) -> bool {
        let played = self.played_from_here();
        played.is_some_and(|played| match (offer, self.counted()) {
            (Offer::Counted(row), Some(counted)) => counted.question.is_of(row, played),
            (offer, _) => offer.mv() == Some(played),
        })
    }

    /// The move of a row, as the record has it if it goes on with one that is the same.
    pub(in crate::tui) fn move_of(&self, offer: Offer<'_>) -> Option<Move> {
        self.played_from_here().filter(|_| self.is_played(offer)).or(offer.mv())
    }

    /// The row of the pane that is marked: the one the reader chose, the record's own move, or the first.
    pub(in crate::tui) fn marked_offer(&self) -> usize {
        let offers = self.offers();
        let chosen = self.books.marked.filter(|(key, _)| *key == self.position().key());
        let row = chosen
            .map(|(_, row)| row)
            .or_else(|| offers.iter().position(|offer| self.is_played(*offer)))
            .unwrap_or(0);
        row.min(offers.len().saturating_sub(1))
    }
}
