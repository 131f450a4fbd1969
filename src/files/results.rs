//! Analyses of engines, in `$XDG_CACHE_HOME/dapu/analysis`: a folder for each game, and in it a file for each engine with its
//! settings. Deleting them loses only time.
//!
//! One process at a time writes a file, and holds its lock: a line as soon as a position is done, and the whole file again
//! at the end. Beside a batch, the screen has a file of its own. Findings are kept by the moves that lead to their position, like notes, however the record changes. A position
//! may have findings of several efforts, of which the largest is shown. Those of two engines are never mixed.

mod placed;

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::engine_notes::engine_notes;
use super::logs::{self, Damage, StoreError};
use super::notes::{self, Identity};
use super::watch::Stamp;
use super::write::write_private;
use super::{CACHE, Variable, fnv, private_log, user_directory};
use crate::engine::{Analysis, EngineQuestion, Limit, Settings};
use crate::game::Move;
use crate::record::{NodeId, Note, Record};
pub use placed::{Placed, placed};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The largest number of files of a game and an engine, if several processes write at once.
const MOST_BESIDE: usize = 9;

/// How often to lock a file again that is replaced meanwhile.
const TRIES: usize = 5;

/// The results of all games.
#[derive(Debug, Clone)]
pub struct ResultStore(PathBuf);

/// The engine that made a finding, with its version and settings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The name in the configuration.
    pub engine: String,
    /// The name and version that the engine gives itself.
    pub id: String,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// The komi and the rules of the game.
    #[serde(rename = "terms")]
    pub komi_and_rules: [String; 2],
}

/// The analysis of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The key of the moves that lead to the node: see [`line_keys`].
    pub at: u64,
    /// The limit of the search.
    pub asked: Limit,
    /// The number of lines that were asked for.
    pub wanted: usize,
    /// The analysis.
    #[serde(flatten)]
    pub found: Analysis,
}

impl Provenance {
    /// The engine with some settings that gives itself this name, on a game.
    pub fn new(settings: &Settings, id: &str, record: &Record) -> Self {
        Self {
            engine: settings.name.clone(),
            id: id.to_owned(),
            options: settings.options.clone(),
            komi_and_rules: EngineQuestion::komi_and_rules(record),
        }
    }
}

impl Finding {
    /// Whether the question was at least this large.
    fn covers(&self, limit: Limit, lines: usize) -> bool {
        self.asked.covers(limit) && self.wanted >= lines
    }

    /// Whether it took at least this much time, for at least as many lines.
    pub fn answers(&self, millis: u64, lines: usize) -> bool {
        let is_long = self.found.time >= millis || self.asked.covers(Limit::Time(millis));
        is_long && self.wanted >= lines
    }

    /// The effort it took. Limits of different kinds compare only by what was reached.
    fn effort(&self) -> (u64, u32, u64) {
        (self.found.nodes, self.found.depth, self.found.time)
    }

    /// Whether it took more effort than another: at about the same effort, the one for more lines.
    pub fn exceeds(&self, other: &Self) -> bool {
        let about =
            |one: &Self, other: &Self| one.found.nodes.saturating_mul(2) >= other.found.nodes;
        match self.wanted.cmp(&other.wanted) {
            Ordering::Equal => self.effort() > other.effort(),
            Ordering::Greater => about(self, other),
            Ordering::Less => !about(other, self),
        }
    }
}

/// Keeps a finding unless the known one of its node took more effort. Returns the one that took less.
pub fn keep<K: Ord>(
    findings: &mut BTreeMap<K, Finding>,
    node: K,
    finding: Finding,
) -> Option<Finding> {
    match findings.get(&node).is_none_or(|known| finding.exceeds(known)) {
        true => findings.insert(node, finding),
        false => Some(finding),
    }
}

/// Findings of an engine by node: at each, that of the largest effort.
pub type Findings = BTreeMap<u64, Finding>;

/// The analyses of a game by an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EngineFindings {
    /// The engine.
    pub by: Provenance,
    /// Its analyses.
    pub findings: Findings,
    /// Those that took less effort than these.
    lesser: BTreeMap<u64, Vec<Finding>>,
}

impl EngineFindings {
    fn add(&mut self, finding: Finding) {
        let lesser = keep(&mut self.findings, finding.at, finding);
        lesser.into_iter().for_each(|it| self.lesser.entry(it.at).or_default().push(it));
    }
}

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    game: Identity,
    provenance: Provenance,
}

impl ResultStore {
    /// The results under `$XDG_CACHE_HOME/dapu`, by default `~/.cache/dapu`. `None` if neither variable is set.
    pub fn of_user(variable: Variable<'_>) -> Option<Self> {
        Some(Self(user_directory(variable, CACHE)?.join("analysis")))
    }

