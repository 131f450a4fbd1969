//! The moves and their notes.

use super::{State, Style, Writer};
use crate::format::shogi::kif::ending;
use crate::format::shogi::kif::lines::{self, LineKind, NO_MOVE, looks_like_a_move};
use crate::format::shogi::{clock, eval};
use crate::game::shogi::notation::{self, Phrase};
use crate::game::shogi::{self, Handicap, Origin};
use crate::game::{Move, Side};
use crate::record::{Clock, Ending, EndingKind, Key, NodeId, Note};

/// The columns of a KIF move before its time, and of a KI2 move with its sign.
const MOVE_WIDTH: usize = 12;
/// How many moves KI2 has on a row.
const KI2_ROW: usize = 6;

impl Writer<'_, '_> {
    /// Writes a node and returns the state after it.
    pub(super) fn node(&mut self, node: NodeId, mut state: State) -> State {
        if let Some(Move::Shogi(mv)) = self.record.tree.mv(node) {
            let (text, meant) = self.move_text(node, mv, &state);
            self.write_move(node, &text, &mut state);
            state.position.apply(mv);
            state.read.apply(meant);
            state.previous = Some(mv.to);
        } else {
            state.previous = None;
        }
        if self.record.tree.mv(node).is_none() && !self.record.tree.is_ending(node) {
            let text = self.record.tree.unread(node).unwrap_or("");
            let mark = if looks_like_a_move(text) { "" } else { NO_MOVE };
            let text = format!("{mark}{text}").replace(['\r', '\n'], " ");
            self.write_move(node, &text, &mut state);
        }
        self.ledger.wrote_node(node);
        self.turn(node, &mut state);
        self.notes(node, &state);
        state
    }

    /// An unreadable move passes the turn. KIF has no other way to change it.
    fn turn(&mut self, node: NodeId, state: &mut State) {
        let next = state.position.side_to_move().other();
        let is_unread = self.record.tree.mv(node).is_none();
        for note in self.record.tree.notes(node) {
            if let Note::Turn(side) = note {
                state.position.set_side_to_move(*side);
                state.read.set_side_to_move(*side);
            }
        }
        self.ledger
            .wrote_notes(node, |note| is_unread && *note == Note::Turn(next));
    }

    /// A move as written, and the move that a reader will take it for.
    fn move_text(&mut self, node: NodeId, mv: shogi::Move, state: &State) -> (String, shogi::Move) {
        let previous = state.previous;
        if self.style == Style::Kif {
            let mut text = notation::kif(&state.position, mv, previous);
            if let Origin::Board(from) = mv.from {
                text.push_str(&format!("({}{})", from.file(), from.rank()));
            }
            return (text, mv);
        }
        let text = notation::ki2(&state.position, mv, previous);
        // After an illegal move, a reader cannot tell which piece moved.
        let phrase = Phrase::scan(&text).map(|(phrase, _)| phrase);
        let meant = phrase.and_then(|phrase| phrase.resolve(&state.read, previous));
        let meant = meant.map_or(mv, |meaning| meaning.mv);
        if meant != mv {
            self.ledger.change("move's origin", node);
        }
        (text, meant)
    }

    fn write_move(&mut self, node: NodeId, text: &str, state: &mut State) {
        match self.style {
            Style::Kif => {
                let side = state.position.side_to_move();
                let clock = self.move_clock(node);
                let more = self.record.tree.next_sibling(node).is_some();
                let number = self.number(node);
                let used = &mut state.used[side.index()];
                self.numbered(node, (number, text), clock, used, more);
            }
            Style::Ki2 => {
                let mark = match state.position.side_to_move() {
                    Side::First => '▲',
                    Side::Second => '△',
                };
                if self.in_row == KI2_ROW {
                    self.end_row();
                }
                self.text.push_str(&padded(&format!("{mark}{text}")));
                self.in_row += 1;
            }
        }
    }

    /// The time of a node's move.
    fn move_clock(&mut self, node: NodeId) -> Option<Clock> {
        let mut notes = self.record.tree.numbered_notes(node);
        let (id, clock) = notes.find_map(|(id, note)| match note {
            Note::Clock(clock) => Some((id, *clock)),
            _ => None,
        })?;
        self.ledger.wrote_note(id);
        Some(clock)
    }

    /// A line of KIF. `more`: a variation in its place follows.
    fn numbered(
        &mut self,
        node: NodeId,
        (number, text): (u32, &str),
        clock: Option<Clock>,
        used: &mut u64,
        more: bool,
    ) {
        let mut line = format!("{number:4} {}", padded(text));
        if let Some(clock) = clock {
            let spent = clock.spent.unwrap_or(0);
            *used = clock.total.map_or(*used + u64::from(spent), u64::from);
            let spent = self.ledger.whole_seconds(spent, node);
            line.push(' ');
            line.push_str(&clock::write(spent, *used / 1000));
        } else if more {
            line.push(' ');
        }
        if more {
            line.push('+');
        }
        self.line(&line);
    }

