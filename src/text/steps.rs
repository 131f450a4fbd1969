//! Counts steps, so that tests can tell how costs grow without a clock, and keeps loops from standing still.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts a step along a text or a record in debug builds.
///
/// # Panics
/// There are more steps than [`limit_steps`] allows.
pub(crate) fn step() {
    if cfg!(debug_assertions) {
        let steps = STEPS.get() + 1;
        STEPS.set(steps);
        assert!(steps <= LIMIT.get(), "too many steps");
    }
}

/// The steps of this thread so far: tokens, nodes, notes, headers and numbered lines looked at. 0 in release builds.
#[doc(hidden)]
pub fn steps() -> u64 {
    STEPS.get()
}

/// How many more steps this thread may take, which tests set to end what would not end.
#[doc(hidden)]
pub fn limit_steps(more: u64) {
    LIMIT.set(STEPS.get().saturating_add(more));
}

/// Whether a loop over a text or a list goes on, which it does only while it takes something of it.
#[derive(Default)]
pub(crate) struct Progress {
    left: Option<usize>,
}

impl Progress {
    /// Whether to go round once more, with so much left. A round that took nothing ends the loop; tests report it.
    pub(crate) fn goes_on(&mut self, left: usize) -> bool {
        step();
        let took = self.left.replace(left).is_none_or(|before| left < before);
        debug_assert!(took, "a loop stands still with {left} left");
        took && left > 0
    }
}
