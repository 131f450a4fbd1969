//! Counts by reading the games.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::corners::ALL;
use super::game::{Gathered, Gathering, KeptGame, readings};
use super::tally::{self, Filter, Hit};
use super::{Answer, Question, answer};
use crate::files::load::LoadOptions;
use crate::format::{Loaded, ReadError};
use crate::library::stream::{self, Input, Inputs, Progress, StreamItem};

/// A game that reaches one of the positions asked for, with its index in what was read.
pub(crate) struct Found(usize, Box<Gathered>);

/// The games of what was read of a file in which any of the positions was reached, and those that cannot be read.
pub(crate) fn find(
    loaded: &Loaded,
    only: Option<usize>,
    wanted: &HashSet<u64>,
) -> Vec<Result<Found, ReadError>> {
    let found = readings(loaded, only, ALL).filter_map(|(number, reading)| {
        let mut gathered = match reading {
            Ok(Gathering::Game(gathered)) => gathered,
            Ok(Gathering::NoMoves | Gathering::TooLarge) => return None,
            Err(error) => return Some(Err(error)),
        };
        gathered.rows.retain(|row| wanted.contains(&{ row.key }));
        gathered.places.retain(|(key, ..)| wanted.contains(key));
        let is_found = !gathered.rows.is_empty() || !gathered.places.is_empty();
        is_found.then_some(Ok(Found(number, gathered)))
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
        let mut add = |key, ply, number, turn, place| {
            let game = Arc::clone(&game);
            let hit = Hit { id, game, ply, number, turn, place };
            self.hits.entry(key).or_default().push(hit);
        };
        for row in &found.rows {
            add(row.key, row.ply.into(), row.number, row.turn, None);
        }
        for (key, node, place, turn) in &found.places {
            add(*key, *node, 0, *turn, Some(place.clone()));
        }
    }

    /// What was played in a position in games that meet the conditions, with a list of them if `listed`.
    pub(crate) fn answer(&self, question: &Question, filter: &Filter, listed: bool) -> Answer {
        let mut hits = self.hits.get(&question.key).cloned().unwrap_or_default();
        tally::without_twins(&mut hits);
        hits.retain(|hit| filter.admits(hit, question.is_same(hit.turn)));
        answer(question, hits, listed)
    }
}

/// The same without conditions, by reading everything at or below some paths. `None` once `progress` returns `false`.
pub(crate) fn read(
    question: &Question,
    below: Vec<PathBuf>,
    mut progress: impl FnMut(&Progress) -> bool,
) -> Option<Answer> {
    let wanted = HashSet::from([question.key]);
    let below = Inputs::new(below.into_iter().map(Into::into).collect());
    let inputs = Inputs::found(below.paths().collect(), &Arc::default());
    let mut gatherer = Gatherer::default();
    let work = |input: &Input, loaded: Loaded| find(&loaded, input.game, &wanted);
    let each = |item: StreamItem<Vec<Result<Found, ReadError>>>, course: &Progress| {
        if let StreamItem::Part(path, part) = item {
            // What cannot be read is not in the index either, whose builder says so.
            part.result.iter().flatten().for_each(|found| gatherer.add(&path, part.first, found));
        }
        if progress(course) { Ok(()) } else { Err(()) }
    };
    stream::run(&inputs, LoadOptions::default(), work, each).ok()?;
    Some(gatherer.answer(question, &Filter::default(), true))
}
