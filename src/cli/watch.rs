//! `dapu watch`: a line for each change of many records that are being written.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use clap::ValueHint;
use serde_json::{Map, Value, json};

use super::error::{Error, Exit};
use super::find::player;
use super::message::Message;
use super::options::{ReadingArgs, ResultOptions, examples, seconds, settings_of};
use super::output::{Output, Tint, lang, overrides};
use super::read::narration::{Narration, Sentence, Wish};
use super::read::words::Voice;
use crate::files::address::Address;
use crate::files::archive;
use crate::files::load::{self, Cause, LoadError, LoadOptions, NotAFile, show_path};
use crate::files::watch::{self, Change, Follow, Seen, Watch};
use crate::format::Loaded;
use crate::game::Side;
use crate::library::interrupts::end_on_ctrl_c;
use crate::library::{GameChange, LiveFile, Pattern};
use crate::record::{Key, Lines, NodeId, Place, Record, Reread};
use crate::settings::Config;
use crate::text::joined;
use crate::text::json::without_nulls;
use crate::words::Worded;

/// How long Ctrl-C may be waited for.
const PAUSE: Duration = Duration::from_millis(200);

/// The changes that may wait to be printed. Then the files wait, too.
const MOST: usize = 64;

/// Arguments of `dapu watch`.
#[derive(Debug, clap::Args)]
#[command(args = settings_of("watch"), after_help = examples(&[
    ("dapu watch games", "every new move in the records of a directory"),
    ("dapu watch a.csa b.kif --only 藤井", "in the games of one player"),
    ("dapu watch games --json | notify", "for a script: one line of JSON per change"),
]))]
pub struct WatchArgs {
    /// Records, which need not exist yet, or directories with records
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath, default_value = ".")]
    files: Vec<PathBuf>,
    /// Print only games of this player: part of the name, with or without the team
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    only: Option<Pattern>,
    /// Check the files every SECONDS instead of waiting for events, for file systems that send none
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    poll: Option<Duration>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn run(args: &WatchArgs) -> Result<Exit, Error> {
    let config = Config::load(overrides())?;
    let follow = Follow { load: args.reading.into(), poll: args.poll };
    let stop = Arc::new(AtomicBool::new(false));
    end_on_ctrl_c(&stop);
    let (voice, out) = (Voice(config.language), args.results.output());
    let mut watcher = Watcher { args, config, voice, out, files: HashMap::new() };
    let seen = watcher.open(follow.load)?;
    let (send, changes) = mpsc::sync_channel(MOST);
    let send = move |path: &Path, change| send.send((path.to_owned(), change)).is_ok();
    // Dropping the watch ends it.
    let _watch = Watch::start_all(args.files.clone(), follow, seen, send)?;
    if !args.results.printing.quiet {
        watcher.out.report(&Message::Watching(watcher.files.len()));
        watcher.out.flush()?;
    }
    while !stop.load(Ordering::Relaxed) {
        match changes.recv_timeout(PAUSE) {
            Ok((path, change)) => watcher.take(&path, change)?,
            Err(RecvTimeoutError::Timeout) => {}
            // It has said why.
            Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Failed),
        }
    }
    // SIGINT.
    Ok(Exit::Signal(2))
}

/// Prints what changes.
struct Watcher<'a> {
    args: &'a WatchArgs,
    config: Config,
    voice: Voice,
    out: Output,
    files: HashMap<PathBuf, LiveFile>,
}

impl Watcher<'_> {
    /// Reads the files that are there. What they have is not new.
    fn open(&mut self, options: LoadOptions) -> Result<Vec<Seen>, LoadError> {
        let mut seen = Vec::new();
        for path in watch::records_of(&self.args.files) {
            if load::is_stream(&path) {
                return Err(LoadError::new(path, Cause::NotAFile(NotAFile::Pipe)));
            } else if archive::is_archived(&path) {
                return Err(LoadError::new(path, Cause::Archived));
            }
            // What cannot be read now may be later.
            if let Ok(mut opened) = watch::open(&path, options) {
                opened.read_to(usize::MAX);
                seen.push(opened.seen());
                self.files.insert(path, LiveFile::new(opened.loaded));
            }
        }
        Ok(seen)
    }

    fn take(&mut self, path: &Path, change: Change) -> Result<(), Error> {
        if let Change::Incomplete(cause) = &change
            && (self.args.files.iter().any(|it| it == path) || self.files.contains_key(path))
        {
            self.out.report_text(&format!("{}: {}", show_path(path), cause.worded(lang())));
        }
        let file = self.files.entry(path.to_owned()).or_default();
        let changes = file.take(change, Instant::now());
        let count = file.loaded().map_or(0, |loaded| loaded.games().len());
        let notation = file.loaded().map(Loaded::notation).unwrap_or_default();
        if count == 0 {
            self.files.remove(path);
        }
        for (game, change) in changes {
            let number = Some(game).filter(|game| *game > 0 || count > 1);
            let json = self.args.results.json.then(|| begun(path, game));
            let notation = json.is_none().then(|| self.config.notation.unwrap_or(notation));
            let wish = Wish { notation, json, ..Wish::default() };
            for (place, sentence) in told(&change, self.voice, &wish, self.args.only.as_ref()) {
                let text = self.out.clean_line(&sentence.line);
                if self.args.results.json {
                    self.out.line(&text)?;
                    continue;
                }
                let time = chrono::Local::now().format("%T");
                let address = Address::new(path, number, place).to_string();
                let line = format!("{time}  {}  {text}", self.out.tint(Tint::File, &address));
                self.out.line(&line)?;
            }
        }
        self.out.flush()
    }
}

