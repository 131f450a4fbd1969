//! The writer.

use serde_json::{Map, Value, json};

use super::{BOOKMARK, FORMAT};
use crate::format::shogi::csa;
use crate::format::shogi::kif::KEYS;
use crate::format::{Export, Losses, WriteError, Written};
use crate::game::shogi::{Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, NodeId, Note, Record, Tree};

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let [record, rest @ ..] = export.records else {
        return Err(WriteError("there is no game to write".to_owned()));
    };
    let game::Position::Shogi(start) = &record.start else {
        return Err(WriteError(format!(
            "JKF holds shogi, not {}",
            record.game()
        )));
    };
    let mut losses = Losses::default();
    losses.add("game", rest.len());
    losses.add_missing(&record.tree, FORMAT.features);
    csa::add_lost_endings(record, &mut losses);
    let header = Value::from(header(record, &mut losses));
    let initial = initial(start);
    let moves = moves(record);
    let text = format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[{moves}]}}\n");
    Ok(Written {
        bytes: text.into_bytes(),
        losses,
    })
}

/// The headers as the file spells them where their keys are those of KIF; otherwise those that are understood.
fn header(record: &Record, losses: &mut Losses) -> Map<String, Value> {
    let mut header = Map::new();
    let entries = record.headers.entries().iter();
    let japanese = entries.filter(|entry| !entry.name().is_ascii());
    let japanese = japanese.map(|entry| (entry.name(), entry.value()));
    for (key, value) in japanese.chain(record.headers.unknown()) {
        header.insert(key.to_owned(), value.into());
    }
    for (known, value) in record.headers.known() {
        let mut names = KEYS.iter().filter(|(_, key)| *key == known);
        if names.clone().any(|(name, _)| header.contains_key(*name)) {
            continue;
        }
        match names.next() {
            Some((name, _)) => {
                header.insert((*name).to_owned(), value.into());
            }
            None => losses.add_example("header", || known.name(record.game()).into_owned()),
        }
    }
    header
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

/// The entries of all lines.
fn moves(record: &Record) -> String {
    let mut entries = vec![Entry::default(); record.tree.len()];
    let mut walk = record.walk();
    while let Some(node) = walk.advance() {
        entries[node.index()] = entry(record, node, walk.before());
    }
    let mut layout = Layout {
        tree: &record.tree,
        entries,
        text: String::new(),
        pieces: vec![Piece::Begin(NodeId::ROOT)],
    };
    while let Some(piece) = layout.pieces.pop() {
        match piece {
            Piece::Text(part) => layout.text.push_str(part),
            Piece::Begin(node) => layout.begin(node),
            Piece::Rest(node) => layout.finish(node),
        }
    }
    layout.text
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    /// A node's entry, with the variations that replace it.
    Begin(NodeId),
    /// The end of the node's entry, and what follows it on its line.
    Rest(NodeId),
}

/// Forks nest as deep as variations do, so they are laid out piece by piece, without recursion.
struct Layout<'a> {
    tree: &'a Tree,
    entries: Vec<Entry>,
    text: String,
    /// The last is written next.
    pieces: Vec<Piece>,
}

impl Layout<'_> {
    fn begin(&mut self, node: NodeId) {
        let members = std::mem::take(&mut self.entries[node.index()].members);
        self.text.push('{');
        self.text.push_str(&members);
        self.pieces.push(Piece::Rest(node));
        let mut siblings = self.tree.siblings(node);
        if siblings.next() != Some(node) || !self.tree.has_siblings(node) {
            return;
        }
        let forks: Vec<NodeId> = siblings.collect();
        self.text
            .push_str(if members.is_empty() { "" } else { "," });
        self.text.push_str("\"forks\":[");
        self.pieces.push(Piece::Text("]"));
        for (index, fork) in forks.into_iter().enumerate().rev() {
            let open = if index == 0 { "[" } else { ",[" };
            let line = [Piece::Text("]"), Piece::Begin(fork), Piece::Text(open)];
            self.pieces.extend(line);
        }
    }

    fn finish(&mut self, node: NodeId) {
        self.text.push('}');
        if let Some(special) = self.entries[node.index()].special.take() {
            self.text.push(',');
            self.text.push_str(&special);
        }
        if let Some(child) = self.tree.first_child(node) {
            self.text.push(',');
            self.pieces.push(Piece::Begin(child));
        }
    }
}

/// The members of a node's entry, and another entry for the word with which the line ends there.
#[derive(Debug, Clone, Default)]
struct Entry {
    members: String,
    special: Option<String>,
}

fn entry(record: &Record, node: NodeId, before: &game::Position) -> Entry {
    let mut entry = Map::new();
    let mut special = Map::new();
    let mut comments: Vec<Value> = Vec::new();
    let mut after = before.clone();
    record.advance(&mut after, node);
    if let (game::Position::Shogi(before), Some(Move::Shogi(_))) = (before, record.tree.mv(node)) {
        entry.insert("move".to_owned(), move_value(record, node, before));
    }
    for note in record.tree.notes(node) {
        match note {
            Note::Comment(text) => comments.extend(text.split('\n').map(Value::from)),
            Note::Bookmark(name) => comments.push(format!("{BOOKMARK}{name}").into()),
            Note::Clock(clock) => {
                entry.insert("time".to_owned(), time(*clock));
            }
            Note::End(ending) => {
                let word = csa::ending::write(ending, after.side_to_move());
                special.insert("special".to_owned(), word.into());
                if let Some(clock) = ending.clock {
                    special.insert("time".to_owned(), time(clock));
                }
            }
            Note::Unread(text) => {
                let kept = serde_json::from_str(text);
                entry.insert("move".to_owned(), kept.unwrap_or_else(|_| (**text).into()));
            }
            _ => {}
        }
    }
    // An ending that is a node of its own is this entry, any other comes next.
    if record.tree.is_ending(node) {
        entry.append(&mut special);
    }
    if !comments.is_empty() {
        entry.insert("comments".to_owned(), comments.into());
    }
    let members = Value::Object(entry).to_string();
    Entry {
        members: members[1..members.len() - 1].to_owned(),
        special: (!special.is_empty()).then(|| Value::Object(special).to_string()),
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

fn time(clock: Clock) -> Value {
    let parts = |milliseconds: u32| {
        let seconds = milliseconds / 1000;
        json!({"h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60})
    };
    let mut value = Map::new();
    for (key, time) in [("now", clock.spent), ("total", clock.total)] {
        if let Some(time) = time {
            value.insert(key.to_owned(), parts(time));
        }
    }
    Value::Object(value)
}
