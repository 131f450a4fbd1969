//! Files to which other processes append lines: each line is read once.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::watch::Stamp;

/// The size up to which a file is read, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// How many of the bytes before those that are new are compared, to notice that a file was rewritten.
const COMPARED: usize = 256;

/// The files of a folder, as far as they have been read.
#[derive(Debug, Default)]
pub struct Logs(BTreeMap<PathBuf, Log>);

#[derive(Debug, Default)]
struct Log {
    stamp: Option<Stamp>,
    /// The end of the last whole line, and the number of lines up to there.
    end: u64,
    lines: usize,
    /// The last bytes of these.
    before: Vec<u8>,
}

/// Lines that are new.
#[derive(Debug)]
pub struct Appended<T> {
    /// Whether these are all lines, because nothing had been read before or what had been is no longer so.
    pub is_whole: bool,
    /// What the lines of each file hold but the first one, which describes the file, in the order of the names of the files.
    pub lines: Vec<(PathBuf, Vec<T>)>,
    /// A file with a line that cannot be read, and the number of the line, from 1.
    pub damaged: Option<(PathBuf, usize)>,
}

impl Logs {
    /// Reads what is new in the `.jsonl` files of a folder; everything if a file has shrunk, or was replaced, rewritten or
    /// removed. `None` if nothing is new, or only lines in one's own file.
    ///
    /// # Errors
    /// A file cannot be read. Everything is read the next time.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        folder: &Path,
        own: Option<&PathBuf>,
    ) -> io::Result<Option<Appended<T>>> {
        let files = files(folder);
        let is_gone = self.0.keys().any(|path| files.binary_search(path).is_err());
        let has_changed = |path: &PathBuf| match self.0.get(path) {
            Some(log) => own != Some(path) && log.stamp != Stamp::of(path),
            None => true,
        };
        if !is_gone && !files.iter().any(has_changed) {
            return Ok(None);
        }
        let mut logs = std::mem::take(&mut self.0);
        logs.retain(|_, _| !is_gone);
        let mut appended = Appended { is_whole: logs.is_empty(), lines: Vec::new(), damaged: None };
        for path in files {
            let log = logs.entry(path.clone()).or_default();
            let Some(bytes) = log.grow(&path)? else {
                return self.read(folder, own);
            };
            let (lines, damaged) = log.parse(&bytes);
            appended.damaged = appended.damaged.or(damaged.map(|line| (path.clone(), line)));
            appended.lines.push((path, lines));
        }
        self.0 = logs;
        Ok(Some(appended))
    }
}

impl Log {
    /// Reads what follows what has been read. `None` if that is no longer so.
    fn grow(&mut self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let now = Stamp::from(&metadata);
        let before = self.stamp.replace(now);
        if before.is_some_and(|before| before != now && !now.has_grown_from(before)) {
            return Ok(None);
        }
        let start = self.end - self.before.len() as u64;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(metadata.len().min(LARGEST).saturating_sub(start)).read_to_end(&mut bytes)?;
        Ok(bytes.strip_prefix(&*self.before).map(<[u8]>::to_vec))
    }

    /// What lines hold, and the number of the first that cannot be read. The last one is read again if it is not whole.
    fn parse<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> (Vec<T>, Option<usize>) {
        let (mut lines, mut damaged) = (Vec::new(), None);
        for text in bytes.split_inclusive(|byte| *byte == b'\n') {
            let line = serde_json::from_slice::<T>(text);
            let is_ended = text.ends_with(b"\n");
            if is_ended || line.is_ok() {
                self.end += text.len() as u64;
                self.before.extend_from_slice(text);
                self.before.drain(..self.before.len().saturating_sub(COMPARED));
            }
            if self.lines > 0 && !text.trim_ascii().is_empty() {
                damaged = damaged.or(line.is_err().then_some(self.lines + 1));
                lines.extend(line);
            }
            self.lines += usize::from(is_ended);
        }
        (lines, damaged)
    }
}

/// The `.jsonl` files of a folder, in the order of their names.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_log = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jsonl");
    let mut files: Vec<PathBuf> = paths.filter(is_log).collect();
    files.sort_unstable();
    files
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// What is new: whether it is everything, the lines, and the number of one that is damaged.
    fn read(logs: &mut Logs, folder: &Path) -> Option<(bool, Vec<u32>, Option<usize>)> {
        let Appended { is_whole, lines, damaged } = logs.read(folder, None).unwrap()?;
        let lines = lines.into_iter().flat_map(|(_, lines)| lines).collect();
        Some((is_whole, lines, damaged.map(|(_, line)| line)))
    }

    #[test]
    fn each_line_is_read_once_and_everything_when_a_file_is_not_what_it_was() {
        let home = tempfile::tempdir().unwrap();
        let (folder, path) = (home.path(), home.path().join("a.jsonl"));
        let append = |path: &Path, text: &str| {
            let mut file = File::options().append(true).create(true).open(path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        let mut logs = Logs::default();
        assert_eq!(read(&mut logs, folder), None);
        append(&path, "{}\n1\n");
        assert_eq!(read(&mut logs, folder), Some((true, vec![1], None)));
        assert_eq!(read(&mut logs, folder), None);
        append(&path, "2\nx\n[");
        assert_eq!(read(&mut logs, folder), Some((false, vec![2], Some(4))));
        append(&path, "]\n");
        append(&folder.join("b.jsonl"), "{}\n5\n\n6\n");
        assert_eq!(read(&mut logs, folder), Some((false, vec![5, 6], Some(5))));
        // One's own lines are no news, and are read with those of others.
        append(&path, "3\n");
        assert!(logs.read::<u32>(folder, Some(&path)).unwrap().is_none());
        append(&folder.join("b.jsonl"), "7\n");
        let appended = logs.read::<u32>(folder, Some(&path)).unwrap().unwrap();
        assert_eq!(appended.lines, [(path.clone(), vec![3]), (folder.join("b.jsonl"), vec![7])]);
        // Longer, but not by lines that were appended.
        fs::write(&path, "{}\n1\n2\n3\n4\n5\n6\n7\n8\n").unwrap();
        let all = (1..9).chain([5, 6, 7]).collect();
        assert_eq!(read(&mut logs, folder), Some((true, all, None)));
        // Shorter, replaced, and removed.
        fs::write(&path, "{}\n1\n").unwrap();
        assert_eq!(read(&mut logs, folder), Some((true, vec![1, 5, 6, 7], None)));
        fs::write(folder.join("new"), "{}\n1\n2\n").unwrap();
        fs::rename(folder.join("new"), &path).unwrap();
        assert_eq!(read(&mut logs, folder), Some((true, vec![1, 2, 5, 6, 7], None)));
        fs::remove_file(path).unwrap();
        assert_eq!(read(&mut logs, folder), Some((true, vec![5, 6, 7], None)));
    }
}
