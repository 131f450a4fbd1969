//! What is known of the games of a session beside their files: the reader's place, bookmarks and tried lines, the reader's
//! notes, and what engines found. One thread a game reads it when the game is shown, writes what is new, and looks at
//! what other processes have written. Notes are written with each act, and everything when dapu ends.

mod game_notes;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;

use super::background::Wanted;
use super::snapshot::{NotedAs, NotedGame, Snapshot};
use crate::crash::locked;
use crate::files::history::{History, HistoryEntry};
use crate::files::notes::{self, Contents, Identity, Notes, Shelf, within};
use crate::files::results::{EngineFindings, ResultStore};
use crate::files::{canonical, logs};
use crate::record::{Act, Edit};
use game_notes::{GameNotes, Games, described};

/// How long the system may keep what was written to itself, and the reader's place may stay unwritten.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long dapu waits for the disk when it ends.
const LAST: Duration = Duration::from_millis(800);

/// News about a game.
#[derive(Debug, Default)]
pub(super) struct News {
    /// The history of the file, if it was asked for, and if there is any.
    pub(super) recalled: Option<Option<HistoryEntry>>,
    /// Why the history cannot be read or written.
    pub(super) failure: Option<String>,
    /// The analyses of the game, if they are new.
    pub(super) sources: Option<Vec<EngineFindings>>,
    /// The changes of the notes, if any.
    pub(super) contents: Option<Contents>,
    /// How many acts of this session had been added when the notes were read.
    pub(super) added: usize,
    /// Why no notes can be read or written.
    pub(super) trouble: Option<String>,
    /// The indexes of the games of the file that have notes.
    pub(super) noted: BTreeSet<usize>,
    /// How many notes fit the game equally, if none is taken.
    pub(super) several: usize,
    /// The files of other new games that are only in the notes.
    pub(super) unwritten: Vec<PathBuf>,
    /// Whether a comment was written beside one that the screen did not show yet.
    pub(super) is_beside: bool,
}

/// Shared by the loop, the threads that read and write, and the one that handles signals.
#[derive(Clone)]
pub(super) struct Journal(Arc<Shared>);

struct Shared {
    /// The notes, or why there are none.
    notes: Result<Notes, String>,
    results: Option<ResultStore>,
    /// Locked only for a moment.
    queue: Mutex<Queue>,
    /// Locked until everything is read or written.
    book: Mutex<Book>,
}

/// Acts that are not on the disk.
#[derive(Debug, Default)]
struct Queue {
    /// Acts that have never been written, each with the time when it was done.
    acts: Vec<(NotedGame, Vec<Act>, Instant)>,
    /// Acts that were written, but are no longer in their log, with the time when that was noticed.
    missing: BTreeMap<NotedAs, (Vec<Act>, Instant)>,
    /// How many acts there have been.
    added: usize,
    /// Whether these are news, too, the next time that the notes are read.
    asked: bool,
    /// As in [`News`].
    is_beside: bool,
    /// The screen as it was last.
    now: Option<Snapshot>,
    /// Whether that is to be stored.
    has_moved: bool,
    /// What is to be stored of files that were left.
    left: Vec<Snapshot>,
    /// A comment that is being written, and whether it differs from the one that was there.
    draft: Option<(NotedGame, Act, bool)>,
    /// The trouble that the screen shows.
    shown: Option<String>,
}

struct Book {
    /// `None` if no places are to be stored.
    history: Option<History>,
    games: Games,
    /// When everything was last written.
    synced: Instant,
}

/// The news about a game that the screen has received.
#[derive(Default)]
struct Sent {
    /// The games of the file that have notes.
    noted: BTreeSet<usize>,
    /// The files of what engines found.
    results: Option<Vec<(SystemTime, PathBuf)>>,
}

/// An act that could not be written where it belongs.
#[derive(Serialize)]
struct Unwritten<'a> {
    file: String,
    game: usize,
    #[serde(flatten)]
    act: &'a Act,
}

impl Journal {
    pub(super) fn new(
        history: Option<History>,
        notes: Result<Notes, String>,
        results: Option<ResultStore>,
    ) -> Self {
        let book = Book { history, games: Games::default(), synced: Instant::now() };
        Self(Arc::new(Shared { notes, results, queue: Mutex::default(), book: Mutex::new(book) }))
    }

    /// Where the notes are.
    pub(super) fn notes(&self) -> Option<Notes> {
        self.0.notes.clone().ok()
    }

    fn some_notes(&self) -> io::Result<&Notes> {
        self.0.notes.as_ref().map_err(|reason| io::Error::other(&**reason))
    }

    /// Where engines keep what they find.
    pub(super) fn results(&self) -> Option<ResultStore> {
        self.0.results.clone()
    }

