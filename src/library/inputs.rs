//! The inputs of a command: files, standard input, and directories, searched recursively.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::files::address::Address;
use crate::files::archive;
use crate::files::load::{self, LoadError, LoadOptions};
use crate::files::results::Placed;
use crate::files::walk;
use crate::format::{Chunks, Loaded, ReadError};
use crate::game::Notation;
use crate::record::{Record, Warning};

/// Larger files are read in chunks: a game of three bytes takes a thousand once it is read.
pub(super) const SMALL: usize = 128 * 1024;

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// Its path.
    pub(crate) path: PathBuf,
    /// The index of the only game to use, if one was named.
    pub(crate) game: Option<usize>,
    /// Whether the file itself was named, instead of a directory that contains it. Only then must it be a record.
    pub(super) named: bool,
}

/// A game of a file.
#[derive(Debug, Clone)]
pub(crate) struct OpenedGame {
    pub(crate) record: Arc<Record>,
    /// The warnings known when it was opened.
    pub(crate) warnings: Vec<Warning>,
    /// The notation of the file.
    pub(crate) notation: Notation,
    /// The number of games of the file, if all of it was read.
    pub(crate) count: Option<usize>,
    /// What an engine found in it, once that was looked up.
    pub(crate) valued: Placed,
}

impl Input {
    /// A file that was named, with the index of the only game to use.
    pub(crate) fn named(path: PathBuf, game: Option<usize>) -> Self {
        let named = true;
        Self { path, game, named }
    }

    /// The games of the file that are used and can be read, each with its index.
    pub(crate) fn games(&self, loaded: &Loaded) -> impl Iterator<Item = (usize, Arc<Record>)> {
        let all = 0..loaded.games().len();
        let wanted = all.filter(|index| self.game.is_none_or(|game| game == *index));
        wanted.filter_map(|index| Some((index, loaded.game(index).ok()?)))
    }

    /// Reads the file. Returns `None` if it was found in a directory and is not a record.
    pub(super) fn load(&self, options: LoadOptions) -> Result<Option<Loaded>, LoadError> {
        if self.named {
            return load_named(&self.path, options).map(Some);
        }
        load::load_if_record(&self.path, options)
    }

    /// Reads the requested game, or the first, with the warnings known by then. Reads no more of a large file than
    /// necessary. Returns `None` as in [`Input::load`].
    ///
    /// # Errors
    /// The file cannot be read, or the game is not in it.
    pub(crate) fn open(&self, options: LoadOptions) -> Result<Option<OpenedGame>, LoadError> {
        let Some((loaded, before, is_whole)) = self.open_part(options)? else {
            return Ok(None);
        };
        let opened = loaded.game(self.game.unwrap_or(0) - before);
        let record = opened.map_err(|error| LoadError::new(display_path(&self.path), error))?;
        let (warnings, notation) = (loaded.warnings(), loaded.notation());
        let count = is_whole.then(|| before + loaded.games().len());
        let valued = Placed::default();
        Ok(Some(OpenedGame { record, warnings, notation, count, valued }))
    }

    /// Reads the part of the file with that game. Also returns the number of games before the part, and whether there is
    /// nothing after it.
    pub(super) fn open_part(
        &self,
        options: LoadOptions,
    ) -> Result<Option<(Loaded, usize, bool)>, LoadError> {
        let number = self.game.unwrap_or(0);
        let Some((mut loaded, chunks)) = self.begin(options)? else {
            return Ok(None);
        };
        let (mut before, mut is_whole) = (0, true);
        for chunk in chunks.into_iter().flatten() {
            if number < before + loaded.games().len() {
                is_whole = false;
                break;
            }
            // An unreadable chunk counts as empty, as it does when the whole file is read.
            if let Ok(next) = load::caught(|| chunk.read()) {
                before += std::mem::replace(&mut loaded, next).games().len();
            }
        }
        let count = before + loaded.games().len();
        if number >= count {
            let error = ReadError::no_game(number, count);
            return Err(LoadError::new(display_path(&self.path), error));
        }
        Ok(Some((loaded, before, is_whole)))
    }

