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
use crate::game::Side;
use crate::record::{Date, Headers, Key};
use crate::text::{clean_line, columns};
use crate::tui::i18n::Texts;
use crate::words::{Lang, Worded};

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

/// An item of a list of files or games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui) struct ListItem {
    /// A clean text for each [`Column`].
    pub(in crate::tui) texts: [String; Column::ALL.len()],
    /// Whether it neither is a record nor has one.
    pub(in crate::tui) is_idle: bool,
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

/// How often a list that is still being read is updated.
const BATCH: Duration = Duration::from_millis(100);

/// Reads folders and files and sends their rows in batches, each with the index of its first. Returns the last batch, which may be empty.
pub(in crate::tui) fn list(
    folders: &[PathBuf],
    files: &[PathBuf],
    (options, lang): (LoadOptions, Lang),
    shelf: &Shelf,
    send: &mut dyn FnMut((usize, Vec<ListItem>)) -> bool,
) -> Option<(usize, Vec<ListItem>)> {
    let mut rows = Vec::new();
    let mut sent = Instant::now();
    let total = folders.len() + files.len();
    let folders = folders.iter().map(|folder| folder_row(folder, (options, lang)));
    let files = files.iter().map(|file| {
        let row = file_row(load::load(file, options), lang);
        if shelf.games_of(file).is_empty() { row } else { row.noted() }
    });
    let described = folders.chain(files);
    for (number, row) in described.enumerate() {
        if sent.elapsed() >= BATCH {
            if !send((number - rows.len(), std::mem::take(&mut rows))) {
                return None;
            }
            sent = Instant::now();
        }
        rows.push(row);
    }
    Some((total - rows.len(), rows))
}

/// Sends the files that are added to a directory while that is wanted, in order, with their rows. `known` are its files
/// so far.
pub(in crate::tui) fn await_added(
    directory: &Path,
    known: &[PathBuf],
    (options, lang): (LoadOptions, Lang),
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
                described.push((file, file_row(loaded, lang)));
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
fn file_row(file: Result<Loaded, LoadError>, lang: Lang) -> ListItem {
    let texts = Texts::of(lang);
    let file = match file {
        Ok(file) => file,
        Err(error) => return no_record(lang, &error),
    };
    let [game] = file.games() else {
        let several = (texts.several)(file.games().len());
        let mut item = ListItem::with(Column::Players, several);
        item.set(Column::Event, file.title.as_deref().map(clean_line).unwrap_or_default());
        return item;
    };
    let mut item = describe(&game.headers());
    if item.text(Column::Players).is_empty()
        && let Ok(record) = file.game(0)
    {
        let plies = record.tree.ply(record.tree.mainline_end()) as usize;
        item.set(Column::Players, (texts.size)(plies, 1));
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

/// The item of a game. In place of players it has the title, or else the event.
pub(in crate::tui) fn describe(headers: &Headers) -> ListItem {
    fn get(headers: &Headers, key: Key) -> Option<String> {
        headers.get(key).map(clean_line).filter(|text| !text.is_empty())
    }
    let about = [Key::Event, Key::Title].into_iter().filter_map(|key| get(headers, key));
    let mut about: Vec<String> = about.collect();
    let players = match Side::BOTH.map(|side| get(headers, Key::Player(side))) {
        [None, None] => about.pop(),
        players => Some(players.map(|name| name.unwrap_or_else(|| "?".to_owned())).join(NAMES)),
    };
    let result = get(headers, Key::Result).filter(|result| result != "*");
    let date = get(headers, Key::Date).or_else(|| get(headers, Key::Started));
    // `1997-11-16` for `1997年11月16日`, so that it is seen whole.
    let date = date.map(|date| match Date::read(&date) {
        Some(read) if columns(&date, false) > DATE => read.to_string(),
        _ => date,
    });
    let [players, result, date] = [players, result, date].map(Option::unwrap_or_default);
    let texts = [String::new(), players, result, date, about.join("  ")];
    ListItem { texts, is_idle: false }
}
