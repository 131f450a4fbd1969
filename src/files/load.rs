//! Layer 4: a path becomes records. The only reader of files.

use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

pub(super) use super::open::open;
use super::open::open_found;
pub use super::open::{
    Cause, LoadError, NotAFile, is_handed_over, is_standard_input, is_stream, locate, show_path,
};
use super::{archive, gzip};
use crate::crash;
use crate::format::deflate::Fault;
use crate::format::{self, Chunk, Chunks, FORMATS, Loaded, ReadError, Reason};
use crate::record::At;
use crate::text::{Encoding, Source};

/// How to read a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions {
    /// The text encoding that the reader insists on.
    pub encoding: Option<Encoding>,
    /// The file may still be written: text after the last line end does not count as a complete line.
    pub growing: bool,
}

impl LoadOptions {
    /// To read in an encoding, if one is given.
    pub(crate) fn in_encoding(encoding: Option<Encoding>) -> Self {
        Self { encoding, growing: false }
    }
}

/// Reads the records of a file.
///
/// # Errors
/// The file is not there, is not a file, may not be read, or holds no game that can be shown.
pub fn load(path: &Path, options: LoadOptions) -> Result<Loaded, LoadError> {
    let (mut loaded, rest) = begin(path, options)?;
    let rest = rest.into_iter().flatten();
    loaded.extend(rest.map(|chunk| caught(|| chunk.read())));
    Ok(loaded)
}

/// The screen shows a smaller file at once, not chunk by chunk.
const LARGE: usize = 2 * 1024 * 1024;

/// Reads a small file as a whole. Of a large one it reads the first chunk, and returns the others to be read later.
///
/// # Errors
/// It fails where [`load`] does.
pub fn begin(path: &Path, options: LoadOptions) -> Result<(Loaded, Option<Chunks>), LoadError> {
    begin_larger(path, options, LARGE)
}

