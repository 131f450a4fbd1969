//! Processes many files at once.

use std::collections::{BTreeMap, VecDeque};
use std::iter::Enumerate;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How many items may be processed ahead of the results that were passed on, so that results do not pile up behind a
/// slow file or a slow reader.
const AHEAD: usize = 32;

/// The limit in bytes of input: one byte may become 60 bytes of JSON.
const BYTES_AHEAD: u64 = 256 * 1024;

/// Processes items on all cores, and passes the results on in the order of the items. Items are taken one by one;
/// `size` returns the size of an item in bytes. An error from `each` ends the work.
pub(crate) fn in_order<I, R, E>(
    items: I,
    size: impl Fn(&I::Item) -> u64 + Sync,
    work: impl Fn(I::Item) -> R + Sync,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E>
where
    I: Iterator + Send,
    I::Item: Send,
    R: Send,
{
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let queue = Queue::new(items, workers);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, queue, size, work) = (sender.clone(), &queue, &size, &work);
            scope.spawn(move || {
                let _stop = StopOnPanic(queue);
                while let Some((index, item)) = queue.next(size) {
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&turn) {
                turn += 1;
                queue.handed_out();
                if let Err(error) = each(result) {
                    queue.stop();
                    return Err(error);
                }
            }
        }
        Ok(())
    })
}

struct Queue<I> {
    state: Mutex<QueueState<I>>,
    changed: Condvar,
    /// Each may have one item in progress and one finished, whatever their size.
    workers: usize,
}

struct QueueState<I> {
    items: Enumerate<I>,
    /// The size of each item that was taken and whose result was not passed on.
    ahead: VecDeque<u64>,
    stopped: bool,
}

impl<I: Iterator> Queue<I> {
    fn new(items: I, workers: usize) -> Self {
        let state = QueueState { items: items.enumerate(), ahead: VecDeque::new(), stopped: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), workers }
    }

    fn next(&self, size: impl Fn(&I::Item) -> u64) -> Option<(usize, I::Item)> {
        let ahead = |state: &mut QueueState<I>| {
            let is_far =
                state.ahead.len() >= AHEAD || state.ahead.iter().sum::<u64>() >= BYTES_AHEAD;
            !state.stopped && is_far && state.ahead.len() >= 2 * self.workers
        };
        let waited = self.changed.wait_while(self.lock(), ahead);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return None;
        }
        let (index, item) = state.items.next()?;
        state.ahead.push_back(size(&item));
        Some((index, item))
    }
}

impl<I> Queue<I> {
    fn lock(&self) -> MutexGuard<'_, QueueState<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handed_out(&self) {
        self.lock().ahead.pop_front();
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

/// Ends the work if a thread panics, since its result would be awaited forever.
struct StopOnPanic<'a, I>(&'a Queue<I>);

impl<I> Drop for StopOnPanic<'_, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_however_long_each_takes() {
        let mut got = Vec::new();
        let slow_first = |item: usize| {
            if item.is_multiple_of(7) {
                thread::sleep(std::time::Duration::from_millis(2));
            }
            item * 2
        };
        in_order(
            0..1000,
            |_| 1,
            slow_first,
            |result| {
                got.push(result);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        assert_eq!(got, (0..1000).map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_endless_work() {
        let result = in_order(
            0usize..,
            |_| 1,
            |item| item,
            |item| {
                if item < 10 { Ok(()) } else { Err("enough") }
            },
        );
        assert_eq!(result, Err("enough"));
    }
}
