//! A reader who is busy while the file is written: wherever the keys go, the place is kept, and every board is one of
//! the game.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use dapu::game::Game;

use crate::common::Random;
use crate::common::terminal::Terminal;
use crate::follow::slow::{BRANCH_END, FORK, FORMATS};
use crate::follow::together;
use crate::follow::versions::{Format, LENGTHS, Place, SIZE, Version, last_row, name_of, place_of};
use crate::follow::ways::{WAYS, Write};

/// A reader not seen at the right place after this time has lost it.
const PATIENCE: Duration = Duration::from_secs(8);
/// What the program sends in one piece may arrive in two, this soon after each other.
const TORN: Duration = Duration::from_millis(15);
const ESC: &str = "\x1b";

/// What has the keys, how it is opened and left, and what shows that it is open.
struct Busy {
    name: &'static str,
    open: &'static str,
    shows: &'static str,
    close: &'static str,
}

const fn busy(
    name: &'static str,
    open: &'static str,
    shows: &'static str,
    close: &'static str,
) -> Busy {
    Busy { name, open, shows, close }
}

const STATES: [Busy; 15] = [
    busy("the board", "", "", ""),
    busy("the map", "T", " MAP ", ESC),
    busy("the map, walked", "Tj", " MAP ", ESC),
    busy("the map, walked and taken", "Tjj", " MAP ", "\r"),
    busy("hits", "/QUERY\r", " HITS ", ESC),
    busy("hits, walked", "/QUERY\rjj", " HITS ", ESC),
    busy("hits, taken", "/QUERY\rk", " HITS ", "\r"),
    busy("help", "?", "-- KEYS -", ESC),
    busy("information", "i", " GAME ", "i"),
    busy("a prompt", ":nothing", ":nothing", ESC),
    busy("a count", "7", " 7_", ESC),
    busy("bookmarks", "\"a'", "'_", ESC),
    busy("zoomed", "z", "", "z"),
    busy("an own line", ":OWN\r", ".a-", "Um"),
    busy("resizing", "", "", ""),
];

/// What was seen.
#[derive(Default)]
struct Tally {
    writes: usize,
    faults: Vec<String>,
}

impl Tally {
    fn add(&mut self, round: &Round<'_>, what: &str, terminal: &Terminal) {
        let fault = format!("{round:?}: {what}\n{}", terminal.screen());
        println!("{fault}");
        self.faults.push(fault);
    }
}

/// A write with the reader in a state.
struct Round<'a> {
    format: &'a Format,
    state: &'a Busy,
    way: (&'static str, Write),
    before: Version,
    after: Version,
    place: Place,
}

impl std::fmt::Debug for Round<'_> {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = [self.format.name, self.way.0, self.state.name].join(", ");
        let (before, after, place) = (self.before, self.after, self.place);
        write!(to, "{names}, {before:?} -> {after:?}, {place:?}")
    }
}

impl Round<'_> {
    fn run(&self, path: &Path, terminal: &mut Terminal, random: &mut Random, tally: &mut Tally) {
        tally.writes += 1;
        if !self.go(terminal) {
            return tally.add(self, "not there before", terminal);
        }
        let state = self.state;
        let open = state.open.replace("QUERY", self.format.query());
        terminal.keys(&open.replace("OWN", &self.format.own_move(self.place)));
        let screen = terminal.shows_at_last(state.shows);
        let is_tried = state.name == "an own line";
        // Where a list led.
        let led = place_of(&screen).filter(|_| !is_tried);
        let here = led.map_or(self.place, |(here, _)| here);
        terminal.seen();
        if state.name == "resizing" {
            self.write_and_resize(path, terminal, random);
        } else {
            (self.way.1)(path, &self.format.bytes(self.after), random);
        }
        let kept = self.after.kept(self.before, here, !is_tried);
        let is_kept = is_tried && kept == here;
        if is_kept {
            self.expect(terminal, &format!(" {0}/{0} ", here.ply + 1), tally);
        } else if is_tried || led.is_some() {
            self.expect(terminal, &self.after.status(kept), tally);
        }
        if !is_tried && !["resizing", "zoomed", "help"].contains(&state.name) {
            self.check(terminal, tally);
        }
        terminal.keys(state.close);
        terminal.wait("its end", |screen| state.shows.is_empty() || !screen.contains(state.shows));
        let left = match [ESC, "i"].contains(&state.close) {
            true => self.after.kept(self.before, self.place, true),
            false if is_kept && here.is_side => Place::main(FORK - 1),
            false => kept,
        };
        self.expect(terminal, &self.after.status(left), tally);
    }

    /// Goes to the place; false if that fails.
    fn go(&self, terminal: &mut Terminal) -> bool {
        let end = Place::main(self.before.plies);
        // By way of the start, as a place that was not left is restored with the moves after it, and of the end of the
        // line, which becomes the current one.
        let way = [Place::main(0), self.before.end(self.place), self.place];
        // The write before may still be on its way to the screen.
        let mut goes = |way: &[Place]| (0..20).any(|_| self.goes(terminal, way));
        goes(&[end]) && goes(&way)
    }

    fn goes(&self, terminal: &mut Terminal, way: &[Place]) -> bool {
        let keys = way.iter().map(|place| format!(":{}\r", name_of(*place)));
        terminal.keys(&keys.collect::<String>());
        let there = way.last().map(|place| (*place, self.before.last(*place)));
        await_for(terminal, PATIENCE / 20, |screen| place_of(screen) == there)
    }

    fn write_and_resize(&self, path: &Path, terminal: &mut Terminal, random: &mut Random) {
        let bytes = self.format.bytes(self.after);
        let mut sizes = Random::new(random.below(1000) as u64);
        thread::scope(|scope| {
            let writing = scope.spawn(|| (self.way.1)(path, &bytes, random));
            while !writing.is_finished() {
                terminal.resize(20 + sizes.below(100) as u16, 10 + sizes.below(40) as u16);
                thread::sleep(Duration::from_millis(20));
            }
        });
        terminal.resize(SIZE.0, SIZE.1);
    }

    fn expect(&self, terminal: &Terminal, status: &str, tally: &mut Tally) {
        let is_there =
            |screen: &str| format!(" {}", last_row(screen).trim_start()).contains(status);
        if !await_for(terminal, PATIENCE, is_there) {
            tally.add(self, status, terminal);
        }
    }

    /// Looks for boards that are not of the game.
    fn check(&self, terminal: &Terminal, tally: &mut Tally) {
        let seen = terminal.seen();
        let times = seen.iter().map(|(time, _)| *time);
        let until = times.skip(1).chain([Instant::now()]);
        let is_unknown = |screen: &str| {
            let place = place_of(screen);
            place.is_some_and(|(place, last)| {
                last >= LENGTHS.end || !self.format.has_board(place.ply, screen)
            })
        };
        for ((from, screen), until) in seen.iter().zip(until) {
            if until - *from > TORN && is_unknown(screen) {
                return tally.add(self, &format!("a board of no file:\n{screen}\n"), terminal);
            }
        }
    }
}

