//! The reader's notes on games: `$XDG_DATA_HOME/dapu/notes`.
//!
//! Each game has a folder, and in it each session of each host a file of its own, to which only that session appends. Many
//! instances of dapu, on several hosts, need no lock that way, and copies of the notes can be merged by copying files. The
//! first line of a file describes the game, others describe it after it has gone on, and every other line is one act.
//! The last act counts, by a clock that does not depend on those of the hosts: each act has a greater number than all acts
//! that its session had read.

mod identity;
mod rescue;
mod session;
mod shelf;
mod written;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::logs::{Appended, Damage, LARGEST, Logs, StoreError, add_line, files};
use super::write::write_private;
use super::{DATA, Variable, user_directory};
use crate::record::Act;
pub use identity::{Fit, Identity};
pub use rescue::{rescue, rescued, within};
pub use session::Session;
pub use shelf::{NoteSet, Shelf, logs};
pub use written::digest;

/// The longest first line of a file, in bytes.
const LONGEST_HEAD: u64 = 2 * 1024 * 1024;

/// In the folder of notes that were deleted, the name of the file that says up to which act; if the folder has notes on other
/// games, one such file for each log, with this extension.
const FORGOTTEN: &str = "forgotten";

/// An act in a log.
#[derive(Debug, Serialize, Deserialize)]
struct LoggedAct {
    /// The order among all acts on the game.
    #[serde(default)]
    clock: u64,
    /// For people: clocks are set back, and differ between hosts.
    time: String,
    #[serde(flatten)]
    act: Act,
}

/// No number of an act is that much greater than the one before: none would be left for what comes later.
const STEP: u64 = 1 << 32;

/// Whether the number of an act may follow another one.
fn may_follow(clock: u64, before: u64) -> bool {
    clock <= before.saturating_add(STEP)
}

/// A line of a log.
#[derive(Deserialize)]
#[serde(untagged)]
enum LogLine {
    Act(LoggedAct),
    Head {
        #[serde(rename = "game")]
        _game: String,
    },
}

/// The beginning of a line that describes the game.
const HEAD: &[u8] = b"{\"game\":";

impl LogLine {
    fn into_act(self) -> Option<LoggedAct> {
        match self {
            Self::Act(line) => Some(line),
            Self::Head { .. } => None,
        }
    }
}

/// The notes on all games.
#[derive(Debug, Clone)]
pub struct Notes(PathBuf);

/// News in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The acts of all sessions, in order.
    pub acts: Vec<Act>,
    /// Whether these are all, and not only those that follow what was read before.
    pub is_whole: bool,
    /// The unreadable parts.
    pub damaged: Vec<Damage>,
}

impl Contents {
    /// Adds what was read later.
    pub fn add(&mut self, mut later: Self) {
        match later.is_whole {
            true => *self = later,
            false => {
                self.acts.append(&mut later.acts);
                self.damaged.append(&mut later.damaged);
            }
        }
    }
}

impl Notes {
    /// The notes under `$XDG_DATA_HOME/dapu`, by default `~/.local/share/dapu`. `None` if neither variable is set.
    pub fn of_user(variable: Variable<'_>) -> Option<Self> {
        Some(Self(user_directory(variable, DATA)?.join("notes")))
    }

    /// Attaches notes to a game, in whatever file it is.
    ///
    /// # Errors
    /// There are no such notes, or nothing can be written.
    pub fn attach(&self, name: &str, game: Identity) -> io::Result<()> {
        let set = self.named(name)?;
        let log = set.logs.first().and_then(|log| log.file_name());
        let attached = log.map(|name| name.to_string_lossy().into_owned());
        let game = Identity { attached, ..game };
        Session::begin(self, &game, &[vec![set]]).map(drop)
    }

    /// Deletes notes. A session that still has them does not write them again.
    ///
    /// # Errors
    /// There are no such notes, or they cannot be deleted.
    pub fn forget(&self, name: &str) -> io::Result<()> {
        let set = self.named(name)?;
        let mut reader = LogReader::default();
        reader.read(&set.logs, None);
        let before = set.logs.iter().filter_map(|log| forgotten(log, reader.clock)).max();
        let last = reader.clock.max(before.unwrap_or(0)).to_string();
        // Notes on other games stay.
        let marks = match set.is_only {
            true => vec![set.folder.join(FORGOTTEN)],
            false => set.logs.iter().map(|log| log.with_extension(FORGOTTEN)).collect(),
        };
        marks.iter().try_for_each(|mark| write_private(mark, last.as_bytes()))?;
        set.logs.iter().try_for_each(fs::remove_file)
    }

    /// The notes with a [name](NoteSet::name).
    fn named(&self, name: &str) -> io::Result<NoteSet> {
        let shelf = Shelf::open(self)?;
        let mut sets = shelf.sets.iter();
        if let Some(set) = sets.find(|set| set.name() == name || set.shown_name() == name) {
            return Ok(set.clone());
        }
        let others = shelf.sets.iter();
        let others = others.filter(|set| set.folder.file_name().is_some_and(|it| it == name));
        let others: Vec<String> = others.map(NoteSet::shown_name).collect();
        let name = name.to_owned();
        let why = match others.is_empty() {
            true => StoreError::Unknown(name),
            false => StoreError::SeveralGames(name, others.join(", ")),
        };
        Err(why.into())
    }

