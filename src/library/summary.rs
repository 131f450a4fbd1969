//! A summary of a file and its games in a few words and numbers.

use std::borrow::Cow;
use std::ops::AddAssign;

use crate::format::{Format, Loaded};
use crate::game::{Game, Side};
use crate::record::{Headers, Key, Note, Outcome, Record, Warnings};

/// What there is to count in records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The length of the mainline.
    pub(crate) plies: u32,
    /// The length of the longest line.
    pub(crate) longest: u32,
    /// The nodes, roots included.
    pub(crate) nodes: usize,
    pub(crate) variations: usize,
    pub(crate) comments: usize,
    /// How the lines came out that have a result of their own, in the order of [`Outcome::ALL`].
    outcomes: [usize; Outcome::ALL.len()],
}

impl Counts {
    fn of(record: &Record) -> Self {
        let tree = &record.tree;
        let mut counts = Self {
            plies: tree.ply(tree.mainline_end()),
            nodes: tree.len(),
            ..Self::default()
        };
        let mut inner = 0;
        for node in tree.ids() {
            counts.longest = counts.longest.max(tree.ply(node));
            inner += usize::from(tree.first_child(node).is_some());
        }
        // Every node but the root continues the line of another one or varies it.
        counts.variations = counts.nodes - 1 - inner;
        for note in tree.all_notes() {
            match note {
                Note::Comment(_) => counts.comments += 1,
                Note::Result(outcome) => counts.outcomes[*outcome as usize] += 1,
                _ => {}
            }
        }
        counts
    }

    /// How many lines came out in each way, without the ways that none did.
    pub(crate) fn outcomes(self) -> impl Iterator<Item = (Outcome, usize)> {
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
#[derive(Debug)]
pub(crate) struct GameSummary {
    /// Its place in what was read, from 0.
    pub(crate) number: usize,
    pub(crate) game: Game,
    pub(crate) headers: Headers,
    pub(crate) counts: Counts,
}

/// A file, or a part of it.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) format: &'static Format,
    pub(crate) encoding: Option<&'static str>,
    pub(crate) title: Option<String>,
    /// How many games there are, those included that cannot be read.
    pub(crate) count: usize,
    /// How many of them can be read.
    pub(crate) readable: usize,
    /// The counts of all games together.
    pub(crate) counts: Counts,
    pub(crate) warnings: Warnings,
}

impl Summary {
    /// Opens every game that is meant, and counts what is in it. Beside the sum, the games that can be read if they are to
    /// be listed, or else only the first.
    pub(crate) fn of(loaded: &Loaded, only: Option<usize>, list: bool) -> (Self, Vec<GameSummary>) {
        let meant = only.map_or(0..loaded.games.len(), |only| only..only + 1);
        let count = meant.len();
        let mut games = Vec::new();
        let (mut readable, mut counts) = (0, Counts::default());
        // Why a game cannot be opened is among the warnings.
        let records = meant.filter_map(|number| Some((number, loaded.game(number).ok()?)));
        for (number, record) in records {
            let of_game = Counts::of(&record);
            counts += of_game;
            readable += 1;
            if list || readable == 1 {
                games.push(GameSummary {
                    number,
                    game: record.game(),
                    headers: record.headers.clone(),
                    counts: of_game,
                });
            }
        }
        let summary = Self {
            readable,
            format: loaded.format,
            encoding: loaded.encoding,
            title: loaded.title.clone(),
            count,
            counts,
            warnings: loaded.each_warning().map(Cow::into_owned).collect(),
        };
        (summary, games)
    }

    /// Adds another part of the same file.
    pub(crate) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.readable += other.readable;
        self.counts += other.counts;
        self.warnings.extend(other.warnings);
    }
}

/// `title  first - second  result`, as far as it is known; `None` if nothing is.
pub(crate) fn title(headers: &Headers) -> Option<String> {
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
