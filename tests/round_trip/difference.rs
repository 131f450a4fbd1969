//! What a record lacks after it was written and read, by the kinds in which writers count what they lose.

use std::collections::BTreeMap;

use dapu::format::{Feature, Losses};
use dapu::game::Move;
use dapu::record::{Key, NodeId, Note, Record, Tree};

type Counts = BTreeMap<String, usize>;

/// The kinds that are counted here; any other tells of a text that had to be changed.
const COUNTED: [&str; 15] = [
    "header",
    "variation",
    "comment",
    "clock",
    "evaluation",
    "glyph",
    "bookmark",
    "mark",
    "setup",
    "ending",
    "property",
    "move",
    "unreadable move",
    "side to move",
    "number of the first move",
];

/// What is wrong: something is missing, or other than it was, and not counted, or counted and not missing.
pub(crate) fn difference(
    before: &Record,
    after: &Record,
    losses: &Losses,
    features: &[Feature],
) -> Option<String> {
    let told: Counts = losses
        .iter()
        .map(|(kind, loss)| (kind.to_owned(), loss.count))
        .collect();
    let mut comparison = Comparison {
        before: &before.tree,
        after: &after.tree,
        features,
        keeps_variations: !told.contains_key("variation"),
        counts: Counts::new(),
        changed: 0,
        gained: None,
    };
    comparison.compare();
    let Comparison {
        mut counts,
        mut changed,
        gained,
        ..
    } = comparison;
    if let Some(fault) = compare_start(before, after, &mut counts) {
        return Some(fault);
    }
    changed += compare_headers(before, after, losses, &mut counts);
    if let Some(gained) = gained {
        return Some(gained);
    }
    let (counted, altered): (Counts, Counts) = told
        .into_iter()
        .partition(|(kind, _)| COUNTED.contains(&&**kind));
    if counted != counts {
        return Some(format!(
            "lacks {counts:?}, the losses are {counted:?} and {altered:?}"
        ));
    }
    let told: usize = altered.values().sum();
    (changed > told || (told > 0 && changed == 0))
        .then(|| format!("{changed} texts are changed, the losses are {altered:?}"))
}

fn compare_start(before: &Record, after: &Record, counts: &mut Counts) -> Option<String> {
    let mut start = after.start.clone();
    if start.side_to_move() != before.start.side_to_move() {
        add(counts, "side to move", 1);
        start.set_side_to_move(before.start.side_to_move());
    }
    if before.first_number != after.first_number {
        add(counts, "number of the first move", 1);
    }
    (start != before.start).then(|| format!("starts from {start:?}, not {:?}", before.start))
}

/// Compares the headers; returns how many are changed, and told so.
fn compare_headers(before: &Record, after: &Record, losses: &Losses, counts: &mut Counts) -> usize {
    let mut changed = 0;
    let lost = losses.iter().find(|(kind, _)| *kind == "header");
    let is_lost = |name: &str| {
        lost.is_some_and(|(_, loss)| loss.examples.iter().any(|example| example == name))
    };
    for (key, value) in before.headers.known() {
        let again = after.headers.get(key);
        let open = key == Key::Result && value == "*";
        match again {
            Some(again) if again == value => {}
            None if open => {}
            Some(_) if !is_lost(&key.name(before.game())) => changed += 1,
            _ => add(counts, "header", 1),
        }
    }
    for (key, value) in after.headers.known() {
        let open = key == Key::Result && value == "*";
        let derived = matches!(key, Key::Size | Key::Rules | Key::Handicap | Key::Kind);
        if before.headers.get(key).is_none() && !open && !derived {
            add(
                counts,
                &format!("new header {:?}: {value:?}", key.name(before.game())),
                1,
            );
        }
    }
    for (name, value) in before.headers.unknown() {
        let mut again = after.headers.unknown();
        if !again.any(|(again, text)| again == name && text.trim() == value.trim()) {
            add(counts, "header", 1);
        }
    }
    changed
}

