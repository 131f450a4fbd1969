//! Watches many files, and makes of each of their games what a tile or a row of the wall shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use super::Wanted;
use crate::crash::locked;
use crate::files::load::{Cause, show_path};
use crate::files::watch::{self, Change, Follow, LOOK, Seen, Watch};
use crate::format::Loaded;
use crate::game::{Move, Notation, Position, Side};
use crate::library::{GameChange, LiveFile};
use crate::record::{Clock, Eval, Key, Left, NodeId, Note, Record, Remaining};
use crate::text::clean_line;

/// Identifies a game of the wall: its file, and its index there.
pub(in crate::tui) type OnWall = (Arc<Path>, usize);

/// The files of which the games are in view. What the watch keeps of them tells whether a reading lacks moves.
pub(in crate::tui) type InView = Arc<Mutex<BTreeSet<Arc<Path>>>>;

/// Of more files, the most recently changed are read at the start, and of a file with more games, the newest.
const FILES: usize = 1000;
const GAMES: usize = 100;
/// The most files that are kept as they were read, beside those in view.
const KEPT: usize = 128;
/// The most changes that are taken over at once, and that wait for it.
const BATCH: usize = 32;

/// Time on a player's clock, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Time {
    Left(Left),
    Used(u32),
}

/// How a game stands: what a tile or a row shows of it. The record itself is not kept.
#[derive(Debug, Clone)]
pub(in crate::tui) struct Standing {
    /// The names of the players, and the title, each clean; empty if there is none.
    pub(in crate::tui) players: [String; 2],
    pub(in crate::tui) title: String,
    pub(in crate::tui) result: Option<String>,
    pub(in crate::tui) is_over: bool,
    pub(in crate::tui) position: Position,
    /// The last move, the position before it, and the move before it.
    pub(in crate::tui) last: Option<(Move, Position, Option<Move>)>,
    pub(in crate::tui) ply: u32,
    /// The value of one of the last two positions.
    pub(in crate::tui) eval: Option<Eval>,
    pub(in crate::tui) times: [Option<Time>; 2],
    /// Whether the time of the side to move is running, as the record says.
    pub(in crate::tui) is_running: bool,
    pub(in crate::tui) is_flipped: bool,
    pub(in crate::tui) start: Position,
    /// The usual notation, in the script of the file.
    pub(in crate::tui) notation: Notation,
    /// When the file was changed.
    pub(in crate::tui) changed: Instant,
}

impl Standing {
    fn new(record: &Record, notation: Notation, changed: Instant) -> Self {
        let facts = record.facts();
        let fact = |key| facts.get(key).map(clean_line).unwrap_or_default();
        let (end, tree) = (record.tree.mainline_end(), &record.tree);
        let latest = tree.ancestors(end).find(|node| tree.mv(*node).is_some());
        let (mut position, mut last, mut previous) = (record.start.clone(), None, None);
        let (mut times, mut is_running, mut evals) = ([None; 2], false, [None; 2]);
        for node in tree.path(end) {
            let mover = position.side_to_move();
            if latest == Some(node) {
                last = tree.mv(node).map(|mv| (mv, position.clone(), previous));
            }
            previous = tree.mv(node).or(previous);
            record.advance(&mut position, node);
            is_running = note_times(record, node, mover, &mut times);
            evals = [value(record, node), evals[0]];
        }
        let title = [Key::Title, Key::Event].map(fact).into_iter().find(|text| !text.is_empty());
        Self {
            players: Side::BOTH.map(|side| fact(Key::Player(side))),
            title: title.unwrap_or_default(),
            result: Some(fact(Key::Result)).filter(|result| !matches!(&**result, "" | "*" | "?")),
            is_over: record.is_over(),
            is_running: is_running && !record.is_over(),
            ply: tree.ply(end),
            is_flipped: record.flipped,
            start: record.start.clone(),
            position,
            last,
            eval: evals[0].or(evals[1]),
            times,
            notation,
            changed,
        }
    }

    /// Whether it shows the same as another.
    pub(in crate::tui) fn is_as(&self, other: &Self) -> bool {
        let last = |one: &Self| one.last.as_ref().map(|(mv, ..)| *mv);
        let values = |one: &Self| (one.ply, one.eval, one.times, one.is_over);
        values(self) == values(other)
            && last(self) == last(other)
            && self.position == other.position
            && (&self.result, &self.players) == (&other.result, &other.players)
    }
}

/// The last value at a node.
fn value(record: &Record, node: NodeId) -> Option<Eval> {
    let values = record.tree.notes(node).filter_map(|note| match note {
        Note::Eval(eval) => Some(*eval),
        _ => None,
    });
    values.last()
}

/// Takes the times that a node notes. Returns whether it says what the player who has moved has left, so that the time of the
/// other is running.
fn note_times(record: &Record, node: NodeId, mover: Side, times: &mut [Option<Time>; 2]) -> bool {
    let mut says = false;
    for note in record.tree.notes(node) {
        match note {
            Note::Remaining(Remaining { side, left }) => {
                times[side.index()] = Some(Time::Left(*left));
                says |= *side == mover;
            }
            Note::Clock(Clock { spent, total }) => {
                let time = &mut times[mover.index()];
                let before = if let Some(Time::Used(used)) = time { *used } else { 0 };
                let used = total.or(spent.map(|spent| before.saturating_add(spent)));
                if !matches!(time, Some(Time::Left(_))) {
                    *time = used.filter(|used| *used > 0).map(Time::Used).or(*time);
                }
            }
            _ => {}
        }
    }
    says
}

