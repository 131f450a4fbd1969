//! The writer: CSA V2.2.

use super::read::{MOVE_LENGTH, is_remark, starts_move};
use super::{TAKEN_BACK, board};
use crate::format::WriteError;
use crate::format::headers::{self, Dialect};
use crate::format::pass::{GameWriter, Pass};
use crate::format::shogi::endings;
use crate::format::shogi::eval::Valued;
use crate::game::shogi::notation::{self, sign};
use crate::game::{Move, Position};
use crate::record::{Clock, Key, NodeId, Note};

pub(super) fn write(pass: &mut Pass<'_>, text: &mut String) -> Result<(), WriteError> {
    let (record, start) = (pass.record, pass.start(Position::shogi)?);
    let mut writer = CsaWriter { valued: Valued::default(), out: text };
    writer.line("V2.2");
    writer.headers(pass);
    writer.out.push_str(&board::write(start));
    writer.line(&sign(start.side_to_move()).to_string());
    pass.write_mainline(&mut writer);
    // shogi-server's own summary of the end.
    if let Some(summary) = record.headers.raw("summary") {
        writer.line(&format!("'summary:{}", one_line(summary)));
    }
    Ok(())
}

struct CsaWriter<'a> {
    valued: Valued,
    out: &'a mut String,
}

impl CsaWriter<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn headers(&mut self, pass: &mut Pass<'_>) {
        let known = &pass.record.headers;
        let mut headers = Dialect::Csa.headers(pass.record, pass, is_header);
        headers.sort_by_key(|header| !matches!(header.key, Some(Key::Player(_))));
        for header in headers {
            let value = one_line(header.value);
            match header.key {
                Some(Key::Started) => self.started(&value),
                Some(Key::Player(_)) => self.line(&format!("{}{value}", header.name)),
                // Version 3, in seconds.
                Some(Key::TimeControl) if is_time(&value, ['+', '+']) => {
                    self.line(&format!("$TIME:{value}"));
                }
                _ => self.line(&format!("${}:{value}", header.name)),
            }
        }
        match (known.get(Key::Date), known.get(Key::Started)) {
            (Some(date), None) => self.started(&one_line(date)),
            (Some(date), Some(started)) if !started.starts_with(date) => return,
            _ => {}
        }
        pass.wrote_key(Key::Date);
    }

    /// Without the weekday that 柿木将棋 and ぴよ将棋 add, and which CSA does not know: `2012/08/06(月) 06:09:11`.
    fn started(&mut self, time: &str) {
        let weekday = time.find(['(', '（']).map(|open| time.split_at(open));
        let parts = weekday.and_then(|(day, rest)| Some((day, rest.split_once([')', '）'])?.1)));
        let (day, rest) = parts.unwrap_or((time, ""));
        let day = day.replace(['年', '月'], "/").replace('日', "");
        self.line(&format!("$START_TIME:{day}{rest}"));
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

impl GameWriter for CsaWriter<'_> {
    fn node(&mut self, pass: &mut Pass<'_>, node: NodeId) -> bool {
        let tree = &pass.record.tree;
        let side = pass.before().side_to_move();
        let mv = tree.mv(node).and_then(Move::shogi);
        let text = match (mv, pass.before().shogi()) {
            (Some(mv), Some(before)) => Some(notation::csa(before, mv)),
            _ => tree.unread(node).filter(|text| is_statement(text)).map(str::to_owned),
        };
        let mover = if mv.is_some() { side } else { side.other() };
        self.valued = Valued::of(tree, node, mover);
        text.iter().for_each(|text| self.line(text));
        // Times come before everything else.
        for note in tree.notes(node) {
            if let Note::Clock(Clock { spent: Some(spent), .. }) = note {
                let seconds = pass.whole_seconds(*spent);
                self.line(&format!("T{seconds}"));
            }
        }
        text.is_some() || tree.is_ending(node)
    }

    fn note(&mut self, pass: &mut Pass<'_>, note: &Note) -> bool {
        match note {
            // The line `L599` of 将棋ウォーズ is refused by other programs.
            Note::Clock(clock) => return clock.spent.is_some(),
            Note::Comment(text) => self.comment(text),
            Note::Glyph(_) | Note::Eval(_) => {
                let (comment, is_kept) = self.valued.comment(pass, note);
                comment.iter().for_each(|text| self.comment(text));
                return is_kept;
            }
            // The sign of the next move shows it.
            Note::Turn(_) => {}
            Note::End(ending) => {
                let (word, is_same) = endings::write_csa(ending, pass.position().side_to_move());
                self.line(&format!("%{word}"));
                if let Some(spent) = ending.clock.and_then(|clock| clock.spent) {
                    let seconds = pass.whole_seconds(spent);
                    self.line(&format!("T{seconds}"));
                }
                return is_same;
            }
            Note::Remark(text) => return self.remark(text),
            _ => return false,
        }
        true
    }
}

/// Whether CSA can hold a header: an unknown one depends on its name, a time rule on its form.
fn is_header(header: &headers::WrittenHeader<'_>) -> bool {
    let name = header.name;
    let is_odd = name.contains(|next| !matches!(next, 'A'..='Z' | '0'..='9' | '_' | '+' | '-'));
    match header.key {
        None => !header.redundant && !name.is_empty() && !is_odd,
        Some(Key::TimeControl) => {
            is_time(header.value, [':', '+']) || is_time(header.value, ['+', '+'])
        }
        Some(_) => true,
    }
}

/// Whether a text is three numbers separated by these characters: `00:25+00`, `300+0+10`.
fn is_time(text: &str, signs: [char; 2]) -> bool {
    let separators: String = text.matches(signs).collect();
    separators.chars().eq(signs) && text.split(signs).all(is_number)
}

/// Whether a text is a number, which may have a decimal point.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.'))
}

/// Whether a text would be read as a move again.
fn is_statement(text: &str) -> bool {
    let is_odd = text.contains(|next: char| !next.is_ascii_graphic() || next == ',');
    !is_odd && text.len() >= MOVE_LENGTH && starts_move(text)
}

fn one_line(text: &str) -> String {
    text.replace('\n', "\\n")
}
