//! A session's own log of the notes on a game.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{SecondsFormat, Utc};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::{HEAD, Identity, LogLine, LoggedAct, NoteSet, Notes, forgotten};
use crate::files::private_log;
use crate::files::watch::Stamp;
use crate::record::Act;

/// How often to write a log again that is replaced meanwhile.
const TRIES: usize = 5;

/// A session's own log of the notes on a game, to which nothing else appends. It may be replaced, cut or deleted at any time:
/// the session then writes the missing acts again.
#[derive(Debug)]
pub struct Session {
    path: PathBuf,
    head: String,
    /// As in [`Identity`].
    attached: Option<String>,
    /// The acts of this session, with their numbers.
    lines: Vec<(u64, String)>,
    /// The state of the file when it was last written.
    stamp: Option<Stamp>,
}

impl Session {
    /// Begins a log on a game in the folder of the notes that fit. It is made if the game has none.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn begin(notes: &Notes, game: &Identity, found: &[Vec<NoteSet>]) -> io::Result<Self> {
        let path = free(&notes.folder(game, found)?);
        let attached = game.attached.clone().or_else(|| match found {
            [] => None,
            [sets] => sets.last()?.attachment(game).cloned(),
            _ => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        });
        let head = line_of(&Identity { attached: attached.clone(), ..game.clone() })?;
        let mut session = Self { path, head, attached, lines: Vec::new(), stamp: None };
        session.stamp = session.add(&session.head, None, None)?;
        Ok(session)
    }

    /// Describes the game again if it has changed: it may have gone on.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn describe(&mut self, game: &Identity) -> io::Result<()> {
        let head = line_of(&Identity { attached: self.attached.clone(), ..game.clone() })?;
        if head == self.head {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.head, head.clone());
        self.write(head).inspect_err(|_| self.head = before)
    }

    /// The file.
    pub fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Whether it should be dropped because its notes were deleted.
    pub fn is_over(&self) -> bool {
        self.lines.is_empty() && current(&self.path).is_none()
    }

    /// Appends acts. Their numbers are greater than `read`, the greatest that has been read.
    ///
    /// # Errors
    /// They cannot be written whole. What was written of them is cut off again.
    pub fn append(&mut self, acts: &[Act], read: u64) -> io::Result<()> {
        let before = self.lines.last().map_or(0, |(clock, _)| *clock);
        let known = before.max(read);
        let mut clock = known.max(forgotten(&self.path, known).unwrap_or(0));
        let mut text = String::new();
        for act in acts {
            clock = clock.saturating_add(1);
            let time = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
            let line = line_of(&LoggedAct { clock, time, act: act.clone() })?;
            text += &line;
            self.lines.push((clock, line));
        }
        let written = self.write(text);
        if written.is_err() {
            self.lines.retain(|(clock, _)| *clock <= before);
        }
        written
    }

    /// The acts that the log lacks because it was replaced, cut or deleted; all of this session if it cannot be read.
    pub fn missing(&mut self) -> Vec<Act> {
        let stamp = current(&self.path);
        if stamp.is_some() && stamp == self.stamp {
            return Vec::new();
        }
        let text = match self.lacking() {
            Ok((text, _)) => text,
            Err(_) => self.lines.iter().map(|(_, line)| &**line).collect(),
        };
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        lines.filter_map(LogLine::into_act).map(|line| line.act).collect()
    }

    /// Writes the missing acts again.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn settle(&mut self) -> io::Result<()> {
        self.write(String::new())
    }

    /// Makes what was written survive a crash of the system.
    ///
    /// # Errors
    /// The system refuses.
    pub fn sync(&self) -> io::Result<()> {
        OpenOptions::new().append(true).open(&self.path)?.sync_data()
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// Writes new acts, or all missing ones if the file is not as this session left it.
    fn write(&mut self, mut new: String) -> io::Result<()> {
        for _ in 0..TRIES {
            let stamp = current(&self.path);
            if stamp.is_none() || stamp != self.stamp {
                let (text, end) = self.lacking()?;
                if text.is_empty() {
                    self.stamp = stamp;
                    return Ok(());
                }
                self.add(&text, end, None)?;
                self.stamp = None;
            } else if new.is_empty() {
                return Ok(());
            } else {
                self.stamp = self.add(&new, None, stamp)?;
                // By now it may have been replaced.
                new.clear();
            }
        }
        Err(io::Error::other("the log is replaced again and again"))
    }

    /// The acts missing from the file that were not deleted, and where it ends without a torn line of this session.
    fn lacking(&mut self) -> io::Result<(String, Option<u64>)> {
        let last = self.lines.last().map_or(0, |(clock, _)| *clock);
        let forgotten = forgotten(&self.path, last);
        self.lines.retain(|(clock, _)| forgotten.is_none_or(|last| *clock > last));
        if self.path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
            self.path = free(self.folder());
        }
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let there: HashSet<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let head = (!self.lines.is_empty()).then_some(&*self.head);
        let lines = head.into_iter().chain(self.lines.iter().map(|(_, line)| &**line));
        let lacking: Vec<&str> = lines.filter(|line| !there.contains(line.as_bytes())).collect();
        if lacking.is_empty() {
            return Ok((String::new(), None));
        }
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let torn = &bytes[end..];
        let is_own =
            torn.starts_with(HEAD) || lacking.iter().any(|line| line.as_bytes().starts_with(torn));
        Ok((lacking.concat(), (!torn.is_empty() && is_own).then_some(end as u64)))
    }

    /// Appends lines to the file, cut at an end, and returns its state. Does nothing if it has another state than expected.
    fn add(&self, text: &str, end: Option<u64>, was: Option<Stamp>) -> io::Result<Option<Stamp>> {
        let is_new = current(&self.path).is_none();
        let mut file = private_log(&self.path)?;
        if let Some(was) = was
            && was != Stamp::of_file(&file)?
        {
            return Ok(None);
        }
        let length = end.map_or_else(|| Ok(file.metadata()?.len()), Ok::<_, io::Error>)?;
        if end.is_some() {
            file.set_len(length)?;
        }
        // Others append to it, too.
        let line_end = if is_ended(&file, length)? { "" } else { "\n" };
        if let Err(error) = file.write_all([line_end, text].concat().as_bytes()) {
            match length {
                0 => fs::remove_file(&self.path)?,
                _ => file.set_len(length)?,
            }
            return Err(error);
        }
        if is_new {
            touch(self.folder());
        }
        Stamp::of_file(&file).map(Some)
    }
}

