//! The moves of the lines.

use super::line_text::{Moves, WrittenMove};
use super::repair::{MOST, repair};
use crate::format::xiangqi::movetext::{board, leave_out, play_move};
use crate::format::xiangqi::numbered_lines::NumberedLines;
use crate::game;
use crate::game::xiangqi::{Move, Position};
use crate::record::{Builder, NodeId, Note, Outcome};

/// Plays the lines of a record.
#[derive(Debug, Default)]
pub(super) struct Player {
    /// How many misprints were looked into.
    misprints: usize,
    /// How the mainline ends.
    pub(super) end: Option<Outcome>,
}

impl Player {
    /// Plays a line and notes how it ends.
    pub(super) fn play_line(
        &mut self,
        lines: &NumberedLines<'_>,
        number: u32,
        builder: &mut Builder,
        nodes: &mut Vec<NodeId>,
    ) {
        let Some(line) = lines.get(number) else {
            return;
        };
        let mut moves = Moves::of(line);
        let mut index = 0;
        while let Some(written) = moves.next() {
            index += 1;
            self.play_move(lines, &written, (number, index, &moves), builder);
            nodes.push(builder.node());
        }
        match moves.end.and_then(result) {
            end if number == 0 => self.end = end,
            Some(end) => builder.note(Note::Result(end)),
            None => {}
        }
    }

    /// Plays a move. `next` is the place behind it: the line, the number of moves before, and those that follow.
    fn play_move(
        &mut self,
        lines: &NumberedLines<'_>,
        written: &WrittenMove<'_>,
        next: (u32, usize, &Moves<'_>),
        builder: &mut Builder,
    ) {
        let (position, phrase) = (board(builder), written.phrase());
        let fits = |mv: &Move| position.check_reach(*mv).is_ok();
        let meanings = phrase.map(|phrase| phrase.meanings(&position));
        if !meanings.is_some_and(|moves| moves.iter().any(fits))
            && let Some((mv, instead)) = self.repair(lines, next, &position, written.text)
        {
            builder.play(game::Move::Xiangqi(mv), written.at);
            let text = written.text;
            let message = format!(
                "no piece can play {text:?}; it is read as {instead:?}, with which the line goes on"
            );
            return builder.warn(written.at, message);
        }
        let following = next.2.clone().map_while(|written| written.phrase());
        match phrase {
            Some(phrase) => play_move(builder, written.text, written.at, phrase, &following),
            None => leave_out(builder, written.text, written.at),
        }
    }

    fn repair(
        &mut self,
        lines: &NumberedLines<'_>,
        next: (u32, usize, &Moves<'_>),
        position: &Position,
        text: &str,
    ) -> Option<(Move, String)> {
        self.misprints += 1;
        if self.misprints > MOST {
            return None;
        }
        repair(position, text, lines, next)
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
