//! Work that takes too long for a key press. It is done on other threads, and dropped when its result is no longer
//! needed.

mod books;
mod compare;
mod copy;
mod list;
mod preview;
mod reading;
mod search;
mod ticket;

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

pub(super) use books::{BookNews, OpenBook, Shared, index_books, leaving};
pub(super) use compare::{Compared, compare};
pub(super) use copy::CopyJob;
pub(super) use list::{Column, Listing, Row, describe, list};
pub(super) use preview::{Preview, PreviewedGame, preview};
pub(super) use reading::{More, read_on};
pub(super) use search::{Found, Hit, SearchJob};
pub(super) use ticket::{Ticket, Wanted};

use crate::crash;
use crate::files::load::{LoadError, LoadOptions};
use crate::files::watch::{self, Opened};
use crate::record::Survey;

/// The work being waited for.
#[derive(Debug, Default)]
pub(in crate::tui) struct Tickets {
    pub(in crate::tui) survey: Option<Ticket>,
    pub(in crate::tui) search: Option<Ticket>,
    pub(in crate::tui) opening: Option<Ticket>,
    pub(in crate::tui) list: Option<Ticket>,
    pub(in crate::tui) preview: Option<Ticket>,
    pub(in crate::tui) reading: Option<Ticket>,
    pub(in crate::tui) copying: Option<Ticket>,
}

impl Tickets {
    /// Cancels whatever the user is waiting for. Returns false if there is nothing.
    pub(in crate::tui) fn cancel(&mut self) -> bool {
        let search = self.search.take().is_some();
        self.opening.take().is_some() || search
    }

    /// All of them.
    pub(in crate::tui) fn each(&mut self) -> [&mut Option<Ticket>; 7] {
        [
            &mut self.survey,
            &mut self.search,
            &mut self.opening,
            &mut self.list,
            &mut self.preview,
            &mut self.reading,
            &mut self.copying,
        ]
    }
}

/// A piece of work. It sends outcomes for as long as they are wanted.
type Work = Box<dyn FnOnce(&Wanted, &mut dyn FnMut(Outcome) -> bool) + Send>;

/// A result of the work.
#[derive(Debug)]
pub(in crate::tui) enum Outcome {
    Surveyed(Box<Survey>),
    /// The comparison, or why the reloaded file cannot be shown.
    Compared(Result<Box<Compared>, String>),
    Found(Found),
    Opened(PathBuf, Result<Box<Opened>, LoadError>),
    Read(More),
    Listed(Listing),
    Previewed(Box<Preview>),
    Book(BookNews),
    /// The path of the copy and what it could not represent, or why it was not written.
    Copied(Result<(PathBuf, String), String>),
    /// The work failed for this reason.
    Failed(String),
}

/// An outcome with the ticket of the work.
#[derive(Debug)]
pub(in crate::tui) struct Done {
    wanted: Wanted,
    outcome: Outcome,
}

impl Done {
    /// The outcome and its ticket, if it is still wanted.
    pub(in crate::tui) fn wanted(self) -> Option<(Outcome, Wanted)> {
        self.wanted.is().then_some((self.outcome, self.wanted))
    }
}

/// Work that may still be wanted.
pub(in crate::tui) struct Task {
    work: Work,
    wanted: Wanted,
    /// It is done on the thread that queries books.
    is_lookup: bool,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Task").field(&self.wanted).finish()
    }
}

impl Task {
    /// Work and its ticket.
    pub(in crate::tui) fn new(
        work: impl FnOnce(&Wanted, &mut dyn FnMut(Outcome) -> bool) + Send + 'static,
    ) -> (Ticket, Self) {
        let ticket = Ticket::default();
        let task = Self { work: Box::new(work), wanted: Wanted::by(&ticket), is_lookup: false };
        (ticket, task)
    }

    /// Work that is quick, because it is about one position of a book.
    pub(in crate::tui) fn into_lookup(mut self) -> Self {
        self.is_lookup = true;
        self
    }

