//! What a record loses in a round trip, by the kinds in which losses are counted.

use std::collections::BTreeMap;

use dapu::format::{LossKind, Losses};
use dapu::game::{Game, Move};
use dapu::record::{Clock, Key, NodeId, Note, Record, Tree};

type Counts = BTreeMap<&'static str, usize>;

/// The kinds of things that can be lost. Any other kind of loss is a changed text or number.
const KINDS: [&str; 19] = [
    "variation",
    "move",
    "unreadable move",
    "comment",
    "bookmark",
    "clock",
    "remaining time",
    "evaluation",
    "glyph",
    "mark",
    "setup",
    "ending",
    "result of a line",
    "summary",
    "property",
    "remark",
    "side to move",
    "number of the first move",
    "side at the bottom",
];

/// Errors: something missing or changed but not reported, or reported but not missing.
pub(crate) fn difference(before: &Record, after: &Record, losses: &Losses) -> Option<String> {
    let mut comparison = Comparison {
        before: &before.tree,
        after: &after.tree,
        lost: Counts::new(),
        changed: 0,
        gained: None,
    };
    comparison.compare();
    let Comparison { mut lost, mut changed, mut gained, .. } = comparison;
    if let Some(fault) = compare_start(before, after, &mut lost) {
        return Some(fault);
    }
    let other = compare_headers(before, after, &mut gained);
    let headers = other.len();
    if let Some(gained) = gained {
        return Some(gained);
    }
    let reported = |kind: &str| {
        let loss = losses.iter().find(|(other, _)| *other == kind);
        loss.map_or(0, |(_, loss)| loss.count)
    };
    for kind in KINDS {
        let lost = lost.get(kind).copied().unwrap_or(0);
        if lost != reported(kind) {
            return Some(format!("lacks {lost} of {kind:?}, the losses are {losses}"));
        }
    }
    let altered = losses.iter().filter(|(kind, _)| !KINDS.contains(kind) && *kind != "header");
    let altered: usize = altered.map(|(_, loss)| loss.count).sum();
    // A sentence about the ending of a game of shogi is lost only with the ending.
    let sentence = before.game() == Game::Shogi && before.headers.get(Key::Result).is_some();
    let allowed = headers + usize::from(sentence);
    if reported("header") > allowed || headers > reported("header") + altered {
        return Some(format!("the headers {other:?} are other, the losses are {losses}"));
    }
    changed += headers.saturating_sub(reported("header"));
    // Glyphs of shogi are in words in the comments, and prose above the moves joins the first.
    let prose = before.headers.entries().iter().any(|entry| entry.name().is_empty());
    let worded = reported("glyph") + usize::from(prose);
    let worded = if before.game() == Game::Shogi { worded } else { 0 };
    (changed > altered + worded || (altered > 0 && changed == 0))
        .then(|| format!("{changed} texts are changed, the losses are {losses}"))
}

fn compare_start(before: &Record, after: &Record, lost: &mut Counts) -> Option<String> {
    let mut start = after.start.clone();
    if start.side_to_move() != before.start.side_to_move() {
        add(lost, "side to move", 1);
        start.set_side_to_move(before.start.side_to_move());
    }
    if before.first_number != after.first_number {
        add(lost, "number of the first move", 1);
    }
    if before.flipped != after.flipped {
        add(lost, "side at the bottom", 1);
    }
    (start != before.start).then(|| format!("starts from {start:?}, not {:?}", before.start))
}

