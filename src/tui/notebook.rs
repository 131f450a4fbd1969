//! The reader's notes on the games of a session: read when a game is shown, written with each act, and read again when
//! another dapu has written some.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value, json};

use super::background::Wanted;
use crate::files::notes::{self, Contents, Identity, NoteSet, Notes, Shelf};
use crate::files::watch::LOOK;
use crate::files::{canonical, logs};
use crate::format::Loaded;
use crate::record::Act;

/// How long the system may keep what was written to itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tells the games of a session apart: the file, the index in it, and how often other games have come in their place.
pub(super) type NotedAs = (PathBuf, usize, usize);

/// A game of a file. The path is empty for a record that is not in a file.
#[derive(Debug, Clone)]
pub(super) struct NotedGame {
    pub(super) key: NotedAs,
    pub(super) loaded: Arc<Loaded>,
}

/// What there is to tell of the notes on a game.
#[derive(Debug, Default)]
pub(super) struct News {
    /// What is new in the notes, if anything is.
    pub(super) contents: Option<Contents>,
    /// How many acts of this session had been added when the notes were read.
    pub(super) added: usize,
    /// Why nothing can be read or written.
    pub(super) trouble: Option<String>,
    /// The indexes of the games of the file that have notes.
    pub(super) noted: BTreeSet<usize>,
    /// How many notes fit the game equally, if none is taken.
    pub(super) several: usize,
}

/// Shared by the loop, the threads that read and write, and the one that handles signals.
#[derive(Clone)]
pub(super) struct Notebook(Arc<Shared>);

struct Shared {
    /// The notes, or why there are none.
    notes: Result<Notes, String>,
    /// Locked only for a moment.
    queue: Mutex<Queue>,
    /// Locked until everything is read or written.
    pages: Mutex<Pages>,
}

/// Acts that have not been written yet.
#[derive(Debug, Default)]
struct Queue {
    acts: Vec<(NotedGame, Vec<Act>)>,
    /// How many there have been.
    added: usize,
    /// Whether these are news, too, the next time that the notes are read.
    asked: bool,
    /// The game on the screen as it was read last.
    now: Option<NotedGame>,
    /// A comment that is being written.
    draft: Option<(NotedGame, Act)>,
    /// The trouble that the screen shows.
    shown: Option<String>,
}

type Pages = HashMap<NotedAs, Page>;

