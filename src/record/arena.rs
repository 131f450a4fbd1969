//! A list that only grows. Once it is long, growing does not move its items.

use std::ops::{Index, IndexMut};

use super::steps::step;

/// The number of items in a full chunk. A `Vec` that doubles its capacity briefly takes three times its size.
const CHUNK: usize = 2048;

/// How much the first chunk grows when it is full. Files of many short games waste little that way.
fn more_room(length: usize) -> usize {
    if length < 256 { length } else { length / 4 }
}

/// A list of items, accessed by index.
#[derive(Debug, Clone)]
pub(crate) struct Arena<T> {
    /// All chunks are full except the last.
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        let chunks = Vec::new();
        Self { chunks }
    }
}

impl<T> Arena<T> {
    pub(super) fn len(&self) -> usize {
        let last = self.chunks.last();
        last.map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub(crate) fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => {
                if last.len() == last.capacity() {
                    last.reserve_exact(more_room(last.len()));
                }
                last.push(item);
            }
            before => {
                let room = if before.is_some() { CHUNK } else { 1 };
                let mut chunk = Vec::with_capacity(room);
                chunk.push(item);
                // Most trees have one chunk.
                self.chunks.reserve_exact(1);
                self.chunks.push(chunk);
            }
        }
    }

    /// Makes room for items that will be added, if it holds few so far: for as many as are moved together at most. Returns
    /// for how many.
    pub(super) fn reserve(&mut self, more: usize) -> usize {
        let more = more.min(CHUNK - 1);
        match &mut self.chunks[..] {
            [] => self.chunks.push(Vec::with_capacity(more)),
            [first] if first.len() + more <= CHUNK => first.reserve_exact(more),
            _ => return 0,
        }
        more
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        step();
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        step();
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T> IndexMut<usize> for Arena<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / CHUNK][index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_at_their_numbers_over_several_chunks() {
        let mut arena = Arena::default();
        assert_eq!((arena.len(), arena.get(0)), (0, None));
        for item in 0..2 * CHUNK + 1 {
            arena.push(item);
            assert_eq!(arena.len(), item + 1);
        }
        arena[CHUNK] = 7;
        assert_eq!(arena[CHUNK - 1], CHUNK - 1);
        assert_eq!(arena.get(CHUNK), Some(&7));
        assert_eq!(arena.get(2 * CHUNK), Some(&(2 * CHUNK)));
        assert_eq!(arena.get(2 * CHUNK + 1), None);
    }
}
