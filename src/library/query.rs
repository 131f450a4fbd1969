//! Queries for records: positions, texts, players and dates.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::format::{self, Entry, Loaded, ReadError};
use crate::game::{CornerKey, Corners, Game, Keys, Side};
use crate::library::Pattern;
use crate::library::positions::changed;
use crate::record::{Date, Header, Headers, Key, Lines, NodeId, Note, Place, Record, Tree, Walk};
use crate::text::Source;

/// The values of headers that contain a pattern.
pub(crate) fn headers_with<'a>(
    headers: &'a Headers,
    pattern: &Pattern,
) -> impl Iterator<Item = &'a str> {
    let known = headers.known().map(|(_, value)| value);
    let values = known.chain(headers.entries().iter().map(Header::value));
    values.filter(|value| pattern.is_in(value))
}

/// The comment or bookmark at a node that contains a pattern.
pub(crate) fn note_with<'a>(tree: &'a Tree, node: NodeId, pattern: &Pattern) -> Option<&'a str> {
    tree.notes(node).find_map(|note| match note {
        Note::Comment(text) | Note::Bookmark(text) => Some(&**text).filter(|it| pattern.is_in(it)),
        _ => None,
    })
}

/// The first line of a text that contains a pattern, or all of it if the pattern spans lines.
fn line_in<'a>(pattern: &Pattern, text: &'a str) -> &'a str {
    text.lines().find(|line| pattern.is_in(line)).unwrap_or(text)
}

/// Positions of one game.
pub(crate) struct Targets {
    pub(crate) game: Game,
    /// Their keys: [`Keys::key`] if they are `exact`, otherwise [`Keys::canonical`].
    pub(crate) keys: Vec<u64>,
    /// Whether what turning the board makes of them is another position.
    pub(crate) exact: bool,
    /// The corner that is searched for instead of them.
    pub(crate) corner: Option<CornerKey>,
}

/// The conditions for a game, all of which must hold.
pub(crate) struct Query {
    /// Any of these positions.
    pub(crate) targets: Option<Targets>,
    /// A player.
    pub(crate) player: Option<Pattern>,
    /// A text.
    pub(crate) text: Option<Pattern>,
    /// The earliest date.
    pub(crate) since: Option<Date>,
    /// The latest date.
    pub(crate) until: Option<Date>,
    /// Once it is set, nothing more is searched in a game.
    pub(crate) stop: Arc<AtomicBool>,
}

/// A place in a record, or the whole record.
pub(crate) struct Match {
    pub(crate) node: Option<FoundNode>,
    /// The matching line of text.
    pub(crate) text: Option<String>,
    /// Whether a corner has the colours swapped.
    pub(crate) is_swapped: bool,
}

/// A node that matches.
pub(crate) struct FoundNode {
    pub(crate) ply: u32,
    /// The node's number in preorder, as in JSON.
    pub(crate) number: usize,
    pub(crate) place: Place,
    /// The next moves, the main one first.
    pub(crate) next: Vec<String>,
}

/// A game with its matches.
pub(crate) struct FoundGame {
    /// Its index in what was read.
    pub(crate) number: usize,
    pub(crate) game: Game,
    pub(crate) headers: Headers,
    pub(crate) matches: Vec<Match>,
}

impl Query {
    /// The games that match, or cannot be read.
    pub(crate) fn games(
        &self,
        loaded: &Loaded,
        only: Option<usize>,
    ) -> Vec<Result<FoundGame, ReadError>> {
        let entries = loaded.games().iter().enumerate();
        let meant = entries.filter(|(number, _)| only.is_none_or(|only| only == *number));
        // The headers are checked first, so that most games need not be opened.
        let admitted = meant.filter(|(_, entry)| self.admits(entry));
        let mut games = Vec::new();
        for (number, entry) in admitted {
            let record = match entry.read() {
                Ok(record) => record,
                Err(error) => {
                    games.push(Err(error));
                    continue;
                }
            };
            let matches = self.search(&record);
            if !matches.is_empty() {
                let headers = record.facts().into_owned();
                games.push(Ok(FoundGame { number, game: record.game(), headers, matches }));
            }
        }
        games
    }