    /// Does the work if it is still wanted. A panic becomes an outcome.
    fn run_caught(self, report: &dyn Fn(Done) -> bool) {
        let wanted = self.wanted.clone();
        if !wanted.is() {
            return;
        }
        let work = || self.run(&mut |done| report(done));
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            let outcome = Outcome::Failed(crash::reason(&*panic));
            report(Done { wanted, outcome });
        }
    }

    /// Does the work. `send` receives the outcomes and returns whether to continue.
    pub(in crate::tui) fn run(self, send: &mut dyn FnMut(Done) -> bool) {
        let mut send = |outcome| {
            let wanted = self.wanted.clone();
            wanted.is() && send(Done { wanted, outcome })
        };
        (self.work)(&self.wanted, &mut send);
    }
}

/// The worker threads. `F` passes an outcome to the main loop and returns whether to continue.
#[derive(Debug)]
pub(in crate::tui) struct Workers<F> {
    report: F,
    spawn: Spawn,
    /// The thread that queries books: spawning one for each step would be slower.
    lookups: Option<Sender<Task>>,
}

impl<F: Fn(Done) -> bool + Clone + Send + 'static> Workers<F> {
    /// No threads yet.
    pub(in crate::tui) fn new(report: F) -> Self {
        Self { report, spawn, lookups: None }
    }

    /// Starts a piece of work. If no thread can be created, that becomes its outcome.
    pub(in crate::tui) fn start(&mut self, task: Task) {
        let wanted = task.wanted.clone();
        let started = if task.is_lookup {
            self.look_up(task)
        } else {
            let report = self.report.clone();
            (self.spawn)("work", Box::new(move || task.run_caught(&report)))
        };
        if let Err(error) = started {
            let outcome = Outcome::Failed(error.to_string());
            (self.report)(Done { wanted, outcome });
        }
    }

    fn look_up(&mut self, task: Task) -> io::Result<()> {
        if self.lookups.is_none() {
            let (lookups, tasks) = mpsc::channel::<Task>();
            let report = self.report.clone();
            let work = move || tasks.iter().for_each(|task| task.run_caught(&report));
            (self.spawn)("lookup", Box::new(work))?;
            self.lookups = Some(lookups);
        }
        if let Some(lookups) = &self.lookups {
            // Dropping this sender ends the thread.
            let _ = lookups.send(task);
        }
        Ok(())
    }
}

/// Reads a file.
pub(in crate::tui) fn open(
    path: PathBuf,
    options: LoadOptions,
) -> impl FnOnce(&Wanted, &mut dyn FnMut(Outcome) -> bool) + Send {
    move |_, send| {
        let opened = watch::open(&path, options).map(Box::new);
        send(Outcome::Opened(path, opened));
    }
}

/// Creates a thread.
type Spawn = fn(&str, Box<dyn FnOnce() + Send>) -> io::Result<()>;

fn spawn(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn opening() -> (Ticket, Task) {
        let path = PathBuf::from("nowhere.sgf");
        Task::new(open(path, LoadOptions::default()))
    }

    #[test]
    fn a_thread_that_the_system_refuses_is_an_outcome_and_no_end() {
        let (sender, outcomes) = mpsc::channel();
        let mut workers = Workers::new(move |done| sender.send(done).is_ok());
        workers.spawn = |_, _| Err(io::Error::new(io::ErrorKind::WouldBlock, "no more threads"));
        let (_ticket, task) = opening();
        workers.start(task);
        let outcome = |done: Done| done.wanted().map(|(outcome, _)| outcome);
        let refused = outcomes.recv().ok().and_then(outcome);
        assert!(
            matches!(&refused, Some(Outcome::Failed(reason)) if reason == "no more threads"),
            "{refused:?}"
        );
        // The next one gets a thread again.
        workers.spawn = spawn;
        let (_ticket, task) = opening();
        workers.start(task);
        let opened = outcomes.recv().ok().and_then(outcome);
        assert!(matches!(opened, Some(Outcome::Opened(..))), "{opened:?}");
    }

    #[test]
    fn a_panic_in_a_job_is_its_outcome() {
        let (sender, outcomes) = mpsc::channel();
        let is_first = Arc::new(AtomicBool::new(true));
        let report = move |done| {
            assert!(!is_first.swap(false, Ordering::SeqCst), "out of order");
            sender.send(done).is_ok()
        };
        let (_ticket, task) = opening();
        Workers::new(report).start(task);
        let done = outcomes.recv().ok().and_then(Done::wanted);
        let Some((Outcome::Failed(reason), _)) = done else {
            panic!("{done:?}");
        };
        assert!(reason.contains("out of order"), "{reason}");
    }
}