    /// The notes of a node in their order, including the word that ends the line.
    pub(super) fn notes(&mut self, node: NodeId, state: &State) {
        let record = self.record;
        let mover = state.position.side_to_move().other();
        let mut number = self.plies(node);
        let mut has_summary = false;
        for (id, note) in record.tree.numbered_notes(node) {
            match note {
                Note::Comment(text) => self.comment(text),
                Note::Bookmark(name) => {
                    let name = name.replace(['\r', '\n'], " ");
                    self.line(&format!("&{name}"));
                }
                // Readers do not look for one above the moves.
                Note::Eval(_) if node == NodeId::ROOT => continue,
                Note::Eval(eval) => {
                    let place = (&record.tree, node);
                    if !eval::write(place, *eval, mover, |line| self.comment(line)) {
                        continue;
                    }
                }
                // Above the moves it is a header.
                Note::Remark(text) if is_prose(text) && node != NodeId::ROOT => self.line(text),
                // Notes after it are about the end.
                Note::End(ending) if self.style == Style::Ki2 => {
                    if ending.clock.is_some() {
                        self.ledger.change("clock", node);
                    }
                    self.summary(node, state);
                    has_summary = true;
                    continue;
                }
                Note::End(ending) => {
                    number += 1;
                    if !self.end_word(node, number, ending, state) {
                        continue;
                    }
                }
                _ => continue,
            }
            self.ledger.wrote_note(id);
        }
        if !has_summary {
            self.summary(node, state);
        }
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("*{}", line.trim_end_matches('\r')));
        }
    }

    /// Writes the KIF word that ends a line, with its time. `false` if it is not written, or means something else.
    fn end_word(&mut self, node: NodeId, number: u32, ending: &Ending, state: &State) -> bool {
        // Another format's word means something else here, or nothing.
        let mover = state.position.side_to_move();
        let means = |word: &str| {
            let meaning = ending::in_place_of_move(word, mover);
            meaning.unwrap_or(EndingKind::Other) == ending.kind
        };
        let own = ending.word.as_deref().filter(|word| means(word));
        let word = own.unwrap_or(ending::word(ending.kind));
        let mut used = state.used[mover.index()];
        let tree = &self.record.tree;
        let more = tree.is_ending(node) && tree.next_sibling(node).is_some();
        self.numbered(node, (number, word), ending.clock, &mut used, more);
        means(word)
    }

    /// The まで line.
    fn summary(&mut self, node: NodeId, state: &State) {
        let own = self.record.tree.notes(node).find_map(|note| match note {
            Note::Summary(text) => Some(&**text),
            _ => None,
        });
        let mover = state.position.side_to_move();
        let problem = Handicap::of(&self.start).is_none();
        let usual = |ending: EndingKind| {
            ending::summary(ending, self.plies(node), mover, self.players, problem)
        };
        let ending = self.record.tree.ending(node).map(|ending| ending.kind);
        let ending = ending.filter(|kind| *kind != EndingKind::Other);
        // KI2 has no other word for the end, so the line must say it.
        let names_ending =
            |text: &&str| self.style == Style::Kif || ending::by_summary(text, mover) == ending;
        let own = own.filter(names_ending);
        let is_written =
            |kind: &EndingKind| self.style == Style::Ki2 || ending::has_common_summary(*kind);
        let usual = ending.filter(is_written).map(usual);
        if ending.is_some() && self.record.tree.on_mainline(node) {
            self.ledger.wrote_key(Key::Result);
        }
        let Some(text) = own.map(str::to_owned).or(usual) else {
            return;
        };
        let text = text.replace(['\r', '\n'], " ");
        self.line(&format!("まで{text}"));
        let is_named = self.style == Style::Ki2 && ending::by_summary(&text, mover) == ending;
        self.ledger.wrote_notes(node, |note| match note {
            Note::Summary(_) => own.is_some(),
            Note::End(_) => is_named && ending.is_some(),
            _ => false,
        });
    }

    /// The number of the last move at a node.
    fn plies(&self, node: NodeId) -> u32 {
        self.number_of_plies(node) - u32::from(self.record.tree.is_ending(node))
    }

    fn number_of_plies(&self, node: NodeId) -> u32 {
        self.record.first_number - 1 + self.record.tree.ply(node)
    }
}

/// Whether a text is a line that has no meaning for programs.
fn is_prose(text: &str) -> bool {
    let kind = lines::classify(text);
    matches!(kind, LineKind::Other(_) | LineKind::Header(..)) && !text.contains(['\r', '\n'])
}

/// A move padded with blanks to its columns; non-ASCII characters take two.
fn padded(text: &str) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(MOVE_WIDTH.saturating_sub(width)))
}
