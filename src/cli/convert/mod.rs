//! `dapu convert`: writes a record in another format.

mod work;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;

use super::error::{Error, Exit};
use super::files;
use super::message::Message;
use super::options::{Lenient, OneGame, Printing, address, encoding, examples};
use super::output::Output;
use crate::files::address::Address;
use crate::files::archive;
use crate::files::load::{LoadOptions, show_path};
use crate::files::notes::Shelf;
use crate::files::results::ResultStore;
use crate::files::walk;
use crate::format::{self, Collection, FORMATS, Format, Loaded, WriteOptions};
use crate::library::stream::{FilePart, Input, Inputs};
use crate::record::{Record, Warning};
use crate::text::Encoding;
use work::Work;

/// Arguments of `dapu convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu convert game.xqf game.json", "to the format of the extension"),
    ("dapu convert game.xqf --to json | head -1", "to standard output"),
    ("cat game.xqf | dapu convert - --to json > piped.json", "from standard input"),
    ("dapu convert game.xqf again.json --strict", "fail if anything is lost"),
    ("dapu convert games --to json -o converted", "every record in a directory"),
    ("dapu convert games games.jsonl", "all games as lines of one file"),
]))]
pub struct ConvertArgs {
    /// The record, FILE#GAME for one game of a file, or a directory of records; - is standard input
    #[arg(value_name = "IN", value_parser = address(), value_hint = ValueHint::AnyPath)]
    input: Address,
    /// The output file, or directory if IN is one; - is standard output [default: standard output]
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
    /// The same as OUT
    #[arg(short, long, value_name = "OUT", conflicts_with = "output")]
    out: Option<PathBuf>,
    /// The format to write [default: from the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: Option<&'static Format>,
    /// The version of the format, if there are several
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// The encoding of the output, if the format allows a choice
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    to_encoding: Option<Encoding>,
    /// The encoding of the input, overriding what the file declares
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    from_encoding: Option<Encoding>,
    #[command(flatten)]
    one: OneGame,
    /// Convert every game, each to its own file (OUT-1, OUT-2 …) if the format holds only one
    #[arg(long, conflicts_with = "game")]
    all: bool,
    /// Add your own notes: comments, moves, glyphs and marks
    #[arg(long)]
    notes: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print what would be written and lost, without writing anything
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Exit with 1 if there are warnings, and write nothing that would lose something
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    printing: Printing,
}

/// Parses the name of a format that can be written.
fn writable() -> Lenient<&'static Format> {
    fn read(name: &str) -> Result<&'static Format, String> {
        Err(match format::by_name(name) {
            Some(format) if format.write.is_some() => return Ok(format),
            Some(_) => format!("{name} is read, not written; dapu formats lists what is written"),
            None if name.eq_ignore_ascii_case("sfen") => {
                "positions and moves in SFEN are the format usi".to_owned()
            }
            None => "not a format; see dapu formats".to_owned(),
        })
    }
    let written = FORMATS.iter().filter(|format| format.write.is_some());
    Lenient { read, listed: written.map(|format| format.name).collect() }
}

pub(super) fn run(args: &ConvertArgs) -> Result<Exit, Error> {
    let mut input = args.input.clone();
    let out = args.out().filter(|out| *out != Path::new("-"));
    let is_folder = archive::is_folder(&input.path);
    let mut conversion = args.conversion(out.is_some_and(|out| is_folder || out.is_dir()))?;
    let is_together =
        is_folder && conversion.format.series.is_lines && !out.is_some_and(Path::is_dir);
    let is_tree = conversion.is_tree && !is_together;
    conversion.is_tree |= is_together;
    if is_folder && !conversion.is_tree {
        input.path = only_record(&input.path)?;
    }
    let mut inputs = Inputs::new(vec![Address::new(input.path, conversion.game, None)]);
    let targets = match out {
        Some(to) if is_tree => {
            inputs.except = Some(to.to_owned());
            let found: Vec<PathBuf> = inputs.paths().collect();
            Targets::below(&args.input.path, to, conversion.format, &found)
        }
        _ if is_together => {
            inputs.except = out.map(Path::to_owned);
            Targets::Together(out.unwrap_or(Path::new("-")).to_owned())
        }
        _ => Targets::One(out.unwrap_or(Path::new("-")).to_owned()),
    };
    // Notes and results are added to whole files.
    inputs.whole = conversion.game.is_some()
        || !conversion.shelf.sets.is_empty()
        || conversion.results.is_some();
    let mut output = Output::new(false, args.printing.is_colored());
    let mut work = Work::new(&conversion, targets, args);
    let convert = |input: &Input, loaded: Loaded| conversion.convert(input, loaded);
    let print = |output: &mut Output, path: &Path, part: Option<FilePart<_>>| match part {
        Some(part) => work.add(path, part),
        None => work.end(output, path),
    };
    let tally = files::for_each(&inputs, args.reading(), &mut output, convert, print)?;
    work.stop(&mut output)?;
    let exit = tally.exit.max(work.end_together()?);
    if conversion.is_tree && !args.printing.quiet {
        work.report(&mut output, &tally);
    }
    Ok(exit.max(files::report_damage(&conversion.shelf, &mut output)?))
}

