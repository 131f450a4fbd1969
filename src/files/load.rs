//! Layer 4: a path becomes records. The only reader of files.

use crate::text;
use std::borrow::Cow;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::gzip;
use crate::book::{BookError, Books};
use crate::crash;
use crate::format;
use crate::format::FORMATS;
use crate::format::deflate::Fault;
use crate::format::{Loaded, Pieces, ReadError};
use crate::record::At;
use crate::text::Encoding;
use crate::text::Family;
use crate::text::Source;
use crate::text::clean_line;

/// How to read a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions {
    /// The text encoding that the reader insists on.
    pub encoding: Option<Encoding>,
    /// The file may still be written: text after the last line end does not count as a complete line.
    pub growing: bool,
    /// Every game will be opened: none is only listed at first.
    pub eager: bool,
}

/// Why a file gives no record. Prints as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The system does not give the file.
    #[error("{}: {}", show_path(.path), io_text(.error))]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The path names a directory, a device or a pipe.
    #[error("{}: {kind}, not a file", show_path(.path))]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        kind: &'static str,
    },
    /// The directory holds no file with the extension of a record.
    #[error("{}: no record is in the directory", show_path(.path))]
    NoRecord {
        /// The directory.
        path: PathBuf,
    },
    /// The file is there, but no game in it can be shown.
    #[error("{}", locate(.path, .error.at, &.error.message))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReadError,
    },
}

impl LoadError {
    /// The reason without the file's name, for a status line.
    pub fn reason(&self) -> String {
        match self {
            Self::Io { error, .. } => io_text(error),
            Self::NoRecord { .. } => "no record is in the directory".to_owned(),
            Self::NotAFile { kind, .. } => format!("{kind}, not a file"),
            Self::Read { error, .. } => clean_line(&error.to_string()),
        }
    }
}

/// A path as text that is safe to print.
pub fn show_path(path: &Path) -> String {
    clean_line(&path.to_string_lossy())
}

/// A message with its file and place, on one line that is safe to print.
pub fn locate(path: &Path, at: At, message: &str) -> String {
    format!("{}{}{}", show_path(path), at.joint(), clean_line(message))
}

fn io_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::FileTooLarge => "too large for a record: more than 1 GiB".to_owned(),
        _ => error.to_string(),
    }
}

/// Reads the records of a file.
///
/// # Errors
/// The file is not there, is not a file, may not be read, or holds no game that can be shown.
pub fn load(path: &Path, options: LoadOptions) -> Result<Loaded, LoadError> {
    let (mut loaded, rest) = begin(path, options)?;
    for piece in rest.into_iter().flatten() {
        loaded.append(caught(|| piece.read(options.eager)));
    }
    Ok(loaded)
}

/// A larger file is read in pieces.
const LARGE: usize = 2 * 1024 * 1024;

/// Reads the first records of a file; those of a large file that follow come with its pieces.
///
/// # Errors
/// As [`load`].
pub fn begin(path: &Path, options: LoadOptions) -> Result<(Loaded, Option<Pieces>), LoadError> {
    load_with(path, read_bytes(path), |mut content| {
        if content.bytes.len() <= LARGE || content.fault.is_some() {
            return Ok((content.read(options)?, None));
        }
        let bytes = content.bytes.into_owned();
        content.bytes = match Pieces::new(bytes, content.name, options.encoding) {
            Ok(pieces) => {
                let mut pieces = pieces.growing(options.growing);
                match pieces.next().map(|piece| piece.read(options.eager)) {
                    Some(Ok(loaded)) => return Ok((loaded, Some(pieces))),
                    _ => pieces.into_bytes(),
                }
            }
            Err(bytes) => bytes,
        }
        .into();
        Ok((content.read(options)?, None))
    })
}

/// A bug in reading some games must not keep others from being read, nor take the screen down.
pub(crate) fn caught<T>(read: impl FnOnce() -> Result<T, ReadError>) -> Result<T, ReadError> {
    let result = catch_unwind(AssertUnwindSafe(read));
    result.unwrap_or_else(|panic| Err(ReadError::whole(crash::reason(&*panic))))
}

