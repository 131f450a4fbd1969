//! Sorts more rows than fit into memory, and writes them into the blocks of the index.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::iter::Peekable;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::IndexError;
use super::rows::{Block, IndexRow, Packer, positions};
use super::store::Store;
use crate::files::write::scratch;

/// The number of rows that are sorted at once: 64 MB.
const TOGETHER: usize = 4 << 20;
/// The number of rows of a position from which its moves are counted in advance.
pub(super) const OFTEN: usize = 256;

/// Unsorted rows. Those of a full run are handed to [`sort_runs`].
pub(super) struct Runs {
    rows: Vec<IndexRow>,
    full: SyncSender<Vec<IndexRow>>,
}

impl Runs {
    /// An empty buffer, and the receiver of its full runs.
    pub(super) fn new() -> (Self, Receiver<Vec<IndexRow>>) {
        let (full, runs) = sync_channel(0);
        (Self { rows: Vec::new(), full }, runs)
    }

    /// Adds a row. If the runs cannot be written, [`sort_runs`] has the error.
    pub(super) fn push(&mut self, row: IndexRow) {
        if self.rows.len() == TOGETHER {
            let full = std::mem::replace(&mut self.rows, Vec::with_capacity(TOGETHER));
            let _ = self.full.send(full);
        }
        self.rows.push(row);
    }

    /// The last run, sorted.
    pub(super) fn finish(self) -> Vec<IndexRow> {
        let mut rows = self.rows;
        rows.sort_unstable();
        rows
    }
}

/// Sorts runs and writes them to files in a directory until no more come.
pub(super) fn sort_runs(runs: Receiver<Vec<IndexRow>>, directory: &Path) -> io::Result<Vec<File>> {
    let write = |mut rows: Vec<IndexRow>| {
        rows.sort_unstable();
        let mut out = BufWriter::with_capacity(1 << 16, scratch(directory)?);
        rows.iter().try_for_each(|row| out.write_all(&row.bytes()))?;
        out.into_inner().map_err(io::IntoInnerError::into_error)
    };
    runs.into_iter().map(write).collect()
}

/// Sorted rows of several runs, merged.
pub(super) struct Merged {
    heads: BinaryHeap<Reverse<(IndexRow, usize)>>,
    runs: Vec<SortedRun>,
}

type SortedRun = Box<dyn Iterator<Item = io::Result<IndexRow>>>;

impl Merged {
    pub(super) fn new(files: Vec<File>, last: Vec<IndexRow>) -> io::Result<Self> {
        let mut runs: Vec<SortedRun> = vec![Box::new(last.into_iter().map(Ok))];
        for mut file in files {
            file.rewind()?;
            let mut input = BufReader::with_capacity(1 << 16, file);
            runs.push(Box::new(std::iter::from_fn(move || read_row(&mut input).transpose())));
        }
        let mut merged = Self { heads: BinaryHeap::new(), runs };
        (0..merged.runs.len()).try_for_each(|run| merged.advance(run))?;
        Ok(merged)
    }

    fn advance(&mut self, run: usize) -> io::Result<()> {
        if let Some(row) = self.runs[run].next() {
            self.heads.push(Reverse((row?, run)));
        }
        Ok(())
    }
}

fn read_row(input: &mut impl Read) -> io::Result<Option<IndexRow>> {
    let mut bytes = [0; IndexRow::LENGTH];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(IndexRow::from_bytes(bytes))),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

impl Iterator for Merged {
    type Item = io::Result<IndexRow>;

    fn next(&mut self) -> Option<io::Result<IndexRow>> {
        let Reverse((row, run)) = self.heads.pop()?;
        Some(self.advance(run).map(|()| row))
    }
}

/// Lays rows into the blocks of an index.
pub(super) struct Layer<'a, R: Iterator<Item = io::Result<IndexRow>>> {
    store: &'a Store,
    new: Peekable<R>,
    /// Whether a game is still there.
    is_alive: &'a dyn Fn(u32) -> bool,
    /// Called with the rows of each position that is written.
    whole: &'a mut dyn FnMut(&[IndexRow]) -> Result<(), IndexError>,
    /// The numbers of rows that were taken out of blocks, and that were put into them.
    taken: u64,
    put: u64,
}