/// The headers that are missing or changed.
fn compare_headers(before: &Record, after: &Record, gained: &mut Option<String>) -> Vec<String> {
    let is_open = |key: Key, value: &str| key == Key::Result && value == "*";
    let differs = |(key, value): &(Key, &str)| {
        // The board implies the handicap, and the ending the winner.
        if before.game() == Game::Shogi && matches!(key, Key::Handicap | Key::Result) {
            return false;
        }
        let again = after.headers.get(*key);
        // The date implies the weekday, which CSA does not write.
        let is_dated = matches!(key, Key::Date | Key::Started | Key::Ended);
        if is_dated && again.is_some_and(|again| again == without_weekday(value)) {
            return false;
        }
        again != Some(*value) && !(again.is_none() && is_open(*key, value))
    };
    let known = before.headers.known().filter(differs);
    let known = known.map(|(key, _)| key.name(before.game()).into_owned());
    let is_lost = |(name, value): &(&str, &str)| {
        let is_same = |(again, text): (&str, &str)| again == *name && text.trim() == value.trim();
        !crate::common::unknown(&after.headers).any(is_same)
    };
    let unknown = crate::common::unknown(&before.headers).filter(is_lost);
    let unknown = unknown.map(|(name, _)| name.to_owned());
    for (key, value) in after.headers.known() {
        // Derived by readers.
        let is_derived = matches!(
            key,
            Key::Size | Key::Rules | Key::Handicap | Key::Kind | Key::Result | Key::Date
        );
        if before.headers.get(key).is_none() && !is_derived {
            gained.get_or_insert(format!("has {key:?} {value:?} and had not"));
        }
    }
    known.chain(unknown).collect()
}

/// `1999/07/15(木) 19:07:12` or `1999年07月15日(木)` in the form of CSA.
fn without_weekday(date: &str) -> String {
    let date = date.replace(['年', '月'], "/").replace('日', "");
    match (date.find('('), date.find(')')) {
        (Some(open), Some(close)) if open < close => date[..open].to_owned() + &date[close + 1..],
        _ => date,
    }
}

fn add(counts: &mut Counts, kind: &'static str, count: usize) {
    if count > 0 {
        *counts.entry(kind).or_default() += count;
    }
}

struct Comparison<'a> {
    before: &'a Tree,
    after: &'a Tree,
    lost: Counts,
    /// What has changed: comments, fractions of a second.
    changed: usize,
    /// Something added.
    gained: Option<String>,
}

