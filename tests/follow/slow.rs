//! Slow writers: what is missing from a file for a while is not lost to its reader.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use dapu::format::WriteOptions;
use dapu::game::{Game, Move, Position, Side, go, shogi, xiangqi};
use dapu::record::{At, Builder, NodeId, Record};

use crate::common::terminal::Terminal;
use crate::common::{self, Random};
use crate::follow::growing::file;
use crate::follow::together;

/// The ply at which the variation begins, and the last one of it.
pub(crate) const FORK: usize = 12;
pub(crate) const BRANCH_END: usize = 15;

/// The formats that programs write move by move, with the game and whether they have variations.
pub(crate) const FORMATS: [(&str, Game, bool); 6] = [
    ("kif", Game::Shogi, true),
    ("kifu", Game::Shogi, true),
    ("ki2", Game::Shogi, true),
    ("csa", Game::Shogi, false),
    ("sgf", Game::Go, true),
    ("xqf", Game::Xiangqi, true),
];

/// A record with a main line of this length and perhaps a variation. A shorter one is a prefix of a longer one.
pub(crate) fn record(game: Game, plies: usize, forked: bool) -> Record {
    let start = match game {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(go::Size::USUAL)),
    };
    let mut random = Random::new(11);
    let mut builder = Builder::on(Record::new(start));
    builder.headers_mut().set(dapu::record::Key::Player(Side::First), "甲");
    let mut line = vec![NodeId::ROOT];
    for _ in 0..plies {
        play(&mut builder, &mut random);
        line.push(builder.node());
    }
    if forked {
        builder.go_to(line[FORK - 1]);
        let mut random = Random::new(3);
        for _ in FORK..=BRANCH_END {
            play(&mut builder, &mut random);
        }
    }
    let record = builder.finish();
    assert!(record.warnings.listed().is_empty(), "{:?}", record.warnings);
    record
}

/// Plays a legal move that has not been played here.
fn play(builder: &mut Builder, random: &mut Random) {
    loop {
        let mv = match builder.position() {
            Position::Xiangqi(position) => random.pick(&position.legal_moves()).map(Move::Xiangqi),
            Position::Shogi(position) => random.pick(&position.legal_moves()).map(Move::Shogi),
            Position::Go(position) => {
                let point = go::Point::new(random.below(19) as u8, random.below(19) as u8);
                let stone = go::Move::stone(position.side_to_move(), point);
                Some(Move::Go(stone))
            }
        };
        let mv = mv.unwrap();
        let tree = builder.tree();
        let is_new = tree.children(builder.node()).all(|child| tree.mv(child) != Some(mv));
        if is_new && builder.position().check(mv).is_ok() {
            builder.play(mv, At::File);
            return;
        }
    }
}

/// Every screen seen while something is done.
fn look_during(terminal: &Terminal, work: impl FnOnce() + Send) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    thread::scope(|scope| {
        let working = scope.spawn(work);
        while !working.is_finished() {
            let screen = terminal.screen();
            if seen.last() != Some(&screen) {
                seen.push(screen);
            }
            thread::sleep(Duration::from_millis(2));
        }
    });
    seen
}

pub(crate) fn bytes(format: &str, record: &Record) -> Vec<u8> {
    common::write(record, format, &WriteOptions::default()).unwrap().bytes
}

/// Writes a file in a number of pieces, with a pause after each.
type Write = fn(&Path, &[u8], usize, Duration);

/// Writes a file from its start, in pieces with pauses between them.
pub(crate) fn write_slowly(path: &Path, bytes: &[u8], pieces: usize, pause: Duration) {
    let mut file = File::create(path).unwrap();
    for (number, piece) in bytes.chunks(bytes.len().div_ceil(pieces)).enumerate() {
        if number > 0 {
            thread::sleep(pause);
        }
        file.write_all(piece).unwrap();
    }
}

/// The same by a program that opens the file for each piece.
pub(crate) fn append_slowly(path: &Path, bytes: &[u8], pieces: usize, pause: Duration) {
    File::create(path).unwrap();
    for (number, piece) in bytes.chunks(bytes.len().div_ceil(pieces)).enumerate() {
        if number > 0 {
            thread::sleep(pause);
        }
        let mut file = File::options().append(true).open(path).unwrap();
        file.write_all(piece).unwrap();
    }
}

/// Asserts that no message mentions moves or another game.
#[track_caller]
fn assert_quiet(screen: &str) {
    for message in ["taken back", "another game", "new move", "[+"] {
        assert!(!screen.contains(message), "{message}:\n{screen}");
    }
}

