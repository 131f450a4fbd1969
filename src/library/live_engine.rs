//! An engine beside the board: it analyses the position on the screen, and answers while it thinks. Its thread sleeps until
//! the engine answers or an order arrives.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use crate::engine::{
    Activity, Analysis, Contempt, EngineQuestion, Guest, Heard, Inbox, Limit, Refusal, Settings,
    Trouble,
};
use crate::files::notes::Identity;
use crate::files::results::{self, Finding, Findings, Provenance, ResultFile, ResultStore};
use crate::format::Loaded;
use crate::record::{NodeId, Record};

/// How long a position has to rest before it is searched, so that a held key leads to one search.
const REST: Duration = Duration::from_millis(100);
/// How long lines wait for those after them at first, and once they change less.
const FRAMES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(1)];
/// How long a search runs before its lines change less.
const SETTLED: Duration = Duration::from_secs(5);
/// How often to check that a busy engine is still there.
const LOOK: Duration = Duration::from_secs(1);

/// A game on the screen: its file, its index there, and how often the file was opened.
type GameKey = (PathBuf, usize, usize);

/// A position to think about.
pub(crate) struct Ask {
    /// Identifies its answers.
    pub(crate) id: u64,
    pub(crate) game: GameKey,
    /// The file as it was read.
    pub(crate) loaded: Arc<Loaded>,
    /// The game, with the user's own moves and notes.
    pub(crate) record: Arc<Record>,
    pub(crate) node: NodeId,
    /// The number of lines.
    pub(crate) lines: usize,
    /// Whether the reader may be on the way to another position.
    pub(crate) is_passing: bool,
}

/// An order to the engine.
pub(crate) enum EngineOrder {
    Ask(Arc<Ask>),
    Stop,
    Quit,
}

/// A report of the engine.
pub(crate) enum Said {
    /// Who answers for this game, and a remark.
    Ready(Provenance, Option<Contempt>),
    /// The analysis that was asked for with an identifier, and whether it is final.
    Lines(u64, Analysis, bool),
    /// What is kept of a search, perhaps of an earlier position.
    Found(Arc<Record>, NodeId, Finding),
    /// Why the position with an identifier is not analysed.
    Refused(u64, Refusal),
    /// Why what is found cannot be written.
    Unkept(String),
    /// The engine has failed.
    Trouble(Trouble),
}

/// Sends orders to the engine, which ends when it is dropped.
pub(crate) struct Mailbox(Sender<Heard<EngineOrder>>);

impl Mailbox {
    /// A mailbox, and the other end, from which the engine takes its orders.
    pub(crate) fn open() -> (Self, Inbox<EngineOrder>) {
        let (sender, receiver) = mpsc::channel();
        (Self(sender.clone()), (sender, receiver))
    }

    pub(crate) fn order(&self, order: EngineOrder) {
        // The end of the engine has been reported already.
        let _ = self.0.send(Heard::Order(order));
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.order(EngineOrder::Quit);
    }
}

/// Runs an engine until it quits or fails. `send` receives its reports, and returns whether to go on.
pub(crate) fn run_engine(
    settings: &Settings,
    results: Option<&ResultStore>,
    inbox: Inbox<EngineOrder>,
    send: &mut dyn FnMut(Said) -> bool,
) {
    let guest = match Guest::spawn(settings, 1, &Arc::default(), inbox) {
        Ok(guest) => guest,
        Err(trouble) => {
            send(Said::Trouble(trouble));
            return;
        }
    };
    let shown = guest.heard;
    let store = Cached { results, ..Cached::default() };
    let mut live = Live {
        settings,
        guest,
        store,
        game: None,
        next: None,
        asked: None,
        done: BTreeSet::new(),
        shown,
        frame: None,
    };
    while live.go_on(send) {}
    live.end();
}

/// The running engine and its work.
struct Live<'a> {
    settings: &'a Settings,
    guest: Guest<EngineOrder>,
    store: Cached<'a>,
    /// The game that it has prepared for.
    game: Option<GameKey>,
    /// The next position, and when the search of it may begin.
    next: Option<(Arc<Ask>, Instant)>,
    asked: Option<RunningSearch>,
    /// The positions that were searched to the end, with the number of lines.
    done: BTreeSet<(u64, usize)>,
    /// When the engine gave the lines shown last, and when more may be shown.
    shown: Instant,
    frame: Option<Instant>,
}

/// A search.
struct RunningSearch {
    ask: Arc<Ask>,
    /// The key of the position: see [`results::line_keys`].
    at: u64,
    began: Instant,
    /// Whether it was stopped before its time.
    is_cut: bool,
}

