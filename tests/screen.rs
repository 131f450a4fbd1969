//! The screen without a terminal: what an emulator shows for the bytes that are sent.

#![allow(clippy::unwrap_used)]

mod common;

use common::emulator::{Emulator, settings};

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const SIZES: [(u16, u16); 9] = [
    (80, 24),
    (40, 20),
    (120, 40),
    (200, 50),
    (20, 10),
    (77, 23),
    (111, 31),
    (33, 9),
    (1, 1),
];

#[test]
fn what_is_sent_leaves_the_screen_as_a_whole_frame_does() {
    let keys = [
        "l", "l", "l", "h", "Down", "Up", "G", "g", "PgDn", "PgUp", "m", "f", "Tab", "i", "?",
        "Esc", "5", "z",
    ];
    for (name, bytes) in common::emulator::games() {
        let mut random = Random(7);
        let mut screen = Emulator::open(name, &bytes, settings(), (80, 24));
        for step in 0..600 {
            if random.below(25) == 0 {
                let (columns, rows) = SIZES[random.below(SIZES.len())];
                screen.resize(columns, rows);
            } else {
                screen.press(keys[random.below(keys.len())]);
            }
            screen.assert_whole(&format!("{name}, step {step}"));
        }
    }
}

/// The bytes of each step through a game, sorted.
fn steps(screen: &mut Emulator) -> Vec<usize> {
    screen.press("g");
    let mut sizes: Vec<usize> = (0..200).map(|_| screen.press("l")).collect();
    sizes.retain(|size| *size > 0);
    sizes.sort_unstable();
    sizes
}

#[test]
fn a_step_costs_few_bytes() {
    for (name, bytes) in common::emulator::games() {
        for size in [(80, 24), (120, 40)] {
            let mut screen = Emulator::open(name, &bytes, settings(), size);
            let sizes = steps(&mut screen);
            let median = sizes[sizes.len() / 2];
            println!("{name} at {size:?}: median {median}, {sizes:?}");
        }
    }
}