impl Comparison<'_> {
    fn compare(&mut self) {
        let mut pending = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((before, after)) = pending.pop() {
            let mut children = self.after.children(after).peekable();
            let mut ending = None;
            for child in self.before.children(before) {
                match children.next_if(|again| self.is_same(child, *again)) {
                    Some(again) => pending.push((child, again)),
                    None if ending.is_none() && self.is_joined(child, after) => {
                        ending = Some(child);
                        self.before.children(child).for_each(|more| self.lose(more));
                    }
                    None => self.lose(child),
                }
            }
            self.compare_notes(before, after, ending);
            if let Some(child) = children.next() {
                let mv = self.after.mv(child).map(Move::code);
                let ply = self.after.ply(child);
                self.gained = Some(format!("has {mv:?} at ply {ply} and had not"));
                return;
            }
        }
    }

    /// Whether an ending that had a node of its own is now a note on the move before it, without siblings.
    fn is_joined(&self, ending: NodeId, after: NodeId) -> bool {
        let joins = self.before.is_ending(ending) && !self.after.is_ending(after);
        joins && self.after.ending(after).is_some()
    }

    /// Whether the nodes play the same. A move that could not be read may come back as one with squares off the board.
    fn is_same(&self, before: NodeId, after: NodeId) -> bool {
        match (self.before.mv(before), self.after.mv(after)) {
            (None, Some(Move::Xiangqi(mv))) => !mv.from.on_board(),
            (None, None) => {
                self.before.is_ending(before) == self.after.is_ending(after)
                    || self.after.notes(after).next().is_none()
            }
            (before, after) => before == after,
        }
    }

    /// `ending` is a child of `before` whose notes are on `after` now.
    fn compare_notes(&mut self, before: NodeId, after: NodeId, ending: Option<NodeId>) {
        let is_unknown = self.before.mv(before).is_none() && self.after.mv(after).is_some();
        let unread = [self.before.unread(before), self.after.unread(after)];
        match unread {
            _ if is_unknown => add(&mut self.lost, "unreadable move", 1),
            [Some(was), is] if is != Some(was) => add(&mut self.lost, "unreadable move", 1),
            [None, Some(is)] => self.gained = Some(format!("has {is:?} unread and had not")),
            _ => {}
        }
        let notes = || [before].into_iter().chain(ending).flat_map(|node| self.before.notes(node));
        let comments: Vec<&str> = notes().filter_map(comment).collect();
        let was = comments.join("\n");
        let is = self.after.comments(after).collect::<Vec<_>>().join("\n");
        let begins = |line: &str| ["*解析 ", "*詰み="].iter().any(|word| line.starts_with(word));
        let is_valuation = |line: &str| line.is_empty() || begins(line);
        let is_kept = is.strip_prefix(&*was).is_some_and(|more| more.lines().all(is_valuation));
        if is.is_empty() && !was.is_empty() {
            add(&mut self.lost, "comment", comments.len());
        } else if !is_kept {
            self.changed += 1;
        }
        let mut left: Vec<&Note> =
            self.after.notes(after).filter(|note| is_compared(note)).collect();
        for note in notes().filter(|note| is_compared(note)) {
            match left.iter().position(|again| is_same_note(note, again)) {
                Some(place) => {
                    let again = left.remove(place);
                    match (clock(note), clock(again)) {
                        (Some(_), None) => add(&mut self.lost, "clock", 1),
                        (was, is) => self.changed += usize::from(spent(was) != spent(is)),
                    }
                }
                // With a null move, the turn is lost.
                None if is_unknown && matches!(note, Note::Turn(_)) => {}
                None => add(&mut self.lost, noun(note).unwrap_or("?"), 1),
            }
        }
        // A format may have only a more general word for an ending.
        let has_ended = notes().any(|note| matches!(note, Note::End(_)));
        left.retain(|note| !(has_ended && matches!(note, Note::End(_))));
        if let Some(note) = left.first() {
            self.gained = Some(format!("has {note:?} and had not"));
        }
    }

    /// A missing branch: a whole variation, or the rest of a line move by move.
    fn lose(&mut self, branch: NodeId) {
        let is_variation = |tree: &Tree, node| {
            let parent = tree.parent(node).unwrap();
            tree.first_child(parent) != Some(node)
        };
        let mut pending = vec![(branch, false)];
        while let Some((node, in_variation)) = pending.pop() {
            let begins = is_variation(self.before, node);
            match (begins, self.before.mv(node)) {
                _ if self.before.is_ending(node) => {}
                (true, _) => add(&mut self.lost, "variation", 1),
                (false, _) if in_variation => {}
                (false, Some(_)) => add(&mut self.lost, "move", 1),
                (false, None) => add(&mut self.lost, "unreadable move", 1),
            }
            let is_skipped = self.before.mv(node).is_none();
            for note in self.before.notes(node) {
                let is_part = is_skipped && matches!(note, Note::Turn(_));
                if let Some(kind) = noun(note).filter(|_| !is_part) {
                    add(&mut self.lost, kind, 1);
                }
            }
            let in_variation = in_variation || begins;
            pending.extend(self.before.children(node).map(|child| (child, in_variation)));
        }
    }
}

fn comment(note: &Note) -> Option<&str> {
    match note {
        Note::Comment(text) => Some(text),
        _ => None,
    }
}

/// The clock of a move, or of an ending.
fn clock(note: &Note) -> Option<Clock> {
    match note {
        Note::Clock(clock) => Some(*clock),
        Note::End(ending) => ending.clock,
        _ => None,
    }
}

fn spent(clock: Option<Clock>) -> u32 {
    clock.and_then(|clock| clock.spent).unwrap_or(0)
}

/// Comments are compared as one text; warnings and the order of the file are not compared.
fn is_compared(note: &Note) -> bool {
    noun(note).is_some_and(|noun| noun != "comment")
}

/// Formats count seconds, and have their own words and totals.
/// The usual words for the ending say less.
const FOULS: [&str; 4] = ["打歩詰", "打歩詰め", "打ち歩詰め", "連続王手の千日手"];

fn is_same_note(before: &Note, after: &Note) -> bool {
    match (before, after) {
        (Note::Clock(before), Note::Clock(after)) => {
            before.spent.map(|spent| spent / 1000) == after.spent.map(|spent| spent / 1000)
        }
        (Note::End(before), Note::End(after)) => {
            let foul = before.word.as_deref().filter(|word| FOULS.contains(word));
            before.kind == after.kind && foul.is_none_or(|_| before.word == after.word)
        }
        _ => before == after,
    }
}

fn noun(note: &Note) -> Option<&'static str> {
    LossKind::of(note).map(LossKind::noun)
}
