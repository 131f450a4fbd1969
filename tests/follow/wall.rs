//! The wall of boards, and following several games at once, in the real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use dapu::game::Game;
use dapu::record::{Note, Record};

use crate::common::Random;
use crate::common::program::age;
use crate::common::terminal::Terminal;
use crate::follow::slow::{bytes, record};

fn start(arguments: &[&str], (columns, rows): (u16, u16)) -> Terminal {
    Terminal::start(arguments, columns, rows, &[])
}

/// A game of Go between two players with so many moves, and a result if it is over.
fn go(players: [&str; 2], plies: usize, over: bool) -> String {
    let moves = ["B[ee]", "W[gc]", "B[cc]", "W[gg]", "B[cg]", "W[ec]", "B[ge]", "W[eg]"];
    let result = if over { "RE[B+R]" } else { "" };
    let moves: String = moves[..plies].iter().map(|mv| format!(";{mv}")).collect();
    format!("(;GM[1]FF[4]SZ[9]PB[{}]PW[{}]{result}{moves})\n", players[0], players[1])
}

fn write(directory: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(directory.join(name), text).unwrap();
}

#[test]
fn several_followed_files_are_a_wall() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 2, false));
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 3, false));
    // The third is not there yet.
    let names = ["a.sgf", "b.sgf", "c.sgf"].map(path);
    let mut terminal = start(&["--follow", &names[0], &names[1], &names[2]], (120, 40));
    terminal.wait("two boards", |screen| screen.contains("Ann") && screen.contains("Dan"));
    write(directory.path(), "c.sgf", go(["Eve", "Flo"], 1, false));
    terminal.wait("the third", |screen| screen.contains("Eve") && screen.contains("3 of 3"));
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 4, false));
    terminal.wait("its next move", |screen| {
        screen.lines().any(|line| line.contains("4 White G3"))
            && screen.lines().any(|line| line.contains("b.sgf") && line.contains(" * "))
    });
    // Esc never quits the wall.
    terminal.keys("\x1b");
    terminal.still_shows("3 of 3");
    terminal.keys("/cid");
    terminal.wait("only one", |screen| !screen.contains("Ann") && screen.contains("Cid"));
    terminal.keys("\r");
    terminal.wait("its live end", |screen| screen.contains("4/4") && screen.contains("MOVES"));
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 5, false));
    terminal.shows("5/5");
    terminal.keys("h");
    terminal.shows("4/5");
    terminal.keys("\x1b");
    terminal
        .wait("the wall", |screen| screen.contains("filter: cid") && screen.contains("5 Black"));
    terminal.keys("W");
    terminal.shows("4/5");
    terminal.keys("Wq");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn the_wall_of_a_directory_gains_and_loses_files() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 2, false));
    write(directory.path(), "bad.sgf", "nothing");
    let mut terminal = start(&["--wall", directory.path().to_str().unwrap()], (120, 40));
    terminal.wait("the first", |screen| {
        screen.contains("Ann") && screen.contains("1 of 2 games") && screen.contains("incomplete")
    });
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 3, false));
    terminal.wait("the second", |screen| screen.contains("Dan") && screen.contains("2 of 3"));
    write(directory.path(), "bad.sgf", go(["Eve", "Flo"], 3, true));
    terminal.wait("the third", |screen| screen.contains("Flo") && screen.contains("B+R"));
    fs::remove_file(directory.path().join("b.sgf")).unwrap();
    terminal.wait("the loss", |screen| {
        screen.lines().any(|line| line.contains("gone")) && screen.contains("Dan")
    });
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 4, false));
    terminal.wait("it again", |screen| !screen.contains("gone") && screen.contains("4 White"));
    // A take-back is one after a pause.
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 2, false));
    terminal.wait("the take-back", |screen| !screen.contains("4 White"));
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_second_live_game_never_takes_the_screen() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 2, false));
    let mut terminal = start(&["--follow", directory.path().to_str().unwrap()], (80, 24));
    terminal.shows("2/2");
    terminal.seen();
    for plies in 3..=6 {
        write(directory.path(), "b.sgf", go(["Cid", "Dan"], plies, false));
        write(directory.path(), "a.sgf", go(["Ann", "Ben"], plies, false));
        terminal.shows(&format!("{plies}/{plies}"));
    }
    terminal.shows("2 games are live (W: all)");
    let seen = terminal.seen();
    assert!(seen.iter().all(|(_, screen)| !screen.contains("Cid")), "it flips");
    terminal.keys("W");
    terminal.wait("both", |screen| screen.contains("Ann") && screen.contains("Cid"));
    terminal.keys("W");
    // Once it is over, the other one is followed.
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 6, true));
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 7, false));
    terminal.wait("the other", |screen| screen.contains("Cid") && screen.contains("7/7"));
    terminal.keys("q");
}

