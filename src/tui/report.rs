//! What is reported to the reader in the last row.

use crate::board::Step;
use crate::game::MoveError;
use crate::record::PlaceError;

/// Something to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Report {
    /// How many, and the key that lists them.
    Warnings(usize, String),
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
    /// The least change that counts, where there are evaluations.
    NoSwings(Option<String>),
    NoGraph,
    NoBranches,
    /// The number of the branch, and how many there are.
    LastBranch(usize, usize),
    /// The requested number, and how many there are.
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
    /// The step, or `None` where the screen chooses it.
    BoardSize(Option<Step>),
    CannotOpen {
        name: String,
        reason: String,
    },
    Opening(String),
    OneGame,
    /// Not all games of the file were read yet.
    StillReading,
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
    /// The number of a line that the comment quotes, and how many there are.
    QuotedLine(usize, usize),
    NoQuotedLine,
    /// A piece was picked up by the mouse, one that may promote or not.
    Picked(bool),
    /// The file, and what it does not hold.
    Written(String, String),
}

impl Report {
    /// Whether it is about one reading of the file: the next one may contradict it.
    pub(super) fn is_of_reading(&self) -> bool {
        let is_difference = matches!(
            self,
            Self::TakenBack | Self::AnotherGame | Self::Changed(_) | Self::NewMoves(_)
        );
        is_difference || self.is_warning()
    }

    /// Whether it is about a problem with the file.
    pub(super) fn is_warning(&self) -> bool {
        matches!(self, Self::Warnings(..))
    }

    /// Whether it stays until the next key, because it is still true or the user may want to select it with the mouse.
    pub(super) fn stays(&self) -> bool {
        matches!(
            self,
            Self::Searching(_) | Self::Opening(_) | Self::Copied(_)
        )
    }

    /// Whether it is of no interest once it is over.
    pub(super) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Searching(_)
                | Self::Hit(..)
                | Self::Opening(_)
                | Self::ManyProblems(..)
                | Self::Picked(_)
                | Self::Warnings(..)
        )
    }
}