/// Reads the records of a file in a directory, which may be anything: `None` if no format knows it.
///
/// # Errors
/// As [`load`].
pub fn load_if_record(path: &Path, options: LoadOptions) -> Result<Option<Loaded>, LoadError> {
    let bytes = open_found(path).and_then(|opened| read_opened(path, opened, LARGEST));
    load_with(path, bytes, |content| {
        let source = content.source(options);
        let format = format::recognize(&source);
        let read = |format| content.checked(format::read_as(format, &source), options);
        format.map(read).transpose()
    })
}

fn load_with<T>(
    path: &Path,
    bytes: Result<Vec<u8>, LoadError>,
    read: impl FnOnce(Content<'_>) -> Result<T, ReadError>,
) -> Result<T, LoadError> {
    crash::working_on(path);
    let bytes = bytes?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    caught(|| read(Content::of(bytes.into(), &name)?)).map_err(|error| LoadError::Read {
        path: path.to_owned(),
        error,
    })
}

/// The bytes of a file, unpacked if they were packed by gzip.
struct Content<'a> {
    bytes: Cow<'a, [u8]>,
    /// The file's name without the extension of the packing.
    name: &'a str,
    /// Why they are not all bytes.
    fault: Option<Fault>,
}

impl<'a> Content<'a> {
    fn of(bytes: Cow<'a, [u8]>, name: &'a str) -> Result<Self, ReadError> {
        let (name, (bytes, fault)) = match gzip::is_gzip(&bytes) {
            true => (name.trim_end_matches(".gz"), gzip::unpack(&bytes)),
            false => {
                return Ok(Self {
                    bytes,
                    name,
                    fault: None,
                });
            }
        };
        if let Some(fault) = fault.filter(|fault| *fault == Fault::TooLarge || bytes.is_empty()) {
            return Err(ReadError::whole(fault.to_string()));
        }
        let bytes = bytes.into();
        Ok(Self { bytes, name, fault })
    }

    fn source(&self, options: LoadOptions) -> Source<'_> {
        Source::new(&self.bytes, self.name)
            .with_encoding(options.encoding)
            .growing(options.growing)
            .eager(options.eager)
    }

    fn read(&self, options: LoadOptions) -> Result<Loaded, ReadError> {
        self.checked(format::read(&self.source(options)), options)
    }

    /// What was read, which is not all if the packing is damaged. The end of a file that is being written is still to
    /// come.
    fn checked(
        &self,
        read: Result<Loaded, ReadError>,
        options: LoadOptions,
    ) -> Result<Loaded, ReadError> {
        let Some(fault) = self.fault else {
            return read;
        };
        let message = format!("the gzip file is {fault}; what could be unpacked is shown");
        let mut loaded = read.map_err(|_| ReadError::whole(fault.to_string()))?;
        if !options.growing {
            loaded.warnings.warn(At::File, message.as_str());
        }
        loaded.cut = Some(message);
        Ok(loaded)
    }
}

/// Reads the records in bytes that came from a file of this name.
///
/// # Errors
/// No game can be shown.
pub fn parse(bytes: &[u8], name: &str, options: LoadOptions) -> Result<Loaded, ReadError> {
    Content::of(bytes.into(), name)?.read(options)
}

/// Reads a whole file.
///
/// # Errors
/// The file is not there, is not a file, may not be read, or is larger than any record.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, LoadError> {
    read_at_most(path, LARGEST)
}

/// Reads a whole file of at most this many bytes.
///
/// # Errors
/// As [`read_bytes`].
pub fn read_at_most(path: &Path, largest: u64) -> Result<Vec<u8>, LoadError> {
    if let Some(address) = address(path) {
        return Ok(address.as_bytes().to_vec());
    }
    read_opened(path, open(path)?, largest)
}

fn read_opened(
    path: &Path,
    (file, metadata): (File, Metadata),
    largest: u64,
) -> Result<Vec<u8>, LoadError> {
    let fail = |error| LoadError::Io {
        path: path.to_owned(),
        error,
    };
    if metadata.len() > largest {
        return Err(fail(io::ErrorKind::FileTooLarge.into()));
    }
    read_to_limit(file, largest).map_err(fail)
}

