//! Counts what was played in a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::corners;
use super::game::KeptGame;
use crate::game::Side;
use crate::library::{Pattern, person};
use crate::record::{Date, Outcome, Place};
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
    /// Only the position or corner itself, not what turning the board or swapping the colours makes of it.
    pub(crate) exact: bool,
}

/// A game in which a position or corner was reached, or a place of a tree.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    /// Tells games apart.
    pub(super) id: u32,
    pub(super) game: Arc<KeptGame>,
    /// The ply, or the number of the node in a tree.
    pub(super) ply: u32,
    /// The number of the move on the turned board, 0 at the end: see [`corners::numbers`].
    pub(super) number: u16,
    /// The symmetry by which the board is turned: see [`corners::turn`].
    pub(super) turn: u8,
    /// The place in a tree.
    pub(super) place: Option<Place>,
}

/// What was played in a position, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MoveStats {
    /// The number of the move on the turned board, 0 for the end of the game.
    pub(super) number: u16,
    /// The number of games, of those whose corner has the colours swapped, and of those in which a move elsewhere came first.
    pub(crate) games: u32,
    pub(crate) swapped: u32,
    pub(crate) later: u32,
    /// The numbers of those that the first side won, that were drawn, and that the second side won.
    pub(super) results: [u32; 3],
    /// The number of games with a date, and the sum of their years.
    pub(super) dated: u32,
    pub(super) years: u64,
    /// The latest date, packed.
    pub(super) last: u32,
    /// The most frequent player of each side, and in how many games.
    pub(super) players: [(String, u32); 2],
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

impl Filter {
    /// Whether a hit meets the conditions, and whether it is about the very board or corner that is asked for.
    pub(super) fn admits(&self, hit: &Hit, is_same: bool) -> bool {
        let game = &hit.game;
        let date = Date::unpacked(game.date);
        let is_known = |komi: f64| game.komi.is_some_and(|it| (it - komi).abs() < 0.005);
        let is_player = |pattern: &Pattern| {
            let sides = Side::BOTH.into_iter().zip(&game.players);
            let mut names = sides.filter(|(side, _)| self.side.is_none_or(|it| it == *side));
            names.any(|(_, name)| !name.is_empty() && pattern.is_in(name))
        };
        self.since.is_none_or(|since| date.is_some_and(|date| !date.is_before(since)))
            && self.until.is_none_or(|until| date.is_some_and(|date| !until.is_before(date)))
            && self.result.is_none_or(|result| game.result == Some(result))
            && self.komi.is_none_or(is_known)
            && self.handicap.is_none_or(|stones| stones == game.handicap)
            && (!self.exact || is_same)
            && self.player.as_ref().is_none_or(is_player)
            && self
                .event
                .as_ref()
                .is_none_or(|event| !game.event.is_empty() && event.is_in(&game.event))
    }

    /// Whether there is no condition.
    pub(super) fn is_empty(&self) -> bool {
        // A side alone, without its player, is none.
        *self == Self { side: self.side, ..Self::default() }
    }
}

/// Keeps of games that stand twice the one that comes first by path and number.
pub(super) fn without_twins(hits: &mut Vec<Hit>) {
    let mut first: HashMap<u64, Arc<KeptGame>> = HashMap::new();
    for Hit { game, .. } in hits.iter().filter(|hit| hit.game.same != 0) {
        let kept = first.entry(game.same).or_insert_with(|| Arc::clone(game));
        if (&game.path, game.number) < (&kept.path, kept.number) {
            *kept = Arc::clone(game);
        }
    }
    hits.retain(|Hit { game, .. }| {
        let kept = first.get(&game.same);
        kept.is_none_or(|kept| (&kept.path, kept.number) == (&game.path, game.number))
    });
}

/// The games of each player by the folded name, with the spelling that comes first by its letters.
type Players<'a> = BTreeMap<String, (&'a str, u32)>;

#[derive(Default)]
struct Sum<'a> {
    stats: MoveStats,
    players: [Players<'a>; 2],
}

/// Orders hits by their games, and those of a game by time. Where several corners of a game are alike at once, the order of
/// the corners decides, whose colours and results count.
pub(super) fn sort(hits: &mut [Hit]) {
    hits.sort_by_key(|hit| (hit.id, hit.ply, hit.turn & 3));
}

/// The moves, those of most games first and the end last, and the number of games. The hits are sorted.
pub(super) fn tally(hits: &[Hit]) -> (Vec<MoveStats>, u32) {
    let mut sums: BTreeMap<u16, Sum<'_>> = BTreeMap::new();
    let mut games = 0;
    let mut seen = Vec::new();
    for of_game in hits.chunk_by(|one, other| one.id == other.id) {
        games += 1;
        seen.clear();
        for Hit { game, number, turn, .. } in of_game {
            let numbers = corners::numbers(*number, *turn);
            let is_later = numbers[1].is_some();
            for (nth, number) in numbers.into_iter().enumerate() {
                // A position that comes back counts once.
                if let Some(number) = number.filter(|number| !seen.contains(number)) {
                    seen.push(number);
                    sums.entry(number).or_default().add(game, *turn, is_later && nth == 0);
                }
            }
        }
    }
    let mut moves: Vec<MoveStats> = Vec::new();
    for (number, sum) in sums {
        let players = sum.players.each_ref().map(most_frequent);
        moves.push(MoveStats { number, players, ..sum.stats });
    }
    moves.sort_by_key(|stats| (stats.number == 0, Reverse(stats.games)));
    (moves, games)
}

impl<'a> Sum<'a> {
    fn add(&mut self, game: &'a KeptGame, turn: u8, is_later: bool) {
        let (stats, is_swapped) = (&mut self.stats, corners::swaps(turn));
        stats.games += 1;
        stats.later += u32::from(is_later);
        stats.swapped += u32::from(is_swapped);
        if let Some(result) = game.result_index() {
            stats.results[if is_swapped { 2 - result } else { result }] += 1;
        }
        if let Some(date) = Date::unpacked(game.date) {
            stats.dated += 1;
            stats.years += u64::from(date.year());
            stats.last = stats.last.max(game.date);
        }
        for (side, name) in Side::BOTH.into_iter().zip(&game.players) {
            let players = &mut self.players[usize::from(is_swapped) ^ side.index()];
            if !name.is_empty() {
                let name = person(name);
                let (spelling, times) = players.entry(folded(name)).or_insert((name, 0));
                *spelling = (*spelling).min(name);
                *times += 1;
            }
        }
    }
}

/// The name that is there most often, of several the first by its letters.
fn most_frequent(players: &Players<'_>) -> (String, u32) {
    let most = players.values().map(|(_, times)| *times).max().unwrap_or(0);
    let first = players.values().find(|(_, times)| *times == most);
    first.map_or_else(Default::default, |(name, times)| ((*name).to_owned(), *times))
}