    /// Remembers what the screen shows, and the comment that is being written, in case that dapu ends.
    pub(super) fn see(&self, now: Snapshot, draft: Option<(NotedGame, Act, bool)>) {
        let mut queue = locked(&self.0.queue);
        queue.draft = draft;
        match queue.now.take() {
            Some(before) if now.is_restored && before.path() == now.path() => {
                queue.has_moved |= before.is_restored && !before.is_as(&now);
            }
            Some(before) if std::mem::take(&mut queue.has_moved) => queue.left.push(before),
            _ => {}
        }
        queue.now = Some(now);
    }

    /// Takes what is not written, as lines of JSON, each with its file.
    fn take_unwritten(&self) -> String {
        let mut queue = locked(&self.0.queue);
        let missing = std::mem::take(&mut queue.missing);
        let queued = std::mem::take(&mut queue.acts);
        drop(queue);
        let missing = missing.into_iter().map(|(key, (acts, _))| (key, acts));
        let queued = queued.into_iter().map(|(game, acts, _)| (game.key, acts));
        let unwritten: Vec<(NotedAs, Vec<Act>)> = missing.chain(queued).collect();
        let paths: BTreeSet<PathBuf> =
            unwritten.iter().map(|((path, ..), _)| path.clone()).collect();
        // The disk may hang.
        let whole: BTreeMap<PathBuf, PathBuf> = within(LAST / 4, || {
            paths.into_iter().map(|path| (path.clone(), canonical(&path))).collect()
        })
        .unwrap_or_default();
        let mut lines = String::new();
        for ((path, index, _), acts) in &unwritten {
            let file = whole.get(path).unwrap_or(path).to_string_lossy().into_owned();
            for act in acts {
                let unwritten = Unwritten { file: file.clone(), game: index + 1, act };
                let line = serde_json::to_string(&unwritten).unwrap_or_default();
                lines += &(crate::text::json::escape(line) + "\n");
            }
        }
        lines
    }

    /// Since when there has been something that is not written, if there is.
    pub(super) fn unwritten_since(&self) -> Option<Instant> {
        let queue = locked(&self.0.queue);
        let acts = queue.acts.iter().map(|(.., since)| *since);
        acts.chain(queue.missing.values().map(|(_, since)| *since)).min()
    }

    /// Adds acts to be written.
    pub(super) fn add(&self, game: NotedGame, acts: Vec<Act>) {
        let mut queue = locked(&self.0.queue);
        queue.added += acts.len();
        queue.acts.push((game, acts, Instant::now()));
    }

    /// Whether that many acts are all of this session. Otherwise they are news, too, the next time that the notes are read.
    pub(super) fn has_all(&self, added: usize) -> bool {
        let mut queue = locked(&self.0.queue);
        queue.asked |= queue.added != added;
        queue.added == added
    }

