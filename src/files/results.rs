//! What engines found, in `$XDG_CACHE_HOME/dapu/analysis`: a folder for each game, and in it a file for each engine with its
//! settings. Deleting them loses only time.
//!
//! One process at a time writes a file, and holds its lock: a line as soon as a position is done, and the whole file again
//! at the end. What is found is kept by the moves that lead to it, like notes, whatever becomes of the record.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::logs;
use super::notes::{self, Identity};
use super::write::write_private;
use super::{fnv, private_directory, user_directory};
use crate::engine::{Analysis, Limit, Question};
use crate::format::Loaded;
use crate::game::{Game, Move, Side};
use crate::record::{Eval, NodeId, Note, Property, Record};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The results of all games.
#[derive(Debug, Clone)]
pub struct Results(PathBuf);

/// An engine as it was when it found something, and what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The name in the configuration.
    pub engine: String,
    /// The name and version that the engine gives.
    pub id: String,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// The komi and the rules of the game.
    pub terms: [String; 2],
    /// The kind of the limits, and the number of lines.
    pub measure: (String, usize),
}

/// What was found at a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The moves that lead to the node, as [`marks`] has them.
    pub at: u64,
    /// What was asked.
    pub asked: Limit,
    /// What was found.
    #[serde(flatten)]
    pub found: Analysis,
}

/// Findings by node.
pub type Findings = BTreeMap<u64, Finding>;

/// Findings by the nodes of a record.
pub type Placed = BTreeMap<NodeId, Finding>;

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    game: Identity,
    provenance: Provenance,
}

impl Results {
    /// The results under `$XDG_CACHE_HOME/dapu`, by default `~/.cache/dapu`. `None` if neither variable is set.
    pub fn of_user(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let base = user_directory(variable, "XDG_CACHE_HOME", ".cache", "LOCALAPPDATA")?;
        Some(Self(base.join("dapu/analysis")))
    }

    /// The files on a game, and when each was last written.
    pub fn state(&self, game: &Identity) -> Vec<(SystemTime, PathBuf)> {
        let folders = names(game).into_iter().map(|name| self.0.join(name));
        let files = folders.flat_map(|folder| logs::files(&folder));
        files.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file))).collect()
    }

    /// What an engine found in a game, under the komi and rules that the record has now. Of several engines or measures, the
    /// one counts that was last at work: values of two do not compare.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, game: &Identity, record: &Record) -> io::Result<Findings> {
        let terms = Question::terms(record);
        let mut files = self.state(game);
        files.retain(|(_, file)| {
            notes::head::<Head>(file).is_some_and(|head| head.provenance.terms == terms)
        });
        files.into_iter().max().map_or_else(|| Ok(Findings::new()), |(_, file)| read(&file))
    }

    /// The files whose games have results.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let folders = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let heads = folders.flat_map(|folder| notes::heads::<Head>(&folder.path()));
        heads.map(|head| PathBuf::from(head.game.file)).collect()
    }

    /// Adds what engines found to the games of a file that is to be written in a format, in the words of its programs, where
    /// the file has nothing of the kind.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn add_to(&self, loaded: &mut Loaded, path: &Path, format: &str) -> io::Result<()> {
        for index in 0..loaded.games.len() {
            let Ok(record) = loaded.game(index) else { continue };
            let findings = self.on(&record, path, index)?;
            if findings.is_empty() {
                continue;
            }
            let mut copy = Record::clone(&record);
            for (node, finding) in findings {
                for note in copied(&record, node, &finding.found, format) {
                    copy.tree.note(node, note);
                }
            }
            loaded.set_game(index, Arc::new(copy));
        }
        Ok(())
    }

    /// What engines found at the nodes of a game of a file. `index` is that of the game, from 0.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn on(&self, record: &Record, path: &Path, index: usize) -> io::Result<Placed> {
        Ok(placed(&self.read(&Identity::of(record, path, index), record)?, record))
    }
}

/// The folders of a game: while it is short it is known by its place, and later by its moves.
fn names(game: &Identity) -> BTreeSet<String> {
    BTreeSet::from([game.place_name(), game.name()])
}

