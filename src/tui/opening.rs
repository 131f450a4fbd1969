//! Opens the first record of a session on another thread, because it may take long, and a pipe may stay silent.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use crate::crash;
use crate::files::load::{LoadError, LoadOptions};
use crate::files::watch::{self, Opened};
use crate::format::{ReadError, Reason};

/// The progress of opening a record.
pub(super) enum Opening {
    /// Still waiting, for this reason.
    Waiting(String),
    /// The record, or why there is none.
    Over(Result<Box<Opened>, LoadError>),
}

/// Opens a file on another thread, up to the game with index `game`. With `patient`, waits for a file that does not
/// exist yet. `send` returns whether to continue.
///
/// # Errors
/// The thread cannot be created.
pub(super) fn start(
    path: &Path,
    options: LoadOptions,
    patient: bool,
    game: usize,
    send: impl Fn(Opening) -> bool + Send + 'static,
) -> io::Result<()> {
    let path = path.to_owned();
    let work = move || {
        let waiting =
            |error: &LoadError| patient && send(Opening::Waiting(error.cause.to_string()));
        let open = || {
            let mut opened = watch::wait_for(&path, options, waiting)?;
            opened.read_to(game);
            Ok(Box::new(opened))
        };
        let opened = catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|panic| {
            let error = ReadError::none(crash::reason(&*panic)).because(Reason::Bug);
            Err(LoadError::new(&path, error))
        });
        send(Opening::Over(opened));
    };
    thread::Builder::new().name("open".to_owned()).spawn(work)?;
    Ok(())
}
