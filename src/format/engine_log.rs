//! Logs of engines: USI of shogi, UCCI and UCI of xiangqi. Each `position` line has all moves so far, or is the position
//! after a move or two. The engine's last answer is a move as well.

use std::ops::Range;

use crate::game::{Keys, Move, Position};
use crate::record::{At, Builder, EndingKind, Record};
use crate::text::scan::{self, Line};

pub(super) fn is_log(text: &str) -> bool {
    text.contains("position ")
        && (text.contains("bestmove ")
            || text.contains("inewgame")
            || scan::lines(text).any(|line| is_logged(line.text)))
}

/// Whether a position comes after the prefix of a message: a time, or the direction.
fn is_logged(line: &str) -> bool {
    let command = command(line);
    let before = &line[..line.len() - command.len()];
    let is_position = ["startpos", "fen ", "sfen "]
        .iter()
        .any(|start| command.strip_prefix("position ").is_some_and(|rest| rest.starts_with(start)));
    is_position
        && (before.contains('>') || before.starts_with(|first: char| first.is_ascii_digit()))
}

/// A game in a log.
#[derive(Default)]
pub(super) struct Logged<'t> {
    /// The longest `position` from its start.
    pub(super) line: Line<'t>,
    /// Where its last line ends.
    pub(super) end: usize,
    /// The moves between the positions that follow.
    moves: Vec<(Move, At)>,
    /// The position after them, if it was needed.
    position: Option<Position>,
    /// The engine's answer to the last position.
    answer: Option<(&'t str, At)>,
    /// Whether the engine thinks about a position that need not come, or until it is stopped.
    only_thinks: bool,
    is_over: bool,
}

/// The games in a part of a log. `read` reads a `position` command of it.
pub(super) fn games(
    text: &str,
    range: Range<usize>,
    read: impl Fn(&str) -> Option<Record>,
) -> Vec<Logged<'_>> {
    let mut games: Vec<Logged<'_>> = Vec::new();
    for whole in scan::lines_in(text, range) {
        let Some(line) = position_in(&whole) else {
            games.last_mut().into_iter().for_each(|game| game.hear(&whole));
            continue;
        };
        if !games.last_mut().is_some_and(|game| game.goes_on(line, is_logged(whole.text), &read)) {
            games.push(Logged::new(line));
        }
    }
    games
}

/// The game of a part of a text that is one of the games in a log.
pub(super) fn game(
    text: &str,
    range: Range<usize>,
    read: impl Fn(&str) -> Option<Record>,
) -> Option<Record> {
    let part = &text[range.clone()];
    let is_logged = part.contains('\n') && is_log(part);
    let game = is_logged.then(|| games(text, range, &read).into_iter().next())??;
    Some(game.complete(read(game.line.text)?))
}

/// The longest `position` of each game in a log that has all moves in it.
pub(super) fn longest(text: &str) -> impl Iterator<Item = Line<'_>> {
    games(text, 0..text.len(), |_| None).into_iter().map(|game| game.line)
}

/// The `position` command of a line.
fn position_in<'t>(line: &Line<'t>) -> Option<Line<'t>> {
    let text = command(line.text);
    let offset = line.offset + line.text.len() - text.len();
    text.starts_with("position ").then_some(Line { offset, text, ..*line })
}

/// The command of a line that may have a prefix: `>1:position startpos moves …`, `>Engine(0): position …`.
pub(super) fn command(line: &str) -> &str {
    let command = said(line, "position ").map_or(0, |(at, _)| at);
    line[command..].trim_start()
}

/// Where a word begins in a line, and the text after it.
fn said<'t>(line: &'t str, word: &str) -> Option<(usize, &'t str)> {
    let at = line.find(word)?;
    let is_prefix = !line[..at].ends_with(char::is_alphanumeric);
    is_prefix.then(|| (at, &line[at + word.len()..]))
}

impl<'t> Logged<'t> {
    fn new(line: Line<'t>) -> Self {
        Self { line, end: line.offset + line.text.len(), ..Self::default() }
    }

