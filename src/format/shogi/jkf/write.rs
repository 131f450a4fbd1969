//! The writer.

use serde_json::{Map, Value, json};

use super::{BOOKMARK, FORMAT};
use crate::format::headers::Dialect;
use crate::format::ledger::Ledger;
use crate::format::shogi::{csa_words, eval};
use crate::format::{Export, WriteError, Written};
use crate::game::shogi::{Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Ending, Event, Key, NodeId, Note, Order, Record};
use crate::text::json::escape;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut text = String::new();
    let losses = export.write(&FORMAT, game::Position::shogi, |record, start, ledger| {
        let header = Value::from(header(record, ledger));
        let initial = initial(start);
        let entries = Entries::new(record, ledger).entries;
        let moves = lay_out(record, &entries);
        text = format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[{moves}]}}\n");
        Ok(())
    })?;
    Ok(Written {
        bytes: escape(text).into_bytes(),
        losses,
    })
}

/// The headers, with the keys of KIF.
fn header(record: &Record, ledger: &mut Ledger<'_>) -> Map<String, Value> {
    let headers = Dialect::Kif.headers(record, ledger, |header| {
        let is_own = !header.redundant || !header.name.is_ascii();
        is_own && !header.name.is_empty()
    });
    ledger.wrote_key(Key::Handicap);
    let member = |header: crate::format::headers::OutputHeader<'_>| {
        (header.name.to_owned(), Value::from(header.value))
    };
    headers.into_iter().map(member).collect()
}

fn initial(start: &Position) -> Value {
    match Handicap::of(start) {
        Some(handicap) => json!({"preset": handicap.preset}),
        None => json!({"preset": "OTHER", "data": board(start)}),
    }
}

fn board(start: &Position) -> Value {
    let cell = |square: Square| match start.piece(square) {
        None => json!({}),
        Some(piece) => json!({"color": piece.side.index(), "kind": piece.kind.csa()}),
    };
    let file = |file| {
        (1..=9)
            .filter_map(|rank| Square::new(file, rank))
            .map(cell)
            .collect::<Vec<Value>>()
    };
    let hand = |side| -> Map<String, Value> {
        Kind::IN_HAND
            .iter()
            .map(|kind| (kind.csa().to_owned(), start.in_hand(side, *kind).into()))
            .collect()
    };
    json!({
        "color": start.side_to_move().index(),
        "board": (1..=9).map(file).collect::<Vec<_>>(),
        "hands": Side::BOTH.map(hand),
    })
}

/// A node's entry, and a second one for the word with which the line ends there.
#[derive(Debug, Clone, Default)]
struct Entry {
    members: String,
    special: Option<String>,
}

/// The parts of an entry.
#[derive(Default)]
struct Parts {
    members: Map<String, Value>,
    special: Map<String, Value>,
    remarks: Vec<Value>,
}

impl Parts {
    fn into_entry(mut self, is_ending: bool) -> Entry {
        // If the ending is a node of its own, it is this entry, otherwise the next.
        if is_ending {
            self.members.append(&mut self.special);
        }
        if !self.remarks.is_empty() {
            self.members
                .insert("comments".to_owned(), self.remarks.into());
        }
        let members = Value::Object(self.members).to_string();
        Entry {
            members: members[1..members.len() - 1].to_owned(),
            special: (!self.special.is_empty()).then(|| Value::Object(self.special).to_string()),
        }
    }
}

/// The entries of all nodes, by their index.
struct Entries<'a, 'r> {
    record: &'r Record,
    ledger: &'a mut Ledger<'r>,
    entries: Vec<Entry>,
    /// The milliseconds each side has used up to each node.
    used: Vec<[u32; 2]>,
}

