//! What announces a move: numbers, and the names and marks of sides.

use super::signs::{self, dots, number};
use super::{Lexer, Number, Tongue};
use crate::game::shogi::notation::is_side_mark;

impl Lexer<'_> {
    /// Whether a line begins with a number that touches the move after it: `4兵七进一`.
    pub(super) fn is_glued_number(&self, rest: &str) -> bool {
        let length = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
        let begins = self.text[..self.at].ends_with(['\n', '\r', ' ', '　']) || self.at == 0;
        begins
            && (1..=3).contains(&length)
            && matches!(self.tongue, Tongue::Xiangqi(_))
            && rest[length..].starts_with(['兵', '卒'])
            && self.tongue.scan(self.text, self.at + length).is_some()
    }

    /// Whether what looks like the end of a move is the number of the next round: `马2进 4. 兵七进一`.
    pub(super) fn ends_in_number(&self, length: usize) -> bool {
        let (written, after) = self.rest().split_at_checked(length).unwrap_or_default();
        let name = written.trim_end_matches(|last: char| last.is_ascii_digit());
        written.starts_with(|first: char| first >= '\u{2e80}')
            && name.len() < written.len()
            && name.ends_with([' ', '　'])
            && !name.trim_end().contains([' ', '　'])
            && after.starts_with(['.', '．', '、'])
    }

    pub(super) fn take_number(&mut self, rest: &str) -> bool {
        let before = self.text[..self.at].chars().next_back().filter(|_| !self.is_glued());
        let Some((number, length)) = number(rest, before.unwrap_or('\n')) else {
            return false;
        };
        // In `(1... 马2进3 35) 马二进三` the bracket is not the number's.
        let may_close = !self.brackets.is_empty() && rest[..length].ends_with([')', '）']);
        let mut after = rest[length..].chars();
        if may_close
            && !rest.starts_with(['(', '（'])
            && !matches!(after.find(|c| "()（）\n\r".contains(*c)), Some(')' | '）'))
        {
            return false;
        }
        if number.ordinal && self.is_note_sign(&rest[length..]) {
            self.at += length;
            return true;
        }
        let dots = dots(&rest[length..]);
        let is_even = !number.ordinal || rest.starts_with(|first: char| first.is_ascii_digit());
        let end = self.at + length + if is_even { dots } else { 0 };
        let after = self.text.get(end..).unwrap_or("");
        let is_word = after.starts_with(|next: char| next.is_ascii_alphabetic());
        if dots == 0 && is_word && self.tongue.scan(self.text, end).is_none() {
            return false;
        }
        let is_alone = after.starts_with(['\n', '\r']);
        let has_dot = rest[..length].ends_with(['.', '．', '、', ':', '：']);
        let below = if has_dot { after.trim_start_matches(['\n', '\r']) } else { after };
        let next = &below[signs::before_move(below)..];
        let next_at = self.text.len() - next.len();
        let ends_line = number.ordinal && is_alone;
        let counts = dots > 0
            || ends_line
            || self.tongue.scan(self.text, next_at).is_some()
            || self.broken(next_at).is_some()
            || self.misprint(next_at, true).is_some()
            || self.tongue.label(next).is_some()
            || number.ordinal && signs::number(next, ' ').is_some();
        if counts {
            self.close();
            self.keep_ordinal();
            self.number = Some(Number { second: dots > 0, ..number });
            self.number_at = Some(self.at);
            self.at = end;
        }
        counts
    }

    /// Whether an ordinal refers to a note: it touches the move before it, or stands within a numbered round.
    pub(super) fn is_note_sign(&self, after: &str) -> bool {
        if self.is_glued() {
            return self.tongue.scan(self.text, self.text.len() - after.len()).is_none();
        }
        let open = self.open.as_ref();
        let is_within = open.is_some_and(|open| {
            // `；` separates the items of a list.
            open.moves.len() % 2 == 1
                && open.number.is_some_and(|number| !number.ordinal)
                && !self.text[..self.at].trim_end().ends_with(['；', ';'])
        });
        let is_before = self.number.is_some_and(|number| !number.ordinal);
        is_before || is_within
    }

    /// The name or mark of a side right before a move.
    pub(super) fn take_label(&mut self, rest: &str) -> bool {
        let before = self.text[..self.at].chars().next_back();
        let is_inside = !self.is_glued()
            && rest.is_char_boundary(1)
            && before.is_some_and(|before| before.is_ascii_alphanumeric());
        let Some((side, length)) = self.tongue.label(rest).filter(|_| !is_inside) else {
            return false;
        };
        let (between, number) = match self.tongue {
            Tongue::Go { is_numbered, .. } => {
                signs::between(&rest[length..], is_numbered || length > 1)
            }
            _ => (signs::said(&rest[length..], rest.starts_with(is_side_mark)), None),
        };
        let at = self.at + length + between;
        // Question marks may stand for a move, or before one.
        let is_unread = self.unreadable(at).is_some();
        let skipped = signs::before_move(self.text.get(at..).unwrap_or(""));
        let at = if is_unread { at } else { at + skipped };
        // `B[Q16]` without the rest of SGF.
        let is_boxed = self.text.get(at..).is_some_and(|rest| rest.starts_with('['));
        let at = at + usize::from(is_boxed);
        let is_label =
            is_unread || self.tongue.scan(self.text, at).is_some() || self.broken(at).is_some();
        if is_label {
            if let Some(value) = number {
                self.close();
                self.keep_ordinal();
                self.number = Some(Number { value, second: false, ordinal: false });
                self.number_at = Some(self.at);
            }
            self.side = Some((side, self.at));
            self.at = at;
        }
        is_label
    }
}