#[test]
fn a_game_that_has_not_changed_for_long_gives_way() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 2, false));
    age(&directory.path().join("a.sgf"));
    let terminal = start(&["--follow", directory.path().to_str().unwrap()], (80, 24));
    terminal.shows("2/2");
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 3, false));
    let screen = terminal.wait("the new one", |screen| screen.contains("Cid"));
    assert!(screen.contains("3/3") && !screen.contains("are live"), "{screen}");
}

#[test]
fn the_newest_game_of_a_growing_file_is_followed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    let mut text = go(["Ann", "Ben"], 2, false);
    fs::write(&path, &text).unwrap();
    let mut terminal = start(&["--follow", path.to_str().unwrap()], (120, 40));
    terminal.shows("2/2");
    // The first game goes on, ends, and is followed by another.
    text = go(["Ann", "Ben"], 4, true);
    fs::write(&path, &text).unwrap();
    terminal.shows("4/4");
    fs::write(&path, text.clone() + &go(["Cid", "Dan"], 3, false)).unwrap();
    terminal.wait("the second", |screen| screen.contains("Cid") && screen.contains("3/3"));
    terminal.keys("W");
    terminal.wait("each on its tile", |screen| {
        ["Ann", "Cid", "games.sgf#2", "2 of 2 games"].iter().all(|text| screen.contains(text))
    });
    fs::write(&path, text + &go(["Cid", "Dan"], 4, false)).unwrap();
    terminal.shows("4 White");
    terminal.keys("W");
    terminal.shows("4/4");
    // A game that the reader chose is not left.
    terminal.keys("<");
    terminal.wait("the first", |screen| screen.contains("Ann"));
    terminal.keys("q");
}

#[test]
fn the_bell_rings_for_other_boards_only() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 2, false));
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 2, false));
    let directory_name = directory.path().to_str().unwrap();
    let mut terminal = start(&["--wall", "--bell", directory_name], (120, 40));
    terminal.wait("both", |screen| screen.contains("Ann") && screen.contains("Cid"));
    let rings = |terminal: &Terminal| terminal.bytes().iter().filter(|byte| **byte == 7).count();
    assert_eq!(rings(&terminal), 0);
    // The chosen board changes, then the other one.
    terminal.keys("/ann");
    terminal.wait("the filter", |screen| !screen.contains("Cid"));
    terminal.keys("\x1b");
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 3, false));
    terminal.shows("3 Black");
    assert_eq!(rings(&terminal), 0);
    write(directory.path(), "b.sgf", go(["Cid", "Dan"], 3, false));
    let began = Instant::now();
    while rings(&terminal) == 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "no bell");
        thread::sleep(Duration::from_millis(5));
    }
    write(directory.path(), "a.sgf", go(["Ann", "Ben"], 4, false));
    terminal.shows("4 White");
    assert_eq!(rings(&terminal), 1);
}

