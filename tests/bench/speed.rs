//! How fast dapu is, beside what others take for the same in the same run.
//!
//! `cargo bench --bench speed` runs all, `cargo bench --bench speed -- sgf` what has `sgf` in its name. Times are of the
//! wall clock: on a machine that does other things the column `fastest` tells most.

#![allow(clippy::unwrap_used)]

mod formats;
#[allow(dead_code)]
mod generate;
mod screen;
mod trees;

fn main() {
    divan::main();
}
