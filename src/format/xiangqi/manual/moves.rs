//! The moves of the lines.

use std::collections::BTreeMap;

use super::repair::{MOST, repair};
use crate::format::xiangqi::movetext::board;
use crate::format::xiangqi::movetext::leave_out;
use crate::format::xiangqi::movetext::play_move;
use crate::format::xiangqi::numbered_lines::Line;
use crate::format::xiangqi::numbered_lines::Lines;
use crate::game;
use crate::game::xiangqi::notation::{Notation, Phrase};
use crate::game::xiangqi::{Move, Position};
use crate::record::{At, Builder, NodeId, Note, Outcome};
use crate::text::scan::Scan;
use crate::text::scan::is_space;

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
    pub(super) fn read(line: &Line<'a>) -> Self {
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

/// What may stand between two moves; dots for moves that are left out.
fn is_between(character: char) -> bool {
    is_space(character) || matches!(character, '.' | '…' | ',' | '，' | '、' | ';' | '；')
}

/// Plays the lines of a record.
#[derive(Debug)]
pub(super) struct Player<'t, 'a> {
    texts: &'t Texts<'a>,
    /// How many misprints were looked into.
    misprints: usize,
}

impl<'t, 'a> Player<'t, 'a> {
    pub(super) fn new(texts: &'t Texts<'a>) -> Self {
        Self {
            texts,
            misprints: 0,
        }
    }

    /// Plays a line and notes how it ends.
    pub(super) fn play_line(
        &mut self,
        lines: &Lines<'a>,
        number: u32,
        builder: &mut Builder,
        nodes: &mut Vec<NodeId>,
    ) {
        let Some(text) = self.texts.get(&number) else {
            return;
        };
        for index in 0..text.moves.len() {
            self.play_move(lines, (number, index), &text.moves, builder);
            nodes.push(builder.node());
        }
        if let Some(end) = text.end.and_then(result).filter(|_| number != 0) {
            builder.note(Note::Result(end));
        }
    }

    fn play_move(
        &mut self,
        lines: &Lines<'a>,
        place: (u32, usize),
        moves: &[Written<'a>],
        builder: &mut Builder,
    ) {
        let (written, following) = (&moves[place.1], &moves[place.1 + 1..]);
        let position = board(builder);
        let fits = |mv: &Move| position.check_reach(*mv).is_ok();
        let meanings = written.phrase.map(|phrase| phrase.meanings(&position));
        if !meanings.is_some_and(|moves| moves.iter().any(fits))
            && let Some((mv, instead)) = self.repair(lines, place, &position, written.text)
        {
            builder.play(game::Move::Xiangqi(mv), written.at);
            let text = written.text;
            let message = format!(
                "no piece can play {text:?}; it is read as {instead:?}, with which the line goes on"
            );
            return builder.warn(written.at, message);
        }
        let following = following.iter().map_while(|written| written.phrase);
        match written.phrase {
            Some(phrase) => play_move(builder, written.text, written.at, phrase, &following),
            None => leave_out(builder, written.text, written.at),
        }
    }

    fn repair(
        &mut self,
        lines: &Lines<'a>,
        place: (u32, usize),
        position: &Position,
        text: &str,
    ) -> Option<(Move, String)> {
        self.misprints += 1;
        if self.misprints > MOST {
            return None;
        }
        repair(position, text, (lines, self.texts), place)
    }
}

/// The result that the end of a line stands for: `@` who won, `$` who stands better.
pub(super) fn result(end: &str) -> Option<Outcome> {
    Some(match end.to_ascii_uppercase().as_str() {
        "@R" => Outcome::FirstWins,
        "@B" => Outcome::SecondWins,
        "@P" => Outcome::Draw,
        "$R" => Outcome::FirstBetter,
        "$B" => Outcome::SecondBetter,
        "$P" => Outcome::Even,
        _ => return None,
    })
}
