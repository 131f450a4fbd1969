//! Describes the files of a directory for the list.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Wanted;
use crate::columns::NAMES;
use crate::files::load::{self, LoadError, LoadOptions, is_named_as_record};
use crate::files::notes::Shelf;
use crate::files::{walk, watch};
use crate::format::Loaded;
use crate::game::{Game, Side};
use crate::record::{Date, Headers, Key, Record};
use crate::text::clean_line;
use crate::tui::i18n::Texts;
use crate::words::{Lang, Terms, Worded};

/// The columns of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Column {
    Name,
    Players,
    Result,
    Date,
    Moves,
    Event,
}

impl Column {
    pub(in crate::tui) const ALL: [Self; 6] =
        [Self::Name, Self::Players, Self::Result, Self::Date, Self::Moves, Self::Event];
}

/// An item of a list of files or games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct ListItem {
    /// A clean text for each [`Column`].
    pub(in crate::tui) texts: [String; Column::ALL.len()],
    /// The title of the game, in whatever column it is.
    pub(in crate::tui) title: String,
    /// Whether it neither is a record nor has one.
    pub(in crate::tui) is_idle: bool,
    /// Whether it is a problem that has failed and is not solved.
    pub(in crate::tui) is_failed: bool,
    /// Whether the list leaves it out: a whole game among problems.
    pub(in crate::tui) is_left_out: bool,
}

/// The name of the folder above.
pub(in crate::tui) const ABOVE: &str = "../";

impl ListItem {
    /// An item of which only one text is known so far.
    pub(in crate::tui) fn with(column: Column, text: String) -> Self {
        let mut row = Self::default();
        row.set(column, text);
        row
    }

    /// The item with the sign of notes.
    pub(in crate::tui) fn noted(mut self) -> Self {
        self.texts[Column::Players as usize].insert_str(0, "& ");
        self
    }

    pub(in crate::tui) fn text(&self, column: Column) -> &str {
        &self.texts[column as usize]
    }

    pub(in crate::tui) fn set(&mut self, column: Column, text: String) {
        self.texts[column as usize] = text;
    }

    /// Takes all columns but the name from `facts`.
    pub(in crate::tui) fn describe(&mut self, mut facts: Self) {
        let name = Column::Name as usize;
        facts.texts[name] = std::mem::take(&mut self.texts[name]);
        // The way back stays where it is.
        facts.is_idle &= facts.texts[name] != ABOVE;
        *self = facts;
    }
}

/// How games are described: their language, and whether the sides have signs.
pub(in crate::tui) type Words = (Lang, Terms);

/// How often a list that is still being read is updated.
const BATCH: Duration = Duration::from_millis(100);

/// Reads folders and files and sends their rows in batches, each with the index of its first. Returns the last batch, which may be empty.
pub(in crate::tui) fn list(
    folders: &[PathBuf],
    files: &[PathBuf],
    (options, words): (LoadOptions, Words),
    shelf: &Shelf,
    send: &mut dyn FnMut((usize, Vec<ListItem>)) -> bool,
) -> Option<(usize, Vec<ListItem>)> {
    let total = folders.len() + files.len();
    let folders = folders.iter().map(|folder| folder_row(folder, (options, words.0)));
    let files = files.iter().map(|file| {
        let row = file_row(load::load(file, options), words);
        if shelf.games_of(file).is_empty() { row } else { row.noted() }
    });
    in_batches(folders.chain(files), send).map(|rows| (total - rows.len(), rows))
}

/// Reads the games of a file from an index on and sends what their headers lack, in batches like [`list`].
pub(in crate::tui) fn read_games(
    loaded: &Loaded,
    first: usize,
    words: Words,
    send: &mut dyn FnMut((usize, Vec<ListItem>)) -> bool,
) -> Option<(usize, Vec<ListItem>)> {
    let games = loaded.games().iter().skip(first);
    let rows =
        games.map(|game| game.read().map(|record| of_record(&record, words)).unwrap_or_default());
    let mut send = |(from, rows): (usize, Vec<ListItem>)| send((first + from, rows));
    let rows = in_batches(rows, &mut send)?;
    Some((loaded.games().len() - rows.len(), rows))
}

/// Sends rows in batches, each with the index of its first, and returns the last batch.
fn in_batches(
    all: impl Iterator<Item = ListItem>,
    send: &mut dyn FnMut((usize, Vec<ListItem>)) -> bool,
) -> Option<Vec<ListItem>> {
    let mut rows = Vec::new();
    let mut sent = Instant::now();
    for (number, row) in all.enumerate() {
        if sent.elapsed() >= BATCH {
            if !send((number - rows.len(), std::mem::take(&mut rows))) {
                return None;
            }
            sent = Instant::now();
        }
        rows.push(row);
    }
    Some(rows)
}