/// The only record of a directory or archive, to be written to standard output.
fn only_record(folder: &Path) -> Result<PathBuf, Error> {
    let mut found = walk::records_below(folder);
    if let (Some(only), None) = (found.next().transpose()?, found.next()) {
        return Ok(only);
    }
    let name = show_path(folder);
    Err(match archive::is_archived(folder) {
        true => Message::ArchiveToOne(name).into(),
        false => Message::DirectoryToOne(name).into(),
    })
}

impl ConvertArgs {
    /// The format, its options and the selected games.
    fn conversion(&self, is_tree: bool) -> Result<Conversion, Error> {
        let extension = self.out().and_then(Path::extension);
        let known = extension.and_then(|it| format::by_extension(&it.to_string_lossy()));
        let Some(format) = self.to.or(known) else {
            let (Some(out), Some(extension)) = (self.out(), extension) else {
                return Err(Message::NoFormat.into());
            };
            let read_only = format::not_written(&extension.to_string_lossy());
            let message = read_only.map_or(Message::NoExtension, Message::ReadOnly);
            return Err(Error::about(show_path(out), message));
        };
        Ok(Conversion {
            format,
            is_tree,
            options: WriteOptions {
                encoding: self.to_encoding,
                version: self.format_version.clone(),
            },
            game: self.game()?,
            split: self.all,
            shelf: files::shelf(self.notes)?,
            results: files::results(self.notes),
        })
    }

    /// The output path, if given.
    fn out(&self) -> Option<&Path> {
        self.out.as_deref().or(self.output.as_deref())
    }

    /// The index of the selected game, from 0, if one is selected.
    fn game(&self) -> Result<Option<usize>, Error> {
        let input = &self.input;
        if input.place.is_some() {
            return Err(Error::about(input.to_string(), Message::ConvertsGames));
        }
        if input.game.is_some() && self.all {
            return Err(Error::about(input.to_string(), Message::GameAndAll));
        }
        self.one.of(input)
    }

    fn reading(&self) -> LoadOptions {
        LoadOptions::in_encoding(self.from_encoding)
    }
}

/// The games to write, and their format.
struct Conversion {
    format: &'static Format,
    options: WriteOptions,
    /// The index of the game to write, from 0; `None` for all.
    game: Option<usize>,
    /// Whether to write each of several games to a separate file if the format holds only one.
    split: bool,
    /// Whether a directory is converted: records of a game that the format does not support are skipped.
    is_tree: bool,
    /// The user's notes, if they are to be added.
    shelf: Shelf,
    /// The analyses to add, if any.
    results: Option<ResultStore>,
}

/// The result for some games of a file.
struct Converted<'a> {
    /// The original format and encoding.
    source: &'static Format,
    encoding: Option<&'static str>,
    warnings: Vec<Warning>,
    /// The number of games, including unreadable ones.
    count: usize,
    /// Whether any of the games cannot be read.
    is_partial: bool,
    games: Result<ConvertedGames<'a>, String>,
}