/// The notes on a game.
#[derive(Default)]
struct Page {
    /// The reading of the file that the game was described from.
    loaded: Option<Arc<Loaded>>,
    identity: Identity,
    /// The notes that fit: those on one game, or on several.
    found: Vec<Vec<NoteSet>>,
    /// The games of the file that have notes.
    noted: BTreeSet<usize>,
    /// The state of all notes when these were looked for: when a log was begun, and the logs in the folders that fit.
    looked: Option<(Option<SystemTime>, BTreeSet<PathBuf>)>,
    /// Once it has been read.
    reader: Option<notes::Reader>,
    /// What has been read, but not sent yet.
    unread: Contents,
    session: Option<notes::Session>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Notebook {
    pub(super) fn new(notes: Result<Notes, String>) -> Self {
        Self(Arc::new(Shared { notes, queue: Mutex::default(), pages: Mutex::default() }))
    }

    /// Where the notes are.
    pub(super) fn notes(&self) -> Option<Notes> {
        self.0.notes.clone().ok()
    }

    fn some_notes(&self) -> io::Result<&Notes> {
        self.0.notes.as_ref().map_err(|reason| io::Error::other(&**reason))
    }

    /// Remembers what is being written, in case that dapu ends.
    pub(super) fn set_draft(&self, draft: Option<(NotedGame, Act)>) {
        locked(&self.0.queue).draft = draft;
    }

    /// Takes what is not written, as lines of JSON, each with its file.
    pub(super) fn take_unwritten(&self) -> String {
        let line = |(game, act): (&NotedGame, &Act)| {
            let (path, index, _) = &game.key;
            let place = json!({ "file": canonical(path).to_string_lossy(), "game": index + 1 });
            let act = serde_json::to_value(act).unwrap_or_default();
            let parts = [place, act].into_iter().flat_map(|part| match part {
                Value::Object(map) => map,
                _ => Map::new(),
            });
            crate::text::json::escape(Value::Object(parts.collect()).to_string()) + "\n"
        };
        let queued = std::mem::take(&mut locked(&self.0.queue).acts);
        let acts = queued.iter().flat_map(|(game, acts)| acts.iter().map(move |act| (game, act)));
        acts.map(line).collect()
    }

    /// Whether there is anything that is not written.
    pub(super) fn has_unwritten(&self) -> bool {
        !locked(&self.0.queue).acts.is_empty()
    }

    /// Writes what is not written to a file of its own, if there is anything.
    pub(super) fn rescue(&self) {
        let text = self.take_unwritten();
        if !text.is_empty() {
            // There is nobody to report a failure to.
            let _ = notes::rescue(&text);
        }
    }

    /// Adds acts to be written.
    pub(super) fn add(&self, game: NotedGame, acts: Vec<Act>) {
        let mut queue = locked(&self.0.queue);
        queue.added += acts.len();
        queue.acts.push((game, acts));
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
        self.write_to(&mut locked(&self.0.pages)).map_err(|error| error.to_string())
    }

    fn write_to(&self, pages: &mut Pages) -> io::Result<()> {
        let queued = std::mem::take(&mut locked(&self.0.queue).acts);
        let (mut left, mut written) = (Vec::new(), Ok(()));
        for (game, acts) in queued {
            // What follows waits, too.
            let waits = left.iter().any(|(other, _): &(NotedGame, _)| other.key == game.key);
            let now = if waits { Ok(()) } else { self.append(pages, &game, &acts) };
            if waits || now.is_err() {
                left.push((game, acts));
            }
            written = written.and(now);
        }
        locked(&self.0.queue).acts.splice(0..0, left);
        written
    }

    /// Writes everything when dapu ends, even what is being written.
    pub(super) fn end(&self) {
        let draft = locked(&self.0.queue).draft.take();
        draft.into_iter().for_each(|(game, act)| self.add(game, vec![act]));
        self.sync();
    }

    /// Writes everything, so that it survives a crash of the system.
    fn sync(&self) {
        let mut pages = locked(&self.0.pages);
        // A failure has been reported when it first occurred.
        let _ = self.write_to(&mut pages);
        for page in pages.values_mut() {
            let _ = page.settle();
            let _ = page.session.as_ref().map(notes::Session::sync);
        }
    }

    /// Looks at the notes on a game once a second while it is wanted, and tries again to write what could not be written.
    pub(super) fn follow(
        &self,
        game: &NotedGame,
        wanted: &Wanted,
        send: &mut dyn FnMut(News) -> bool,
    ) {
        if let Some(page) = locked(&self.0.pages).get_mut(&game.key) {
            (page.reader, page.unread) = Default::default();
        }
        let mut synced = Instant::now();
        let mut noted = BTreeSet::new();
        while wanted.is() {
            if self.unknown(game, &mut noted).is_some_and(|news| !send(news)) {
                return;
            }
            if synced.elapsed() > PATIENCE {
                self.sync();
                synced = Instant::now();
            }
            thread::sleep(LOOK);
        }
    }

    /// Takes another reading of the game on the screen.
    pub(super) fn renew(&self, game: NotedGame) {
        locked(&self.0.queue).now = Some(game);
    }

    /// Remembers the trouble that the screen shows.
    pub(super) fn set_shown(&self, trouble: Option<String>) {
        locked(&self.0.queue).shown = trouble;
    }

    /// What the screen does not show yet, if there is anything; `noted` are the games of which it knows that they have notes.
    fn unknown(&self, game: &NotedGame, noted: &mut BTreeSet<usize>) -> Option<News> {
        let news = self.look(game);
        let is_new = news.contents.is_some()
            || news.several > 0
            || news.trouble != locked(&self.0.queue).shown
            || !news.noted.is_subset(noted);
        noted.extend(&news.noted);
        is_new.then_some(news)
    }

    fn look(&self, game: &NotedGame) -> News {
        let now = locked(&self.0.queue).now.clone().filter(|now| now.key == game.key);
        let game = now.as_ref().unwrap_or(game);
        let trouble =
            |error: io::Error| News { trouble: Some(error.to_string()), ..News::default() };
        self.news(game).unwrap_or_else(trouble)
    }

    fn news(&self, game: &NotedGame) -> io::Result<News> {
        let mut pages = locked(&self.0.pages);
        let mut written = self.write_to(&mut pages);
        for page in pages.values_mut() {
            written = written.and(page.settle());
        }
        let mut queue = locked(&self.0.queue);
        let is_waiting = queue.acts.iter().any(|(other, _)| other.key == game.key);
        if is_waiting || self.0.notes.is_err() {
            return written.map(|()| News::default());
        }
        let (added, asked) = (queue.added, std::mem::take(&mut queue.asked));
        drop(queue);
        let page = self.page(&mut pages, game)?;
        // A reader who only looks need not know that it cannot be written.
        let _ = self.describe(page);
        let trouble = written.err().map(|error| error.to_string());
        Ok(News { added, trouble, ..page.read(asked) })
    }

    /// The notes on a game, looked for again if there are others than before, or the game is not as it was.
    fn page<'a>(&self, pages: &'a mut Pages, game: &NotedGame) -> io::Result<&'a mut Page> {
        let (path, index, _) = &game.key;
        let page = pages.entry(game.key.clone()).or_default();
        if page.loaded.as_ref().is_none_or(|loaded| !Arc::ptr_eq(loaded, &game.loaded)) {
            let record = game.loaded.game(*index).map_err(io::Error::other)?;
            let identity = Identity::of(&record, path, *index);
            if identity != page.identity && !page.is_lasting() {
                page.looked = None;
            }
            (page.loaded, page.identity) = (Some(Arc::clone(&game.loaded)), identity);
        }
        let files = page.folders().into_iter().flat_map(logs::files).collect();
        let notes = self.some_notes()?;
        let (changed, before) = (notes.changed(), page.looked.as_ref());
        if before.is_none_or(|before| *before != (changed, files)) {
            let shelf = Shelf::open(notes)?;
            let cloned = |sets: Vec<&NoteSet>| sets.into_iter().cloned().collect();
            page.found = shelf.of(&page.identity).into_iter().map(cloned).collect();
            page.noted = shelf.games_of(path);
            let folders = page.folders();
            let here = shelf.sets().iter().filter(|set| folders.contains(&*set.folder));
            // Some may be gone by now.
            let files = here.flat_map(|set| set.logs.clone()).collect();
            page.looked = Some((changed, files));
        }
        Ok(page)
    }

    /// Describes a game that others would be taken for once more when it has gone on.
    fn describe(&self, page: &mut Page) -> io::Result<()> {
        if page.found.len() != 1 || page.is_lasting() || page.is_described() {
            return Ok(());
        }
        page.looked = None;
        match &mut page.session {
            Some(session) => session.describe(&page.identity),
            None => self.begin(page),
        }
    }

    /// Begins this session's own log.
    fn begin(&self, page: &mut Page) -> io::Result<()> {
        page.looked = None;
        page.session =
            Some(notes::Session::begin(self.some_notes()?, &page.identity, &page.found)?);
        Ok(())
    }

    /// Writes acts to this session's own file.
    fn append(&self, pages: &mut Pages, game: &NotedGame, acts: &[Act]) -> io::Result<()> {
        let page = self.page(pages, game)?;
        page.settle()?;
        // They come after what others have done meanwhile.
        page.fetch(false);
        let read = page.reader.as_ref().map_or(0, notes::Reader::clock);
        if page.session.is_none() {
            self.begin(page)?;
            page.noted.insert(game.key.1);
        }
        let Some(session) = &mut page.session else { return Ok(()) };
        session.describe(&page.identity)?;
        session.append(acts, read)
    }
}

