//! What there is to say about a file and its games in a few words and numbers.

use std::ops::AddAssign;

use crate::format::Loaded;
use crate::game::{Game, Side};
use crate::record::{Headers, Key, Note, Outcome, Record, Warning};

/// What there is to count in records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The length of the mainline.
    pub(super) plies: u32,
    /// The length of the longest line.
    pub(super) longest: u32,
    /// The nodes, roots included.
    pub(super) nodes: usize,
    pub(super) variations: usize,
    pub(super) comments: usize,
    /// How the lines came out that have a result of their own, in the order of [`Outcome::ALL`].
    outcomes: [usize; Outcome::ALL.len()],
}

impl Counts {
    pub(super) fn of(record: &Record) -> Self {
        let tree = &record.tree;
        let mut counts = Self {
            plies: tree.ply(tree.mainline_end()),
            nodes: tree.len(),
            ..Self::default()
        };
        for node in tree.ids() {
            counts.longest = counts.longest.max(tree.ply(node));
            counts.variations += tree.children(node).skip(1).count();
            for note in tree.notes(node) {
                match note {
                    Note::Comment(_) => counts.comments += 1,
                    Note::Result(outcome) => counts.outcomes[*outcome as usize] += 1,
                    _ => {}
                }
            }
        }
        counts
    }

    /// How many lines came out in each way, without the ways that none did.
    pub(super) fn outcomes(self) -> impl Iterator<Item = (Outcome, usize)> {
        let outcomes = Outcome::ALL.into_iter().zip(self.outcomes);
        outcomes.filter(|(_, lines)| *lines > 0)
    }
}

/// The counts of several games: lengths are those of the longest.
impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.plies = self.plies.max(other.plies);
        self.longest = self.longest.max(other.longest);
        self.nodes += other.nodes;
        self.variations += other.variations;
        self.comments += other.comments;
        for (lines, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *lines += more;
        }
    }
}

/// A game of a file.
pub(super) struct GameSummary {
    /// Its place in the file, from 1.
    pub(super) number: usize,
    pub(super) game: Game,
    pub(super) headers: Headers,
    pub(super) counts: Counts,
}

/// A file.
pub(super) struct Summary {
    pub(super) format: &'static crate::format::Format,
    pub(super) encoding: Option<&'static str>,
    pub(super) title: Option<String>,
    /// How many games there are, those included that cannot be read.
    pub(super) count: usize,
    /// The games that can be read.
    pub(super) games: Vec<GameSummary>,
    pub(super) warnings: Vec<Warning>,
}

impl Summary {
    /// Opens every game of a file and counts what is in it.
    pub(super) fn of(loaded: &Loaded) -> Self {
        let game = |index| {
            // Why a game cannot be opened is among the warnings.
            let record = loaded.game(index).ok()?;
            Some(GameSummary {
                number: index + 1,
                game: record.game(),
                headers: record.headers.clone(),
                counts: Counts::of(&record),
            })
        };
        Self {
            format: loaded.format,
            encoding: loaded.encoding,
            title: loaded.title.clone(),
            count: loaded.games.len(),
            games: (0..loaded.games.len()).filter_map(game).collect(),
            warnings: loaded.all_warnings(),
        }
    }

    /// The counts of all games together.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.games.iter().for_each(|game| counts += game.counts);
        counts
    }
}

/// `title  first - second  result`, as far as it is known; `None` if nothing is.
pub(super) fn title(headers: &Headers) -> Option<String> {
    let header = |key| headers.get(key).map(str::to_owned);
    let [first, second] = Side::BOTH.map(|side| header(Key::Player(side)));
    let players = match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} - {second}")),
        (one, other) => one.or(other),
    };
    let result = header(Key::Result).filter(|result| result != "*");
    let parts: Vec<String> = [header(Key::Title), players, result]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}