    /// The files on a game, and when each was last written.
    pub fn state(&self, game: &Identity) -> Vec<(SystemTime, PathBuf)> {
        let folders = names(game).into_iter().map(|name| self.0.join(name));
        let files = folders.flat_map(|folder| logs::files(&folder));
        files.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file))).collect()
    }

    /// What each engine found in a game, under the komi and rules that the record has now: the engine with the most positions
    /// of the record first, and of equal ones the one that took longest.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(&self, game: &Identity, record: &Record) -> io::Result<Vec<EngineFindings>> {
        let komi_and_rules = EngineQuestion::komi_and_rules(record);
        let mut sources: BTreeMap<Provenance, EngineFindings> = BTreeMap::new();
        for (_, file) in self.state(game) {
            let by = notes::head::<Head>(&file).ok().flatten().map(|head| head.provenance);
            if let Some(by) = by.filter(|by| by.komi_and_rules == komi_and_rules) {
                let source = sources.entry(by.clone()).or_default();
                source.by = by;
                read(&file)?.into_iter().for_each(|finding| source.add(finding));
            }
        }
        let mut sources: Vec<EngineFindings> = sources.into_values().collect();
        if sources.len() > 1 {
            let keys = line_keys(record);
            sources.sort_by_cached_key(|source| {
                let found = keys.iter().filter_map(|key| source.findings.get(key));
                let known = found.filter(|known| known.found.eval().is_some());
                Reverse((known.clone().count(), known.map(|known| known.found.time).sum::<u64>()))
            });
        }
        Ok(sources)
    }

    /// The files whose games have results.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        self.heads().map(|head| PathBuf::from(head.game.file)).collect()
    }

    /// Whether there are results of an engine with this name.
    pub fn knows(&self, engine: &str) -> bool {
        self.heads().any(|head| head.provenance.engine == engine)
    }

    fn heads(&self) -> impl Iterator<Item = Head> {
        let folders = fs::read_dir(&self.0).into_iter().flatten().flatten();
        folders.flat_map(|folder| notes::heads(&folder.path()))
    }

    /// A game to be written in a format, with the findings of the engine with a name, or else of the first, in the words of the
    /// format's programs. Where the file has evaluations, they stay. The game has an index in the file.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn noted(
        &self,
        record: Arc<Record>,
        (path, index): (&Path, usize),
        format: &str,
        engine: Option<&str>,
    ) -> io::Result<Arc<Record>> {
        let sources = self.read(&Identity::of(&record, path, index), &record)?;
        let Some(source) = chosen(&sources, engine, None) else { return Ok(record) };
        let mut noted = Record::clone(&record);
        for (node, finding) in placed(source, &record).at {
            for note in engine_notes(&record, node, &finding.found, format) {
                noted.tree.note(node, note);
            }
        }
        Ok(Arc::new(noted))
    }

    /// What the first wanted engine found at the nodes of a record, which may have the user's own lines beside those of the
    /// game.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn on(
        &self,
        game: &Identity,
        record: &Record,
        wanted: impl Fn(&Provenance) -> bool,
    ) -> io::Result<Placed> {
        let sources = self.read(game, record)?;
        let source = sources.iter().find(|source| wanted(&source.by));
        Ok(source.map(|source| placed(source, record)).unwrap_or_default())
    }
}

/// The results of the engine with this name, preferably of this version; otherwise the first.
pub fn chosen<'s>(
    sources: &'s [EngineFindings],
    engine: Option<&str>,
    version: Option<&Provenance>,
) -> Option<&'s EngineFindings> {
    let mut named = sources.iter().filter(|source| Some(&*source.by.engine) == engine);
    let same_version = named.clone().find(|source| Some(&source.by) == version);
    same_version.or_else(|| named.next()).or(sources.first())
}

/// The folders of a game: a short game is known by its place, a longer one by its moves.
fn names(game: &Identity) -> BTreeSet<String> {
    BTreeSet::from([game.place_name(), game.name()])
}

fn read(file: &Path) -> io::Result<Vec<Finding>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LARGEST).read_to_end(&mut bytes)?;
    // A position whose line was cut off is analysed again.
    let lines = bytes.split(|byte| *byte == b'\n').skip(1);
    Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
}

/// A file that this process writes.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    file: File,
    head: Vec<u8>,
    /// The findings by node, kind of limit and number of lines, since limits of different kinds do not compare.
    known: BTreeMap<(u64, &'static str, usize), Finding>,
    has_changed: bool,
}

