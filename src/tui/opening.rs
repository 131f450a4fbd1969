//! Opening the record that a session begins with, away from the loop: it may take long, and a pipe may stay silent.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use crate::crash;
use crate::files::load::{self, LoadError, LoadOptions};
use crate::files::watch::{self, Opened, Pipe};
use crate::format::ReadError;

/// How opening a record goes.
#[derive(Debug)]
pub(super) enum Opening {
    /// It is waited for, for this reason.
    Waiting(String),
    /// It can be shown; or never will be.
    Over(Result<Box<Source>, LoadError>),
}

/// A record with what it comes through.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) opened: Opened,
    /// The rest of a stream.
    pub(super) pipe: Option<Pipe>,
}

/// Opens a file on a thread of its own, as far as a game, from 0. With `patient`, a file that is not there yet is waited for. `send` says whether
/// anybody listens.
///
/// # Errors
/// The system gives no thread.
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
            let hopeless = matches!(error, LoadError::NotAFile { .. });
            patient && !hopeless && send(Opening::Waiting(error.reason()))
        };
        let open = || open(&path, options, game, waiting);
        let opened = catch_unwind(AssertUnwindSafe(open)).unwrap_or_else(|panic| {
            Err(LoadError::Read {
                path: path.clone(),
                error: ReadError::whole(crash::reason(&*panic)),
            })
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
