//! A record that comes through a pipe, and grows as its writer goes on.

use std::io::Read;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Change, Opened};
use crate::files::load;
use crate::files::load::LoadError;
use crate::files::load::LoadOptions;

/// A writer that pauses for this long is taken to have ended a piece.
const QUIET: Duration = Duration::from_millis(50);
/// A writer that never pauses is read all the same after this long.
const PATIENCE: Duration = Duration::from_millis(500);
/// As much as is taken from the pipe at once.
const PIECE: usize = 64 * 1024;

/// What standard input is called where files have names.
const NAME: &str = "-";

/// A pipe that is being read.
#[derive(Debug)]
pub struct Pipe {
    pieces: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    options: LoadOptions,
    ended: bool,
}

impl Pipe {
    /// Reads until a record can be shown: its beginning may be enough.
    ///
    /// # Errors
    /// The pipe ended, and no game can be shown; or the system gives no thread.
    pub fn open(
        input: impl Read + Send + 'static,
        options: LoadOptions,
    ) -> Result<(Opened, Self), LoadError> {
        let fail = |error| LoadError::Io {
            path: PathBuf::from(NAME),
            error,
        };
        let pieces = read_on_a_thread(input).map_err(fail)?;
        let mut pipe = Self {
            pieces,
            bytes: Vec::new(),
            options,
            ended: false,
        };
        loop {
            pipe.wait();
            let parsed = load::parse(&pipe.bytes, NAME, pipe.options());
            match parsed {
                Ok(loaded) => return Ok((Opened::pipe(loaded), pipe)),
                Err(error) if pipe.ended => {
                    return Err(LoadError::Read {
                        path: PathBuf::from(NAME),
                        error,
                    });
                }
                // The beginning of the beginning: more is to come.
                Err(_) => {}
            }
        }
    }

    /// Follows the pipe on a thread of its own until it ends or nobody listens.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn follow(
        mut self,
        mut send: impl FnMut(Change) -> bool + Send + 'static,
    ) -> std::io::Result<()> {
        let work = move || {
            while !self.ended {
                self.wait();
                let change = match load::parse(&self.bytes, NAME, self.options()) {
                    Ok(loaded) if loaded.cut.is_some() && !self.ended => Change::Cut(loaded),
                    Ok(loaded) => Change::Loaded(loaded),
                    Err(error) => Change::Incomplete(error.to_string()),
                };
                if !send(change) {
                    return;
                }
            }
            send(Change::Ended);
        };
        thread::Builder::new().name("pipe".to_owned()).spawn(work)?;
        Ok(())
    }

    fn options(&self) -> LoadOptions {
        LoadOptions {
            growing: !self.ended,
            ..self.options
        }
    }

    /// Waits for something to come, and then for the writer to pause.
    fn wait(&mut self) {
        let began = match self.pieces.recv() {
            Ok(piece) => {
                self.bytes.extend(piece);
                Instant::now()
            }
            Err(_) => {
                self.ended = true;
                return;
            }
        };
        while began.elapsed() < PATIENCE {
            match self.pieces.recv_timeout(QUIET) {
                Ok(piece) => self.bytes.extend(piece),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended = true;
                    return;
                }
            }
        }
    }
}

/// Reading a pipe waits for its writer; the thread ends with the pipe, or with the program.
fn read_on_a_thread(mut input: impl Read + Send + 'static) -> std::io::Result<Receiver<Vec<u8>>> {
    let (sender, pieces) = mpsc::sync_channel(16);
    let work = move || {
        let mut buffer = vec![0; PIECE];
        while let Ok(count @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(work)?;
    Ok(pieces)
}
