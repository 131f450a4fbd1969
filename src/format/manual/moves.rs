//! The moves of the lines.

use std::collections::BTreeMap;

use super::repair::repair;
use crate::format::lines::{Line, Lines};
use crate::format::movetext::{board, leave_out, play_move};
use crate::format::results::note_end;
use crate::format::scan::{Scan, is_space};
use crate::game;
use crate::game::xiangqi::Move;
use crate::game::xiangqi::notation::{Notation, Phrase};
use crate::record::{At, Builder, NodeId};

/// A move as written; one that has no shape of a move has no phrase.
#[derive(Debug)]
pub(super) struct Written<'a> {
    pub(super) text: &'a str,
    at: At,
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
            scan.take_while(|next| is_space(next) || matches!(next, '.' | '…'));
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
    text.find(|next: char| is_space(next) || matches!(next, '@' | '$' | '.' | '…'))
        .unwrap_or(text.len())
}

/// Plays a line and notes how it ends.
pub(super) fn play_line(
    lines: &Lines<'_>,
    texts: &Texts<'_>,
    number: u32,
    builder: &mut Builder,
    nodes: &mut Vec<NodeId>,
) {
    let Some(text) = texts.get(&number) else {
        return;
    };
    for (index, written) in text.moves.iter().enumerate() {
        let position = board(builder);
        let following = text.moves[index + 1..]
            .iter()
            .map_while(|written| written.phrase);
        let fits = |mv: &Move| position.check_reach(*mv).is_ok();
        let meanings = written
            .phrase
            .map_or_else(Vec::new, |phrase| phrase.meanings(&position));
        let place = (number, index);
        match (written.phrase, meanings.iter().any(fits)) {
            (Some(phrase), true) => {
                play_move(builder, written.text, written.at, phrase, &following);
            }
            (phrase, _) => match (
                repair(&position, written.text, (lines, texts), place),
                phrase,
            ) {
                (Some((mv, instead)), _) => {
                    builder.play(game::Move::Xiangqi(mv), written.at);
                    let text = written.text;
                    let message = format!(
                        "no piece can play {text:?}; it is read as {instead:?}, with which the line goes on"
                    );
                    builder.warn(written.at, message);
                }
                (None, Some(phrase)) => {
                    play_move(builder, written.text, written.at, phrase, &following);
                }
                (None, None) => leave_out(builder, written.text, written.at),
            },
        }
        nodes.push(builder.node());
    }
    if let Some(end) = text.end.and_then(result).filter(|_| number != 0) {
        let node = builder.node();
        note_end(&mut builder.record_mut().tree, node, end);
    }
}

/// The result that the end of a line stands for: `@` who won, `$` who stands better.
pub(super) fn result(end: &str) -> Option<&'static str> {
    Some(match end.to_ascii_uppercase().as_str() {
        "@R" => "1-0",
        "@B" => "0-1",
        "@P" => "1/2-1/2",
        "$R" => "$R",
        "$B" => "$B",
        "$P" => "$P",
        _ => return None,
    })
}
