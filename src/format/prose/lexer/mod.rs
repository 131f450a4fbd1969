//! Cuts a text into segments: runs of moves with nothing between them that says anything, on one line and in one pair
//! of brackets. A segment is played or named as a whole.

mod arrange;
mod labels;
mod misprint;
mod opening;
mod segment;
mod signs;

use super::tongue::{JOINTS, Phrase, Tongue, begins_with};
use crate::format::numerals::is_numeral;
use crate::game::Side;
use crate::text::examine;
pub(in crate::format) use misprint::is_damaged;
pub(in crate::format) use opening::opening;
pub(super) use segment::{Candidate, Number, Segment, Words};
use signs::{ANSWERS, ENDS, SUPPOSED, heading, is_picture, is_sign, is_spaced};
pub(super) use signs::{clock, dots, evaluation, game, is_heading, is_separator, number};

/// Cuts a text from an offset on into segments, in the order in which they are to be read.
pub(super) fn segments(text: &str, from: usize, tongue: Tongue) -> Vec<Segment> {
    let mut lexer = Lexer { text, tongue, at: from, ..Lexer::default() };
    while lexer.at < text.len() {
        lexer.take();
    }
    lexer.close();
    arrange::arranged(text, lexer.segments)
}

#[derive(Default)]
struct Lexer<'a> {
    text: &'a str,
    tongue: Tongue,
    at: usize,
    segments: Vec<Segment>,
    open: Option<Segment>,
    /// Whether something of the line is taken.
    in_line: bool,
    line: usize,
    breaks: usize,
    /// The known facts of the next segment.
    number: Option<Number>,
    number_at: Option<usize>,
    heading_at: Option<usize>,
    side: Option<(Side, usize)>,
    lead: bool,
    in_sentence: bool,
    glued: bool,
    opens: bool,
    after_end: bool,
    after_gap: bool,
    names_game: bool,
    /// For each open bracket, whether words are before it in the line, and in the sentence.
    brackets: Vec<(bool, bool)>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn close(&mut self) {
        self.segments.extend(self.open.take());
    }

    /// A number that may count variations is the heading of what comes next if another thing follows it.
    fn keep_ordinal(&mut self) {
        if self.number.is_some_and(|number| number.ordinal) {
            self.heading_at = self.heading_at.or(self.number_at);
        }
    }

    /// Takes the next sign, word or move.
    fn take(&mut self) {
        examine(1);
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return;
        };
        if matches!(first, '\n' | '\r') {
            return self.end_line(rest);
        }
        let is_go = matches!(self.tongue, Tongue::Go { .. });
        let begins_line = !std::mem::replace(&mut self.in_line, true);
        if begins_line && self.take_line_start(rest) {
            return;
        }
        if is_go && self.take_label(rest)
            || self.is_glued_number(rest) && self.take_number(rest)
            || self.take_move()
        {
            return;
        }
        // No sign begins with a letter.
        if first.is_ascii_alphabetic() {
            if begins_line && self.take_number(rest) {
                return;
            }
            let address = signs::address(rest);
            if address > 0 {
                self.at += address;
                return;
            }
            if !self.take_label(rest) {
                self.take_word(first);
            }
            return;
        }
        // The time of a message may come first: `[20:31]`, and so may that in a film.
        let opens_line = matches!(first, '0'..='9' | '[' | '(') && self.opens_line();
        let may_be_clock = self.open.is_some() || opens_line || first == '[';
        let stamp = if may_be_clock { clock(rest) } else { 0 };
        if opens_line && rest[..stamp].contains(':') {
            let after = &rest[stamp..];
            let is_side = self.tongue.label(after.trim_start_matches(' ')).is_some();
            self.at += stamp + if is_side { 0 } else { signs::speaker(after) };
            return;
        }
        let length = match self.open {
            Some(_) => stamp.max(evaluation(rest)),
            None if rest[..stamp].contains(':') => stamp,
            None => 0,
        };
        if length > 0 {
            self.at += length;
        } else if !self.take_number(rest) && !self.take_end(rest) && !self.take_label(rest) {
            self.take_character(rest, first);
        }
    }

    /// Takes what only counts at the beginning of a line: a heading, or the number that a server writes.
    fn take_line_start(&mut self, rest: &str) -> bool {
        self.breaks = 0;
        if let Some(answer) = begins_with(rest, ANSWERS.split(' ')) {
            self.at += answer;
            return true;
        }
        // The chat of a server: `Move 1 (B Q16):`, `Move 1 (B): Q16`; or in Vietnamese.
        let word = begins_with(rest, ["Move ", "Nước "]).unwrap_or(rest.len());
        if let Some((number, length)) = number(&rest[word..], ' ') {
            (self.number, self.number_at) = (Some(number), Some(self.at));
            let after = rest[word + length..].trim_start_matches([' ', '(']);
            self.at += rest.len() - after.len();
            return true;
        }
        let named = game(rest);
        if named > 0 {
            self.names_game = !self.segments.is_empty();
            self.at += named;
            return true;
        }
        let item = rest.trim_start_matches(['*', ' ', '　']);
        let is_go = matches!(self.tongue, Tongue::Go { .. });
        let is_side = is_go && self.tongue.label(item).is_some();
        let length = if is_side { 0 } else { heading(rest) };
        if length > 0 {
            let speaks = signs::speaks(self.text, self.at, &rest[..length]);
            self.heading_at = if speaks { self.heading_at } else { Some(self.at) };
            self.at += length;
            return true;
        }
        false
    }

    fn end_line(&mut self, rest: &str) {
        self.close();
        // After the moves of a line, it refers to a note.
        if self.segments.last().is_none_or(|last| last.line < self.line) {
            self.keep_ordinal();
        }
        if self.segments.is_empty() {
            // Above all moves, it is a title.
            self.heading_at = None;
        }
        self.after_gap |= self.breaks > 0;
        self.breaks += 1;
        if self.breaks > 1 {
            self.brackets.clear();
        }
        // A number may stand at the end of a line, and its moves below it.
        let above = self.number_at.and_then(|at| self.text.get(at..self.at)).unwrap_or("");
        let waits = number(above, '\n')
            .is_some_and(|(number, length)| !number.ordinal && above[length..].trim().is_empty());
        if !waits {
            (self.number, self.number_at) = (None, None);
        }
        self.side = None;
        (self.lead, self.in_sentence, self.glued, self.opens) = (false, false, false, false);
        self.in_line = false;
        self.line += 1;
        self.at += if rest.starts_with("\r\n") { 2 } else { 1 };
    }

    /// Whether only separators are above in the line.
    fn opens_line(&self) -> bool {
        let above = self.text[..self.at].trim_end_matches(is_separator);
        above.is_empty() || above.ends_with(['\n', '\r'])
    }

    /// Whether the next text follows the last move directly: `C2=5h8+72.H2+3`.
    fn is_glued(&self) -> bool {
        let last = self.open.as_ref().and_then(|open| open.moves.last());
        last.is_some_and(|last| last.at.end == self.at)
    }

    fn take_move(&mut self) -> bool {
        let is_glued = self.is_glued();
        let glued = || self.tongue.scan(self.rest(), 0).filter(|_| is_glued);
        let scanned = self.tongue.scan(self.text, self.at).or_else(glued);
        let scanned = scanned.filter(|(_, length)| {
            !self.ends_in_number(*length) && self.unreadable(self.at).is_none()
        });
        let is_announced = self.number.is_some() || self.side.is_some();
        let is_due = self.open.is_some() || is_announced;
        let is_word = evaluation(self.rest()) == 0 && self.tongue.label(self.rest()).is_none();
        let may_be_cut = scanned.is_none() || matches!(self.tongue, Tongue::Japanese);
        let broken = if is_due && may_be_cut { self.broken(self.at) } else { None };
        let may_be_misprint = is_due && scanned.is_none() && is_word;
        let misprint = || self.misprint(self.at, is_announced).filter(|_| may_be_misprint);
        let Some((phrase, length)) = broken.or(scanned).or_else(misprint) else {
            return false;
        };
        let side = self.side.take();
        let begins = self.heading_at.or(self.number_at).or(side.map(|(_, at)| at));
        let number = self.number.take();
        let number_at = self.number_at.take();
        let before = number_at.unwrap_or(self.at);
        if self.open.is_none() {
            let above = self.text[..before].trim_end_matches(['*', ' ', '\n', '\r', '　']);
            let ordinal_at = number_at.filter(|_| number.is_some_and(|number| number.ordinal));
            let list_at = self.heading_at.or(ordinal_at);
            // What goes on from moves in a sentence is in it.
            let goes_on = self
                .segments
                .last()
                .is_some_and(|last| last.line == self.line && last.lead && !last.spaced);
            self.open = Some(Segment {
                number,
                list: list_at.and_then(|at| signs::list(self.text.get(at..)?)),
                returns: self.returns(above),
                has_heading: self.heading_at.take().is_some(),
                from: begins.unwrap_or(self.at),
                begin: number_at.or(side.map(|(_, at)| at)).unwrap_or(self.at),
                line: self.line,
                is_first: self.segments.last().is_none_or(|last| last.line < self.line),
                depth: self.brackets.len(),
                lead: self.lead,
                in_sentence: self.in_sentence,
                glued: self.glued,
                spaced: number_at.is_some_and(|at| is_spaced(self.text, at)) && !goes_on,
                supposed: self.lead && signs::supposes(above),
                names_game: std::mem::take(&mut self.names_game),
                colon: above.ends_with([':', '：']),
                after_end: std::mem::take(&mut self.after_end),
                after_gap: std::mem::take(&mut self.after_gap),
                opens: std::mem::take(&mut self.opens),
                ..Segment::default()
            });
        }
        if let Some(open) = &mut self.open {
            let at = self.at..self.at + length;
            let (side, from) = side.unzip();
            let from = from.unwrap_or(self.at);
            open.moves.push(Candidate { at, from, phrase, side, hint: None });
        }
        self.at += length;
        true
    }

    /// Whether the words at the end of a text go back to the game.
    fn returns(&self, above: &str) -> bool {
        const LONGEST: usize = 60;
        let last = self.segments.last().and_then(|segment| segment.moves.last());
        let Some(last) = last else {
            return false;
        };
        let near = last.at.end.max(above.len().saturating_sub(LONGEST));
        let words = (near..above.len()).find_map(|from| above.get(from..)).unwrap_or("");
        signs::RETURNS.split('|').any(|word| words.contains(word))
    }

    fn take_character(&mut self, rest: &str, first: char) {
        let length = first.len_utf8();
        match first {
            // Comments of PGN, and no tables of a wiki.
            '{' if !rest.starts_with("{|") => {
                self.at += rest.find('}').map_or(rest.len(), |end| end + 1);
            }
            ';' if self.text[..self.at].ends_with(char::is_whitespace) || self.at == 0 => {
                self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            }
            '(' | '（' => {
                self.close();
                self.brackets.push((self.lead, self.in_sentence));
                self.opens = true;
                self.at += length;
            }
            ')' | '）' => {
                self.close();
                (self.lead, self.in_sentence) =
                    self.brackets.pop().unwrap_or((self.lead, self.in_sentence));
                (self.glued, self.opens) = (false, false);
                self.at += length;
            }
            _ if dots(rest) > 0 => self.at += dots(rest),
            // Judgements and pictures, which are in the gap after the move.
            _ if is_picture(first) => self.at += length,
            '<' | '&' | '[' | '@' | '#' | '注' | '註' if signs::aside(rest) > 0 => {
                self.at += signs::aside(rest);
            }
            '【' | '［' | '〔' | '[' if self.remark(rest) > 0 => self.at += self.remark(rest),
            _ if is_separator(first) || is_sign(first) => {
                self.in_sentence &= !"。.．;；!！".contains(first);
                let after_latin = self.text[..self.at].ends_with(|before: char| before.is_ascii());
                self.glued &= first == ' ' && after_latin;
                self.at += length;
            }
            _ => self.take_word(first),
        }
    }

    fn take_end(&mut self, rest: &str) -> bool {
        let may_end = rest.starts_with(['0', '1', '红', '紅', '黑', '黒', '和', 'ま']);
        let end = if may_end { begins_with(rest, ENDS.split(' ')) } else { None };
        let Some(end) = end else {
            return false;
        };
        self.close();
        (self.after_end, self.lead) = (true, true);
        self.at += end;
        true
    }

    /// The length of words in brackets between moves that name none: `【２図】`.
    fn remark(&self, text: &str) -> usize {
        const LONGEST: usize = 40;
        let near = text.char_indices().skip(1).take(LONGEST);
        let mut near = near.take_while(|(_, next)| !matches!(next, '\r' | '\n'));
        let end = near.find(|(_, next)| matches!(next, '】' | '］' | '〕' | ']'));
        let end = end.map_or(0, |(end, closing)| end + closing.len_utf8());
        if self.open.is_none() || self.tongue.is_in(&text[..end]) { 0 } else { end }
    }

    /// The length of what follows a move that opens a variation, and whether the variation is below it: `△２三歩の場合`, or
    /// the は of `2手目1二玉は1三銀`.
    fn case(&self, rest: &str) -> Option<(usize, bool)> {
        let open = self.open.as_ref().filter(|open| !open.lead && self.is_glued())?;
        let above = rest
            .strip_prefix("の場合")
            .filter(|after| open.is_first && after.starts_with(['\r', '\n']));
        let answer = rest
            .strip_prefix('は')
            .filter(|after| open.number.is_some() && self.tongue.scan(after, 0).is_some());
        Some((rest.len() - above.or(answer)?.len(), above.is_some()))
    }

    fn take_word(&mut self, first: char) {
        let case = self.case(self.rest());
        let is_supposed =
            self.open.is_some() && begins_with(self.rest(), SUPPOSED.split(' ')).is_some();
        if let Some(open) = &mut self.open {
            if let Some((length, is_above)) = case {
                self.at += length;
                open.has_heading |= is_above;
                open.list = open.list.or(is_above.then_some('場'));
                return;
            }
            let end = open.moves.last().map_or(self.at, |last| last.at.end);
            let gap = self.text.get(end..self.at).unwrap_or("");
            let goes_on = first.is_ascii_lowercase() || "やもはがとでに".contains(first);
            let is_glued = gap.is_empty() || gap.trim_matches(' ').is_empty() && goes_on;
            let is_xiangqi = matches!(self.tongue, Tongue::Xiangqi(_));
            let named = if is_glued && is_xiangqi { open.beyond_round(self.line) } else { None };
            open.tail = if named.is_some() { Words::None } else { Words::Apart };
            self.close();
            self.open = named;
            if let Some(open) = self.open.as_mut().or(self.segments.last_mut()) {
                open.tail = if is_glued { Words::Glued } else { Words::Apart };
                open.supposed |= is_glued && is_supposed;
            }
            self.close();
        }
        (self.lead, self.in_sentence, self.glued, self.opens) = (true, true, true, false);
        // Nothing begins inside a word of Latin letters.
        let rest = self.rest();
        let after = rest.trim_start_matches(|next: char| next.is_ascii_alphabetic());
        self.at += (rest.len() - after.len()).max(first.len_utf8());
    }
}