/// Sends the files that are added to a directory while that is wanted, in order, with their rows. `known` are its files
/// so far.
pub(in crate::tui) fn await_added(
    directory: &Path,
    known: &[PathBuf],
    (options, words): (LoadOptions, Words),
    wanted: &Wanted,
    send: &mut dyn FnMut(Vec<(PathBuf, ListItem)>) -> bool,
) {
    let mut known: BTreeSet<PathBuf> = known.iter().cloned().collect();
    wanted.poll(|| {
        let (_, files) = walk::entries_in(directory).unwrap_or_default();
        let mut described: Vec<(PathBuf, ListItem)> = Vec::new();
        for file in files.into_iter().filter(|file| !known.contains(file)) {
            let loaded = load::load(&file, options);
            // A file that is not a record yet may be one at the next look.
            if loaded.is_ok() || !watch::is_fresh(&file, watch::FRESH) {
                described.push((file, file_row(loaded, words)));
            }
        }
        known.extend(described.iter().map(|(file, _)| file.clone()));
        described.is_empty() || send(described)
    });
}

fn folder_row(folder: &Path, (options, lang): (LoadOptions, Lang)) -> ListItem {
    match walk::entries_in(folder) {
        Ok((folders, files)) => {
            let contents = (Texts::of(lang).contents)(folders.len(), files.len());
            let mut item = ListItem::with(Column::Players, contents);
            item.is_idle = !may_have_record(folder, options);
            item
        }
        Err(error) => no_record(lang, &error),
    }
}

/// Whether there is a record below a folder, as far as one can say without reading too much.
fn may_have_record(folder: &Path, options: LoadOptions) -> bool {
    /// The files that are looked at, and those that are read.
    const MOST: (usize, usize) = (1000, 20);
    let mut files = walk::files_below(folder, None);
    let named = files.by_ref().take(MOST.0).flatten().filter(|file| is_named_as_record(file));
    named.take(MOST.1).any(|file| load::load(&file, options).is_ok()) || files.next().is_some()
}

/// The row of a file, or why it cannot be read.
fn file_row(file: Result<Loaded, LoadError>, words: Words) -> ListItem {
    let (lang, _) = words;
    let texts = Texts::of(lang);
    let file = match file {
        Ok(file) => file,
        Err(error) => return no_record(lang, &error),
    };
    let [_] = file.games() else {
        let several = (texts.several)(file.games().len());
        let mut item = ListItem::with(Column::Players, several);
        item.set(Column::Event, file.title.as_deref().map(clean_line).unwrap_or_default());
        return item;
    };
    let record = match file.game(0) {
        Ok(record) => record,
        Err(error) => return no_record(lang, &LoadError::new("", error)),
    };
    of_record(&record, words)
}

/// The item of a record, with the number of its moves. Without moves it has no result.
fn of_record(record: &Record, words: Words) -> ListItem {
    let mut item = describe(record.game(), &record.facts(), words);
    let moves = record.tree.mainline().filter(|node| record.tree.mv(*node).is_some()).count();
    match moves {
        0 => item.set(Column::Result, String::new()),
        moves => item.set(Column::Moves, moves.to_string()),
    }
    item
}

/// Why an item has no record.
fn no_record(lang: Lang, error: &LoadError) -> ListItem {
    let mut item = ListItem::with(Column::Players, error.cause.worded(lang));
    item.is_idle = true;
    item
}

/// The width of a date.
pub(in crate::tui) const DATE: usize = 10;

/// The item of a game. Where a player is missing, it has the title in place of them, or else the event.
pub(in crate::tui) fn describe(game: Game, headers: &Headers, (lang, terms): Words) -> ListItem {
    fn get(headers: &Headers, key: Key) -> Option<String> {
        headers.get(key).map(clean_line).filter(|text| !text.is_empty())
    }
    let [event, title] = [Key::Event, Key::Title].map(|key| get(headers, key));
    let names = Side::BOTH.map(|side| get(headers, Key::Player(side)));
    let (main, about) = match (&names, &title, &event) {
        ([Some(first), Some(second)], ..) => {
            (format!("{first}{NAMES}{second}"), [&event, &title, &None])
        }
        ([first, second], Some(title), _) => (title.clone(), [&event, first, second]),
        ([None, None], None, event) => (event.clone().unwrap_or_default(), [&None; 3]),
        (names, ..) => {
            let names = names.each_ref().map(|name| name.as_deref().unwrap_or("?"));
            (names.join(NAMES), [&event, &None, &None])
        }
    };
    let about: Vec<&str> = about.into_iter().flatten().map(String::as_str).collect();
    let about = about.join("  ");
    let result = get(headers, Key::Result).filter(|result| result != "*");
    let result = result.map(|result| lang.result(game, &result, terms));
    let date = get(headers, Key::Date).or_else(|| get(headers, Key::Started));
    let date = date.map(|date| Date::read(&date).map_or(date, |date| date.to_string()));
    let [result, date, title] = [result, date, title].map(Option::unwrap_or_default);
    let texts = [String::new(), main, result, date, String::new(), about];
    ListItem { texts, title, ..ListItem::default() }
}
