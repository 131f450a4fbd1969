//! A record that is read from a pipe and grows while its writer continues.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use super::waits::{PATIENCE, QUIET};
use super::{Change, FileOrigin, Opened};
use crate::files::load::{self, Cause, LARGEST, LoadError, LoadOptions, NotAFile};
use crate::format::Loaded;

/// The maximum number of bytes read at a time.
const PIECE: usize = 64 * 1024;

/// A pipe that is being read.
#[derive(Debug)]
pub struct Pipe {
    /// The path of the pipe, or `-` for standard input.
    path: PathBuf,
    pieces: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    /// The maximum number of bytes.
    largest: u64,
    options: LoadOptions,
    ended: bool,
}

impl Pipe {
    /// Reads a pipe, or standard input for `-`, until a record can be shown. The beginning of a record may suffice.
    ///
    /// # Errors
    /// The pipe cannot be opened, it ended without a game that can be shown, or the thread cannot be created.
    pub fn open(path: &Path, options: LoadOptions) -> Result<Opened, LoadError> {
        if path != Path::new("-") {
            let input = File::open(path).map_err(|error| LoadError::new(path, error))?;
            Self::begin(path, input, LARGEST, options)
        } else if io::stdin().is_terminal() {
            Err(LoadError::new(path, Cause::NotAFile(NotAFile::Terminal)))
        } else {
            Self::begin(path, io::stdin(), LARGEST, options)
        }
    }

    fn begin(
        path: &Path,
        input: impl Read + Send + 'static,
        largest: u64,
        options: LoadOptions,
    ) -> Result<Opened, LoadError> {
        // One byte more shows that there are too many.
        let pieces = read_on_a_thread(input.take(largest.saturating_add(1)));
        let pieces = pieces.map_err(|error| LoadError::new(path, error))?;
        let (path, bytes) = (path.to_owned(), Vec::new());
        let mut pipe = Self { path, pieces, bytes, largest, options, ended: false };
        loop {
            pipe.wait();
            match pipe.parse() {
                Ok(loaded) => {
                    let (path, origin, known) =
                        (pipe.path.clone(), FileOrigin::Stream, Arc::default());
                    let (rest, pipe, stamp) = (None, Some(pipe), None);
                    return Ok(Opened {
                        path,
                        origin,
                        loaded,
                        rest,
                        pipe,
                        own: None,
                        stamp,
                        known,
                    });
                }
                Err(error) if pipe.ended => return Err(LoadError::new(pipe.path, error)),
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
                    Err(error) if self.ended => {
                        send(Change::Ended(Some(LoadError::new(self.path, error))));
                        return;
                    }
                    Err(error) => send(Change::Incomplete(Arc::new(error))),
                };
                if !goes_on {
                    return;
                }
            }
            send(Change::Ended(None));
        })?;
        Ok(())
    }

    /// The contents of the pipe so far.
    fn parse(&self) -> Result<Loaded, Cause> {
        if self.bytes.len() as u64 > self.largest {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge).into());
        }
        let options = LoadOptions { growing: !self.ended, ..self.options };
        let name = self.path.file_name().unwrap_or_default();
        Ok(load::parse(&self.bytes, &name.to_string_lossy(), options)?)
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
