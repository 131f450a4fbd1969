//! The notes on many games at once.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{Fit, Identity, LogReader, Notes, last_head};
use crate::crash::locked;
use crate::files::load::show_path;
use crate::files::logs::{Damage, files, links};
use crate::files::{canonical, fnv};
use crate::format::{Entry, Loaded};
use crate::game::Side;
use crate::record::{Key, Layer, Record};
use crate::text::{joined, step};

/// The notes in a folder that are on the same game.
#[derive(Debug, Clone)]
pub struct NoteSet {
    /// The folder.
    pub folder: PathBuf,
    /// The logs.
    pub logs: Vec<PathBuf>,
    /// The descriptions of the game, that with the most moves first, and those that a user has attached last. None if they
    /// cannot be read.
    pub heads: Vec<Identity>,
    /// Whether the folder has no other notes.
    pub(super) is_only: bool,
}

impl NoteSet {
    /// Their name among all others: the name of the folder, and that of a log if the folder has others, too.
    pub fn name(&self) -> String {
        let log = self.logs.first().filter(|_| !self.is_only).and_then(|log| log.file_stem());
        let parts = self.folder.file_name().into_iter().chain(log);
        joined(parts.map(OsStr::to_string_lossy), "/")
    }

    /// The name, safe to print.
    pub fn shown_name(&self) -> String {
        show_path(Path::new(&self.name()))
    }

    /// If a user has decided that they are on a game, the name of a log of them.
    pub fn attachment(&self, game: &Identity) -> Option<&String> {
        let mut fitting = self.heads.iter().filter(|head| head.fit(game) == Some(Fit::Attached));
        fitting.find_map(|head| head.attached.as_ref())
    }

    /// How surely the notes are on a game; `None` if they are not.
    fn fit(&self, game: &Identity) -> Option<Fit> {
        step();
        if self.heads.is_empty() {
            // The name of the folder is all that is left.
            let name = self.folder.file_name()?;
            return (self.is_only && name == &*game.name()).then_some(Fit::Moves);
        }
        self.attachment(game).map(|_| Fit::Attached).or_else(|| self.fit_alike(game))
    }

    /// The descriptions that no user has attached, the longest first.
    fn own_heads(&self) -> impl Iterator<Item = &Identity> {
        self.heads.iter().filter(|head| head.attached.is_none())
    }

    /// As [`fit`](Self::fit), whatever a user has decided.
    fn fit_alike(&self, game: &Identity) -> Option<Fit> {
        let longest = self.own_heads().next()?;
        let fit = longest.fit(game);
        // A shorter description may be the beginning of other games as well.
        let is_other = fit.is_some() || longest.is_place_of(game);
        let mut heads = self.own_heads();
        fit.or_else(|| {
            let is_whole = !is_other && heads.any(|head| head.fit(game) == Some(Fit::Whole));
            is_whole.then_some(Fit::Whole)
        })
    }

    /// Whether both may be on the same game.
    fn agrees(&self, other: &Self) -> bool {
        [(self, other), (other, self)].into_iter().any(|(one, other)| {
            one.own_heads().next().is_some_and(|head| other.fit_alike(head).is_some())
        })
    }

    /// Whether a user has put a log of the one on the game of the other.
    fn is_attached_to(&self, other: &Self) -> bool {
        self.heads.iter().filter_map(|head| head.attached.as_ref()).any(|name| {
            let mut logs = other.logs.iter().filter_map(|log| log.file_name());
            let mut heads = other.heads.iter();
            logs.any(|log| log == &**name) || heads.any(|it| it.attached.as_ref() == Some(name))
        })
    }
}

/// The notes in a folder, by the game that each log says that it is on. A log that does not say belongs to the others.
fn sets(folder: &Path) -> Vec<NoteSet> {
    let mut heads: Vec<(PathBuf, Option<Identity>)> = Vec::new();
    heads.extend(files(folder).into_iter().map(|log| (log.clone(), last_head(&log))));
    // What is attached comes after what it may be attached to.
    heads.sort_by_key(|(_, head)| match head {
        Some(head) => (head.attached.is_some(), Reverse(Some(head.moves.len()))),
        None => (false, Reverse(None)),
    });
    let mut sets: Vec<NoteSet> = Vec::new();
    for (log, head) in heads {
        let set = NoteSet {
            folder: folder.to_owned(),
            logs: vec![log],
            heads: head.into_iter().collect(),
            is_only: true,
        };
        let one = match &mut sets[..] {
            [one] if set.heads.is_empty() => Some(one),
            all => all.iter_mut().find(|one| one.agrees(&set) || set.is_attached_to(one)),
        };
        match one {
            Some(one) => {
                one.logs.extend(set.logs);
                one.heads.extend(set.heads);
            }
            None => sets.push(set),
        }
    }
    let is_only = sets.len() == 1;
    for set in &mut sets {
        set.is_only = is_only;
        set.logs.sort_unstable();
    }
    sets
}

