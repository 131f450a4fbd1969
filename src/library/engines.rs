//! Many positions for several processes of an engine.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Instant;

use super::stream::Progress;
use crate::engine::{Guest, Limit, Question, Refusal, Settings, Trouble};
use crate::files::load::{self, LoadOptions, show_path};
use crate::files::notes::Identity;
use crate::files::results::{self, Finding, Page, Results, Source};
use crate::format::Loaded;
use crate::record::{Key, NodeId, Record};

/// An engine that fails so often in a row is given up.
const FAILURES: usize = 3;
/// What a position counts in the progress: under the full limit, and in the quick pass.
const WHOLE: u64 = 10;
const QUICK: u64 = 1;

/// A game to analyse.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) path: PathBuf,
    pub(crate) index: usize,
    /// Whether the file has other games.
    pub(crate) several: bool,
    pub(crate) nodes: Vec<NodeId>,
}

/// How positions are analysed.
#[derive(Debug)]
pub(crate) struct Measure {
    pub(crate) limit: Limit,
    /// The number of lines of each.
    pub(crate) lines: usize,
    /// The number of processes.
    pub(crate) jobs: usize,
}

/// Games, and what is done about them: a quick pass over all of them, then each position under the full limit.
pub(crate) struct Batch<'a> {
    settings: &'a Settings,
    results: &'a Results,
    options: LoadOptions,
    measure: Measure,
    pub(crate) games: Vec<Game>,
    /// The number of games planned in both passes.
    planned: usize,
    tasks: VecDeque<Task>,
    /// The files of results in use.
    pages: HashMap<usize, Weak<Mutex<Page>>>,
    /// The file that was read last.
    file: Option<(PathBuf, Loaded)>,
    pub(crate) refused: BTreeMap<Refusal, usize>,
    pub(crate) progress: Progress,
}

/// Positions of a game, in the order of the moves, and where their results are kept.
struct Task {
    page: Arc<Mutex<Page>>,
    limit: Limit,
    cost: u64,
    questions: VecDeque<(u64, Question)>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(
        settings: &'a Settings,
        results: &'a Results,
        options: LoadOptions,
        measure: Measure,
        games: Vec<Game>,
    ) -> Self {
        let positions: usize = games.iter().map(|game| game.nodes.len()).sum();
        let total = Arc::new(AtomicU64::new(positions as u64 * (WHOLE + QUICK)));
        Self {
            settings,
            results,
            options,
            measure,
            games,
            planned: 0,
            tasks: VecDeque::new(),
            pages: HashMap::new(),
            file: None,
            refused: BTreeMap::new(),
            progress: Progress { games: 0, bytes: 0, total, began: Instant::now() },
        }
    }

