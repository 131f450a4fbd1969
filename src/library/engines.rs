//! Analyses the positions of many games with several processes of an engine.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use super::stream::Progress;
use crate::crash::locked;
use crate::engine::{
    Analysis, Contempt, EngineQuestion, Failure, Guest, Limit, Refusal, Settings, Trouble,
};
use crate::files::load::{self, LoadOptions, show_path};
use crate::files::notes::{Identity, Shelf};
use crate::files::results::{self, Finding, Placed, Provenance, ResultFile, ResultStore};
use crate::format::Loaded;
use crate::record::{NodeId, Record};
use crate::words::messages;

/// The number of failures in a row after which a game is skipped, and of skipped games after which the engine is stopped.
const FAILURES: usize = 3;
/// The weight of a position in the progress: in the quick pass, and under the full limit.
const COSTS: [u64; 2] = [1, 10];

/// The state of the work.
pub(crate) struct Course {
    pub(crate) progress: Progress,
    /// The file being analysed.
    pub(crate) path: PathBuf,
    /// The number of games that the pass has finished or skipped, and of all.
    pub(crate) games: [usize; 2],
    /// The number of positions that the pass has finished, and of all.
    pub(crate) positions: [usize; 2],
    /// When the pass began.
    pub(crate) began: Instant,
}

/// A game to analyse.
#[derive(Debug)]
pub(crate) struct Selection {
    /// The file, the index of the game in it, and whether it has others.
    pub(crate) place: (PathBuf, usize, bool),
    pub(crate) nodes: Vec<NodeId>,
}

/// Games, and how their positions are analysed.
pub(crate) struct Assignment<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) results: &'a ResultStore,
    /// The notes whose lines are analysed, too.
    pub(crate) shelf: &'a Shelf,
    pub(crate) options: LoadOptions,
    pub(crate) limit: Limit,
    /// The number of lines of each position.
    pub(crate) lines: usize,
    /// The number of processes.
    pub(crate) jobs: usize,
    pub(crate) games: Vec<Selection>,
    /// Whether to end.
    pub(crate) stop: Arc<AtomicBool>,
    /// The file that was read last.
    pub(crate) file: Option<(PathBuf, Loaded)>,
    /// The name that the engine gives itself, once it is known.
    pub(crate) id: Option<String>,
}

/// What an engine found at a node and under which limit, or why it found nothing: the position was refused, or the engine
/// failed.
type EngineAnswer = Result<(Analysis, Limit), Result<Refusal, Trouble>>;

messages! {
    /// News about the engine for the user.
    #[derive(Debug)]
    pub(crate) enum EngineNews {
        /// It works, but might be set better.
        Advice(name: String, advice: Contempt): "{name}: {advice}" "{name}: {advice}" "{name}: {advice}";
        /// The engine cannot be used.
        Unusable(why: Trouble): "{why}" "{why}" "{why}";
        /// The file of the results cannot be used, which the error names.
        NoResults(error: io::Error): "{error}" "{error}" "{error}";
        /// A file whose results are in use.
        InUse(path: String, error: io::Error): "{path}: {error}" "{path}: {error}" "{path}: {error}";
        Unreadable(path: String): "{path}: cannot be read again" "{path}: 无法再次读取" "{path}: 再び読めませんでした";
        /// A position of a file was not analysed.
        Failed(path: String, why: Trouble): "{path}: {why}" "{path}: {why}" "{path}: {why}";
        TooSlow(path: String, name: String):
            "{path}: {name}: a search took too long" "{path}: {name}: 搜索时间过长" "{path}: {name}: 探索に時間がかかりすぎました";
        GivenUp(name: String, games: usize):
            "{name}: given up after {games} games" "{name}: {games}局之后放弃" "{name}: {games}局で断念しました";
    }
}

/// Positions of a game to analyse at the same time, in the order of the moves.
struct EngineJob<'a> {
    assignment: &'a Assignment<'a>,
    limit: Limit,
    record: &'a Record,
    queue: Mutex<std::vec::IntoIter<(u64, NodeId)>>,
}

/// A run through all games.
struct AnalysisRun {
    course: Course,
    workers: Vec<Worker>,
    /// How many positions were refused.
    refused: BTreeMap<Refusal, usize>,
    /// The games that are left out because the engine failed.
    skipped: BTreeSet<usize>,
    /// The number of games in a row in which the engine failed.
    in_a_row: usize,
}

/// A process of the engine, while it runs.
#[derive(Default)]
struct Worker(Option<Guest>);

