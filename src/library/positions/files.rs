//! Counts by reading the games.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use super::game::{Gathered, Gathering, IndexRow, KeptGame, readings};
use super::tally::{self, Filter, Hit};
use super::{Answer, Question, answer};
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
        gathered.rows.retain(|row| wanted.contains(&{ row.key }));
        (!gathered.rows.is_empty()).then_some(Ok(Found(number, gathered)))
    });
    found.collect()
}

/// Games that were found.
#[derive(Default)]
pub(crate) struct Gatherer {
    games: u32,
    /// By the key of the position.
    hits: HashMap<u64, Vec<Hit>>,
}

impl Gatherer {
    /// Adds a game; `before` is the number of games in earlier parts of the file.
    pub(crate) fn add(&mut self, path: &Path, before: usize, Found(number, found): &Found) {
        let number = (before + number) as u32;
        let game = KeptGame { path: path.to_owned(), number, ..found.game.clone() };
        let (game, id) = (Arc::new(game), self.games);
        self.games += 1;
        for row in &found.rows {
            let IndexRow { ply, number, turn, .. } = *row;
            let hit = Hit { id, game: Arc::clone(&game), ply, number, turn };
            self.hits.entry(row.key).or_default().push(hit);
        }
    }

    /// What was played in a position in games that meet the conditions, with a list of them if `listed`.
    pub(crate) fn answer(&self, question: &Question, filter: &Filter, listed: bool) -> Answer {
        let mut hits = self.hits.get(&question.key).cloned().unwrap_or_default();
        tally::without_twins(&mut hits);
        hits.retain(|hit| filter.admits(hit, question.turn()));
        answer(question, &hits, listed)
    }
}
