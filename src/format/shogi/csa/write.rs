//! The writer: CSA V2.2.

use super::read::is_remark;
use super::{FORMAT, TAKEN_BACK, board};
use crate::format::headers::{self, Dialect};
use crate::format::ledger::Ledger;
use crate::format::shogi::{csa_words, eval};
use crate::format::{Export, WriteError, Written};
use crate::game::shogi::notation::{self, sign};
use crate::game::{Move, Position, Side, shogi};
use crate::record::{Clock, Ending, Key, Left, NodeId, Note, Record, Remaining};
use crate::text::source;

pub(super) fn write(export: &Export<'_>) -> Result<Written, WriteError> {
    let encoding = export.options.encoding.unwrap_or_else(source::shift_jis);
    let mut text = String::new();
    let losses = export.write(&FORMAT, Position::shogi, |record, start, ledger| {
        let begin = text.len();
        if begin > 0 {
            text.push_str("/\n");
        }
        let mut writer = Writer {
            record,
            position: *start,
            out: &mut text,
            ledger,
        };
        writer.game(start);
        // How version 3 declares the encoding; in other versions this is a comment.
        if begin == 0 && encoding == source::UTF_8 && !text.is_ascii() {
            text.insert_str(0, "'CSA encoding=UTF-8\n");
        }
        Ok(())
    })?;
    Ok(Written::encoded(&text, encoding, losses))
}

struct Writer<'a, 'r> {
    record: &'r Record,
    /// Whether the last move has been written.
    position: shogi::Position,
    out: &'a mut String,
    ledger: &'a mut Ledger<'r>,
}

impl Writer<'_, '_> {
    fn game(&mut self, start: &shogi::Position) {
        self.line("V2.2");
        self.headers();
        self.out.push_str(&board::write(start));
        self.line(&sign(start.side_to_move()).to_string());
        for node in self.record.tree.mainline() {
            self.node(node);
        }
        // shogi-server's own summary of the end.
        if let Some(summary) = self.record.headers.raw("summary") {
            self.line(&format!("'summary:{}", one_line(summary)));
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn headers(&mut self) {
        let known = &self.record.headers;
        let mut headers = Dialect::Csa.headers(self.record, self.ledger, is_header);
        headers.sort_by_key(|header| !matches!(header.key, Some(Key::Player(_))));
        for header in headers {
            let value = one_line(header.value);
            match header.key {
                Some(Key::Player(_)) => self.line(&format!("{}{value}", header.name)),
                // Version 3, in seconds.
                Some(Key::TimeControl) if is_time(&value, ['+', '+']) => {
                    self.line(&format!("$TIME:{value}"));
                }
                _ => self.line(&format!("${}:{value}", header.name)),
            }
        }
        // The position includes it.
        self.ledger.wrote_key(Key::Handicap);
        match (known.get(Key::Date), known.get(Key::Started)) {
            (Some(date), None) => self.line(&format!("$START_TIME:{}", one_line(date))),
            (Some(date), Some(started)) if !started.starts_with(date) => return,
            _ => {}
        }
        self.ledger.wrote_key(Key::Date);
    }

    fn node(&mut self, node: NodeId) {
        let tree = &self.record.tree;
        if let Some(mv) = tree.mv(node).and_then(Move::shogi) {
            let text = notation::csa(&self.position, mv);
            self.line(&text);
            self.position.apply(mv);
            self.ledger.wrote_node(node);
        } else if tree.is_ending(node) {
            self.ledger.wrote_node(node);
        } else if let Some(text) = tree.unread(node).filter(|text| is_statement(text)) {
            self.line(text);
            self.ledger.wrote_node(node);
        }
        let mover = self.mover_at(node);
        self.times(node, mover);
        for (id, note) in tree.numbered_notes(node) {
            if self.note(node, note, mover) {
                self.ledger.wrote_note(id);
            }
        }
    }

    /// The side that moved to a node. If the node sets a side to move, that is for the next move, whose sign shows it.
    fn mover_at(&mut self, node: NodeId) -> Side {
        let mover = self.position.side_to_move().other();
        for note in self.record.tree.notes(node) {
            if let Note::Turn(side) = note {
                self.position.set_side_to_move(*side);
            }
        }
        mover
    }

    /// Writes times, which come before everything else.
    fn times(&mut self, node: NodeId, mover: Side) {
        for (id, note) in self.record.tree.numbered_notes(node) {
            let is_written = match note {
                Note::Clock(clock) => self.time(*clock, node),
                Note::Remaining(remaining) if node != NodeId::ROOT => {
                    self.left(*remaining, mover, node)
                }
                _ => false,
            };
            if is_written {
                self.ledger.wrote_note(id);
            }
        }
    }

    fn time(&mut self, clock: Clock, node: NodeId) -> bool {
        let seconds = clock
            .spent
            .map(|spent| self.ledger.whole_seconds(spent, node));
        seconds
            .inspect(|seconds| self.line(&format!("T{seconds}")))
            .is_some()
    }

    /// Writes the mover's time left, as 将棋ウォーズ does.
    fn left(&mut self, remaining: Remaining, mover: Side, node: NodeId) -> bool {
        match remaining.left {
            Left::Time(left @ 0..) if remaining.side == mover => {
                let seconds = self.ledger.whole_seconds(left.cast_unsigned(), node);
                self.line(&format!("L{seconds}"));
                true
            }
            _ => false,
        }
    }

    /// Writes a note other than a time, if CSA can express it.
    fn note(&mut self, node: NodeId, note: &Note, mover: Side) -> bool {
        match note {
            Note::Comment(text) => self.comment(text),
            Note::Eval(eval) => {
                let place = (&self.record.tree, node);
                return eval::write(place, *eval, mover, |line| self.comment(line));
            }
            Note::Turn(_) => {}
            Note::End(ending) => return self.end(node, ending),
            Note::Remark(text) => return self.remark(text),
            _ => return false,
        }
        true
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("'*{line}"));
        }
    }