impl<'a, R: Iterator<Item = io::Result<IndexRow>>> Layer<'a, R> {
    pub(super) fn new(
        store: &'a Store,
        new: R,
        is_alive: &'a dyn Fn(u32) -> bool,
        whole: &'a mut dyn FnMut(&[IndexRow]) -> Result<(), IndexError>,
    ) -> Self {
        Self { store, new: new.peekable(), is_alive, whole, taken: 0, put: 0 }
    }

    /// Puts each row where it belongs. Only blocks that get some are written. Returns how many rows were taken out and put
    /// in.
    pub(super) fn lay(mut self) -> Result<(u64, u64), IndexError> {
        while let Some(row) = self.peek()? {
            let Some(block) = self.store.block_of(row.key)? else {
                return self.lay_all();
            };
            let Block { first, until, rows } = block;
            let mut rows = self.alive(rows);
            while self.peek()?.is_some_and(|row| until.is_none_or(|until| row.key < until)) {
                rows.extend(self.next()?);
            }
            rows.sort_unstable();
            let mut packer = Packer::even(first, &rows);
            for rows in positions(&rows) {
                self.put(&mut packer, rows)?;
            }
            let (first, block) = packer.finish(until);
            self.store.set_block(first, &block)?;
        }
        Ok((self.taken, self.put))
    }

    /// Writes all blocks anew, each as full as can be.
    pub(super) fn lay_all(mut self) -> Result<(u64, u64), IndexError> {
        let mut packer = Packer::full();
        let mut old = Vec::new().into_iter().peekable();
        let mut after = Some(0);
        let mut position: Vec<IndexRow> = Vec::new();
        loop {
            while let (None, Some(from)) = (old.peek(), after) {
                after = None;
                // What is written meanwhile comes before.
                if let Some(block) = self.store.block_of(from)? {
                    after = block.until;
                    self.store.remove_block(block.first)?;
                    old = self.alive(block.rows).into_iter().peekable();
                }
            }
            let new = self.peek()?;
            let is_old = old.peek().is_some_and(|old| new.is_none_or(|new| *old < new));
            let row = if is_old { old.next() } else { self.next()? };
            if position.last().is_some_and(|last| row.is_none_or(|row| row.key != last.key)) {
                self.put(&mut packer, &position)?;
                position.clear();
            }
            match row {
                Some(row) => position.push(row),
                None => break,
            }
        }
        let (first, block) = packer.finish(None);
        self.store.set_block(first, &block)?;
        Ok((self.taken, self.put))
    }

    /// The rows of a block that are still there.
    fn alive(&mut self, mut rows: Vec<IndexRow>) -> Vec<IndexRow> {
        self.taken += rows.len() as u64;
        rows.retain(|row| (self.is_alive)(row.game));
        rows
    }

    /// The next new row.
    fn peek(&mut self) -> Result<Option<IndexRow>, IndexError> {
        let is_dead =
            |row: &io::Result<IndexRow>| row.as_ref().is_ok_and(|row| !(self.is_alive)(row.game));
        while self.new.next_if(is_dead).is_some() {}
        match self.new.peek() {
            Some(Ok(row)) => Ok(Some(*row)),
            Some(Err(error)) => Err(IndexError::Io(error.to_string())),
            None => Ok(None),
        }
    }

    fn next(&mut self) -> Result<Option<IndexRow>, IndexError> {
        self.peek()?;
        Ok(self.new.next().transpose()?)
    }

    fn put(&mut self, packer: &mut Packer, rows: &[IndexRow]) -> Result<(), IndexError> {
        if rows.is_empty() {
            return Ok(());
        }
        self.put += rows.len() as u64;
        (self.whole)(rows)?;
        match packer.push(rows) {
            Some((first, block)) => self.store.set_block(first, &block),
            None => Ok(()),
        }
    }
}
