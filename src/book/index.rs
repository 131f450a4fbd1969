//! An in-memory index for books without one, which includes many real books of a million rows.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::thread;

use super::BookError;
use super::database::{Database, read_start};
use super::key::identities;
use super::row::cell;
use super::schema::{BookColumn, Schema};

/// Rows in a run: two megabytes, sorted in milliseconds.
const RUN: usize = 1 << 18;
/// The maximum bits of an entry for the row number. With the remaining bits of the key, a lookup in ten million rows
/// finds at most about a hundred candidates.
const ROW_BITS: u32 = 48;

/// The progress of indexing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// All answers are complete.
    Ready,
    /// Answers lack the rows that are not indexed yet.
    Indexing {
        /// The number of indexed rows.
        rows: u64,
        /// The indexed part of the table in percent.
        percent: u8,
    },
    /// Answers lack the rows after the damaged part.
    Failed(BookError),
}

/// An entry for each row, built by a thread. Entries are stored in separately sorted runs: queries can use those
/// finished so far, and no memory is needed for merging.
#[derive(Debug)]
pub(super) struct Index {
    shared: Arc<Shared>,
    packing: Packing,
}

#[derive(Debug, Default)]
struct Shared {
    runs: RwLock<Vec<Box<[u64]>>>,
    rows: AtomicU64,
    /// The number of the last row read, counted from the first.
    reached: AtomicU64,
    outcome: OnceLock<Result<(), BookError>>,
    cancelled: AtomicBool,
}

impl Index {
    /// Starts to index a table. `wake` is called whenever more rows can be found, and at the end. Returns `None` if the
    /// range of row numbers is too large, as only in fake books.
    pub(super) fn start(
        path: &Path,
        database: &Database,
        schema: &Schema,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Option<Self>, BookError> {
        let Some(packing) = Packing::of(database, schema)? else {
            return Ok(None);
        };
        let shared = Arc::new(Shared::default());
        let sql = schema.select_keys();
        let (path, worker) = (path.to_owned(), Arc::clone(&shared));
        thread::Builder::new().name("book index".to_owned()).spawn(move || {
            let opened = read_start(&path).and_then(|start| Database::open(&path, &start));
            let outcome = opened.and_then(|database| worker.build(&database, &sql, packing, &wake));
            // Only set here, so it is still empty.
            let _ = worker.outcome.set(outcome);
            wake();
        })?;
        Ok(Some(Self { shared, packing }))
    }

    pub(super) fn progress(&self) -> IndexState {
        match self.shared.outcome.get() {
            Some(Ok(())) => IndexState::Ready,
            Some(Err(error)) => IndexState::Failed(error.clone()),
            None => {
                let reached = self.shared.reached.load(Ordering::Relaxed) as f64;
                let percent = 100.0 * reached / self.packing.span.max(1) as f64;
                let rows = self.shared.rows.load(Ordering::Relaxed);
                IndexState::Indexing { rows, percent: percent as u8 }
            }
        }
    }

    /// The indexed rows that may have this key.
    pub(super) fn rows(&self, identity: u64) -> Vec<i64> {
        let packing = self.packing;
        let start = packing.pack(identity, packing.first);
        let runs = self.shared.runs.read().unwrap_or_else(PoisonError::into_inner);
        let hits = runs.iter().flat_map(|run| {
            let from = run.partition_point(|entry| *entry < start);
            run[from..].iter().take_while(|entry| packing.same_key(**entry, start))
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
            let stored = cell(row, BookColumn::Key)?;
            // A row out of order indicates a damaged tree.
            if packing.offset(number) <= packing.span {
                run.extend(
                    identities(stored).into_iter().flatten().map(|key| packing.pack(key, number)),
                );
            }
            self.reached.store(packing.offset(number), Ordering::Relaxed);
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

/// How 64 bits are split between the upper bits of a key and the row's distance from the first row.
#[derive(Debug, Clone, Copy)]
struct Packing {
    first: i64,
    /// The distance from the first row to the last.
    span: u64,
    row_mask: u64,
}

impl Packing {
    fn of(database: &Database, schema: &Schema) -> Result<Option<Self>, BookError> {
        let Some((first, last)) = database.row_range(schema.table.name)? else {
            return Ok(None);
        };
        let span = last.wrapping_sub(first) as u64;
        let bits = u64::BITS - span.leading_zeros();
        let row_mask = (1 << bits.min(ROW_BITS)) - 1;
        Ok((bits <= ROW_BITS).then_some(Self { first, span, row_mask }))
    }

    fn offset(self, row: i64) -> u64 {
        row.wrapping_sub(self.first) as u64
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