fn await_for(terminal: &Terminal, patience: Duration, wanted: impl Fn(&str) -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < patience {
        if wanted(&terminal.screen()) {
            return true;
        }
        thread::sleep(Duration::from_millis(3));
    }
    false
}

/// Writes a file in each of these ways with the reader in each of these states.
fn soak(format: &Format, ways: &[(&'static str, Write)], states: &[Busy], seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(format.file());
    let mut before = Version { plies: 25, forked: format.forked };
    fs::write(&path, format.bytes(before)).unwrap();
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/25");
    for state in states {
        for way in ways {
            let after = Version {
                // Another length, which shows that it was read.
                plies: LENGTHS.start
                    + (before.plies + 1 + random.below(LENGTHS.len() - 1) - LENGTHS.start)
                        % LENGTHS.len(),
                forked: format.forked && random.below(3) > 0,
            };
            let place = match random.below(6) {
                0 => Place::main(before.plies),
                1 if before.forked => Place::side(BRANCH_END),
                2 | 3 if before.forked => Place::side(FORK + random.below(3)),
                _ => Place::main(random.below(before.plies)),
            };
            let round = Round { format, state, way: *way, before, after, place };
            let known = tally.faults.len();
            round.run(&path, &mut terminal, &mut random, &mut tally);
            if tally.faults.len() > known {
                fs::write(&path, format.bytes(after)).unwrap();
                terminal = Terminal::open(&path);
                terminal.wait("the file", |screen| place_of(screen).is_some());
            }
            before = after;
        }
    }
    tally
}

/// The formats that programs write move by move, and two of them packed.
fn formats() -> Vec<Format> {
    let packed = [("kif.gz", Game::Shogi, true), ("sgf.gz", Game::Go, true)];
    let formats = FORMATS.into_iter().chain(packed);
    formats.map(|(name, game, forked)| Format::new(name, game, forked)).collect()
}

#[test]
fn a_busy_reader_keeps_the_place() {
    let few: Vec<_> = WAYS.into_iter().step_by(9).collect();
    let mut formats = formats();
    formats.retain(|format| ["ki2", "sgf.gz"].contains(&format.name));
    together(&formats, |format| {
        let tally = soak(format, &few, &STATES, 5);
        assert_eq!(tally.faults, Vec::<String>::new());
    });
}

#[test]
#[ignore = "takes minutes; run by name"]
fn a_long_soak_loses_no_place_of_a_busy_reader() {
    let asked = std::env::var("DAPU_SOAK").ok();
    let rounds = asked.map_or(1, |count| count.parse().unwrap());
    let faults = std::sync::Mutex::new((0, 0));
    together(&formats(), |format| {
        for round in 0..rounds {
            let tally = soak(format, &WAYS, &STATES, 5 + round);
            let mut faults = faults.lock().unwrap();
            faults.0 += tally.writes;
            faults.1 += tally.faults.len();
        }
    });
    let (writes, faults) = faults.into_inner().unwrap();
    println!("{writes} writes, {faults} faults");
    assert_eq!(faults, 0);
}
