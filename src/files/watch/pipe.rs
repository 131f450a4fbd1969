//! A record that is read from a pipe and grows while its writer continues.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use super::{Change, Opened, Origin, PATIENCE, QUIET};
use crate::files::load::{self, Cause, LoadError, LoadOptions};
use crate::format::{Loaded, ReadError};

/// The maximum number of bytes read at a time.
const PIECE: usize = 64 * 1024;

/// A pipe that is being read.
#[derive(Debug)]
pub struct Pipe {
    /// The path of the pipe, or `-` for standard input.
    path: PathBuf,
    pieces: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    options: LoadOptions,
    ended: bool,
}

impl Pipe {
    /// Reads a pipe, or standard input for `-`, until a record can be shown. The beginning of a record may suffice.
    ///
    /// # Errors
    /// The pipe cannot be opened, it ended without a game that can be shown, or the thread cannot be created.
    pub fn open(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
        let fail = |error| LoadError::new(path, error);
        let pieces = if path != Path::new("-") {
            read_on_a_thread(File::open(path).map_err(fail)?)
        } else if io::stdin().is_terminal() {
            return Err(LoadError::new(path, Cause::NotAFile("a terminal")));
        } else {
            read_on_a_thread(io::stdin())
        };
        let mut pipe = Self {
            path: path.to_owned(),
            pieces: pieces.map_err(fail)?,
            bytes: Vec::new(),
            options,
            ended: false,
        };
        loop {
            pipe.wait();
            match pipe.parse() {
                Ok(loaded) => {
                    let (path, pipe, known) = (path.to_owned(), Some(pipe), Arc::default());
                    let origin = Origin::Stream;
                    return Ok(Opened {
                        path,
                        origin,
                        loaded,
                        rest: None,
                        pipe,
                        stamp: None,
                        known,
                    });
                }
                Err(error) if pipe.ended => return Err(LoadError::new(path, error)),
                // Not enough to show yet.
                Err(_) => {}
            }
        }
    }

    /// Follows the pipe on its own thread until it ends or the receiver is gone.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn follow(
        mut self,
        mut send: impl FnMut(Change) -> bool + Send + 'static,
    ) -> io::Result<()> {
        let thread = thread::Builder::new().name("pipe".to_owned());
        thread.spawn(move || {
            while !self.ended {
                self.wait();
                let goes_on = match self.parse() {
                    Ok(loaded) => {
                        // What is missing from a pipe, which only grows, does not come back.
                        let is_final = self.ended || loaded.cut().is_none();
                        send(Change::Loaded(loaded)) && (!is_final || send(Change::Rested))
                    }
                    Err(error) => send(Change::Incomplete(error.to_string())),
                };
                if !goes_on {
                    return;
                }
            }
            send(Change::Ended);
        })?;
        Ok(())
    }

    fn parse(&self) -> Result<Loaded, ReadError> {
        let options = LoadOptions { growing: !self.ended, ..self.options };
        let name = self.path.file_name().unwrap_or_default();
        load::parse(&self.bytes, &name.to_string_lossy(), options)
    }

    /// Waits for data, and then for the writer to pause.
    fn wait(&mut self) {
        let mut piece = self.pieces.recv().map_err(RecvTimeoutError::from);
        let began = Instant::now();
        loop {
            match piece {
                Ok(piece) => self.bytes.extend(piece),
                Err(error) => {
                    self.ended = error == RecvTimeoutError::Disconnected;
                    return;
                }
            }
            if began.elapsed() >= PATIENCE {
                return;
            }
            piece = self.pieces.recv_timeout(QUIET);
        }
    }
}

/// Reads on a thread, because reading a pipe blocks. The thread ends with the pipe or the program.
fn read_on_a_thread(mut input: impl Read + Send + 'static) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, pieces) = mpsc::sync_channel(16);
    let thread = thread::Builder::new().name("stdin".to_owned());
    thread.spawn(move || {
        let mut buffer = vec![0; PIECE];
        while let Ok(count @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    })?;
    Ok(pieces)
}
