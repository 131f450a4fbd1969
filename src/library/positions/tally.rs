//! Counts what was played in a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::IndexError;
use super::game::{KeptGame, symmetries};
use crate::game::{Game as Kind, Side, Symmetry};
use crate::library::Pattern;
use crate::record::{Date, Outcome};
use crate::text::folded;

/// The conditions for games that are counted, all of which must hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Filter {
    /// A player, of one side if that is given.
    pub(crate) player: Option<Pattern>,
    pub(crate) side: Option<Side>,
    /// The earliest and the latest date.
    pub(crate) since: Option<Date>,
    pub(crate) until: Option<Date>,
    pub(crate) event: Option<Pattern>,
    pub(crate) result: Option<Outcome>,
    /// In points.
    pub(crate) komi: Option<f64>,
    /// The number of stones.
    pub(crate) handicap: Option<u8>,
    /// Only the position itself, not what turning the board makes of it.
    pub(crate) exact: bool,
}

/// A game in which a position was reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// Tells games apart.
    pub(super) id: u32,
    pub(super) game: KeptGame,
    pub(super) ply: u16,
    pub(super) code: u16,
}

/// Looks up names and paths by number.
pub(super) trait Source {
    /// The text of a name.
    fn name(&mut self, number: u32) -> Result<String, IndexError>;
    /// The path of a file.
    fn path(&mut self, number: u32) -> Result<PathBuf, IndexError>;
}

/// What was played in a position, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct MoveStats {
    /// The number of the move on the turned board, 0 for the end of the game.
    pub(super) number: u16,
    /// The number of games.
    pub(crate) games: u32,
    /// The numbers of those that the first side won, that were drawn, and that the second side won.
    pub(super) results: [u32; 3],
    /// The number of games with a date, and the sum of their years.
    dated: u32,
    years: u64,
    /// The latest date, packed.
    last: u32,
    /// The most frequent player of each side, and in how many games.
    pub(super) players: [(u32, u32); 2],
}

impl MoveStats {
    /// The numbers of games that a side won, drew and lost.
    pub(crate) fn results_for(&self, side: Side) -> [u32; 3] {
        let [first, drawn, second] = self.results;
        side.pick([first, drawn, second], [second, drawn, first])
    }

    /// The share of the points of a side in games with a known result.
    pub(crate) fn score(&self, side: Side) -> Option<f64> {
        let [won, drawn, lost] = self.results_for(side).map(f64::from);
        let known = won + drawn + lost;
        (known > 0.0).then(|| (won + drawn / 2.0) / known)
    }

    /// The average year of the games with a date.
    pub(crate) fn year(&self) -> Option<u64> {
        (self.years + u64::from(self.dated) / 2).checked_div(u64::from(self.dated))
    }

    /// When the move was last played.
    pub(crate) fn last(&self) -> Option<Date> {
        Date::unpacked(self.last)
    }
}

/// Removes from the hits of a position, in any order, what does not meet the conditions.
pub(super) fn filter(
    hits: &mut Vec<Hit>,
    filter: &Filter,
    turn: Symmetry,
    source: &mut dyn Source,
) -> Result<(), IndexError> {
    let mut found: [HashMap<u32, bool>; 2] = Default::default();
    let mut has = |which: usize, pattern: &Pattern, name: u32| {
        if let Some(found) = found[which].get(&name) {
            return Ok(*found);
        }
        let is_in = name > 0 && pattern.is_in(&source.name(name)?);
        found[which].insert(name, is_in);
        Ok::<_, IndexError>(is_in)
    };
    let mut kept = Vec::with_capacity(hits.len());
    for hit in hits.iter().filter(|hit| filter.admits(hit, turn)) {
        let mut is_kept = true;
        if let Some(player) = &filter.player {
            let sides =
                Side::BOTH.into_iter().filter(|side| filter.side.is_none_or(|it| it == *side));
            is_kept = false;
            for side in sides {
                is_kept |= has(0, player, hit.game.players[side.index()])?;
            }
        }
        if let Some(event) = &filter.event {
            is_kept &= has(1, event, hit.game.event)?;
        }
        kept.extend(is_kept.then_some(*hit));
    }
    *hits = kept;
    Ok(())
}

