//! `dapu read`: a record in sentences, one per line, for screen readers and braille displays.

mod board;
mod moves;
pub(super) mod narration;
pub(super) mod words;

use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Map;

use super::error::{Error, Exit};
use super::files::{file_error, for_each_game};
use super::message::Message;
use super::options::{Addresses, examples, from_one, seconds};
use super::output::{Output, Tint, overrides};
use crate::files::archive;
use crate::files::load::{Cause, LoadError};
use crate::files::watch::{self, Change, Follow, Watch};
use crate::format::Loaded;
use crate::library::LiveFile;
use crate::settings::Config;
use narration::{Json, Narration, Sentence, Wish};
use words::Voice;

/// Arguments of `dapu read`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu read game.xqf", "one sentence per move, with variations and comments"),
    ("dapu read game.xqf:12", "one move, and the position after it"),
    ("dapu read game.xqf --positions=10", "with the position every ten plies"),
    ("dapu read game.xqf --lang zh", "in Chinese; ja is Japanese"),
    ("dapu read game.xqf --json", "one line of JSON per sentence"),
]))]
pub struct ReadArgs {
    #[command(flatten)]
    games: Addresses,
    /// Describe the position every N plies, or after every ply without N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = from_one::<NonZero<u32>>)]
    positions: Option<NonZero<u32>>,
    /// Continue as the file is written; wait if it does not exist yet
    #[arg(long, conflicts_with = "strict")]
    follow: bool,
    /// Check the file every SECONDS instead of waiting for events, for file systems that send none
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "follow")]
    poll: Option<Duration>,
}

pub(super) fn run(args: &ReadArgs) -> Result<Exit, Error> {
    let config = Config::load(overrides())?;
    let results = args.games.results;
    let voice = Voice(config.language);
    let mut wish = Wish {
        positions: args.positions.map(NonZero::get),
        json: results.json.then(Map::new),
        ..Wish::default()
    };
    let mut out = results.output();
    if args.follow {
        return follow(args, voice, &wish, out);
    }
    let is_single = args.games.is_single();
    for_each_game(&args.games, &mut out, |out, address, opened| {
        wish.place.clone_from(&address.place);
        let narration = Narration::of(&opened.record, Some(&opened.valued), voice, &wish);
        let sentences = narration.map_err(|error| file_error(&address.path, error))?;
        let name = (!is_single).then(|| name(&address.path, &wish.json));
        let number = opened.count.filter(|count| *count == 1).is_none().then(|| {
            let text = voice.game_of(address.game.unwrap_or(0) + 1, opened.count);
            Sentence::new("game", &text, &wish.json)
        });
        let mut all = name.into_iter().chain(number).chain(sentences);
        all.try_for_each(|sentence| print(out, &sentence))
    })
}

/// The name of a file among the sentences.
fn name(path: &Path, json: &Json) -> Sentence {
    Sentence::new("file", &path.to_string_lossy(), json)
}

fn print(out: &mut Output, sentence: &Sentence) -> Result<(), Error> {
    let text = out.clean_line(&sentence.line);
    let line = match sentence.about {
        "file" => out.tint(Tint::File, &text),
        "variation" | "end_of_variation" => out.tint(Tint::Place, &text),
        _ => text,
    };
    out.line(&line)
}

/// Reads the record, then its changes, until the stream ends or the output is closed.
fn follow(args: &ReadArgs, voice: Voice, wish: &Wish, out: Output) -> Result<Exit, Error> {
    let addresses = args.games.addresses()?;
    let [address] = &addresses[..] else {
        return Err(Message::FollowsOne.into());
    };
    let mut narrator = Narrator {
        voice,
        wish: Wish { place: address.place.clone(), ..wish.clone() },
        game: address.game.unwrap_or(0),
        read: Vec::new(),
        out,
    };
    let follow = Follow { load: args.games.inputs.reading.into(), poll: args.poll };
    if archive::is_archived(&address.path) {
        return Err(LoadError::new(&address.path, Cause::Archived).into());
    }
    let (send, changes) = mpsc::channel();
    let send = move |change| send.send(change).is_ok();
    // Dropping the watch ends it.
    let mut _watch = None;
    let mut opened = watch::wait_for(&address.path, follow.load, |_| true)?;
    opened.read_to(usize::MAX);
    match opened.pipe.take() {
        Some(pipe) => pipe.follow(send)?,
        None => _watch = Some(Watch::start(&address.path, follow, opened.seen(), send)?),
    }
    narrator.read(&opened.loaded)?;
    let mut file = LiveFile::new(opened.loaded);
    for change in changes {
        match change {
            // If it comes back, only what differs is read.
            Change::Gone => {}
            Change::Ended(error) => return error.map_or(Ok(Exit::Fine), |why| Err(why.into())),
            Change::Switched(path) => {
                file = LiveFile::default();
                narrator.turn_to(&path)?;
            }
            change => {
                let is_new = !file.take(change, Instant::now()).is_empty();
                file.loaded().filter(|_| is_new).map_or(Ok(()), |it| narrator.read(it))?;
            }
        }
    }
    Ok(Exit::Fine)
}

/// Prints the sentences of a record, and later only those that are new.
struct Narrator {
    voice: Voice,
    wish: Wish,
    /// The index of the game in the file, from 0.
    game: usize,
    /// The sentences read so far.
    read: Vec<Sentence>,
    out: Output,
}

impl Narrator {
    /// Reads a record, or only what is new since the last reading.
    fn read(&mut self, loaded: &Loaded) -> Result<(), Error> {
        let sentences = self.sentences(loaded).unwrap_or_else(|error| {
            // What is missing now may be written later.
            let text = self.voice.warning(&error);
            vec![Sentence::new("warning", &text, &self.wish.json)]
        });
        let before = self.read.iter().zip(&sentences).take_while(|(a, b)| a == b).count();
        let tails = self.read[before..].iter().rev().zip(sentences[before..].iter().rev());
        let after = tails.take_while(|(a, b)| a == b).count();
        let new = &sentences[before..sentences.len() - after];
        // Something already read has changed, which is announced.
        if before + after < self.read.len() {
            let changed = Sentence::new("changed", &self.voice.changed(), &self.wish.json);
            print(&mut self.out, &changed)?;
            let last = sentences[..before].last().filter(|_| new.is_empty());
            last.map_or(Ok(()), |sentence| print(&mut self.out, sentence))?;
        }
        new.iter().try_for_each(|sentence| print(&mut self.out, sentence))?;
        self.read = sentences;
        self.out.flush()
    }

    /// The sentences of the game, or of the place in it.
    ///
    /// # Errors
    /// Why the file does not have it.
    fn sentences(&self, loaded: &Loaded) -> Result<Vec<Sentence>, String> {
        let record = loaded.game(self.game).map_err(|error| error.message)?;
        let sentences = Narration::of(&record, None, self.voice, &self.wish);
        Ok(sentences.map_err(|error| error.to_string())?.collect())
    }

    /// Switches to another file of a directory.
    fn turn_to(&mut self, path: &Path) -> Result<(), Error> {
        self.read.clear();
        print(&mut self.out, &name(path, &self.wish.json))
    }
}
