//! Counts the bytes that readers examine, so that tests can measure how costs grow without a clock and stop endless loops.

use std::cell::Cell;

thread_local! {
    static EXAMINED: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts a node, note, header or line as one byte. Debug builds only: each comes from bytes that are counted in any build.
#[inline]
pub(crate) fn step() {
    if cfg!(debug_assertions) {
        examine(1);
    }
}

/// Counts bytes of a text.
///
/// # Panics
/// In debug builds, if there are more than [`limit_examined`] allows.
#[inline]
pub(crate) fn examine(count: usize) {
    let examined = EXAMINED.get() + count as u64;
    EXAMINED.set(examined);
    debug_assert!(examined <= LIMIT.get(), "too many bytes examined");
}

/// The number of bytes that this thread has examined so far.
#[doc(hidden)]
pub fn examined() -> u64 {
    EXAMINED.get()
}

/// Sets how many more bytes this thread may examine.
#[doc(hidden)]
pub fn limit_examined(more: u64) {
    LIMIT.set(EXAMINED.get().saturating_add(more));
}
