//! The writer.

use serde_json::{Value, json};

use super::{BOOKMARK, FORMAT};
use crate::format::headers::Dialect;
use crate::format::ledger::Ledger;
use crate::format::shogi::eval::Valued;
use crate::format::shogi::{endings, previous};
use crate::format::{Export, WriteError, Written};
use crate::game::shogi::{self, Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Event, Key, NodeId, Note, Order, Record};
use crate::text::json::escape;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let mut text = String::new();
    let losses = export.write(&FORMAT, game::Position::shogi, |record, start, ledger| {
        let (header, initial) = (header(record, ledger), initial(start));
        text = format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[");
        let start = State {
            position: record.start.clone(),
            used: [0; 2],
        };
        let mut writer = Writer {
            record,
            ledger,
            text: &mut text,
            lines: vec![OpenLine::new(start)],
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
fn header(record: &Record, ledger: &mut Ledger<'_>) -> Value {
    let headers = Dialect::Kif.headers(record, ledger, |header| {
        let is_own = !header.redundant || !header.name.is_ascii();
        is_own && !header.name.is_empty()
    });
    ledger.wrote_key(Key::Handicap);
    let members = headers.iter().map(|header| (header.name, header.value));
    members.collect()
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
    let file = |file| -> Value {
        let squares = (1..=9).filter_map(|rank| Square::new(file, rank));
        squares.map(cell).collect()
    };
    let hand = |side| -> Value {
        let count = |kind: Kind| (kind.csa(), start.in_hand(side, kind));
        Kind::IN_HAND.into_iter().map(count).collect()
    };
    json!({
        "color": start.side_to_move().index(),
        "board": (1..=9).map(file).collect::<Value>(),
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
struct OpenLine {
    /// The states before and after its last node.
    before: State,
    after: State,
    /// How that node's entry ends, until it does.
    end: Option<&'static str>,
    /// The entry after it, with the word with which the line ends there. `null` if there is none.
    special: Value,
}

impl OpenLine {
    fn new(start: State) -> Self {
        Self {
            before: start.clone(),
            after: start,
            end: None,
            special: Value::Null,
        }
    }
}

/// Nests the entries as the file does: variations are attached to the move that they replace.
struct Writer<'a, 'r> {
    record: &'r Record,
    ledger: &'a mut Ledger<'r>,
    text: &'a mut String,
    /// The open lines, each a variation of the one before.
    lines: Vec<OpenLine>,
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
        let own = self.entry(node, &mut line).to_string();
        self.text.push_str(own.strip_suffix('}').unwrap_or(&own));
        line.end = Some("}");
        self.lines.push(line);
    }

    fn open(&mut self) {
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        self.text.push_str(match line.end.replace("]}") {
            Some("]}") => ",[",
            _ if self.text.ends_with('{') => "\"forks\":[[",
            _ => ",\"forks\":[[",
        });
        let fork = OpenLine::new(line.before.clone());
        self.lines.push(fork);
    }

    /// Closes the entry of the line, if it has one.
    fn finish(&mut self) -> bool {
        let line = self.lines.last_mut();
        let Some((line, end)) = line.and_then(|line| line.end.take().map(|end| (line, end))) else {
            return false;
        };
        self.text.push_str(end);
        if !line.special.is_null() {
            self.text.push_str(&format!(",{}", line.special.take()));
        }
        true
    }

    /// A node's entry without its forks.
    fn entry(&mut self, node: NodeId, line: &mut OpenLine) -> Value {
        let tree = &self.record.tree;
        self.ledger.wrote_node(node);
        let mut entry = json!({});
        if let (Some(before), Some(Move::Shogi(mv))) = (line.before.position.shogi(), tree.mv(node))
        {
            entry["move"] = move_value(before, mv, previous(self.record, node));
        }
        if let Some(text) = tree.unread(node) {
            let kept = serde_json::from_str(text).ok().filter(Value::is_object);
            entry["move"] = kept.unwrap_or_else(|| text.into());
        }
        let mut remarks = Vec::new();
        let mover = line.before.position.side_to_move();
        let mut valued = Valued::of(tree, node, mover);
        for (id, note) in tree.numbered_notes(node) {
            let is_written = match note {
                Note::Eval(eval) => valued.write(*eval, |line| remarks.push(line.to_owned())),
                _ => self.note(node, note, line, &mut entry, &mut remarks),
            };
            if is_written {
                self.ledger.wrote_note(id);
            }
        }
        if !remarks.is_empty() {
            entry["comments"] = remarks.into();
        }
        entry
    }

    /// Adds a note to an entry or to its remarks; `false` if JKF cannot express it exactly.
    fn note(
        &mut self,
        node: NodeId,
        note: &Note,
        line: &mut OpenLine,
        entry: &mut Value,
        remarks: &mut Vec<String>,
    ) -> bool {
        let mover = line.before.position.side_to_move();
        match note {
            Note::Comment(text) => remarks.extend(text.split('\n').map(str::to_owned)),
            Note::Bookmark(name) => remarks.push(format!("{BOOKMARK}{name}")),
            Note::Clock(clock) => {
                entry["time"] = self.time(*clock, &mut line.after.used[mover.index()], node);
            }
            Note::End(ending) => {
                // An ending that is not a node of its own is the next entry.
                let entry = match self.record.tree.is_ending(node) {
                    true => entry,
                    false => &mut line.special,
                };
                let mover = line.after.position.side_to_move();
                let (word, is_same) = endings::write_csa(ending, mover, self.ledger);
                entry["special"] = word.into();
                if let Some(clock) = ending.clock {
                    entry["time"] = self.time(clock, &mut line.after.used[mover.index()], node);
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

fn move_value(before: &Position, mv: shogi::Move, previous: Option<Square>) -> Value {
    let side = before.side_to_move();
    let kind = mv.named.or_else(|| before.moving(mv)).unwrap_or(Kind::Pawn);
    let mut value = json!({"color": side.index()});
    if let Origin::Board(from) = mv.from {
        value["from"] = point(from);
    }
    value["to"] = point(mv.to);
    value["piece"] = kind.csa().into();
    if previous == Some(mv.to) {
        value["same"] = true.into();
    }
    // A piece on the board may be meant where there is none in hand.
    if mv.from == Origin::Hand(kind) && before.in_hand(side, kind) == 0 {
        value["relative"] = "H".into();
    }
    if let Origin::Board(_) = mv.from {
        if kind.promoted().is_some() && mv.promote {
            value["promote"] = true.into();
        }
        if let Some(taken) = before.piece(mv.to) {
            value["capture"] = taken.kind.csa().into();
        }
    }
    value
}

fn point(square: Square) -> Value {
    json!({"x": square.file(), "y": square.rank()})
}
