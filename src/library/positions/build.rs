//! Builds an index of directories, and brings it up to date: only what changed is read.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::SystemTime;
use std::{fs, io};

use super::IndexError;
use super::game::{Gathered, Gathering, KeptGame, NameTable, Numbered, Status, readings};
use super::merge::{Layer, Merged, OFTEN, Runs, sort_runs};
use super::rows::{IndexRow, positions};
use super::stamp::{Stamp, content};
use super::store::{Store, TOGETHER, damaged};
use super::tally::{self, Hit, Source};
use crate::files::load::{LoadOptions, locate, show_path};
use crate::format::Loaded;
use crate::library::stream::{self, FilePart, Input, Inputs, Progress, StreamItem};

/// The progress of a build.
pub(crate) enum Stage<'a> {
    /// Files are read.
    Reading(&'a Progress),
    /// The fraction of the index that has been written.
    Writing(f64),
}

/// The result of a build.
#[derive(Debug, Default)]
pub(crate) struct Built {
    /// The number of files that were read, and of those that are no longer there.
    pub(crate) read: usize,
    pub(crate) gone: usize,
    /// The number of games, of duplicates among them, and of positions.
    pub(crate) games: u64,
    pub(crate) twins: u64,
    pub(crate) positions: u64,
    /// What could not be read, or is not counted.
    pub(crate) left_out: Vec<String>,
    /// Whether something could not be read.
    pub(crate) failed: bool,
    /// Whether it was stopped: the rest follows next time.
    pub(crate) stopped: bool,
    /// Why the former index was thrown away.
    pub(crate) rebuilt: Option<IndexError>,
}

