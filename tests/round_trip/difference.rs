//! What a record lacks after it was written and read, by the kinds in which losses are counted.

use std::collections::BTreeMap;

use dapu::format::Losses;
use dapu::game::{Game, Move};
use dapu::record::{Clock, Key, NodeId, Note, Record, Tree};

type Counts = BTreeMap<&'static str, usize>;

/// The kinds of things that are there or not. Any other kind of loss is a text or a number that had to be changed.
const KINDS: [&str; 17] = [
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
    "side to move",
    "number of the first move",
];

/// What is wrong: something is missing, or other than it was, and not reported, or reported and not missing.
pub(crate) fn difference(before: &Record, after: &Record, losses: &Losses) -> Option<String> {
    let mut comparison = Comparison {
        before: &before.tree,
        after: &after.tree,
        lost: Counts::new(),
        changed: 0,
        gained: None,
    };
    comparison.compare();
    let Comparison {
        mut lost,
        mut changed,
        mut gained,
        ..
    } = comparison;
    if let Some(fault) = compare_start(before, after, &mut lost) {
        return Some(fault);
    }
    let headers = compare_headers(before, after, &mut gained);
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
    let altered = losses
        .iter()
        .filter(|(kind, _)| !KINDS.contains(kind) && *kind != "header");
    let altered: usize = altered.map(|(_, loss)| loss.count).sum();
    // A sentence about the end of a game of shogi is lost only where the end is.
    let sentence = before.game() == Game::Shogi && before.headers.get(Key::Result).is_some();
    let allowed = headers + usize::from(sentence);
    if reported("header") > allowed || headers > reported("header") + altered {
        return Some(format!(
            "{headers} headers are other, the losses are {losses}"
        ));
    }
    changed += headers.saturating_sub(reported("header"));
    (changed > altered || (altered > 0 && changed == 0))
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
    (start != before.start).then(|| format!("starts from {start:?}, not {:?}", before.start))
}

/// How many headers are missing or other than they were.
fn compare_headers(before: &Record, after: &Record, gained: &mut Option<String>) -> usize {
    let is_open = |key: Key, value: &str| key == Key::Result && value == "*";
    let differs = |(key, value): &(Key, &str)| {
        // The board says what the handicap is, and the end who won.
        if before.game() == Game::Shogi && matches!(key, Key::Handicap | Key::Result) {
            return false;
        }
        let again = after.headers.get(*key);
        again != Some(*value) && !(again.is_none() && is_open(*key, value))
    };
    let known = before.headers.known().filter(differs).count();
    let is_lost = |(name, value): &(&str, &str)| {
        let is_same = |(again, text): (&str, &str)| again == *name && text.trim() == value.trim();
        !after.headers.unknown().any(is_same)
    };
    let unknown = before.headers.unknown().filter(is_lost).count();
    for (key, value) in after.headers.known() {
        // What a reader finds out by itself.
        let is_derived = matches!(
            key,
            Key::Size | Key::Rules | Key::Handicap | Key::Kind | Key::Result | Key::Date
        );
        if before.headers.get(key).is_none() && !is_derived {
            gained.get_or_insert(format!("has {key:?} {value:?} and had not"));
        }
    }
    known + unknown
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
    /// Comments that are there, but other than they were.
    changed: usize,
    /// Something that was not there before.
    gained: Option<String>,
}

impl Comparison<'_> {
    fn compare(&mut self) {
        let mut pending = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((before, after)) = pending.pop() {
            self.compare_notes(before, after);
            let mut children = self.after.children(after).peekable();
            for child in self.before.children(before) {
                match children.next_if(|again| self.is_same(child, *again)) {
                    Some(again) => pending.push((child, again)),
                    None => self.lose(child),
                }
            }
            if let Some(child) = children.next() {
                let mv = self.after.mv(child).map(Move::code);
                let ply = self.after.ply(child);
                self.gained = Some(format!("has {mv:?} at ply {ply} and had not"));
                return;
            }
        }
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

    fn compare_notes(&mut self, before: NodeId, after: NodeId) {
        let is_unknown = self.before.mv(before).is_none() && self.after.mv(after).is_some();
        if is_unknown {
            add(&mut self.lost, "unreadable move", 1);
        }
        let comments = |tree: &Tree, node| tree.comments(node).collect::<Vec<_>>().join("\n");
        let (was, is) = (comments(self.before, before), comments(self.after, after));
        let is_valuation = |line: &str| line.is_empty() || line.starts_with("*評価値");
        let is_kept = is
            .strip_prefix(&*was)
            .is_some_and(|more| more.lines().all(is_valuation));
        if is.is_empty() && !was.is_empty() {
            let count = self.before.comments(before).count();
            add(&mut self.lost, "comment", count);
        } else if !is_kept {
            self.changed += 1;
        }
        let mut left: Vec<&Note> = self
            .after
            .notes(after)
            .filter(|note| is_compared(note))
            .collect();
        for note in self.before.notes(before).filter(|note| is_compared(note)) {
            match left.iter().position(|again| is_same_note(note, again)) {
                Some(place) => {
                    let again = left.remove(place);
                    if clock_of_end(note).is_some() && clock_of_end(again).is_none() {
                        add(&mut self.lost, "clock", 1);
                    }
                }
                // A null move that is lost takes along whose turn it leaves.
                None if is_unknown && matches!(note, Note::Turn(_) | Note::Unread(_)) => {}
                None => add(&mut self.lost, kind(note).unwrap_or("?"), 1),
            }
        }
        if let Some(note) = left.first() {
            self.gained = Some(format!("has {note:?} and had not"));
        }
    }

    /// A branch that is not there: a variation as a whole, or the rest of a line move by move.
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
                let is_part = is_skipped && matches!(note, Note::Turn(_) | Note::Unread(_));
                if let Some(kind) = kind(note).filter(|_| !is_part) {
                    add(&mut self.lost, kind, 1);
                }
            }
            let in_variation = in_variation || begins;
            pending.extend(
                self.before
                    .children(node)
                    .map(|child| (child, in_variation)),
            );
        }
    }
}

fn clock_of_end(note: &Note) -> Option<Clock> {
    match note {
        Note::End(ending) => ending.clock,
        _ => None,
    }
}

/// What a lost note is counted as; `None` for what readers add by themselves.
fn kind(note: &Note) -> Option<&'static str> {
    Some(match note {
        Note::Comment(_) => "comment",
        Note::Bookmark(_) => "bookmark",
        Note::Clock(_) => "clock",
        Note::Remaining(_) => "remaining time",
        Note::Eval(_) => "evaluation",
        Note::Glyph(_) => "glyph",
        Note::Mark(_) => "mark",
        Note::Setup(_) | Note::Turn(_) | Note::Number(_) => "setup",
        Note::End(_) => "ending",
        Note::Result(_) => "result of a line",
        Note::Summary(_) => "summary",
        Note::Unread(_) => "unreadable move",
        Note::Property(_) => "property",
        _ => return None,
    })
}

/// Comments are compared as one text; warnings and the order of the file are made anew.
fn is_compared(note: &Note) -> bool {
    kind(note).is_some_and(|kind| kind != "comment")
}

/// Formats count seconds, and have words and sums of their own.
fn is_same_note(before: &Note, after: &Note) -> bool {
    match (before, after) {
        (Note::Clock(before), Note::Clock(after)) => {
            before.spent.map(|spent| spent / 1000) == after.spent.map(|spent| spent / 1000)
        }
        (Note::End(before), Note::End(after)) => before.kind == after.kind,
        _ => before == after,
    }
}
