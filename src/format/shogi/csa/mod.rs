//! CSA, the format of the Computer Shogi Association: versions 1 to 2.2 and 3.0, logs of shogi-server (floodgate), and
//! logs of programs that talk to such a server.
//!
//! Line-oriented, ASCII except for names and comments, without variations. A line may hold several statements separated
//! by commas; a line `/` begins another game.

mod board;
mod read;
mod write;

use std::borrow::Cow;

use crate::format::{Certainty, Format, Holds, Reader, Series, Writer};
use crate::text::source::SHIFT_JIS;
use crate::text::{Family, Source, Unit, scan};
use read::{game, games};

pub(in crate::format) const FORMAT: Format = Format {
    name: "csa",
    title: "CSA (コンピュータ将棋協会)",
    extensions: &["csa"],
    unit: Unit::Line,
    encodings: "Shift_JIS, UTF-8, EUC-JP, ISO-2022-JP",
    holds: Holds::COMMENTS.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Japanese, games, game, None)),
    write: Some(Writer::Text(write::write)),
    series: Series {
        // As version 3 has it; in other versions this is a comment.
        utf_8: "'CSA encoding=UTF-8\n",
        between: "/\n",
        ..Series::encoded(SHIFT_JIS)
    },
    ..super::BASE
};

/// The `%` word for a move that was taken back, which ends nothing.
const TAKEN_BACK: &str = "%MATTA";

/// How many lines are examined to detect the format.
const LOOKED_AT: usize = 200;

/// Detects CSA by the share of its lines that begin like CSA: no other format has these versions, players, boards and
/// moves.
fn detect(source: &Source<'_>) -> Certainty {
    let text = source.head(Family::Japanese);
    if is_log(text) {
        return Certainty::Certain;
    }
    let lines = scan::lines(text).map(|line| line.text.trim());
    let (mut strong, mut other) = (0, 0);
    for line in lines.filter(|line| !line.is_empty()).take(LOOKED_AT) {
        match line.as_bytes() {
            [b'\'', ..] => {}
            _ if is_typical(line) => strong += 1,
            [b'T' | b'%' | b'$' | b'+' | b'-' | b'/', ..] => {}
            _ => other += 1,
        }
    }
    match (strong, other) {
        (0, _) => Certainty::No,
        (3.., 0) => Certainty::Certain,
        (strong, other) => Certainty::Likely.only_if(strong > other),
    }
}

/// Whether a line is a version, a player, a board or a move.
fn is_typical(line: &str) -> bool {
    match line.as_bytes() {
        [b'V' | b'v', b'1'..=b'3', rest @ ..] => rest.is_empty() || rest[0] == b'.',
        [b'N' | b'n', b'+' | b'-', ..] | b"pi" => true,
        // `P7g-7f` is a move in PSN.
        [b'P', b'I' | b'1'..=b'9', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_lowercase),
        [b'P', b'+' | b'-', b'0'..=b'9', b'0'..=b'9', _, _, ..] => true,
        [b'+' | b'-', move_text @ ..] if move_text.len() >= 6 => {
            move_text[..4].iter().all(u8::is_ascii_digit)
                && move_text[4..6].iter().all(u8::is_ascii_alphabetic)
        }
        _ => false,
    }
}

/// The message of the server before a game.
const SUMMARY: &str = "BEGIN Game_Summary";

/// Whether a text is the log of a program that plays on a server.
fn is_log(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), SUMMARY.as_bytes()).is_some()
        && scan::lines(text).any(|line| begins_game(line.text))
}

fn begins_game(line: &str) -> bool {
    message(line) == SUMMARY
}

/// The message of a line, without the log's prefix.
fn message(line: &str) -> &str {
    let mut marks = ["recv:", "send:"].into_iter();
    let mark = marks.find_map(|mark| Some(line.find(mark)? + mark.len()));
    line[mark.unwrap_or(0)..].trim()
}

/// The state of the game being read from a log, whose messages become CSA statements.
#[derive(Debug, Default)]
struct LogState {
    in_position: bool,
    ended: bool,
    /// The sign of the program's side.
    own: Option<char>,
    /// A foul whose side is known only from the next line.
    foul: bool,
}

impl LogState {
    /// The CSA statement for a line, if any. The server echoes the program's moves with the time, and only the echo
    /// counts.
    fn line<'a>(&mut self, line: &'a str) -> Option<Cow<'a, str>> {
        let message = message(line);
        if let "BEGIN Position" | "END Position" = message {
            self.in_position = message.starts_with('B');
            return None;
        }
        if let Some(result) = message.strip_prefix('#') {
            return self.end(result);
        }
        if let Some((key, value)) = message.split_once(':').filter(|_| !self.in_position) {
            return match key {
                "Name+" | "Name-" => Some(format!("N{}{value}", &key[4..]).into()),
                "Game_ID" => Some(format!("$EVENT:{value}").into()),
                "Your_Turn" => {
                    self.own = value.chars().next();
                    None
                }
                _ => None,
            };
        }
        let is_timed = message.contains(",T");
        let is_statement = match message.as_bytes() {
            [b'P' | b'+' | b'-', ..] if self.in_position => true,
            [b'+' | b'-', b'0'..=b'9', ..] | [b'%', ..] => is_timed,
            _ => false,
        };
        self.ended |= is_timed && message.starts_with('%');
        is_statement.then_some(message.into())
    }

    /// `#RESIGN` followed by `#WIN` or `#LOSE`, from the program's point of view.
    fn end(&mut self, result: &str) -> Option<Cow<'static, str>> {
        let word = match result {
            _ if self.ended => return None,
            "WIN" | "LOSE" if self.foul => match (result, self.own?) {
                ("LOSE", '+') | ("WIN", '-') => "+ILLEGAL_ACTION",
                _ => "-ILLEGAL_ACTION",
            },
            "OUTE_SENNICHITE" => {
                self.foul = true;
                return None;
            }
            "RESIGN" => "TORYO",
            "JISHOGI" => "KACHI",
            "TIME_UP" | "ILLEGAL_MOVE" | "SENNICHITE" | "MAX_MOVES" | "CHUDAN" => result,
            _ => return None,
        };
        self.ended = true;
        Some(format!("%{word}").into())
    }
}
