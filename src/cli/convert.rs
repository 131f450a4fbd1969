//! `dapu convert`: a record in another format.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{encoding, examples};
use super::files;
use super::output::complain;
use super::write::write_file;
use super::{Error, Exit, convert_tree};
use crate::files::load::LoadOptions;
use crate::files::load::show_path;
use crate::format;
use crate::format::Export;
use crate::format::Feature;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::Losses;
use crate::format::WriteOptions;
use crate::game::Game;
use crate::record::Record;
use crate::text::Encoding;

/// Arguments of `dapu convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu convert game.xqf game.json", "the extension names the format"),
    ("dapu convert game.xqf --to json | head -1", "to standard output"),
    ("cat game.xqf | dapu convert - --to json > piped.json", "from standard input"),
    ("dapu convert game.xqf again.json --strict", "an error if anything is lost"),
    ("dapu convert games --to json --out converted", "every record below a directory"),
]))]
pub struct ConvertArgs {
    /// The record, or a directory of records with --out; - is standard input
    #[arg(value_name = "IN")]
    pub(super) input: PathBuf,
    /// Where to write; - is standard output [default: standard output]
    #[arg(value_name = "OUT")]
    output: Option<PathBuf>,
    /// The format to write, by its name in `dapu formats` [default: the one that OUT's extension names]
    #[arg(long, value_name = "FORMAT", value_parser = writable)]
    to: Option<&'static Format>,
    /// The version of the format, where there are several
    #[arg(long, value_name = "VERSION")]
    format_version: Option<String>,
    /// Write text in this encoding, where the format leaves a choice
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<Encoding>,
    /// Read text in this encoding, whatever the file says
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub(super) from_encoding: Option<Encoding>,
    /// Convert one game of the file, from 1
    #[arg(long, value_name = "K")]
    game: Option<NonZero<usize>>,
    /// Convert every game, each to a file of its own where the format holds only one: OUT-1, OUT-2 …
    #[arg(long, conflicts_with = "game")]
    all: bool,
    /// Convert every record below the directory IN, and write them below this one
    #[arg(long, value_name = "DIR", conflicts_with = "output", requires = "to")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite what is there
    #[arg(long)]
    pub(super) force: bool,
    /// End with 1 if there are warnings, and write nothing that the format cannot hold whole
    #[arg(long)]
    strict: bool,
}

fn writable(name: &str) -> Result<&'static Format, String> {
    match format::by_name(name) {
        Some(format) if format.write.is_some() => Ok(format),
        Some(_) => Err("it can be read but not written".to_owned()),
        None => Err("see dapu formats".to_owned()),
    }
}

pub(super) fn run(args: &ConvertArgs) -> Result<Exit, Error> {
    if let Some(directory) = &args.out {
        let conversion = Conversion::of(args)?;
        return convert_tree::run(args, &conversion, directory);
    }
    let conversion = Conversion::of(args)?;
    let loaded = files::load_named(&args.input, args.reading())?;
    let name = show_path(files::display_path(&args.input));
    let parts = conversion.convert(&loaded);
    let warnings = loaded.all_warnings();
    files::print_warnings(&args.input, &warnings);
    let parts = parts.map_err(|message| Error::Usage(format!("{name}: {message}")))?;
    let losses = total(&parts);
    if !losses.is_empty() {
        complain(&format!(
            "{name}: not kept in {}: {losses:#}",
            conversion.format.name
        ));
    }
    if args.strict && !losses.is_empty() {
        complain(&format!("{name}: nothing is written, because of --strict"));
        return Ok(Exit::Findings);
    }
    conversion.write(&parts, args.output.as_deref(), args.force)?;
    let unread = if conversion.is_whole(&loaded) {
        Exit::Fine
    } else {
        Exit::Failed
    };
    Ok(super::verdict(args.strict, &warnings).max(unread))
}

impl ConvertArgs {
    pub(super) fn reading(&self) -> LoadOptions {
        LoadOptions {
            encoding: self.from_encoding,
            ..LoadOptions::default()
        }
    }
}

/// What is to be written, and how.
pub(super) struct Conversion {
    pub(super) format: &'static Format,
    pub(super) strict: bool,
    options: WriteOptions,
    /// The place of the game that is to be written, from 0; `None` for all.
    game: Option<usize>,
    /// Whether games go into files of their own where the format holds only one.
    split: bool,
}

/// A written file: all games, or one of those that were split up.
pub(super) struct Part {
    /// The number of the game, from 1, if the games were split up.
    number: Option<usize>,
    bytes: Vec<u8>,
    losses: Losses,
}

