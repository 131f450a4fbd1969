//! How lines end: words in place of a move, and まで lines.

use super::Moves;
use crate::format::shogi::clock;
use crate::format::shogi::kif::ending;
use crate::format::shogi::kif::lines::{Line, NO_MOVE, looks_like_a_move};
use crate::record::{Ending, EndingKind, Key, NodeId, Note};
use crate::text::scan::is_blank;

impl Moves {
    /// A word in place of a move.
    pub(super) fn take_end(&mut self, line: Line<'_>, text: &str) {
        let word = text.split(['(', '（']).next().unwrap_or(text);
        let word = word.trim_end_matches('+').trim_matches(is_blank);
        let ending = ending::in_place_of_move(word, self.mover());
        if ending.is_none() && !line.ended {
            return self.hold_back(line);
        }
        if looks_like_a_move(word) || word.starts_with(NO_MOVE) {
            self.skip(line.at_part(text), word, "it has no square and piece");
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

    /// Ends the line here, unless a variation merely repeats the ending of another line.
    pub(super) fn end(&mut self, ending: Ending) {
        let node = self.builder.node();
        if !self.ended.insert((node, ending.kind)) && self.merging {
            return self.repeat_ending(node);
        }
        let at = self.builder.end(ending);
        if at != node {
            self.added(node, at);
        }
        self.merging = false;
    }

    /// Goes to the ending of the node's line, if it is a node of its own.
    fn repeat_ending(&mut self, node: NodeId) {
        let tree = self.builder.tree();
        let ending = tree
            .first_child(node)
            .filter(|first| tree.is_ending(*first));
        if let Some(ending) = ending {
            self.enter(ending);
        }
    }

    /// まで112手で後手の勝ち. After a word such as 投了 it repeats the ending.
    pub(super) fn take_summary(&mut self, line: Line<'_>, text: &str) {
        if !self.last_line.in_variation() && !self.is_provisional(line) {
            self.builder.record_mut().headers.set(Key::Result, text);
        }
        let mover = self.mover();
        let has_ended = self.builder.ending_mut().is_some();
        let (tree, node) = (self.builder.tree(), self.builder.node());
        // The sentence may belong to the ending of another line.
        let ending = tree
            .ending(node)
            .filter(|_| has_ended || tree.is_ending(node));
        let by_word = ending.map(|ending| ending.kind);
        let by_word = by_word.filter(|kind| *kind != EndingKind::Other);
        let ending = match by_word {
            Some(kind) => Some(kind),
            None => {
                let ending = ending::by_summary(text, mover);
                let complete =
                    text.ends_with(['ち', 'け', '断', '手', '棋', '詰', 'み', '敗', '勝']);
                if self.is_provisional(line) && !complete {
                    return self.hold_back(line);
                }
                match (ending, self.builder.ending_mut()) {
                    (Some(kind), Some(own)) => own.kind = kind,
                    (Some(kind), None) => self.end(kind.into()),
                    (None, _) => {}
                }
                ending
            }
        };
        let plies = self.plies();
        let usual = |ending| ending::summary(ending, plies, mover, self.players, self.problem);
        let is_written = |kind: &EndingKind| by_word.is_none() || ending::has_common_summary(*kind);
        let usual = ending.filter(is_written).map(usual);
        if usual.as_deref() != Some(text) {
            self.builder.note(Note::Summary(text.into()));
        }
    }

    /// The number of moves so far.
    pub(super) fn plies(&self) -> u32 {
        let tree = self.builder.tree();
        let node = self.builder.node();
        let before = self.builder.record().first_number - 1;
        before + tree.ply(node) - u32::from(tree.is_ending(node))
    }
}
