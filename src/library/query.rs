//! Queries for records.

use std::sync::Arc;

use super::date::Date;
use crate::format::{Entry, Loaded, ReadError};
use crate::game::{Game, Position, Side};
use crate::record::{Header, Headers, Key, Lines, NodeId, Note, Place, Record};
use crate::text::Pattern;

/// The first line of a text that matches.
fn line_in<'a>(pattern: &Pattern, text: &'a str) -> Option<&'a str> {
    text.lines().find(|line| pattern.is_in(line))
}

/// The conditions for a game, all of which must hold.
#[derive(Debug)]
pub(crate) struct Query {
    /// Any of these positions.
    pub(crate) targets: Option<Vec<Position>>,
    /// A player.
    pub(crate) player: Option<Pattern>,
    /// A text.
    pub(crate) text: Option<Pattern>,
    /// The earliest date.
    pub(crate) since: Option<Date>,
    /// The latest date.
    pub(crate) until: Option<Date>,
}

/// A place in a record, or the whole record.
#[derive(Debug)]
pub(crate) struct Match {
    pub(crate) node: Option<Node>,
    /// The matching line of text.
    pub(crate) text: Option<String>,
}

/// A node.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) ply: u32,
    /// The node's number in preorder, as in JSON.
    pub(crate) number: usize,
    pub(crate) place: Place,
    /// The next moves, the main one first.
    pub(crate) next: Vec<String>,
}

/// A game with its matches.
#[derive(Debug)]
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
        let entries = loaded.games.iter().enumerate();
        let meant = entries.filter(|(number, _)| only.is_none_or(|only| only == *number));
        // The headers are checked first, so that most games need not be opened.
        let admitted = meant.filter(|(_, entry)| self.admits(entry));
        let search = |(number, entry): (usize, &Arc<Entry>)| {
            let record = match entry.read() {
                Ok(record) => record,
                Err(error) => return Some(Err(error)),
            };
            let matches = self.search(&record);
            (!matches.is_empty()).then(|| {
                Ok(FoundGame {
                    number,
                    game: record.game(),
                    headers: record.headers.clone(),
                    matches,
                })
            })
        };
        admitted.filter_map(search).collect()
    }

    /// Whether a game with these headers may match.
    fn admits(&self, game: &Entry) -> bool {
        if self.player.is_none() && self.since.is_none() && self.until.is_none() {
            return true;
        }
        let [first, second] = Side::BOTH.map(Key::Player);
        let headers = game.some_headers(&[first, second, Key::Date, Key::Started]);
        let named = |pattern: &Pattern| {
            let mut names = [first, second].into_iter().filter_map(|key| headers.get(key));
            names.any(|name| pattern.is_in(name))
        };
        let played = || {
            let date = headers.get(Key::Date).or_else(|| headers.get(Key::Started));
            date.and_then(Date::read)
        };
        self.player.as_ref().is_none_or(named)
            && self.since.is_none_or(|since| played().is_some_and(|date| !date.is_before(since)))
            && self.until.is_none_or(|until| played().is_some_and(|date| !until.is_before(date)))
    }

    /// The matches in a record: nodes with the position, otherwise nodes with the text, otherwise the whole record.
    fn search(&self, record: &Record) -> Vec<Match> {
        match (&self.targets, &self.text) {
            (None, None) => vec![Match { node: None, text: None }],
            (None, Some(text)) => with_text(record, text),
            (Some(targets), None) => with_position(record, targets),
            (Some(targets), Some(text)) => match with_text(record, text).is_empty() {
                true => Vec::new(),
                false => with_position(record, targets),
            },
        }
    }
}

/// Every node with one of the positions.
fn with_position(record: &Record, targets: &[Position]) -> Vec<Match> {
    let reached = |position: &Position, _: NodeId| {
        let wanted = targets.iter().any(|target| target.looks_like(position));
        wanted.then_some(None)
    };
    // Records of other games need not be searched.
    match targets.first().is_some_and(|target| target.game() == record.game()) {
        true => search(record, reached),
        false => Vec::new(),
    }
}

/// Every node that contains the text, after the headers that do.
fn with_text(record: &Record, pattern: &Pattern) -> Vec<Match> {
    let known = record.headers.known().map(|(_, value)| value);
    let headers = record.headers.entries().iter().map(Header::value).chain(known);
    let mut lines: Vec<&str> = headers.filter_map(|value| line_in(pattern, value)).collect();
    lines.sort_unstable();
    lines.dedup();
    let in_headers =
        lines.into_iter().map(|line| Match { node: None, text: Some(line.to_owned()) });
    let tree = &record.tree;
    let in_notes = |node: NodeId| {
        tree.notes(node).find_map(|note| match note {
            Note::Comment(text) | Note::Bookmark(text) => line_in(pattern, text),
            _ => None,
        })
    };
    let mut matches: Vec<Match> = in_headers.collect();
    // Most records do not contain it, and this check needs no positions.
    if tree.ids().any(|node| in_notes(node).is_some()) {
        matches.extend(search(record, |_, node| in_notes(node).map(|text| Some(text.to_owned()))));
    }
    matches
}

/// The nodes for which `wanted` returns a result, in preorder, each with the text to show.
fn search(
    record: &Record,
    wanted: impl Fn(&Position, NodeId) -> Option<Option<String>>,
) -> Vec<Match> {
    let mut matches = Vec::new();
    let mut lines = None;
    let mut walk = record.walk();
    let mut number = 0;
    while let Some(node) = walk.advance() {
        let position = walk.position();
        if let Some(text) = wanted(position, node) {
            let lines = lines.get_or_insert_with(|| Lines::new(&record.tree));
            let children = record.tree.children(node);
            matches.push(Match {
                node: Some(Node {
                    ply: record.tree.ply(node),
                    number,
                    place: Place::of(&record.tree, lines, node),
                    next: children.filter_map(|child| record.notate(position, child)).collect(),
                }),
                text,
            });
        }
        number += 1;
    }
    matches
}