    /// Whether a game with these headers may match.
    fn admits(&self, game: &Entry) -> bool {
        if self.player.is_none() && self.since.is_none() && self.until.is_none() {
            return true;
        }
        let [first, second] = Side::BOTH.map(Key::Player);
        let headers = game.some_headers(&[first, second, Key::Date, Key::Started]);
        if let Some(pattern) = &self.player {
            let mut names = [first, second].into_iter().filter_map(|key| headers.get(key));
            if !names.any(|name| pattern.is_in(name)) {
                return false;
            }
        }
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        let date = headers.get(Key::Date).or_else(|| headers.get(Key::Started));
        let Some(date) = date.and_then(Date::read) else { return false };
        self.since.is_none_or(|since| !date.is_before(since))
            && self.until.is_none_or(|until| !until.is_before(date))
    }

    /// The matches in a record: nodes with the position, otherwise nodes with the text, otherwise the whole record.
    fn search(&self, record: &Record) -> Vec<Match> {
        match (&self.targets, &self.text) {
            (None, None) => vec![Match { node: None, text: None, is_swapped: false }],
            (None, Some(text)) => with_text(record, text, &self.stop),
            (Some(_), Some(text)) if with_text(record, text, &self.stop).is_empty() => Vec::new(),
            (Some(targets), _) => with_position(record, targets, &self.stop),
        }
    }
}

/// Every node with one of the positions, or at which the corner comes to be.
fn with_position(record: &Record, targets: &Targets, stop: &AtomicBool) -> Vec<Match> {
    // Records of other games need not be searched.
    if targets.game != record.game() {
        return Vec::new();
    }
    let (mut keys, mut corners) = (Keys::default(), Corners::default());
    let wanted = |walk: &mut Walk<'_>, node| {
        let Some(of) = &targets.corner else {
            let position = walk.position();
            let key = if targets.exact { keys.key(position) } else { keys.canonical(position).0 };
            return targets.keys.contains(&key).then_some((None, false));
        };
        let changed = changed(&mut corners, walk, node).into_iter();
        let found = changed
            .map(|corner| corners.key(corner, walk.position()))
            .find(|it| it.key == of.key && (!targets.exact || it.symmetries == of.symmetries));
        found.map(|found| (None, found.swaps() != of.swaps()))
    };
    search(record, wanted, stop)
}

/// Every node that contains the text, after the headers that do.
fn with_text(record: &Record, pattern: &Pattern, stop: &AtomicBool) -> Vec<Match> {
    let values = headers_with(&record.headers, pattern);
    let mut lines: Vec<&str> = values.map(|value| line_in(pattern, value)).collect();
    lines.sort_unstable();
    lines.dedup();
    let in_headers = lines.into_iter().map(|line| Match {
        node: None,
        text: Some(line.to_owned()),
        is_swapped: false,
    });
    let tree = &record.tree;
    let mut matches: Vec<Match> = in_headers.collect();
    // Most records do not contain it, and this check needs no positions.
    if tree.ids().any(|node| note_with(tree, node, pattern).is_some()) {
        let found = |_: &mut Walk<'_>, node| {
            let found = note_with(tree, node, pattern);
            found.map(|text| (Some(line_in(pattern, text).to_owned()), false))
        };
        matches.extend(search(record, found, stop));
    }
    matches
}

/// The nodes for which `wanted` returns a result, in preorder, each with the text to show, and whether colours are swapped.
fn search(
    record: &Record,
    mut wanted: impl FnMut(&mut Walk<'_>, NodeId) -> Option<(Option<String>, bool)>,
    stop: &AtomicBool,
) -> Vec<Match> {
    let mut matches = Vec::new();
    let mut lines = None;
    let mut walk = record.walk();
    let mut number = 0;
    while let Some(node) = walk.advance().filter(|_| !stop.load(Ordering::Relaxed)) {
        if let Some((text, is_swapped)) = wanted(&mut walk, node) {
            let position = walk.position();
            let lines = lines.get_or_insert_with(|| Lines::new(&record.tree));
            let children = record.tree.children(node);
            matches.push(Match {
                node: Some(FoundNode {
                    ply: record.tree.ply(node),
                    number,
                    place: Place::of(&record.tree, lines, node),
                    next: children.filter_map(|child| record.notate(position, child)).collect(),
                }),
                text,
                is_swapped,
            });
        }
        number += 1;
    }
    matches
}

/// The record of moves in any notation: `炮二平五 马8进7`. `None` if they are none, or there is more.
pub(crate) fn after_moves(text: &str) -> Option<Arc<Record>> {
    let record = format::read(&Source::new(text.as_bytes(), "moves.txt")).ok()?.game(0).ok()?;
    let end = record.tree.mainline_end();
    let is_whole = record.warnings.listed().is_empty()
        && !record.tree.all_notes().any(|note| matches!(note, Note::Comment(_)));
    (end != NodeId::ROOT && is_whole).then_some(record)
}