/// The address of a web page in place of a path. Nothing is fetched: some addresses have the moves in them.
fn address(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let is_address = ["https://", "http://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    (is_address && !path.exists()).then_some(text)
}

/// Opens a file. Directories, devices and pipes are refused before they are opened: opening a pipe would wait for its
/// writer.
pub(super) fn open(path: &Path) -> Result<(File, Metadata), LoadError> {
    file_only(path, fs::metadata(path))?;
    open_found(path)
}

/// Opens what was a file a moment ago. What was put in its place meanwhile is opened without waiting, and refused then.
fn open_found(path: &Path) -> Result<(File, Metadata), LoadError> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| LoadError::Io {
        path: path.to_owned(),
        error,
    })?;
    let metadata = file_only(path, file.metadata())?;
    Ok((file, metadata))
}

/// Refuses what is not an ordinary file.
fn file_only(path: &Path, metadata: io::Result<Metadata>) -> Result<Metadata, LoadError> {
    let path = || path.to_owned();
    let metadata = metadata.map_err(|error| LoadError::Io {
        path: path(),
        error,
    })?;
    match other_kind(&metadata) {
        Some(kind) => Err(LoadError::NotAFile { path: path(), kind }),
        None => Ok(metadata),
    }
}

/// Whether a path is read as a stream, from its start to its end and only once: standard input, or a pipe.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok_and(|metadata| is_pipe(&metadata))
}

/// Whether a path is a pipe opened by the calling process: `/dev/stdin`, or what a shell makes of `<(command)`. It has
/// a writer, so opening it does not wait for one.
pub fn is_handed_over(path: &Path) -> bool {
    (path.starts_with("/dev") || path.starts_with("/proc")) && is_stream(path)
}

/// Whether a path names standard input: `-`, or `/dev/stdin` and its like.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-") || is_same_as_input(path)
}

#[cfg(unix)]
fn is_same_as_input(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let input = rustix::fs::fstat(io::stdin());
    let named = fs::metadata(path);
    matches!((input, named), (Ok(input), Ok(named))
        if (input.st_dev, input.st_ino) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_same_as_input(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_metadata: &Metadata) -> bool {
    false
}

/// The largest input that is read. The largest libraries that are known have 60 MB; what never ends, such as a file that
/// grows faster than it is read, must not fill the memory.
const LARGEST: u64 = 1 << 30;

/// Reads to the end of a file or a stream.
///
/// # Errors
/// It cannot be read, or is larger than any record.
pub fn read_to_end(input: impl Read) -> io::Result<Vec<u8>> {
    read_to_limit(input, LARGEST)
}

fn read_to_limit(input: impl Read, largest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// Whether a file's name ends as those of a format that is read, packed by gzip or not.
pub fn is_named_as_record(path: &Path) -> bool {
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let stem = path.file_stem().filter(|_| is_packed);
    let path = stem.map_or(path, Path::new);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_lowercase();
    let mut readable = FORMATS.iter().filter(|format| format.read.is_some());
    readable.any(|format| format.extensions.contains(&&*extension))
}

/// Opens opening books. Those that cannot be used are left out, and reported with the reason as one line that names
/// the file.
pub fn open_books(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> (Books, Vec<String>) {
    // The encoding of notes in books is declared nowhere; the programs that write them are all of the mainland.
    let gb18030 = |bytes: &[u8]| {
        let source = Source::new(bytes, "").with_encoding(text::encoding_by_label("gb18030"));
        source.text(Family::Chinese).text.to_string()
    };
    let (books, failed) = Books::open(paths, gb18030);
    let report = |(path, error): (PathBuf, BookError)| {
        format!("{}: {}", show_path(&path), clean_line(&error.to_string()))
    };
    (books, failed.into_iter().map(report).collect())
}

/// Whether the system would give the file now.
pub fn is_readable(path: &Path) -> bool {
    open(path).is_ok()
}

/// What a path is if it is not an ordinary file.
fn other_kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return None;
    }
    if kind.is_dir() {
        return Some("a directory");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if is_pipe(metadata) {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some("a device")
}