impl<'a, 'r> Entries<'a, 'r> {
    fn new(record: &'r Record, ledger: &'a mut Ledger<'r>) -> Self {
        let mut entries = Self {
            record,
            ledger,
            entries: vec![Entry::default(); record.tree.len()],
            used: vec![[0; 2]; record.tree.len()],
        };
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            let entry = entries.entry(node, walk.before());
            entries.entries[node.index()] = entry;
        }
        entries
    }

    fn entry(&mut self, node: NodeId, before: &game::Position) -> Entry {
        let tree = &self.record.tree;
        if let Some(parent) = tree.parent(node) {
            self.used[node.index()] = self.used[parent.index()];
        }
        self.ledger.wrote_node(node);
        let mut parts = Parts::default();
        if let (game::Position::Shogi(before), Some(Move::Shogi(_))) = (before, tree.mv(node)) {
            let value = move_value(self.record, node, before);
            parts.members.insert("move".to_owned(), value);
        }
        if let Some(text) = tree.unread(node) {
            let kept = serde_json::from_str(text).ok().filter(Value::is_object);
            let value = kept.unwrap_or_else(|| text.into());
            parts.members.insert("move".to_owned(), value);
        }
        let mut after = before.clone();
        self.record.advance(&mut after, node);
        let sides = [before.side_to_move(), after.side_to_move()];
        for (id, note) in tree.numbered_notes(node) {
            if self.add_note(node, note, sides, &mut parts) {
                self.ledger.wrote_note(id);
            }
        }
        parts.into_entry(tree.is_ending(node))
    }

    /// Adds a note; `false` if JKF cannot express it exactly. `sides` are the sides to move before and after the node.
    fn add_note(&mut self, node: NodeId, note: &Note, sides: [Side; 2], parts: &mut Parts) -> bool {
        let [mover, next] = sides;
        let remarks = &mut parts.remarks;
        match note {
            Note::Comment(text) => remarks.extend(text.split('\n').map(Value::from)),
            Note::Bookmark(name) => remarks.push(format!("{BOOKMARK}{name}").into()),
            Note::Eval(eval) => match eval::write(&self.record.tree, node, *eval, mover) {
                Some(line) if line.is_empty() => {}
                Some(line) => remarks.push(line.into()),
                None => return false,
            },
            Note::Clock(clock) => {
                let time = self.time(*clock, mover, node);
                parts.members.insert("time".to_owned(), time);
            }
            Note::End(ending) => return self.add_ending(node, ending, next, &mut parts.special),
            // The colour of the next move shows it.
            Note::Turn(_) => {}
            _ => return false,
        }
        true
    }

    fn add_ending(
        &mut self,
        node: NodeId,
        ending: &Ending,
        mover: Side,
        special: &mut Map<String, Value>,
    ) -> bool {
        let word = csa_words::write(ending, mover);
        let is_same = csa_words::ending(&word, mover).kind == ending.kind;
        special.insert("special".to_owned(), word.into());
        if let Some(clock) = ending.clock {
            special.insert("time".to_owned(), self.time(clock, mover, node));
        }
        if is_same {
            // KIF has this as a sentence.
            self.ledger.wrote_key(Key::Result);
        }
        is_same
    }

    /// `{"now": …, "total": …}`: the schema requires both.
    fn time(&mut self, clock: Clock, side: Side, node: NodeId) -> Value {
        let spent = clock.spent.unwrap_or(0);
        let used = &mut self.used[node.index()][side.index()];
        *used = clock.total.unwrap_or(used.saturating_add(spent));
        if !spent.is_multiple_of(1000) {
            self.ledger.change("part of a second", node);
        }
        let parts = |milliseconds: u32| {
            let seconds = milliseconds / 1000;
            json!({"h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60})
        };
        json!({"now": parts(spent), "total": parts(*used)})
    }
}

/// Nests the entries as the file does: variations are attached to the move that they replace.
fn lay_out(record: &Record, entries: &[Entry]) -> String {
    let mut layout = Layout {
        entries,
        text: String::new(),
        lines: vec![None],
    };
    for event in record.tree.events(Order::BehindMove) {
        match event {
            Event::Node(node) => layout.begin(node),
            Event::Open(_) => layout.open(),
            Event::Close => layout.close(),
        }
    }
    layout.finish();
    layout.text
}

struct Layout<'a> {
    entries: &'a [Entry],
    text: String,
    /// The entry of each open line, with its number of forks.
    lines: Vec<Option<(NodeId, usize)>>,
}

impl Layout<'_> {
    fn begin(&mut self, node: NodeId) {
        if self.finish() {
            self.text.push(',');
        }
        self.text.push('{');
        self.text.push_str(&self.entries[node.index()].members);
        if let Some(line) = self.lines.last_mut() {
            *line = Some((node, 0));
        }
    }

    fn open(&mut self) {
        if let Some(Some((node, forks))) = self.lines.last_mut() {
            let is_first = *forks == 0;
            *forks += 1;
            let is_empty = self.entries[node.index()].members.is_empty();
            self.text.push_str(match (is_first, is_empty) {
                (true, true) => "\"forks\":[[",
                (true, false) => ",\"forks\":[[",
                (false, _) => ",[",
            });
        }
        self.lines.push(None);
    }

    fn close(&mut self) {
        self.finish();
        self.lines.pop();
        self.text.push(']');
    }

    /// Closes the entry of the line, if it has one.
    fn finish(&mut self) -> bool {
        let Some((node, forks)) = self.lines.last_mut().and_then(Option::take) else {
            return false;
        };
        self.text.push_str(if forks > 0 { "]}" } else { "}" });
        if let Some(special) = &self.entries[node.index()].special {
            self.text.push(',');
            self.text.push_str(special);
        }
        true
    }
}

fn move_value(record: &Record, node: NodeId, before: &Position) -> Value {
    let Some(Move::Shogi(mv)) = record.tree.mv(node) else {
        return Value::Null;
    };
    let mut value = Map::new();
    value.insert("color".to_owned(), before.side_to_move().index().into());
    if let Origin::Board(from) = mv.from {
        value.insert("from".to_owned(), point(from));
    }
    value.insert("to".to_owned(), point(mv.to));
    let kind = mv.named.or_else(|| before.moving(mv)).unwrap_or(Kind::Pawn);
    value.insert("piece".to_owned(), kind.csa().into());
    let previous = record
        .tree
        .parent(node)
        .and_then(|parent| record.tree.mv(parent));
    if matches!(previous, Some(Move::Shogi(previous)) if previous.to == mv.to) {
        value.insert("same".to_owned(), true.into());
    }
    if let Origin::Board(_) = mv.from {
        let may_promote = kind.promoted().is_some() && mv.promote;
        if may_promote {
            value.insert("promote".to_owned(), true.into());
        }
        if let Some(taken) = before.piece(mv.to) {
            value.insert("capture".to_owned(), taken.kind.csa().into());
        }
    }
    Value::Object(value)
}

fn point(square: Square) -> Value {
    json!({"x": square.file(), "y": square.rank()})
}