fn all_agree(sets: &[&NoteSet]) -> bool {
    let mut pairs = sets.iter().enumerate();
    pairs.all(|(nth, one)| sets[nth + 1..].iter().all(|other| one.agrees(other)))
}

/// The notes on all games. Those on a game are read when it is met.
#[derive(Debug, Default)]
pub struct Shelf {
    /// All notes.
    pub sets: Vec<NoteSet>,
    /// The indexes of the notes by what games that they are on may share with them.
    by_key: HashMap<u64, Vec<usize>>,
    /// The names of the players that notes name: both, and each for itself.
    pairs: HashSet<[String; 2]>,
    names: [HashSet<String>; 2],
    /// Whether there may be notes on a game whoever plays it.
    is_of_any: bool,
    /// What could not be read so far.
    damaged: Mutex<BTreeSet<String>>,
}

impl Shelf {
    /// Finds all notes.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn open(notes: &Notes) -> io::Result<Self> {
        let entries = match fs::read_dir(&notes.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            entries => entries
                .map_err(|error| io::Error::new(error.kind(), Damage::new(&notes.0, &error)))?,
        };
        let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        folders.sort_unstable();
        let shelf = Self::of_sets(folders.iter().flat_map(|folder| sets(folder)).collect());
        // It may be on any game.
        for set in shelf.sets.iter().filter(|set| set.heads.is_empty()) {
            drop(shelf.layer([set]));
        }
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            let unread = fs::read_dir(folder).err().map(|error| Damage::new(folder, &error));
            shelf.report(unread);
            shelf.report(links(folder).iter().map(|path| Damage::File {
                path: path.clone(),
                reason: "a link is not read".to_owned(),
            }));
        }
        Ok(shelf)
    }

    /// All notes, or none if there are none or they cannot be read.
    pub fn of_all(notes: Option<&Notes>) -> Self {
        notes.and_then(|notes| Self::open(notes).ok()).unwrap_or_default()
    }

    fn of_sets(sets: Vec<NoteSet>) -> Self {
        let mut shelf = Self { sets, ..Self::default() };
        for (index, set) in shelf.sets.iter().enumerate() {
            let mut keys: Vec<u64> = set.heads.iter().flat_map(Identity::keys).collect();
            if set.heads.is_empty() {
                keys.extend(set.folder.file_name().and_then(|name| name.to_str()).map(by_name));
            }
            keys.into_iter().for_each(|key| shelf.by_key.entry(key).or_default().push(index));
            shelf.is_of_any |= set.heads.is_empty();
            for head in &set.heads {
                shelf.is_of_any |= head.attached.is_some();
                let players = head.folded_players();
                shelf.names.iter_mut().zip(&players).for_each(|(names, name)| {
                    names.insert(name.clone());
                });
                shelf.pairs.insert(players);
            }
        }
        shelf
    }

    /// The notes that fit a game best: those on one game together, wherever they are; several if they are on different ones.
    pub fn of(&self, game: &Identity) -> Vec<Vec<&NoteSet>> {
        let mut fitting: BTreeMap<Fit, Vec<&NoteSet>> = BTreeMap::new();
        let keys = game.keys().into_iter().chain([by_name(&game.name())]);
        let near = keys.flat_map(|key| self.by_key.get(&key)).flatten();
        for set in near.copied().collect::<BTreeSet<usize>>() {
            let set = &self.sets[set];
            set.fit(game).into_iter().for_each(|fit| fitting.entry(fit).or_default().push(set));
        }
        let Some((fit, best)) = fitting.pop_last() else {
            return Vec::new();
        };
        let all: Vec<&NoteSet> = fitting.into_values().flatten().chain(best.clone()).collect();
        match all_agree(&best) {
            _ if fit == Fit::Attached => vec![best],
            true if all_agree(&all) => vec![all],
            true => vec![best],
            false => best.into_iter().map(|set| vec![set]).collect(),
        }
    }

    /// A game of a file with the notes on it. `index` is that of the game, from 0.
    pub fn noted(&self, record: &Arc<Record>, path: &Path, index: usize) -> Arc<Record> {
        let layer = self.layer_on(record, path, index);
        layer.map_or_else(|| Arc::clone(record), |layer| Arc::new(layer.merged(record, false)))
    }

    /// A game of a file with the lines of the notes on it beside its own, under their letters.
    pub fn beside(&self, record: &Arc<Record>, path: &Path, index: usize) -> Arc<Record> {
        let layer = self.layer_on(record, path, index);
        layer.map_or_else(|| Arc::clone(record), |mut layer| layer.over(record))
    }

    /// What is in the notes on a game of a file.
    pub fn layer_on(&self, record: &Record, path: &Path, index: usize) -> Option<Layer> {
        if self.sets.is_empty() {
            return None;
        }
        match &self.of(&Identity::of(record, path, index))[..] {
            [sets] => Some(self.layer(sets.iter().copied())),
            _ => None,
        }
    }

    /// What is in notes, as it would be applied to a record.
    pub fn layer<'s>(&self, sets: impl IntoIterator<Item = &'s NoteSet>) -> Layer {
        let contents = LogReader::default().read(&logs(sets), None);
        self.report(contents.damaged);
        let mut layer = Layer::default();
        layer.replay(&contents.acts);
        layer
    }

    fn report(&self, damaged: impl IntoIterator<Item = Damage>) {
        let damaged = damaged.into_iter().map(|damage| damage.to_string());
        locked(&self.damaged).extend(damaged);
    }

    /// What could not be read of the notes that were asked for, as messages.
    pub fn damaged(&self) -> BTreeSet<String> {
        locked(&self.damaged).clone()
    }

    /// Adds the notes to the games of a file.
    pub fn add_to(&self, loaded: &mut Loaded, path: &Path) {
        for index in 0..loaded.games().len() {
            // Most games need not be read for it.
            if self.may_fit(&loaded.games()[index])
                && let Ok(record) = loaded.game(index)
            {
                let noted = self.noted(&record, path, index);
                loaded.set_game(index, noted);
            }
        }
    }

    /// The new game with a name that is in the notes.
    pub fn new_game(&self, path: &Path) -> Option<&Identity> {
        let (path, mut heads) = (canonical(path), self.sets.iter().flat_map(|set| &set.heads));
        heads.find(|head| head.is_new && Path::new(&head.file) == path)
    }

    /// The files of the new games that are only in the notes, all of them or what was added since they were written.
    pub fn unwritten(&self, notes: &Notes) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for set in &self.sets {
            let mut heads = set.heads.iter();
            let new = heads.find(|head| {
                let file = Path::new(&head.file);
                head.is_new && (!file.exists() || notes.written(file).is_some())
            });
            if let Some(head) = new.filter(|_| self.layer([set]).count() > 0) {
                found.push(PathBuf::from(&head.file));
            }
        }
        found
    }

    /// The indexes of the games of a file that have notes, as far as these name the file. The games are not read for it.
    pub fn games_of(&self, path: &Path) -> BTreeSet<usize> {
        if self.sets.is_empty() {
            return BTreeSet::new();
        }
        let path = canonical(path);
        let heads = self.sets.iter().flat_map(|set| &set.heads);
        let here = heads.filter(|head| Path::new(&head.file) == path);
        here.map(|head| head.number.saturating_sub(1)).collect()
    }

    /// Whether there may be notes on a game with these players.
    fn may_fit(&self, entry: &Entry) -> bool {
        let keys = Side::BOTH.map(Key::Player);
        let headers = entry.some_headers(&keys);
        let players = keys.map(|key| headers.get(key).unwrap_or_default().to_owned());
        let [first, second] = Identity { players, ..Identity::default() }.folded_players();
        // A name that lacks agrees with any.
        let [firsts, seconds] = &self.names;
        self.is_of_any
            || match (&*first, &*second) {
                ("", "") => !self.sets.is_empty(),
                ("", name) => seconds.contains(name) || seconds.contains(""),
                (name, "") => firsts.contains(name) || firsts.contains(""),
                _ => [[&*first, &*second], [&*first, ""], ["", &*second], ["", ""]]
                    .into_iter()
                    .any(|pair| self.pairs.contains(&pair.map(str::to_owned))),
            }
    }
}

/// What notes whose game is unknown share with games that their folder may be named by.
fn by_name(name: &str) -> u64 {
    fnv(format!("name {name}").as_bytes())
}

/// The logs of notes, in order.
pub fn logs<'s>(sets: impl IntoIterator<Item = &'s NoteSet>) -> Vec<PathBuf> {
    let mut logs: Vec<PathBuf> = sets.into_iter().flat_map(|set| set.logs.clone()).collect();
    logs.sort_unstable();
    logs
}
