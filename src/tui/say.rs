//! What the screen tells the reader in its last row, and the log of it.

use std::collections::VecDeque;

/// Something to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Say {
    Warning { first: String, more: usize },
    Polling(String),
    TakenBack,
    NoShell,
    NoMoreForks,
    NoMoreComments,
    NoMoreGames,
    NoSwings,
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
    NoEditor,
    EditorFailed(String),
    Notation(&'static str),
    Coordinates(bool),
    CannotOpen { name: String, reason: String },
    Opening(String),
    OneGame,
}

impl Say {
    /// Whether it is of no interest once it is over.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self, Self::Searching(_) | Self::Opening(_))
    }

    /// The words: lower case, no full stop.
    pub(super) fn text(&self) -> String {
        let on_off = |on: &bool| if *on { "on" } else { "off" };
        match self {
            Self::Warning { first, more: 0 } => format!("warning: {first}"),
            Self::Warning { first, more } => format!("warning: {first} (+{more})"),
            Self::Polling(reason) => {
                format!("no change events ({reason}): looking once a second")
            }
            Self::TakenBack => "the move was taken back".to_owned(),
            Self::NoShell => "there is no shell to go back to".to_owned(),
            Self::NoMoreForks => "no more forks on this line".to_owned(),
            Self::NoMoreComments => "no more comments on this line".to_owned(),
            Self::NoMoreGames => "no more games".to_owned(),
            Self::NoSwings => "no evaluations on this line".to_owned(),
            Self::NoBranches => "no branches here".to_owned(),
            Self::NoTransposition => "no other place with this position".to_owned(),
            Self::OnMainline => "this is the main line".to_owned(),
            Self::NoMark(letter) => format!("no mark {letter}"),
            Self::MarkSet(letter) => format!("mark {letter} set"),
            Self::Searching(text) => format!("searching for {text} (Esc stops)"),
            Self::NotFound(text) => format!("not found: {text}"),
            Self::Around => "found around the end".to_owned(),
            Self::Unknown(text) => format!("no such ply, line, move or command: {text}"),
            Self::Copied(text) => format!("copied: {text}"),
            Self::TooLong => "too long to copy".to_owned(),
            Self::Mouse(on) => format!("mouse {}", on_off(on)),
            Self::EndOfLine => "end of the line".to_owned(),
            Self::AnswerHidden => "the answer is hidden".to_owned(),
            Self::Problems(on) => format!("problem mode {}", on_off(on)),
            Self::NoProblems => "not in problem mode".to_owned(),
            Self::NoEditor => "no editor: set EDITOR".to_owned(),
            Self::EditorFailed(reason) => format!("the editor failed: {reason}"),
            Self::Notation(name) => format!("notation: {name}"),
            Self::Coordinates(on) => format!("coordinates {}", on_off(on)),
            Self::CannotOpen { name, reason } => format!("cannot open {name}: {reason}"),
            Self::Opening(name) => format!("opening {name} (Esc stops)"),
            Self::OneGame => "the file has one game".to_owned(),
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