/// Does what [`begin`] does, but a file is large if it has more than `most` bytes.
///
/// # Errors
/// It fails where [`load`] does.
pub(crate) fn begin_larger(
    path: &Path,
    options: LoadOptions,
    most: usize,
) -> Result<(Loaded, Option<Chunks>), LoadError> {
    load_with(path, read_file(path), |mut content| {
        // While a packed file is being overwritten, what can be unpacked is neither the old record nor the new one.
        if let Some(fault) = content.fault.filter(|_| options.growing) {
            return Err(fault.into());
        }
        if content.bytes.len() <= most || content.fault.is_some() {
            return Ok((content.read(options)?, None));
        }
        let bytes = content.bytes.into_owned();
        content.bytes = match Chunks::new(bytes, content.name, options.encoding) {
            Ok(chunks) => {
                let mut chunks = chunks.growing(options.growing);
                match chunks.next().map(Chunk::read) {
                    Some(Ok(loaded)) => return Ok((loaded, Some(chunks))),
                    _ => chunks.into_bytes(),
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
    result.unwrap_or_else(|panic| Err(ReadError::none(crash::reason(&*panic)).because(Reason::Bug)))
}

/// Reads a file that was found in a directory and may be of any kind. `None` if no format recognizes it.
///
/// # Errors
/// It fails where [`load`] does.
pub fn load_if_record(path: &Path, options: LoadOptions) -> Result<Option<Loaded>, LoadError> {
    let bytes = open_found(path).and_then(|opened| read_opened(path, opened, LARGEST));
    parse_if_record(path, or_archived(path, bytes), options)
}

/// Does what [`load_if_record`] does with a file that has already been read, as far as it has no fault.
///
/// # Errors
/// The file could not be read, or no game in it can be shown.
pub(crate) fn parse_if_record(
    path: &Path,
    file: Result<(Vec<u8>, Option<Fault>), LoadError>,
    options: LoadOptions,
) -> Result<Option<Loaded>, LoadError> {
    load_with(path, file, |content| {
        content.with_source(options, |content, source| {
            let read = format::recognize(source).map(|detected| detected.read(source));
            read.map(|read| content.checked(read, options)).transpose()
        })
    })
}

fn load_with<T>(
    path: &Path,
    file: Result<(Vec<u8>, Option<Fault>), LoadError>,
    read: impl FnOnce(FileContent<'_>) -> Result<T, ReadError>,
) -> Result<T, LoadError> {
    crash::working_on(path);
    let (bytes, fault) = file?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    caught(|| read(FileContent::of(bytes.into(), fault, &name)?))
        .map_err(|error| LoadError::new(path, error))
}

/// The bytes of a file, unpacked if they were packed.
struct FileContent<'a> {
    bytes: Cow<'a, [u8]>,
    /// The file's name without the extension of the packing.
    name: &'a str,
    /// Why bytes are missing at the end, if any are.
    fault: Option<Fault>,
}

impl<'a> FileContent<'a> {
    /// Unpacks the bytes of a file if they are packed. `fault` says why bytes of the file are missing, if any are.
    fn of(bytes: Cow<'a, [u8]>, fault: Option<Fault>, name: &'a str) -> Result<Self, ReadError> {
        let name = name.trim_end_matches(".gz");
        let (bytes, fault) = if gzip::is_gzip(&bytes) {
            let (unpacked, inner) = gzip::unpack(&bytes);
            (unpacked.into(), inner.or(fault))
        } else {
            (bytes, fault)
        };
        match fault {
            Some(fault) if fault == Fault::TooLarge || bytes.is_empty() => Err(fault.into()),
            _ => Ok(Self { bytes, name, fault }),
        }
    }

    /// Calls `read` with the bytes as a source, whose text need not be copied if it is UTF-8.
    fn with_source<T>(
        mut self,
        options: LoadOptions,
        read: impl Fn(&Self, &Source<'_>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let text = match std::mem::take(&mut self.bytes) {
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map_err(|error| error.into_bytes().into())
            }
            bytes => Err(bytes),
        };
        let text = text.map(Arc::new);
        let read = |growing| {
            let source = match &text {
                Ok(text) => Source::of_text(text, self.name),
                Err(bytes) => Source::new(bytes, self.name),
            };
            read(&self, &source.with_encoding(options.encoding).growing(growing))
        };
        // The last line of a damaged file is not complete either. If nothing is left without it, it is read all the same.
        let is_cut = self.fault.is_some() && !options.growing;
        let done = read(options.growing || is_cut);
        if is_cut && done.is_err() { read(false) } else { done }
    }

    fn read(self, options: LoadOptions) -> Result<Loaded, ReadError> {
        self.with_source(options, |content, source| content.checked(format::read(source), options))
    }

    /// Marks records as incomplete if the file could not be unpacked to its end. There is no warning while the file grows:
    /// its end may not have been written yet.
    fn checked(
        &self,
        read: Result<Loaded, ReadError>,
        options: LoadOptions,
    ) -> Result<Loaded, ReadError> {
        let Some(fault) = self.fault else {
            return read;
        };
        let message = format!("the packed file is {fault}; what could be unpacked is shown");
        let mut loaded = read.map_err(|_| ReadError::from(fault))?;
        match options.growing {
            true => loaded.cut = Some(message.into()),
            false => loaded.cut_at(At::File, message),
        }
        Ok(loaded)
    }
}

/// Reads records from bytes. `name` is the name of the file that they came from, whose extension may decide the format.
///
/// # Errors
/// No game can be shown.
pub fn parse(bytes: &[u8], name: &str, options: LoadOptions) -> Result<Loaded, ReadError> {
    FileContent::of(bytes.into(), None, name)?.read(options)
}

/// Splits a file with more than `most` bytes, unpacked if it is packed, or returns the bytes if it cannot be split.
///
/// # Errors
/// The file is not there, is not a file, may not be read, is damaged where it is packed, or is larger than any record.
pub(crate) fn split(
    path: &Path,
    options: LoadOptions,
    most: usize,
) -> Result<Result<Chunks, Vec<u8>>, LoadError> {
    load_with(path, read_file(path), |content| {
        let bytes = content.bytes.into_owned();
        match content.fault {
            Some(fault) => Err(fault.into()),
            None if bytes.len() <= most => Ok(Err(bytes)),
            None => Ok(Chunks::new(bytes, content.name, options.encoding)),
        }
    })
}

/// Reads a whole file, or one in an archive as far as it is not damaged.
fn read_file(path: &Path) -> Result<(Vec<u8>, Option<Fault>), LoadError> {
    or_archived(path, read_at_most(path, LARGEST))
}

/// Falls back to a file in an archive, such as `games.zip/1.kif`, if there is no file at the path.
fn or_archived(
    path: &Path,
    read: Result<Vec<u8>, LoadError>,
) -> Result<(Vec<u8>, Option<Fault>), LoadError> {
    match read {
        Err(error) if error.is_missing() => match archive::find(path) {
            Some(found) => found?.read(path),
            None => Err(error),
        },
        read => Ok((read?, None)),
    }
}

/// Reads a whole file of at most this many bytes.
///
/// # Errors
/// The file is not there, is not a file, may not be read, or is larger.
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
    if metadata.len() > largest {
        return Err(LoadError::new(path, io::Error::from(io::ErrorKind::FileTooLarge)));
    }
    // A list that grows leaves holes.
    let room = usize::try_from(metadata.len()).unwrap_or(0);
    read_to_limit(file, largest, room).map_err(|error| LoadError::new(path, error))
}

/// The address of a web page in place of a path. Nothing is fetched: some addresses have the moves in them.
fn address(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let is_address = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
    (is_address && !path.exists()).then_some(text)
}

/// The largest input that is read. The largest libraries that are known have 60 MB; what never ends, such as a file that
/// grows faster than it is read, must not fill the memory.
pub(super) const LARGEST: u64 = 1 << 30;

/// Reads to the end of a file or a stream.
///
/// # Errors
/// It cannot be read, or is larger than any record.
pub fn read_to_end(input: impl Read) -> io::Result<Vec<u8>> {
    read_to_limit(input, LARGEST, 0)
}

/// Reads at most `largest` bytes, into a buffer that begins with room for `room` bytes.
fn read_to_limit(input: impl Read, largest: u64, room: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(room)?;
    input.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// Whether a file's name ends with the extension of a format that is read, or with that and `.gz`.
pub fn is_named_as_record(path: &Path) -> bool {
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let stem = path.file_stem().filter(|_| is_packed);
    let path = stem.map_or(path, Path::new);
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let mut readable = FORMATS.iter().filter(|format| format.read.is_some());
    readable.any(|format| format.extensions.iter().any(|known| extension == *known))
}
