//! Following a file that another process writes.
//!
//! On Windows there is neither the pseudo-terminal of these tests nor a link without a privilege: what needs one of them is
//! for Unix.

#[cfg(unix)]
mod busy;
mod compare;
mod growing;
#[cfg(unix)]
mod long;
#[cfg(unix)]
mod lost;
mod many;
mod prefixes;
mod relay;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
pub(crate) mod slow;
#[cfg(unix)]
mod soak;
#[cfg(unix)]
mod state;
#[cfg(unix)]
mod versions;
#[cfg(unix)]
mod wall;
mod watching;
#[cfg(unix)]
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
