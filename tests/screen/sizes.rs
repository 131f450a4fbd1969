//! Every pane at every small size, and at some larger ones.

use crate::common::emulator::{self, Emulator, settings};
use crate::common::program;

/// Keys that show each pane and popup in turn, from the list of moves.
const SHOWN: [&str; 22] = [
    "G",
    "i",
    "v",
    "L",
    "?",
    "T",
    "V",
    "b",
    "b o",
    "S",
    "S o",
    "P",
    "P o",
    "B",
    "o",
    "o /",
    "/ a Enter",
    "w",
    ":",
    "y",
    "\" a '",
    "z",
];

fn sizes() -> impl Iterator<Item = (u16, u16)> {
    let small = (1..=60).flat_map(|columns| (1..=20).map(move |rows| (columns, rows)));
    let larger = (61..=250).step_by(27).flat_map(|columns| [(columns, 9), (columns, 61)]);
    small.chain(larger)
}

fn every_pane_is_drawn_at_every_size(name: &str) {
    let loaded = || emulator::game(name);
    for keys in SHOWN {
        let mut screen = Emulator::open(name, loaded(), settings(), (80, 24));
        screen.open_books(&[&program::sample("xiangqi/opening.obk")]);
        screen.keys("l l l");
        screen.keys(keys);
        for (columns, rows) in sizes() {
            screen.resize(columns, rows);
            let shown = screen.text();
            assert!(!shown.trim().is_empty(), "{keys} at {columns}x{rows} of {name} is blank");
        }
    }
}

// A test each, so that they run side by side.

#[test]
fn every_pane_of_xiangqi_is_drawn_at_every_size() {
    every_pane_is_drawn_at_every_size("forks.xqf");
}

#[test]
fn every_pane_of_shogi_is_drawn_at_every_size() {
    every_pane_is_drawn_at_every_size("floodgate.csa");
}

#[test]
fn every_pane_of_go_is_drawn_at_every_size() {
    every_pane_is_drawn_at_every_size("lesson.sgf");
}
