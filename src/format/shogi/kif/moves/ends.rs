//! How lines end: words in place of a move, and まで lines.

use super::Moves;
use crate::format::prose::{Tongue, count_introduced};
use crate::format::shogi::kif::ending;
use crate::format::shogi::kif::lines::{Line, NO_MOVE, is_digit, looks_like_a_move};
use crate::format::shogi::{clock, endings};
use crate::game::shogi::notation::is_side_mark;
use crate::record::{Ending, EndingKind, Key, Note};
use crate::text::scan::is_blank;

/// Whether a text that cannot be read is meant to be a move.
fn is_meant_as_a_move(text: &str) -> bool {
    looks_like_a_move(text) || text.starts_with(NO_MOVE)
}

const UNREADABLE: &str = "it has no square and piece";

impl Moves {
    /// A word in place of a move.
    pub(super) fn take_end(&mut self, line: Line<'_>, text: &str) {
        let before_time = text.split(['(', '（']).next().unwrap_or(text);
        let word = before_time.trim_end_matches('+').trim_matches(is_blank);
        let ending = ending::in_place_of_move(word, self.mover());
        if ending.is_none() && !line.ended {
            return self.hold_back(line);
        }
        if is_meant_as_a_move(word) {
            self.skip(line.at_part(text), word, UNREADABLE);
            self.add_clock(&text[word.len()..]);
            return;
        }
        let clock = clock::take(text[word.len()..].trim_start_matches(is_blank));
        self.end(Ending {
            clock: clock.map(|(clock, _)| clock),
            ..ending::with_word(ending.unwrap_or(EndingKind::Other), word)
        });
        if ending.is_none() {
            let message = format!("the line ends with the unknown word {word:?}");
            self.builder.warn(line.at_part(text), message);
        }
    }

    /// A token in a KI2 line that is not a move; `word` is the token without its sign.
    pub(super) fn take_token(&mut self, line: Line<'_>, token: &str, word: &str, is_last: bool) {
        let ending = ending::by_word(word, self.mover());
        if is_last && !line.ended && ending.is_none() {
            self.hold_back(line);
        } else if let Some(kind) = ending {
            self.end(ending::with_word(kind, word));
        } else if !token.starts_with(is_side_mark) {
            // A number, or words about the move.
            if !word.starts_with(|first: char| {
                is_digit(first) || !first.is_alphabetic() && first != '「'
            }) {
                self.keep_words(line, word);
            }
        } else if is_meant_as_a_move(word) {
            self.skip(line.at_part(token), word, UNREADABLE);
        } else {
            // Prose: ▲先手優勢.
            let message = format!("{word:?} is not a move; it is ignored");
            self.builder.warn(line.at_part(token), message);
        }
    }

    /// A line with a single word may be how a KI2 line ends.
    pub(super) fn take_word(&mut self, line: Line<'_>, text: &str) {
        let word = text.trim_end_matches(is_blank);
        // Looking for an ending takes as long as the node has notes.
        if let Some(kind) = ending::by_word(word, self.mover())
            && self.builder.tree().ending(self.builder.node()).is_none()
        {
            self.end(ending::with_word(kind, word));
        } else if let Some(said) = ending::sentence(word).filter(|_| line.ended)
            && ending::by_summary(said, self.mover()).is_some()
        {
            self.take_summary(line, said);
        } else if !line.ended && word.starts_with(is_digit) {
            self.hold_back(line);
        } else {
            let left = count_introduced(word, Tongue::Japanese);
            self.odd += left;
            self.left = self.left.or(Some(line.offset).filter(|_| left > 1));
            self.keep_words(line, line.text);
        }
    }

    /// Ends the line here. If a variation merely repeats the ending of another line, goes to that ending, if it is a
    /// node of its own.
    fn end(&mut self, mut ending: Ending) {
        let node = self.builder.node();
        let mover = self.mover();
        // The side that is not in check gave the checks.
        if ending.word.as_deref().is_some_and(|word| word.contains("連続王手"))
            && self.builder.position().shogi().is_some_and(|position| !position.in_check(mover))
        {
            ending.kind = EndingKind::IllegalLoss;
        }
        if !self.ended.insert((node, ending.kind)) && self.merging {
            let tree = self.builder.tree();
            let first = tree.first_child(node);
            if let Some(ending) = first.filter(|first| tree.is_ending(*first)) {
                self.enter(ending);
            }
            return;
        }
        let at = self.builder.end(ending);
        if at != node {
            self.added(node, at);
        }
        self.merging = false;
    }

    /// まで112手で後手の勝ち. After a word such as 投了 it repeats the ending.
    pub(super) fn take_summary(&mut self, line: Line<'_>, text: &str) {
        if !self.last_line.in_variation && !line.broken {
            self.builder.headers_mut().set(Key::Result, text);
        }
        let mover = self.mover();
        let just_ended = self.builder.ending_mut().map(|ending| ending.kind);
        let (tree, node) = (self.builder.tree(), self.builder.node());
        // The sentence may belong to the ending of another line.
        let shared = tree.ending(node).filter(|_| tree.is_ending(node));
        let said = just_ended.or(shared.map(|ending| ending.kind));
        let by_word = said.filter(|kind| *kind != EndingKind::Other);
        let ending = by_word.or_else(|| ending::by_summary(text, mover));
        let foul = by_word.is_none().then(|| endings::foul(text)).flatten();
        if by_word.is_none() {
            let complete = text.ends_with(['ち', 'け', '断', '手', '棋', '詰', 'み', '敗', '勝']);
            if line.broken && !complete {
                return self.hold_back(line);
            }
            match (ending, self.builder.ending_mut()) {
                (Some(kind), Some(own)) => own.kind = kind,
                (Some(kind), None) => self.end(kind.into()),
                (None, _) => {}
            }
            // KI2 has no other place for the name of a foul.
            if let (Some(foul), Some(own)) = (foul, self.builder.ending_mut()) {
                own.word = Some(foul.into());
            }
        }
        let (record, node) = (self.builder.record(), self.builder.node());
        let written = ending.filter(|kind| by_word.is_none() || ending::has_common_summary(*kind));
        let usual = match foul {
            Some(foul) => Some(ending::foul_summary(record, node, foul)),
            None => written.map(|kind| ending::summary((record, node), self.players, kind, mover)),
        };
        if usual.as_deref() != Some(text) {
            self.builder.note(Note::Summary(text.into()));
        }
    }
}
