//! How long following a file waits.

use std::time::Duration;

/// The interval between checks of the file without events.
pub const LOOK: Duration = Duration::from_secs(1);
/// The interval between checks for a file that does not exist yet.
pub(super) const WAIT: Duration = Duration::from_millis(250);
/// A writer that pauses for this long is assumed to be done. Reading immediately finds a half-written file nine times
/// out of ten; reading after a pause of 5 ms, never.
pub(super) const QUIET: Duration = Duration::from_millis(50);
/// If the writer never pauses, what it has written is read after this time.
pub(super) const PATIENCE: Duration = Duration::from_millis(500);
/// A file that has been unchanged for this long is as its writer wants it: text after the last line end is accepted, and
/// what is missing is gone. Most programs that rewrite a file in pieces make shorter pauses.
pub(super) const REST: Duration = Duration::from_secs(1);
/// If the file never rests, moves that every reading lacks are gone after this time: a program takes less time to write a
/// file, even in pieces.
pub(super) const LACK: Duration = Duration::from_secs(3);
/// When a file that cannot be shown is reported as being written, and when the reason why it cannot. Most writers are done
/// within moments.
pub(super) const REPORTS: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(2)];
/// A game that has not changed for this long is not being played just now.
pub(crate) const LIVELY: Duration = Duration::from_secs(60);
/// A file modified within this time may still be being written.
pub(crate) const FRESH: Duration = Duration::from_secs(2);
/// A file whose time is in whole seconds is read again after this long, because changes within the same second may not
/// show in its time or length.
pub(super) const COARSE: Duration = Duration::from_secs(2);
