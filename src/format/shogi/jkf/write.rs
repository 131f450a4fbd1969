//! The writer.

use serde_json::{Map, Value, json};

use super::{BOOKMARK, FORMAT};
use crate::format::headers::Dialect;
use crate::format::ledger::Ledger;
use crate::format::shogi::{endings, eval};
use crate::format::{Export, WriteError, Written};
use crate::game::shogi::{Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Event, Key, NodeId, Note, Order, Record};
use crate::text::json::escape;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut text = String::new();
    let losses = export.write(&FORMAT, game::Position::shogi, |record, start, ledger| {
        let header = Value::from(header(record, ledger));
        let initial = initial(start);
        text = format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[");
        let start = State {
            position: record.start.clone(),
            used: [0; 2],
        };
        let mut writer = Writer {
            record,
            ledger,
            text: &mut text,
            lines: vec![Line::new(start)],
        };
        writer.moves();
        text.push_str("]}\n");
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

/// The state between two moves.
#[derive(Clone)]
struct State {
    position: game::Position,
    /// The milliseconds each side has used.
    used: [u32; 2],
}

/// A line being written.
struct Line {
    /// The states before and after its last node.
    before: State,
    after: State,
    /// That node's entry, until it is closed.
    entry: Option<Entry>,
}

impl Line {
    fn new(start: State) -> Self {
        Self {
            before: start.clone(),
            after: start,
            entry: None,
        }
    }
}

/// An entry that is written but for its end.
struct Entry {
    is_empty: bool,
    has_forks: bool,
    /// The entry after it, with the word with which the line ends there.
    special: Map<String, Value>,
}

/// The members of an entry.
#[derive(Default)]
struct Members {
    own: Map<String, Value>,
    special: Map<String, Value>,
    remarks: Vec<Value>,
}

/// Nests the entries as the file does: variations are attached to the move that they replace.
struct Writer<'a, 'r> {
    record: &'r Record,
    ledger: &'a mut Ledger<'r>,
    text: &'a mut String,
    /// The open lines, each a variation of the one before.
    lines: Vec<Line>,
}

impl Writer<'_, '_> {
    fn moves(&mut self) {
        for event in self.record.tree.events(Order::BehindMove) {
            match event {
                Event::Node(node) => self.begin(node),
                Event::Open(_) => self.open(),
                Event::Close => {
                    self.finish();
                    self.lines.pop();
                    self.text.push(']');
                }
            }
        }
        self.finish();
    }

    fn begin(&mut self, node: NodeId) {
        if self.finish() {
            self.text.push(',');
        }
        let Some(mut line) = self.lines.pop() else {
            return;
        };
        line.before.clone_from(&line.after);
        self.record.advance(&mut line.after.position, node);
        let mut members = self.members(node, &mut line);
        // If the ending is a node of its own, it is this entry, otherwise the next.
        if self.record.tree.is_ending(node) {
            members.own.append(&mut members.special);
        }
        if !members.remarks.is_empty() {
            let comments = members.remarks.into();
            members.own.insert("comments".to_owned(), comments);
        }
        let is_empty = members.own.is_empty();
        let entry = Value::Object(members.own).to_string();
        self.text
            .push_str(entry.strip_suffix('}').unwrap_or(&entry));
        line.entry = Some(Entry {
            is_empty,
            has_forks: false,
            special: members.special,
        });
        self.lines.push(line);
    }

    fn open(&mut self) {
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        let fork = Line::new(line.before.clone());
        if let Some(entry) = &mut line.entry {
            let had_forks = std::mem::replace(&mut entry.has_forks, true);
            self.text.push_str(match (had_forks, entry.is_empty) {
                (false, true) => "\"forks\":[[",
                (false, false) => ",\"forks\":[[",
                (true, _) => ",[",
            });
        }
        self.lines.push(fork);
    }

    /// Closes the entry of the line, if it has one.
    fn finish(&mut self) -> bool {
        let Some(entry) = self.lines.last_mut().and_then(|line| line.entry.take()) else {
            return false;
        };
        self.text.push_str(if entry.has_forks { "]}" } else { "}" });
        if !entry.special.is_empty() {
            let special = Value::Object(entry.special);
            self.text.push_str(&format!(",{special}"));
        }
        true
    }

    fn members(&mut self, node: NodeId, line: &mut Line) -> Members {
        let tree = &self.record.tree;
        self.ledger.wrote_node(node);
        let mut members = Members::default();
        if let game::Position::Shogi(before) = &line.before.position
            && let Some(Move::Shogi(_)) = tree.mv(node)
        {
            let value = move_value(self.record, node, before);
            members.own.insert("move".to_owned(), value);
        }
        if let Some(text) = tree.unread(node) {
            let kept = serde_json::from_str(text).ok().filter(Value::is_object);
            let value = kept.unwrap_or_else(|| text.into());
            members.own.insert("move".to_owned(), value);
        }
        for (id, note) in tree.numbered_notes(node) {
            if self.note(node, note, line, &mut members) {
                self.ledger.wrote_note(id);
            }
        }
        members
    }

    /// Adds a note; `false` if JKF cannot express it exactly.
    fn note(&mut self, node: NodeId, note: &Note, line: &mut Line, members: &mut Members) -> bool {
        let mover = line.before.position.side_to_move();
        let remarks = &mut members.remarks;
        match note {
            Note::Comment(text) => remarks.extend(text.split('\n').map(Value::from)),
            Note::Bookmark(name) => remarks.push(format!("{BOOKMARK}{name}").into()),
            Note::Eval(eval) => {
                let place = (&self.record.tree, node);
                return eval::write(place, *eval, mover, |line| remarks.push(line.into()));
            }
            Note::Clock(clock) => {
                let time = self.time(*clock, &mut line.after.used[mover.index()], node);
                members.own.insert("time".to_owned(), time);
            }
            Note::End(ending) => {
                let mover = line.after.position.side_to_move();
                let (word, is_same) = endings::write_csa(ending, mover, self.ledger);
                members.special.insert("special".to_owned(), word.into());
                if let Some(clock) = ending.clock {
                    let time = self.time(clock, &mut line.after.used[mover.index()], node);
                    members.special.insert("time".to_owned(), time);
                }
                return is_same;
            }
            // The colour of the next move shows it.
            Note::Turn(_) => {}
            _ => return false,
        }
        true
    }

    /// `{"now": …, "total": …}`: the schema requires both. `used` is the side's time so far.
    fn time(&mut self, clock: Clock, used: &mut u32, node: NodeId) -> Value {
        let spent = clock.spent.unwrap_or(0);
        *used = clock.total.unwrap_or(used.saturating_add(spent));
        let parts =
            |seconds: u32| json!({"h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60});
        let now = self.ledger.whole_seconds(spent, node);
        json!({"now": parts(now), "total": parts(*used / 1000)})
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
    // A piece on the board may be meant where there is none in hand.
    let side = before.side_to_move();
    if mv.from == Origin::Hand(kind) && before.in_hand(side, kind) == 0 {
        value.insert("relative".to_owned(), "H".into());
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
