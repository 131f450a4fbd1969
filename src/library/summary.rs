//! Summaries of files and their games.

use std::ops::AddAssign;

use crate::format::{Format, Loaded};
use crate::game::{Game, Side};
use crate::record::{Headers, Key, Note, Outcome, Record, Warnings};
use crate::words::{Lang, Terms};

/// The counts of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The length of the mainline.
    pub(crate) plies: u32,
    /// The length of the longest line.
    pub(crate) longest: u32,
    /// The number of nodes, including the root.
    pub(crate) nodes: usize,
    pub(crate) variations: usize,
    pub(crate) comments: usize,
    /// The number of lines with each result, in the order of [`Outcome::ALL`].
    outcomes: [usize; Outcome::ALL.len()],
}

impl Counts {
    fn of(record: &Record) -> Self {
        let tree = &record.tree;
        let mut counts =
            Self { plies: tree.ply(tree.mainline_end()), nodes: tree.len(), ..Self::default() };
        let mut inner = 0;
        for node in tree.ids() {
            counts.longest = counts.longest.max(tree.ply(node));
            inner += usize::from(tree.first_child(node).is_some());
        }
        // Every node except the root either continues the line of another node or begins a variation.
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

    /// The results that occur, and their numbers.
    pub(crate) fn outcomes(self) -> impl Iterator<Item = (Outcome, usize)> {
        Outcome::ALL.iter().copied().zip(self.outcomes).filter(|(_, lines)| *lines > 0)
    }
}

/// Adds the counts of another game. Lengths become those of the longer one.
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

/// A game in a file.
pub(crate) struct GameSummary {
    /// Its index in what was read.
    pub(crate) number: usize,
    pub(crate) game: Game,
    pub(crate) headers: Headers,
    pub(crate) counts: Counts,
}

/// A file, or part of one.
pub(crate) struct Summary {
    pub(crate) format: &'static Format,
    pub(crate) encoding: Option<&'static str>,
    pub(crate) title: Option<String>,
    /// The number of games, including unreadable ones.
    pub(crate) count: usize,
    /// The number of readable games.
    pub(crate) readable: usize,
    /// The total counts of all games.
    pub(crate) counts: Counts,
    pub(crate) warnings: Warnings,
}

impl Summary {
    /// Opens the requested games and counts their contents. Also returns all readable games if `list`, otherwise the
    /// first.
    pub(crate) fn of(loaded: &Loaded, only: Option<usize>, list: bool) -> (Self, Vec<GameSummary>) {
        let meant = only.map_or(0..loaded.games().len(), |only| only..only + 1);
        let count = meant.len();
        let mut games = Vec::new();
        let (mut readable, mut counts) = (0, Counts::default());
        // The warnings contain why a game cannot be opened.
        let records = meant.filter_map(|number| Some((number, loaded.game(number).ok()?)));
        for (number, record) in records {
            let of_game = Counts::of(&record);
            counts += of_game;
            readable += 1;
            if list || readable == 1 {
                games.push(GameSummary {
                    number,
                    game: record.game(),
                    headers: record.facts().into_owned(),
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
            warnings: loaded.warnings().into_iter().collect(),
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

/// `title  first - second  result`, as far as known, with a result in words unless the language is English; `None` if
/// nothing is.
pub(crate) fn title(game: Game, headers: &Headers, lang: Lang) -> Option<String> {
    let [first, second] = Side::BOTH.map(|side| headers.get(Key::Player(side)).map(str::to_owned));
    let players = match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} - {second}")),
        (one, other) => one.or(other),
    };
    let result = headers.get(Key::Result).filter(|result| *result != "*");
    let result = result.map(|result| match lang {
        Lang::En => result.to_owned(),
        lang => lang.result(game, result, Terms::Traditional),
    });
    let title = headers.get(Key::Title);
    let parts = [title, players.as_deref(), result.as_deref()].into_iter().flatten();
    let parts: Vec<&str> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}
