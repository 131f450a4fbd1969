//! Warnings about files that can still be shown.

use std::borrow::Cow;
use std::fmt;

use derive_more::{Display, IntoIterator};

use crate::game::Illegal;
use crate::record::{Cut, NodeId};
use crate::text::At;

/// A problem in a file that did not prevent the record from being shown.
#[derive(Debug, Clone, PartialEq, Eq, Display)]
#[display("{}", at.with(problem))]
pub struct Warning {
    /// The position in the file.
    pub at: At,
    /// The problem there.
    pub problem: Problem,
    /// The index of the game among those read together; `None` if the problem is not one of a game.
    pub game: Option<usize>,
    /// The node with the problem, in the tree of the game; `None` if it is not about a node.
    pub node: Option<NodeId>,
}

impl Warning {
    /// A warning about a position in the file.
    pub fn new(at: At, problem: impl Into<Problem>) -> Self {
        Self { at, problem: problem.into(), game: None, node: None }
    }

    /// The number of warnings that it represents.
    fn count(&self) -> usize {
        match self.problem {
            Problem::More(count) => count,
            _ => 1,
        }
    }

    /// The sort key: file order, with warnings about the whole file last, and with damaged bytes before their consequences.
    pub(crate) fn order(&self) -> (bool, At, bool) {
        let is_damage = matches!(self.problem, Problem::Encoding(_) | Problem::Replaced(_));
        (self.at == At::File, self.at, !is_damage)
    }
}

/// The subject of a warning. Its English message is in lower case, without a full stop. It may quote text of the file,
/// so it must be cleaned before printing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// An illegal move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// A move that cannot be read.
    #[error("{detail}")]
    Unread {
        /// The move as written.
        text: Box<str>,
        /// The message in English.
        detail: Box<str>,
    },
    /// The file ends too early, for this reason in English.
    #[error("{0}")]
    Cut(Cow<'static, str>),
    /// Bytes that are invalid in this encoding.
    #[error("some bytes are not valid {0}; they are shown as U+FFFD")]
    Encoding(&'static str),
    /// So many characters of the file are U+FFFD itself.
    #[error("{0} character{s} U+FFFD: another program has damaged this text, and what was there is lost",
        s = if *.0 == 1 { " is" } else { "s are" })]
    Replaced(usize),
    /// A repeated, unknown or damaged header.
    #[error("{detail}")]
    Header {
        /// The name of the header.
        name: Box<str>,
        /// The message in English.
        detail: Box<str>,
    },
    /// Words of a text that can be read in another way, too.
    #[error("{text:?}{doubt}")]
    Doubtful {
        /// The words.
        text: Box<str>,
        /// How they are read.
        doubt: Doubt,
    },
    /// A game that cannot be read, and is not among the games of the file; in English.
    #[error("{0}")]
    Unreadable(Cow<'static, str>),
    /// Any other problem, in English.
    #[error("{0}")]
    Other(Cow<'static, str>),
    /// The end of a list that is too long: this many more warnings, of which the first would be here.
    #[error("and {0} more warning{s}", s = if *.0 == 1 { "" } else { "s" })]
    More(usize),
}

impl<T: Into<Cow<'static, str>>> From<T> for Problem {
    fn from(message: T) -> Self {
        Self::Other(message.into())
    }
}

/// How words of a text are read that may mean something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
pub enum Doubt {
    /// They may only name a move.
    #[display(" may be a move or only named; it is read as a move")]
    Played,
    /// They may be a move.
    #[display(" may be a move or only named; it is kept as a comment")]
    Named,
    /// Their number is that of the next move, but they cannot be.
    #[display(" is not played: it does not fit here")]
    Unfit,
    /// They may be moves at another place.
    #[display(": may start a variation or a new round here")]
    Place,
    /// So many moves, from these words on, are not read.
    #[display(": {_0} {} not read from here", if *_0 == 1 { "move is" } else { "moves are" })]
    LeftOut(usize),
    /// Their number is not that of the next move.
    #[display(": the number is not that of the next move")]
    Number,
    /// They name the side that is not to move.
    #[display(": the other side is to move")]
    Side,
    /// They begin another game, and nothing says so.
    #[display(": another game begins here")]
    Game,
}

/// An illegal move in a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove {
    /// The number of the move, if the format has numbers.
    pub number: Option<u32>,
    /// The move in the notation of the game.
    pub name: String,
    /// The rule that the move breaks.
    pub rule: Illegal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rule, .. } = self;
        match self.number {
            Some(number) => write!(f, "move {number} ({name}) is illegal: {rule}"),
            None => write!(f, "move {name} is illegal: {rule}"),
        }
    }
}

/// The warnings about a game, or about the file that it is in. The first thousand are listed and the rest counted: a
/// file of 8 MB can cause more than a million, each longer than the text it is about.
#[derive(Debug, Clone, Default, IntoIterator)]
pub struct Warnings(Vec<Warning>);

impl Warnings {
    /// The maximum number of listed warnings.
    pub(crate) const MOST: usize = 1000;

    /// The listed warnings, and one that counts the others.
    pub fn listed(&self) -> &[Warning] {
        &self.0
    }

    /// Adds a warning, or only counts it if there are too many.
    pub fn push(&mut self, warning: Warning) {
        if self.has_room() {
            return self.0.push(warning);
        }
        let count = warning.count();
        match self.0.get_mut(Self::MOST) {
            Some(last) => last.problem = Problem::More(last.count() + count),
            None => self.0.push(Warning { problem: Problem::More(count), node: None, ..warning }),
        }
    }

    /// Adds a warning about a position.
    pub(crate) fn warn(&mut self, at: At, problem: impl Into<Problem>) {
        self.push(Warning::new(at, problem));
    }

    /// Adds the warning that a file ends too early, at this position.
    pub(crate) fn cut(&mut self, at: At, cut: impl Into<Cut>) -> Cut {
        let cut = cut.into();
        self.warn(at, Problem::Cut(cut.reason.clone()));
        cut
    }

    /// The positions of the listed warnings.
    pub(crate) fn places(&mut self) -> impl Iterator<Item = &mut At> {
        self.0.iter_mut().map(|warning| &mut warning.at)
    }

    /// Whether another warning would be listed.
    pub(crate) fn has_room(&self) -> bool {
        self.0.len() < Self::MOST
    }

    /// The number of warnings, including those not listed.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(Warning::count).sum()
    }
}

impl Extend<Warning> for Warnings {
    fn extend<T: IntoIterator<Item = Warning>>(&mut self, more: T) {
        more.into_iter().for_each(|warning| self.push(warning));
    }
}

impl FromIterator<Warning> for Warnings {
    fn from_iter<T: IntoIterator<Item = Warning>>(all: T) -> Self {
        let mut warnings = Self::default();
        warnings.extend(all);
        warnings
    }
}