impl Page {
    /// The folders of the notes that fit.
    fn folders(&self) -> BTreeSet<&Path> {
        self.found.iter().flatten().map(|set| &*set.folder).collect()
    }

    /// Whether the notes are found wherever the game is, however it goes on.
    fn is_lasting(&self) -> bool {
        let sets = || self.found.iter().flatten();
        let is_attached = sets().any(|set| set.attachment(&self.identity).is_some());
        !is_attached && sets().flat_map(|set| &set.heads).any(Identity::is_distinct)
    }

    /// Whether the notes describe the game as it is now.
    fn is_described(&self) -> bool {
        let (moves, whole) = (&self.identity.moves, self.identity.whole);
        let mut heads = self.found.iter().flatten().flat_map(|set| &set.heads);
        heads.any(|head| head.moves == *moves && head.whole == whole)
    }

    /// Has this session's own log hold what this session has written. One that was forgotten is not used any more.
    fn settle(&mut self) -> io::Result<()> {
        self.session.as_mut().map_or(Ok(()), notes::Session::settle)?;
        if self.session.take_if(|session| session.is_over()).is_some() {
            // Perhaps it has never been read.
            self.unread = Contents { is_whole: true, ..Contents::default() };
        }
        Ok(())
    }

    /// Reads what is new. What this session has written is not, unless that is asked or it follows something that is.
    fn fetch(&mut self, asked: bool) {
        let is_asked = asked || self.unread != Contents::default();
        let own = self.session.as_ref().filter(|_| !is_asked).map(notes::Session::path);
        let sets = self.found.first().filter(|_| self.found.len() == 1);
        let logs = notes::logs(sets.into_iter().flatten());
        self.unread.add(self.reader.get_or_insert_default().read(&logs, own));
    }

    /// What is new.
    fn read(&mut self, asked: bool) -> News {
        let mut news = News { noted: self.noted.clone(), ..News::default() };
        let is_first = self.reader.is_none();
        self.fetch(asked);
        let contents = std::mem::take(&mut self.unread);
        // What was read before may wait for an answer.
        news.contents = (asked || contents != Contents::default()).then_some(contents);
        if is_first && self.found.len() > 1 {
            news.several = self.found.len();
        }
        news
    }
}
