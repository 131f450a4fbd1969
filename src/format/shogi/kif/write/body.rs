//! The moves and what is noted on them.

use super::{State, Style, Writer};
use crate::format::Feature;
use crate::format::shogi::kif::clock;
use crate::format::shogi::kif::ending;
use crate::format::shogi::kif::eval;
use crate::format::shogi::kif::moves::NO_MOVE;
use crate::format::shogi::kif::moves::looks_like_a_move;
use crate::game::shogi::notation::{self, Phrase};
use crate::game::shogi::{self, Handicap, Origin, Position, Square};
use crate::game::{Move, Side};
use crate::record::{Clock, Ending, EndingKind, Eval, NodeId, Note, Record};

/// The columns of a move in KIF before its time, and of one in KI2 with its sign.
const MOVE_WIDTH: usize = 12;
/// The moves on a row of KI2.
const KI2_ROW: usize = 6;

impl Writer<'_> {
    /// Writes a node and gives what is known after it.
    pub(super) fn node(&mut self, node: NodeId, mut state: State) -> State {
        let previous = state.previous.take();
        if let Some(Move::Shogi(mv)) = self.record.tree.mv(node) {
            let text = self.move_text(mv, &state.position, previous);
            self.write_move(node, &text, &mut state);
            state.position.apply(mv);
            state.previous = Some(mv.to);
        } else if !self.record.tree.is_ending(node) {
            let text = self.record.tree.unread(node).unwrap_or("");
            let mark = if looks_like_a_move(text) { "" } else { NO_MOVE };
            let text = format!("{mark}{text}").replace(['\r', '\n'], " ");
            self.write_move(node, &text, &mut state);
        }
        for note in self.record.tree.notes(node) {
            if let Note::Turn(side) = note {
                state.position.set_side_to_move(*side);
            }
        }
        self.notes(node, &state);
        state
    }

    fn move_text(
        &mut self,
        mv: shogi::Move,
        position: &Position,
        previous: Option<Square>,
    ) -> String {
        if self.style == Style::Kif {
            let mut text = notation::kif(position, mv, previous);
            if let Origin::Board(from) = mv.from {
                text.push_str(&format!("({}{})", from.file(), from.rank()));
            }
            return text;
        }
        let text = notation::ki2(position, mv, previous);
        // Against the rules there is no telling which piece moved.
        if position.check(mv).is_err() {
            let read = Phrase::scan(&text);
            let meant = read.and_then(|(spelling, _)| spelling.resolve(position, previous));
            let same = meant.is_some_and(|meaning| meaning.mv == mv);
            self.losses.add("illegal move's origin", usize::from(!same));
        }
        text
    }

    fn write_move(&mut self, node: NodeId, text: &str, state: &mut State) {
        match self.style {
            Style::Kif => {
                let side = state.position.side_to_move();
                let clock = move_clock(self.record, node);
                let more = self.record.tree.next_sibling(node).is_some();
                let number = self.number(node);
                self.numbered(number, text, clock, &mut state.used[side.index()], more);
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

    /// A line of KIF. `more` says that a variation in its place follows.
    fn numbered(
        &mut self,
        number: u32,
        text: &str,
        clock: Option<Clock>,
        used: &mut u64,
        more: bool,
    ) {
        let mut line = format!("{number:4} {}", padded(text));
        if let Some(clock) = clock {
            let spent = clock.spent.unwrap_or(0);
            *used = clock.total.map_or(*used + u64::from(spent), u64::from);
            self.losses
                .add("part of a second", usize::from(spent % 1000 != 0));
            line.push(' ');
            line.push_str(&clock::write(spent, *used));
        } else if more {
            line.push(' ');
        }
        if more {
            line.push('+');
        }
        self.line(&line);
    }

    /// What is noted on a node, in its order; the word with which the line ends is among it.
    pub(super) fn notes(&mut self, node: NodeId, state: &State) {
        let record = self.record;
        let mover = state.position.side_to_move().other();
        let mut number = self.plies(node);
        let valuation = record.tree.notes(node).find_map(|note| match note {
            Note::Comment(text) => eval::find(text, mover),
            _ => None,
        });
        for note in record.tree.notes(node) {
            match note {
                Note::Comment(text) => self.comment(text),
                Note::Bookmark(name) => {
                    let name = name.replace(['\r', '\n'], " ");
                    self.line(&format!("&{name}"));
                }
                Note::Eval(eval) if valuation != Some(*eval) => self.comment(&eval_line(*eval)),
                Note::End(ending) => {
                    number += 1;
                    self.end_word(node, number, ending, state);
                }
                _ => {}
            }
        }
        self.summary(node, state);
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("*{}", line.trim_end_matches('\r')));
        }
    }

    /// The word with which a line of KIF ends, with its time.
    fn end_word(&mut self, node: NodeId, number: u32, ending: &Ending, state: &State) {
        if self.style == Style::Ki2 {
            let lost = ending.kind == EndingKind::Other;
            return self.losses.add(Feature::Endings.name(), usize::from(lost));
        }
        // A word of another format means something else here, or nothing.
        let mover = state.position.side_to_move();
        let means = |word: &&str| {
            let meaning = ending::by_word(word, mover).unwrap_or(EndingKind::Other);
            meaning == ending.kind
        };
        let own = ending.word.as_deref().filter(means);
        let word = own.unwrap_or(ending::word(ending.kind));
        let mut used = state.used[mover.index()];
        let tree = &self.record.tree;
        let more = tree.first_child(node).is_some()
            || (tree.is_ending(node) && tree.next_sibling(node).is_some());
        self.numbered(number, word, ending.clock, &mut used, more);
    }

    /// The まで line.
    fn summary(&mut self, node: NodeId, state: &State) {
        let own = self.record.tree.notes(node).find_map(|note| match note {
            Note::Summary(text) => Some(text.to_string()),
            _ => None,
        });
        let mover = state.position.side_to_move();
        let problem = Handicap::of(&self.start).is_none();
        let usual = |ending: EndingKind| {
            ending::summary(ending, self.plies(node), mover, self.players, problem)
        };
        let ending = self.record.tree.ending(node).map(|ending| ending.kind);
        let ending = ending.filter(|kind| *kind != EndingKind::Other);
        // KI2 has no other word for the end: the line must say what it is.
        let tells =
            |text: &String| self.style == Style::Kif || ending::by_summary(text, mover) == ending;
        let text = own.filter(tells).or_else(|| ending.map(usual));
        if let Some(text) = text {
            let text = text.replace(['\r', '\n'], " ");
            self.line(&format!("まで{text}"));
        }
    }

    /// The number of the last move at a node.
    fn plies(&self, node: NodeId) -> u32 {
        self.number_of_plies(node) - u32::from(self.record.tree.is_ending(node))
    }

    fn number_of_plies(&self, node: NodeId) -> u32 {
        self.record.first_number - 1 + self.record.tree.ply(node)
    }
}

fn eval_line(eval: Eval) -> String {
    match eval {
        Eval::Centipawns(points) => format!("*評価値={points}"),
        Eval::Mate(plies) if plies < 0 => format!("*詰み=後手勝ち:{}手", plies.unsigned_abs()),
        Eval::Mate(plies) => format!("*詰み=先手勝ち:{plies}手"),
    }
}

/// A move with blanks behind it, in columns: what is not ASCII takes two.
fn padded(text: &str) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    format!("{text}{}", " ".repeat(MOVE_WIDTH.saturating_sub(width)))
}

/// The time of a node's move.
fn move_clock(record: &Record, node: NodeId) -> Option<Clock> {
    record.tree.notes(node).find_map(|note| match note {
        Note::Clock(clock) => Some(*clock),
        _ => None,
    })
}
