//! The texts of the lines: their moves as written.

use std::collections::BTreeMap;

use crate::format::xiangqi::numbered_lines::NumberedLine;
use crate::game::xiangqi::notation::{Notation, Phrase};
use crate::record::At;
use crate::text::scan::{Scan, is_space};

/// A move as written; one that has no shape of a move has no phrase.
#[derive(Debug)]
pub(super) struct Written<'a> {
    pub(super) text: &'a str,
    pub(super) at: At,
    pub(super) phrase: Option<Phrase>,
}

/// The text of a line: its moves, and how it ends.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) moves: Vec<Written<'a>>,
    pub(super) end: Option<&'a str>,
}

/// The texts of the lines by their numbers.
pub(super) type Texts<'a> = BTreeMap<u32, Text<'a>>;

impl<'a> Text<'a> {
    /// Cuts the text of a line. A move has four characters; spaces between them mean nothing, but they keep a misprint
    /// from shifting what follows.
    pub(super) fn parse(line: &NumberedLine<'a>) -> Self {
        let mut scan = Scan::from(line.moves, line.at);
        let mut moves = Vec::new();
        loop {
            scan.take_while(is_between);
            if matches!(scan.peek(), Some('@' | '$')) {
                let end = Some(scan.take_while(|next| !is_space(next)));
                return Self { moves, end };
            }
            let mut word = scan.until(scan.offset() + word_length(scan.rest()));
            if word.rest().is_empty() {
                return Self { moves, end: None };
            }
            scan.take(word.rest().len());
            while !word.rest().is_empty() {
                moves.push(Written::take(&mut word));
            }
        }
    }
}

impl<'a> Written<'a> {
    fn take(word: &mut Scan<'a>) -> Self {
        let at = word.at();
        let length = word.rest().chars().take(4).map(char::len_utf8).sum();
        let text = word.take(length);
        let phrase = Notation::Letters.scan(text);
        Self {
            text,
            at,
            phrase: phrase
                .filter(|(_, length)| *length == text.len())
                .map(|(phrase, _)| phrase),
        }
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