    /// Writes how the game ended; `false` if CSA has no word for it with exactly this meaning.
    fn end(&mut self, node: NodeId, ending: &Ending) -> bool {
        let mover = self.position.side_to_move();
        let (word, is_same) = csa_words::write(ending, mover, self.ledger);
        self.line(&format!("%{word}"));
        if let Some(clock) = ending.clock {
            self.time(clock, node);
        }
        is_same
    }

    /// Writes a program's own comment, if it will be read as one again.
    fn remark(&mut self, text: &str) -> bool {
        if text == TAKEN_BACK {
            self.line(text);
            return true;
        }
        let is_read = !text.contains(['\r', '\n']) && is_remark(text);
        if is_read {
            self.line(&format!("'{text}"));
        }
        is_read
    }
}

/// Whether CSA can hold a header: an unknown one depends on its name, a time rule on its form.
fn is_header(header: &headers::OutputHeader<'_>) -> bool {
    let belongs = |byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'+' | b'-');
    match header.key {
        None => !header.redundant && !header.name.is_empty() && header.name.bytes().all(belongs),
        Some(Key::TimeControl) => {
            is_time(header.value, [':', '+']) || is_time(header.value, ['+', '+'])
        }
        Some(_) => true,
    }
}

/// Whether a text is three numbers separated by these characters: `00:25+00`, `300+0+10`.
fn is_time(text: &str, signs: [char; 2]) -> bool {
    let is_number = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let Some((first, rest)) = text.split_once(signs[0]) else {
        return false;
    };
    let second = rest.split_once(signs[1]);
    second.is_some_and(|(second, third)| [first, second, third].into_iter().all(is_number))
}

/// Whether a text would be read as a move again.
fn is_statement(text: &str) -> bool {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b',');
    is_plain && text.len() >= 7 && matches!(text.as_bytes(), [b'+' | b'-', b'0'..=b'9', ..])
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}