impl Live<'_> {
    /// Handles one line of the engine or one order. Returns whether to go on.
    fn go_on(&mut self, send: &mut dyn FnMut(Said) -> bool) -> bool {
        if !self.begin(send) {
            return false;
        }
        let before = self.guest.machine.state;
        let order = self.guest.advance(self.wait());
        match order {
            Some(EngineOrder::Quit) => return false,
            Some(EngineOrder::Stop) => self.cut(),
            Some(EngineOrder::Ask(ask)) => self.want(ask),
            None => {}
        }
        match self.guest.machine.state {
            Activity::Gone => {
                self.guest.machine.why.take().map(|why| send(Said::Trouble(why)));
                false
            }
            Activity::Idle if matches!(before, Activity::Thinking | Activity::Stopping) => {
                self.finish(send)
            }
            Activity::Thinking => self.show(send),
            _ => true,
        }
    }

    /// How long to wait for the engine or an order.
    fn wait(&self) -> Option<Duration> {
        let now = Instant::now();
        let is_idle = self.guest.machine.state == Activity::Idle;
        let due = self.next.as_ref().filter(|_| is_idle).map(|(_, due)| *due);
        let frame = self.frame.filter(|_| self.is_new());
        let looks = (!is_idle).then_some(now + LOOK);
        let until = [due, frame, looks].into_iter().flatten().min()?;
        Some(until.saturating_duration_since(now))
    }

    /// Whether the engine has given lines that are not shown.
    fn is_new(&self) -> bool {
        self.guest.heard > self.shown && self.asked.as_ref().is_some_and(|asked| !asked.is_cut)
    }

    /// Stops the search and drops the next position.
    fn cut(&mut self) {
        self.next = None;
        self.asked.iter_mut().for_each(|asked| asked.is_cut = true);
        self.guest.machine.stop();
    }

    /// Makes a position the next one. A search of the same position goes on.
    fn want(&mut self, ask: Arc<Ask>) {
        let at = results::line_key(&ask.record, ask.node);
        let same = self.asked.as_mut().filter(|asked| {
            let before = &asked.ask;
            !asked.is_cut && (asked.at, before.lines, &before.game) == (at, ask.lines, &ask.game)
        });
        if let Some(asked) = same {
            asked.ask = ask;
            // It is shown at once.
            (self.next, self.frame) = (None, None);
            self.shown = asked.began;
            return;
        }
        self.cut();
        let rest = if ask.is_passing { REST } else { Duration::ZERO };
        self.next = Some((ask, Instant::now() + rest));
    }

    /// Sends the next question when the engine is ready, unless the stored result is good enough.
    fn begin(&mut self, send: &mut dyn FnMut(Said) -> bool) -> bool {
        if self.guest.machine.state != Activity::Idle {
            return true;
        }
        let Some((ask, due)) = self.next.take_if(|(_, due)| *due <= Instant::now()) else {
            return true;
        };
        let question = match EngineQuestion::of(&ask.record, ask.node) {
            Ok(question) => question,
            Err(why) => return send(Said::Refused(ask.id, why)),
        };
        if self.store.turn_to(&ask, self.settings, &self.guest.machine.id) {
            let advice = self.guest.machine.contempt();
            if !self.store.by().is_some_and(|by| send(Said::Ready(by, advice))) {
                return false;
            }
        }
        let at = results::line_key(&ask.record, ask.node);
        let known = self.store.known.get(&at).filter(|known| {
            known.answers(self.think(), ask.lines) || self.done.contains(&(at, ask.lines))
        });
        if let Some(known) = known {
            return send(Said::Lines(ask.id, known.found.clone(), true));
        }
        let (think, machine) = (self.think(), &mut self.guest.machine);
        // Its memory of a game is good for all of its positions.
        if self.game.as_ref() != Some(&ask.game) {
            self.game = Some(ask.game.clone());
            machine.new_game();
        } else {
            machine.set_lines(ask.lines);
        }
        if machine.state != Activity::Idle {
            self.next = Some((ask, due));
            return true;
        }
        machine.ask(question, Limit::Time(think));
        (self.frame, self.shown) = (None, self.guest.heard);
        self.asked = Some(RunningSearch { ask, at, began: Instant::now(), is_cut: false });
        true
    }

    /// The time for a position in milliseconds.
    fn think(&self) -> u64 {
        self.settings.think.saturating_mul(1_000)
    }

    /// Shows the analysis so far: the first line at once, later ones less and less often.
    fn show(&mut self, send: &mut dyn FnMut(Said) -> bool) -> bool {
        let now = Instant::now();
        if !self.is_new() || self.frame.is_some_and(|next| next > now) {
            return true;
        }
        let Some(asked) = &self.asked else { return true };
        self.shown = self.guest.heard;
        let found = timed(self.guest.machine.snapshot(), asked);
        if found.lines.is_empty() {
            return true;
        }
        let is_settled = asked.began.elapsed() >= SETTLED;
        self.frame = Some(now + FRAMES[usize::from(is_settled)]);
        send(Said::Lines(asked.ask.id, found, false))
    }

    /// Keeps what a search has found, and shows it if it is still wanted.
    fn finish(&mut self, send: &mut dyn FnMut(Said) -> bool) -> bool {
        let Some(asked) = self.asked.take() else { return true };
        let found = timed(self.guest.machine.analysis(), &asked);
        if !asked.is_cut {
            self.done.insert((asked.at, asked.ask.lines));
            if !send(Said::Lines(asked.ask.id, found.clone(), true)) {
                return false;
            }
        }
        let Some(finding) = self.finding(&asked, found) else { return true };
        if self.store.keep(finding.clone()).is_some_and(|why| !send(Said::Unkept(why))) {
            return false;
        }
        let record = Arc::clone(&asked.ask.record);
        send(Said::Found(record, asked.ask.node, finding))
    }

    fn finding(&self, asked: &RunningSearch, found: Analysis) -> Option<Finding> {
        if found.lines.is_empty() {
            return None;
        }
        let took = asked.began.elapsed().as_millis() as u64;
        let time = if asked.is_cut { took.clamp(1, self.think()) } else { self.think() };
        Some(Finding { at: asked.at, asked: Limit::Time(time), wanted: asked.ask.lines, found })
    }

    /// Keeps the analysis so far before the engine ends.
    fn end(&mut self) {
        if let Some(asked) = self.asked.take() {
            let found = timed(self.guest.machine.snapshot(), &asked);
            let finding = self.finding(&RunningSearch { is_cut: true, ..asked }, found);
            finding.into_iter().for_each(|finding| drop(self.store.keep(finding)));
        }
        self.store.write();
    }
}

