//! Opens the first record of a session on another thread, because it may take long, and a pipe may stay silent.

use std::io;
use std::path::Path;
use std::thread;

use super::SessionOptions;
use crate::files::load::{self, LoadError};
use crate::files::new_game;
use crate::files::watch::{self, Opened};

/// The progress of opening a record.
pub(super) enum Opening {
    /// Still waiting, for this reason.
    Waiting(String),
    /// The record, or why there is none.
    Over(Result<Box<Opened>, LoadError>),
}

/// Opens a file on another thread, up to the game to start with, or begins a new game. To follow it, waits for a file that
/// does not exist yet. `send` returns whether to continue.
///
/// # Errors
/// The thread cannot be created.
pub(super) fn start(
    path: &Path,
    options: &SessionOptions,
    send: impl Fn(Opening) -> bool + Send + 'static,
) -> io::Result<()> {
    let (path, options) = (path.to_owned(), options.clone());
    thread::Builder::new().name("open".to_owned()).spawn(move || {
        let opened = load::caught(|| {
            let notes = options.notes.as_ref().filter(|_| !options.live);
            let own = new_game::own(&path, notes);
            let opened = match own {
                Some(own) => Ok(own),
                None if options.new => new_game::open(&path, options.notes.as_ref()),
                None => watch::wait_for(&path, options.follow.load, |error| {
                    options.live && send(Opening::Waiting(error.cause.to_string()))
                }),
            };
            Ok(opened.map(|mut opened| {
                opened.read_to(options.game.unwrap_or(if options.live { usize::MAX } else { 0 }));
                Box::new(opened)
            }))
        });
        send(Opening::Over(opened.unwrap_or_else(|error| Err(LoadError::new(&path, error)))));
    })?;
    Ok(())
}