impl ResultFile {
    /// Opens the file of a game and an engine. If another process has it, that is an error ([`io::ErrorKind::WouldBlock`]),
    /// or a file `beside` it is opened.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub fn open(
        results: &ResultStore,
        game: Identity,
        provenance: Provenance,
        beside: bool,
    ) -> io::Result<Self> {
        let key = fnv(serde_json::to_string(&provenance)?.as_bytes());
        let mut stem = provenance.engine.replace(|next: char| !next.is_ascii_alphanumeric(), "-");
        stem.truncate(40);
        let folder = results.0.join(game.name());
        // What the screen asks for has other limits, which would take the place of those of the batch.
        for nth in if beside { 1..MOST_BESIDE } else { 0..1 } {
            let number = if nth == 0 { String::new() } else { format!("-{nth}") };
            let name = format!("{stem}-{key:016x}{number}.jsonl");
            let path = folder.join(&name);
            let Some(file) = lock(&path)? else { continue };
            let mut known = Vec::new();
            for folder in names(&game) {
                let path = results.0.join(folder).join(&name);
                match read(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    findings => known.extend(findings.map_err(|error| named(&path, &error))?),
                }
            }
            let mut head = serde_json::to_vec(&Head { game, provenance })?;
            head.push(b'\n');
            let mut opened = Self { path, file, head, known: BTreeMap::new(), has_changed: false };
            known.into_iter().for_each(|finding| opened.take(finding));
            return Ok(opened);
        }
        Err(StoreError::InUse.into())
    }

    /// Whether the file has a finding at a node.
    pub fn knows(&self, at: u64) -> bool {
        self.of(at).next().is_some()
    }

    /// Whether the file has a finding at a node for these lines under this limit, or a larger one of its kind.
    pub fn covers(&self, at: u64, limit: Limit, lines: usize) -> bool {
        self.of(at).any(|finding| finding.covers(limit, lines))
    }

    fn of(&self, at: u64) -> impl Iterator<Item = &Finding> {
        self.known
            .range((at, "", 0)..)
            .map(|(_, finding)| finding)
            .take_while(move |it| it.at == at)
    }

    /// Adds a finding, which survives the end of this process.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, finding: Finding) -> io::Result<()> {
        if !is_at(&self.file, &self.path) {
            // It was deleted.
            self.file = lock(&self.path)?.ok_or(StoreError::InUse)?;
        }
        let length = self.file.metadata()?.len();
        let mut line = match length {
            0 => self.head.clone(),
            // A line may have been cut off.
            _ if !self.has_changed => vec![b'\n'],
            _ => Vec::new(),
        };
        serde_json::to_writer(&mut line, &finding)?;
        line.push(b'\n');
        if let Err(error) = self.file.write_all(&line) {
            // The next line would be joined to what was written of this one.
            let _ = self.file.set_len(length);
            return Err(named(&self.path, &error));
        }
        self.has_changed = true;
        self.take(finding);
        Ok(())
    }

    fn take(&mut self, finding: Finding) {
        let key = (finding.at, finding.asked.kind(), finding.wanted);
        let before = self.known.get(&key);
        if before.is_none_or(|before| finding.covers(before.asked, before.wanted)) {
            self.known.insert(key, finding);
        }
    }
}

/// Opens a file and locks it; `None` if another process has it.
fn lock(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..TRIES {
        let file = private_log(path).map_err(|error| named(path, &error))?;
        // Some file systems have no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
        // Whoever had it before may have replaced it since it was opened.
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
    Err(named(path, &io::Error::other("the file is replaced again and again")))
}

/// Whether a path leads to an open file.
fn is_at(file: &File, path: &Path) -> bool {
    let here = Stamp::of_file(file).map(Stamp::identity);
    here.is_ok_and(|here| Stamp::of(path).is_some_and(|there| there.identity() == here))
}

/// An error of a file of results, with its name.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(Damage::new(path, error))
}

/// Writes the file again without replaced findings; if that fails, they stay in it. A file without findings is removed.
impl Drop for ResultFile {
    fn drop(&mut self) {
        if !is_at(&self.file, &self.path) {
            // It was deleted.
        } else if self.known.is_empty() {
            let _ = fs::remove_file(&self.path);
        } else if self.has_changed {
            let lines = self.known.values().flat_map(serde_json::to_string);
            let lines: String = lines.map(|line| line + "\n").collect();
            let _ = write_private(&self.path, &[&self.head, lines.as_bytes()].concat());
        }
    }
}

/// The key of the moves and setups that lead to each node, by [`NodeId::index`].
pub fn line_keys(record: &Record) -> Vec<u64> {
    let tree = &record.tree;
    let mut keys: Vec<u64> = Vec::with_capacity(tree.len());
    for node in tree.ids() {
        // A parent precedes its children.
        let before = tree.parent(node).map_or(0, |parent| keys[parent.index()]);
        keys.push(key_after(before, record, node));
    }
    keys
}

/// The key of one node.
pub fn line_key(record: &Record, node: NodeId) -> u64 {
    record.tree.path(node).into_iter().fold(0, |before, step| key_after(before, record, step))
}

/// The key of a node, given that of its parent.
fn key_after(before: u64, record: &Record, node: NodeId) -> u64 {
    let tree = &record.tree;
    let mut text = format!("{before:016x}");
    if node == NodeId::ROOT {
        text += &record.start.text(1);
    }
    text.extend(tree.mv(node).map(Move::stored));
    for note in tree.notes(node) {
        match note {
            Note::Setup(setup) => text += &format!(" {setup}"),
            Note::Turn(side) => text += &format!(" {} to move", side.name()),
            _ => {}
        }
    }
    fnv(text.as_bytes())
}