/// Whether the last line of a file of some length has an end.
fn is_ended(mut file: &File, length: u64) -> io::Result<bool> {
    let mut last = [b'\n'];
    if let Some(before) = length.checked_sub(1) {
        file.seek(SeekFrom::Start(before))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == [b'\n'])
}

/// Makes other sessions look for new logs in a folder that they may not know yet.
fn touch(folder: &Path) {
    let Some(all) = folder.parent() else { return };
    let touched = File::open(all).and_then(|all| all.set_modified(SystemTime::now()));
    // Windows opens no directory. If neither works, they find the log at their next start.
    let _ = touched.or_else(|_| NamedTempFile::new_in(all).map(drop));
}

/// A line of a log, as text.
fn line_of(what: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(what)? + "\n")
}

/// The state of a log that can be appended to.
fn current(path: &Path) -> Option<Stamp> {
    path.symlink_metadata().ok().filter(fs::Metadata::is_file).and_then(|_| Stamp::of(path))
}

/// The path of a new log in a folder.
fn free(folder: &Path) -> PathBuf {
    let now = Utc::now().timestamp_millis();
    let (host, process) = (host(), std::process::id());
    let mut paths = (now..).map(|time| folder.join(format!("{host}-{time}-{process}.jsonl")));
    paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_default()
}

/// The name of this computer, as part of the name of a file.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    name.chars().filter(|next| next.is_ascii_alphanumeric() || *next == '-').take(64).collect()
}
