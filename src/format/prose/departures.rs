//! Checks an explanation against the numbers, the marks and the layout of the text. It finds moves that are not played
//! although a number or a side announces them, and moves that are played where the text does not have them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::lexer::{Number, Segment, Words, is_separator, number};
use super::search::{Act, Explained, Kind};
use crate::record::Doubt;
use crate::text::{examine, step};

/// A part of a text that the explanation contradicts.
pub(super) struct Departure {
    pub(super) at: Range<usize>,
    pub(super) doubt: Doubt,
}

/// Every departure, in the order of the text.
pub(super) fn departures(
    text: &str,
    segments: &[Segment],
    explained: &Explained,
) -> Vec<Departure> {
    let mut walk = Walk {
        text,
        explained,
        lines: HashMap::from([(0, None)]),
        end: 0,
        line: 0,
        after: segments.first().map_or(text.len(), |first| first.from),
        is_known: false,
        labels: Vec::new(),
        diagrams: HashSet::new(),
        ahead: Vec::new(),
        found: Vec::new(),
    };
    let following = played_numbers(segments, &explained.acts);
    for (index, (segment, act)) in segments.iter().zip(&explained.acts).enumerate() {
        walk.words(segment.from, following[index]);
        walk.segment(index, segment, *act, following[index + 1]);
    }
    walk.words(text.len(), None);
    walk.look_back();
    walk.found.sort_by_key(|found| found.at.start);
    walk.found
}

/// For each segment and the end, the number of the first segment from there on that is played.
fn played_numbers(segments: &[Segment], acts: &[Act]) -> Vec<Option<i64>> {
    let mut next = None;
    let mut numbers = vec![None];
    for (segment, act) in segments.iter().zip(acts).rev() {
        if let (Act::Played { .. } | Act::Game { .. }, Some(number)) = (act, segment.number) {
            next = Some(number.value);
        }
        numbers.push(next);
    }
    numbers.reverse();
    numbers
}

struct Walk<'w> {
    text: &'w str,
    explained: &'w Explained,
    /// For each node that was played, the plies before it by the numbers of the text, less those in the line.
    lines: HashMap<u32, Option<i64>>,
    /// The end of the line that the text was in last.
    end: u32,
    /// The line of the text with the last move that was played.
    line: usize,
    /// Where the words after the last move begin.
    after: usize,
    /// Whether a number before the next segment is already known to have no move.
    is_known: bool,
    /// How the text marks the sides of the moves that are played.
    labels: Vec<&'w str>,
    /// The words after which a line went on from a diagram: `Ａ図から`.
    diagrams: HashSet<&'w str>,
    /// Segments that are only named, with numbers that the line may still come to.
    ahead: Vec<(i64, &'w Segment)>,
    found: Vec<Departure>,
}

impl<'w> Walk<'w> {
    fn find(&mut self, at: Range<usize>, doubt: Doubt) {
        self.found.push(Departure { at, doubt });
    }

    fn segment(&mut self, index: usize, segment: &'w Segment, act: Act, following: Option<i64>) {
        let at = segment.written();
        match act {
            Act::Again | Act::NamedDue => {}
            Act::Named if self.is_left_out(segment, following) => self.leave_out(segment),
            Act::Named => {
                let number = segment.number.filter(|number| !number.ordinal && segment.depth == 0);
                self.ahead.extend(number.map(|number| (number.value, segment)));
            }
            Act::Game { root, to } => {
                self.lines.insert(root, None);
                if !segment.is_announced(self.text) && !segment.after_end && !segment.after_gap {
                    self.find(at, Doubt::Game);
                }
                self.play(segment, (root, to), true);
            }
            Act::Played { from, to, is_branch } => {
                let is_announced = segment.is_announced(self.text);
                let is_misplaced = match is_branch {
                    true => !is_announced && self.explained.doubt(index).is_none(),
                    false => self.begins_elsewhere(segment),
                };
                if is_misplaced {
                    self.find(at, Doubt::Place);
                }
                self.play(segment, (from, to), is_branch && is_announced);
            }
        }
        self.after = self.after.max(segment.end());
    }

