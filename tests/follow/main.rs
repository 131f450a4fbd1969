//! Following a file that another process writes.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod busy;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod growing;
mod long;
mod lost;
mod prefixes;
mod relay;
mod screen;
mod slow;
mod soak;
mod state;
mod versions;
mod watching;
mod ways;

/// Does the work for every item at the same time: it mostly waits.
pub(crate) fn together<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let work = &work;
    std::thread::scope(|scope| {
        for item in items {
            scope.spawn(move || work(item));
        }
    });
}
