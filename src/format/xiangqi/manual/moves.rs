//! The moves of the lines.

use super::line_text::{Texts, Written};
use super::repair::{MOST, repair};
use crate::format::xiangqi::movetext::{board, leave_out, play_move};
use crate::format::xiangqi::numbered_lines::NumberedLines;
use crate::game;
use crate::game::xiangqi::{Move, Position};
use crate::record::{Builder, NodeId, Note, Outcome};

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
        lines: &NumberedLines<'a>,
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
        lines: &NumberedLines<'a>,
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
        lines: &NumberedLines<'a>,
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

/// The result at the end of a line: `@` for the winner, `$` for the better side.
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