/// The analysis, with the time that it took if the engine does not give it.
fn timed(found: Analysis, asked: &RunningSearch) -> Analysis {
    let took = asked.began.elapsed().as_millis() as u64;
    Analysis { time: if found.time == 0 { took } else { found.time }, ..found }
}

/// The stored results of a game, and those not yet written.
#[derive(Default)]
struct Cached<'a> {
    results: Option<&'a ResultStore>,
    /// The game, as its file was read.
    of: Option<(GameKey, Arc<Loaded>, Identity, Provenance)>,
    known: Findings,
    unwritten: Vec<(Identity, Provenance, Finding)>,
    /// Whether the last attempt to write failed.
    fails: bool,
}

impl Cached<'_> {
    /// Loads what is stored about the game of a position. Returns whether the game has changed or was read again.
    fn turn_to(&mut self, ask: &Ask, settings: &Settings, id: &str) -> bool {
        let is_same = self.of.as_ref().is_some_and(|(game, loaded, ..)| {
            *game == ask.game && Arc::ptr_eq(loaded, &ask.loaded)
        });
        if is_same {
            return false;
        }
        let (path, index, _) = &ask.game;
        let record = ask.loaded.game(*index).unwrap_or_else(|_| Arc::clone(&ask.record));
        let game = Identity::of(&record, path, *index);
        let by = Provenance::new(settings, id, &record);
        let sources = self.results.and_then(|results| results.read(&game, &record).ok());
        let source = sources.into_iter().flatten().find(|source| source.by == by);
        self.known = source.map(|source| source.findings).unwrap_or_default();
        self.of = Some((ask.game.clone(), Arc::clone(&ask.loaded), game, by));
        true
    }

    /// The engine whose results are loaded.
    fn by(&self) -> Option<Provenance> {
        self.of.as_ref().map(|(_, _, _, by)| by.clone())
    }

    /// Keeps a finding. Returns why it cannot be written, if those before it could; it waits for the next attempt.
    fn keep(&mut self, finding: Finding) -> Option<String> {
        let (_, _, game, by) = self.of.as_ref()?;
        results::keep(&mut self.known, finding.at, finding.clone());
        self.unwritten.push((game.clone(), by.clone(), finding));
        self.write()
    }

    /// Writes what is not written yet. Returns why that fails, unless it did before.
    fn write(&mut self) -> Option<String> {
        let Some(results) = self.results else {
            self.unwritten.clear();
            return None;
        };
        let mut failure = None;
        let written = self.unwritten.iter().take_while(|(game, by, finding)| {
            let file = ResultFile::open(results, game.clone(), by.clone(), true);
            failure = file.and_then(|mut file| file.add(finding.clone())).err();
            failure.is_none()
        });
        let count = written.count();
        self.unwritten.drain(..count);
        let failed = std::mem::replace(&mut self.fails, failure.is_some());
        failure.filter(|_| !failed).map(|error| error.to_string())
    }
}
