//! Logs of programs that play on a CSA server: the protocol messages, turned into CSA statements.

use std::borrow::Cow;

/// The message of the server before a game.
const SUMMARY: &str = "BEGIN Game_Summary";

/// Whether a text is such a log.
pub(super) fn is_log(text: &str) -> bool {
    text.contains(SUMMARY)
}

/// Whether a game begins with this line.
pub(super) fn begins_game(line: &str) -> bool {
    message(line) == SUMMARY
}

/// The message of a line, without the log's prefix.
fn message(line: &str) -> &str {
    let mut marks = ["recv:", "send:"].into_iter();
    let mark = marks.find_map(|mark| Some(line.find(mark)? + mark.len()));
    line[mark.unwrap_or(0)..].trim()
}

/// The state of the game being read.
#[derive(Debug, Default)]
pub(super) struct Log {
    in_position: bool,
    ended: bool,
    /// The sign of the program's side.
    own: Option<char>,
    /// A foul whose side is known only from the next line.
    foul: bool,
}

impl Log {
    /// The CSA statement for a line, if any. The server echoes the program's moves with the time, and only the echo
    /// counts.
    pub(super) fn line<'a>(&mut self, line: &'a str) -> Option<Cow<'a, str>> {
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
                ("LOSE", '+') | ("WIN", '-') => "%+ILLEGAL_ACTION",
                _ => "%-ILLEGAL_ACTION",
            },
            "OUTE_SENNICHITE" => {
                self.foul = true;
                return None;
            }
            "RESIGN" => "%TORYO",
            "TIME_UP" => "%TIME_UP",
            "ILLEGAL_MOVE" => "%ILLEGAL_MOVE",
            "SENNICHITE" => "%SENNICHITE",
            "JISHOGI" => "%KACHI",
            "MAX_MOVES" => "%MAX_MOVES",
            "CHUDAN" => "%CHUDAN",
            _ => return None,
        };
        self.ended = true;
        Some(word.into())
    }
}
