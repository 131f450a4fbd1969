//! The time from a key to the finished frame, in records of 1,000 and 1,000,000 nodes.

use std::cell::RefCell;
use std::hint::black_box;

use dapu::format::{self, Loaded};
use dapu::record::{Note, Record};
use dapu::settings::Config;
use dapu::tui::{Colors, Offscreen};
use divan::Bencher;

use crate::generate::{self, Shape};

const SIZES: [usize; 2] = [1_000, 1_000_000];

/// Pairs of keys that lead somewhere and back.
const THERE_AND_BACK: [(&str, &str); 7] = [
    ("l", "h"),
    ("G", "g"),
    ("PgDn", "PgUp"),
    ("}", "{"),
    (")", "("),
    ("n", "N"),
    ("Space", "Space"),
];

/// A record with a comment on every 50th node, and a note of the search on every 100th.
fn record(nodes: usize) -> Record {
    let mut record = generate::xiangqi_tree(Shape::Nest, nodes);
    for node in record.tree.ids().step_by(50) {
        let text = ["红方略优。", "needle"][node.index() / 50 % 2];
        record.tree.note(node, Note::Comment(text.into()));
    }
    record
}

fn open(record: Record) -> Offscreen {
    let loaded = Loaded::one(format::by_name("json").unwrap(), None, record);
    let settings = Config { colors: Colors::Palette, unicode: true, ..Config::default() };
    Offscreen::open("a.xqf", loaded, settings, (80, 24)).unwrap()
}

/// Both keys with a frame after each, from the 200th move on.
#[divan::bench(args = THERE_AND_BACK, consts = SIZES, sample_size = 4)]
fn two_keys<const N: usize>(bencher: Bencher, (there, back): (&str, &str)) {
    let mut screen = open(record(N));
    screen.press("/");
    screen.paste("needle");
    for key in ["Enter", "g", "2", "0", "0", "G"] {
        screen.press(key);
    }
    screen.frame();
    bencher.bench_local(|| {
        for key in [there, back] {
            screen.press(key);
            black_box(screen.frame());
        }
    });
}

/// A move that the record does not have, with the frame after it. It is taken back before the next.
#[divan::bench(consts = [10_000, 1_000_000], sample_size = 1)]
fn a_tried_move<const N: usize>(bencher: Bencher) {
    let screen = RefCell::new(open(record(N)));
    let type_move = || {
        let mut screen = screen.borrow_mut();
        screen.press("U");
        screen.press(":");
        screen.paste("h2e2");
        screen.frame();
    };
    bencher.with_inputs(type_move).bench_local_values(|()| {
        let mut screen = screen.borrow_mut();
        screen.press("Enter");
        black_box(screen.frame());
    });
}

/// From a loaded record to its first frame, and the work in the background.
#[divan::bench(consts = SIZES, sample_count = 10)]
fn first_frame<const N: usize>(bencher: Bencher) {
    let record = record(N);
    bencher.with_inputs(|| record.clone()).bench_local_values(|record| open(record).frame());
}