    /// Analyses. `each` receives every message, and the progress after every position. A process that fails too often is
    /// given up, with the positions that it had in work.
    pub(crate) fn run<E>(
        self,
        stop: &AtomicBool,
        mut each: impl FnMut(Option<String>, &Progress) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (settings, lines, jobs) = (self.settings, self.measure.lines, self.measure.jobs);
        let batch = Mutex::new(self);
        let (sender, news) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (batch, news) = (&batch, sender.clone());
                let hand = Hand { settings, lines, batch, stop, news, guest: None, task: None };
                scope.spawn(move || hand.work());
            }
            drop(sender);
            let done = news.iter().try_for_each(|news| each(news, &locked(&batch).progress));
            stop.fetch_or(done.is_err(), Ordering::Relaxed);
            done
        })?;
        Ok(batch.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// The next positions, for an engine that calls itself `id`.
    fn next(&mut self, id: &str, news: &Sender<Option<String>>) -> Option<Task> {
        while self.tasks.is_empty() && self.planned < 2 * self.games.len() {
            let (game, is_full) =
                (self.planned % self.games.len(), self.planned >= self.games.len());
            self.planned += 1;
            if let Err(error) = self.plan(game, is_full, id) {
                let path = show_path(&self.games[game].path);
                let _ = news.send(Some(format!("{path}: {error}")));
            }
        }
        self.tasks.pop_front()
    }

    /// What is to be done about a game in a pass.
    fn plan(&mut self, game: usize, is_full: bool, id: &str) -> io::Result<()> {
        let Some(record) = self.record(game) else { return Ok(()) };
        let page = self.page(game, &record, id)?;
        let (limit, cost) = match is_full {
            true => (self.measure.limit, WHOLE),
            false => (self.measure.limit.shallow(), QUICK),
        };
        let marks = results::marks(&record);
        let mut questions = VecDeque::new();
        for node in &self.games[game].nodes {
            // The file may be another by now.
            let Some(at) = marks.get(node.index()) else { continue };
            let is_known = locked(&page)
                .finding(*at)
                .is_some_and(|known| !is_full || known.covers(limit, self.measure.lines));
            match Question::of(&record, *node) {
                Ok(question) if !is_known => {
                    questions.push_back((*at, question));
                    continue;
                }
                Ok(_) => {}
                Err(refusal) => *self.refused.entry(refusal).or_default() += usize::from(is_full),
            }
            self.progress.total.fetch_sub(cost, Ordering::Relaxed);
        }
        self.progress.games += usize::from(is_full);
        // A lone game is for all processes.
        let parts = self.measure.jobs.div_ceil(self.games.len());
        let size = questions.len().div_ceil(parts).max(1);
        while !questions.is_empty() {
            let rest = questions.split_off(size.min(questions.len()));
            let page = Arc::clone(&page);
            self.tasks.push_back(Task { page, limit, cost, questions });
            questions = rest;
        }
        Ok(())
    }

    /// The file of the results on a game.
    fn page(&mut self, game: usize, record: &Record, id: &str) -> io::Result<Arc<Mutex<Page>>> {
        if let Some(page) = self.pages.get(&game).and_then(Weak::upgrade) {
            return Ok(page);
        }
        let header = |key| record.headers.get(key).unwrap_or_default().to_owned();
        let source = Source {
            engine: self.settings.name.clone(),
            id: id.to_owned(),
            options: self.settings.options.clone(),
            komi: header(Key::Komi),
            rules: header(Key::Rules),
        };
        let Game { path, index, .. } = &self.games[game];
        let page = Page::open(self.results, &Identity::of(record, path, *index), &source)?;
        let taken = || io::Error::other("another dapu has this engine at work on the game");
        let page = Arc::new(Mutex::new(page.ok_or_else(taken)?));
        self.pages.insert(game, Arc::downgrade(&page));
        Ok(page)
    }

    /// A game. Its file is read again only when another was read in between.
    pub(crate) fn record(&mut self, game: usize) -> Option<Arc<Record>> {
        let Game { path, index, .. } = &self.games[game];
        if self.file.as_ref().is_none_or(|(last, _)| last != path) {
            self.file = Some((path.clone(), load::load(path, self.options).ok()?));
        }
        self.file.as_ref()?.1.game(*index).ok()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works with one process.
struct Hand<'a, 'b> {
    settings: &'a Settings,
    lines: usize,
    batch: &'a Mutex<Batch<'b>>,
    stop: &'a AtomicBool,
    news: Sender<Option<String>>,
    guest: Option<Guest>,
    task: Option<Task>,
}

impl Hand<'_, '_> {
    fn work(mut self) {
        let mut failures = 0;
        while failures < FAILURES && !self.stop.load(Ordering::Relaxed) {
            match self.step() {
                Ok(true) => failures = 0,
                Ok(false) => break,
                Err(Trouble(why)) => {
                    failures += 1;
                    self.guest = None;
                    let _ = self.news.send(Some(why));
                }
            }
        }
        let _planning = locked(self.batch);
        self.task = None;
    }

    /// Does the next thing. Returns false if there was none.
    fn step(&mut self) -> Result<bool, Trouble> {
        if self.guest.is_none() {
            self.guest = Some(Guest::start(self.settings, self.lines, self.stop)?);
        }
        let Some(guest) = &mut self.guest else { return Ok(false) };
        let Some((task, (at, question))) =
            self.task.as_mut().and_then(|task| task.questions.pop_front().map(|next| (task, next)))
        else {
            let mut batch = locked(self.batch);
            // Its file must be closed before the game is planned again.
            self.task = None;
            self.task = batch.next(guest.machine().id(), &self.news);
            drop(batch);
            guest.new_game(self.stop)?;
            return Ok(self.task.is_some());
        };
        let found = guest.analyse(question, task.limit, self.stop)?;
        // What was stopped is less than was asked for.
        if !self.stop.load(Ordering::Relaxed) {
            let finding = Finding { at, asked: task.limit, wanted: self.lines, found };
            locked(&task.page).add(finding).map_err(|error| Trouble(error.to_string()))?;
            locked(self.batch).progress.bytes += task.cost;
            let _ = self.news.send(None);
        }
        Ok(true)
    }
}

/// Makes signals end the work: what was found is kept, and the engines are told to quit.
pub(crate) fn end_on_signals(stop: &Arc<AtomicBool>) {
    #[cfg(unix)]
    use signal_hook::consts::SIGHUP;
    use signal_hook::consts::{SIGINT, SIGTERM};
    for signal in [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        SIGHUP,
    ] {
        // Without the handler, the signal ends the program at once.
        let _ = signal_hook::flag::register(signal, Arc::clone(stop));
    }
}
