//! Processing many files, and reporting on them.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::{Error, Exit, verdict};
use super::message::{Message, Skipped};
use super::options::{Addresses, ResultOptions};
use super::output::{Output, lang, listed};
use crate::files::address::Address;
use crate::files::load::{self, LoadError, LoadOptions, is_named_as_record, show_path};
use crate::files::notes::{Identity, Notes, Shelf};
use crate::files::results::ResultStore;
use crate::format::{Loaded, ReadError};
use crate::library::positions::Index;
use crate::library::stream::{
    self, FilePart, Input, Inputs, OpenedGame, Progress, StreamItem, display_path,
};
use crate::record::{At, Record, Warning};
use crate::text::foreign;
use crate::words::Worded;

/// Reports the warnings about a file.
pub(super) fn report_warnings<'a>(
    out: &mut Output,
    path: &Path,
    warnings: impl IntoIterator<Item = &'a Warning>,
) {
    for warning in warnings {
        let message = warning.problem.worded(lang());
        out.report_text(&load::locate(display_path(path), warning.at, &message));
    }
}

/// The results of each game in a part of a file, or why the game cannot be read.
pub(super) type FoundGames<T> = Vec<Result<T, ReadError>>;

/// Handles what was found in the games of a part of a file, and reports the games that cannot be read.
pub(super) fn each_found<T>(
    out: &mut Output,
    path: &Path,
    part: Option<&FilePart<FoundGames<T>>>,
    mut each: impl FnMut(&mut Output, &FilePart<FoundGames<T>>, &T) -> Result<(), Error>,
) -> Result<Exit, Error> {
    let mut exit = Exit::Fine;
    for (part, game) in part.iter().flat_map(|part| part.result.iter().map(move |it| (part, it))) {
        match game {
            Ok(game) => each(out, part, game)?,
            Err(error) => {
                exit = Exit::Failed;
                out.report_text(&load::locate(path, error.at, &error.worded(lang())));
            }
        }
    }
    Ok(exit)
}

/// An error about a file, or about an argument that concerns it.
pub(super) fn file_error(path: &Path, message: impl Worded + 'static) -> Error {
    Error::about(show_path(display_path(path)), message)
}

/// The user's notes if they are wanted, or none.
///
/// # Errors
/// They cannot be read.
pub(super) fn shelf(wanted: bool) -> Result<Shelf, Error> {
    let notes = Notes::of_user(&|name| std::env::var_os(name)).filter(|_| wanted);
    notes.map_or_else(|| Ok(Shelf::default()), |notes| Shelf::open(&notes).map_err(Error::Notes))
}

/// Reports what could not be read of the notes that were asked for.
pub(super) fn report_damage(shelf: &Shelf, out: &mut Output) -> Result<Exit, Error> {
    let damaged = shelf.damaged();
    damaged.iter().for_each(|damage| out.report(damage));
    out.flush()?;
    Ok(if damaged.is_empty() { Exit::Fine } else { Exit::Findings })
}

/// The store of analyses, if it is wanted and has a place.
pub(super) fn results(wanted: bool) -> Option<ResultStore> {
    ResultStore::of_user(&|name| std::env::var_os(name)).filter(|_| wanted)
}

/// Opens one game of a file.
///
/// # Errors
/// The file cannot be read, or does not contain the game.
pub(super) fn open_game(
    address: &Address,
    options: LoadOptions,
) -> Result<(Arc<Record>, Vec<Warning>), Error> {
    let input = Input::named(address.path.clone(), address.game);
    let opened = input.open(options)?.map(|opened| (opened.record, opened.warnings));
    opened.ok_or_else(|| file_error(&address.path, Message::NotARecord))
}

/// Opens one game of each file, including those below directories, and passes it on with its address. Files that cannot
/// be read or shown are reported and skipped.
pub(super) fn for_each_game(
    games: &Addresses,
    out: &mut Output,
    mut each: impl FnMut(&mut Output, &Address, &OpenedGame) -> Result<(), Error>,
) -> Result<Exit, Error> {
    let is_quiet = games.results.printing.quiet;
    let (shelf, results) = (shelf(games.notes)?, results(games.notes));
    let mut one = |out: &mut Output, input: Result<Input, LoadError>, address: &Address| {
        let mut input = input?;
        if let Some(place) = address.place.as_ref().filter(|it| it.is_own() && !games.notes) {
            return Err(file_error(&input.path, Message::NeedsNotes(place.to_string())));
        }
        input.game = address.game;
        let Some(mut opened) = input.open(games.inputs.reading.into())? else {
            return Ok(None);
        };
        let index = address.game.unwrap_or(0);
        let of_file = Arc::clone(&opened.record);
        opened.record = shelf.noted(&of_file, &input.path, index);
        if let Some(results) = &results {
            let game = Identity::of(&of_file, &input.path, index);
            // What cannot be read is left out, as where no engine has looked.
            opened.valued = results.on(&game, &opened.record, |_| true).unwrap_or_default();
        }
        let address = Address::new(input.path, address.game, address.place.clone());
        each(out, &address, &opened)?;
        out.flush()?;
        if !is_quiet {
            report_warnings(out, &address.path, &opened.warnings);
            out.flush()?;
        }
        Ok(Some(verdict(games.strict, &opened.warnings)))
    };
    let mut exit = None;
    for address in games.addresses()? {
        for input in Inputs::new(vec![address.clone()]).files() {
            let done = match one(out, input, &address) {
                Err(Error::Io(error)) => return Err(Error::Io(error)),
                Err(error) => {
                    out.report(&error);
                    out.flush()?;
                    Some(Exit::Failed)
                }
                Ok(exit) => exit,
            };
            exit = exit.max(done);
            if out.is_full() {
                return Ok(exit.unwrap_or_default().max(report_damage(&shelf, out)?));
            }
        }
    }
    if exit.is_none() {
        // Perhaps the wrong directory was named.
        out.report(&Message::NoRecords);
        out.flush()?;
    }
    Ok(exit.unwrap_or(Exit::Failed).max(report_damage(&shelf, out)?))
}

