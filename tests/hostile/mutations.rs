//! Reproducible mutations of every seed: no panic, no excess of steps or of memory. `DAPU_MUTATIONS=1000000` tries that
//! many of each format, from short seeds and with files of the corpus among them, and compares times as well;
//! `DAPU_FORMAT` selects a format. Steps are counted in debug builds.

use std::collections::BTreeMap;
use std::time::Duration;

use dapu::format::Format;

use crate::common::Random;
use crate::measure::{Cost, alone, measure};
use crate::mutate::mutate;
use crate::seeds::{Seed, corpus_seeds, seeds};
use crate::survive::{open, read_all_ways, readable, survive};
use crate::tokens::{limit, within};

/// How many mutations of each format are tried, unless `DAPU_MUTATIONS` says otherwise: 10,000 of all.
const USUAL: u64 = 310;
/// Shorter times are not compared: on a busy machine they are not meaningful.
const INSTANT: Duration = Duration::from_millis(20);
/// Memory that reading may use for even the smallest file: tables, buffers.
const SMALL: usize = 512 * 1024;

fn count() -> u64 {
    let count = std::env::var("DAPU_MUTATIONS").ok();
    count.map_or(USUAL, |count| count.parse().unwrap())
}

/// Whether this is a full run, which compares times: they mean nothing on a busy machine unless there are many.
fn is_full() -> bool {
    count() > USUAL
}

/// The seeds of a format. In a full run the short ones: a million copies of a long file take a day.
fn seeds_of<'a>(format: &Format, all: &'a [Seed]) -> Vec<&'a Seed> {
    const SHORT: usize = 800;
    const FEWEST: usize = 4;
    let seeds = all.iter();
    let mut seeds: Vec<&Seed> = seeds.filter(|seed| std::ptr::eq(seed.format, format)).collect();
    if is_full() {
        seeds.sort_by_key(|seed| seed.bytes.len());
        let short = seeds.partition_point(|seed| seed.bytes.len() <= SHORT);
        seeds.truncate(short.max(FEWEST));
    }
    seeds
}

/// One mutated file.
struct Case<'a> {
    seed: &'a Seed,
    run: u64,
    bytes: Vec<u8>,
}

impl Case<'_> {
    fn read(&self) -> Vec<dapu::format::Loaded> {
        read_all_ways(&self.bytes, &self.seed.name, self.seed.format)
    }

    fn name(&self) -> String {
        let Seed { format, name, .. } = self.seed;
        let run = self.run;
        format!("{} mutation {run} of {name}", format.name)
    }
}

fn case<'a>(format: &Format, seeds: &[&'a Seed], run: u64) -> Case<'a> {
    let mut random = Random::of_run(format.name, run);
    let [seed, other] = [(); 2].map(|()| seeds[random.below(seeds.len())]);
    let bytes = mutate(&seed.bytes, &other.bytes, &mut random);
    Case { seed, run, bytes }
}

/// Costs by size of file, to the next power of two.
#[derive(Default)]
struct Costs(BTreeMap<u32, Vec<(Cost, u64)>>);

impl Costs {
    fn add(&mut self, length: usize, cost: Cost, run: u64) {
        let class = length.max(1).ilog2();
        self.0.entry(class).or_default().push((cost, run));
    }

    /// The runs that took more than ten times the median of their size.
    fn slow(&mut self) -> Vec<(u64, Duration)> {
        let mut slow = Vec::new();
        for costs in self.0.values_mut() {
            costs.sort_unstable();
            let median = costs[costs.len() / 2].0.time;
            let limit = (median * 10).max(INSTANT);
            let over = costs.iter().filter(|(cost, _)| cost.time > limit);
            slow.extend(over.map(|(_, run)| (*run, limit)));
        }
        slow
    }

    fn peak(&self) -> (Duration, usize) {
        let all = || self.0.values().flatten();
        let time = all().map(|(cost, _)| cost.time).max();
        let memory = all().map(|(cost, _)| cost.memory).max();
        (time.unwrap_or_default(), memory.unwrap_or_default())
    }
}

/// Tries the mutations of a format; returns the failures.
fn try_format(format: &'static Format, seeds: &[&Seed]) -> Vec<String> {
    let mut failures = Vec::new();
    let mut costs = Costs::default();
    let mut shown = 0usize;
    for run in 0..count() {
        let case = case(format, seeds, run);
        let done = within(limit(&case.bytes), || {
            let (loaded, cost) = measure(|| case.read());
            shown += usize::from(!loaded.is_empty());
            // Drawing and converting cost a hundred times as much as reading.
            let one = loaded.get(run as usize % loaded.len().max(1));
            match run.is_multiple_of(if is_full() { 64 } else { 4 }) {
                true => one.into_iter().for_each(survive),
                false => one.into_iter().for_each(|loaded| drop(open(loaded))),
            }
            cost
        });
        let cost = match done {
            Ok(cost) => cost,
            Err(why) => {
                failures.push(format!("{}: {why}", case.name()));
                continue;
            }
        };
        // The file is read up to three times, one after another.
        if cost.memory > SMALL + 3 * 100 * case.bytes.len() {
            failures.push(format!("{} takes {} bytes", case.name(), cost.memory));
        }
        costs.add(case.bytes.len(), cost, run);
    }
    let slow = if is_full() { costs.slow() } else { Vec::new() };
    for (run, limit) in slow {
        let case = case(format, seeds, run);
        // A slow file is slow every time.
        let times = (0..3).map(|_| measure(|| case.read()).1.time);
        if let Some(least) = times.min().filter(|least| *least > limit) {
            failures.push(format!("{} takes {least:?} and not {limit:?}", case.name()));
        }
    }
    let (time, memory) = costs.peak();
    println!(
        "{}: {} mutations of {} files, {shown} shown, at most {time:?} and {memory} bytes, {} failures",
        format.name,
        count(),
        seeds.len(),
        failures.len()
    );
    failures
}

#[test]
fn mutations_of_every_format_are_read_or_refused_at_the_usual_cost() {
    let _alone = alone();
    let mut all = seeds();
    if is_full() {
        all.extend(corpus_seeds(200));
    }
    let only = std::env::var("DAPU_FORMAT").ok();
    let mut failures = Vec::new();
    for format in readable() {
        if only.as_deref().is_some_and(|only| only != format.name) {
            continue;
        }
        failures.extend(try_format(format, &seeds_of(format, &all)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
