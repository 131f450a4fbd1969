//! Opens the first record of a session on another thread, because it may take long, and a pipe may stay silent.

use std::io;
use std::path::Path;
use std::thread;

use crate::files::load::{self, LoadError, LoadOptions};
use crate::files::watch::{self, Opened};

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
    thread::Builder::new().name("open".to_owned()).spawn(move || {
        let opened = load::caught(|| {
            let opened = watch::wait_for(&path, options, |error| {
                patient && send(Opening::Waiting(error.cause.to_string()))
            });
            Ok(opened.map(|mut opened| {
                opened.read_to(game);
                Box::new(opened)
            }))
        });
        send(Opening::Over(opened.unwrap_or_else(|error| Err(LoadError::new(&path, error)))));
    })?;
    Ok(())
}
