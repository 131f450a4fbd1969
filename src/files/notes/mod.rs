//! The reader's notes on games: `$XDG_DATA_HOME/dapu/notes`.
//!
//! Each game has a folder, and in it each session of each host a file of its own, to which only that session appends. Many
//! instances of dapu, on several hosts, need no lock that way, and copies of the notes can be merged by copying files. The
//! first line of a file describes the game, every other line is one act. What is done last counts.

mod identity;
mod shelf;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::logs::{Appended, Logs, files};
use super::{private_directory, user_directory};
use crate::record::Act;
pub use identity::{Fit, Identity};
pub use shelf::{Shelf, layer};

/// The largest description of a game, in bytes.
const LONGEST_HEAD: u64 = 256 * 1024;

/// An act with its time, which has the same width for all times.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    time: String,
    #[serde(flatten)]
    act: Act,
}

/// The notes on all games.
#[derive(Debug, Clone)]
pub struct Notes(PathBuf);

/// What is new in a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The acts of all sessions, in order.
    pub acts: Vec<Act>,
    /// Whether these are all, and not only those that follow what was read before.
    pub is_whole: bool,
    /// A file with a line that cannot be read, and the number of the line, from 1.
    pub damaged: Option<(PathBuf, usize)>,
}

impl Notes {
    /// The notes under `$XDG_DATA_HOME/dapu`, by default `~/.local/share/dapu`. `None` if neither variable is set.
    pub fn of_user(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<Self> {
        let base = user_directory(variable, "XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")?;
        Some(Self(base.join("dapu/notes")))
    }

    /// Decides that notes are on a game, in whatever file that is.
    ///
    /// # Errors
    /// There are no such notes, or nothing can be written.
    pub fn attach(&self, name: &str, game: Identity) -> io::Result<()> {
        let folder = self.named(name)?;
        let game = Identity { attached: true, ..game };
        Session::begin(self, &game, &[folder]).map(drop)
    }

    /// Deletes notes.
    ///
    /// # Errors
    /// There are no such notes, or they cannot be deleted.
    pub fn forget(&self, name: &str) -> io::Result<()> {
        fs::remove_dir_all(self.named(name)?)
    }

    /// The folder with a name.
    fn named(&self, name: &str) -> io::Result<PathBuf> {
        let shelf = Shelf::open(self)?;
        let mut folders = shelf.folders().iter().map(|(folder, _)| folder);
        let named = folders.find(|folder| folder.file_name().is_some_and(|it| it == name));
        named.cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The folder of a game, made if there is none. If several fit equally, the game gets one of its own.
    fn folder(&self, game: &mut Identity, found: &[PathBuf]) -> io::Result<PathBuf> {
        if let [folder] = found {
            return Ok(folder.clone());
        }
        game.attached |= !found.is_empty();
        // Other games may begin with the same moves.
        let name = game.name();
        let mut folders = (1_u32..).map(|nth| match nth {
            1 => self.0.join(&name),
            _ => self.0.join(format!("{name}-{nth}")),
        });
        let is_free = |folder: &PathBuf| {
            let heads = heads::<Identity>(folder);
            heads.is_empty() || found.is_empty() && heads.iter().any(|it| it.fit(game).is_some())
        };
        let folder = folders.find(is_free).ok_or(io::ErrorKind::AlreadyExists)?;
        private_directory(&folder)?;
        Ok(folder)
    }

    /// When a game last got its first notes.
    pub fn changed(&self) -> Option<SystemTime> {
        self.0.metadata().ok()?.modified().ok()
    }
}

/// Reads the notes in a folder, and then again and again what is new there.
#[derive(Debug, Default)]
pub struct Reader {
    logs: Logs,
    /// The time of the last act.
    last: String,
}

impl Reader {
    /// Reads what is new, or everything if some of that is not later than what has been read. Reads nothing if only `own` has
    /// grown.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(&mut self, folder: &Path, own: Option<&PathBuf>) -> io::Result<Contents> {
        let Appended { lines, is_whole, damaged } = self.logs.read(folder, own)?;
        let mut lines: Vec<Line> = lines.into_iter().flat_map(|(_, lines)| lines).collect();
        // Within a session the times rise. The names of the files decide between equal ones.
        lines.sort_by(|one, other| one.time.cmp(&other.time));
        if !is_whole && lines.first().is_some_and(|line| line.time <= self.last) {
            self.logs = Logs::default();
            return self.read(folder, own);
        }
        if let Some(line) = lines.last() {
            self.last.clone_from(&line.time);
        }
        let acts = lines.into_iter().map(|line| line.act).collect();
        Ok(Contents { acts, is_whole, damaged })
    }
}

/// What the first lines of the files in a folder describe.
pub(super) fn heads<T: DeserializeOwned>(folder: &Path) -> Vec<T> {
    files(folder).iter().filter_map(|file| head(file)).collect()
}

/// What the first line of a file describes.
pub(super) fn head<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let mut line = Vec::new();
    let is_file = file.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
    let file = File::open(file).ok().filter(|_| is_file)?;
    BufReader::new(file.take(LONGEST_HEAD)).read_until(b'\n', &mut line).ok()?;
    serde_json::from_slice(&line).ok()
}

/// A session's own file of notes on a game, to which it appends.
#[derive(Debug)]
pub struct Session {
    path: PathBuf,
    file: File,
    /// The time of the last act.
    last: Timestamp,
}

impl Session {
    /// Begins a file in the folder of a game, given those that fit, and returns that folder. It is made if the game has none.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(notes: &Notes, game: &Identity, found: &[PathBuf]) -> io::Result<(Self, PathBuf)> {
        let mut game = game.clone();
        let folder = notes.folder(&mut game, found)?;
        let now = Timestamp::now();
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let name = format!("{}-{}-{}.jsonl", host(), now.as_millisecond(), std::process::id());
        let path = folder.join(name);
        let mut file = options.open(&path)?;
        let mut head = serde_json::to_vec(&game)?;
        head.push(b'\n');
        if let Err(error) = file.write_all(&head) {
            fs::remove_file(&path)?;
            return Err(error);
        }
        Ok((Self { path, file, last: now }, folder))
    }

    /// The file.
    pub fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Appends acts.
    ///
    /// # Errors
    /// They cannot be written whole. What was written of them is cut off again.
    pub fn append(&mut self, acts: &[Act]) -> io::Result<()> {
        let mut text = Vec::new();
        let mut last = self.last;
        for act in acts {
            let next = last.checked_add(jiff::Span::new().microseconds(1)).unwrap_or(last);
            last = Timestamp::now().max(next);
            serde_json::to_writer(
                &mut text,
                &Line { time: format!("{last:.6}"), act: act.clone() },
            )?;
            text.push(b'\n');
        }
        let length = self.file.metadata()?.len();
        if let Err(error) = self.file.write_all(&text) {
            self.file.set_len(length)?;
            return Err(error);
        }
        self.last = last;
        Ok(())
    }

    /// Has what was written survive a crash of the system.
    ///
    /// # Errors
    /// The system refuses.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// The name of this computer, as part of the name of a file.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    name.chars().filter(|next| next.is_ascii_alphanumeric() || *next == '-').take(64).collect()
}
