//! Writing KIF and KI2 in the layout of Kifu for Windows.

mod head;

use super::ending::{self, Players};
use super::lines::{self, LineKind, NO_MOVE, looks_like_a_move};
use crate::format::ledger::Ledger;
use crate::format::shogi::eval::Valued;
use crate::format::shogi::{clock, endings, previous};
use crate::format::{Export, Format, WriteError, Written};
use crate::game;
use crate::game::Move;
use crate::game::shogi::notation::{self, Phrase};
use crate::game::shogi::{self, Origin, Position};
use crate::record::{Clock, Ending, EndingKind, Event, Key, NodeId, Note, Order, Record};
use crate::text::Encoding;

/// Which of the two formats to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Kif,
    Ki2,
}

const LINE_END: &str = "\r\n";
/// The columns of a KIF move before its time, and of a KI2 move with its sign.
const MOVE_WIDTH: usize = 12;
/// How many moves KI2 has on a row.
const KI2_ROW: usize = 6;

/// The formats whose headers have KIF keys.
const SAME_KEYS: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "jkf"];

/// Writes a record in one of the formats. `encoding` is the default, unless the options contain another.
pub(super) fn write(
    export: &Export<'_>,
    format: &Format,
    style: Style,
    encoding: Encoding,
) -> Result<Written, WriteError> {
    let encoding = export.options.encoding.unwrap_or(encoding);
    let has_own_keys = SAME_KEYS.contains(&export.source.format.name);
    let mut text = String::new();
    let losses = export.write(format, game::Position::shogi, |record, start, ledger| {
        let mut writer = Writer {
            record,
            start: *start,
            style,
            players: Players::of(record),
            in_row: 0,
            text: &mut text,
            ledger,
        };
        writer.signature(encoding);
        writer.headers(has_own_keys);
        writer.tree();
        ledger.wrote_first_number();
        ledger.wrote_flip();
        Ok(())
    })?;
    Ok(Written::encoded(&text, encoding, losses))
}

/// The state between two moves.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    /// The board that a reader of the file will have: KI2 cannot express every illegal move.
    read: Position,
    /// The milliseconds each side has used.
    used: [u64; 2],
}

struct Writer<'a, 'r> {
    record: &'r Record,
    start: Position,
    style: Style,
    players: Players,
    /// The number of moves in the current row of KI2.
    in_row: usize,
    text: &'a mut String,
    ledger: &'a mut Ledger<'r>,
}

impl Writer<'_, '_> {
    fn line(&mut self, text: &str) {
        self.end_row();
        self.text.push_str(text);
        self.text.push_str(LINE_END);
    }

    fn end_row(&mut self) {
        if self.in_row > 0 {
            self.in_row = 0;
            let length = self.text.trim_end_matches(' ').len();
            self.text.truncate(length);
            self.text.push_str(LINE_END);
        }
    }

    fn tree(&mut self) {
        let (tree, style) = (&self.record.tree, self.style);
        // In KI2, a second sentence about the same end would not be read as one.
        let is_end = |node| tree.is_ending(node);
        let is_read =
            |node| style == Style::Kif || !(is_end(node) && tree.parent(node).is_some_and(is_end));
        let mut state = State {
            position: self.start,
            read: self.start,
            used: [0; 2],
        };
        // The states at the forks that still have variations to come.
        let mut forks: Vec<(NodeId, State)> = Vec::new();
        for event in tree.events_of(Order::BehindLine, is_read) {
            match event {
                Event::Open(node) => {
                    let parent = tree.parent(node);
                    while forks.pop_if(|(fork, _)| Some(*fork) != parent).is_some() {}
                    state = forks.last().map_or(state, |(_, at)| *at);
                    let number = self.number(node);
                    self.line("");
                    self.line(&match self.style {
                        Style::Kif => format!("変化：{number}手"),
                        Style::Ki2 => format!("変化：{number:4}手"),
                    });
                }
                Event::Node(node) => {
                    match node {
                        NodeId::ROOT => self.notes(node, &state),
                        _ => self.node(node, &mut state),
                    }
                    forks.extend(tree.is_fork(node).then_some((node, state)));
                }
                Event::Close => {}
            }
        }
        self.end_row();
    }

    fn number(&self, node: NodeId) -> u32 {
        self.record.first_number + self.record.tree.ply(node) - 1
    }

    /// Writes a node, and changes the state before it to the one after it.
    fn node(&mut self, node: NodeId, state: &mut State) {
        let tree = &self.record.tree;
        if let Some(Move::Shogi(mv)) = tree.mv(node) {
            let (text, meant) = self.move_text(node, mv, state);
            self.write_move(node, &text, state);
            state.position.apply(mv);
            state.read.apply(meant);
        } else if !tree.is_ending(node) {
            let text = tree.unread(node).unwrap_or("");
            let mark = if looks_like_a_move(text) { "" } else { NO_MOVE };
            let text = format!("{mark}{text}").replace(['\r', '\n'], " ");
            self.write_move(node, &text, state);
        }
        self.ledger.wrote_node(node);
        // An unreadable move passes the turn. KIF has no other way to change it.
        let passed = Note::Turn(state.position.side_to_move().other());
        for note in tree.notes(node) {
            if let Note::Turn(side) = note {
                state.position.set_side_to_move(*side);
                state.read.set_side_to_move(*side);
            }
        }
        let is_unread = tree.mv(node).is_none();
        self.ledger
            .wrote_notes(node, |note| is_unread && *note == passed);
        self.notes(node, state);
    }

