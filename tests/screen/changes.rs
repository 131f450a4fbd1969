//! The record changes under every mode: what a mode keeps is on the game that it was begun on, or gone.

use crate::common::Random;
use crate::common::emulator::Emulator;
use crate::screen::letter;

const NAMES: [&str; 3] = ["a.sgf", "b.sgf", "c.csa"];

/// The keys of a mode that keeps something of the record, and those that end it.
const MODES: &[(&str, &str)] = &[
    ("G w d r a f t", "x Esc"),
    ("2 l w d Ctrl-x", "x Esc"),
    ("G \" a h \" b g", "' a ' b ' '"),
    ("G g Ctrl-o Ctrl-o", "Ctrl-n Ctrl-n Ctrl-o"),
    ("G C h C", "C C"),
    ("G T j j", "Esc"),
    ("G T j", "k Enter"),
    ("/ e Enter", "n n N Esc"),
    ("G / e Enter j", "Esc n"),
    ("P l", "a R > Esc P"),
    ("G P", "a P"),
    ("G B Enter", "Enter Esc Esc"),
    ("G : A 1 Enter : A 2 Enter", "h U U Ctrl-r Ctrl-r s"),
    ("l Enter Enter", "l l h Enter"),
    ("G H", "H"),
    ("l l : J 9 Enter H", "H"),
    ("} - Z", "+ Z Z"),
    ("l l - l -", "+ h +"),
    ("o j j", "Enter Esc"),
    ("o j", "Esc > . <"),
    (". > .", ". < . h ."),
    ("v l l", "Esc"),
    ("V E", "V"),
    ("G l p", "p"),
    ("> G \" c <", "' c Ctrl-o"),
    ("> G g > l Ctrl-o", "Ctrl-o Ctrl-o Ctrl-n"),
    ("G &1 2 h &2", "d U U"),
    ("z", "z"),
    ("' a", "Enter"),
];

/// A file of one to three games with up to 30 nodes each, some with comments, names and branches.
fn games(random: &mut Random) -> String {
    (0..1 + random.below(3)).map(|_| game(random)).collect()
}

fn game(random: &mut Random) -> String {
    // A collection of problems, or a game.
    let problems = if random.below(6) == 0 { 2 + random.below(3) } else { 0 };
    let mut game = "(;GM[1]FF[4]SZ[9]C[welcome]".to_owned();
    for problem in 0..problems {
        let answer = letter(random.below(9));
        game += &format!("(;AB[a{0}]AW[b{0}];B[c{answer}];W[dd])", letter(problem));
    }
    if problems == 0 {
        game += &line(random, 0);
    }
    game + ")"
}

/// A line of moves that may branch. The same moves often come again in other games.
fn line(random: &mut Random, depth: usize) -> String {
    let mut line = String::new();
    for ply in 0..1 + random.below(12) {
        let (column, row) = (letter((ply + random.below(2)) % 9), letter(depth % 9));
        let side = if ply % 2 == 0 { 'B' } else { 'W' };
        line += &format!(";{side}[{column}{row}]");
        match random.below(6) {
            0 => line += "C[here E5 D4 or B G7]",
            1 => line += "N[name]",
            _ => {}
        }
    }
    if depth < 3 && random.below(2) == 0 {
        for _ in 0..2 {
            line += &format!("({})", self::line(random, depth + 1));
        }
    }
    line
}

/// A game of shogi of some plies.
fn shogi(random: &mut Random) -> String {
    let sample = include_str!("../../samples/shogi/floodgate.csa");
    let plies = random.below(6);
    let mut left = plies;
    let is_kept = |line: &&str| {
        let is_move = line.len() == 7 && line.starts_with(['+', '-']);
        left -= usize::from(is_move && left > 0);
        !line.starts_with(['%', 'T']) && (!is_move || left > 0)
    };
    sample.lines().filter(is_kept).map(|line| line.to_owned() + "\n").collect()
}

fn text(name: &str, random: &mut Random) -> String {
    if name.ends_with("csa") { shogi(random) } else { games(random) }
}

