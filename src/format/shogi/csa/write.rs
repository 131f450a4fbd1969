//! The writer: CSA V2.2.

use super::read::{MOVE_LENGTH, is_remark, starts_move};
use super::{FORMAT, TAKEN_BACK, board};
use crate::format::headers::{self, Dialect};
use crate::format::ledger::Ledger;
use crate::format::shogi::endings;
use crate::format::shogi::eval::Valued;
use crate::format::{Export, WriteError, Written};
use crate::game::shogi::notation::{self, sign};
use crate::game::{Move, Position, Side, shogi};
use crate::record::{Clock, Key, Left, NodeId, Note, Record, Remaining};
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
        writer.game();
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
    /// The position after the moves written so far.
    position: shogi::Position,
    out: &'a mut String,
    ledger: &'a mut Ledger<'r>,
}

impl Writer<'_, '_> {
    fn game(&mut self) {
        self.line("V2.2");
        self.headers();
        self.out.push_str(&board::write(&self.position));
        self.line(&sign(self.position.side_to_move()).to_string());
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
        let mover = self.position.side_to_move().other();
        for note in tree.notes(node) {
            if let Note::Turn(side) = note {
                self.position.set_side_to_move(*side);
            }
        }
        let mut valued = Valued::of(tree, node, mover);
        let is_time = |note: &Note| matches!(note, Note::Clock(_) | Note::Remaining(_));
        let notes = tree.numbered_notes(node);
        let (times, others): (Vec<_>, Vec<_>) = notes.partition(|(_, note)| is_time(note));
        // Times come before everything else.
        for (id, note) in times.into_iter().chain(others) {
            if self.note(node, note, mover, &mut valued) {
                self.ledger.wrote_note(id);
            }
        }
    }

    /// Writes a note on a move of `mover`, if CSA can express it exactly.
    fn note(&mut self, node: NodeId, note: &Note, mover: Side, valued: &mut Valued) -> bool {
        match note {
            Note::Clock(clock) => return self.time(*clock, node),
            // As 将棋ウォーズ writes it.
            Note::Remaining(Remaining {
                side,
                left: Left::Time(left @ 0..),
            }) if *side == mover && node != NodeId::ROOT => {
                let seconds = self.ledger.whole_seconds(left.cast_unsigned(), node);
                self.line(&format!("L{seconds}"));
            }
            Note::Comment(text) => self.comment(text),
            Note::Eval(eval) => {
                return valued.write(*eval, |line| self.comment(line));
            }
            // The sign of the next move shows it.
            Note::Turn(_) => {}
            Note::End(ending) => {
                let to_move = self.position.side_to_move();
                let (word, is_same) = endings::write_csa(ending, to_move, self.ledger);
                self.line(&format!("%{word}"));
                if let Some(clock) = ending.clock {
                    self.time(clock, node);
                }
                return is_same;
            }
            Note::Remark(text) => return self.remark(text),
            _ => return false,
        }
        true
    }

    fn time(&mut self, clock: Clock, node: NodeId) -> bool {
        let spent = clock.spent;
        let seconds = spent.map(|spent| self.ledger.whole_seconds(spent, node));
        let line = seconds.map(|seconds| self.line(&format!("T{seconds}")));
        line.is_some()
    }

    fn comment(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(&format!("'*{line}"));
        }
    }

    /// Writes a program's own comment, if it will be read as one again.
    fn remark(&mut self, text: &str) -> bool {
        let is_read = !text.contains(['\r', '\n']) && is_remark(text);
        match text {
            TAKEN_BACK => self.line(text),
            _ if is_read => self.line(&format!("'{text}")),
            _ => return false,
        }
        true
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
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(is_part);
    let parts = text.split_once(signs[0]).and_then(|(first, rest)| {
        let (second, third) = rest.split_once(signs[1])?;
        Some([first, second, third])
    });
    parts.is_some_and(|parts| parts.into_iter().all(is_number))
}

/// Whether a text would be read as a move again.
fn is_statement(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b',';
    text.bytes().all(is_plain) && text.len() >= MOVE_LENGTH && starts_move(text)
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}
