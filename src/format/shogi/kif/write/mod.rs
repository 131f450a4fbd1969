//! Writing KIF and KI2 as Kifu for Windows lays them out.

mod body;
mod head;

use super::ending::Players;
use crate::format::export::encode;
use crate::format::ledger::Ledger;
use crate::format::{Export, Losses, WriteError, Written};
use crate::game;
use crate::game::shogi::{Position, Square};
use crate::record::{NodeId, Note, Record};
use crate::text::source::encoding_by_label;

/// Which of the two layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::format::shogi::kif) enum Style {
    Kif,
    Ki2,
}

const LINE_END: &str = "\r\n";

/// The formats whose headers have the keys of KIF.
const SAME_KEYS: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "jkf"];

/// Writes a record; `encoding` is a label of the encoding, unless the reader asks for another.
pub(in crate::format::shogi::kif) fn write(
    export: &Export<'_>,
    style: Style,
    encoding: &str,
) -> Result<Written, WriteError> {
    let mut losses = Losses::default();
    let record = export.only_record(&mut losses)?;
    let game::Position::Shogi(start) = &record.start else {
        let game = record.game();
        return Err(WriteError(format!("KIF and KI2 hold shogi, not {game}")));
    };
    let encoding = export
        .options
        .encoding
        .or_else(|| encoding_by_label(encoding))
        .ok_or_else(|| WriteError(format!("{encoding} is no encoding")))?;
    let has_own_keys = SAME_KEYS.contains(&export.source.format.name);
    let mut writer = Writer::new(record, *start, style);
    writer.signature(encoding);
    writer.headers(has_own_keys);
    writer.tree();
    writer.ledger.finish(&mut losses);
    let bytes = encode(&writer.text, encoding, &mut losses);
    Ok(Written { bytes, losses })
}

/// What is known before a move.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    previous: Option<Square>,
    /// The milliseconds that each side has used.
    used: [u64; 2],
}

struct Writer<'a> {
    record: &'a Record,
    start: Position,
    style: Style,
    players: Players,
    timed: bool,
    /// Moves on the row of KI2 that is being written.
    in_row: usize,
    text: String,
    ledger: Ledger<'a>,
}

impl<'a> Writer<'a> {
    fn new(record: &'a Record, start: Position, style: Style) -> Self {
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
            text: String::new(),
            ledger: Ledger::new(record),
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
    /// The main line, then the variations: of one line the deepest first, each followed by its own.
    fn tree(&mut self) {
        let state = State {
            position: self.start,
            previous: None,
            used: [0; 2],
        };
        let mut pending: Vec<(NodeId, State)> = Vec::new();
        self.notes(NodeId::ROOT, &state);
        self.branch_line(NodeId::ROOT, state, &mut pending);
        while let Some((node, state)) = pending.pop() {
            let number = self.number(node);
            self.line("");
            self.line(&match self.style {
                Style::Kif => format!("変化：{number}手"),
                Style::Ki2 => format!("変化：{number:4}手"),
            });
            let state = self.node(node, state);
            self.branch_line(node, state, &mut pending);
        }
        self.end_row();
    }

    /// Writes what follows a node, and remembers the variations that branch off.
    fn branch_line(
        &mut self,
        mut node: NodeId,
        mut state: State,
        pending: &mut Vec<(NodeId, State)>,
    ) {
        let tree = &self.record.tree;
        loop {
            // What follows a line that has ended is beside its end.
            let continues = tree.ending(node).is_none();
            let main = tree.first_child(node).filter(|_| continues);
            let before = pending.len();
            // A second sentence about one end is none of its own in KI2.
            let is_read = |child: &NodeId| {
                self.style == Style::Kif || !(tree.is_ending(node) && tree.is_ending(*child))
            };
            let beside = tree.children(node).skip(usize::from(main.is_some()));
            let beside = beside.filter(is_read);
            pending.extend(beside.map(|child| (child, state)));
            pending[before..].reverse();
            let Some(child) = main else {
                return;
            };
            state = self.node(child, state);
            node = child;
        }
    }

    fn number(&self, node: NodeId) -> u32 {
        self.record.first_number + self.record.tree.ply(node) - 1
    }
}
