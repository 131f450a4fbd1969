//! Describes the files of a directory for the list.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::Wanted;
use crate::files::load::{self, LoadOptions};
use crate::files::walk;
use crate::files::watch::LOOK;
use crate::format::Loaded;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::clean_line;

/// The columns of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Column {
    Name,
    Players,
    Result,
    Date,
    Event,
}

impl Column {
    pub(in crate::tui) const ALL: [Self; 5] =
        [Self::Name, Self::Players, Self::Result, Self::Date, Self::Event];
}

/// An item of a list of files or games: a clean text for each [`Column`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct ListItem(pub(in crate::tui) [String; Column::ALL.len()]);

impl ListItem {
    /// An item of which only the name is known so far.
    pub(in crate::tui) fn named(name: String) -> Self {
        let mut row = Self::default();
        row.0[Column::Name as usize] = name;
        row
    }

    pub(in crate::tui) fn text(&self, column: Column) -> &str {
        &self.0[column as usize]
    }

    /// Takes all columns but the name from `facts`.
    pub(in crate::tui) fn describe(&mut self, mut facts: Self) {
        let name = Column::Name as usize;
        facts.0[name] = std::mem::take(&mut self.0[name]);
        *self = facts;
    }
}

/// How often a list that is still being read is updated.
const BATCH: Duration = Duration::from_millis(100);

/// Reads files and sends their rows in batches, each with the index of its first. The last batch may be empty.
pub(in crate::tui) fn list(
    files: &[PathBuf],
    options: LoadOptions,
    send: &mut dyn FnMut((usize, Vec<ListItem>)) -> bool,
) {
    let mut rows = Vec::new();
    let mut sent = Instant::now();
    for (number, file) in files.iter().enumerate() {
        if sent.elapsed() >= BATCH {
            if !send((number - rows.len(), std::mem::take(&mut rows))) {
                return;
            }
            sent = Instant::now();
        }
        rows.push(row_of(load::load(file, options)));
    }
    send((files.len() - rows.len(), rows));
}

/// Sends the files that are added to a directory while that is wanted, in order, with their rows. `known` are its files
/// so far.
pub(in crate::tui) fn await_added(
    directory: &Path,
    known: &[PathBuf],
    options: LoadOptions,
    wanted: &Wanted,
    send: &mut dyn FnMut(Vec<(PathBuf, ListItem)>) -> bool,
) {
    let mut known: BTreeSet<PathBuf> = known.iter().cloned().collect();
    while wanted.is() {
        let (_, files) = walk::entries_in(directory).unwrap_or_default();
        let mut described: Vec<(PathBuf, ListItem)> = Vec::new();
        for file in files.into_iter().filter(|file| !known.contains(file)) {
            let loaded = load::load(&file, options);
            // A file that is not a record yet may be one at the next look.
            if loaded.is_ok() || !is_fresh(&file) {
                described.push((file, row_of(loaded)));
            }
        }
        known.extend(described.iter().map(|(file, _)| file.clone()));
        if !described.is_empty() {
            send(described);
        }
        thread::sleep(LOOK);
    }
}

/// Whether a file was written within the last two seconds.
fn is_fresh(file: &Path) -> bool {
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age < Duration::from_secs(2))
}

fn row_of(loaded: Result<Loaded, load::LoadError>) -> ListItem {
    loaded.map_or_else(|error| remark(error.cause.to_string()), |file| summary(&file))
}

fn summary(file: &Loaded) -> ListItem {
    match &file.games[..] {
        [game] => describe(&game.headers()),
        games => {
            let title = file.title.as_deref().map(clean_line).unwrap_or_default();
            remark(format!("{title} ({})", games.len()).trim_start().to_owned())
        }
    }
}

/// An item with only a message.
fn remark(text: String) -> ListItem {
    let mut row = ListItem::default();
    row.0[Column::Event as usize] = text;
    row
}

/// The item of a game.
pub(in crate::tui) fn describe(headers: &Headers) -> ListItem {
    let get = |key| headers.get(key).map(clean_line).filter(|text| !text.is_empty());
    let players = match Side::BOTH.map(|side| get(Key::Player(side))) {
        [None, None] => String::new(),
        [first, second] => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            format!("{} - {}", name(first), name(second))
        }
    };
    let result = get(Key::Result).filter(|result| result != "*");
    let date = get(Key::Date).or_else(|| get(Key::Started));
    let event = [get(Key::Event), get(Key::Title)];
    let event: Vec<String> = event.into_iter().flatten().collect();
    ListItem([
        String::new(),
        players,
        result.unwrap_or_default(),
        date.unwrap_or_default(),
        event.join("  "),
    ])
}
