//! Converting the games of a file, or of a part of it.

use std::sync::Arc;

use crate::format::{Collection, CollectionError, Format, Loaded, WriteOptions};
use crate::library::stream::Input;
use crate::record::{Record, Warning};

/// What to write, and how.
pub(super) struct Conversion {
    pub(super) format: &'static Format,
    pub(super) options: WriteOptions,
    /// The index of the game to write, from 0; `None` for all.
    pub(super) game: Option<usize>,
    /// Whether to write each of several games to a separate file if the format holds only one.
    pub(super) split: bool,
    /// Whether a directory is converted: records of a game that the format does not support are skipped.
    pub(super) is_tree: bool,
}

/// The result for some games of a file.
pub(super) struct Converted<'a> {
    /// The original format and encoding.
    pub(super) source: &'static Format,
    pub(super) encoding: Option<&'static str>,
    pub(super) warnings: Vec<Warning>,
    /// The number of games, including unreadable ones.
    pub(super) count: usize,
    /// Whether any of the games cannot be read.
    pub(super) is_partial: bool,
    pub(super) games: Result<ConvertedGames<'a>, String>,
}

/// Games to be written to a file.
pub(super) enum ConvertedGames<'a> {
    /// They are of a game that the format does not support.
    Foreign,
    /// Written; numbered from 0 within what was read if each of several games needs its own file.
    Written(Vec<(Option<usize>, Collection<'a, Vec<u8>>)>),
    /// Too large to write to memory first: written straight to their file. Numbered likewise.
    Large(Loaded, Vec<(Option<usize>, Arc<Record>)>),
}

/// Games with more nodes are not written to memory first.
const LARGE: usize = 100_000;

impl Conversion {
    /// Converts the games of a file, or of a part of it.
    pub(super) fn convert(&self, input: &Input, loaded: Loaded) -> Converted<'_> {
        let games = loaded.games.len();
        let records = self.records(input, &loaded);
        let is_partial = self.only(input).is_none() && records.len() < games;
        Converted {
            source: loaded.format,
            encoding: loaded.encoding,
            warnings: loaded.warnings(),
            count: games,
            is_partial,
            games: self.games(input, loaded, &records),
        }
    }

    fn games(
        &self,
        input: &Input,
        loaded: Loaded,
        records: &[(usize, Arc<Record>)],
    ) -> Result<ConvertedGames<'_>, String> {
        let split = self.only(input).is_none() && !self.format.holds.games;
        let first = records.first().map(|(_, record)| record.game());
        if self.is_tree && first.is_some_and(|game| !self.format.games.contains(&game)) {
            return Ok(ConvertedGames::Foreign);
        }
        let nodes: usize = records.iter().map(|(_, record)| record.tree.len()).sum();
        let numbered = |number: usize| split.then_some(number);
        if nodes > LARGE && (!split || records.len() == 1) {
            let numbered =
                records.iter().map(|(number, record)| (numbered(*number), Arc::clone(record)));
            return Ok(ConvertedGames::Large(loaded, numbered.collect()));
        }
        let mut parts = Vec::new();
        for records in records.chunks(if split { 1 } else { records.len().max(1) }) {
            let mut part = Collection::part(self.format, &self.options, Vec::new());
            for (_, record) in records {
                let added = part.add(&loaded, record);
                added.map_err(|error: CollectionError| error.to_string())?;
            }
            let number = records.first().and_then(|(number, _)| numbered(*number));
            parts.push((number, part));
        }
        Ok(ConvertedGames::Written(parts))
    }

    /// Whether all parts of a file must be summarised before any of its games is written.
    pub(super) fn needs_survey(&self) -> bool {
        self.game.is_none() && (self.format.series.lists_warnings() || !self.format.holds.games)
    }

    /// The selected games with their indices in what was read. Unreadable games are skipped: the warnings list them.
    fn records(&self, input: &Input, loaded: &Loaded) -> Vec<(usize, Arc<Record>)> {
        let games = self.only(input).map_or(0..loaded.games.len(), |only| only..only + 1);
        games.filter_map(|game| Some((game, loaded.game(game).ok()?))).collect()
    }

    /// The index of the selected game, from 0, if one is selected.
    fn only(&self, input: &Input) -> Option<usize> {
        input.game.or(self.game)
    }
}