/// What all parts together could not hold.
pub(super) fn total(parts: &[Part]) -> Losses {
    let mut losses = Losses::default();
    parts.iter().for_each(|part| losses.merge(&part.losses));
    losses
}

impl Conversion {
    fn of(args: &ConvertArgs) -> Result<Self, Error> {
        let extension = args.output.as_deref().and_then(Path::extension);
        let by_extension = || format::by_extension(&extension?.to_string_lossy());
        let format = args.to.or_else(by_extension).ok_or_else(|| {
            Error::Usage("say which format to write: --to NAME, see dapu formats".to_owned())
        })?;
        Ok(Self {
            format,
            strict: args.strict,
            options: WriteOptions {
                encoding: args.encoding,
                version: args.format_version.clone(),
            },
            game: args.game.map(|game| game.get() - 1),
            split: args.all,
        })
    }

    /// Writes the games of a file.
    ///
    /// # Errors
    /// What keeps them from being written, as a message.
    pub(super) fn convert(&self, loaded: &Loaded) -> Result<Vec<Part>, String> {
        let several = self.game.is_none() && loaded.games.len() > 1;
        let split = several && !self.format.features.contains(&Feature::Games);
        if split && !self.split {
            let (count, name) = (loaded.games.len(), self.format.name);
            return Err(format!(
                "holds {count} games, and {name} only one: --game K picks one, --all writes each to a file of its own"
            ));
        }
        let games = self.games(loaded)?;
        if !split {
            let records: Vec<Arc<Record>> = games.into_iter().map(|(_, record)| record).collect();
            return Ok(vec![self.part(loaded, &records, None)?]);
        }
        let part = |(number, record)| self.part(loaded, &[record], Some(number));
        games.into_iter().map(part).collect()
    }

    /// The games that are meant with their numbers, from 1. One that cannot be read is left out: it is told among the
    /// warnings of the file.
    fn games(&self, loaded: &Loaded) -> Result<Vec<(usize, Arc<Record>)>, String> {
        let games = match self.game {
            Some(index) => vec![(
                index + 1,
                loaded.game(index).map_err(|error| error.to_string())?,
            )],
            None => {
                let game = |index| Some((index + 1, loaded.game(index).ok()?));
                (0..loaded.games.len()).filter_map(game).collect()
            }
        };
        if games.is_empty() {
            return Err("not one game can be read".to_owned());
        }
        let mut records = games.iter().map(|(_, record)| record);
        match records.find_map(|record| self.foreign(record)) {
            Some(game) => Err(format!("{} holds no {game}", self.format.name)),
            None => Ok(games),
        }
    }

    /// The game of a record that the format is not for.
    fn foreign(&self, record: &Record) -> Option<Game> {
        let game = record.game();
        (!self.format.games.contains(&game)).then_some(game)
    }

    /// Whether a file holds records of a game that the format is not for. One that cannot be read tells nothing.
    pub(super) fn is_for_another_game(&self, loaded: &Loaded) -> bool {
        let mut games = (0..loaded.games.len()).filter_map(|index| loaded.game(index).ok());
        games
            .next()
            .is_some_and(|record| self.foreign(&record).is_some())
    }

    fn part(
        &self,
        source: &Loaded,
        records: &[Arc<Record>],
        number: Option<usize>,
    ) -> Result<Part, String> {
        let Some(write) = self.format.write else {
            return Err(format!("{} cannot be written", self.format.name));
        };
        let options = &self.options;
        let written = write(&Export {
            source,
            records,
            options,
        })
        .map_err(|error| error.to_string())?;
        Ok(Part {
            number,
            bytes: written.bytes,
            losses: written.losses,
        })
    }

    /// Writes the parts to a file, or to one each.
    pub(super) fn write(
        &self,
        parts: &[Part],
        out: Option<&Path>,
        force: bool,
    ) -> Result<(), Error> {
        let out = out.unwrap_or(Path::new("-"));
        let width = parts.len().to_string().len();
        for part in parts {
            match part.number {
                None => write_file(out, &part.bytes, force)?,
                Some(_) if out == Path::new("-") => {
                    let message = "name OUT: each game goes to a file of its own";
                    return Err(Error::Usage(message.to_owned()));
                }
                Some(number) => write_file(&numbered(out, number, width), &part.bytes, force)?,
            }
        }
        Ok(())
    }

    /// Whether every game that was meant could be read.
    pub(super) fn is_whole(&self, loaded: &Loaded) -> bool {
        self.game.is_some() || (0..loaded.games.len()).all(|index| loaded.game(index).is_ok())
    }
}

/// `out.kif` becomes `out-07.kif`.
fn numbered(path: &Path, number: usize, width: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
