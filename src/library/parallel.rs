//! Processes many files at once.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use crate::crash::locked;

/// How many items may be processed ahead of the results that were passed on, so that results do not pile up after a
/// slow file or a slow reader.
const AHEAD: usize = 32;

/// The limit in bytes of input: one byte may become 60 bytes of JSON.
const BYTES_AHEAD: u64 = 256 * 1024;

/// Work on an item. Its type is hidden, so that channels and threads are compiled once for all of them.
type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Where a task puts its result.
type Slot<R> = Arc<Mutex<Option<R>>>;

/// Processes items on all cores, and passes the results on in the order of the items. Items are taken one by one;
/// `size` returns the size of an item in bytes. An error from `each` ends the work.
pub(crate) fn in_order<I: Iterator<Item: Send>, R: Send, E>(
    items: I,
    size: impl Fn(&I::Item) -> u64,
    work: impl Fn(I::Item) -> R + Sync,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let work = &work;
    let (tasks, queue) = mpsc::channel::<Task<'_>>();
    let (queue, is_over) = (Mutex::new(queue), AtomicBool::new(false));
    thread::scope(|scope| -> Result<(), E> {
        // Dropped here, whatever ends the work: the threads wait for tasks until then.
        let tasks = tasks;
        (0..workers).for_each(|_| spawn(scope, &queue, &is_over));
        let mut items = items.fuse();
        let mut ahead: VecDeque<(u64, Slot<R>, Receiver<()>)> = VecDeque::new();
        let mut bytes = 0;
        loop {
            // Each thread may have one item in progress and one finished, whatever their size.
            let is_many = ahead.len() >= AHEAD || bytes >= BYTES_AHEAD;
            let is_far = is_many && ahead.len() >= 2 * workers;
            let item = if is_far { None } else { items.next() };
            let has_to_wait = item.is_none();
            if let Some(item) = item {
                let (done, finished) = mpsc::sync_channel(1);
                let (size, result) = (size(&item), Slot::default());
                bytes += size;
                ahead.push_back((size, Arc::clone(&result), finished));
                let _ = tasks.send(Box::new(move || {
                    *locked(&result) = Some(work(item));
                    let _ = done.send(());
                }));
            }
            let Some((size, result, finished)) = ahead.front() else {
                return Ok(());
            };
            let is_done =
                if has_to_wait { finished.recv().is_ok() } else { finished.try_recv().is_ok() };
            let result = if is_done { locked(result).take() } else { None };
            match result {
                Some(result) => {
                    bytes -= size;
                    ahead.pop_front();
                    each(result).inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                }
                // A thread panicked, and so will the scope.
                None if has_to_wait => return Ok(()),
                None => {}
            }
        }
    })
}

/// Starts a thread that does tasks until there are no more, and throws them away once the work is over.
fn spawn<'scope, 'task: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    queue: &'scope Mutex<Receiver<Task<'task>>>,
    is_over: &'scope AtomicBool,
) {
    let taken = || locked(queue).recv();
    scope.spawn(move || {
        while let Ok(task) = taken() {
            if !is_over.load(Ordering::Relaxed) {
                task();
            }
        }
    });
}
