//! Zip archives, treated as folders of records. Nothing is ever extracted to disk.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use flate2::Decompress;
use rawzip::{
    CompressionMethod, FileReader, ZipArchive, ZipArchiveEntryWayfinder, ZipVerification,
};

use super::open::{Cause, LoadError, NotAFile, open};
use crate::crash::locked;
use crate::format::deflate::{Fault, MOST_UNPACKED, inflate};
use crate::format::{ReadError, Reason};
use crate::text::source::decode_field;
use crate::text::{Encoding, Family, Source, clean_line, joined};

/// The first bytes: the header of the first file, or the end record of an empty archive.
const MAGIC: [[u8; 4]; 2] = [*b"PK\x03\x04", *b"PK\x05\x06"];

/// Archives with more files are refused. The largest collections have 160,000 games.
const MOST_FILES: usize = 250_000;
/// Archives whose files are larger in all than [`MOST_UNPACKED`] and this many times the archive are refused: records pack
/// to a tenth or so, what packs to less than a hundredth is no library.
const MOST_RATIO: u64 = 100;
/// The minimum size of the header before a file.
const HEADER: u64 = 30;
/// Longer paths are shortened, because the system would refuse them.
const LONGEST_PATH: usize = 1000;

/// A path in an archive, or the archive itself.
pub(super) struct ArchivePath {
    archive: Arc<Archive>,
    /// The path inside the archive, separated by slashes. Empty for the archive itself.
    inside: String,
}

/// The archive and the path inside it that a path refers to. `None` if it does not refer to an archive.
pub(super) fn find(path: &Path) -> Option<Result<ArchivePath, LoadError>> {
    // Without a trailing slash.
    let path = path.components().as_path();
    let (file, metadata) = nearest(path, |above| fs::metadata(above).ok())?;
    if !metadata.is_file() {
        return None;
    }
    let names = path.strip_prefix(file).unwrap_or(path).iter();
    let inside = joined(names.map(OsStr::to_string_lossy), "/");
    let archive = Archive::open(file, &metadata)?;
    Some(archive.map(|archive| ArchivePath { archive, inside }))
}

/// The longest part of a path that exists, and what `look` returns for it. A path in an archive may be hundreds of folders
/// deep, so not every part is looked at.
fn nearest<T>(path: &Path, mut look: impl FnMut(&Path) -> Option<T>) -> Option<(&Path, T)> {
    if let Some(found) = look(path) {
        return Some((path, found));
    }
    let outer = path.ancestors().skip(1);
    let above: Vec<&Path> = outer.take_while(|above| *above != Path::new("")).collect();
    let missing = above.partition_point(|above| look(above).is_none());
    let nearest = *above.get(missing)?;
    look(nearest).map(|found| (nearest, found))
}

/// Whether a path refers to an archive, or to something inside one.
pub fn is_archived(path: &Path) -> bool {
    find(path).is_some()
}

/// Whether a path refers to a file or folder inside an archive.
pub fn is_in_archive(path: &Path) -> bool {
    let found = find(path).and_then(Result::ok);
    found.is_some_and(|found| !found.inside.is_empty() && found.is_there())
}

/// Whether a path is a directory, an archive or a folder in one, so that records may be below it.
pub fn is_folder(path: &Path) -> bool {
    match find(path) {
        None => path.is_dir(),
        Some(Ok(found)) => found.is_folder(),
        // The error is reported when it is opened.
        Some(Err(_)) => path.is_file(),
    }
}

/// The size of a file in an archive when it is unpacked; 0 if there is no such file.
pub(crate) fn unpacked_size(path: &Path) -> u64 {
    let found = find(path).and_then(Result::ok);
    let member = found.as_ref().and_then(ArchivePath::member);
    member.map_or(0, |member| member.location.uncompressed_size_hint())
}

impl ArchivePath {
    fn member(&self) -> Option<&Member> {
        let members = &self.archive.members;
        let found = members.binary_search_by(|member| order(&member.path).cmp(order(&self.inside)));
        members.get(found.ok()?)
    }

    fn is_folder(&self) -> bool {
        self.inside.is_empty() || self.member().is_none() && !self.range().is_empty()
    }

    fn is_there(&self) -> bool {
        self.is_folder() || self.member().is_some()
    }

