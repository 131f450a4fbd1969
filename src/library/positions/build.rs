//! Builds an index of directories, and brings it up to date: only what changed is read.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use super::IndexError;
use super::corners::INDEXED;
use super::game::{Gathering, KeptGame, Numbered, readings};
use super::played::IndexRow;
use super::stamp::{Stamp, content};
use super::store::{Store, damaged};
use super::tally;
use crate::files::load::{LoadError, LoadOptions};
use crate::format::Loaded;
use crate::library::stream::{self, FilePart, Input, Inputs, Progress, StreamItem};
use crate::words::messages;

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
    pub(crate) left_out: Vec<LeftOut>,
    /// Whether something could not be read.
    pub(crate) failed: bool,
    /// Why the former index was thrown away.
    pub(crate) rebuilt: Option<IndexError>,
}

messages! {
    /// What is not in the index.
    #[derive(Debug)]
    pub(crate) enum LeftOut {
        /// A file or game that cannot be read.
        File(error: LoadError): "{error}" "{error}" "{error}";
        Name(path: PathBuf): "{path}: its name is not in UTF-8" "{path}: 文件名不是UTF-8" "{path}: ファイル名がUTF-8ではありません";
        Boards(path: PathBuf): "{path}: boards larger than 45 × 45 are not counted" "{path}: 不统计大于45 × 45的棋盘" "{path}: 45 × 45より大きい盤は数えません";
    }
}