/// The outcome of processing many files.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The files that were read.
    pub(super) read: usize,
    /// Files in directories that are not records.
    pub(super) skipped: Vec<PathBuf>,
    /// Files that could not be read.
    pub(super) failed: usize,
    /// The exit status.
    pub(super) exit: Exit,
}

/// Reads files, processes their games on all cores, and passes the results on in file order: once per part, and `None`
/// at the end of each file. Files that cannot be read are reported and skipped.
pub(super) fn for_each<T: Send>(
    inputs: &Inputs,
    options: LoadOptions,
    out: &mut Output,
    work: impl Fn(&Input, Loaded) -> T + Sync,
    mut print: impl FnMut(&mut Output, &Path, Option<FilePart<T>>) -> Result<Exit, Error>,
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    let is_stopped = stream::run(inputs, options, work, |outcome, progress: &Progress| {
        let exit = match outcome {
            StreamItem::Part(path, part) => print(out, &path, Some(part))?,
            StreamItem::End(path) => {
                tally.read += 1;
                print(out, &path, None)?
            }
            StreamItem::NotARecord(path) => {
                tally.skipped.push(path);
                Exit::Fine
            }
            StreamItem::Failed(error) => {
                tally.failed += 1;
                out.report(&error);
                Exit::Failed
            }
        };
        tally.exit = tally.exit.max(exit);
        out.flush()?;
        out.progress(|| progress_line(progress));
        Ok::<(), Error>(())
    })?;
    if is_stopped {
        // SIGINT.
        tally.exit = Exit::Signal(2);
    } else if tally.read + tally.failed == 0 {
        // Perhaps the wrong directory was named.
        out.report(&Message::NoRecords);
        out.flush()?;
        tally.exit = Exit::Failed;
    }
    Ok(tally)
}

/// Names the files in directories that were passed over, if one would take them for records: `2 files skipped: a.7z (a 7z
/// archive), b.kif (empty)`.
pub(super) fn report_skipped(
    out: &mut Output,
    results: ResultOptions,
    skipped: &[PathBuf],
) -> Result<(), Error> {
    /// The number of files that are named.
    const NAMED: usize = 3;
    if results.printing.quiet {
        return Ok(());
    }
    // Most texts are none.
    let skipped = skipped.iter().filter(|path| path.extension().is_none_or(|name| name != "txt"));
    let names = skipped.filter_map(|path| {
        Some(format!("{} ({})", show_path(path), why_skipped(path)?.worded(lang())))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let mut list = names[..names.len().min(NAMED)].join(", ");
        if names.len() > NAMED {
            list += &Message::AndMore(names.len() - NAMED).worded(lang());
        }
        out.report(&Message::Skipped(names.len(), list));
    }
    out.flush()
}

/// Why a file in a directory is not read, if it is an archive or has the name of a record.
pub(super) fn why_skipped(path: &Path) -> Option<Skipped> {
    let mut start = Vec::new();
    let file = File::open(path).and_then(|file| file.take(512).read_to_end(&mut start));
    // Within an archive, the name decides.
    let is_inner = file.is_err() && path.extension().is_some_and(|name| name == "zip");
    match foreign::archive(&start) {
        Some(kind) => Some(Skipped::Archive(kind)),
        None if is_inner => Some(Skipped::ArchiveInArchive),
        None if !is_named_as_record(path) => None,
        None if file.is_ok() && start.is_empty() => Some(Skipped::Empty),
        None => Some(Skipped::Unknown),
    }
}

/// `12000 games, 42%, 3 s left`, as far as known.
pub(super) fn progress_line(progress: &Progress) -> String {
    let mut parts = vec![Message::Games(progress.games)];
    parts.extend(progress.done().map(|done| Message::Percent((done * 100.0).round() as u64)));
    parts.extend(time_left(progress));
    listed(&parts)
}

/// `3 s left`, if known.
pub(super) fn time_left(progress: &Progress) -> Option<Message> {
    Some(match progress.left()?.as_secs() {
        seconds @ ..120 => Message::SecondsLeft(seconds.max(1)),
        seconds => Message::MinutesLeft(seconds / 60),
    })
}

/// The location of a warning: the byte, or the line and the column.
pub(super) fn byte_line_column(at: At) -> [Option<u64>; 3] {
    match at {
        At::File => [None; 3],
        At::Byte(offset) => [Some(offset), None, None],
        // Readers convert these to lines and columns.
        At::Text(offset) => [Some(offset.into()), None, None],
        At::Line { line, column } => [None, Some(line.into()), Some(column.into())],
    }
}

/// The index that was named, or the usual one; `None` if there is no place for it.
pub(super) fn index_path(named: Option<&Path>) -> Option<PathBuf> {
    named.map(Path::to_owned).or_else(|| Index::usual(&|name| std::env::var_os(name)))
}