    /// The path of a member relative to this folder, if it is below.
    fn rest<'a>(&self, member: &'a Member) -> Option<&'a str> {
        if self.inside.is_empty() {
            return Some(&member.path);
        }
        member.path.strip_prefix(&self.inside)?.strip_prefix('/')
    }

    /// The range of members below this folder.
    fn range(&self) -> Range<usize> {
        let members = &self.archive.members;
        // No member is before an archive itself, whose path inside it is empty.
        let start = members.partition_point(|member| order(&member.path).le(order(&self.inside)));
        let from = members.iter().skip(start);
        let below = from.take_while(|member| self.rest(member).is_some());
        start..start + below.count()
    }

    /// Decompresses the file, up to any damage.
    ///
    /// # Errors
    /// The path is not that of a file, or dapu cannot decompress it.
    pub(super) fn read(&self, path: &Path) -> Result<(Vec<u8>, Option<Fault>), LoadError> {
        let unpacked = match self.member() {
            Some(member) => self.archive.unpack(member).map_err(Cause::from),
            None if self.is_folder() => Err(Cause::NotAFile(NotAFile::Directory)),
            None => Err(io::Error::from(io::ErrorKind::NotFound).into()),
        };
        unpacked.map_err(|cause| LoadError::new(path, cause))
    }

    /// All files below, except hidden ones, in order of their names.
    pub(super) fn files(self) -> impl Iterator<Item = PathBuf> + Send {
        self.range().filter_map(move |index| {
            let member = self.archive.members.get(index)?;
            let is_hidden = self.rest(member)?.split('/').any(is_hidden);
            (!is_hidden).then(|| self.archive.path_of(&member.path))
        })
    }

    /// The folders and files in this folder, except hidden ones, in order of their names.
    pub(super) fn children(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let here = self.archive.path_of(&self.inside);
        let (mut folders, mut files): (Vec<&str>, Vec<PathBuf>) = Default::default();
        let below = self.archive.members.get(self.range()).unwrap_or(&[]);
        for rest in below.iter().filter_map(|member| self.rest(member)) {
            match rest.split_once('/') {
                _ if is_hidden(rest) => {}
                None => files.push(here.join(rest)),
                Some((folder, _)) if folders.last() == Some(&folder) => {}
                Some((folder, _)) => folders.push(folder),
            }
        }
        let folders = folders.into_iter().map(|folder| here.join(folder));
        (folders.collect(), files)
    }
}