impl Assignment<'_> {
    /// Analyses all games quickly if that is worth it, and then each position under the full limit. `each` receives every
    /// message, and the progress after every position. A game is skipped when the engine fails too often, and the engine is
    /// stopped if that happens in too many games. Returns how many positions were refused.
    pub(crate) fn run<E: From<io::Error>>(
        &mut self,
        mut each: impl FnMut(Option<EngineNews>, &Course) -> Result<(), E>,
    ) -> Result<BTreeMap<Refusal, usize>, E> {
        let positions: usize = self.games.iter().map(|game| game.nodes.len()).sum();
        let quick = self.limit.shallow(self.settings.protocol);
        let passes = [quick.map(|limit| (COSTS[0], limit)), Some((COSTS[1], self.limit))];
        let costs: u64 = passes.iter().flatten().map(|(cost, _)| cost).sum();
        let course = self.course(positions, costs);
        let workers = (0..self.jobs).map(|_| Worker::default()).collect();
        let mut run = AnalysisRun {
            course,
            workers,
            refused: BTreeMap::new(),
            skipped: BTreeSet::new(),
            in_a_row: 0,
        };
        self.id = self.meet(&mut run.workers[0], |news| each(Some(news), &run.course))?;
        if self.id.is_none() {
            return Ok(run.refused);
        }
        for pass in passes.into_iter().flatten() {
            (run.course.positions, run.course.began) = ([0, positions], Instant::now());
            for game in 0..self.games.len() {
                if self.is_stopped() {
                    return Ok(run.refused);
                }
                if run.in_a_row == FAILURES {
                    let news = EngineNews::GivenUp(self.settings.name.clone(), FAILURES);
                    each(Some(news), &run.course)?;
                    return Ok(run.refused);
                }
                if !run.skipped.contains(&game) {
                    self.analyse(game, pass, &mut run, &mut each)?;
                }
            }
        }
        Ok(run.refused)
    }

    /// Analyses the positions of a game in a pass, of which the weight of a position and the limit are given.
    fn analyse<E: From<io::Error>>(
        &mut self,
        game: usize,
        (cost, limit): (u64, Limit),
        AnalysisRun { course, workers, refused, skipped, in_a_row }: &mut AnalysisRun,
        each: &mut impl FnMut(Option<EngineNews>, &Course) -> Result<(), E>,
    ) -> Result<(), E> {
        course.path.clone_from(&self.games[game].place.0);
        course.games[0] = game;
        let path = show_path(&course.path);
        let Some(records) = self.records(game) else {
            return each(Some(EngineNews::Unreadable(path)), course);
        };
        let mut file = match self.result_file(game, &records) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return each(Some(EngineNews::InUse(path, error)), course);
            }
            Err(error) => return each(Some(EngineNews::NoResults(error)), course),
        };
        let [_, record] = records;
        let queue = self.queue(game, &record, &file, limit);
        let known = self.games[game].nodes.len() - queue.len();
        course.positions[1] -= known;
        course.progress.total.fetch_sub(known as u64 * cost, Ordering::Relaxed);
        let queue = Mutex::new(queue.into_iter());
        let job = EngineJob { assignment: self, limit, record: &record, queue };
        let (mut found, mut failed, mut is_refused) = (0, 0, false);
        job.run(workers, |(at, answer)| {
            course.progress.bytes += cost;
            course.positions[0] += 1;
            let mut trouble = None;
            match answer {
                // A busy machine finds nothing in so short a time.
                Ok((analysis, _)) if analysis.lines.is_empty() => {}
                Ok((analysis, asked)) => {
                    file.add(Finding { at, asked, wanted: self.lines, found: analysis })?;
                    found += usize::from(asked == limit);
                    if asked != limit {
                        failed += 1;
                        let name = self.settings.name.clone();
                        trouble = Some(EngineNews::TooSlow(path.clone(), name));
                    }
                }
                Err(Ok(_)) if limit != self.limit => {}
                Err(Ok(refusal)) => *refused.entry(refusal).or_default() += 1,
                Err(Err(why)) => {
                    failed += 1;
                    // Each try is refused alike.
                    let is_refusal = matches!(why.why, Failure::Refuses(_));
                    let is_known = is_refused && is_refusal;
                    is_refused |= is_refusal;
                    trouble = (!is_known).then(|| EngineNews::Failed(path.clone(), why));
                }
            }
            each(trouble, course)
        })?;
        match (found, failed) {
            (0, 0) => {}
            // An engine that plays one size of board may refuse many games in a row.
            (0, _) => *in_a_row += usize::from(skipped.insert(game) && !is_refused),
            _ => *in_a_row = 0,
        }
        Ok(())
    }

    /// The progress before anything is done. `costs` are those of a position in all passes.
    fn course(&self, positions: usize, costs: u64) -> Course {
        let total = AtomicU64::new(costs * positions as u64);
        Course {
            progress: Progress { total: Arc::new(total), ..Progress::begin() },
            path: PathBuf::new(),
            games: [0, self.games.len()],
            positions: [0, positions],
            began: Instant::now(),
        }
    }

    /// Starts the first process. Returns the name that the engine gives itself, or `None` if it cannot be started.
    fn meet<E>(
        &self,
        worker: &mut Worker,
        mut each: impl FnMut(EngineNews) -> Result<(), E>,
    ) -> Result<Option<String>, E> {
        for _ in 0..FAILURES {
            match worker.guest(self) {
                _ if self.is_stopped() => break,
                Ok(guest) => {
                    if let Some(advice) = guest.machine.contempt() {
                        each(EngineNews::Advice(self.settings.name.clone(), advice))?;
                    }
                    return Ok(Some(guest.machine.id.clone()));
                }
                Err(trouble) => {
                    let is_missing = matches!(trouble.why, Failure::NoStart(..));
                    each(EngineNews::Unusable(trouble))?;
                    if is_missing {
                        break;
                    }
                }
            }
        }
        Ok(None)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The positions of a game without a sufficient finding. For the quick pass any finding is.
    fn queue(
        &self,
        game: usize,
        record: &Record,
        file: &ResultFile,
        limit: Limit,
    ) -> Vec<(u64, NodeId)> {
        let keys = results::line_keys(record);
        let mut queue = Vec::new();
        for node in &self.games[game].nodes {
            // The file may be another by now.
            let Some(at) = keys.get(node.index()).copied() else { continue };
            let is_known = match limit == self.limit {
                true => file.covers(at, limit, self.lines),
                false => file.knows(at),
            };
            if !is_known {
                queue.push((at, *node));
            }
        }
        queue
    }

    /// A game, and the engine that analyses it.
    fn identities(&self, game: usize, record: &Record) -> (Identity, Provenance) {
        let (path, index, _) = &self.games[game].place;
        let id = self.id.as_deref().unwrap_or_default();
        (Identity::of(record, path, *index), Provenance::new(self.settings, id, record))
    }

    /// The file of the results on a game.
    fn result_file(&self, game: usize, [record, _]: &[Arc<Record>; 2]) -> io::Result<ResultFile> {
        let (game, by) = self.identities(game, record);
        ResultFile::open(self.results, game, by, false)
    }

    /// A game with the findings of this engine; `None` if the engine has not given its name.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn found(&mut self, game: usize) -> io::Result<Option<(Arc<Record>, Placed)>> {
        let Some([record, whole]) = self.records(game).filter(|_| self.id.is_some()) else {
            return Ok(None);
        };
        let (game, by) = self.identities(game, &record);
        let placed = self.results.on(&game, &whole, |other| *other == by)?;
        Ok(Some((whole, placed)))
    }

    /// A game as its file has it, and with the lines of the notes. The file is read again only when another was read in
    /// between.
    fn records(&mut self, game: usize) -> Option<[Arc<Record>; 2]> {
        let (path, index, _) = &self.games[game].place;
        if self.file.as_ref().is_none_or(|(last, _)| last != path) {
            self.file = Some((path.clone(), load::load(path, self.options).ok()?));
        }
        let record = self.file.as_ref()?.1.game(*index).ok()?;
        let whole = self.shelf.beside(&record, path, *index);
        Some([record, whole])
    }
}