/// Builds the index in a file for everything below some canonical directories, or brings it up to date. A former one that
/// cannot be used is thrown away, unless it is something else and `is_named`. Once `stop` is set or `progress` returns
/// `false`, no more is read.
///
/// # Errors
/// The index cannot be written.
pub(crate) fn build(
    index: &Path,
    roots: &[PathBuf],
    is_named: bool,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(Stage<'_>) -> bool,
) -> Result<Built, IndexError> {
    let mut once = || Builder::open(index)?.run(index, roots, stop, progress);
    match once() {
        Err(IndexError::Foreign) if is_named => Err(IndexError::Foreign),
        Err(why @ (IndexError::Foreign | IndexError::OtherVersion | IndexError::Damaged(_))) => {
            fs::remove_file(index)?;
            let mut journal = index.as_os_str().to_owned();
            journal.push("-journal");
            let _ = fs::remove_file(journal);
            Ok(Built { rebuilt: Some(why), ..once()? })
        }
        done => done,
    }
}

/// The index in memory while it is changed.
struct Builder {
    store: Store,
    files: HashMap<PathBuf, (u32, Stamp)>,
    /// The numbers of the files that have games.
    paths: HashMap<u32, PathBuf>,
    names: NameTable,
    known_names: usize,
    games: Vec<KeptGame>,
    /// Unused game numbers, smallest last.
    free: Vec<u32>,
    /// The positions that are counted in advance.
    often: HashSet<u64>,
    /// The rows of the table of games that have to be written.
    changed: BTreeSet<usize>,
    /// Whether the state of a game that was there has changed.
    has_changed: bool,
    next_file: u32,
    built: Built,
}

impl Builder {
    fn open(index: &Path) -> Result<Self, IndexError> {
        let store = Store::open_to_write(index)?;
        let (files, names, games) = (store.files()?, store.names()?, store.games()?);
        let is_free = |number: &u32| games[*number as usize].state == Status::Free;
        let free = (0..games.len() as u32).rev().filter(is_free).collect();
        let next_file = files.values().map(|(id, _)| id + 1).max().unwrap_or(1);
        Ok(Self {
            paths: files.iter().map(|(path, (id, _))| (*id, path.clone())).collect(),
            known_names: names.texts.len(),
            often: store.all_often()?.into_iter().collect(),
            store,
            files,
            names,
            games,
            free,
            changed: BTreeSet::new(),
            has_changed: false,
            next_file,
            built: Built::default(),
        })
    }

    fn run(
        mut self,
        index: &Path,
        roots: &[PathBuf],
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Stage<'_>) -> bool,
    ) -> Result<Built, IndexError> {
        let new = self.look(roots, index)?;
        let (mut runs, full) = Runs::new();
        let directory =
            index.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
        let files = thread::scope(|scope| {
            let sorter = scope.spawn(|| sort_runs(full, directory));
            self.read(new, stop, &mut runs, progress)?;
            let last = runs.finish();
            let files = sorter.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
            Ok::<_, IndexError>((files?, last))
        });
        let (files, last) = files?;
        self.find_twins();
        let before = self.store.count("positions")?;
        let new = files.len() as u64 * (4 << 20) + last.len() as u64;
        let merged = Merged::new(files, last)?;
        self.built.positions = self.lay(merged, (before, new), progress)?;
        self.write(roots)?;
        self.store.commit()?;
        Ok(self.built)
    }

    /// Compares what is below the directories with what is known. Returns what has to be read.
    fn look(&mut self, roots: &[PathBuf], index: &Path) -> Result<Vec<PathBuf>, IndexError> {
        let named = roots.iter().map(|root| root.clone().into()).collect();
        let (mut seen, mut dead) = (HashSet::new(), HashSet::new());
        let (mut new, mut is_whole) = (Vec::new(), true);
        for input in Inputs::new(named).files() {
            let path = match input {
                Ok(input) => input.path,
                Err(error) => {
                    // What it would have led to is not gone.
                    (is_whole, self.built.failed) = (false, true);
                    self.built.left_out.push(error.to_string());
                    continue;
                }
            };
            let bytes = path.as_os_str().as_encoded_bytes();
            // The index and its journal.
            if bytes.starts_with(index.as_os_str().as_encoded_bytes()) || !seen.insert(path.clone())
            {
                continue;
            }
            if path.to_str().is_none() {
                self.leave_out(&path, "its name is not in UTF-8");
                continue;
            }
            match self.files.get(&path).copied() {
                Some(known) if self.is_same(&path, known)? => {}
                known => {
                    if let Some((id, _)) = known {
                        self.store.remove_file(id)?;
                        dead.insert(id);
                    }
                    new.push(path);
                }
            }
        }
        let is_gone = |path: &PathBuf| {
            is_whole && !seen.contains(path) && roots.iter().any(|root| path.starts_with(root))
        };
        let gone: Vec<PathBuf> = self.files.keys().filter(|path| is_gone(path)).cloned().collect();
        for path in gone {
            if let Some((id, _)) = self.files.remove(&path) {
                self.store.remove_file(id)?;
                dead.insert(id);
                self.built.gone += 1;
            }
        }
        for number in 0..self.games.len() {
            if self.games[number].is_alive() && dead.contains(&self.games[number].file) {
                self.set_state(number, Status::Dead);
            }
        }
        Ok(new)
    }

    fn leave_out(&mut self, path: &Path, why: &str) {
        self.built.left_out.push(format!("{}: {why}", show_path(path)));
    }

    /// Whether a file is still what it was. If only its time is another, that is noted.
    fn is_same(&mut self, path: &Path, (id, known): (u32, Stamp)) -> Result<bool, IndexError> {
        let now = Stamp::of(path);
        let is_as_long = now.length == known.length;
        if is_as_long && now.modified == known.modified && now.modified != 0 {
            return Ok(true);
        }
        let is_same =
            known.content != 0 && is_as_long && content(path).is_ok_and(|it| it == known.content);
        if let (true, Some(name)) = (is_same, path.to_str()) {
            self.store.set_file(id, name, Stamp { content: known.content, ..now })?;
        }
        Ok(is_same)
    }

    fn set_state(&mut self, number: usize, state: Status) {
        self.games[number].state = state;
        self.has_changed = true;
        self.changed.insert(number / TOGETHER);
    }

    /// Reads files, and adds their games.
    fn read(
        &mut self,
        files: Vec<PathBuf>,
        stop: &Arc<AtomicBool>,
        runs: &mut Runs,
        progress: &mut dyn FnMut(Stage<'_>) -> bool,
    ) -> Result<(), IndexError> {
        let stamps: HashMap<PathBuf, Stamp> =
            files.iter().map(|path| (path.clone(), Stamp::of(path))).collect();
        let inputs = Inputs::found(files, stop);
        let mut file = Current::default();
        let each = |item, course: &Progress| {
            match item {
                StreamItem::Part(path, part) => {
                    let id = *file.id.get_or_insert_with(|| self.start_file(&path));
                    self.add(id, &part, &mut file, runs);
                    if part.is_last && file.too_large > 0 {
                        self.leave_out(&path, "boards larger than 45 × 45 are not counted");
                    }
                }
                StreamItem::End(path) => {
                    let Current { id, is_partial, .. } = std::mem::take(&mut file);
                    let id = id.unwrap_or_default();
                    self.end_file(id, &path, stamps.get(&path).copied().filter(|_| !is_partial))?;
                }
                StreamItem::NotARecord(path) => {
                    let id = self.start_file(&path);
                    self.end_file(id, &path, stamps.get(&path).copied())?;
                }
                StreamItem::Failed(error) => {
                    (file.is_partial, self.built.failed) = (true, true);
                    self.built.left_out.push(error.to_string());
                }
            }
            if !progress(Stage::Reading(course)) {
                stop.store(true, Ordering::Relaxed);
            }
            Ok::<(), IndexError>(())
        };
        let work = |input: &Input, loaded: Loaded| readings(&loaded, input.game).collect();
        self.built.stopped = stream::run(&inputs, LoadOptions::default(), work, each)?;
        // A file that was not read to its end.
        for number in file.games {
            self.games[number as usize].state = Status::Free;
        }
        Ok(())
    }

    /// The number of a file that is read, the former one if it was known.
    fn start_file(&mut self, path: &Path) -> u32 {
        let known = self.files.get(path).map(|(id, _)| *id);
        let id = known.unwrap_or(self.next_file);
        self.next_file = self.next_file.max(id + 1);
        self.paths.insert(id, path.to_owned());
        id
    }

    fn end_file(&mut self, id: u32, path: &Path, stamp: Option<Stamp>) -> Result<(), IndexError> {
        self.built.read += 1;
        let stamp = stamp.map_or_else(Stamp::default, |stamp| stamp.with_content(path));
        path.to_str().map_or(Ok(()), |name| self.store.set_file(id, name, stamp))
    }

    fn add(
        &mut self,
        id: u32,
        part: &FilePart<Vec<Numbered>>,
        file: &mut Current,
        runs: &mut Runs,
    ) {
        for (number, reading) in &part.result {
            match reading {
                Ok(Gathering::Game(gathered)) => {
                    let number = self.add_game(id, part.first + number, gathered, runs);
                    file.games.push(number);
                }
                Ok(Gathering::TooLarge) => file.too_large += 1,
                Ok(Gathering::NoMoves) => {}
                Err(error) => {
                    let path = self.paths.get(&id).map_or(Path::new(""), PathBuf::as_path);
                    self.built.left_out.push(locate(path, error.at, &error.message));
                    self.built.failed = true;
                }
            }
        }
    }

    fn add_game(&mut self, file: u32, index: usize, gathered: &Gathered, runs: &mut Runs) -> u32 {
        let game = gathered.in_file(file, index, &mut self.names);
        let number = self.free.pop().unwrap_or(self.games.len() as u32);
        match self.games.get_mut(number as usize) {
            Some(free) => *free = game,
            None => self.games.push(game),
        }
        self.changed.insert(number as usize / TOGETHER);
        gathered.rows.iter().for_each(|row| runs.push(IndexRow { game: number, ..*row }));
        number
    }

    /// Of duplicate games, only the first by path and number is counted.
    fn find_twins(&mut self) {
        let same = |number: &u32| self.games[*number as usize].same;
        let is_alive = |number: &u32| self.games[*number as usize].is_alive() && same(number) != 0;
        let mut numbers: Vec<u32> = (0..self.games.len() as u32).filter(is_alive).collect();
        let place = |number: &u32| {
            let game = &self.games[*number as usize];
            (self.paths.get(&game.file), game.number)
        };
        numbers
            .sort_unstable_by(|a, b| same(a).cmp(&same(b)).then_with(|| place(a).cmp(&place(b))));
        let groups = numbers.chunk_by(|a, b| same(a) == same(b));
        let states = groups.flat_map(|group| {
            let state = |nth| if nth == 0 { Status::Counted } else { Status::Twin };
            group.iter().enumerate().map(move |(nth, number)| (*number as usize, state(nth)))
        });
        let states: Vec<(usize, Status)> =
            states.filter(|(number, state)| self.games[*number].state != *state).collect();
        states.into_iter().for_each(|(number, state)| self.set_state(number, state));
    }

    /// Lays new rows into the blocks, and counts positions that are frequent. Returns the number of rows.
    fn lay(
        &mut self,
        merged: Merged,
        (before, new): (u64, u64),
        progress: &mut dyn FnMut(Stage<'_>) -> bool,
    ) -> Result<u64, IndexError> {
        let dead = self.games.iter().filter(|game| game.state == Status::Dead).count();
        // Many dead rows only cost time, and so do many blocks of which each gets some rows.
        let all = dead * 10 > self.games.len() || new * 4 > before;
        let is_alive =
            |number: u32| self.games.get(number as usize).is_some_and(KeptGame::is_alive);
        let (mut done, total) = (0, if all { before + new } else { new });
        let mut whole = |rows: &[IndexRow]| {
            let before = done;
            done += rows.len() as u64;
            if before >> 16 != done >> 16 {
                progress(Stage::Writing((done as f64 / total.max(1) as f64).min(1.0)));
            }
            self.keep_often(rows)
        };
        let layer = Layer::new(&self.store, merged, &is_alive, &mut whole);
        let (taken, put) = if all { layer.lay_all()? } else { layer.lay()? };
        if self.has_changed {
            self.recount()?;
        }
        if all {
            for number in 0..self.games.len() {
                if self.games[number].state == Status::Dead {
                    self.set_state(number, Status::Free);
                }
            }
        }
        (before + put).checked_sub(taken).ok_or_else(|| damaged("counts"))
    }

    /// Counts a position once for all if it is frequent.
    fn keep_often(&self, rows: &[IndexRow]) -> Result<(), IndexError> {
        if rows.len() <= OFTEN {
            let was_frequent = self.often.contains(&rows[0].key);
            return if was_frequent { self.store.set_often(rows[0].key, None) } else { Ok(()) };
        }
        let hit = |row: &IndexRow| {
            let game = self.games[row.game as usize];
            let hit = Hit { id: row.game, game, ply: row.ply, code: row.code };
            (game.state == Status::Counted).then_some(hit)
        };
        let hits: Vec<Hit> = rows.iter().filter_map(hit).collect();
        let kind = self.games[rows[0].game as usize].kind;
        let counted = tally::tally(&hits, kind, &mut InMemory(&self.names))?;
        self.store.set_often(rows[0].key, Some(&counted))
    }

    /// Counts all frequent positions anew, because games have changed that may be in any of them.
    fn recount(&self) -> Result<(), IndexError> {
        for key in self.store.all_often()? {
            let rows = self.store.block_of(key)?.map_or_else(Vec::new, |block| block.rows);
            let is_known = |row: &IndexRow| (row.game as usize) < self.games.len();
            let here = positions(&rows).find(|rows| rows[0].key == key);
            match here.filter(|rows| rows.len() > OFTEN && rows.iter().all(is_known)) {
                Some(rows) => self.keep_often(rows)?,
                None => self.store.set_often(key, None)?,
            }
        }
        Ok(())
    }

    /// Writes all that is not written yet.
    fn write(&mut self, roots: &[PathBuf]) -> Result<(), IndexError> {
        for id in &self.changed {
            let games = self.games.iter().skip(id * TOGETHER).take(TOGETHER);
            self.store.set_games(*id, &games.copied().collect::<Vec<_>>())?;
        }
        for (index, name) in self.names.texts.iter().enumerate().skip(self.known_names) {
            self.store.add_name(index + 1, name)?;
        }
        for (known, _) in self.store.roots()?.iter().filter(|_| self.built.stopped) {
            // What lacks files does not answer.
            if roots.iter().any(|root| root.starts_with(known) || known.starts_with(root)) {
                self.store.remove_root(known)?;
            }
        }
        for root in roots.iter().filter_map(|root| root.to_str()).filter(|_| !self.built.stopped) {
            self.store.set_root(root, SystemTime::now())?;
        }
        let count = |state| self.games.iter().filter(|game| game.state == state).count() as u64;
        self.built.twins = count(Status::Twin);
        self.built.games = count(Status::Counted) + self.built.twins;
        self.store.set_count("positions", self.built.positions)
    }
}

/// The file that is read.
#[derive(Default)]
struct Current {
    id: Option<u32>,
    /// The numbers of its games so far.
    games: Vec<u32>,
    too_large: usize,
    is_partial: bool,
}

/// The names that are not written yet.
struct InMemory<'a>(&'a NameTable);

impl Source for InMemory<'_> {
    fn name(&mut self, number: u32) -> Result<String, IndexError> {
        Ok(self.0.text(number).to_owned())
    }

    fn path(&mut self, _: u32) -> Result<PathBuf, IndexError> {
        Ok(PathBuf::new())
    }
}
