//! Random walks through keys, sizes, pasted text and the mouse: the screen is always what it would be if drawn anew.

use dapu::board::Charset;
use dapu::settings::Config;
use dapu::tui::{ACTIONS, Ambiguous, Colors};
use dapu::words::Lang;

use crate::common::Random;
use crate::common::emulator::{self, Drawn, Emulator, LESSON, forks, settings};
use crate::common::program;

const SIZES: [(u16, u16); 12] = [
    (80, 24),
    (40, 20),
    (120, 40),
    (132, 24),
    (200, 50),
    (200, 60),
    (76, 22),
    (20, 10),
    (77, 23),
    (111, 31),
    (33, 9),
    (1, 1),
];

const STEPS: usize = 200;

/// Every key but those that leave the screen; moves more often than others.
fn keys() -> Vec<&'static str> {
    let leaves = |name: &str| ["quit", "suspend", "edit"].contains(&name);
    let bound = ACTIONS.iter().filter(|action| !leaves(action.name));
    let bound = bound.flat_map(|action| action.keys.split(' '));
    let moves = ["l", "l", "h", "Down", "Up", "Right", "Esc", "3", "2"].repeat(6);
    bound.chain(moves).collect()
}

/// Pasted text: words, and near the end of a walk a position and a record.
const PASTED: [&str; 4] = [
    "words\nin lines\u{1b}[31m",
    "炮二平五",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    LESSON,
];

/// Moves of every game that can often be played, and seldom are in a record.
const TYPED: [&str; 24] = [
    "a0a1", "i0i1", "h0g2", "b0c2", "a9a8", "i9i8", "h9g7", "b9c7", "h2e2", "h7e7", "a3a4", "i6i5",
    "9g9f", "1c1d", "6g6f", "4c4d", "5g5f", "5c5d", "T19", "A1", "C9", "J3", "E5", "G7",
];

/// Walks at random, with jobs that end at once or later, and calls back after every key.
fn walk(screen: &mut Emulator, steps: usize, seen: impl Fn(&Emulator, &str)) {
    let mut random = Random::new(7);
    let keys = keys();
    for step in 0..steps {
        if random.below(25) == 0 {
            let usual = SIZES[random.below(SIZES.len())];
            let mut any = || (1 + random.below(220) as u16, 1 + random.below(60) as u16);
            let (columns, rows) = if step % 2 == 0 { usual } else { any() };
            screen.resize(columns, rows);
            seen(screen, &format!("step {step}, {columns}x{rows}"));
        } else if random.below(40) == 0 {
            let known = if step < steps * 3 / 4 { 2 } else { 4 };
            let text = PASTED[random.below(known)];
            screen.paste(text);
            seen(screen, &format!("step {step}, pasted {text:?}"));
        } else if random.below(10) == 0 {
            let typed = TYPED[random.below(TYPED.len())];
            let keys = [":"].into_iter().chain(typed.split("")).filter(|key| !key.is_empty());
            for key in keys.chain(["Enter"]) {
                screen.press(key);
            }
            seen(screen, &format!("step {step}, :{typed}"));
        } else if random.below(12) == 0 {
            let hold = random.below(2) == 0;
            screen.hold_jobs(hold);
            screen.tick();
            seen(screen, &format!("step {step}, jobs held: {hold}"));
        } else if random.below(8) == 0 {
            let (columns, rows) = screen.size();
            let mut below = |bound: u16| random.below(bound.into()) as u16;
            let at = (below(columns), below(rows));
            let turn = [None, Some(false), Some(true)][random.below(3)];
            screen.point(at, turn);
            seen(screen, &format!("step {step}, mouse {turn:?} at {at:?}"));
        } else {
            let key = keys[random.below(keys.len())];
            screen.press(key);
            seen(screen, &format!("step {step}, {key}"));
        }
    }
}

