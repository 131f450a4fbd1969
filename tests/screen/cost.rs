//! What a key costs: bytes to the terminal, and time in small and large records.

use std::fmt::Write as _;
use std::time::Duration;

use crate::common;
use crate::common::emulator::{self, Emulator, settings};
use crate::common::processor_time;
use crate::screen::letter;
use dapu::settings::Config;
use dapu::tui::Colors;

/// The bytes for each of the first steps through a game.
fn steps(screen: &mut Emulator) -> Vec<usize> {
    let steps = (0..100).map(|_| screen.press("l"));
    steps.take_while(|bytes| *bytes > 0).collect()
}

/// A few games of ordinary length from a folder of the corpus.
fn corpus_games(folder: &str) -> Vec<(String, Vec<u8>)> {
    let root = common::corpus(folder);
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let games = files.iter().step_by(9).filter_map(|path| {
        let bytes = std::fs::read(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let record = common::read(&bytes, &name).ok()?.game(0).ok()?;
        let length = record.tree.mainline().count();
        (50..400).contains(&length).then_some((name, bytes))
    });
    games.take(8).collect()
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn a_step_costs_few_bytes() {
    // The most that the median and the worst step may cost. Four bytes move the cursor to where screen readers expect it,
    // six sign the side to move, three show the round of xiangqi. A comment that appears, or a list that turns its page, costs
    // more than the move; a page is most of a large screen.
    for (folder, most) in [("xiangqi", [160, 1700]), ("shogi", [145, 2700]), ("go", [99, 2000])] {
        let games = corpus_games(folder);
        for size in [(80, 24), (120, 40)] {
            let open = |(name, bytes): &(String, Vec<u8>)| {
                let loaded = common::read(bytes, name).unwrap();
                Emulator::open(name, loaded, settings(), size)
            };
            let sizes = games.iter().flat_map(|game| steps(&mut open(game)));
            let mut sizes: Vec<usize> = sizes.collect();
            sizes.sort_unstable();
            let [median, dear, worst] =
                [50, 90, 100].map(|part| sizes[(sizes.len() - 1) * part / 100]);
            println!(
                "{folder} at {size:?}: {median} bytes, one in ten over {dear}, at most {worst}; {} steps",
                sizes.len()
            );
            assert!(
                median <= most[0] + larger(size, folder) && worst <= most[1],
                "{folder}: {median} and {worst} bytes a step"
            );
        }
    }
}

/// What a step may cost more where a piece or a stone has several rows or columns.
fn larger(size: (u16, u16), path: &str) -> usize {
    match path.split('/').next() {
        Some("shogi") if size.0 > 80 => 90,
        Some("go") if size.0 > 80 => 40,
        _ => 0,
    }
}

#[test]
fn a_step_through_a_sample_costs_few_bytes() {
    // The most that the median and the worst step may cost.
    for (path, most) in [
        ("xiangqi/shunpao.pgn", [160, 440]),
        ("shogi/yokofudori.kif", [145, 900]),
        ("go/ear-reddening.sgf", [99, 500]),
    ] {
        for size in [(80, 24), (120, 40)] {
            let bytes = std::fs::read(format!("samples/{path}")).unwrap();
            let loaded = common::read(&bytes, path).unwrap();
            let mut sizes = steps(&mut Emulator::open(path, loaded, settings(), size));
            sizes.sort_unstable();
            let [median, worst] = [sizes.len() / 2, sizes.len() - 1].map(|nth| sizes[nth]);
            println!("{path} at {size:?}: {median} bytes, at most {worst}");
            let usual = most[0] + larger(size, path);
            let rare = if size.0 > 80 { 2 * most[1] } else { most[1] };
            assert!(median <= usual && worst <= rare, "{path}: {median} and {worst}");
        }
    }
}

#[test]
fn a_step_of_the_cursor_on_the_board_costs_few_bytes() {
    let colors = [Colors::Palette, Colors::Basic, Colors::None];
    for path in ["xiangqi/shunpao.pgn", "shogi/yokofudori.kif", "go/ear-reddening.sgf"] {
        let sizes = [(80, 24), (120, 40), (40, 20)];
        for (size, colors) in sizes.iter().flat_map(|size| colors.map(|colors| (size, colors))) {
            let bytes = std::fs::read(format!("samples/{path}")).unwrap();
            let loaded = common::read(&bytes, path).unwrap();
            let settings = Config { colors, ..settings() };
            let mut screen = Emulator::open(path, loaded, settings, *size);
            screen.keys("20 l B");
            let keys = "l k h j ".repeat(3) + &"j l k h ".repeat(3) + &"k k k l l l j h ".repeat(3);
            let steps: Vec<(usize, &str)> =
                keys.split_whitespace().map(|key| (screen.press(key), key)).collect();
            let worst = steps.iter().max().unwrap();
            println!("{path} at {size:?} {colors:?}: {steps:?}");
            // Without colour the cell is drawn again, here under a row of two digits.
            let most = if *size == (120, 40) && colors == Colors::None { 50 } else { 48 };
            assert!(worst.0 > 0 && worst.0 <= most, "{path} at {size:?}: {steps:?}");
        }
    }
}

#[test]
fn an_unchanged_screen_sends_nothing() {
    for (name, loaded) in emulator::games() {
        let mut screen = Emulator::open(name, loaded, settings(), (80, 24));
        screen.press("G");
        screen.press("Esc");
        assert_eq!(screen.press("Esc"), 0, "{name}");
        assert_eq!(screen.press("G"), 0, "{name}");
    }
}

/// The processor time for a key and its frame in a record of this size.
fn cost(nodes: usize, keys: &[&str]) -> Vec<Duration> {
    let mut screen = Emulator::read("long.sgf", &long_record(nodes));
    let mut times = vec![Duration::MAX; keys.len()];
    // A thread that was interrupted finds its caches cold.
    for _ in 0..8 {
        screen.keys("m g");
        for (key, time) in keys.iter().zip(&mut times) {
            let began = processor_time();
            screen.press(key);
            *time = (processor_time() - began).min(*time);
        }
    }
    times
}

/// A long line with a variation at every tenth ply.
fn long_record(nodes: usize) -> String {
    let mut sgf = String::from("(;GM[1]SZ[19]");
    let mut ends = 0;
    for ply in 0..nodes * 10 / 11 {
        let side = if ply % 2 == 0 { "B" } else { "W" };
        let point = format!("{}{}", letter(ply % 19), letter(ply / 19 % 19));
        if ply % 10 == 9 {
            write!(sgf, "(;{side}[{point}]").unwrap();
            ends += 1;
        } else {
            write!(sgf, ";{side}[{point}]").unwrap();
        }
    }
    for _ in 0..ends {
        sgf.push_str(")(;B[])");
    }
    sgf.push(')');
    sgf
}

#[test]
#[cfg_attr(any(not(unix), target_os = "netbsd"), ignore = "needs the clock of a thread")]
fn the_cost_of_a_key_does_not_grow_with_the_record() {
    let keys = "l l h G } { l Down Up Enter m g ) } Down Right l l m G v v x z z";
    let keys: Vec<&str> = keys.split(' ').collect();
    let short = cost(1_000, &keys);
    let long = cost(1_000_000, &keys);
    for ((key, short), long) in keys.iter().zip(&short).zip(&long) {
        // A walk over a million nodes takes tens of milliseconds.
        let most = *short * 4 + Duration::from_millis(2);
        assert!(*long < most, "{key}: {short:?} and {long:?}");
    }
}

#[test]
#[cfg_attr(any(not(unix), target_os = "netbsd"), ignore = "needs the clock of a thread")]
fn the_cost_of_a_map_grows_no_faster_than_the_record() {
    let keys = ["T", "j", "PgDn", "l", "h", "G", "k", "g", "Enter"];
    let small = cost(6_000, &keys);
    for ((key, small), large) in keys.iter().zip(small).zip(cost(60_000, &keys)) {
        assert!(large < small * 20 + Duration::from_millis(2), "{key}: {small:?} and {large:?}");
    }
}