/// Walks through the modes, with changes of the record before, in and after them.
fn walk(seed: u64) {
    let mut random = Random::of_run("changes", seed);
    let mut screen = Emulator::read(NAMES[0], &text(NAMES[0], &mut random));
    let change = |screen: &mut Emulator, random: &mut Random| {
        let name = NAMES[random.below(NAMES.len())];
        let text = text(name, random);
        screen.change(name, &text);
    };
    for _ in 0..6 {
        let (begin, end) = MODES[random.below(MODES.len())];
        let keys = begin.split(' ').chain(["", "", ""]).chain(end.split(' '));
        let keys: Vec<&str> = keys.collect();
        for key in keys {
            if key.is_empty() || random.below(12) == 0 {
                change(&mut screen, &mut random);
            }
            if random.below(20) == 0 {
                screen.hold_jobs(random.below(2) == 0);
            }
            if !key.is_empty() {
                screen.press(key);
            }
        }
        screen.hold_jobs(false);
    }
    screen.assert_whole(&format!("seed {seed}"));
}

/// Two games; the first is said to be longer, and then has another line before its own.
const TWO: &str = "(;SZ[9];B[aa];W[bb];B[cc])(;SZ[9];B[dd])";
const TWO_LONGER: &str = "(;SZ[9](;B[ii];W[hh];B[gg];W[ff])(;B[aa];W[bb];B[cc]))(;SZ[9];B[dd])";

#[test]
fn bookmarks_and_jumps_in_another_game_are_found_again_after_it_was_rewritten() {
    let mut screen = Emulator::read("a.sgf", TWO);
    screen.keys("Esc G \" a g G >");
    screen.shows(&["D6"]);
    screen.change("a.sgf", TWO_LONGER);
    screen.keys("' a");
    screen.shows(&["1.2-3", "C7"]);
    screen.keys("> Ctrl-o");
    screen.shows(&["1.2-3", "C7"]);
    // Nor does one game take the place of another that is gone.
    screen.keys("> G");
    screen.change("a.sgf", "(;SZ[9];B[ee];W[gc](;B[cc])(;B[aa]))");
    screen.keys("' a");
    screen.hides(&["1.2-3"]);
}

#[test]
fn no_message_about_a_game_is_left_when_the_next_one_comes() {
    let mut screen = Emulator::read("a.sgf", "(;SZ[9];B[aa];W[bb];B[cc])");
    screen.keys("G");
    for (change, says) in [
        ("(;SZ[9];B[aa];W[bb])", "the move was taken back"),
        ("(;SZ[9];B[hh];W[gg])", "the file now contains another game"),
    ] {
        screen.change("a.sgf", change);
        screen.shows(&[says]);
        screen.change("b.sgf", "(;SZ[9];B[dd])");
        screen.hides(&[says]);
        screen.change("a.sgf", "(;SZ[9];B[aa];W[bb];B[cc])");
        screen.keys("G");
    }
    screen.keys("\" a");
    screen.shows(&["bookmark a set"]);
    screen.change("b.sgf", "(;SZ[9];B[dd])");
    screen.hides(&["bookmark a set"]);
    // What was done is said whatever is on the screen.
    screen.keys("y p");
    screen.shows(&["copied"]);
    screen.change("a.sgf", "(;SZ[9];B[aa])");
    screen.shows(&["copied"]);
}

#[test]
fn new_moves_of_one_game_are_not_looked_for_in_another() {
    let mut screen = Emulator::read("a.sgf", TWO);
    screen.keys("Esc l F");
    screen.change("a.sgf", &TWO.replacen("[cc]", "[cc];W[ee];B[ff]", 1));
    screen.shows(&["[+2]"]);
    screen.keys(">");
    screen.hides(&["[+2]"]);
    screen.keys(".");
    screen.shows(&["D6"]);
}

#[test]
fn no_mode_looks_for_its_place_in_another_record() {
    let failed: Vec<u64> =
        (0..40).filter(|seed| std::panic::catch_unwind(|| walk(*seed)).is_err()).collect();
    assert!(failed.is_empty(), "{failed:?}");
}
