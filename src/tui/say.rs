//! What the screen tells the reader in its last row, and the log of it.

use std::collections::VecDeque;
use std::fmt::Display;

use super::lang::{Lang, Text};

/// Something to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Say {
    Warning { first: String, more: usize },
    Polling(String),
    TakenBack,
    AnotherGame,
    Changed(usize),
    NewMoves(usize),
    NothingNew,
    Following(bool),
    Pinned(bool),
    NoMoreForks,
    NoMoreComments,
    NoMoreGames,
    NoSwings,
    NoGraph,
    NoBranches,
    NoTransposition,
    OnMainline,
    NoMark(char),
    MarkSet(char),
    Searching(String),
    NotFound(String),
    Around,
    Unknown(String),
    Copied(String),
    TooLong,
    Mouse(bool),
    EndOfLine,
    AnswerHidden,
    Problems(bool),
    NoProblems,
    ManyProblems(usize, String),
    NoEditor,
    EditorFailed(String),
    Notation(&'static str),
    Coordinates(bool),
    CannotOpen { name: String, reason: String },
    Opening(String),
    OneGame,
    Book { first: String, more: usize },
    NoBook,
    OtherGame,
    NotInBook,
}

impl Say {
    /// Whether it is of no interest once it is over.
    pub(super) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Searching(_) | Self::Opening(_) | Self::ManyProblems(..)
        )
    }

    /// The words: lower case, no full stop.
    pub(super) fn text(&self, lang: Lang) -> String {
        let plain = |text: Text| text.get(lang).to_owned();
        let with = |text: Text, word: &dyn Display| text.with(lang, &[word]);
        let on_off = |on: bool| if on { Text::On } else { Text::Off }.get(lang);
        match self {
            Self::Warning { first, more: 0 } => with(Text::Warning, first),
            Self::Warning { first, more } => Text::Warnings.with(lang, &[first, more]),
            Self::Polling(reason) => with(Text::NoEvents, reason),
            Self::TakenBack => plain(Text::TakenBack),
            Self::AnotherGame => plain(Text::AnotherGame),
            Self::Changed(count) => with(Text::Changed, count),
            Self::NewMoves(count) => with(Text::NewMoves, count),
            Self::NothingNew => plain(Text::NothingNew),
            Self::Following(on) => with(Text::Following, &on_off(*on)),
            Self::Pinned(on) => with(Text::Pinned, &on_off(*on)),
            Self::NoMoreForks => plain(Text::NoMoreForks),
            Self::NoMoreComments => plain(Text::NoMoreComments),
            Self::NoMoreGames => plain(Text::NoMoreGames),
            Self::NoSwings => plain(Text::NoSwings),
            Self::NoGraph => plain(Text::NoGraph),
            Self::NoBranches => plain(Text::NoBranches),
            Self::NoTransposition => plain(Text::NoTransposition),
            Self::OnMainline => plain(Text::OnMainline),
            Self::NoMark(letter) => with(Text::NoMark, letter),
            Self::MarkSet(letter) => with(Text::MarkSet, letter),
            Self::Searching(text) => with(Text::Searching, text),
            Self::NotFound(text) => with(Text::NotFound, text),
            Self::Around => plain(Text::Around),
            Self::Unknown(text) => with(Text::Unknown, text),
            Self::Copied(text) => with(Text::Copied, text),
            Self::TooLong => plain(Text::TooLong),
            Self::Mouse(on) => with(Text::Mouse, &on_off(*on)),
            Self::EndOfLine => plain(Text::EndOfLine),
            Self::AnswerHidden => plain(Text::AnswerHidden),
            Self::Problems(on) => with(Text::ProblemMode, &on_off(*on)),
            Self::NoProblems => plain(Text::NoProblems),
            Self::ManyProblems(count, keys) => Text::ManyProblems.with(lang, &[count, keys]),
            Self::NoEditor => plain(Text::NoEditor),
            Self::EditorFailed(reason) => with(Text::EditorFailed, reason),
            Self::Notation(name) => with(Text::Notation, name),
            Self::Coordinates(on) => with(Text::Coordinates, &on_off(*on)),
            Self::CannotOpen { name, reason } => Text::CannotOpen.with(lang, &[name, reason]),
            Self::Opening(name) => with(Text::Opening, name),
            Self::OneGame => plain(Text::OneGame),
            Self::Book { first, more: 0 } => with(Text::BookNotice, first),
            Self::Book { first, more } => Text::BookNotices.with(lang, &[first, more]),
            Self::OtherGame => plain(Text::OtherGame),
            Self::NoBook => plain(Text::NoBook),
            Self::NotInBook => plain(Text::NotInBook),
        }
    }
}

/// How many messages are kept.
const KEPT: usize = 500;

/// What was told so far.
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
