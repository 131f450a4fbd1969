//! Converting the games of one file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::Error;
use super::output::print;
use super::write::{exists, write_file};
use crate::files::load::show_path;
use crate::files::write::WriteError;
use crate::format::Export;
use crate::format::Format;
use crate::format::Loaded;
use crate::format::Losses;
use crate::format::WriteOptions;
use crate::format::count;
use crate::record::Record;

/// What to write, and how.
pub(super) struct Conversion {
    pub(super) format: &'static Format,
    pub(super) strict: bool,
    pub(super) options: WriteOptions,
    /// The index of the game to write, from 0; `None` for all.
    pub(super) game: Option<usize>,
    /// Whether to write each game to a separate file if the format holds only one.
    pub(super) split: bool,
}

/// An output file: all games, or one of several if the format holds only one.
pub(super) struct Part {
    /// The number of the game, from 1, if each has its own file.
    number: Option<usize>,
    bytes: Vec<u8>,
    losses: Losses,
}

/// How files are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// Overwrite existing files.
    pub(super) force: bool,
    /// Print what would be written instead of writing it.
    pub(super) dry_run: bool,
    /// Report only errors.
    pub(super) quiet: bool,
}

impl Target {
    fn write(self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        if !self.dry_run {
            return write_file(path, bytes, self.force);
        }
        if path != Path::new("-") && !self.force && path.symlink_metadata().is_ok() {
            return Err(exists(&WriteError::Exists(path.to_owned())));
        }
        let (name, bytes) = (show_path(path), count(bytes.len(), "byte"));
        print(format!("{name}: {bytes}\n").as_bytes())
    }
}

/// The losses of all parts together.
pub(super) fn total(parts: &[Part]) -> Losses {
    let mut losses = Losses::default();
    parts.iter().for_each(|part| losses.merge(&part.losses));
    losses
}

impl Conversion {
    /// Converts the games of a file.
    ///
    /// # Errors
    /// A message if they cannot be written.
    pub(super) fn convert(&self, loaded: &Loaded) -> Result<Vec<Part>, String> {
        let several = self.game.is_none() && loaded.games.len() > 1;
        let split = several && !self.format.holds.games;
        if split && !self.split {
            let (count, name) = (loaded.games.len(), self.format.name);
            return Err(format!(
                "holds {count} games, but {name} holds only one: choose one with --game K, or use --all to write one file per game"
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

    /// The selected games with their numbers, from 1. Unreadable games are skipped: the file's warnings list them.
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
            return Err("none of the games can be read".to_owned());
        }
        Ok(games)
    }

    /// Whether the file holds records of a game that the format does not support. Unreadable games are ignored.
    pub(super) fn is_for_another_game(&self, loaded: &Loaded) -> bool {
        let mut games = (0..loaded.games.len()).filter_map(|index| loaded.game(index).ok());
        games
            .next()
            .is_some_and(|record| !self.format.games.contains(&record.game()))
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

    /// Writes the parts, each to its own file if there are several.
    pub(super) fn write(
        &self,
        parts: &[Part],
        out: Option<&Path>,
        target: Target,
    ) -> Result<(), Error> {
        let out = out.unwrap_or(Path::new("-"));
        let width = parts.len().to_string().len();
        for part in parts {
            match part.number {
                None => target.write(out, &part.bytes)?,
                Some(_) if out == Path::new("-") => {
                    let message = "name OUT: each game is written to a separate file";
                    return Err(Error::Usage(message.to_owned()));
                }
                Some(number) => target.write(&numbered(out, number, width), &part.bytes)?,
            }
        }
        Ok(())
    }

    /// Whether every selected game could be read.
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
