//! Counts steps along records in debug builds, so that tests can tell how costs grow without a clock.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn step() {
    if cfg!(debug_assertions) {
        STEPS.set(STEPS.get() + 1);
    }
}

/// The steps of this thread so far: nodes, notes, headers and numbered lines looked at. 0 in release builds.
#[doc(hidden)]
pub fn steps() -> u64 {
    STEPS.get()
}
