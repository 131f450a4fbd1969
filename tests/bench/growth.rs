//! How time grows with whatever a file has many of. `cargo bench --bench growth` tries every construct of every format, and
//! all pairs; `cargo bench --bench growth -- kif` those of files with `kif` in their name. Each is read, shown, written in
//! every format, and read again from there, with n, 2n and 4n of it. What grows faster is measured five times.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code)]
#[path = "../hostile/constructs.rs"]
mod constructs;
#[allow(dead_code)]
#[path = "../hostile/growth.rs"]
mod growth;
#[allow(dead_code)]
#[path = "../hostile/measure.rs"]
mod measure;

use std::process::ExitCode;
use std::time::Duration;

use constructs::{Construct, FAMILIES, Family};

/// The least number of each construct.
const COUNT: usize = 2_000;
/// Shorter times are taken for this.
const ENOUGH: Duration = Duration::from_millis(4);
/// How much longer four times as much may take.
const LIMIT: f64 = 6.0;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let only = arguments.find(|argument| !argument.starts_with('-'));
    let is_meant = |family: &&Family| only.as_ref().is_none_or(|only| family.name.contains(only));
    let mut grown = 0;
    for family in FAMILIES.iter().filter(is_meant) {
        for chosen in family.choices() {
            grown += usize::from(!grows_evenly(family, &chosen));
        }
    }
    println!("{grown} grow faster than the file");
    ExitCode::from(u8::from(grown > 0))
}

/// Measures a file with these constructs, and prints its times if it grows too fast.
fn grows_evenly(family: &Family, chosen: &[&Construct]) -> bool {
    let parts: Vec<_> = chosen.iter().map(|(_, part, _)| part).collect();
    // The signs of a format must be near the beginning of a file.
    let files = [COUNT, 2 * COUNT, 4 * COUNT].map(|count| family.file(chosen, count));
    if let Some(Err(error)) =
        files.iter().map(|file| common::read(file, family.name)).find(Result::is_err)
    {
        println!("{}: {parts:?}: {error}", family.name);
        return true;
    }
    let time = |file: &Vec<u8>, times: usize| {
        let times = (0..times).map(|_| measure::measure(|| growth::round(file, family.name)).1);
        times.map(|cost| cost.time).min().unwrap()
    };
    let growth = |times: [Duration; 3]| times[2].as_secs_f64() / times[0].max(ENOUGH).as_secs_f64();
    let mut times = files.each_ref().map(|file| time(file, 1));
    if growth(times) > LIMIT {
        times = files.each_ref().map(|file| time(file, 5));
    }
    let is_even = growth(times) <= LIMIT;
    if !is_even {
        println!("{}: {parts:?}: {times:.1?}, {:.1} times", family.name, growth(times));
    }
    is_even
}
