//! `dapu convert DIR --to FORMAT --out DIR2`: converts every record in a directory.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::conversion::{Conversion, Target, total};
use super::error::{Error, Exit, verdict};
use super::files::{self, Tally};
use super::options::Coloring;
use super::output::Output;
use crate::files::address::Address;
use crate::files::load::show_path;
use crate::files::load::{LoadError, LoadOptions, is_named_as_record};
use crate::format::{Format, Loaded, Losses, count};
use crate::library::stream::{Input, Inputs, Part};

/// The directory to convert and where the results go.
pub(super) struct Tree<'a> {
    pub(super) from: &'a Address,
    pub(super) to: &'a Path,
    pub(super) target: Target,
    pub(super) coloring: Coloring,
}

/// Converts all files, reporting failures and losses per file, then a summary.
pub(super) fn run(
    tree: &Tree<'_>,
    conversion: &Conversion,
    reading: LoadOptions,
) -> Result<Exit, Error> {
    let inputs = Inputs::new(vec![tree.from.clone()])
        .without(tree.to)
        .whole();
    let found: Vec<Result<Input, LoadError>> = inputs.files().collect();
    let targets = targets(&tree.from.path, tree.to, conversion.format, &found);
    let mut output = Output::new(false, tree.coloring.is_on());
    let mut totals = Totals::default();
    let work = |input: &Input, loaded: Loaded| {
        let path = targets.get(&input.path).map_or(tree.to, PathBuf::as_path);
        let converts = !conversion.is_for_another_game(&loaded);
        converts.then(|| Outcome::of(conversion, &loaded, path, tree.target))
    };
    let print = |output: &mut Output, path: &Path, part: Option<Part<_>>| {
        let Some(part) = part else {
            return Ok(Exit::Fine);
        };
        let Some(outcome): Option<Outcome> = part.result else {
            totals.foreign += 1;
            return Ok(Exit::Fine);
        };
        let name = show_path(path);
        if !outcome.losses.is_empty() && !tree.target.quiet {
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
    let tally = files::for_each(&inputs, reading, &mut output, work, print)?;
    if !tree.target.quiet {
        report(&mut output, &tally, &totals, conversion.format)?;
    }
    Ok(tally.exit)
}

/// Counts for the summary.
#[derive(Default)]
struct Totals {
    unwritten: usize,
    /// Files of a game that the format does not support.
    foreign: usize,
    lost: Losses,
}

/// The result for one file.
struct Outcome {
    losses: Losses,
    error: Option<String>,
    exit: Exit,
}

impl Outcome {
    fn of(conversion: &Conversion, loaded: &Loaded, path: &Path, target: Target) -> Self {
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
        let parent = path.parent().filter(|_| !target.dry_run);
        let directory = parent.map_or(Ok(()), std::fs::create_dir_all);
        let written = directory
            .map_err(Error::Io)
            .and_then(|()| conversion.write(&parts, Some(path), target));
        match written {
            Err(error) => failed(error.to_string(), Losses::default()),
            Ok(()) if !conversion.is_whole(loaded) => failed(
                "some games cannot be read; run dapu check for details".to_owned(),
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

/// Where each file's conversion goes: the same relative path with the format's extension. If two would have the same
/// path, both keep their own extension as well.
fn targets(
    from: &Path,
    to: &Path,
    format: &Format,
    found: &[Result<Input, LoadError>],
) -> HashMap<PathBuf, PathBuf> {
    let extension = format.extensions.first().copied().unwrap_or(format.name);
    let paths = || found.iter().flatten().map(|found| &found.path);
    let below = |path: &PathBuf| match path.strip_prefix(from) {
        _ if from == Path::new(".") => to.join(path),
        Ok(rest) if !rest.as_os_str().is_empty() => to.join(rest),
        // A file was named instead of a directory.
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
    for path in tally.skipped.iter().filter(|path| is_named_as_record(path)) {
        let name = show_path(path);
        output.report(&format!("{name}: skipped: not in a format that dapu knows"));
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
        (*foreign, "skipped: a different game"),
        (tally.skipped.len(), "skipped: not records"),
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