    /// Whether the words before a segment say that it does not go on here: `変化は`, or `Ａ図から` once more.
    fn begins_elsewhere(&mut self, segment: &Segment) -> bool {
        let words = self.text.get(self.after..segment.begin).unwrap_or("");
        let words = words.lines().last().unwrap_or("").trim();
        let is_known = words.ends_with("図から") && !self.diagrams.insert(words);
        self.end != 0 && (is_known || words.starts_with("変化は"))
    }

    /// Whether a segment that is only named is laid out like moves of the line. `following`: the number of the
    /// next segment that is played.
    fn is_left_out(&self, segment: &Segment, following: Option<i64>) -> bool {
        let is_apart = !segment.lead && segment.tail == Words::None;
        let has_side = segment.moves.iter().any(|mv| mv.side.is_some());
        let shows_place = match segment.number.filter(|number| !number.ordinal) {
            Some(_) if segment.has_heading => true,
            Some(number) => {
                let is_due = self.next_number().is_some_and(|due| number.value >= due);
                let is_near = has_side || segment.line == self.line;
                // Otherwise the line plays it further down.
                following.is_none_or(|next| next > number.value) && (is_apart || is_due && is_near)
            }
            None => is_apart,
        };
        self.end != 0 && segment.depth == 0 && shows_place
    }

    /// The numbers ahead that the line did not come to.
    fn look_back(&mut self) {
        let Some(due) = self.next_number() else { return };
        for (value, segment) in std::mem::take(&mut self.ahead) {
            if value >= due && !segment.is_in_words() {
                self.find(segment.from..segment.end(), Doubt::LeftOut(segment.moves.len()));
            }
        }
    }

    /// One warning for all moves that follow each other and are left out.
    fn leave_out(&mut self, segment: &Segment) {
        let count = segment.moves.len();
        match self.found.last_mut() {
            Some(Departure { at, doubt: Doubt::LeftOut(known) }) if at.end == self.after => {
                *known += count;
                at.end = segment.end();
            }
            _ => self.find(segment.from..segment.end(), Doubt::LeftOut(count)),
        }
    }

    /// Follows a segment along the line in which it is played. `may_count_anew`: it may have numbers of its own.
    fn play(&mut self, segment: &'w Segment, (from, to): (u32, u32), may_count_anew: bool) {
        let mut path = Vec::new();
        let mut node = to;
        while let Some(tried) = self.explained.tried.get(node as usize).filter(|_| node != from) {
            step();
            path.push(node);
            node = tried.up;
        }
        let moves = path.iter().rev().filter(|node| self.explained.kind(**node) != Kind::Missing);
        let known = self.lines.get(&from).copied().flatten();
        let first = moves.clone().next().copied();
        let own = self.own_count(segment, first);
        let is_other_side = segment.moves.iter().zip(moves).any(|(candidate, node)| {
            candidate.side.is_some_and(|side| Some(side) != self.explained.mover(*node))
        });
        if is_other_side {
            self.find(segment.written(), Doubt::Side);
        }
        // The number of a round may stand before its second move.
        let may_be_late = self.explained.counts_rounds
            && segment.moves.len() == 1
            && segment.number.is_some_and(|number| !number.second);
        let count = match (own, known) {
            (Some(own), Some(known)) if own == known || may_be_late && own + 1 == known => {
                Some(known)
            }
            (Some(own), Some(_)) => {
                if !may_count_anew && !self.is_known {
                    self.find(segment.from..segment.end(), Doubt::Number);
                }
                Some(own)
            }
            (own, known) => own.or(known),
        };
        self.is_known = false;
        self.learn_labels(segment);
        for node in path {
            self.lines.insert(node, count);
        }
        self.end = to;
        self.line = segment.line;
    }

