//! Lines of KI2: moves with the sign of their side, and no numbers.

use super::Moves;
use crate::format::shogi::kif::lines::{Line, NO_MOVE, looks_like_a_move};
use crate::format::shogi::kif::{ending, lines};
use crate::game::shogi::notation::{Phrase, is_side_mark};
use crate::record::At;
use crate::text::scan::is_blank;

impl Moves {
    /// A KI2 line: moves, each with the sign of its side unless none has one. The last word may say how the line ends.
    pub(super) fn take_signed(&mut self, line: Line<'_>, text: &str) {
        let signed = text.contains(is_side_mark);
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(is_blank);
            if rest.is_empty() {
                return;
            }
            let token = rest;
            let at = line.at_part(token);
            match Phrase::scan(token).filter(|_| !signed || token.starts_with(is_side_mark)) {
                Some((phrase, after)) => {
                    if after.is_empty() && self.is_provisional(line) && !phrase.is_complete() {
                        return self.hold_back(line);
                    }
                    self.play(at, &phrase, &token[..token.len() - after.len()]);
                    rest = after;
                    rest = self.add_clock(rest);
                    // A remark without a move, such as (図1).
                    let ends = |c| c == ')' || is_side_mark(c);
                    if rest.starts_with('(')
                        && let Some(end) = rest.find(ends)
                    {
                        rest = rest[end..].trim_start_matches(')');
                    }
                }
                None => {
                    rest = token.trim_start_matches(is_side_mark);
                    let end = rest
                        .find(|c| is_blank(c) || is_side_mark(c))
                        .unwrap_or(rest.len());
                    let word = &rest[..end];
                    rest = &rest[end..];
                    let last = rest.trim_start_matches(is_blank).is_empty();
                    self.take_token(line, (token, at), word, last);
                }
            }
        }
    }

    /// A token in a KI2 line that is not a move.
    pub(super) fn take_token(&mut self, line: Line<'_>, token: (&str, At), word: &str, last: bool) {
        let ending = ending::by_word(word, self.mover());
        if last && !line.ended && ending.is_none() {
            self.hold_back(line);
        } else if let Some(kind) = ending {
            self.end(ending::with_word(kind, word));
        } else if !token.0.starts_with(is_side_mark) {
            // A number, or something unknown.
        } else if looks_like_a_move(word) || word.starts_with(NO_MOVE) {
            self.skip(token.1, word, "it has no square and piece");
        } else {
            // Prose: ▲先手優勢.
            let message = format!("{word:?} is not a move; it is ignored");
            self.builder.warn(token.1, message);
        }
    }

    /// A line with a single word may be how a KI2 line ends.
    pub(super) fn take_word(&mut self, line: Line<'_>, text: &str) {
        let word = text.trim_end_matches(is_blank);
        let ended = self.builder.tree().ending(self.builder.node()).is_some();
        let ending = ending::by_word(word, self.mover()).filter(|_| !ended);
        if let Some(kind) = ending {
            self.end(ending::with_word(kind, word));
        } else if !line.ended && word.starts_with(lines::is_digit) {
            self.hold_back(line);
        } else {
            self.keep_prose(line);
        }
    }
}