    /// The folder of a game, which need not be there. If several fit equally, the game gets one of its own.
    fn folder(&self, game: &Identity, found: &[Vec<NoteSet>]) -> io::Result<PathBuf> {
        if let [sets] = found
            && let Some(set) = sets.last()
        {
            return Ok(set.folder.clone());
        }
        // Other games may begin with the same moves.
        let name = game.name();
        let mut folders = (1_u32..).map(|nth| match nth {
            1 => self.0.join(&name),
            _ => self.0.join(format!("{name}-{nth}")),
        });
        let free = folders.find(|folder| files(folder).is_empty());
        free.ok_or_else(|| io::ErrorKind::AlreadyExists.into())
    }

    /// When a log was last begun.
    pub fn changed(&self) -> Option<SystemTime> {
        self.0.metadata().ok()?.modified().ok()
    }
}

/// Reads logs of notes: everything at first, then what has been appended.
#[derive(Debug, Default)]
pub struct LogReader {
    logs: Logs,
    /// The greatest number of an act that has been read.
    pub(crate) clock: u64,
}

impl LogReader {
    /// Reads new acts, or all acts again if a new one precedes those already read. Reads nothing if only `own` has grown.
    pub fn read(&mut self, logs: &[PathBuf], own: Option<&PathBuf>) -> Contents {
        let new: Appended<LogLine> = self.logs.read(logs, own);
        let Appended { is_whole, lines: mut new, mut damaged } = new;
        // The folders may be called otherwise on another computer.
        new.sort_by(|(one, _), (other, _)| one.file_name().cmp(&other.file_name()));
        let (mut lines, mut paths): (Vec<(LoggedAct, usize, usize)>, Vec<PathBuf>) =
            Default::default();
        for (path, new) in new {
            let acts =
                new.into_iter().filter_map(|(number, line)| Some((line.into_act()?, number)));
            lines.extend(acts.map(|(act, number)| (act, paths.len(), number)));
            paths.push(path);
        }
        // Neither of two sessions with the same number knew of the other: the names of their files decide. Without a number,
        // all there is to go by is the time.
        lines.sort_by_cached_key(|(line, ..)| {
            (line.clock, (line.clock == 0).then(|| line.time.clone()))
        });
        if !is_whole && lines.first().is_some_and(|(line, ..)| line.clock <= self.clock) {
            self.logs = Logs::default();
            return self.read(logs, own);
        }
        let mut acts = Vec::new();
        for (line, path, number) in lines {
            if may_follow(line.clock, self.clock) {
                self.clock = line.clock.max(self.clock);
                acts.push(line.act);
            } else {
                add_line(&mut damaged, &paths[path], number);
            }
        }
        if is_whole {
            let marks: BTreeSet<PathBuf> = logs.iter().flat_map(|log| marks(log)).collect();
            let is_absurd =
                |mark: &&PathBuf| last_of(mark).is_some_and(|last| !may_follow(last, self.clock));
            marks.iter().filter(is_absurd).for_each(|mark| add_line(&mut damaged, mark, 1));
        }
        Contents { acts, is_whole, damaged }
    }
}

/// The files that say which acts were deleted from a log, whether by itself or with its folder.
fn marks(log: &Path) -> [PathBuf; 2] {
    [log.with_file_name(FORGOTTEN), log.with_extension(FORGOTTEN)]
}

/// The number of the last deleted act.
fn last_of(mark: &Path) -> Option<u64> {
    fs::read_to_string(mark).ok()?.trim().parse().ok()
}

/// The number of the last act that was deleted from a log whose acts are known up to a number.
fn forgotten(log: &Path, known: u64) -> Option<u64> {
    let last = marks(log).into_iter().filter_map(|mark| last_of(&mark));
    last.filter(|last| may_follow(*last, known)).max()
}

/// The game that the first line of each file in a folder describes.
pub(super) fn heads<T: DeserializeOwned>(folder: &Path) -> Vec<T> {
    files(folder).iter().filter_map(|file| head(file).ok().flatten()).collect()
}

/// The game that the first line of a file describes; `None` if the line is malformed.
pub(super) fn head<T: DeserializeOwned>(file: &Path) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    if !file.symlink_metadata()?.is_file() {
        return Ok(None);
    }
    BufReader::new(File::open(file)?.take(LONGEST_HEAD)).read_until(b'\n', &mut line)?;
    Ok(serde_json::from_slice(&line).ok())
}

/// The last description of the game in a log.
fn last_head(log: &Path) -> Option<Identity> {
    let mut bytes = Vec::new();
    File::open(log).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let first = bytes.split(|byte| *byte == b'\n').next();
    let mut others = bytes.rsplit(|byte| *byte == b'\n').filter(|line| line.starts_with(HEAD));
    let later = others.find_map(|line| serde_json::from_slice(line).ok());
    later.or_else(|| serde_json::from_slice(first?).ok())
}
