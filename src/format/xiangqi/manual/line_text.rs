//! The moves of a line as written.

use crate::format::xiangqi::numbered_lines::NumberedLine;
use crate::game::xiangqi::notation::{Notation, Phrase};
use crate::record::At;
use crate::text::scan::{Scan, is_space};

/// A move as written.
#[derive(Debug)]
pub(super) struct WrittenMove<'a> {
    pub(super) text: &'a str,
    pub(super) at: At,
}

impl WrittenMove<'_> {
    /// What the text says; `None` if it has no shape of a move.
    pub(super) fn phrase(&self) -> Option<Phrase> {
        let (phrase, length) = Notation::Letters.scan(self.text)?;
        (length == self.text.len()).then_some(phrase)
    }
}

/// Cuts the text of a line. A move has four characters; spaces between them mean nothing, but they keep a misprint from
/// shifting what follows.
#[derive(Debug, Clone)]
pub(super) struct Moves<'a> {
    scan: Scan<'a>,
    /// What is left between two spaces.
    word: Scan<'a>,
    /// How the line ends, once its moves are read.
    pub(super) end: Option<&'a str>,
}

impl<'a> Moves<'a> {
    pub(super) fn of(line: &NumberedLine<'a>) -> Self {
        Self {
            scan: Scan::from(line.moves, line.at),
            word: Scan::new(""),
            end: None,
        }
    }

    fn take_word(&mut self) {
        self.scan.take_while(is_between);
        if matches!(self.scan.peek(), Some('@' | '$')) {
            self.end = Some(self.scan.take_while(|next| !is_space(next)));
            self.scan = self.scan.until(self.scan.offset());
        }
        let length = word_length(self.scan.rest());
        self.word = self.scan.until(self.scan.offset() + length);
        self.scan.take(length);
    }
}

impl<'a> Iterator for Moves<'a> {
    type Item = WrittenMove<'a>;

    fn next(&mut self) -> Option<WrittenMove<'a>> {
        if self.word.rest().is_empty() {
            self.take_word();
        }
        let at = self.word.at();
        let length = self.word.rest().chars().take(4).map(char::len_utf8).sum();
        let text = self.word.take(length);
        (!text.is_empty()).then_some(WrittenMove { text, at })
    }
}

fn word_length(text: &str) -> usize {
    text.find(|next: char| is_between(next) || matches!(next, '@' | '$'))
        .unwrap_or(text.len())
}

/// Characters allowed between two moves; dots for omitted moves.
fn is_between(character: char) -> bool {
    is_space(character) || matches!(character, '.' | '…' | ',' | '，' | '、' | ';' | '；')
}