/// Paths in the order of these are in the order of their parts: no path contains a zero.
fn order(path: &str) -> impl Iterator<Item = u8> {
    path.bytes().map(|byte| if byte == b'/' { 0 } else { byte })
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

/// A file in an archive.
struct Member {
    /// The path in the archive, separated by slashes. It is unique and safe to show.
    path: String,
    location: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

/// An archive and its directory.
struct Archive {
    path: PathBuf,
    stamp: (u64, Option<SystemTime>),
    zip: ZipArchive<FileReader>,
    /// The files, in order of their paths.
    members: Vec<Member>,
    /// How many more bytes than the directory says were unpacked.
    excess: AtomicU64,
}

/// The archives used last. Reading the directory again for every file would take quadratic time.
static KEPT: Mutex<Vec<Arc<Archive>>> = Mutex::new(Vec::new());
/// Enough for all that are read at the same time.
const MOST_KEPT: usize = 8;

impl Archive {
    /// The path of something inside, with the separators of the system.
    fn path_of(&self, inside: &str) -> PathBuf {
        self.path.iter().chain(Path::new(inside)).collect()
    }

    /// Opens a file; `None` if it is not an archive.
    fn open(path: &Path, metadata: &Metadata) -> Option<Result<Arc<Self>, LoadError>> {
        let stamp = (metadata.len(), metadata.modified().ok());
        {
            let mut kept = locked(&KEPT);
            let index = kept.iter().position(|kept| kept.path == path && kept.stamp == stamp);
            if let Some(index) = index {
                kept[..=index].rotate_right(1);
                return kept.first().map(|first| Ok(Arc::clone(first)));
            }
        }
        let (mut file, _) = open(path).ok()?;
        let mut start = [0; MAGIC[0].len()];
        file.read_exact(&mut start).ok()?;
        if !MAGIC.contains(&start) {
            return None;
        }
        let path = path.to_owned();
        let (zip, members) = match read_directory(file, stamp.0) {
            Ok(read) => read,
            Err(error) => return Some(Err(LoadError::new(path, error))),
        };
        let archive = Arc::new(Self { path, stamp, zip, members, excess: AtomicU64::new(0) });
        let mut kept = locked(&KEPT);
        kept.insert(0, Arc::clone(&archive));
        kept.truncate(MOST_KEPT);
        Some(Ok(archive))
    }

    fn unpack(&self, member: &Member) -> Result<(Vec<u8>, Option<Fault>), ReadError> {
        if member.is_encrypted {
            let error = ReadError::none("encrypted: unpack the archive with its password");
            return Err(error.because(Reason::Encrypted));
        }
        let location = member.location;
        let size = location.compressed_size_hint().max(location.uncompressed_size_hint());
        if size > MOST_UNPACKED as u64 {
            return Err(Fault::TooLarge.into());
        }
        if self.excess.load(Ordering::Relaxed) > most_unpacked(self.stamp.0) {
            return Err(too_large());
        }
        let found = self.zip.get_entry(location).map_err(|_| Fault::Damaged)?;
        let (mut reader, mut packed) = (found.reader(), Vec::new());
        reader.read_to_end(&mut packed).map_err(|_| Fault::Damaged)?;
        let mut unpacked = Vec::new();
        let fault = match member.method {
            CompressionMethod::STORE => {
                unpacked = packed;
                None
            }
            CompressionMethod::DEFLATE => {
                inflate(&packed, Decompress::new(false), &mut unpacked).err()
            }
            method => {
                let name = match method.name() {
                    Some(name) => name.to_lowercase(),
                    None => format!("method {}", method.as_u16()),
                };
                let error = ReadError::none(format!(
                    "packed with {name}, which dapu cannot unpack: unpack the archive first"
                ));
                return Err(error.because(Reason::Unsupported));
            }
        };
        let holds = ZipVerification {
            crc: rawzip::crc32(&unpacked),
            uncompressed_size: unpacked.len() as u64,
        };
        let excess = (unpacked.len() as u64).saturating_sub(location.uncompressed_size_hint());
        self.excess.fetch_add(excess, Ordering::Relaxed);
        let is_whole = reader.claim_verifier().valid(holds).is_ok();
        Ok((unpacked, fault.or((!is_whole).then_some(Fault::Damaged))))
    }
}

fn too_large() -> ReadError {
    let message =
        format!("it unpacks to more than {MOST_RATIO} times its size: unpack it yourself first");
    ReadError::none(message).because(Reason::TooLarge)
}

/// How large the files of an archive of some size may be in all.
fn most_unpacked(length: u64) -> u64 {
    (MOST_UNPACKED as u64).saturating_add(length.saturating_mul(MOST_RATIO))
}

/// Reads the directory of an archive of some size. Neither counts nor names in it are trusted.
fn read_directory(
    file: File,
    size: u64,
) -> Result<(ZipArchive<FileReader>, Vec<Member>), ReadError> {
    let damaged =
        |_| ReadError::none("the zip archive is damaged or incomplete").because(Reason::Damaged);
    // The largest possible header: its three texts have at most 64 KB each.
    let mut buffer = vec![0; 256 * 1024];
    let zip = ZipArchive::from_file(file, &mut buffer).map_err(damaged)?;
    let mut records = zip.entries(&mut buffer);
    let (mut names, mut members, mut spans, mut length) = (vec![], vec![], vec![], 0);
    let mut unpacked = 0_u64;
    while let Some(record) = records.next_entry().map_err(damaged)? {
        let name = record.file_path().as_bytes().to_vec();
        length += name.len();
        if spans.len() == MOST_FILES || length > MOST_UNPACKED {
            let message = format!("an archive of more than {MOST_FILES} files: unpack it first");
            return Err(ReadError::none(message).because(Reason::TooLarge));
        }
        unpacked = unpacked.saturating_add(record.uncompressed_size_hint());
        if unpacked > most_unpacked(size) {
            return Err(too_large());
        }
        let start = record.local_header_offset();
        let taken = record.compressed_size_hint().saturating_add(HEADER);
        spans.push((start, start.saturating_add(taken)));
        if record.is_dir() {
            continue;
        }
        names.push(name);
        members.push(Member {
            path: String::new(),
            location: record.wayfinder(),
            method: record.compression_method(),
            is_encrypted: record.flags().is_encrypted(),
        });
    }
    spans.sort_unstable();
    if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        let message = "the files in the zip archive overlap, so it is damaged or malicious";
        return Err(ReadError::none(message).because(Reason::Damaged));
    }
    for (member, path) in members.iter_mut().zip(paths(&names)) {
        member.path = path;
    }
    members.sort_by(|a, b| order(&a.path).cmp(order(&b.path)));
    Ok((zip, members))
}

/// The paths of files, given their names in the archive. The encoding of names that are not UTF-8 is unknown, so it is
/// guessed from all of them together.
fn paths(names: &[Vec<u8>]) -> Vec<String> {
    let unknown = names.iter().filter(|name| str::from_utf8(name).is_err());
    let sample = unknown.map(Vec::as_slice).collect::<Vec<_>>().join(&b'\n');
    let encoding = Source::new(&sample, "").encoding(Family::Any);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut paths = Vec::new();
    for name in names {
        let path = path(name, encoding);
        let mut other = path.clone();
        while seen.contains_key(&other) {
            let count = seen.entry(path.clone()).or_insert(1);
            *count += 1;
            other = numbered(&path, *count);
        }
        seen.insert(other.clone(), 1);
        paths.push(other);
    }
    paths
}

/// A path that cannot lead out of the archive, and is safe to show.
fn path(name: &[u8], encoding: Encoding) -> String {
    let name = match str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) => decode_field(name, encoding),
    };
    // Old Windows programs used backslashes as separators.
    let all = name.split(['/', '\\']).map(clean_line);
    let parts: Vec<String> = all.filter(|part| !matches!(&**part, "" | "." | "..")).collect();
    let path = parts.join("/");
    match parts.last() {
        Some(last) if path.len() > LONGEST_PATH => last.chars().take(LONGEST_PATH / 4).collect(),
        Some(_) => path,
        None => "unnamed".to_owned(),
    }
}

/// `game.sgf` becomes `game (2).sgf`.
fn numbered(path: &str, number: usize) -> String {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let dot = path[name..].rfind('.').filter(|dot| *dot > 0);
    let (stem, extension) = path.split_at(dot.map_or(path.len(), |dot| name + dot));
    format!("{stem} ({number}){extension}")
}