    /// Takes a position if it is one of the game.
    fn goes_on(
        &mut self,
        line: Line<'t>,
        is_logged: bool,
        read: impl Fn(&str) -> Option<Record>,
    ) -> bool {
        if self.moves.is_empty() && continues(self.line.text, line.text) {
            *self = Self::new(line);
            return true;
        }
        // Without either the lines would not be read as a log again.
        let may_follow = !self.is_over && (is_logged || self.answer.is_some());
        let next = may_follow.then(|| read(line.text)).flatten();
        let Some(next) = next.map(|next| at_end(next).position().clone()) else {
            return false;
        };
        let now = self.position.take().or_else(|| {
            let record = read(self.line.text)?;
            Some(at_end(record).position().clone())
        });
        let Some(moves) = now.and_then(|now| moves_between(&now, &next, self.answer)) else {
            return false;
        };
        self.moves.extend(moves.into_iter().map(|mv| (mv, line.at())));
        let moves = std::mem::take(&mut self.moves);
        *self = Self { moves, position: Some(next), line: self.line, ..Self::new(line) };
        true
    }

    /// Takes any other line.
    fn hear(&mut self, line: &Line<'t>) {
        let text = line.text;
        if said(text, "info ").is_some() {
            return;
        }
        if let Some((_, answer)) = said(text, "bestmove ") {
            let word = answer.split_whitespace().next().filter(|_| !self.only_thinks);
            if let Some(word) = word.filter(|_| self.answer.is_none()) {
                self.answer = Some((word, line.at_part(word)));
                self.end = line.offset + text.len();
            }
        } else if let Some((_, how)) = said(text, "go ") {
            self.only_thinks = how.contains("ponder") || how.contains("infinite");
        } else {
            self.only_thinks &= !text.contains("ponderhit");
            self.is_over |= text.contains("inewgame");
        }
    }

    /// Plays the moves that are known otherwise on the record of [`Logged::line`].
    fn complete(&self, record: Record) -> Record {
        let has_ended = record.tree.mainline().any(|node| record.tree.ending(node).is_some());
        if has_ended || self.moves.is_empty() && self.answer.is_none() {
            return record;
        }
        let mut builder = at_end(record);
        for (mv, at) in &self.moves {
            builder.play(*mv, *at);
        }
        if let Some((word, at)) = self.answer {
            match (word, builder.position().parse_move(word, None)) {
                ("resign", _) => builder.note(EndingKind::Resign.into()),
                ("win", _) => builder.note(EndingKind::Nyugyoku.into()),
                (_, Ok(mv)) => {
                    builder.play(mv, at);
                }
                // `(none)`, or the answer to something else.
                (_, Err(_)) => {}
            }
        }
        builder.finish()
    }
}

/// The record at the end of its main line.
fn at_end(record: Record) -> Builder {
    let mut builder = Builder::on(record);
    builder.go_to(builder.tree().mainline_end());
    builder
}

/// The move or two that lead from a position to another. The first of two is the engine's.
fn moves_between(now: &Position, next: &Position, answer: Option<(&str, At)>) -> Option<Vec<Move>> {
    let mut keys = Keys::default();
    let wanted = keys.key(next);
    if now.game() != next.game() || keys.key(now) == wanted {
        return (now.game() == next.game()).then(Vec::new);
    }
    let mut leads = |from: &Position| {
        from.legal_moves().into_iter().find(|mv| keys.key(&from.after(*mv)) == wanted)
    };
    if let Some(mv) = leads(now) {
        return Some(vec![mv]);
    }
    let own = now.parse_move(answer?.0, None).ok()?;
    Some(vec![own, leads(&now.after(own))?])
}

/// Whether a position is one of the same game, later than the last. Of that the last move may have been a guess, about
/// which the engine thought in the other side's time.
fn continues(last: &str, next: &str) -> bool {
    let [(start, last), (next_start, next)] = [last, next].map(|line| {
        let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
        (start.trim_end(), moves.split_whitespace())
    });
    let shared = last.clone().zip(next.clone()).take_while(|(one, other)| one == other).count();
    let (last, next) = (last.count(), next.count());
    start == next_start && next >= last && (shared >= last || (shared > 0 && shared + 1 == last))
}