impl Filter {
    /// Whether the numbers of a hit meet the conditions.
    fn admits(&self, hit: &Hit, turn: Symmetry) -> bool {
        let game = &hit.game;
        let date = Date::unpacked(game.date);
        let komi = |komi| super::game::komi_in_hundredths(komi) == game.komi;
        self.since.is_none_or(|since| date.is_some_and(|date| !date.is_before(since)))
            && self.until.is_none_or(|until| date.is_some_and(|date| !until.is_before(date)))
            && self.result.is_none_or(|result| game.result == Some(result))
            && self.komi.is_none_or(komi)
            && self.handicap.is_none_or(|stones| stones == game.handicap)
            && (!self.exact || hit.code % symmetries(game.kind) == u16::from(turn.index()))
    }

    /// Whether there is no condition.
    pub(super) fn is_empty(&self) -> bool {
        // A side alone, without its player, is none.
        *self == Self { side: self.side, ..Self::default() }
    }
}

/// Keeps of games that stand twice the one that comes first by path and number.
pub(super) fn without_twins(
    hits: &mut Vec<Hit>,
    source: &mut dyn Source,
) -> Result<(), IndexError> {
    let mut first: HashMap<u64, KeptGame> = HashMap::new();
    for Hit { game, .. } in hits.iter().filter(|hit| hit.game.same != 0) {
        let kept = first.entry(game.same).or_insert(*game);
        let place = |game: &KeptGame, source: &mut dyn Source| {
            Ok::<_, IndexError>((source.path(game.file)?, game.number))
        };
        if (kept.file, kept.number) != (game.file, game.number)
            && place(game, source)? < place(kept, source)?
        {
            *kept = *game;
        }
    }
    let is_first = |game: &KeptGame| {
        first
            .get(&game.same)
            .is_none_or(|kept| (kept.file, kept.number) == (game.file, game.number))
    };
    hits.retain(|hit| is_first(&hit.game));
    Ok(())
}

#[derive(Default)]
struct Sum {
    stats: MoveStats,
    players: [BTreeMap<u32, u32>; 2],
}

/// The moves, those of most games first and the end last, and the number of games. The hits of a game stand together.
pub(super) fn tally(
    hits: &[Hit],
    kind: Kind,
    source: &mut dyn Source,
) -> Result<(Vec<MoveStats>, u32), IndexError> {
    let mut sums: BTreeMap<u16, Sum> = BTreeMap::new();
    let mut games = 0;
    let mut seen = Vec::new();
    for of_game in hits.chunk_by(|one, other| one.id == other.id) {
        games += 1;
        seen.clear();
        for Hit { game, code, .. } in of_game {
            let number = code / symmetries(kind);
            // A position that comes back counts once.
            if !seen.contains(&number) {
                seen.push(number);
                sums.entry(number).or_default().add(game);
            }
        }
    }
    let finish = |(number, sum): (u16, Sum)| {
        let players = sum.players.map(|players| most_frequent(&players, source));
        let [first, second] = players;
        Ok(MoveStats { number, players: [first?, second?], ..sum.stats })
    };
    let mut moves = sums.into_iter().map(finish).collect::<Result<Vec<_>, IndexError>>()?;
    moves.sort_by_key(|stats| (stats.number == 0, Reverse(stats.games)));
    Ok((moves, games))
}

impl Sum {
    fn add(&mut self, game: &KeptGame) {
        let stats = &mut self.stats;
        stats.games += 1;
        if let Some(result) = game.result_index() {
            stats.results[result] += 1;
        }
        if let Some(date) = Date::unpacked(game.date) {
            stats.dated += 1;
            stats.years += u64::from(date.year());
            stats.last = stats.last.max(game.date);
        }
        for (players, name) in
            self.players.iter_mut().zip(game.players).filter(|(_, name)| *name > 0)
        {
            *players.entry(name).or_default() += 1;
        }
    }
}

/// The name that is there most often, of several the first by its letters, whatever numbers they have.
fn most_frequent(
    players: &BTreeMap<u32, u32>,
    source: &mut dyn Source,
) -> Result<(u32, u32), IndexError> {
    let most = players.values().copied().max().unwrap_or(0);
    let mut first: Option<(String, u32)> = None;
    for (number, _) in players.iter().filter(|(_, times)| **times == most) {
        let name = (folded(&source.name(*number)?), *number);
        first = first.into_iter().chain([name]).min();
    }
    Ok((first.map_or(0, |(_, number)| number), most))
}
