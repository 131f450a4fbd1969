//! `dapu read`: a record in sentences, one per line, for screen readers and braille displays.

mod board;
mod moves;
mod narration;
mod signs;
mod words;

use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use super::error::{Error, Exit, verdict};
use super::files;
use super::options::{Input, Within, choice, examples, seconds};
use super::output::Output;
use crate::files::address::Address;
use crate::files::load::{self, LoadError, LoadOptions};
use crate::files::watch::{self, Change, Follow, Opened, Pipe, Watch};
use crate::format::Loaded;
use crate::library::stream::load_named;
use crate::settings::{Config, Lang, Options};
use narration::{Narration, Wish};
use words::Words;

/// Arguments of `dapu read`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu read game.xqf", "one sentence per move, with variations and comments"),
    ("dapu read game.xqf:12", "one move, and the position after it"),
    ("dapu read game.xqf --positions=10", "with the position every ten plies"),
    ("dapu read game.xqf --lang zh", "in Chinese; ja is Japanese"),
]))]
pub struct ReadArgs {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    within: Within,
    /// Describe the position every N plies, or after every ply without N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    positions: Option<NonZero<u32>>,
    /// Continue as the file is written; wait if it does not exist yet
    #[arg(long, conflicts_with = "strict")]
    follow: bool,
    /// Check the file every SECONDS instead of waiting for events, for file systems that send none
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "follow")]
    poll: Option<Duration>,
    /// The language of the sentences
    #[arg(long, value_parser = choice::<Lang>())]
    lang: Option<Lang>,
    /// Print text from the file unchanged, including control characters
    #[arg(long)]
    raw: bool,
}

pub(super) fn run(args: &ReadArgs) -> Result<Exit, Error> {
    let config = Config::load(Options {
        lang: args.lang,
        ..Options::default()
    })?;
    let address = args.within.clone().of(args.input.file.clone())?;
    let mut reading = Reading {
        words: Words(config.lang),
        wish: Wish {
            place: address.place.clone(),
            positions: args.positions.map(NonZero::get),
        },
        game: address.game.unwrap_or(0),
        read: Vec::new(),
        out: Output::new(args.raw, false),
    };
    if args.follow {
        return follow(args, &address, reading);
    }
    let loaded = load_named(&address.path, args.input.reading.into())?;
    reading.read(&address.path, &loaded)?;
    let warnings = loaded.all_warnings();
    files::print_warnings(&address.path, &warnings);
    Ok(verdict(args.input.strict, &warnings))
}

/// Reads the record, then its changes, until the stream ends or nobody listens.
fn follow(args: &ReadArgs, address: &Address, mut reading: Reading) -> Result<Exit, Error> {
    let follow = Follow {
        load: args.input.reading.into(),
        poll: args.poll,
    };
    let (send, changes) = mpsc::channel();
    let send = move |change| send.send(change).is_ok();
    // Dropping the watch ends it.
    let mut _watch = None;
    let (opened, pipe) = open(&address.path, follow.load)?;
    match pipe {
        Some(pipe) => pipe.follow(send)?,
        None => _watch = Some(Watch::start(&address.path, follow, &opened.seen(), send)?),
    }
    reading.read(&opened.path, &opened.loaded)?;
    for change in changes {
        match change {
            Change::Loaded(loaded) | Change::Cut(loaded) => reading.read(&address.path, &loaded)?,
            Change::Turned(path) => reading.turn_to(&path)?,
            Change::Ended => break,
            Change::Writing | Change::Incomplete(_) | Change::Gone | Change::Polling(_) => {}
        }
    }
    Ok(Exit::Fine)
}

/// Opens a file if it exists, or a stream with what follows in it.
fn open(path: &Path, options: LoadOptions) -> Result<(Opened, Option<Pipe>), LoadError> {
    if load::is_stream(path) {
        let (opened, pipe) = Pipe::open(path, options)?;
        return Ok((opened, Some(pipe)));
    }
    let wait = |error: &LoadError| !matches!(error, LoadError::NotAFile { .. });
    let mut opened = watch::wait_for(path, options, wait)?;
    opened.read_to(usize::MAX);
    Ok((opened, None))
}

/// What is read aloud, and what already was.
struct Reading {
    words: Words,
    wish: Wish,
    /// The index of the game in the file, from 0.
    game: usize,
    /// The lines read so far.
    read: Vec<String>,
    out: Output,
}

impl Reading {
    /// Reads a record, or only what is new since the last reading.
    fn read(&mut self, path: &Path, loaded: &Loaded) -> Result<(), Error> {
        let record = loaded
            .game(self.game)
            .map_err(|error| files::game_error(path, error))?;
        let lines = Narration::of(&record, self.words, &self.wish)?;
        let same = |(a, b): &(&String, &String)| a == b;
        let before = self.read.iter().zip(&lines).take_while(same).count();
        let tails = self.read[before..]
            .iter()
            .rev()
            .zip(lines[before..].iter().rev());
        let behind = tails.take_while(same).count();
        let new = &lines[before..lines.len() - behind];
        // Something already read aloud has changed, so the listener hears of it.
        if before + behind < self.read.len() {
            self.out.line(&self.words.changed())?;
            let last = lines[..before].last().filter(|_| new.is_empty());
            last.map_or(Ok(()), |line| self.out.line(&self.out.clean_line(line)))?;
        }
        for line in new {
            self.out.line(&self.out.clean_line(line))?;
        }
        self.read = lines;
        self.out.flush()
    }

    /// Switches to another file of a directory.
    fn turn_to(&mut self, path: &Path) -> Result<(), Error> {
        self.read.clear();
        let name = path.to_string_lossy();
        self.out.line(&self.out.clean_line(&name))
    }
}
