//! What the screen says: texts in the reader's language, moves in the reader's notation, and the log of messages.

use std::collections::VecDeque;
use std::fmt::Display;

use super::app::App;
use super::lang::Text;
use crate::draw::{Charset, Pieces};
use crate::game::xiangqi::Script;
use crate::game::{Game, Notation, Position};
use crate::record::{Mark, NodeId, Note};

/// How many messages are kept.
const KEPT: usize = 500;

/// What was told so far.
#[derive(Debug, Default)]
pub(super) struct Log(VecDeque<String>);

impl Log {
    fn push(&mut self, text: &str) {
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

/// The number of a line as it is written: `2.1`.
pub(super) fn label_text(label: &[usize]) -> String {
    let numbers: Vec<String> = label.iter().map(usize::to_string).collect();
    numbers.join(".")
}

impl App {
    /// Tells the reader something until the next key.
    pub(super) fn say(&mut self, text: Text) {
        self.say_with(text, &[]);
    }

    /// The same with words put in.
    pub(super) fn say_with(&mut self, text: Text, words: &[&dyn Display]) {
        let said = self.text_with(text, words);
        // What goes on is of no interest once it is over.
        if !matches!(text, Text::Searching | Text::Opening) {
            self.log.push(&said);
        }
        self.message = Some(said);
        self.touch();
    }

    /// `on` or `off`.
    pub(super) fn on_off(&self, on: bool) -> &'static str {
        self.text(if on { Text::On } else { Text::Off })
    }

    /// A text of the screen in the reader's language.
    pub(super) fn text(&self, text: Text) -> &'static str {
        text.get(self.settings.language())
    }

    /// The same with words put in.
    pub(super) fn text_with(&self, text: Text, words: &[&dyn Display]) -> String {
        text.with(self.settings.language(), words)
    }

    /// Whether everything that is drawn by ourselves has to be ASCII.
    pub(super) fn in_ascii(&self) -> bool {
        self.settings.charset == Charset::Ascii
    }

    /// How moves are written: as the reader chose, unless there is nothing but ASCII.
    pub(super) fn notation(&self) -> Notation {
        match self.record.game() {
            Game::Xiangqi | Game::Shogi if self.in_ascii() => Notation::Code,
            _ => self.settings.notation,
        }
    }

    /// The move of a node as the reader is to see it, given the position before it.
    pub(super) fn move_name(&self, before: &Position, node: NodeId) -> String {
        let notation = self.notation();
        match self.record.notate_as(before, node, notation) {
            Some(name) => name,
            None if self.record.tree.warning(node).is_some() => {
                self.text(Text::Unreadable).to_owned()
            }
            None => "--".to_owned(),
        }
    }

    /// The signs on the board.
    pub(super) fn marks_on_board(&self) -> Vec<&Mark> {
        let notes = self.record.tree.notes(self.node());
        let marks = notes.filter_map(|note| match note {
            Note::Mark(mark) => Some(&**mark),
            _ => None,
        });
        marks.collect()
    }

    /// The characters of xiangqi pieces.
    pub(super) fn script(&self) -> Script {
        match self.settings.pieces {
            Pieces::Simplified => Script::Simplified,
            Pieces::Traditional | Pieces::Letters => Script::Traditional,
        }
    }
}
