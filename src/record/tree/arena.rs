//! A list that only grows. Growing does not move its items once it is long, and a copy shares them until it changes them.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::text::step;

/// The number of items in a full chunk. A `Vec` that doubles its capacity briefly takes three times its size.
const CHUNK: usize = 2048;

/// How much the last chunk grows when it is full. Files of many short games waste little that way.
fn more_room(length: usize) -> usize {
    match length {
        0 => 1,
        1..256 => length,
        _ => length / 4,
    }
}

/// A list of items, accessed by index.
#[derive(Debug, Clone)]
pub(crate) struct Arena<T> {
    /// The full chunks, but for the last.
    full: Vec<Arc<[T]>>,
    /// The last chunk. It is not shared, because counting its owners at every change would slow reading.
    last: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { full: Vec::new(), last: Vec::new() }
    }
}

impl<T> Arena<T> {
    pub(in crate::record) fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.last.len() == CHUNK {
            self.full.push(self.last.drain(..).collect());
        } else if self.last.len() == self.last.capacity() {
            let more = more_room(self.last.len()).min(CHUNK - self.last.len());
            self.last.reserve_exact(more);
        }
        self.last.push(item);
    }

    /// Makes room for items that will be added, if it holds few so far: for as many as are moved together at most. Returns
    /// for how many.
    pub(in crate::record) fn reserve(&mut self, more: usize) -> usize {
        let more = more.min(CHUNK - 1);
        if self.len() + more > CHUNK {
            return 0;
        }
        self.last.reserve_exact(more);
        more
    }

    pub(in crate::record) fn truncate(&mut self, length: usize)
    where
        T: Clone,
    {
        while self.full.len() * CHUNK > length {
            self.last = self.full.pop().map_or(Vec::new(), |chunk| chunk.to_vec());
        }
        self.last.truncate(length - self.full.len() * CHUNK);
    }

    pub(in crate::record) fn iter(&self) -> impl Iterator<Item = &T> {
        let full = self.full.iter().flat_map(|chunk| chunk.iter());
        full.chain(&self.last)
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        step();
        match self.full.get(index / CHUNK) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.last.get(index - self.full.len() * CHUNK),
        }
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        step();
        match self.full.get(index / CHUNK) {
            Some(chunk) => &chunk[index % CHUNK],
            None => &self.last[index - self.full.len() * CHUNK],
        }
    }
}

impl<T: Clone> IndexMut<usize> for Arena<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        let first = self.full.len() * CHUNK;
        match self.full.get_mut(index / CHUNK) {
            Some(chunk) => &mut Arc::make_mut(chunk)[index % CHUNK],
            None => &mut self.last[index - first],
        }
    }
}