#[test]
fn a_place_in_the_main_line_survives_a_slow_writer() {
    together(&FORMATS, |&(format, game, forked)| {
        let whole = bytes(format, &record(game, 39, forked));
        for (write, keeps_open, pieces, pause) in [
            (write_slowly as Write, true, 6, 150),
            (append_slowly, false, 6, 150),
            (write_slowly, true, 60, 10),
        ] {
            let (_directory, path) = file(format, &whole);
            let mut terminal = Terminal::open(&path);
            terminal.shows("0/39");
            terminal.keys("20G");
            terminal.shows("20/39");
            let work = || write(&path, &whole, pieces, Duration::from_millis(pause));
            let seen = look_during(&terminal, work);
            // While the writer keeps the file open, nothing of it is shown.
            if keeps_open {
                for screen in &seen {
                    assert!(screen.contains("20/39"), "{format}:\n{screen}");
                    assert_quiet(screen);
                }
            }
            // In the end the whole file is shown.
            let screen = terminal
                .wait("the place", |screen| screen.contains("20/39") && screen.contains("[live"));
            assert_quiet(&screen);
        }
    });
}

#[test]
fn a_place_in_a_variation_survives_a_growing_main_line() {
    let forked: Vec<_> = FORMATS.into_iter().filter(|format| format.2).collect();
    together(&forked, |&(format, game, _)| {
        let (_directory, path) = file(format, &bytes(format, &record(game, 24, true)));
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/24");
        // A bookmark on the main line, then into the variation, with a jump to go back.
        terminal.keys("20G\"a12G");
        terminal.shows("12/24");
        terminal.keys("jl");
        terminal.shows("13/15");
        write_slowly(&path, &bytes(format, &record(game, 39, true)), 6, Duration::from_millis(150));
        let screen = terminal.wait("the place, and what is new", |screen| {
            screen.contains("13/15") && screen.contains("[+15]")
        });
        assert!(screen.contains("12.2-13"), "{format}:\n{screen}");
        assert!(!screen.contains("taken back"), "{format}:\n{screen}");
        terminal.keys("'a");
        terminal.shows("20/39");
        terminal.keys("\x0f");
        terminal.shows("13/15");
        terminal.keys("g");
        terminal.shows("0/15");
    });
}

#[test]
fn a_reader_who_moves_meanwhile_is_not_pulled_back() {
    let whole = bytes("kif", &record(Game::Shogi, 39, true));
    let (_directory, path) = file("kif", &whole);
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/39");
    terminal.keys("20G\"a30G");
    terminal.shows("30/39");
    let half = &whole[..whole.len() / 2];
    let begun = half.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    write_slowly(&path, &whole[..begun], 1, Duration::ZERO);
    terminal.wait("a part", |screen| !screen.contains("/39"));
    terminal.keys("5G");
    terminal.shows(" 5/");
    std::fs::write(&path, &whole).unwrap();
    let screen = terminal.shows(" 5/39");
    assert_quiet(&screen);
    // The bookmark is unchanged.
    terminal.keys("'a");
    terminal.shows("20/39");
}

/// Rewrites an open file.
fn rewrite(file: &mut File, bytes: &[u8]) {
    file.set_len(0).unwrap();
    file.rewind().unwrap();
    file.write_all(bytes).unwrap();
}

#[test]
fn a_move_taken_back_is_gone_when_the_file_has_rested() {
    together(&FORMATS, |&(format, game, forked)| {
        let [long, short] = [39, 37].map(|plies| bytes(format, &record(game, plies, forked)));
        let (_directory, path) = file(format, &long);
        let mut writer = File::options().write(true).open(&path).unwrap();
        let mut terminal = Terminal::open(&path);
        terminal.shows("0/39");
        terminal.keys("G");
        terminal.shows("39/39");
        // The quickest of three counts: other programs may keep the machine busy.
        let delays = (0..3).map(|_| {
            let began = Instant::now();
            rewrite(&mut writer, &short);
            terminal.shows("37/37");
            let delay = began.elapsed();
            rewrite(&mut writer, &long);
            terminal.shows("39/39");
            delay
        });
        let delays: Vec<Duration> = delays.collect();
        let [first, last] = [delays.iter().min(), delays.iter().max()].map(Option::unwrap);
        assert!(*last >= Duration::from_secs(1), "{format}: {delays:?}");
        assert!(*first < Duration::from_millis(1500), "{format}: {delays:?}");
    });
}
