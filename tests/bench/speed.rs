//! How fast dapu is and how much memory it takes, beside what others take for the same in the same run.
//!
//! `cargo bench --bench speed` runs all, `cargo bench --bench speed -- sgf` what has `sgf` in its name. Times are of the
//! wall clock: on a machine that does other things the column `fastest` tells most. `max alloc` is the peak of memory.

#![allow(clippy::unwrap_used)]

mod formats;
mod generate;
mod screen;
mod trees;

#[global_allocator]
static MEMORY: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}
