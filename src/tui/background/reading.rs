//! Reads the rest of a large file on all cores while its first games are shown.

use std::time::{Duration, Instant};

use super::Wanted;
use crate::files::load;
use crate::format::{Chunks, Loaded, ReadError};
use crate::library::parallel;

/// The interval at which results are reported.
const BATCH: Duration = Duration::from_millis(200);

/// The next parts of the file.
pub(in crate::tui) struct More {
    pub(in crate::tui) parts: Vec<Result<Loaded, ReadError>>,
    /// How much of the file has been read, in percent; `None` at its end.
    pub(in crate::tui) percent: Option<u8>,
}

/// Reads the rest of a file while it is wanted. Returns its last parts.
pub(in crate::tui) fn read_on(
    chunks: Chunks,
    wanted: &Wanted,
    send: &mut dyn FnMut(More) -> bool,
) -> Option<More> {
    let length = chunks.size().max(1);
    let mut parts = Vec::new();
    let mut sent = Instant::now();
    let read = parallel::in_order(
        chunks,
        |_| 0,
        |chunk| (chunk.end, load::caught(|| chunk.read())),
        |(end, part)| {
            parts.push(part);
            if sent.elapsed() >= BATCH {
                sent = Instant::now();
                send(More {
                    parts: std::mem::take(&mut parts),
                    percent: Some((end * 100 / length) as u8),
                });
            }
            if wanted.is() { Ok(()) } else { Err(()) }
        },
    );
    read.ok().map(|()| More { parts, percent: None })
}