/// How the games of a file stand, apart from those that cannot be read.
pub(in crate::tui) fn standings(loaded: &Loaded, changed: Instant) -> Vec<(usize, Box<Standing>)> {
    let records = (0..).zip(loaded.games());
    let records = records.filter_map(|(nth, game)| Some((nth, game.read().ok()?)));
    let notation = loaded.notation();
    records.map(|(nth, record)| (nth, Standing::new(&record, notation, changed).into())).collect()
}

/// What has become of a game of a watched file.
#[derive(Debug)]
pub(in crate::tui) enum News {
    Stands(Box<Standing>),
    /// It is gone, and so are those after it in the file.
    Gone,
    /// The file cannot be shown, for this reason.
    Unreadable(Arc<Cause>),
}

/// Watches files and directories while that is wanted. Sends what changes, or why they cannot be watched.
pub(in crate::tui) fn watch_games(
    paths: Vec<PathBuf>,
    follow: Follow,
    in_view: &InView,
    wanted: &Wanted,
    send: &mut dyn FnMut(io::Result<Vec<(OnWall, News)>>) -> bool,
) {
    let (changes, received) = mpsc::sync_channel(BATCH);
    let seen = old_files(&paths);
    let watch = Watch::start_all(paths, follow, seen, move |path, change| {
        changes.send((path.to_owned(), change)).is_ok()
    });
    if let Err(error) = &watch {
        send(Err(io::Error::new(error.kind(), error.to_string())));
        return;
    }
    let mut files = Files::default();
    while wanted.is() {
        let first = match received.recv_timeout(LOOK) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let mut news = Vec::new();
        for (path, change) in iter::once(first).chain(received.try_iter().take(BATCH)) {
            files.take(path, change, in_view, &mut news);
        }
        if !news.is_empty() && !send(Ok(news)) {
            return;
        }
    }
}

/// The files that are not read before they change, because there are too many.
fn old_files(paths: &[PathBuf]) -> Vec<Seen> {
    let mut files = watch::records_of(paths);
    if files.len() <= FILES {
        return Vec::new();
    }
    files.sort_by_cached_key(|file| std::cmp::Reverse(modified(file)));
    files.iter().skip(FILES).map(|file| Seen::of(file)).collect()
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}

/// The watched files, as far as they are kept, each with the number of its last change.
#[derive(Default)]
struct Files {
    kept: BTreeMap<Arc<Path>, (u64, LiveFile)>,
    changes: u64,
    unreadable: BTreeSet<Arc<Path>>,
}

impl Files {
    /// Takes a change of a file, and adds what it changes for its games.
    fn take(
        &mut self,
        path: PathBuf,
        change: Change,
        in_view: &InView,
        news: &mut Vec<(OnWall, News)>,
    ) {
        let path: Arc<Path> = path.into();
        match &change {
            Change::Incomplete(reason) => {
                self.unreadable.insert(Arc::clone(&path));
                news.push(((Arc::clone(&path), 0), News::Unreadable(Arc::clone(reason))));
            }
            // All of it is reported anew, even if it is as it was before.
            Change::Loaded(_) if self.unreadable.remove(&path) => _ = self.kept.remove(&path),
            Change::Gone => {
                self.kept.remove(&path);
                return news.push(((path, 0), News::Gone));
            }
            _ => {}
        }
        self.changes += 1;
        let (number, file) = self.kept.entry(Arc::clone(&path)).or_default();
        *number = self.changes;
        let now = Instant::now();
        let games = file.take(change, now);
        let age = modified(&path).and_then(|time| time.elapsed().ok()).unwrap_or(Duration::ZERO);
        let changed = now.checked_sub(age).unwrap_or(now);
        let notation = file.loaded().map(Loaded::notation).unwrap_or_default();
        let count = file.loaded().map_or(0, |loaded| loaded.games().len());
        if !games.is_empty() {
            // What is gone of a file that was not kept is not among the changes.
            news.push(((Arc::clone(&path), count), News::Gone));
        }
        for (game, change) in games {
            let record = match &change {
                GameChange::New(record) => record,
                GameChange::Changed(reread) => &reread.record,
                GameChange::Gone(_) => continue,
            };
            if game + GAMES >= count {
                let standing = Standing::new(record, notation, changed);
                news.push(((Arc::clone(&path), game), News::Stands(standing.into())));
            }
        }
        self.forget(in_view);
    }

    /// Forgets the file that has not changed for longest, if there are too many. Of those out of view only rows are needed.
    fn forget(&mut self, in_view: &InView) {
        if self.kept.len() > KEPT {
            let in_view = locked(in_view);
            let others = self.kept.iter().filter(|(path, _)| !in_view.contains(*path));
            let oldest = others.min_by_key(|(_, (number, _))| *number);
            if let Some(path) = oldest.map(|(path, _)| Arc::clone(path)) {
                self.kept.remove(&path);
            }
        }
    }
}

/// The name of a game: that of its file, and the number if it is not the first.
pub(in crate::tui) fn name_of((path, game): &OnWall) -> String {
    let name = show_path(Path::new(path.file_name().unwrap_or(path.as_os_str())));
    if *game == 0 { name } else { format!("{name}#{}", game + 1) }
}
