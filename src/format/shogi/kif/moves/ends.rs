//! How lines end: words in place of a move, and まで lines.

use super::{END, Moves, NO_MOVE, SUMMARY, looks_like_a_move};
use crate::format::shogi::kif::ending;
use crate::format::shogi::kif::lines::Line;
use crate::format::shogi::kif::lines::is_blank;
use crate::format::shogi::kif::place;
use crate::record::{Ending, Key, NodeId, Note};

impl Moves {
    pub(super) fn has_ended(&self) -> bool {
        self.ended.contains_key(&self.builder.node())
    }

    /// A word in place of a move.
    pub(super) fn take_end(&mut self, line: Line<'_>, text: &str) {
        let word = text.split(['(', '（']).next().unwrap_or(text);
        let word = word.trim_end_matches('+').trim_matches(is_blank);
        let ending = ending::by_word(word, self.mover());
        if ending.is_none() && !line.ended {
            return self.hold_back(line);
        }
        if looks_like_a_move(word) || word.starts_with(NO_MOVE) {
            self.skip(place(line, text, 0), word, "it names no square and piece");
            self.add_clock(&text[word.len()..]);
            return;
        }
        self.end(ending, Some(word));
        self.add_clock(&text[word.len()..]);
        if ending.is_none() {
            let message = format!("the line ends with {word:?}, which is not known");
            self.builder.warn(place(line, text, 0), message);
        }
    }

    /// Ends the line here. Where the line goes on already, the ending stands beside its continuation.
    pub(super) fn end(&mut self, ending: Option<Ending>, word: Option<&str>) {
        let tree = self.builder.tree();
        let node = self.builder.node();
        let first = tree.first_child(node).is_none();
        if self.merging && self.ended.get(&node) == Some(&ending) {
            return;
        }
        // A second word in a row belongs to the same line; one at the start of a variation does not.
        if !first || (self.has_ended() && self.merging) {
            let child = self.builder.skip();
            self.added(node, child, first, None);
        }
        self.merging = false;
        self.ended.entry(self.builder.node()).or_insert(ending);
        if let Some(word) = word.filter(|word| ending.map(ending::word) != Some(word)) {
            self.note_property(END, word);
        }
        if let Some(ending) = ending {
            self.builder.note(Note::End(ending));
        }
    }

    /// まで112手で後手の勝ち. Under a word such as 投了 it says the same again.
    pub(super) fn take_summary(&mut self, line: Line<'_>, text: &str) {
        if !self.path.in_variation() && !self.is_provisional(line) {
            self.builder.record_mut().headers.set(Key::Result, text);
        }
        let mover = self.mover();
        let ending = match self.ended.get(&self.builder.node()) {
            Some(Some(ending)) => Some(*ending),
            _ => {
                let ending = ending::by_summary(text, mover);
                let complete =
                    text.ends_with(['ち', 'け', '断', '手', '棋', '詰', 'み', '敗', '勝']);
                if self.is_provisional(line) && !complete {
                    return self.hold_back(line);
                }
                if ending.is_some() {
                    self.end(ending, None);
                }
                ending
            }
        };
        let plies = self.plies();
        let usual = |ending| ending::summary(ending, plies, mover, self.players, self.problem);
        let usual = ending.map(usual);
        if usual.as_deref() != Some(text) {
            self.note_property(SUMMARY, text);
        }
    }

    /// The number of moves to here.
    pub(super) fn plies(&self) -> u32 {
        let tree = self.builder.tree();
        let node = self.builder.node();
        let ending_alone = node != NodeId::ROOT && tree.mv(node).is_none() && self.has_ended();
        let before = self.builder.record().first_number - 1;
        before + tree.ply(node) - u32::from(ending_alone)
    }
}