/// Games to be written to a file.
enum ConvertedGames<'a> {
    /// They are of a game that the format does not support.
    Foreign,
    /// Written; numbered from 0 within what was read if each of several games needs its own file.
    Written(Vec<(Option<usize>, Collection<'a, Vec<u8>>)>),
    /// Too large to write to memory first: written straight to their file. Numbered likewise.
    Large(Loaded, Vec<(Option<usize>, Arc<Record>)>),
}

impl<'a> Converted<'a> {
    /// Writes large games to memory, too.
    fn write_to_memory(&mut self, conversion: &'a Conversion) {
        if let Ok(ConvertedGames::Large(loaded, records)) = &self.games {
            self.games = conversion.written(loaded.format, records);
        }
    }
}

/// Games with more nodes are not written to memory first.
const LARGE: usize = 100_000;

impl Conversion {
    /// Converts the games of a file, or of a part of it.
    fn convert(&self, input: &Input, mut loaded: Loaded) -> Converted<'_> {
        self.shelf.add_to(&mut loaded, &input.path);
        let valued = self.add_results(input, &mut loaded);
        let games = loaded.games().len();
        let records = self.records(input, &loaded);
        let is_partial = self.only(input).is_none() && records.len() < games;
        Converted {
            source: loaded.format,
            encoding: loaded.encoding,
            warnings: loaded.warnings(),
            count: games,
            is_partial,
            games: valued
                .map_err(|error| error.to_string())
                .and_then(|()| self.games(input, loaded, records)),
        }
    }

    /// Adds what engines found.
    fn add_results(&self, input: &Input, loaded: &mut Loaded) -> io::Result<()> {
        let Some(results) = &self.results else { return Ok(()) };
        for index in 0..loaded.games().len() {
            if let Ok(record) = loaded.game(index) {
                let at = (&*input.path, index);
                loaded.set_game(index, results.noted(record, at, self.format.name, None)?);
            }
        }
        Ok(())
    }

    fn games(
        &self,
        input: &Input,
        loaded: Loaded,
        records: Vec<(usize, Arc<Record>)>,
    ) -> Result<ConvertedGames<'_>, String> {
        let split = self.only(input).is_none() && !self.format.holds.games;
        let first = records.first().map(|(_, record)| record.game());
        if self.is_tree && first.is_some_and(|game| !self.format.games.contains(&game)) {
            return Ok(ConvertedGames::Foreign);
        }
        let nodes: usize = records.iter().map(|(_, record)| record.tree.len()).sum();
        let is_large = nodes > LARGE && (!split || records.len() == 1);
        let records = records.into_iter();
        let records: Vec<_> =
            records.map(|(number, record)| (split.then_some(number), record)).collect();
        match is_large {
            true => Ok(ConvertedGames::Large(loaded, records)),
            false => self.written(loaded.format, &records),
        }
    }

    /// Writes games to memory: those with a number each for itself.
    fn written(
        &self,
        source: &'static Format,
        records: &[(Option<usize>, Arc<Record>)],
    ) -> Result<ConvertedGames<'_>, String> {
        let mut parts = Vec::new();
        for records in records.chunk_by(|(number, _), _| number.is_none()) {
            let mut part = Collection::part(self.format, &self.options, Vec::new());
            for (_, record) in records {
                part.add(source, record).map_err(|error| error.to_string())?;
            }
            parts.push((records[0].0, part));
        }
        Ok(ConvertedGames::Written(parts))
    }

    /// Whether all parts of a file must have been read before any of its games is written.
    fn needs_survey(&self) -> bool {
        self.game.is_none() && (self.format.series.lists_warnings() || !self.format.holds.games)
    }

    /// The selected games with their indices in what was read. Unreadable games are skipped: the warnings list them.
    fn records(&self, input: &Input, loaded: &Loaded) -> Vec<(usize, Arc<Record>)> {
        let games = self.only(input).map_or(0..loaded.games().len(), |only| only..only + 1);
        games.filter_map(|game| Some((game, loaded.game(game).ok()?))).collect()
    }

    /// The index of the selected game, from 0, if one is selected.
    fn only(&self, input: &Input) -> Option<usize> {
        input.game.or(self.game)
    }
}

/// Where to write each file.
enum Targets {
    /// One file, or standard output.
    One(PathBuf),
    /// The same for the games of all files.
    Together(PathBuf),
    /// Files below a directory.
    Below(HashMap<PathBuf, PathBuf>),
}

impl Targets {
    /// Pairs each file found below `from` with a path below `to`: the same relative path, with the extension of the format.
    /// Files whose new paths would be equal keep their own extension before it.
    fn below(from: &Path, to: &Path, format: &Format, found: &[PathBuf]) -> Self {
        let extension = format.extensions.first().copied().unwrap_or(format.name);
        let below = found.iter().map(|path| match path.strip_prefix(from) {
            _ if from == Path::new(".") => to.join(path),
            Ok(rest) if !rest.as_os_str().is_empty() => to.join(rest),
            // A file was named instead of a directory.
            _ => to.join(path.file_name().unwrap_or_default()),
        });
        let below: Vec<PathBuf> = below.collect();
        let plain: Vec<PathBuf> = below.iter().map(|path| path.with_extension(extension)).collect();
        let mut seen = HashSet::new();
        let twice: HashSet<&PathBuf> = plain.iter().filter(|path| !seen.insert(*path)).collect();
        let mut targets = HashMap::new();
        for ((path, below), plain) in found.iter().zip(below).zip(&plain) {
            let mut target = plain.clone();
            if twice.contains(plain) && below != *plain {
                target = below;
                target.as_mut_os_string().push(format!(".{extension}"));
            }
            targets.insert(path.clone(), target);
        }
        Self::Below(targets)
    }

    /// The output path for a file.
    fn of<'a>(&'a self, path: &'a Path) -> &'a Path {
        match self {
            Self::One(target) | Self::Together(target) => target,
            Self::Below(targets) => targets.get(path).map_or(path, PathBuf::as_path),
        }
    }
}
