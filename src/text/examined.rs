//! Counts what is examined, so that tests can tell how costs grow without a clock, and end what would not end.

use std::cell::Cell;

thread_local! {
    static EXAMINED: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts a node, note, header or line as examined, in debug builds only: their number is that of some bytes.
#[inline]
pub(crate) fn step() {
    if cfg!(debug_assertions) {
        examine(1);
    }
}

/// Counts bytes of a text as examined.
///
/// # Panics
/// In debug builds, if there are more than [`limit_examined`] allows.
#[inline]
pub(crate) fn examine(count: usize) {
    let examined = EXAMINED.get() + count as u64;
    EXAMINED.set(examined);
    debug_assert!(examined <= LIMIT.get(), "too much is examined");
}

/// How much this thread has examined so far: bytes of texts, nodes, notes, headers and numbered lines.
#[doc(hidden)]
pub fn examined() -> u64 {
    EXAMINED.get()
}

/// Sets how much more this thread may examine, which tests do to end what would not end.
#[doc(hidden)]
pub fn limit_examined(more: u64) {
    LIMIT.set(EXAMINED.get().saturating_add(more));
}
