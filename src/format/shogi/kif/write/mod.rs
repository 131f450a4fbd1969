//! Writing KIF and KI2 in the layout of Kifu for Windows.

mod body;
mod head;

use super::ending::Players;
use crate::format::ledger::Ledger;
use crate::format::{Export, Format, WriteError, Written};
use crate::game;
use crate::game::shogi::{Position, Square};
use crate::record::{Event, NodeId, Note, Order, Record};
use crate::text::Encoding;

/// Which of the two formats to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Kif,
    Ki2,
}

const LINE_END: &str = "\r\n";

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
        let mut writer = Writer::new(record, *start, style, &mut text, ledger);
        writer.signature(encoding);
        writer.headers(has_own_keys);
        writer.tree();
        ledger.wrote_first_number();
        ledger.wrote_flip();
        Ok(())
    })?;
    Ok(Written::encoded(&text, encoding, losses))
}

/// The state before a move.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    /// The board that a reader of the file will have: KI2 cannot express every illegal move.
    read: Position,
    previous: Option<Square>,
    /// The milliseconds each side has used.
    used: [u64; 2],
}

impl State {
    fn new(start: Position) -> Self {
        Self {
            position: start,
            read: start,
            previous: None,
            used: [0; 2],
        }
    }
}

struct Writer<'a, 'r> {
    record: &'r Record,
    start: Position,
    style: Style,
    players: Players,
    timed: bool,
    /// The number of moves in the current row of KI2.
    in_row: usize,
    text: &'a mut String,
    ledger: &'a mut Ledger<'r>,
}

impl<'a, 'r> Writer<'a, 'r> {
    fn new(
        record: &'r Record,
        start: Position,
        style: Style,
        text: &'a mut String,
        ledger: &'a mut Ledger<'r>,
    ) -> Self {
        let timed = |node| {
            let mut notes = record.tree.notes(node);
            notes.any(|note| matches!(note, Note::Clock(_)))
        };
        Self {
            record,
            start,
            style,
            players: Players::of(record),
            timed: record.tree.ids().any(timed),
            in_row: 0,
            text,
            ledger,
        }
    }

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
        let mut state = State::new(self.start);
        // The states at the forks that still have variations to come.
        let mut forks: Vec<(NodeId, State)> = Vec::new();
        for event in tree.events_of(Order::BehindLine, is_read) {
            match event {
                Event::Open(node) => {
                    let is_here = |fork: &(NodeId, _)| tree.parent(node) == Some(fork.0);
                    let place = forks.iter().rposition(is_here);
                    forks.truncate(place.map_or(0, |place| place + 1));
                    state = forks.last().map_or(state, |(_, at)| *at);
                    self.open(node);
                }
                Event::Node(node) => {
                    match node {
                        NodeId::ROOT => self.notes(node, &state),
                        _ => state = self.node(node, state),
                    }
                    forks.extend(tree.is_fork(node).then_some((node, state)));
                }
                Event::Close => {}
            }
        }
        self.end_row();
    }

    fn open(&mut self, node: NodeId) {
        let number = self.number(node);
        self.line("");
        self.line(&match self.style {
            Style::Kif => format!("変化：{number}手"),
            Style::Ki2 => format!("変化：{number:4}手"),
        });
    }

    fn number(&self, node: NodeId) -> u32 {
        self.record.first_number + self.record.tree.ply(node) - 1
    }
}