fn add(counts: &mut Counts, kind: &str, count: usize) {
    if count > 0 {
        *counts.entry(kind.to_owned()).or_default() += count;
    }
}

struct Comparison<'a> {
    before: &'a Tree,
    after: &'a Tree,
    features: &'a [Feature],
    keeps_variations: bool,
    counts: Counts,
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
            for (index, child) in self.before.children(before).enumerate() {
                if index > 0 && !self.keeps_variations {
                    self.lose_variation(child);
                    continue;
                }
                match children.next_if(|again| self.is_same(child, *again)) {
                    Some(again) => pending.push((child, again)),
                    None => self.lose(child),
                }
            }
            if let Some(child) = children.next() {
                let mv = self.after.mv(child).map(Move::code);
                self.gained = Some(format!(
                    "has {mv:?} at ply {} and had not",
                    self.after.ply(child)
                ));
                return;
            }
        }
    }

    /// Whether the nodes play the same. A move that could not be read may come back as one with squares off the board.
    fn is_same(&self, before: NodeId, after: NodeId) -> bool {
        match (self.before.mv(before), self.after.mv(after)) {
            (None, Some(Move::Xiangqi(mv))) => !mv.from.on_board(),
            // SGF has an empty node for an ending, and no other format has one for anything.
            (None, None) => {
                let is_empty = self.after.notes(after).next().is_none();
                is_empty || self.before.is_ending(before) == self.after.is_ending(after)
            }
            (before, after) => before == after,
        }
    }

    fn compare_notes(&mut self, before: NodeId, after: NodeId) {
        if self.before.mv(before).is_none() && self.after.mv(after).is_some() {
            add(&mut self.counts, "unreadable move", 1);
        }
        let comments = |tree: &Tree, node| tree.comments(node).collect::<Vec<_>>().join("\n");
        let (was, is) = (comments(self.before, before), comments(self.after, after));
        if is.is_empty() && !was.is_empty() && !self.features.contains(&Feature::Comments) {
            add(
                &mut self.counts,
                "comment",
                self.before.comments(before).count(),
            );
        } else if was != is {
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
                    left.remove(place);
                }
                None => self.lose_note(note),
            }
        }
        if let Some(note) = left.first() {
            self.gained = Some(format!("has {note:?} and had not"));
        }
    }

    fn lose_note(&mut self, note: &Note) {
        if let Some(feature) = Feature::of(note) {
            add(&mut self.counts, feature.name(), 1);
        }
    }

    /// A branch that is not there at all.
    fn lose(&mut self, node: NodeId) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let kind = match self.before.mv(node) {
                Some(_) => "move",
                None => "unreadable move",
            };
            add(&mut self.counts, kind, 1);
            let notes: Vec<&Note> = self.before.notes(node).collect();
            notes.into_iter().for_each(|note| self.lose_note(note));
            pending.extend(self.before.children(node));
        }
    }

    /// A branch in a format without variations: all that is noted on it goes with it.
    fn lose_variation(&mut self, node: NodeId) {
        add(&mut self.counts, "variation", 1);
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let notes: Vec<&Note> = self.before.notes(node).collect();
            let is_skipped = self.before.mv(node).is_none();
            let notes = notes
                .into_iter()
                .filter(|note| !is_skipped || !matches!(note, Note::Turn(_)));
            notes.for_each(|note| self.lose_note(note));
            let mut children = self.before.children(node);
            pending.extend(children.next());
            for child in children {
                add(&mut self.counts, "variation", 1);
                pending.push(child);
            }
        }
    }
}

/// Comments are compared as one text; warnings and the order of the file are made anew.
fn is_compared(note: &Note) -> bool {
    Feature::of(note).is_some_and(|feature| feature != Feature::Comments)
}

fn is_same_note(before: &Note, after: &Note) -> bool {
    match (before, after) {
        (Note::Clock(before), Note::Clock(after)) => before.spent == after.spent,
        _ => before == after,
    }
}
