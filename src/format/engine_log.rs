//! Logs of engines, in which each `position` line has all moves so far: USI of shogi, UCCI and UCI of xiangqi.

use crate::text::scan::{self, Line};

/// Whether a text is a log.
pub(super) fn is_log(text: &str) -> bool {
    text.contains("position ")
        && (text.contains("bestmove ")
            || text.contains("inewgame")
            || scan::lines(text).any(|line| is_logged(line.text)))
}

/// Whether a position stands behind what programs write before a message: a time, or the direction.
fn is_logged(line: &str) -> bool {
    let command = command(line);
    let before = &line[..line.len() - command.len()];
    let is_position = ["startpos", "fen ", "sfen "]
        .iter()
        .any(|start| command.strip_prefix("position ").is_some_and(|rest| rest.starts_with(start)));
    is_position
        && (before.contains('>') || before.starts_with(|first: char| first.is_ascii_digit()))
}

/// The longest `position` of each game in a log, without what the log has before it.
pub(super) fn games(text: &str) -> Vec<Line<'_>> {
    let mut games: Vec<Line<'_>> = Vec::new();
    for line in scan::lines(text) {
        let command = command(line.text);
        if !command.starts_with("position ") {
            continue;
        }
        let offset = line.offset + line.text.len() - command.len();
        let line = Line { offset, text: command, ..line };
        match games.last_mut().filter(|last| continues(last.text, command)) {
            Some(last) => *last = line,
            None => games.push(line),
        }
    }
    games
}

/// The command of a line that may have a prefix: `>1:position startpos moves …`, `>Engine(0): position …`.
pub(super) fn command(line: &str) -> &str {
    let is_prefix = |text: &str| !text.ends_with(char::is_alphanumeric);
    let command = line.find("position ").filter(|at| is_prefix(&line[..*at]));
    line[command.unwrap_or(0)..].trim_start()
}

/// Whether a position is one of the same game, later than the last. Of that the last move may have been a guess, about
/// which the engine thought in the other side's time.
fn continues(last: &str, next: &str) -> bool {
    let parts = |line| {
        let (start, moves) = str::split_once(line, " moves").unwrap_or((line, ""));
        (start.trim_end(), moves.split_whitespace())
    };
    let ((start, last), (next_start, next)) = (parts(last), parts(next));
    let shared = last.clone().zip(next.clone()).take_while(|(one, other)| one == other).count();
    let (last, next) = (last.count(), next.count());
    start == next_start && next >= last && (shared >= last || (shared > 0 && shared + 1 == last))
}