#[test]
fn a_clock_runs_only_where_the_record_says_whose() {
    let directory = tempfile::tempdir().unwrap();
    let game =
        |times: &str| format!("(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee]BL[300];W[gc]WL[200]{times})");
    write(directory.path(), "a.sgf", game(";B[cc]BL[250]"));
    let terminal = start(&["--wall", directory.path().to_str().unwrap()], (80, 24));
    terminal.wait("both clocks", |screen| screen.contains("4:10") && screen.contains(" 3:"));
    let before = terminal.bytes().len();
    thread::sleep(Duration::from_secs(3));
    // One frame of a few bytes for each second.
    let bytes = terminal.bytes().len() - before;
    assert!((20..150).contains(&bytes), "{bytes}");
    // The time of the move is not known.
    write(directory.path(), "a.sgf", game(";B[cc]BL[250];W[gg]"));
    terminal.wait("the move", |screen| screen.contains("4 White") && screen.contains(" 3:20"));
    let before = terminal.bytes().len();
    thread::sleep(Duration::from_millis(2500));
    assert_eq!(terminal.bytes().len(), before);
}

/// The files of the soak test, and how long it takes: `DAPU_WALL=600` for the long run.
fn soak() -> (usize, Duration) {
    match std::env::var("DAPU_WALL").ok().and_then(|seconds| seconds.parse().ok()) {
        Some(seconds) => (200, Duration::from_secs(seconds)),
        None => (40, Duration::from_secs(8)),
    }
}

/// The number of processes that write.
const WRITERS: usize = 4;
/// The plies of the longest game.
const LONGEST: usize = 40;

/// The formats of the files, in turn.
const FORMATS: [(&str, Game); 4] =
    [("sgf", Game::Go), ("csa", Game::Shogi), ("kif", Game::Shogi), ("xqf", Game::Xiangqi)];

/// The number of a file, its name and its game.
fn file(directory: &Path, number: usize) -> (PathBuf, &'static str, Game) {
    let (format, game) = FORMATS[number % FORMATS.len()];
    (directory.join(format!("g{number:03}.{format}")), format, game)
}

/// A prefix of the game, perhaps with a comment on its last move.
fn text(records: &[Record], format: &str, plies: usize, comment: usize) -> Vec<u8> {
    let mut record = records[plies].clone();
    if comment > 0 {
        let end = record.tree.mainline_end();
        record.tree.note(end, Note::Comment(format!("note {comment}").into()));
    }
    bytes(format, &record)
}

/// All prefixes of the game of a kind.
fn prefixes(game: Game) -> Vec<Record> {
    (0..=LONGEST).map(|plies| record(game, plies, false)).collect()
}

/// Writes some of the files in random ways. Run as a process of its own by the soak test, which names itself in the
/// environment.
#[test]
#[ignore = "the soak test runs this as a process of its own"]
fn writer() {
    let Ok(asked) = std::env::var("DAPU_WALL_WRITER") else { return };
    let (number, directory) = asked.split_once(' ').unwrap();
    let (number, directory): (usize, _) = (number.parse().unwrap(), Path::new(directory));
    let (files, time) = soak();
    let games: Vec<Vec<Record>> = FORMATS.iter().map(|(_, game)| prefixes(*game)).collect();
    let mut random = Random::new(number as u64 + 5);
    let mut plies: Vec<usize> = vec![4; files];
    let (began, mut comments) = (Instant::now(), 0);
    while began.elapsed() < time {
        let nth = random.below(files / WRITERS) * WRITERS + number;
        let (path, format, _) = file(directory, nth);
        let records = &games[nth % FORMATS.len()];
        let text = |plies: usize, comment| text(records, format, plies, comment);
        let before = plies[nth];
        match random.below(10) {
            // A move or a few are taken back.
            0 => plies[nth] = before.saturating_sub(1 + random.below(2)).max(3),
            1 => comments += 1,
            _ => plies[nth] = (before + 1 + random.below(2)) % LONGEST,
        }
        // A new game begins.
        if plies[nth] < 3 {
            plies[nth] = 3;
        }
        let comment = if random.below(3) == 0 { comments } else { 0 };
        let bytes = text(plies[nth], comment);
        let next = path.with_extension("next");
        match random.below(5) {
            0 => {
                fs::write(&next, &bytes).unwrap();
                fs::rename(&next, &path).unwrap();
            }
            1 => {
                // It may not be there.
                let _ = fs::remove_file(&path);
                fs::write(&path, &bytes).unwrap();
            }
            2 => {
                // In two pieces.
                let half = bytes.len() / 2;
                fs::write(&path, &bytes[..half]).unwrap();
                thread::sleep(Duration::from_millis(20));
                fs::write(&path, &bytes).unwrap();
            }
            _ => fs::write(&path, &bytes).unwrap(),
        }
        // All of them together change 50 files in a second.
        thread::sleep(Duration::from_millis(40 + random.below(80) as u64));
    }
}

