//! `dapu convert DIR --to FORMAT --out DIR2`: every record below a directory.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::conversion::{Conversion, total};
use super::error::{Error, Exit, verdict};
use super::files::{self, Files, Found, Tally};
use super::output::Output;
use crate::files::load::show_path;
use crate::files::load::{LoadError, LoadOptions};
use crate::format::{FORMATS, Format, Loaded, Losses, count};

/// Where a tree of files is, and where it goes.
pub(super) struct Tree<'a> {
    pub(super) from: &'a Path,
    pub(super) to: &'a Path,
    /// Overwrite what is there.
    pub(super) force: bool,
}

/// Converts a tree of files. What fails or is lost is reported for each file, and summed up at the end.
pub(super) fn run(
    tree: &Tree<'_>,
    conversion: &Conversion,
    reading: LoadOptions,
) -> Result<Exit, Error> {
    let found: Vec<Result<Found, LoadError>> = Files::new(vec![tree.from.to_owned()], true)
        .without(tree.to)
        .collect();
    let targets = targets(tree.from, tree.to, conversion.format, &found);
    let mut output = Output::new(false);
    let mut totals = Totals::default();
    let work = |path: &Path, loaded: Loaded| {
        let target = targets.get(path).map_or(tree.to, PathBuf::as_path);
        let converts = !conversion.is_for_another_game(&loaded);
        converts.then(|| Outcome::of(conversion, &loaded, target, tree.force))
    };
    let print = |output: &mut Output, path: &Path, outcome: Option<Outcome>| {
        let Some(outcome) = outcome else {
            totals.foreign += 1;
            return Ok(Exit::Fine);
        };
        let name = show_path(path);
        if !outcome.losses.is_empty() {
            let (format, losses) = (conversion.format.name, &outcome.losses);
            output.report(&format!("{name}: not kept in {format}: {losses:#}"));
        }
        if let Some(error) = &outcome.error {
            totals.unwritten += 1;
            output.report(&format!("{name}: {error}"));
        } else {
            totals.lost.merge(&outcome.losses);
        }
        Ok(outcome.exit)
    };
    let tally = files::for_each(found.into_iter(), reading, &mut output, work, print)?;
    report(&mut output, &tally, &totals, conversion.format)?;
    Ok(tally.exit)
}

/// What became of the files that were read.
#[derive(Default)]
struct Totals {
    unwritten: usize,
    /// Files of a game that the format is not for.
    foreign: usize,
    lost: Losses,
}

/// What became of a file.
struct Outcome {
    losses: Losses,
    error: Option<String>,
    exit: Exit,
}

impl Outcome {
    fn of(conversion: &Conversion, loaded: &Loaded, target: &Path, force: bool) -> Self {
        let failed = |error, losses| Self {
            losses,
            error: Some(error),
            exit: Exit::Failed,
        };
        let parts = match conversion.convert(loaded) {
            Ok(parts) => parts,
            Err(error) => return failed(error, Losses::default()),
        };
        let losses = total(&parts);
        if conversion.strict && !losses.is_empty() {
            return Self {
                losses,
                error: Some("not written, because of --strict".to_owned()),
                exit: Exit::Findings,
            };
        }
        let directory = target.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = directory
            .map_err(Error::Io)
            .and_then(|()| conversion.write(&parts, Some(target), force));
        match written {
            Err(error) => failed(error.to_string(), Losses::default()),
            Ok(()) if !conversion.is_whole(loaded) => failed(
                "some games cannot be read; dapu check says why".to_owned(),
                losses,
            ),
            Ok(()) => Self {
                losses,
                error: None,
                exit: verdict(conversion.strict, &loaded.all_warnings()),
            },
        }
    }
}

/// Where each file's conversion goes: the same place below the other directory, with the format's extension. Two files
/// that would meet there keep their own extensions too.
fn targets(
    from: &Path,
    to: &Path,
    format: &Format,
    found: &[Result<Found, LoadError>],
) -> HashMap<PathBuf, PathBuf> {
    let extension = format.extensions.first().copied().unwrap_or(format.name);
    let paths = || found.iter().flatten().map(|found| &found.path);
    let below = |path: &PathBuf| match path.strip_prefix(from) {
        Ok(rest) if !rest.as_os_str().is_empty() => to.join(rest),
        // A file was named in the place of a directory.
        _ => to.join(path.file_name().unwrap_or_default()),
    };
    let plain = |path: &PathBuf| below(path).with_extension(extension);
    let mut seen = HashSet::new();
    let twice: HashSet<PathBuf> = paths()
        .map(plain)
        .filter(|path| !seen.insert(path.clone()))
        .collect();
    let target = |path: &PathBuf| {
        let plain = plain(path);
        if !twice.contains(&plain) || below(path) == plain {
            return (path.clone(), plain);
        }
        let mut whole = below(path).into_os_string();
        whole.push(format!(".{extension}"));
        (path.clone(), whole.into())
    };
    paths().map(target).collect()
}

fn report(
    output: &mut Output,
    tally: &Tally,
    totals: &Totals,
    format: &Format,
) -> Result<(), Error> {
    for path in tally
        .skipped
        .iter()
        .filter(|path| has_known_extension(path))
    {
        let name = show_path(path);
        output.report(&format!(
            "{name}: left out: not a record of a format that dapu knows"
        ));
    }
    let Totals {
        unwritten,
        foreign,
        lost,
    } = totals;
    let converted = tally.read - unwritten - foreign;
    let mut parts = vec![format!("{} converted", count(converted, "file"))];
    for (number, what) in [
        (tally.failed + unwritten, "failed"),
        (*foreign, "left out: of another game"),
        (tally.skipped.len(), "left out: no records"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    if !lost.is_empty() {
        parts.push(format!("not kept in {}: {lost}", format.name));
    }
    output.report(&parts.join("; "));
    output.flush()
}

/// Whether a file's name says that it should be a record.
fn has_known_extension(path: &Path) -> bool {
    let extension = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    FORMATS
        .iter()
        .filter(|format| format.read.is_some())
        .any(|format| format.extensions.contains(&&*extension))
}
