//! The writer.

use serde_json::{Value, json};

use super::BOOKMARK;
use crate::format::WriteError;
use crate::format::headers::Dialect;
use crate::format::pass::{GameWriter, Pass};
use crate::format::shogi::clock::Used;
use crate::format::shogi::eval::Valued;
use crate::format::shogi::{endings, previous};
use crate::game::shogi::{self, Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Move, Side};
use crate::record::{Clock, Ending, NodeId, Note, Order, Record};
use crate::text::json::{escape, without_nulls};

pub(super) fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(game::Position::shogi)?);
    let (header, initial) = (header(record, pass), initial(start));
    *text = format!("{{\"header\":{header},\"initial\":{initial},\"moves\":[");
    let mut writer = JkfWriter {
        record,
        text,
        lines: vec![OpenLine::default()],
        used: Used::default(),
        mover: start.side_to_move(),
        valued: Valued::default(),
        entry: Value::Null,
        comments: Vec::new(),
    };
    pass.write(Order::BehindMove, |_| true, &mut writer);
    writer.finish();
    text.push_str("]}\n");
    *text = escape(std::mem::take(text));
    Ok(())
}

/// The headers, with the keys of KIF.
fn header(record: &Record, pass: &mut Pass<'_>) -> Value {
    let headers = Dialect::Kif.headers(record, pass, |header| {
        let is_own = !header.redundant || !header.name.is_ascii();
        is_own && !header.name.is_empty()
    });
    let members = headers.iter().map(|header| (header.name, header.value));
    members.collect()
}

fn initial(start: &Position) -> Value {
    match Handicap::of(start).filter(|handicap| handicap.is_common()) {
        Some(handicap) => json!({"preset": handicap.preset}),
        None => json!({"preset": "OTHER", "data": board(start)}),
    }
}

fn board(start: &Position) -> Value {
    let files = (1..=9).map(|file| -> Value {
        let squares = (1..=9).filter_map(|rank| Square::new(file, rank));
        let cells = squares.map(|square| match start.piece(square) {
            None => json!({}),
            Some(piece) => json!({"color": piece.side.index(), "kind": piece.kind.csa()}),
        });
        cells.collect()
    });
    let hands = Side::BOTH.map(|side| -> Value {
        let counts = Kind::IN_HAND.map(|kind| (kind.csa(), start.in_hand(side, kind)));
        counts.into_iter().collect()
    });
    json!({
        "color": start.side_to_move().index(),
        "board": files.collect::<Value>(),
        "hands": hands,
    })
}

/// A line being written.
#[derive(Default)]
struct OpenLine {
    /// How the entry of its last node ends, until it does.
    end: Option<&'static str>,
    /// The entry after it, which holds the word for the ending; `null` if the line has not ended.
    special: Value,
}

/// Nests the entries as the file does: variations are attached to the move that they replace.
struct JkfWriter<'a, 'r> {
    record: &'r Record,
    text: &'a mut String,
    /// The open lines, each a variation of the one before.
    lines: Vec<OpenLine>,
    used: Used,
    /// The side to move before the node.
    mover: Side,
    valued: Valued,
    /// The entry of the node, and its comments.
    entry: Value,
    comments: Vec<String>,
}

impl JkfWriter<'_, '_> {
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

    /// `{"now": …, "total": …}`: the schema requires both.
    fn time(&mut self, pass: &mut Pass<'_>, side: Side, clock: Clock) -> Value {
        let parts =
            |seconds: u64| json!({"h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60});
        let now = pass.whole_seconds(clock.spent.unwrap_or(0));
        let total = self.used.add(&self.record.tree, pass.node(), side, clock);
        json!({"now": parts(now.into()), "total": parts(total)})
    }

    /// Writes the word of an ending. `false` if it means something else.
    fn ending(&mut self, pass: &mut Pass<'_>, ending: &Ending) -> bool {
        let side = pass.position().side_to_move();
        let (word, is_same) = endings::write_csa(ending, side);
        let time = ending.clock.map(|clock| self.time(pass, side, clock));
        // An ending that is not a node of its own is the next entry.
        let entry = match self.lines.last_mut() {
            Some(line) if !self.record.tree.is_ending(pass.node()) => &mut line.special,
            _ => &mut self.entry,
        };
        entry["special"] = word.into();
        if let Some(time) = time {
            entry["time"] = time;
        }
        is_same
    }
}

impl GameWriter for JkfWriter<'_, '_> {
    fn open(&mut self, _pass: &mut Pass<'_>) {
        let end = self.lines.last_mut().and_then(|line| line.end.replace("]}"));
        self.text.push_str(match end {
            Some("]}") => ",[",
            _ if self.text.ends_with('{') => "\"forks\":[[",
            _ => ",\"forks\":[[",
        });
        self.lines.push(OpenLine::default());
    }

    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        if self.finish() {
            self.text.push(',');
        }
        let tree = &self.record.tree;
        self.used.enter(tree, node);
        self.mover = pass.before().side_to_move();
        self.valued = Valued::of(tree, node, self.mover);
        self.entry = json!({});
        if let (Some(before), Some(Move::Shogi(mv))) = (pass.before().shogi(), tree.mv(node)) {
            self.entry["move"] = move_value(before, mv, previous(self.record, node));
        }
        if let Some(text) = tree.unread(node) {
            let kept = serde_json::from_str(text).ok().filter(Value::is_object);
            self.entry["move"] = kept.unwrap_or_else(|| text.into());
        }
        true
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        match note {
            Note::Comment(text) => self.comments.extend(text.split('\n').map(str::to_owned)),
            Note::Bookmark(name) => self.comments.push(format!("{BOOKMARK}{name}")),
            Note::Glyph(_) | Note::Eval(_) => {
                let (comment, is_kept) = self.valued.comment(pass, note);
                self.comments.extend(comment);
                return is_kept;
            }
            Note::Clock(clock) => self.entry["time"] = self.time(pass, self.mover, *clock),
            Note::End(ending) => return self.ending(pass, ending),
            // The colour of the next move shows it.
            Note::Turn(_) => {}
            _ => return false,
        }
        true
    }

    fn end_node(&mut self, _pass: &mut Pass<'_>) {
        if !self.comments.is_empty() {
            self.entry["comments"] = std::mem::take(&mut self.comments).into();
        }
        let entry = self.entry.to_string();
        self.text.push_str(entry.strip_suffix('}').unwrap_or(&entry));
        if let Some(line) = self.lines.last_mut() {
            line.end = Some("}");
        }
    }

    fn close(&mut self) {
        self.finish();
        self.lines.pop();
        self.text.push(']');
    }
}

fn move_value(before: &Position, mv: shogi::Move, previous: Option<Square>) -> Value {
    let side = before.side_to_move();
    let kind = mv.named.or_else(|| before.moving(mv)).unwrap_or(Kind::Pawn);
    let (from, taken) = match mv.from {
        Origin::Board(from) => (Some(from), before.piece(mv.to)),
        Origin::Hand(_) => (None, None),
    };
    // A piece on the board may be meant where there is none in hand.
    let is_marked = mv.from == Origin::Hand(kind) && before.in_hand(side, kind) == 0;
    without_nulls(json!({
        "color": side.index(),
        "from": from.map(point),
        "to": point(mv.to),
        "piece": kind.csa(),
        "same": (previous == Some(mv.to)).then_some(true),
        "relative": is_marked.then_some("H"),
        "promote": mv.promote.then_some(true),
        "capture": taken.map(|taken| taken.kind.csa()),
    }))
}

fn point(square: Square) -> Value {
    json!({"x": square.file(), "y": square.rank()})
}
