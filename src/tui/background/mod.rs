//! Work that takes too long for a key press. It is done on other threads, each result is applied to the state on the
//! main loop, and the work is dropped when its result is no longer needed.

mod books;
mod compare;
mod copy;
mod list;
mod problems;
mod reading;
mod search;
mod ticket;
mod wall;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, SendError, Sender};
use std::thread;
use std::time::Duration;

pub(super) use books::{BooksOpened, OpenBook, SharedBooks, await_indexes, leaving, open_books};
pub(super) use compare::{Compared, compare};
pub(super) use copy::{Copy, CopyJob, NotCopied};
pub(super) use list::{
    ABOVE, Column, DATE, ListItem, Words, await_added, describe, list, read_games,
};
pub(super) use problems::{InCollection, is_whole_game, problem_key, problem_keys};
pub(super) use reading::{More, read_on};
pub(super) use search::{Hit, SearchJob};
pub(super) use ticket::{Job, Owner, Pace, Ticket, Tickets, Wanted};
pub(super) use wall::{InView, News, OnWall, Standing, Time, name_of, standings, watch_games};

use crate::crash;

/// A change to the state. Returns whether there may be something new to draw.
type Apply<S> = Box<dyn FnOnce(&mut S) -> bool + Send>;

/// A result of some work: a change to the state `S`, or why the work failed.
pub(in crate::tui) struct Done<S> {
    wanted: Wanted,
    result: Result<Apply<S>, String>,
    /// Whether nothing more comes, so that its ticket has ended.
    is_last: bool,
}

impl<S: 'static> Done<S> {
    /// A value, and the function that applies it to the state.
    pub(in crate::tui) fn new<T: Send + 'static>(
        wanted: Wanted,
        value: T,
        apply: impl FnOnce(&mut S, T) -> bool + Send + 'static,
    ) -> Self {
        let result = Ok(Box::new(move |state: &mut S| apply(state, value)) as Apply<S>);
        Self { wanted, result, is_last: false }
    }

    fn failed(wanted: Wanted, reason: String) -> Self {
        Self { wanted, result: Err(reason), is_last: true }
    }

    /// Applies the result if it is still wanted, or `fail` with the reason; before the last one, `end` gives its ticket
    /// back. Returns whether there may be something new to draw.
    pub(in crate::tui) fn apply(
        self,
        state: &mut S,
        end: fn(&mut S, &Wanted),
        fail: fn(&mut S, String) -> bool,
    ) -> bool {
        if !self.wanted.is() {
            return false;
        }
        if self.is_last {
            end(state, &self.wanted);
        }
        match self.result {
            Ok(apply) => apply(state),
            Err(reason) => fail(state, reason),
        }
    }
}

/// Work, given its ticket and a function that takes its results and returns whether to continue.
type Work<S> = Box<dyn FnOnce(&Wanted, &mut dyn FnMut(Done<S>) -> bool) + Send>;

/// Work that may still be wanted.
pub(in crate::tui) struct Task<S> {
    work: Work<S>,
    wanted: Wanted,
    job: Job,
}

impl<S: 'static> Task<S> {
    /// Work, the function that applies what it sends and what it returns as its last result, and its ticket.
    pub(in crate::tui) fn new<T: Send + 'static>(
        job: Job,
        apply: fn(&mut S, T) -> bool,
        work: impl FnOnce(&Wanted, &mut dyn FnMut(T) -> bool) -> Option<T> + Send + 'static,
    ) -> (Ticket, Self) {
        let ticket = Ticket::default();
        let work: Work<S> = Box::new(move |wanted, report| {
            let last = work(wanted, &mut |value| {
                wanted.is() && report(Done::new(wanted.clone(), value, apply))
            });
            let apply =
                move |state: &mut S, last: Option<T>| last.is_some_and(|it| apply(state, it));
            let done = Done { is_last: true, ..Done::new(wanted.clone(), last, apply) };
            let _ = wanted.is() && report(done);
        });
        let wanted = Wanted::by(&ticket);
        (ticket, Self { work, wanted, job })
    }

    /// How the work is done.
    pub(in crate::tui) fn pace(&self) -> Pace {
        self.job.row().1
    }

    /// Does the work if it is still wanted. A panic becomes a result.
    fn run_caught(self, report: &dyn Fn(Done<S>) -> bool) {
        let wanted = self.wanted.clone();
        if !wanted.is() {
            return;
        }
        let result = catch_unwind(AssertUnwindSafe(|| self.run(&mut |done| report(done))));
        if let Err(panic) = result {
            report(Done::failed(wanted, crash::reason(&*panic)));
        }
    }

    /// Does the work. `report` receives the results and returns whether to continue.
    pub(in crate::tui) fn run(self, report: &mut dyn FnMut(Done<S>) -> bool) {
        (self.work)(&self.wanted, report);
    }
}

/// The worker threads. `F` passes a result to the main loop and returns whether to continue.
pub(in crate::tui) struct Workers<S, F> {
    report: F,
    spawn: Spawn,
    /// The threads of work that is done often.
    asked: BTreeMap<Job, Sender<Task<S>>>,
}

impl<S: 'static, F: Fn(Done<S>) -> bool + Clone + Send + 'static> Workers<S, F> {
    /// No threads yet.
    pub(in crate::tui) fn new(report: F) -> Self {
        Self { report, spawn, asked: BTreeMap::new() }
    }

    /// Starts a piece of work. If no thread can be created, that becomes its result.
    pub(in crate::tui) fn start(&mut self, task: Task<S>) {
        let wanted = task.wanted.clone();
        let started = match task.pace() {
            Pace::Often => self.ask(task),
            Pace::Slow | Pace::Quick | Pace::Endless => self.work(task, self.report.clone()),
        };
        self.report_refusal(started, wanted);
    }

    /// Starts a piece of work, and returns its first result if it arrives within a time.
    pub(in crate::tui) fn start_soon(&self, task: Task<S>, time: Duration) -> Option<Done<S>> {
        let wanted = task.wanted.clone();
        let (soon, first) = mpsc::sync_channel(0);
        let report = self.report.clone();
        let work = self.work(task, move |done| match soon.send(done) {
            Ok(()) => true,
            // Nobody receives it here any more.
            Err(SendError(done)) => report(done),
        });
        self.report_refusal(work, wanted);
        first.recv_timeout(time).ok()
    }

    fn work(
        &self,
        task: Task<S>,
        report: impl Fn(Done<S>) -> bool + Send + 'static,
    ) -> io::Result<()> {
        (self.spawn)("work", Box::new(move || task.run_caught(&report)))
    }

    fn report_refusal(&self, started: io::Result<()>, wanted: Wanted) {
        if let Err(error) = started {
            (self.report)(Done::failed(wanted, error.to_string()));
        }
    }

    /// Gives a task to the thread of its kind, so that a slow answer delays no other kind.
    fn ask(&mut self, task: Task<S>) -> io::Result<()> {
        let asked = match self.asked.entry(task.job) {
            Entry::Occupied(asked) => asked.into_mut(),
            Entry::Vacant(none) => {
                let (asked, tasks) = mpsc::channel::<Task<S>>();
                let report = self.report.clone();
                let work = Box::new(move || tasks.iter().for_each(|task| task.run_caught(&report)));
                (self.spawn)("lookup", work)?;
                none.insert(asked)
            }
        };
        // Dropping this sender ends the thread.
        let _ = asked.send(task);
        Ok(())
    }
}

/// Creates a thread.
type Spawn = fn(&str, Box<dyn FnOnce() + Send>) -> io::Result<()>;

fn spawn(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work)?;
    Ok(())
}