    /// A move as written, and the move that a reader will take it for.
    fn move_text(&mut self, node: NodeId, mv: shogi::Move, state: &State) -> (String, shogi::Move) {
        let previous = previous(self.record, node);
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
        let side = state.position.side_to_move().index();
        match self.style {
            Style::Kif => {
                let mut notes = self.record.tree.numbered_notes(node);
                let clock = notes.find_map(|(id, note)| match note {
                    Note::Clock(clock) => Some((id, *clock)),
                    _ => None,
                });
                if let Some((id, _)) = clock {
                    self.ledger.wrote_note(id);
                }
                let line = (self.number(node), text);
                let clock = clock.map(|(_, clock)| clock);
                self.numbered(node, line, clock, &mut state.used[side]);
            }
            Style::Ki2 => {
                if self.in_row == KI2_ROW {
                    self.end_row();
                }
                let text = padded(&format!("{}{text}", ['▲', '△'][side]));
                self.text.push_str(&text);
                self.in_row += 1;
            }
        }
    }

    /// A line of KIF. `used` is the side's time so far.
    fn numbered(
        &mut self,
        node: NodeId,
        (number, text): (u32, &str),
        clock: Option<Clock>,
        used: &mut u64,
    ) {
        let mut line = format!("{number:4} {}", padded(text));
        // A variation in its place follows.
        let is_own = number == self.number(node);
        let more = is_own && self.record.tree.next_sibling(node).is_some();
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
    fn notes(&mut self, node: NodeId, state: &State) {
        let record = self.record;
        let mover = state.position.side_to_move().other();
        let mut number = ending::plies(record, node);
        let mut has_summary = false;
        let mut valued = Valued::of(&record.tree, node, mover);
        for (id, note) in record.tree.numbered_notes(node) {
            let is_written = match note {
                Note::Comment(text) => {
                    self.comment(text);
                    true
                }
                Note::Bookmark(name) => {
                    self.line(&format!("&{}", name.replace(['\r', '\n'], " ")));
                    true
                }
                // Readers do not look for one above the moves.
                Note::Eval(eval) if node != NodeId::ROOT => {
                    valued.write(*eval, |line| self.comment(line))
                }
                // Above the moves it is a header.
                Note::Remark(text) if is_prose(text) && node != NodeId::ROOT => {
                    self.line(text);
                    true
                }
                // Notes after it are about the end.
                Note::End(ending) if self.style == Style::Ki2 => {
                    if ending.clock.is_some() {
                        self.ledger.change("clock", node);
                    }
                    self.summary(node, state);
                    has_summary = true;
                    false
                }
                Note::End(ending) => {
                    number += 1;
                    self.end_word(node, number, ending, state)
                }
                _ => false,
            };
            if is_written {
                self.ledger.wrote_note(id);
            }
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

    /// Writes the KIF word that ends a line, with its time. `false` if it means something else.
    fn end_word(&mut self, node: NodeId, number: u32, ending: &Ending, state: &State) -> bool {
        let mover = state.position.side_to_move();
        let read = |word: &str| ending::in_place_of_move(word, mover);
        let (word, is_same) = endings::written(ending, ending::word(ending.kind), read);
        let mut used = state.used[mover.index()];
        self.numbered(node, (number, word), ending.clock, &mut used);
        is_same
    }

    /// The まで line.
    fn summary(&mut self, node: NodeId, state: &State) {
        let (tree, is_ki2) = (&self.record.tree, self.style == Style::Ki2);
        let mover = state.position.side_to_move();
        let ending = tree.ending(node).map(|ending| ending.kind);
        let ending = ending.filter(|kind| *kind != EndingKind::Other);
        let names_ending = |text: &str| ending::by_summary(text, mover) == ending;
        let own = tree.notes(node).find_map(|note| match note {
            // KI2 has no other word for the end, so the line must say it.
            Note::Summary(text) => Some(&**text).filter(|text| !is_ki2 || names_ending(text)),
            _ => None,
        });
        let usual = ending
            .filter(|kind| is_ki2 || ending::has_common_summary(*kind))
            .map(|kind| ending::summary((self.record, node), self.players, kind, mover));
        if ending.is_some() && tree.on_mainline(node) {
            self.ledger.wrote_key(Key::Result);
        }
        let Some(text) = own.map(str::to_owned).or(usual) else {
            return;
        };
        let text = text.replace(['\r', '\n'], " ");
        self.line(&format!("まで{text}"));
        let is_named = is_ki2 && names_ending(&text);
        self.ledger.wrote_notes(node, |note| match note {
            Note::Summary(_) => own.is_some(),
            Note::End(_) => is_named && ending.is_some(),
            _ => false,
        });
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
