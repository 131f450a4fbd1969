//! The reader's notes on the games of a session: read when a game is shown, written with each act, and read again when
//! another dapu has written some.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::background::Wanted;
use crate::files::notes::{self, Contents, Identity, Notes, Shelf};
use crate::files::watch::LOOK;
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
    notes: Notes,
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
}

type Pages = HashMap<NotedAs, Page>;

/// The notes on a game.
#[derive(Default)]
struct Page {
    identity: Identity,
    /// The folders that fit.
    found: Vec<PathBuf>,
    /// The games of the file that have notes.
    noted: BTreeSet<usize>,
    /// The state of all notes when the folder was looked for.
    looked: Option<Option<SystemTime>>,
    /// Once it has been read.
    reader: Option<notes::Reader>,
    session: Option<notes::Session>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Notebook {
    pub(super) fn new(notes: Notes) -> Self {
        Self(Arc::new(Shared { notes, queue: Mutex::default(), pages: Mutex::default() }))
    }

    /// Where the notes are.
    pub(super) fn notes(&self) -> Notes {
        self.0.notes.clone()
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
        for (nth, (game, acts)) in queued.iter().enumerate() {
            if let Err(error) = self.append(pages, game, acts) {
                locked(&self.0.queue).acts.splice(0..0, queued[nth..].iter().cloned());
                return Err(error);
            }
        }
        Ok(())
    }

    /// Writes everything, so that it survives a crash of the system.
    pub(super) fn sync(&self) {
        let mut pages = locked(&self.0.pages);
        // A failure has been reported when it first occurred.
        let _ = self.write_to(&mut pages);
        for session in pages.values().filter_map(|page| page.session.as_ref()) {
            let _ = session.sync();
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
            page.reader = None;
        }
        let mut synced = Instant::now();
        while wanted.is() && send(self.look(game)) {
            if synced.elapsed() > PATIENCE {
                self.sync();
                synced = Instant::now();
            }
            thread::sleep(LOOK);
        }
    }

    fn look(&self, game: &NotedGame) -> News {
        let trouble =
            |error: io::Error| News { trouble: Some(error.to_string()), ..News::default() };
        self.news(game).unwrap_or_else(trouble)
    }

    fn news(&self, game: &NotedGame) -> io::Result<News> {
        let mut pages = locked(&self.0.pages);
        self.write_to(&mut pages)?;
        let mut queue = locked(&self.0.queue);
        if !queue.acts.is_empty() {
            return Ok(News::default());
        }
        let (added, asked) = (queue.added, std::mem::take(&mut queue.asked));
        drop(queue);
        Ok(News { added, ..self.page(&mut pages, game)?.read(asked)? })
    }

    /// The notes on a game, looked for again if any game has new notes and this one has none.
    fn page<'a>(&self, pages: &'a mut Pages, game: &NotedGame) -> io::Result<&'a mut Page> {
        let (path, index, _) = &game.key;
        let page = match pages.entry(game.key.clone()) {
            Entry::Occupied(page) => page.into_mut(),
            Entry::Vacant(place) => {
                let record = game.loaded.game(*index).map_err(io::Error::other)?;
                let identity = Identity::of(&record, path, *index);
                place.insert(Page { identity, ..Page::default() })
            }
        };
        let now = Some(self.0.notes.changed());
        if page.found.len() != 1 && page.looked != now {
            let shelf = Shelf::open(&self.0.notes)?;
            (page.found, page.noted) = (shelf.of(&page.identity), shelf.games_of(path));
            page.looked = now;
        }
        Ok(page)
    }

    /// Writes acts to this session's own file.
    fn append(&self, pages: &mut Pages, game: &NotedGame, acts: &[Act]) -> io::Result<()> {
        let page = self.page(pages, game)?;
        let session = match &mut page.session {
            Some(session) => session,
            None => {
                let (session, folder) =
                    notes::Session::begin(&self.0.notes, &page.identity, &page.found)?;
                page.found = vec![folder];
                page.noted.insert(game.key.1);
                page.session.insert(session)
            }
        };
        session.append(acts)
    }
}

impl Page {
    /// Reads what is new. What this session has written is not, unless that is asked.
    fn read(&mut self, asked: bool) -> io::Result<News> {
        let mut news = News { noted: self.noted.clone(), ..News::default() };
        if self.found.is_empty() {
            return Ok(news);
        }
        let is_first = self.reader.is_none();
        let reader = self.reader.get_or_insert_default();
        if let [folder] = &self.found[..] {
            let own = self.session.as_ref().filter(|_| !asked).map(notes::Session::path);
            let contents = reader.read(folder, own)?;
            // What was read before may wait for an answer.
            news.contents = (asked || contents != Contents::default()).then_some(contents);
        } else if is_first {
            news.several = self.found.len();
        }
        Ok(news)
    }
}