/// A value in the words of a format: a comment in XQF, and in SGF the properties of Sabaki and Lizzie, of which Lizzie's has
/// the rate of the side that moved. Most formats have no value of the position before the first move.
fn copied(record: &Record, node: NodeId, found: &Analysis, format: &str) -> Vec<Note> {
    let mover = record.tree.mv(node).and_then(Move::side);
    let is_valued = record.tree.notes(node).any(|note| matches!(note, Note::Eval(_)));
    let Some(eval) = found.eval().filter(|_| !is_valued && node != NodeId::ROOT) else {
        return Vec::new();
    };
    match (format, eval, mover) {
        ("xqf", _, _) => {
            let text = eval.text(Game::Xiangqi, |plies| format!("mate {plies}"));
            vec![Note::Comment(text.into())]
        }
        ("sgf", Eval::WinRate(rate), Some(side)) => {
            let percent = |side: Side| f64::from(side.pick(rate, 10_000 - rate)) / 100.0;
            let lizzie = format!("dapu {} {}", percent(side), found.nodes.max(1));
            let both = [("SBKV", percent(Side::First).to_string()), ("LZ", lizzie)];
            let note = |(name, value): (&str, String)| {
                let property = Property { name: name.into(), values: vec![value.into()] };
                Note::Property(property.into())
            };
            both.map(note).into()
        }
        _ => vec![Note::Eval(eval)],
    }
}

fn read(file: &Path) -> io::Result<Findings> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LARGEST).read_to_end(&mut bytes)?;
    // A position whose line was cut off is analysed again.
    let lines = bytes.split(|byte| *byte == b'\n').skip(1);
    let findings = lines.filter_map(|line| serde_json::from_slice::<Finding>(line).ok());
    Ok(findings.map(|finding| (finding.at, finding)).collect())
}

/// A file that this process writes.
#[derive(Debug)]
pub struct ResultFile {
    path: PathBuf,
    file: File,
    head: Vec<u8>,
    /// What is known.
    pub findings: Findings,
    has_changed: bool,
}

impl ResultFile {
    /// Opens the file of a game and an engine.
    ///
    /// # Errors
    /// It cannot be read or written, or another process is at it.
    pub fn open(results: &Results, game: Identity, provenance: Provenance) -> io::Result<Self> {
        let key = fnv(serde_json::to_string(&provenance)?.as_bytes());
        let mut name = provenance.engine.replace(|next: char| !next.is_ascii_alphanumeric(), "-");
        name.truncate(40);
        let name = format!("{name}-{key:016x}.jsonl");
        let folder = results.0.join(game.name());
        private_directory(&folder)?;
        let path = folder.join(&name);
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path)?;
        // Some file systems have no locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another dapu has this engine at work on the game"));
        }
        let mut findings = Findings::new();
        for folder in names(&game) {
            findings.extend(read(&results.0.join(folder).join(&name)).unwrap_or_default());
        }
        let mut head = serde_json::to_vec(&Head { game, provenance })?;
        head.push(b'\n');
        Ok(Self { path, file, head, findings, has_changed: false })
    }

    /// Adds a finding, which survives the end of this process.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, finding: Finding) -> io::Result<()> {
        let mut line = Vec::new();
        if !std::mem::replace(&mut self.has_changed, true) {
            // A line may have been cut off.
            match self.file.metadata()?.len() {
                0 => line.extend_from_slice(&self.head),
                _ => line.push(b'\n'),
            }
        }
        serde_json::to_writer(&mut line, &finding)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.findings.insert(finding.at, finding);
        Ok(())
    }
}

/// Writes the file again, without what was replaced; if that fails, it is longer than it might be. A file without findings
/// is removed, and one that was complete is the last again.
impl Drop for ResultFile {
    fn drop(&mut self) {
        if self.findings.is_empty() {
            let _ = fs::remove_file(&self.path);
        } else if self.has_changed {
            let lines = self.findings.values().flat_map(serde_json::to_string);
            let lines: String = lines.map(|line| line + "\n").collect();
            let _ = write_private(&self.path, &[&self.head, lines.as_bytes()].concat());
        } else {
            let _ = self.file.set_modified(SystemTime::now());
        }
    }
}

/// Findings at the nodes of a record.
pub fn placed(findings: &Findings, record: &Record) -> Placed {
    if findings.is_empty() {
        return BTreeMap::new();
    }
    let marks = marks(record).into_iter().zip(record.tree.ids());
    marks.filter_map(|(mark, node)| Some((node, findings.get(&mark)?.clone()))).collect()
}

/// A number for the moves and setups that lead to each node, by [`NodeId::index`].
pub fn marks(record: &Record) -> Vec<u64> {
    let tree = &record.tree;
    let mut marks: Vec<u64> = Vec::with_capacity(tree.len());
    for node in tree.ids() {
        // A parent precedes its children.
        let before = tree.parent(node).map_or(0, |parent| marks[parent.index()]);
        let mut text = format!("{before:016x}");
        if node == NodeId::ROOT {
            text += &record.start.text(1);
        }
        text.extend(tree.mv(node).map(Move::code));
        for note in tree.notes(node) {
            if let Note::Setup(_) | Note::Turn(_) = note {
                text += &format!("{note:?}");
            }
        }
        marks.push(fnv(text.as_bytes()));
    }
    marks
}
