//! What is reported to the reader in the last row, and the log of it.

use std::collections::VecDeque;

use super::i18n::Texts;
use crate::game::MoveError;
use crate::record::PlaceError;

/// Something to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Say {
    Warning {
        first: String,
        more: usize,
    },
    Polling(String),
    TakenBack,
    AnotherGame,
    Changed(usize),
    NewMoves(usize),
    NothingNew,
    Following(bool),
    Pinned(bool),
    NoDirectory,
    NoMoreForks,
    /// Whether it was the last one, not the first, and how many there are.
    NoMoreComments(bool, usize),
    NoMoreGames,
    NoSwings,
    NoGraph,
    NoBranches,
    /// The number of the branch, and how many there are.
    LastBranch(usize, usize),
    /// The number that was asked for, and how many there are.
    NoSuchBranch(usize, usize),
    /// Folded or unfolded, and how many variations.
    Folded(bool, usize),
    NoMoreJumps,
    NoMeaning(String),
    NoTransposition,
    OnMainline,
    NoBookmark(char),
    BookmarkSet(char),
    BookmarkDeleted(char),
    Searching(String),
    NotFound(String),
    /// The number of the hit, how many there are, and whether it was found around an end.
    Hit(usize, usize, bool),
    Unknown(String),
    NoPlace(PlaceError),
    Copied(String),
    TooLong,
    Mouse(bool),
    EndOfLine,
    AnswerHidden,
    Problems(bool),
    NoProblems,
    ManyProblems(usize, String),
    NoEditor,
    CannotEdit,
    NoShell,
    Failed(String),
    EditorFailed(String),
    Notation(&'static str),
    Coordinates(bool),
    CannotOpen {
        name: String,
        reason: String,
    },
    Opening(String),
    OneGame,
    /// The file that is returned to.
    Pasted(String),
    NotARecord,
    Book {
        first: String,
        more: usize,
    },
    NoBook,
    OtherGame,
    NotInBook,
    /// What was typed, and why it is not a move here.
    NotPlayed(String, MoveError),
    StartOfTrial,
    /// The file, and what it does not hold.
    Written(String, String),
}

impl Say {
    /// Whether it is of no interest once it is over.
    pub(super) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Searching(_) | Self::Hit(..) | Self::Opening(_) | Self::ManyProblems(..)
        )
    }

    /// The words.
    pub(super) fn text(&self, texts: &Texts) -> String {
        (texts.message)(self)
    }
}

/// How many messages are kept.
const KEPT: usize = 500;

/// What was reported so far.
#[derive(Debug, Default)]
pub(super) struct Log(VecDeque<String>);

impl Log {
    pub(super) fn push(&mut self, text: &str) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(text.to_owned());
    }

    /// The messages, the newest first.
    pub(super) fn newest(&self) -> impl Iterator<Item = &str> {
        self.0.iter().rev().map(String::as_str)
    }
}