/// Where a build reports its progress; `false` stops it.
type OnProgress<'a> = &'a mut dyn FnMut(Stage<'_>) -> bool;

/// Builds the index in a file for everything below some canonical directories, or brings it up to date. A former one that
/// cannot be used is removed first, unless it is something else and `is_named`.
///
/// # Errors
/// The index cannot be written, or `stop` was set or `progress` returned `false`: it is then as it was.
pub(crate) fn build(
    index: &Path,
    roots: &[PathBuf],
    is_named: bool,
    stop: &Arc<AtomicBool>,
    progress: OnProgress<'_>,
) -> Result<Built, IndexError> {
    let mut once = || match Builder::open(index, stop, progress)?.run(index, roots) {
        Err(_) if stop.load(Ordering::Relaxed) => Err(IndexError::Stopped),
        built => built,
    };
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

/// The number of rows that are sorted at once: 71 MB.
const TOGETHER: usize = 4 << 20;
/// The number of rows of a position from which its moves are counted in advance.
const OFTEN: usize = 500;

/// The index while it is changed.
struct Builder<'a> {
    store: Store,
    stop: &'a Arc<AtomicBool>,
    progress: OnProgress<'a>,
    files: HashMap<PathBuf, (u32, Stamp)>,
    /// The rows that are not written yet.
    rows: Vec<IndexRow>,
    /// The positions that may be frequent now.
    frequent: HashSet<u64>,
    /// The number of games whose rows belong to no game.
    dead: u64,
    /// Whether games were removed.
    has_removed: bool,
    next_file: u32,
    next_game: u32,
    built: Built,
}

impl<'a> Builder<'a> {
    fn open(
        index: &Path,
        stop: &'a Arc<AtomicBool>,
        progress: OnProgress<'a>,
    ) -> Result<Self, IndexError> {
        let store = Store::open_to_write(index, stop)?;
        let files = store.files()?;
        if store.count("games")? != store.count_games(false)? {
            return Err(damaged("games"));
        }
        Ok(Self {
            next_file: files.values().map(|(id, _)| id + 1).max().unwrap_or(1),
            next_game: store.count("next_game")? as u32,
            dead: store.count("dead")?,
            built: Built::default(),
            frequent: HashSet::new(),
            rows: Vec::new(),
            has_removed: false,
            store,
            stop,
            progress,
            files,
        })
    }

    fn run(mut self, index: &Path, roots: &[PathBuf]) -> Result<Built, IndexError> {
        let new = self.look(roots, index)?;
        // SQLite notices damage only where it reads.
        if new.is_empty() && self.built.gone == 0 && !self.store.0.is_sound()? {
            return Err(damaged("pages"));
        }
        self.read(new)?;
        self.write_rows(true)?;
        self.count_frequent()?;
        self.finish(roots)?;
        self.check_stop()?;
        self.store.commit()?;
        Ok(self.built)
    }

    /// Fails once the build is stopped.
    fn check_stop(&self) -> Result<(), IndexError> {
        if self.stop.load(Ordering::Relaxed) { Err(IndexError::Stopped) } else { Ok(()) }
    }

    /// Reports the progress. Fails once the build is stopped.
    fn report(&mut self, stage: Stage<'_>) -> Result<(), IndexError> {
        if !(self.progress)(stage) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.check_stop()
    }

    /// Writes the rows that were gathered, in order. Only the last ones are reported.
    fn write_rows(&mut self, are_last: bool) -> Result<(), IndexError> {
        /// Runs with few rows are searched for positions that became frequent, others for those of many rows alone.
        const FEW: usize = 1 << 16;
        let mut rows = std::mem::take(&mut self.rows);
        rows.sort_unstable();
        let least = if rows.len() < FEW { 1 } else { 16 };
        for (nth, some) in rows.chunks(FEW).enumerate() {
            if are_last {
                self.report(Stage::Writing((nth * FEW) as f64 / rows.len() as f64))?;
            }
            self.check_stop()?;
            self.store.add_rows(some)?;
        }
        for of_key in rows.chunk_by(|one, other| one.key == other.key) {
            if of_key.len() >= least {
                self.frequent.insert(of_key[0].key);
            }
        }
        rows.clear();
        self.rows = rows;
        Ok(())
    }

    /// Counts frequent positions in advance, all of them if games in any of them may have changed.
    fn count_frequent(&mut self) -> Result<(), IndexError> {
        if self.store.mark_twins()? || self.has_removed {
            self.frequent.extend(self.store.counted()?);
        }
        if self.dead * 10 > self.store.count_games(false)? {
            self.store.clear_dead()?;
            self.dead = 0;
        }
        for key in &self.frequent {
            self.check_stop()?;
            let mut counted = (Vec::new(), 0);
            if self.store.has_rows(*key, OFTEN)? {
                let mut hits = self.store.hits(*key)?;
                hits.retain(|hit| !hit.game.is_twin);
                tally::sort(&mut hits);
                counted = tally::tally(&hits);
            }
            self.store.set_moves(*key, &counted)?;
        }
        Ok(())
    }

    /// Compares what is below the directories with what is known. Returns what has to be read.
    fn look(&mut self, roots: &[PathBuf], index: &Path) -> Result<Vec<PathBuf>, IndexError> {
        let named = roots.iter().map(|root| root.clone().into()).collect();
        let mut seen = HashSet::new();
        let (mut new, mut is_whole) = (Vec::new(), true);
        for input in Inputs::new(named).files() {
            self.check_stop()?;
            let path = match input {
                Ok(input) => input.path,
                Err(error) => {
                    // What it would have led to is not gone.
                    (is_whole, self.built.failed) = (false, true);
                    self.built.left_out.push(LeftOut::File(error));
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
                self.built.left_out.push(LeftOut::Name(path));
                continue;
            }
            match self.files.get(&path).copied() {
                Some(known) if self.is_same(&path, known)? => {}
                known => {
                    if let Some((id, _)) = known {
                        self.forget(id)?;
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
                self.forget(id)?;
                self.built.gone += 1;
            }
        }
        Ok(new)
    }

    /// Forgets a file and its games.
    fn forget(&mut self, id: u32) -> Result<(), IndexError> {
        let removed = self.store.remove_games(id)?;
        self.dead += removed;
        self.has_removed |= removed > 0;
        self.store.remove_file(id)
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

    /// Reads files, and adds their games.
    fn read(&mut self, files: Vec<PathBuf>) -> Result<(), IndexError> {
        let stamps: HashMap<PathBuf, Stamp> =
            files.iter().map(|path| (path.clone(), Stamp::of(path))).collect();
        let inputs = Inputs::found(files, self.stop);
        let mut file = Current::default();
        let each = |item, course: &Progress| {
            match item {
                StreamItem::Part(path, part) => {
                    let id = *file.id.get_or_insert_with(|| self.start_file(&path));
                    self.add(id, &path, &part, &mut file)?;
                    if self.rows.len() >= TOGETHER {
                        self.write_rows(false)?;
                    }
                    if part.is_last && file.too_large > 0 {
                        self.built.left_out.push(LeftOut::Boards(path));
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
                    self.built.left_out.push(LeftOut::File(error));
                }
            }
            self.report(Stage::Reading(course))
        };
        let work = |input: &Input, loaded: Loaded| readings(&loaded, input.game, INDEXED).collect();
        stream::run(&inputs, LoadOptions::default(), work, each)?;
        self.check_stop()
    }

    /// The number of a file that is read, the former one if it was known.
    fn start_file(&mut self, path: &Path) -> u32 {
        let known = self.files.get(path).map(|(id, _)| *id);
        let id = known.unwrap_or(self.next_file);
        self.next_file = self.next_file.max(id + 1);
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
        path: &Path,
        part: &FilePart<Vec<Numbered>>,
        file: &mut Current,
    ) -> Result<(), IndexError> {
        let mut games = Vec::new();
        for (number, reading) in &part.result {
            match reading {
                Ok(Gathering::Game(gathered)) => {
                    let number = (part.first + number) as u32;
                    let game = KeptGame { number, ..gathered.game.clone() };
                    games.push((self.next_game, game));
                    for row in &gathered.rows {
                        self.rows.push(IndexRow { game: self.next_game, ..*row });
                    }
                    self.store.add_places(self.next_game, &gathered.places)?;
                    self.next_game += 1;
                }
                Ok(Gathering::TooLarge) => file.too_large += 1,
                Ok(Gathering::NoMoves) => {}
                Err(error) => {
                    let error = LoadError::new(path, error.clone());
                    self.built.left_out.push(LeftOut::File(error));
                    self.built.failed = true;
                }
            }
        }
        self.store.add_games(id, &games)
    }

    /// Writes the directories and what is counted.
    fn finish(&mut self, roots: &[PathBuf]) -> Result<(), IndexError> {
        for root in roots.iter().filter_map(|root| root.to_str()) {
            self.store.set_root(root, SystemTime::now())?;
        }
        self.built.twins = self.store.count_games(true)?;
        self.built.games = self.store.count_games(false)?;
        self.built.positions = self.store.count_positions()?;
        let counts = [
            ("games", self.built.games),
            ("next_game", self.next_game.into()),
            ("dead", self.dead),
        ];
        for (name, count) in counts {
            self.store.set_count(name, count)?;
        }
        Ok(())
    }
}

/// The file that is read.
#[derive(Default)]
struct Current {
    id: Option<u32>,
    too_large: usize,
    is_partial: bool,
}
