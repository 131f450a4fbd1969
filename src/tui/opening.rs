//! Opens the first record of a session on another thread, because it may take long, and a pipe may stay silent.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use crate::crash;
use crate::files::load::{self, Cause, LoadError, LoadOptions};
use crate::files::watch::{self, Opened, Pipe};
use crate::format::ReadError;

/// The progress of opening a record.
#[derive(Debug)]
pub(super) enum Opening {
    /// Still waiting, for this reason.
    Waiting(String),
    /// The record, or why there is none.
    Over(Result<Box<Source>, LoadError>),
}

/// A record and where it came from.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) opened: Opened,
    /// The rest of a stream.
    pub(super) pipe: Option<Pipe>,
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
        let waiting = |error: &LoadError| {
            let hopeless = matches!(error.cause, Cause::NotAFile(_));
            patient && !hopeless && send(Opening::Waiting(error.cause.to_string()))
        };
        let open = || open(&path, options, game, waiting);
        let opened = catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|panic| {
            let error = ReadError::whole(crash::reason(&*panic));
            Err(LoadError::new(&path, error))
        });
        send(Opening::Over(opened.map(Box::new)));
    };
    thread::Builder::new().name("open".to_owned()).spawn(work)?;
    Ok(())
}

fn open(
    path: &Path,
    options: LoadOptions,
    game: usize,
    waiting: impl FnMut(&LoadError) -> bool,
) -> Result<Source, LoadError> {
    if load::is_stream(path) {
        let (opened, pipe) = Pipe::open(path, options)?;
        let pipe = Some(pipe);
        return Ok(Source { opened, pipe });
    }
    let mut opened = watch::wait_for(path, options, waiting)?;
    opened.read_to(game);
    Ok(Source { opened, pipe: None })
}
