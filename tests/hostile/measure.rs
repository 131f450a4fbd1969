//! Costs: processor time and memory.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::Duration;

use peak_alloc::PeakAlloc;

use crate::common::processor_time;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory is counted for the whole process: who measures it must be alone.
static MEASURED: RwLock<()> = RwLock::new(());

/// Does the work for every item, on as many threads as there are cores.
pub(crate) fn on_all_cores<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

/// Waits until no other test of this binary runs, and keeps the others waiting.
pub(crate) fn alone() -> RwLockWriteGuard<'static, ()> {
    // A failed test does not affect the others.
    MEASURED.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no other test measures, and keeps those that do waiting.
pub(crate) fn unmeasured() -> RwLockReadGuard<'static, ()> {
    MEASURED.read().unwrap_or_else(PoisonError::into_inner)
}

/// A cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost {
    /// Processor time: waiting does not count, so that other load matters little.
    pub(crate) time: Duration,
    /// The most memory that was in use at once, beyond what was in use before, in bytes.
    pub(crate) memory: usize,
}

/// Does something on this thread and measures its cost.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    MEMORY.reset_peak_usage();
    let memory = MEMORY.current_usage();
    let began = processor_time();
    let done = work();
    let cost = Cost {
        time: processor_time().saturating_sub(began),
        memory: MEMORY.peak_usage().saturating_sub(memory),
    };
    (done, cost)
}
