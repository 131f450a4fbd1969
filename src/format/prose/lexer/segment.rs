//! The parts into which a text is cut.

use std::ops::Range;

use crate::format::prose::tongue::Phrase;
use crate::game::Side;

/// A move as it stands in the text, with the side that its label names.
pub(in crate::format::prose) struct Candidate {
    pub(in crate::format::prose) at: Range<usize>,
    /// Where its label begins, or the move itself.
    pub(in crate::format::prose) from: usize,
    pub(in crate::format::prose) phrase: Phrase,
    pub(in crate::format::prose) side: Option<Side>,
    /// The side that writes its numerals so.
    pub(in crate::format::prose) hint: Option<Side>,
}

impl Candidate {
    /// Whether it is a move of Go with the mark of a side.
    pub(in crate::format::prose) fn is_stone_of(&self, side: Side) -> bool {
        matches!(self.phrase, Phrase::Go(_)) && self.side == Some(side)
    }
}

/// A number before a move.
#[derive(Clone, Copy)]
pub(in crate::format::prose) struct Number {
    pub(in crate::format::prose) value: i64,
    /// Dots after it stand for the first move of the round.
    pub(in crate::format::prose) second: bool,
    /// `(1)`, `①`, `一、`: it may count variations as well as rounds.
    pub(in crate::format::prose) ordinal: bool,
}

/// Other words in the line of a segment, on one side of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::format::prose) enum Words {
    #[default]
    None,
    /// After a comma or a blank.
    Apart,
    /// In one sentence with the move.
    Glued,
}

/// A run of moves.
#[derive(Default)]
pub(in crate::format::prose) struct Segment {
    pub(in crate::format::prose) moves: Vec<Candidate>,
    pub(in crate::format::prose) number: Option<Number>,
    pub(in crate::format::prose) has_heading: bool,
    /// What its heading or its ordinal counts with, which is the same for those of one list.
    pub(in crate::format::prose) list: Option<char>,
    /// The move in whose place its first one is given: `△２三歩で△８六歩`.
    pub(in crate::format::prose) instead: Option<Phrase>,
    /// Whether the words before it go back to the game.
    pub(in crate::format::prose) returns: bool,
    /// Where its heading, its number or its first label begins.
    pub(in crate::format::prose) from: usize,
    /// Where its number begins, or its first label or move.
    pub(in crate::format::prose) begin: usize,
    pub(in crate::format::prose) line: usize,
    /// Whether no move is before it in its line.
    pub(in crate::format::prose) is_first: bool,
    pub(in crate::format::prose) depth: usize,
    /// Whether words are before it in its line, and whether in its sentence.
    pub(in crate::format::prose) lead: bool,
    pub(in crate::format::prose) in_sentence: bool,
    /// Whether the words right before it are in one clause with it.
    pub(in crate::format::prose) glued: bool,
    pub(in crate::format::prose) tail: Words,
    /// Whether its number stands after a blank, and no comma.
    pub(in crate::format::prose) spaced: bool,
    /// Whether the words before it say that it is not played: `若`, `可走`.
    pub(in crate::format::prose) supposed: bool,
    /// Whether the heading of a game is above it: `第２局`.
    pub(in crate::format::prose) names_game: bool,
    /// Whether the words before it end with a colon.
    pub(in crate::format::prose) colon: bool,
    pub(in crate::format::prose) after_end: bool,
    pub(in crate::format::prose) after_gap: bool,
    /// Whether it is the first thing in a pair of brackets.
    pub(in crate::format::prose) opens: bool,
}

impl Segment {
    /// Takes the last move off if the round of its number is complete without it: words after it are about it alone.
    pub(in crate::format::prose) fn beyond_round(&mut self, line: usize) -> Option<Self> {
        let number = self.number.filter(|number| !number.ordinal)?;
        let is_beyond = self.moves.len() > 2 - usize::from(number.second);
        let last = if is_beyond { self.moves.pop() } else { None }?;
        let from = last.from;
        Some(Self {
            moves: vec![last],
            from,
            begin: from,
            line,
            depth: self.depth,
            ..Self::default()
        })
    }

    /// Whether it may open a variation by what is above it.
    pub(in crate::format::prose) fn is_headed(&self) -> bool {
        self.has_heading || self.is_ordinal()
    }

    pub(in crate::format::prose) fn is_ordinal(&self) -> bool {
        self.number.is_some_and(|number| number.ordinal)
    }

    /// How many of its moves have a number or the name of a side before them.
    pub(in crate::format::prose) fn introduced(&self) -> usize {
        let is_told = |candidate: &&Candidate| self.number.is_some() || candidate.side.is_some();
        self.moves.iter().filter(is_told).count()
    }

    /// Whether it is alone in its brackets.
    pub(in crate::format::prose) fn is_bracketed(&self) -> bool {
        self.opens && !self.lead && self.tail == Words::None
    }

    /// Whether it begins one item of a list that stands in a sentence: `有两种走法：①马八进九；②兵五进一`.
    pub(in crate::format::prose) fn is_item(&self) -> bool {
        self.is_headed() && (self.colon || !self.in_sentence)
    }

    /// Whether it is one of the choices that a sentence names: `有两种着法：（一）马八进七；（二）兵九进一`.
    pub(in crate::format::prose) fn is_option(&self) -> bool {
        self.lead && self.is_ordinal() && self.depth == 0
    }

    /// Whether a heading, a bracket, a word or its indentation sets it apart from the line above it.
    pub(in crate::format::prose) fn is_announced(&self, text: &str) -> bool {
        let before = text.get(..self.from).unwrap_or("");
        let is_indented = before.ends_with(['\t', ' ', '　'])
            && before.trim_end_matches(['\t', ' ', '　']).ends_with(['\n', '\r']);
        let is_set_apart = self.depth > 0 || self.lead || self.colon || self.returns;
        self.is_headed() || is_set_apart || self.instead.is_some() || is_indented
    }

    /// Where its last move ends.
    pub(in crate::format::prose) fn end(&self) -> usize {
        self.moves.last().map_or(self.from, |last| last.at.end)
    }

    /// Its moves as they are written.
    pub(in crate::format::prose) fn written(&self) -> Range<usize> {
        self.moves.first().map_or(self.from, |first| first.at.start)..self.end()
    }

    /// Whether it is in a sentence.
    pub(in crate::format::prose) fn is_in_words(&self) -> bool {
        self.lead || self.depth > 0 || self.tail == Words::Glued
    }
}