    /// Writes what has been added. What cannot be written is kept, and written the next time.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(super) fn write(&self) -> Result<(), String> {
        self.write_to(&mut locked(&self.0.book).games).map_err(|error| error.to_string())
    }

    /// Acts leave the queue once they are written. Those on a game wait for each other.
    fn write_to(&self, games: &mut Games) -> io::Result<()> {
        let (mut failed, mut written) = (Vec::new(), Ok(()));
        loop {
            let queue = locked(&self.0.queue);
            let next = queue.acts.iter().find(|(game, ..)| !failed.contains(&game.key)).cloned();
            drop(queue);
            let Some((game, acts, _)) = next else { return written };
            let now = self.append(games, &game, &acts);
            if now.is_ok() {
                let queued = &mut locked(&self.0.queue).acts;
                let at = queued.iter().position(|(other, ..)| other.key == game.key);
                at.map(|at| queued.remove(at));
            } else {
                failed.push(game.key);
            }
            written = written.and(now);
        }
    }

    /// Writes everything when dapu ends, even the comment that is being written, or what the editor has `edited` it to, if the
    /// disk takes it within a moment. Returns what it has not taken, as lines of JSON, and why the history cannot be written unless that has been reported.
    pub(super) fn end(&self, edited: Option<String>) -> (String, Option<io::Error>) {
        let draft = locked(&self.0.queue).draft.take();
        let wanted = draft.filter(|(.., differs)| *differs || edited.is_some());
        if let Some((game, act, _)) = wanted {
            let act = Act { edit: edited.map_or(act.edit, Edit::Draft), ..act };
            self.add(game, vec![act]);
        }
        let journal = self.clone();
        let written = within(LAST, move || journal.sync(&mut locked(&journal.0.book)));
        (self.take_unwritten(), written.and_then(Result::err))
    }

    /// Writes everything, so that it survives a crash of the system. Only a failure of the history is one: that of notes
    /// has been reported when it first occurred.
    fn sync(&self, book: &mut Book) -> io::Result<()> {
        let _ = self.write_to(&mut book.games);
        for (key, known) in &mut book.games {
            let _ = self.settle(key, known);
            let _ = known.session.as_ref().map(notes::Session::sync);
        }
        book.synced = Instant::now();
        self.write_places(book)
    }

    /// Writes the reader's places. After a failure, no later ones are written.
    fn write_places(&self, book: &mut Book) -> io::Result<()> {
        let mut queue = locked(&self.0.queue);
        let mut places = std::mem::take(&mut queue.left);
        if std::mem::take(&mut queue.has_moved) {
            places.extend(queue.now.clone());
        }
        drop(queue);
        // What is pasted or read from a stream cannot be opened again.
        for place in places.iter().filter(|place| !place.path().as_os_str().is_empty()) {
            let Some(history) = &mut book.history else { break };
            let saved = history.save(place.path(), place.entry());
            let saved = saved.and(history.save_tried(&place.tried));
            if saved.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::InvalidData) {
                book.history = None;
            }
            saved?;
        }
        Ok(())
    }

    /// The history of a file, after that of others has been written.
    fn recall(&self, path: &Path) -> News {
        let mut book = locked(&self.0.book);
        let written = self.write_places(&mut book);
        let history = book.history.as_mut().filter(|_| !path.as_os_str().is_empty());
        let read = history.map_or(Ok(None), |history| history.load(path));
        let read = written.and(read);
        let failure = read.as_ref().err().map(io::Error::to_string);
        News { failure, recalled: Some(read.unwrap_or_default()), ..News::default() }
    }

    /// Reads what is known of a game, that of its file first if it is to be recalled, and looks at it once a second while it
    /// is wanted. Writes what could not be written, and every ten seconds all that has changed.
    pub(super) fn follow(
        &self,
        game: &NotedGame,
        recalls: bool,
        wanted: &Wanted,
        send: &mut dyn FnMut(News) -> bool,
    ) {
        let first = if recalls { self.recall(&game.key.0) } else { News::default() };
        let shown = locked(&self.0.queue).shown.clone();
        let goes_on = send(News { trouble: shown, ..first });
        if let Some(known) = locked(&self.0.book).games.get_mut(&game.key) {
            (known.reader, known.unsent) = Default::default();
        }
        let mut sent = Sent::default();
        if goes_on {
            wanted.poll(|| self.unknown(game, &mut sent).is_none_or(&mut *send));
        }
    }

    /// Remembers the trouble that the screen shows.
    pub(super) fn set_shown(&self, trouble: Option<String>) {
        locked(&self.0.queue).shown = trouble;
    }

    /// What the screen does not show yet, if there is anything.
    fn unknown(&self, game: &NotedGame, sent: &mut Sent) -> Option<News> {
        let queue = locked(&self.0.queue);
        let now = queue.now.as_ref().filter(|now| now.game.key == game.key);
        let game = now.map_or(game, |now| &now.game).clone();
        drop(queue);
        let trouble =
            |error: io::Error| News { trouble: Some(error.to_string()), ..News::default() };
        let mut book = locked(&self.0.book);
        let mut news = self.news(&mut book.games, &game).unwrap_or_else(trouble);
        if book.synced.elapsed() > PATIENCE {
            news.failure = self.sync(&mut book).err().map(|error| error.to_string());
        }
        let identity = described(&mut book.games, &game).ok().map(|known| known.identity.clone());
        self.free_left(&mut book.games, &game.key);
        drop(book);
        news.sources = identity.and_then(|identity| self.sources(&game, &identity, sent));
        let is_new = news.contents.is_some()
            || news.sources.is_some()
            || news.failure.is_some()
            || news.several > 0
            || !news.unwritten.is_empty()
            || news.trouble != locked(&self.0.queue).shown
            || !news.noted.is_subset(&sent.noted);
        sent.noted.extend(&news.noted);
        is_new.then_some(news)
    }

    /// Frees the games that are neither this one nor on the screen, and for which no notes wait. Of those that have notes of
    /// this session, what was written is kept: it may be missing from the file one day.
    fn free_left(&self, games: &mut Games, key: &NotedAs) {
        let queue = locked(&self.0.queue);
        let now = queue.now.as_ref().map(|now| &now.game.key);
        let waiting = queue.acts.iter().map(|(game, ..)| &game.key);
        let kept: Vec<&NotedAs> = waiting.chain(now).chain([key]).collect();
        games.retain(|key, known| {
            if !kept.contains(&key) {
                *known = GameNotes { session: known.session.take(), ..GameNotes::default() };
            }
            known.loaded.is_some() || known.session.is_some()
        });
    }

    /// What engines found in a game, if that may have changed. What cannot be read now may be there the next time.
    fn sources(
        &self,
        game: &NotedGame,
        identity: &Identity,
        sent: &mut Sent,
    ) -> Option<Vec<EngineFindings>> {
        let results = self.0.results.as_ref()?;
        let now = Some(results.state(identity));
        if now == sent.results {
            return None;
        }
        let record = game.loaded.game(game.key.1).ok()?;
        let sources = results.read(identity, &record).ok()?;
        sent.results = now;
        Some(sources)
    }

    fn news(&self, games: &mut Games, game: &NotedGame) -> io::Result<News> {
        let mut written = self.write_to(games);
        for (key, known) in games.iter_mut() {
            written = written.and(self.settle(key, known));
        }
        let mut queue = locked(&self.0.queue);
        let is_waiting = queue.acts.iter().any(|(other, ..)| other.key == game.key);
        if is_waiting || self.0.notes.is_err() {
            return written.map(|()| News::default());
        }
        let (added, asked) = (queue.added, std::mem::take(&mut queue.asked));
        let is_beside = std::mem::take(&mut queue.is_beside);
        drop(queue);
        let known = self.game_notes(games, game)?;
        // A reader who only looks need not know that it cannot be written.
        let _ = self.describe(known);
        let trouble = written.err().map(|error| error.to_string());
        Ok(News { added, trouble, is_beside, ..known.read(asked) })
    }

    /// The notes on a game, looked for again if there are others than before, or the game is not as it was.
    fn game_notes<'a>(
        &self,
        games: &'a mut Games,
        game: &NotedGame,
    ) -> io::Result<&'a mut GameNotes> {
        let known = described(games, game)?;
        // What the notes were found by, such as the players, may be gone from the file. A reader may not be able to write it.
        let _ = self.describe(known);
        let files = known.folders().into_iter().flat_map(logs::files).collect();
        let notes = self.some_notes()?;
        let (changed, before) = (notes.changed(), known.looked.as_ref());
        if before.is_none_or(|before| *before != (changed, files)) {
            let shelf = Shelf::open(notes)?;
            let found = shelf.of(&known.identity).into_iter();
            known.found = found.map(|sets| sets.into_iter().cloned().collect()).collect();
            known.noted = shelf.games_of(&game.key.0);
            known.unwritten = shelf.unwritten(notes);
            known.unwritten.retain(|file| *file != Path::new(&known.identity.file));
            let folders = known.folders();
            let here = shelf.sets.iter().filter(|set| folders.contains(&*set.folder));
            // Some may be gone by now.
            let files = here.flat_map(|set| set.logs.clone()).collect();
            known.looked = Some((changed, files));
        }
        Ok(known)
    }

    /// Describes a game that others would be taken for once more when it has gone on.
    fn describe(&self, known: &mut GameNotes) -> io::Result<()> {
        // This session's own notes may not have been found yet.
        let is_one = known.found.len() == 1 || known.found.is_empty() && known.session.is_some();
        if !is_one || known.is_lasting() || known.is_described() {
            return Ok(());
        }
        known.looked = None;
        self.session(known).map(drop)
    }

    /// This session's own log, which describes the game as it is now.
    fn session<'a>(&self, known: &'a mut GameNotes) -> io::Result<&'a mut notes::Session> {
        let session = match &mut known.session {
            Some(session) => session,
            none => {
                known.looked = None;
                let notes = self.some_notes()?;
                none.insert(notes::Session::begin(notes, &known.identity, &known.found)?)
            }
        };
        session.describe(&known.identity)?;
        Ok(session)
    }

    /// Has this session's own log hold what this session has written. One that was forgotten is not used any more.
    fn settle(&self, key: &NotedAs, known: &mut GameNotes) -> io::Result<()> {
        let Some(session) = &mut known.session else { return Ok(()) };
        let missing = session.missing();
        if !missing.is_empty() {
            let missing_before = &mut locked(&self.0.queue).missing;
            missing_before.entry(key.clone()).or_insert((Vec::new(), Instant::now())).0 = missing;
        }
        session.settle()?;
        locked(&self.0.queue).missing.remove(key);
        if session.is_over() {
            known.session = None;
            // Perhaps it has never been read.
            known.unsent = Contents { is_whole: true, ..Contents::default() };
        }
        Ok(())
    }

    /// Writes acts to this session's own file.
    fn append(&self, games: &mut Games, game: &NotedGame, acts: &[Act]) -> io::Result<()> {
        let known = self.game_notes(games, game)?;
        self.settle(&game.key, known)?;
        // They come after what others have done meanwhile.
        known.fetch(false);
        let both = known.beside(acts).filter(|_| !known.unsent.is_whole);
        let acts = &match both {
            Some(both) => {
                let mut queue = locked(&self.0.queue);
                (queue.asked, queue.is_beside) = (true, true);
                both
            }
            None => acts.to_vec(),
        };
        let read = known.reader.as_ref().map_or(0, |reader| reader.clock);
        self.session(known)?.append(acts, read)
    }
}
