//! What the files of a directory hold, for the list of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::Wanted;
use crate::files::load::{self, LoadOptions, show_path};
use crate::files::walk;
use crate::files::watch::LOOK;
use crate::format::Loaded;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::clean_line;

/// How often a list that is being read is brought up to date.
const BATCH: Duration = Duration::from_millis(100);

/// What was read of the files of a directory.
#[derive(Debug)]
pub(in crate::tui) enum Listing {
    /// What the list shows of the files from this one on.
    Files(usize, Vec<String>),
    /// Files that were added to the directory, in order, and what the list shows of them.
    Added(Vec<(PathBuf, String)>),
}

/// The files' names without what all of them begin with.
pub(in crate::tui) fn names(files: &[PathBuf]) -> Vec<String> {
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
pub(in crate::tui) fn item(name: &str, text: &str) -> String {
    match text {
        "" => name.to_owned(),
        _ => format!("{name}  {text}"),
    }
}

/// Reads what files hold, and sends it now and then; then what is added to their directory, if that is followed. Goes
/// on while `send` says so, and it is wanted.
pub(in crate::tui) fn list(
    files: &[PathBuf],
    directory: Option<&Path>,
    options: LoadOptions,
    wanted: &Wanted,
    send: &mut dyn FnMut(Listing) -> bool,
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
            send(Listing::Added(described));
        }
        thread::sleep(LOOK);
    }
}

fn describe_file(file: &Path, options: LoadOptions) -> String {
    load::load(file, options).map_or_else(|error| error.reason(), |file| summary(&file))
}

fn summarize(files: &[PathBuf], options: LoadOptions, send: &mut dyn FnMut(Listing) -> bool) {
    let mut texts = Vec::new();
    let mut sent = Instant::now();
    for (number, file) in files.iter().enumerate() {
        texts.push(describe_file(file, options));
        if sent.elapsed() >= BATCH || number + 1 == files.len() {
            let from = number + 1 - texts.len();
            if !send(Listing::Files(from, std::mem::take(&mut texts))) {
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
pub(in crate::tui) fn describe(headers: &Headers) -> String {
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