/// What each object of JSON about a game begins with.
fn begun(path: &Path, game: usize) -> Map<String, Value> {
    let file = path.to_string_lossy().into();
    Map::from_iter([("file".to_owned(), file), ("game".to_owned(), (game + 1).into())])
}

/// Sentences about a game, each with the place that it is about.
type Told = Vec<(Option<Place>, Sentence)>;

/// What is told of a change, unless its players are not wanted.
fn told(change: &GameChange, voice: Voice, wish: &Wish, only: Option<&Pattern>) -> Told {
    let headers = match change {
        GameChange::New(record) => record.facts(),
        GameChange::Changed(reread) => reread.record.facts(),
        GameChange::Gone(headers) => Cow::Borrowed(headers),
    };
    let players = Side::BOTH.into_iter().filter_map(|side| headers.get(Key::Player(side)));
    let players: Vec<&str> = players.collect();
    if only.is_some_and(|only| !players.iter().any(|name| only.is_in(name))) {
        return Told::new();
    }
    let title = joined(&players, " - ");
    match change {
        GameChange::New(record) => {
            let mut teller = Teller::new(record, voice, wish);
            teller.say("new", &voice.appeared(&title));
            record.tree.ids().for_each(|node| teller.node(node));
            teller.outcome();
            teller.told
        }
        GameChange::Changed(reread) => {
            let mut teller = Teller::new(&reread.record, voice, wish);
            teller.differences(reread);
            teller.told
        }
        GameChange::Gone(_) => {
            vec![(None, Sentence::new("gone", &voice.vanished(&title), &wish.json))]
        }
    }
}

/// Tells what is new in a record.
struct Teller<'a> {
    voice: Voice,
    wish: &'a Wish,
    narration: Narration<'a>,
    told: Told,
}

impl<'a> Teller<'a> {
    fn new(record: &'a Record, voice: Voice, wish: &'a Wish) -> Self {
        Self { voice, wish, narration: Narration::new(record, voice, wish), told: Told::new() }
    }

    /// Adds a sentence about the game as a whole.
    fn say(&mut self, about: &'static str, text: &str) {
        self.told.push((None, Sentence::new(about, text, &self.wish.json)));
    }

    /// Adds the result that the headers say, if it is known.
    fn outcome(&mut self) {
        if let Some(text) = self.narration.outcome() {
            self.say("end", &text);
        }
    }

    /// Adds a new node.
    fn node(&mut self, node: NodeId) {
        self.read(node, "move");
        if self.narration.record.tree.comment(node).is_some() {
            self.comment(node);
        }
        self.read(node, "end");
    }

    /// Adds the sentence about a node that has this subject, if there is one.
    fn read(&mut self, node: NodeId, about: &str) {
        let place = self.narration.place(node);
        let sentence = self.narration.of_node(node).find(|sentence| sentence.about == about);
        self.told.extend(sentence.map(|sentence| (Some(place), sentence)));
    }

    /// Adds the comments on a node as they are now.
    fn comment(&mut self, node: NodeId) {
        let comment = joined(self.narration.record.tree.comments(node), "\n");
        let text = match comment.is_empty() {
            true => self.voice.uncommented().to_owned(),
            false => self.voice.comment(&comment),
        };
        let sentence = Sentence::with("comment", &text, &self.wish.json, || {
            let mut keys = self.narration.keys_of(node, &text);
            keys["comment"] = comment.into();
            keys
        });
        self.told.push((Some(self.narration.place(node)), sentence));
    }

    /// Moves were taken back to a ply, from this one on, and the line ends at a place now.
    fn back(&mut self, ply: u32, first: Option<&Place>, left: Place) {
        let text = self.voice.taken_back(ply);
        let sentence = Sentence::with("back", &text, &self.wish.json, || {
            let first = first.map(Place::to_string);
            without_nulls(json!({ "ply": ply, "place": first, "text": text }))
        });
        self.told.push((Some(left), sentence));
    }

    /// Adds what has changed. Moves are the same if their places are, too: otherwise they are taken back, and told again.
    fn differences(&mut self, reread: &Reread) {
        let (earlier, later) = (&reread.earlier.tree, &reread.record.tree);
        let lines = Lines::new(earlier);
        // For each node of the later record, the one of the earlier at the same place.
        let mut was = vec![None; later.len()];
        let mut stays = vec![false; earlier.len()];
        for node in earlier.ids() {
            let parent = earlier.parent(node).unwrap_or(NodeId::ROOT);
            if node != NodeId::ROOT && !stays[parent.index()] {
                continue;
            }
            let number = lines.number(earlier, node);
            match reread.same(node).filter(|it| reread.lines.number(later, *it) == number) {
                Some(twin) => (stays[node.index()], was[twin.index()]) = (true, Some(node)),
                None => {
                    let [first, left] = [node, parent].map(|node| Place::of(earlier, &lines, node));
                    self.back(earlier.ply(parent), Some(&first), left);
                }
            }
        }
        for node in later.ids() {
            let Some(before) = was[node.index()] else {
                self.node(node);
                continue;
            };
            if !earlier.comments(before).eq(later.comments(node)) {
                self.comment(node);
            }
            match (earlier.ending(before), later.ending(node)) {
                (Some(_), None) => self.back(later.ply(node), None, self.narration.place(node)),
                (before, now) if before != now => self.read(node, "end"),
                _ => {}
            }
        }
        let results = [&reread.earlier, &reread.record].map(|it| it.headers.get(Key::Result));
        if results[0] != results[1] {
            self.outcome();
        }
    }
}