    fn learn_labels(&mut self, segment: &Segment) {
        const MOST: usize = 4;
        for candidate in segment.moves.iter().filter(|candidate| candidate.side.is_some()) {
            let label = self.text.get(candidate.from..candidate.at.start).unwrap_or("").trim();
            // The name of a side also stands in sentences.
            let is_name = label.len() > 1 && label.ends_with(char::is_alphabetic);
            let is_new = !label.is_empty() && !is_name && !self.labels.contains(&label);
            if is_new && self.labels.len() < MOST {
                self.labels.push(label);
            }
        }
    }

    /// The plies before a segment by its number, less those before its first move in the line.
    fn own_count(&self, segment: &Segment, first: Option<u32>) -> Option<i64> {
        let number = segment.number.filter(|number| !number.ordinal)?;
        let before = i64::from(self.explained.tried.get(first? as usize)?.ply) - 1;
        Some(self.plies_before(number) - before)
    }

    fn plies_before(&self, number: Number) -> i64 {
        match self.explained.counts_rounds {
            true => 2 * (number.value - 1) + i64::from(number.second),
            false => number.value - 1,
        }
    }

    /// Looks for the number of the next move or the mark of a side, without a move that can be read, in the words up to an
    /// offset. `following`: the number of the next segment that is played.
    fn words(&mut self, until: usize, following: Option<i64>) {
        let due = self.next_number().filter(|due| following.is_none_or(|next| next > *due));
        if due.is_none() && self.labels.is_empty() {
            return;
        }
        let words = self.text.get(self.after..until).unwrap_or("");
        let (mut before, mut at, mut lead) = (' ', 0, false);
        while let Some(next) = words[at..].chars().next() {
            examine(1);
            let rest = &words[at..];
            // In a sentence, the mark of a side announces nothing.
            let label = if lead || before.is_alphanumeric() { 0 } else { self.label(rest) };
            let number = number(rest, before)
                .filter(|(number, _)| Some(number.value) == due && !number.ordinal);
            let mark = number.map_or(label, |(_, length)| length);
            if mark > 0
                && let Some(end) = unread(&rest[mark..], label > 0, until < self.text.len())
            {
                let from = self.after + at;
                self.is_known = true;
                return self.find(from..from + mark + end, Doubt::Unfit);
            }
            at += match next {
                '{' => rest.find('}').unwrap_or(rest.len() - 1) + 1,
                _ => next.len_utf8(),
            };
            before = next;
            lead = (lead || next.is_alphanumeric()) && !matches!(next, '\r' | '\n');
        }
    }

    /// The length of the mark of a side at the beginning of a text.
    fn label(&self, text: &str) -> usize {
        let mut labels = self.labels.iter().filter_map(|label| {
            let after = text.strip_prefix(*label)?;
            let is_word = label.ends_with(char::is_alphanumeric);
            (!is_word || after.starts_with([' ', '\t', '　'])).then_some(label.len())
        });
        labels.next().unwrap_or(0)
    }

    /// The number that the next move of the line has, if its moves are numbered.
    fn next_number(&self) -> Option<i64> {
        let count = self.lines.get(&self.end).copied().flatten()?;
        let plies = i64::from(self.explained.tried.get(self.end as usize)?.ply) + count;
        Some(if self.explained.counts_rounds { (plies + 1) / 2 + 1 } else { plies + 1 })
    }
}

/// How much of a text after a mark stands for a move that cannot be read, if anything does. `is_label`: a side is marked.
/// `goes_on`: a segment follows the text.
fn unread(text: &str, is_label: bool, goes_on: bool) -> Option<usize> {
    /// Otherwise a line full of marks would be searched to its end at each of them.
    const NEAR: usize = 200;
    let near = &text[..text.floor_char_boundary(NEAR)];
    let line = near.split(['\r', '\n']).next().unwrap_or("");
    let words = line.trim_start_matches(is_separator);
    // A sign between the mark and the move takes the mark from it.
    let is_cut_off = goes_on && words.is_empty() && line.len() == text.len();
    let is_lost = is_label && line.contains(['?', '？', '■', '□', '〓']);
    (is_cut_off || is_lost || words.contains(char::is_alphanumeric)).then_some(line.len())
}
