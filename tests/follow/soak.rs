//! Hundreds of writes in all ways, including writers killed halfway.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Duration;

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::files::watch::Change;

use crate::common::Random;
use crate::common::terminal::Terminal;
use crate::follow::growing::{Text, file, formats};
use crate::follow::together;
use crate::follow::watching::{follow, mainline};

/// The plies after the last write.
const LAST: usize = 7;

/// `DAPU_SOAK=10000` for the long run.
fn writes() -> usize {
    let asked = std::env::var("DAPU_SOAK").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(300)
}

/// Writes the file many times, with varying plies and in varying ways.
fn storm(path: &Path, text: Text) {
    let mut random = Random::new(7);
    for _ in 0..writes() {
        let bytes = text(random.below(9));
        write_somehow(path, &bytes, &mut random);
        let pause = random.below(4000) as u64;
        thread::sleep(Duration::from_micros(pause));
    }
    fs::write(path, text(LAST)).unwrap();
}

fn write_somehow(path: &Path, bytes: &[u8], random: &mut Random) {
    let next = path.with_extension("next");
    match random.below(5) {
        0 => fs::write(path, bytes).unwrap(),
        1 => {
            fs::write(&next, bytes).unwrap();
            fs::rename(&next, path).unwrap();
        }
        // A writer killed halfway.
        2 => fs::write(path, &bytes[..random.below(bytes.len())]).unwrap(),
        3 => {
            // It may not be there.
            let _ = fs::remove_file(path);
            fs::write(path, bytes).unwrap();
        }
        _ => {
            let mut file = fs::File::create(path).unwrap();
            for piece in bytes.chunks(1 + bytes.len() / 3) {
                file.write_all(piece).unwrap();
                thread::sleep(Duration::from_millis(random.below(3) as u64));
            }
        }
    }
}

#[test]
fn after_many_writes_the_last_reading_is_that_of_a_fresh_load() {
    together(&formats(), |&(extension, text)| {
        let (_directory, path) = file(extension, &text(2));
        let following = follow(&path, None);
        storm(&path, text);
        let changes = following.plies(LAST);
        let name = path.to_str().unwrap();
        let longest = load::parse(&text(8), name, LoadOptions::default()).unwrap();
        let longest = mainline(&longest);
        let full = mainline(&load::load(&path, LoadOptions::default()).unwrap());
        assert_eq!(full[..], longest[..LAST]);
        // No reading had moves that were never written.
        for change in &changes {
            if let Change::Loaded(loaded) = change {
                let moves = mainline(loaded);
                assert!(longest.starts_with(&moves), "a phantom: {moves:?}");
            }
        }
    });
}

/// Visits every move, so that none counts as new, and returns the screen without the time of the last change.
fn settled(terminal: &mut Terminal) -> Vec<String> {
    terminal.keys("G");
    terminal.shows(&format!("{LAST}/{LAST}"));
    // One at a time: moves that are skipped stay new.
    terminal.keys("g");
    terminal.shows(&format!(" 0/{LAST} "));
    for ply in 1..=LAST {
        terminal.keys("l");
        terminal.shows(&format!(" {ply}/{LAST} "));
    }
    let screen = terminal.wait("a quiet end", |screen| {
        screen.contains(&format!("{LAST}/{LAST}"))
            && screen.contains("[live")
            && !screen.contains("[+")
    });
    let without_time = |line: &str| {
        let words = line.split_whitespace().map(|word| word.trim_end_matches(']'));
        let is_time = |word: &&str| word.split(':').count() == 3 && word.len() == 8;
        words.filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ")
    };
    screen.lines().map(without_time).collect()
}

#[test]
fn after_many_writes_the_screen_is_that_of_a_fresh_session() {
    together(&formats(), |&(extension, text)| {
        let (_directory, path) = file(extension, &text(2));
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/2");
        storm(&path, text);
        terminal.shows(&format!("/{LAST}"));
        let followed = settled(&mut terminal);
        let mut fresh = Terminal::open(&path);
        fresh.shows(&format!("0/{LAST}"));
        assert_eq!(followed, settled(&mut fresh), "{extension}");
    });
}
