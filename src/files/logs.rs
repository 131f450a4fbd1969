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
    /// The last bytes of the last one.
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
    /// removed; nothing if only one's own file has grown.
    ///
    /// # Errors
    /// A file cannot be read. Everything is read the next time.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        folder: &Path,
        own: Option<&PathBuf>,
    ) -> io::Result<Appended<T>> {
        let files = files(folder);
        let is_gone = self.0.keys().any(|path| files.binary_search(path).is_err());
        let mut changed = files.iter().filter(|path| match self.0.get(*path) {
            Some(log) => own != Some(*path) && log.stamp != Stamp::of(path),
            None => true,
        });
        let is_new = is_gone || changed.next().is_some();
        let mut logs = std::mem::take(&mut self.0);
        logs.retain(|_, _| !is_gone);
        let is_whole = is_new && logs.is_empty();
        let mut appended = Appended { is_whole, lines: Vec::new(), damaged: None };
        for path in files.into_iter().filter(|_| is_new) {
            let log = logs.entry(path.clone()).or_default();
            let Some((lines, damaged)) = log.grow(&path)? else {
                return self.read(folder, own);
            };
            appended.damaged = appended.damaged.or(damaged.map(|line| (path.clone(), line)));
            appended.lines.push((path, lines));
        }
        self.0 = logs;
        Ok(appended)
    }
}

impl Log {
    /// What is in the lines that follow those that have been read, and the number of the first that cannot be read. `None` if
    /// the others are no longer so.
    fn grow<T: DeserializeOwned>(
        &mut self,
        path: &Path,
    ) -> io::Result<Option<(Vec<T>, Option<usize>)>> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let now = Stamp::from(&metadata);
        let before = self.stamp.replace(now).unwrap_or(now);
        let start = self.end - self.before.len() as u64;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(metadata.len().min(LARGEST).saturating_sub(start)).read_to_end(&mut bytes)?;
        let new = bytes.strip_prefix(&*self.before);
        let Some(new) = new.filter(|_| now == before || now.has_grown_from(before)) else {
            return Ok(None);
        };
        let (mut lines, mut damaged) = (Vec::new(), None);
        for text in new.split_inclusive(|byte| *byte == b'\n') {
            let line = serde_json::from_slice::<T>(text);
            let is_ended = text.ends_with(b"\n");
            // Otherwise the rest of it is still to come.
            if is_ended || line.is_ok() {
                self.end += text.len() as u64;
                self.before = text[text.len().saturating_sub(COMPARED)..].to_vec();
            }
            if self.lines > 0 && !text.trim_ascii().is_empty() {
                damaged = damaged.or(line.is_err().then_some(self.lines + 1));
                lines.extend(line);
            }
            self.lines += usize::from(is_ended);
        }
        Ok(Some((lines, damaged)))
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
    fn read(logs: &mut Logs, folder: &Path) -> (bool, Vec<u32>, Option<usize>) {
        let Appended { is_whole, lines, damaged } = logs.read(folder, None).unwrap();
        let lines = lines.into_iter().flat_map(|(_, lines)| lines).collect();
        (is_whole, lines, damaged.map(|(_, line)| line))
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
        assert_eq!(read(&mut logs, folder), (false, vec![], None));
        append(&path, "{}\n1\n");
        assert_eq!(read(&mut logs, folder), (true, vec![1], None));
        assert_eq!(read(&mut logs, folder), (false, vec![], None));
        append(&path, "2\nx\n[");
        assert_eq!(read(&mut logs, folder), (false, vec![2], Some(4)));
        append(&path, "]\n");
        append(&folder.join("b.jsonl"), "{}\n5\n\n6\n");
        assert_eq!(read(&mut logs, folder), (false, vec![5, 6], Some(5)));
        // One's own lines are no news, and are read with those of others.
        append(&path, "3\n");
        assert!(logs.read::<u32>(folder, Some(&path)).unwrap().lines.is_empty());
        append(&folder.join("b.jsonl"), "7\n");
        let appended = logs.read::<u32>(folder, Some(&path)).unwrap();
        assert_eq!(appended.lines, [(path.clone(), vec![3]), (folder.join("b.jsonl"), vec![7])]);
        // Longer, but not by lines that were appended.
        fs::write(&path, "{}\n1\n2\n3\n4\n5\n6\n7\n8\n").unwrap();
        let all = (1..9).chain([5, 6, 7]).collect();
        assert_eq!(read(&mut logs, folder), (true, all, None));
        // Shorter, replaced, and removed.
        fs::write(&path, "{}\n1\n").unwrap();
        assert_eq!(read(&mut logs, folder), (true, vec![1, 5, 6, 7], None));
        fs::write(folder.join("new"), "{}\n1\n2\n").unwrap();
        fs::rename(folder.join("new"), &path).unwrap();
        assert_eq!(read(&mut logs, folder), (true, vec![1, 2, 5, 6, 7], None));
        fs::remove_file(path).unwrap();
        assert_eq!(read(&mut logs, folder), (true, vec![5, 6, 7], None));
    }
}