fn partial_updates_leave_the_same_screen_in(colors: Colors) {
    let has_own = std::cell::Cell::new(false);
    for (name, loaded) in emulator::games() {
        let settings = Config { colors, ..settings() };
        let mut screen = Emulator::open(name, loaded, settings, (80, 24));
        screen.open_books(&[&program::sample("xiangqi/opening.obk")]);
        walk(&mut screen, STEPS, |screen, when| {
            screen.assert_whole(&format!("{name}, {when}"));
            has_own.set(has_own.get() || screen.text().contains(".a-"));
        });
    }
    assert!(has_own.get(), "no move was tried");
}

// A test each, so that they run side by side.

#[test]
fn partial_updates_without_colors_leave_the_same_screen_as_a_full_frame() {
    partial_updates_leave_the_same_screen_in(Colors::None);
}

#[test]
fn partial_updates_in_basic_colors_leave_the_same_screen_as_a_full_frame() {
    partial_updates_leave_the_same_screen_in(Colors::Basic);
}

#[test]
fn partial_updates_in_a_palette_leave_the_same_screen_as_a_full_frame() {
    partial_updates_leave_the_same_screen_in(Colors::Palette);
}

fn nothing_is_sheared_on(drawn: Drawn, known: Ambiguous) {
    for ambiguous in [Ambiguous::Auto, known] {
        for charset in [Charset::Cjk, Charset::Box] {
            let settings = Config { ambiguous, charset, ..settings() };
            let mut screen = Emulator::open_on(drawn, "f", forks(), settings, (80, 24));
            screen.open_books(&[&program::sample("xiangqi/opening.obk")]);
            walk(&mut screen, STEPS, Emulator::assert_whole);
        }
    }
}

#[test]
fn no_terminal_that_draws_ambiguous_characters_narrow_shears_them() {
    nothing_is_sheared_on(Drawn::Narrow, Ambiguous::One);
}

#[test]
fn no_terminal_that_draws_ambiguous_characters_wide_shears_them() {
    nothing_is_sheared_on(Drawn::Wide, Ambiguous::Two);
}

#[test]
fn the_board_is_aligned_on_every_terminal() {
    let open = |drawn| Emulator::open_on(drawn, "f", forks(), settings(), (80, 24));
    let (mut narrow, mut wide) = (open(Drawn::Narrow), open(Drawn::Wide));
    let mut random = Random::new(3);
    // Text replaces the board where a pane is zoomed or the board is small.
    let keys = keys().into_iter().filter(|key| !matches!(*key, "z" | "="));
    let keys: Vec<&str> = keys.collect();
    for step in 0..200 {
        let key = keys[random.below(keys.len())];
        narrow.press(key);
        wide.press(key);
        // Everything to the left of text from the record.
        let (one, other) = (narrow.columns(0..34), wide.columns(0..34));
        assert_eq!(one[1..23], other[1..23], "step {step}, {key}");
    }
}

#[test]
fn everything_drawn_is_wide_or_ascii() {
    for (charset, allowed) in [
        (Charset::Cjk, is_safe as fn(char) -> bool),
        (Charset::Ascii, |character| character.is_ascii()),
    ] {
        for lang in [Lang::En, Lang::Zh, Lang::Ja] {
            let settings =
                Config { charset, language: lang, unicode: charset == Charset::Cjk, ..settings() };
            let (name, loaded) = emulator::games().remove(0);
            let mut screen = Emulator::open(name, loaded, settings, (80, 24));
            screen.open_books(&[&program::sample("xiangqi/opening.obk")]);
            walk(&mut screen, 150, |screen, when| {
                let text = screen.text();
                // The lesson that is pasted has these in a comment.
                let allowed = |c: &char| allowed(*c) || "\n“”…".contains(*c);
                let strange: String = text.chars().filter(|c| !allowed(c)).collect();
                assert!(strange.is_empty(), "{when}: {strange:?} in\n{text}");
            });
        }
    }
}

/// ASCII, and what every terminal draws two columns wide.
fn is_safe(character: char) -> bool {
    matches!(character,
        ' '..='~'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{FF01}'..='\u{FF60}'
        | '\u{FFE3}')
}
