//! Counts by reading the games.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::game::{Gathered, Gathering, KeptGame, NameTable, readings};
use super::tally::{self, Filter, Hit, Source};
use super::{Answer, IndexError, Question, answer};
use crate::format::{Loaded, ReadError};

/// A game that reaches one of the positions asked for, with its index in what was read.
pub(crate) struct Found(usize, Box<Gathered>);

/// The games of what was read of a file in which any of the positions was reached, and those that cannot be read.
pub(crate) fn find(
    loaded: &Loaded,
    only: Option<usize>,
    wanted: &HashSet<u64>,
) -> Vec<Result<Found, ReadError>> {
    let found = readings(loaded, only).filter_map(|(number, reading)| {
        let mut gathered = match reading {
            Ok(Gathering::Game(gathered)) => gathered,
            Ok(Gathering::NoMoves | Gathering::TooLarge) => return None,
            Err(error) => return Some(Err(error)),
        };
        gathered.rows.retain(|row| wanted.contains(&row.key));
        (!gathered.rows.is_empty()).then_some(Ok(Found(number, gathered)))
    });
    found.collect()
}

/// Games that were found.
#[derive(Default)]
pub(crate) struct Gatherer {
    read: Read,
    games: u32,
    /// By the key of the position.
    hits: HashMap<u64, Vec<Hit>>,
}

#[derive(Default)]
struct Read {
    names: NameTable,
    paths: Vec<PathBuf>,
}

impl Source for Read {
    fn name(&mut self, number: u32) -> Result<String, IndexError> {
        Ok(self.names.text(number).to_owned())
    }

    fn path(&mut self, number: u32) -> Result<PathBuf, IndexError> {
        Ok(self.paths[number as usize].clone())
    }
}

impl Gatherer {
    /// Adds a game; `before` is the number of games in earlier parts of the file.
    pub(crate) fn add(&mut self, path: &Path, before: usize, Found(number, found): &Found) {
        if self.read.paths.last().is_none_or(|last| last != path) {
            self.read.paths.push(path.to_owned());
        }
        let file = self.read.paths.len() as u32 - 1;
        let game: KeptGame = found.in_file(file, before + number, &mut self.read.names);
        let id = self.games;
        self.games += 1;
        for row in &found.rows {
            let hit = Hit { id, game, ply: row.ply, code: row.code };
            self.hits.entry(row.key).or_default().push(hit);
        }
    }

    /// What was played in a position in games that meet the conditions, with a list of them if `listed`.
    ///
    /// # Errors
    /// Never: the type is that of an index.
    pub(crate) fn answer(
        &mut self,
        question: &Question,
        filter: &Filter,
        listed: bool,
    ) -> Result<Answer, IndexError> {
        let mut hits = self.hits.get(&question.key).cloned().unwrap_or_default();
        tally::without_twins(&mut hits, &mut self.read)?;
        tally::filter(&mut hits, filter, question.turn(), &mut self.read)?;
        answer(question, &hits, listed, &mut self.read)
    }
}
