//! An index in memory for books that have none: the real ones of a million rows often do not.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::thread;

use super::database::Database;
use super::error::BookError;
use super::key::identities;
use super::layout::{Column, Layout};
use super::row::cell;

/// Rows in a run: two megabytes, sorted in some milliseconds.
const RUN: usize = 1 << 18;
/// The row number may take this many of an entry's 64 bits. What is left to the key singles out some hundred of ten
/// million rows at worst.
const ROW_BITS: u32 = 48;

/// How far the index of a book is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Every answer is complete.
    Ready,
    /// Answers lack what lies in the rows that are still to come.
    Indexing {
        /// Rows indexed so far.
        rows: u64,
        /// The part of the table that is done, 0 to 100.
        percent: u8,
    },
    /// Answers lack whatever is after the damage.
    Failed(BookError),
}

/// Entries for every row, built by a thread of its own. They are kept in sorted runs, not in one sorted whole: so a
/// question is answered from the runs that are there, nothing is merged in the end, and no room is taken twice.
#[derive(Debug)]
pub(super) struct Index {
    shared: Arc<Shared>,
    packing: Packing,
}

#[derive(Debug, Default)]
struct Shared {
    runs: RwLock<Vec<Box<[u64]>>>,
    rows: AtomicU64,
    /// The number of the row that was read last, counted from the first.
    reached: AtomicU64,
    outcome: OnceLock<Result<(), BookError>>,
    cancelled: AtomicBool,
}

impl Index {
    /// Starts to index a table. `wake` is called whenever more can be found, and at the end. `None` for a table whose
    /// row numbers are too far apart: it is empty, or not a real book.
    pub(super) fn start(
        path: &Path,
        database: &Database,
        layout: &Layout,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Option<Self>, BookError> {
        let Some(packing) = Packing::of(database, layout)? else {
            return Ok(None);
        };
        let shared = Arc::new(Shared::default());
        let sql = layout.select_keys();
        let (path, worker) = (path.to_owned(), Arc::clone(&shared));
        let work = move || {
            let build = |database: Database| worker.build(&database, &sql, packing, &wake);
            let outcome = Database::open(&path).and_then(build);
            // Set here alone, so it cannot be set already.
            let _ = worker.outcome.set(outcome);
            wake();
        };
        thread::Builder::new()
            .name("book index".to_owned())
            .spawn(work)?;
        Ok(Some(Self { shared, packing }))
    }

    pub(super) fn progress(&self) -> Progress {
        match self.shared.outcome.get() {
            Some(Ok(())) => Progress::Ready,
            Some(Err(error)) => Progress::Failed(error.clone()),
            None => {
                let reached = self.shared.reached.load(Ordering::Relaxed) as f64;
                let percent = 100.0 * reached / self.packing.span.max(1) as f64;
                let rows = self.shared.rows.load(Ordering::Relaxed);
                Progress::Indexing {
                    rows,
                    percent: percent as u8,
                }
            }
        }
    }

    /// The rows that may have this key, as far as they are indexed.
    pub(super) fn rows(&self, identity: u64) -> Vec<i64> {
        let packing = self.packing;
        let start = packing.pack(identity, packing.first);
        let runs = self
            .shared
            .runs
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let hits = runs.iter().flat_map(|run| {
            let from = run.partition_point(|entry| *entry < start);
            run[from..]
                .iter()
                .take_while(|entry| packing.same_key(**entry, start))
        });
        hits.map(|entry| packing.row(*entry)).collect()
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn build(
        &self,
        database: &Database,
        sql: &str,
        packing: Packing,
        wake: &impl Fn(),
    ) -> Result<(), BookError> {
        let mut run = Vec::with_capacity(RUN);
        let outcome = database.scan(sql, |row| {
            let number = row.get(0)?;
            let stored = cell(row, Column::Key)?;
            // A row out of order is one of a damaged tree.
            if packing.holds(number) {
                run.extend(
                    identities(stored)
                        .into_iter()
                        .flatten()
                        .map(|key| packing.pack(key, number)),
                );
            }
            self.reached
                .store(packing.offset(number), Ordering::Relaxed);
            self.rows.fetch_add(1, Ordering::Relaxed);
            if run.len() + 2 > RUN {
                self.add(std::mem::replace(&mut run, Vec::with_capacity(RUN)));
                wake();
            }
            Ok(!self.cancelled.load(Ordering::Relaxed))
        });
        self.add(run);
        outcome
    }

    fn add(&self, mut run: Vec<u64>) {
        run.sort_unstable();
        let mut runs = self.runs.write().unwrap_or_else(PoisonError::into_inner);
        runs.push(run.into_boxed_slice());
    }
}

/// How a key and a row number share 64 bits: the upper bits of the key, then the distance from the first row.
#[derive(Debug, Clone, Copy)]
struct Packing {
    first: i64,
    /// The distance of the last row from the first.
    span: u64,
    row_mask: u64,
}

impl Packing {
    fn of(database: &Database, layout: &Layout) -> Result<Option<Self>, BookError> {
        let Some((first, last)) = database.row_range(layout.table)? else {
            return Ok(None);
        };
        let span = last.wrapping_sub(first) as u64;
        let bits = u64::BITS - span.leading_zeros();
        let row_mask = (1 << bits.min(ROW_BITS)) - 1;
        Ok((bits <= ROW_BITS).then_some(Self {
            first,
            span,
            row_mask,
        }))
    }

    fn offset(self, row: i64) -> u64 {
        row.wrapping_sub(self.first) as u64
    }

    fn holds(self, row: i64) -> bool {
        self.offset(row) <= self.span
    }

    fn pack(self, identity: u64, row: i64) -> u64 {
        identity & !self.row_mask | self.offset(row)
    }

    fn same_key(self, a: u64, b: u64) -> bool {
        (a ^ b) & !self.row_mask == 0
    }

    fn row(self, entry: u64) -> i64 {
        self.first.wrapping_add((entry & self.row_mask) as i64)
    }
}
