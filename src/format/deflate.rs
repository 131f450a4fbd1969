//! Decompresses deflate streams (RFC 1951) in any container, with a common limit.

use flate2::{Decompress, FlushDecompress, Status};

/// The most that is decompressed from a file, in megabytes. A few bytes can expand a thousandfold.
pub(crate) const MOST_UNPACKED_MB: usize = 64;
/// [`MOST_UNPACKED_MB`] in bytes.
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

/// Decompresses a stream, appends its contents to `unpacked`, and returns its length.
///
/// # Errors
/// Not all of it could be decompressed. The bytes before the fault were appended.
pub(crate) fn inflate(
    stream: &[u8],
    mut state: Decompress,
    unpacked: &mut Vec<u8>,
) -> Result<usize, Fault> {
    let start = unpacked.len();
    loop {
        let used = state.total_in() as usize;
        let before = unpacked.len();
        let room = (before - start).max(LEAST);
        unpacked.reserve_exact(room.min(MOST_UNPACKED + 1 - before));
        let rest = stream.get(used..).unwrap_or(&[]);
        let status = state.decompress_vec(rest, unpacked, FlushDecompress::None);
        if unpacked.len() > MOST_UNPACKED {
            unpacked.truncate(MOST_UNPACKED);
            return Err(Fault::TooLarge);
        }
        match status {
            Ok(Status::StreamEnd) => return Ok(state.total_in() as usize),
            Ok(_) if unpacked.len() > before => {}
            _ => return Err(Fault::Damaged),
        }
    }
}

/// The least room for the next bytes. That is enough for a short record, and for all that precedes a fault.
const LEAST: usize = 32 * 1024;