impl EngineJob<'_> {
    /// Lets each process take the next position until there is none.
    fn run<E>(
        &self,
        workers: &mut [Worker],
        each: impl FnMut((u64, EngineAnswer)) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sender, answers) = mpsc::channel();
        thread::scope(|scope| {
            for worker in workers {
                let sender = sender.clone();
                scope.spawn(move || worker.work(self, &sender));
            }
            drop(sender);
            let done = answers.iter().try_for_each(each);
            self.assignment.stop.fetch_or(done.is_err(), Ordering::Relaxed);
            done
        })
    }
}

impl Worker {
    fn work(&mut self, job: &EngineJob<'_>, answers: &Sender<(u64, EngineAnswer)>) {
        let (mut is_new, mut failures) = (true, 0);
        let next = || locked(&job.queue).next();
        while failures < FAILURES {
            let Some((at, node)) = next() else { return };
            let answer = self.analyse(node, job, &mut is_new);
            // What was stopped is less than was asked for.
            if job.assignment.is_stopped() {
                return;
            }
            failures = match &answer {
                Ok((_, done)) if *done == job.limit => 0,
                Err(Ok(_)) => 0,
                _ => failures + 1,
            };
            let _ = answers.send((at, answer));
        }
    }

    fn analyse(&mut self, node: NodeId, job: &EngineJob<'_>, is_new: &mut bool) -> EngineAnswer {
        let question = EngineQuestion::of(job.record, node).map_err(Ok)?;
        let guest = self.guest(job.assignment).map_err(Err)?;
        let begun = if std::mem::take(is_new) { guest.new_game() } else { Ok(()) };
        let found = begun.and_then(|()| guest.analyse(question, job.limit));
        let found = match found {
            Ok((analysis, limit))
                if analysis.lines.is_empty()
                    && limit == job.limit
                    && limit == job.assignment.limit =>
            {
                let name = job.assignment.settings.name.clone();
                Err(Trouble { name, why: Failure::NoScore })
            }
            found => found,
        };
        self.0.take_if(|_| found.is_err());
        found.map_err(Err)
    }

    /// The process, started if none runs.
    fn guest(&mut self, assignment: &Assignment<'_>) -> Result<&mut Guest, Trouble> {
        let guest = match self.0.take() {
            Some(guest) => guest,
            None => Guest::start(assignment.settings, assignment.lines, &assignment.stop)?,
        };
        Ok(self.0.insert(guest))
    }
}
