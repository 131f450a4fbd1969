//! The speed of dapu, compared with others in the same run.
//!
//! `cargo bench --bench speed` runs all, `cargo bench --bench speed -- sgf` what has `sgf` in its name. Times are of the
//! wall clock: on a busy machine the column `fastest` is the most meaningful.

#![allow(clippy::unwrap_used)]

#[path = "../common"]
mod common {
    pub(crate) mod export;
}
mod formats;
#[allow(dead_code)]
mod generate;
mod screen;
mod trees;

fn main() {
    divan::main();
}
