//! Decompresses deflate streams (RFC 1951) in any container, with a common limit.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// The most that is decompressed from a file, in megabytes. A few bytes can expand a thousandfold.
pub(crate) const MOST_UNPACKED_MB: usize = 64;
/// The same in bytes.
pub(crate) const MOST_UNPACKED: usize = MOST_UNPACKED_MB << 20;

/// Why a stream was not decompressed completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It is cut short or invalid.
    #[error("damaged or incomplete")]
    Damaged,
    /// It exceeds the limit.
    #[error("more than {MOST_UNPACKED_MB} MB when unpacked")]
    TooLarge,
}

/// The format around a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// None: in gzip and zip.
    #[cfg(feature = "tui")]
    None,
    /// zlib (RFC 1950).
    Zlib,
}

/// Decompresses a stream, appends its contents to `unpacked`, and returns its length.
///
/// # Errors
/// Not all of it could be decompressed. What precedes the fault was appended.
pub(crate) fn inflate(
    stream: &[u8],
    wrapper: Wrapper,
    unpacked: &mut Vec<u8>,
) -> Result<usize, Fault> {
    let flags = match wrapper {
        #[cfg(feature = "tui")]
        Wrapper::None => 0,
        Wrapper::Zlib => inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER,
    };
    let flags = flags | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (start, mut used) = (unpacked.len(), 0);
    let mut end = start;
    loop {
        let room = (2 * (end - start)).max(LEAST);
        unpacked.resize((start + room).min(MOST_UNPACKED), 0);
        let rest = stream.get(used..).unwrap_or(&[]);
        let out = &mut unpacked[start..];
        let (status, read, written) = decompress(&mut state, rest, out, end - start, flags);
        used += read;
        end += written;
        let is_full = end >= MOST_UNPACKED;
        if status != TINFLStatus::HasMoreOutput || is_full {
            unpacked.truncate(end);
            return match status {
                TINFLStatus::Done => Ok(used),
                TINFLStatus::HasMoreOutput => Err(Fault::TooLarge),
                _ => Err(Fault::Damaged),
            };
        }
    }
}

/// The initial capacity, enough for a short record.
const LEAST: usize = 4096;