    /// Whether the file may be large when it is unpacked. A stream is read as a whole.
    pub(super) fn may_be_large(&self) -> bool {
        let is_packed = self.path.extension().is_some_and(|name| name == "gz");
        (is_packed || size(&self.path) > SMALL as u64) && !load::is_stream(&self.path)
    }

    /// Reads the file, or the first chunk of a large one.
    fn begin(&self, options: LoadOptions) -> Result<Option<(Loaded, Option<Chunks>)>, LoadError> {
        match self.may_be_large().then(|| load::begin_larger(&self.path, options, SMALL)) {
            Some(Ok(begun)) => Ok(Some(begun)),
            _ => Ok(self.load(options)?.map(|loaded| (loaded, None))),
        }
    }
}

/// The files that are named by arguments, including those below directories.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inputs {
    named: Vec<Address>,
    /// Whether they were found in a directory: they need not be records.
    is_found: bool,
    /// A directory that is skipped; it need not exist.
    pub(crate) except: Option<PathBuf>,
    /// Whether large files are read as a whole, too.
    pub(crate) whole: bool,
    /// Set by Ctrl-C: work in progress ends.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Inputs {
    /// The named files, and everything below named directories.
    pub(crate) fn new(named: Vec<Address>) -> Self {
        Self { named, ..Self::default() }
    }

    /// Files that were found in directories, read until `stop` is set.
    pub(crate) fn found(paths: Vec<PathBuf>, stop: &Arc<AtomicBool>) -> Self {
        let named = paths.into_iter().map(Address::from).collect();
        Self { named, is_found: true, stop: Arc::clone(stop), ..Self::default() }
    }

    /// Whether Ctrl-C is to end what is read: not where it is one of several things that the program does, nor where a stream
    /// may never go on.
    pub(super) fn ends_on_ctrl_c(&self) -> bool {
        !self.is_found && !self.has_stream()
    }

    /// Whether the input is a single file.
    pub(crate) fn is_single(&self) -> bool {
        matches!(&self.named[..], [file] if !archive::is_folder(&file.path))
    }

    /// Whether any input is a stream.
    pub(crate) fn has_stream(&self) -> bool {
        self.named.iter().any(|named| load::is_stream(&named.path))
    }

    /// The paths of all regular files.
    pub(crate) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.files().flatten().map(|input| input.path)
    }

    /// The files, listed as the walk proceeds.
    pub(crate) fn files(&self) -> impl Iterator<Item = Result<Input, LoadError>> + Send + use<> {
        let (except, is_found) = (self.except.clone(), self.is_found);
        self.named.clone().into_iter().flat_map(move |named| {
            let below = (!is_found && archive::is_folder(&named.path)).then(|| {
                let below = walk::files_below(&named.path, except.as_deref());
                below.map(|found| {
                    let path = found?;
                    let path = path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
                    Ok(Input { path, game: None, named: false })
                })
            });
            let itself = Input { named: !is_found, ..Input::named(named.path, named.game) };
            let itself = below.is_none().then_some(Ok(itself));
            below.into_iter().flatten().chain(itself)
        })
    }
}

pub(super) fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or_else(|_| archive::unpacked_size(path), |metadata| metadata.len())
}

/// The path as shown in messages.
pub(crate) fn display_path(path: &Path) -> &Path {
    if path == Path::new("-") { Path::new(STDIN) } else { path }
}

/// Reads a named file, or standard input.
fn load_named(path: &Path, options: LoadOptions) -> Result<Loaded, LoadError> {
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else if load::is_handed_over(path) {
        Box::new(File::open(path).map_err(|error| LoadError::new(path, error))?)
    } else {
        return load::load(path, options);
    };
    let path = display_path(path);
    let bytes = load::read_to_end(input).map_err(|error| LoadError::new(path, error))?;
    load::parse(&bytes, "", options).map_err(|error| LoadError::new(path, error))
}