/// Starts a process that writes.
fn start_writer(number: usize, directory: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "follow::wall::writer", "--ignored"]);
    command.env("DAPU_WALL_WRITER", format!("{number} {}", directory.display()));
    command.stdout(std::process::Stdio::null()).spawn().unwrap()
}

/// The time of the processor that a process has taken, in hundredths of a second.
fn ticks(terminal: &Terminal) -> u64 {
    let process = terminal.process().as_raw_pid();
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum()
}

/// The resident memory in kilobytes.
fn memory(terminal: &Terminal) -> u64 {
    let process = terminal.process().as_raw_pid();
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A screen without the mark of what changed last, and the cursor's sign.
fn plain(screen: &str) -> Vec<String> {
    let lines = screen.lines().map(|line| {
        let line = line.replace(" * --", "-----").replace(" * ==", "=====").replace("==", "--");
        line.trim_start_matches('>').replacen('*', " ", 1).trim().to_owned()
    });
    lines.collect()
}

/// A file in view all the time, with the number of its moves.
struct Probe {
    path: PathBuf,
    plies: usize,
}

impl Probe {
    fn write(&self) {
        fs::write(&self.path, bytes("sgf", &record(Game::Go, self.plies, false))).unwrap();
    }

    /// Writes another move and waits until the wall shows it. Returns how long that took, unless moves were taken back, which
    /// waits.
    fn go_on(&mut self, terminal: &Terminal) -> Option<Duration> {
        let is_back = self.plies >= 200;
        self.plies = if is_back { 4 } else { self.plies + 1 };
        self.write();
        let closed = Instant::now();
        let wanted = format!("{} ", self.plies);
        let is_it = |part: &str| {
            let is_move = part.contains("lack") || part.contains("hite");
            part.trim().starts_with(&wanted) && is_move
        };
        terminal.wait("the probe's move", |screen| {
            screen.lines().any(|line| line.split("  ").any(is_it))
        });
        (!is_back).then(|| closed.elapsed())
    }
}

/// Pins the tile of the probe.
fn pin_probe(terminal: &mut Terminal) {
    terminal.keys("/a-probe");
    terminal.wait("the probe", |screen| screen.contains("a-probe") && !screen.contains("g003"));
    terminal.keys("\x1b");
    terminal.wait("a filter", |screen| screen.contains("filter: a-probe "));
    terminal.keys("\x10/\x15");
    terminal.shows("filter: _");
    terminal.keys("\x1b");
    terminal.wait("no filter", |screen| screen.contains("pinned") && !screen.contains("filter:"));
}

/// A reader who has stepped back in one of the games.
fn stepped_back(arguments: &[&str], all: &str) -> Terminal {
    let mut reader = start(arguments, (80, 24));
    reader.shows(all);
    reader.keys("/g001");
    reader.wait("the game", |screen| screen.contains("g001"));
    reader.keys("\r");
    reader.wait("its end", |screen| screen.contains("MOVES"));
    reader.keys("gl");
    reader.shows(" 1/");
    reader
}

/// Puts both walls in the order of names, with the probe no longer pinned in the first.
fn order_by_name(walls: [&mut Terminal; 2]) {
    for (nth, wall) in walls.into_iter().enumerate() {
        wall.keys("/a-probe");
        wall.shows("filter: a-probe_");
        wall.keys("\x1b");
        wall.shows("filter: a-probe ");
        wall.keys(if nth == 0 { "\x10/\x15" } else { "/\x15" });
        wall.shows("filter: _");
        wall.keys("\x1b");
        wall.wait("no filter", |screen| !screen.contains("filter:"));
        wall.keys("s");
        wall.shows("by file");
    }
}

/// Compares two walls page by page. Returns the number of games.
fn compare(terminal: &mut Terminal, fresh: &mut Terminal) -> usize {
    let mut compared = 0;
    loop {
        let [soaked, again] = [&*terminal, &*fresh].map(|one| one.shows_at_last("by file"));
        assert_eq!(plain(&soaked), plain(&again));
        compared += ["g0", "g1"].map(|name| soaked.matches(name).count()).iter().sum::<usize>();
        terminal.keys("\x04");
        fresh.keys("\x04");
        for one in [&*terminal, &*fresh] {
            one.keys_are_read();
        }
        thread::sleep(Duration::from_millis(500));
        if plain(&terminal.screen()) == plain(&soaked) {
            return compared;
        }
    }
}

#[test]
fn a_wall_of_files_that_many_processes_write_is_that_of_a_fresh_session() {
    let directory = tempfile::tempdir().unwrap();
    let (files, time) = soak();
    let games: Vec<Vec<Record>> = FORMATS.iter().map(|(_, game)| prefixes(*game)).collect();
    for number in 0..files {
        let (path, format, _) = file(directory.path(), number);
        fs::write(path, text(&games[number % FORMATS.len()], format, 4, 0)).unwrap();
    }
    let mut probe = Probe { path: directory.path().join("a-probe.sgf"), plies: 3 };
    probe.write();
    let arguments = ["--wall", directory.path().to_str().unwrap()];
    let mut terminal = start(&arguments, (200, 60));
    let all = format!(" of {} games", files + 1);
    terminal.shows(&all);
    pin_probe(&mut terminal);
    let reader = stepped_back(&arguments, &all);

    let writers = (0..WRITERS).map(|number| start_writer(number, directory.path()));
    let writers: Vec<Child> = writers.collect();
    let (began, mut late, mut strays) = (Instant::now(), Vec::new(), 0);
    while began.elapsed() < time {
        late.extend(probe.go_on(&terminal));
        strays += usize::from(!reader.screen().contains(" 1/"));
        thread::sleep(Duration::from_millis(150));
    }
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    assert_eq!(strays, 0, "the reader was moved");
    // What was taken back is gone a second after the last write, or three.
    thread::sleep(Duration::from_secs(4));
    let mut fresh = start(&arguments, (200, 60));
    fresh.shows(&all);
    thread::sleep(Duration::from_secs(1));
    order_by_name([&mut terminal, &mut fresh]);
    let compared = compare(&mut terminal, &mut fresh);
    assert!(compared >= files, "{compared} games");
    // Then nothing happens.
    let (bytes, time) = (terminal.bytes().len(), ticks(&terminal));
    thread::sleep(Duration::from_secs(3));
    let idle = (terminal.bytes().len() - bytes, ticks(&terminal) - time);
    late.sort();
    let [median, most] = [50, 99].map(|part| late[(late.len() - 1) * part / 100]);
    println!(
        "{files} files: {compared} games compared; {} probes, from close to frame {median:?}, 1 in 100 over {most:?}, \
         at most {:?}; idle for 3 s: {} bytes, {} ticks; at most {} kB",
        late.len(),
        late.last().unwrap(),
        idle.0,
        idle.1,
        memory(&terminal)
    );
    assert_eq!(idle.0, 0);
    assert!(idle.1 <= 6, "{} ticks", idle.1);
    assert!(median < Duration::from_millis(300), "{median:?}");
}
