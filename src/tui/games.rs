//! The list of games: those of the file, or the records of the directory.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::arrange;
use super::jobs::{Outcome, Wanted};
use super::line::Line;
use crate::files::load;
use crate::files::load::LoadOptions;
use crate::files::load::show_path;
use crate::files::walk;
use crate::files::watch::LOOK;
use crate::format::Loaded;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::Pattern as Query;
use crate::text::clean_line;

/// How often a list that is being read is brought up to date.
const BATCH: Duration = Duration::from_millis(100);

/// What the list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Games,
    Files,
}

/// The list with the part of it that passes the filter.
#[derive(Debug)]
pub(super) struct GameList {
    pub(super) of: Listed,
    pub(super) items: Vec<String>,
    pub(super) filter: Line,
    /// The numbers of the items that pass.
    shown: Vec<u32>,
    /// Which of them is marked.
    pub(super) marked: usize,
    /// The first row that is shown, and how many there is room for.
    top: usize,
    room: usize,
}

impl GameList {
    pub(super) fn new(of: Listed, items: Vec<String>, marked: usize) -> Self {
        Self {
            of,
            shown: (0..items.len() as u32).collect(),
            items,
            filter: Line::default(),
            marked,
            top: 0,
            room: 0,
        }
    }

    /// How many items pass the filter, and how many there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.shown.len(), self.items.len())
    }

    /// The items that pass the filter, from one on, with their numbers from 0.
    pub(super) fn rows(&self, first: usize) -> impl Iterator<Item = (usize, &str)> {
        let shown = self.shown.iter().skip(first);
        shown.filter_map(|index| {
            let index = *index as usize;
            Some((index, &**self.items.get(index)?))
        })
    }

    /// The number of the marked item.
    pub(super) fn chosen(&self) -> Option<usize> {
        self.shown.get(self.marked).map(|index| *index as usize)
    }

    /// Puts another item before the one of a number.
    pub(super) fn insert(&mut self, number: usize, item: String) {
        self.items.insert(number, item);
        let later = self.shown.iter_mut();
        later
            .filter(|shown| **shown as usize >= number)
            .for_each(|shown| *shown += 1);
    }

    pub(super) fn apply_filter(&mut self) {
        let chosen = self.chosen();
        let words = self.filter.text().split_whitespace();
        let queries: Vec<Query> = words.filter_map(Query::new).collect();
        let passes = |item: &String| queries.iter().all(|query| query.is_in(item));
        let passing = self
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| passes(item));
        self.shown = passing.map(|(index, _)| index as u32).collect();
        let still = |index: &usize| self.shown.binary_search(&(*index as u32)).ok();
        self.marked = chosen.as_ref().and_then(still).unwrap_or(0);
    }

    /// Moves the mark by so many rows.
    pub(super) fn go(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.marked = self.marked.saturating_add_signed(by).min(last);
        self.show_marked(self.room);
    }

    /// Moves the mark by so many pages.
    pub(super) fn page(&mut self, pages: isize) {
        self.go(pages.saturating_mul(self.room as isize));
    }

    /// Scrolls so that the marked item is in view, where there is room for so many.
    pub(super) fn show_marked(&mut self, room: usize) {
        self.room = room;
        let last = self.shown.len().saturating_sub(room);
        self.top = arrange::in_view(self.top, self.marked, room).min(last);
    }

    /// The first item that is shown, among those that pass.
    pub(super) fn top(&self) -> usize {
        self.top
    }
}

/// The files' names without what all of them begin with.
pub(super) fn names(files: &[PathBuf]) -> Vec<String> {
    let common = files
        .split_first()
        .map_or_else(PathBuf::new, |(first, rest)| {
            let parent = first.parent().unwrap_or(Path::new(""));
            let holds = |parent: &&Path| rest.iter().all(|file| file.starts_with(parent));
            parent
                .ancestors()
                .find(holds)
                .unwrap_or(Path::new(""))
                .to_owned()
        });
    let name = |file: &PathBuf| show_path(file.strip_prefix(&common).unwrap_or(file));
    files.iter().map(name).collect()
}

/// A file with what is in it.
pub(super) fn item(name: &str, text: &str) -> String {
    match text {
        "" => name.to_owned(),
        _ => format!("{name}  {text}"),
    }
}

/// Reads what files hold, and sends it now and then; then what is added to their directory, if that is followed. Goes
/// on while `send` says so, and it is wanted.
pub(super) fn list(
    files: &[PathBuf],
    directory: Option<&Path>,
    options: LoadOptions,
    wanted: &Wanted,
    send: &mut dyn FnMut(Outcome) -> bool,
) {
    summarize(files, options, send);
    let Some(directory) = directory else {
        return;
    };
    let mut known: BTreeSet<PathBuf> = files.iter().cloned().collect();
    while wanted.is() {
        let files = walk::records_below(directory);
        let added: Vec<PathBuf> = files
            .into_iter()
            .filter(|file| !known.contains(file))
            .collect();
        known.extend(added.iter().cloned());
        let described = added.into_iter().map(|file| {
            let text = describe_file(&file, options);
            (file, text)
        });
        let described: Vec<(PathBuf, String)> = described.collect();
        if !described.is_empty() {
            send(Outcome::Added(described));
        }
        thread::sleep(LOOK);
    }
}

fn describe_file(file: &Path, options: LoadOptions) -> String {
    load::load(file, options).map_or_else(|error| error.reason(), |file| summary(&file))
}

fn summarize(files: &[PathBuf], options: LoadOptions, send: &mut dyn FnMut(Outcome) -> bool) {
    let mut texts = Vec::new();
    let mut sent = Instant::now();
    for (number, file) in files.iter().enumerate() {
        texts.push(describe_file(file, options));
        if sent.elapsed() >= BATCH || number + 1 == files.len() {
            let from = number + 1 - texts.len();
            if !send(Outcome::Listed(from, std::mem::take(&mut texts))) {
                return;
            }
            sent = Instant::now();
        }
    }
}

fn summary(file: &Loaded) -> String {
    match &file.games[..] {
        [game] => describe(&game.headers),
        games => {
            let title = file.title.as_deref().map(clean_line).unwrap_or_default();
            format!("{title} ({})", games.len()).trim_start().to_owned()
        }
    }
}

/// A game in one line: players, result, date, event, title.
pub(super) fn describe(headers: &Headers) -> String {
    let get = |key| {
        headers
            .get(key)
            .map(clean_line)
            .filter(|text| !text.is_empty())
    };
    let players = match Side::BOTH.map(|side| get(Key::Player(side))) {
        [None, None] => None,
        [first, second] => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            Some(format!("{} - {}", name(first), name(second)))
        }
    };
    let result = get(Key::Result).filter(|result| result != "*");
    let rest = [Key::Date, Key::Event, Key::Title].map(get);
    let parts: Vec<String> = [players, result]
        .into_iter()
        .chain(rest)
        .flatten()
        .collect();
    parts.join("  ")
}
