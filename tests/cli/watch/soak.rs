//! Many files, which several processes write in random ways: the lines of `dapu watch` give the final record of every file,
//! and no move that was never written.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use dapu::files::load::{self, LoadOptions};
use serde_json::Value;

use super::Watching;
use super::state::{Games, ways};
use crate::common::{self, Random};

const PROCESSES: usize = 4;
/// The least time between two writes of a process.
const PAUSE: Duration = Duration::from_millis(80);
/// When everything that was written has been reported.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game as its writer has it. A move is the number of a file or a point.
#[derive(Default, Clone)]
struct Played {
    moves: Vec<usize>,
    /// The plies with a comment, each with its number.
    comments: HashMap<usize, usize>,
    /// A variation of one move instead of that ply, where the format has any.
    variation: Option<(usize, usize)>,
    is_over: bool,
}

impl Played {
    /// Changes the game as a program or a person may.
    fn change(&mut self, random: &mut Random) {
        match random.below(10) {
            0 if !self.moves.is_empty() => {
                let left = self.moves.len() - 1 - random.below(self.moves.len().min(3));
                self.moves.truncate(left);
                self.comments.retain(|ply, _| *ply < left);
                self.is_over = false;
            }
            1 if !self.moves.is_empty() => {
                self.comments.insert(random.below(self.moves.len()), random.below(100));
            }
            2 => {
                let ply = random.below(self.moves.len());
                self.comments.remove(&ply);
            }
            3 => self.variation = None,
            4 if !self.moves.is_empty() => {
                self.variation = Some((random.below(self.moves.len()), random.below(100)));
            }
            5 => self.is_over = !self.is_over,
            _ => {
                self.is_over = false;
                let more = 1 + random.below(3);
                self.moves.extend((0..more).map(|_| random.below(100)));
            }
        }
        self.variation = self.variation.filter(|(ply, _)| *ply < self.moves.len());
    }

    fn comment(&self, ply: usize) -> Option<String> {
        Some(format!("note {}", self.comments.get(&ply)?))
    }

    /// Rooks that go to and fro.
    fn csa(&self) -> String {
        let mut text = "V2.2\nN+a\nN-b\nPI\n+\n".to_owned();
        let mut files = [2, 8];
        for (ply, choice) in self.moves.iter().enumerate() {
            let (side, from) = (ply % 2, files[ply % 2]);
            let free: Vec<usize> = (3..8).filter(|file| *file != from).collect();
            let to = free[choice % free.len()];
            files[side] = to;
            let (sign, rank) = [('+', 8), ('-', 2)][side];
            let _ = writeln!(text, "{sign}{from}{rank}{to}{rank}HI");
            if let Some(comment) = self.comment(ply) {
                let _ = writeln!(text, "'*{comment}");
            }
        }
        text + if self.is_over { "%TORYO\n" } else { "" }
    }

    /// Cannons that go to and fro.
    fn pgn(&self) -> String {
        let head = "[Game \"Chinese Chess\"]\n[Red \"a\"]\n[Black \"b\"]\n[Format \"ICCS\"]\n";
        let result = if self.is_over { "1-0" } else { "*" };
        let mut text = format!("{head}[Result \"{result}\"]\n\n");
        let mut files = ['H', 'H'];
        for (ply, choice) in self.moves.iter().enumerate() {
            let (side, from) = (ply % 2, files[ply % 2]);
            let free: Vec<char> = ('C'..='G').filter(|file| *file != from).collect();
            let to = free[choice % free.len()];
            files[side] = to;
            let rank = [2, 7][side];
            let _ = write!(text, "{from}{rank}-{to}{rank} ");
            if let Some(comment) = self.comment(ply) {
                let _ = write!(text, "{{{comment}}} ");
            }
        }
        format!("{text}\n{result}\n\n")
    }

    /// Stones on the lower half, and those of variations on the upper.
    fn sgf(&self) -> String {
        let mut text = "(;GM[1]FF[4]SZ[19]PB[a]PW[b]\n".to_owned();
        let point = |number: usize, rows: usize| {
            let letter = |index: usize| char::from(b'a' + index as u8);
            format!("{}{}", letter(number % 19), letter(rows + number / 19))
        };
        let mut branches = String::new();
        let mut depth = 0;
        for (ply, choice) in self.moves.iter().enumerate() {
            let side = ['B', 'W'][ply % 2];
            let comment = self.comment(ply).map(|comment| format!("C[{comment}]"));
            let comment = comment.unwrap_or_default();
            if let Some((_, choice)) = self.variation.filter(|(at, _)| *at == ply) {
                text.push('(');
                depth += 1;
                branches = format!("(;{side}[{}])\n", point(choice % 95, 0));
            }
            let _ = writeln!(text, ";{side}[{}]{comment}", point((ply * 7 + choice) % 190, 8));
        }
        text + &")\n".repeat(depth) + &branches + ")\n"
    }
}

/// A file with its games, and every way to a move that it ever had.
struct Written {
    name: String,
    games: Vec<Played>,
    ways: HashSet<String>,
    /// The way that was written for the first time last.
    newest: String,
    text: String,
}

impl Written {
    fn new(number: usize) -> Self {
        let extension = ["csa", "pgn", "sgf"][number % 3];
        let name = format!("{number}.{extension}");
        let games = vec![Played::default(); 1 + number % 4 / 3];
        let (ways, newest, text) = (HashSet::new(), String::new(), String::new());
        let mut written = Self { name, games, ways, newest, text };
        written.write();
        written
    }

    /// Makes the text of the games as they are now.
    fn write(&mut self) {
        let games: Vec<String> = match self.name.rsplit_once('.').unwrap().1 {
            "csa" => self.games.iter().map(Played::csa).collect(),
            "pgn" => self.games.iter().map(Played::pgn).collect(),
            _ => self.games.iter().map(Played::sgf).collect(),
        };
        let between = if self.name.ends_with("csa") { "/\n" } else { "" };
        self.text = games.join(between);
        let loaded = common::read(self.text.as_bytes(), &self.name).unwrap();
        for index in 0..loaded.games().len() {
            let record = loaded.game(index).unwrap();
            // A stone may be on another, which is shown all the same.
            let is_legal = self.name.ends_with("sgf") || loaded.warnings().is_empty();
            assert!(is_legal, "{:?}\n{}", loaded.warnings(), self.text);
            for way in ways(&record) {
                if self.ways.insert(way.clone()) {
                    self.newest = way;
                }
            }
        }
    }

    /// Changes the games, and returns how a shell writes them.
    fn change(&mut self, number: usize, random: &mut Random, drafts: &Path) -> String {
        let before = self.text.clone();
        let at = random.below(self.games.len());
        self.games[at].change(random);
        if random.below(30) == 0 {
            self.games.push(Played::default());
        } else if random.below(60) == 0 {
            self.games.truncate(1.max(self.games.len() - 1));
        }
        self.write();
        let draft = drafts.join(number.to_string());
        fs::write(&draft, &self.text).unwrap();
        let (draft, file) = (draft.display(), &self.name);
        if let Some(added) = self.text.strip_prefix(&before).filter(|_| random.below(3) > 0) {
            return format!("tail -c {} {draft} >> {file}", added.len());
        }
        let half = random.below(self.text.len());
        match random.below(8) {
            0 => format!("rm -f {file}; cat {draft} > {file}"),
            1 => format!("rm -f {file}; sleep 0.3; cat {draft} > {file}"),
            2 => format!(": > {file}; sleep 0.1; cat {draft} > {file}"),
            3 => format!("head -c {half} {draft} > {file}; sleep 0.1; cat {draft} > {file}"),
            4 => format!(
                "head -c {half} {draft} > {file}; sleep 0.2; tail -c +{} {draft} >> {file}",
                half + 1
            ),
            5 | 6 => format!("cp {draft} {file}.tmp; mv {file}.tmp {file}"),
            _ => format!("cat {draft} > {file}"),
        }
    }
}

/// A process that writes, and when it has done what it was asked.
struct Writer {
    shell: Child,
    input: Option<ChildStdin>,
    done: Receiver<Instant>,
}

impl Writer {
    fn start(directory: &Path) -> Self {
        let mut command = Command::new("sh");
        command.current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.spawn().unwrap();
        let (input, output) = (shell.stdin.take(), shell.stdout.take().unwrap());
        let (send, done) = mpsc::channel();
        thread::spawn(move || {
            for _ in BufReader::new(output).lines() {
                if send.send(Instant::now()).is_err() {
                    return;
                }
            }
        });
        Self { shell, input, done }
    }

    fn run(&mut self, command: &str) -> Instant {
        writeln!(self.input.as_mut().unwrap(), "{command}; echo").unwrap();
        self.done.recv_timeout(PATIENCE).unwrap()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.shell.wait();
    }
}

/// Writes files until the time is over. Returns them, and when the last move that was added to one of them was written.
fn write(
    mut files: Vec<Written>,
    directory: &Path,
    drafts: &Path,
    (seed, time): (u64, Duration),
) -> (Vec<Written>, Vec<(String, String, Instant)>) {
    let mut random = Random::new(seed);
    let mut writer = Writer::start(directory);
    let mut added = Vec::new();
    let began = Instant::now();
    for number in 0.. {
        let write = Instant::now();
        if began.elapsed() > time {
            break;
        }
        let at = random.below(files.len());
        let file = &mut files[at];
        let (name, count) = (file.name.clone(), file.ways.len());
        let draft = format!("{seed}-{number}");
        let drafts = drafts.join(draft);
        fs::create_dir(&drafts).unwrap();
        let command = file.change(number, &mut random, &drafts);
        let done = writer.run(&command);
        fs::remove_dir_all(&drafts).unwrap();
        if file.ways.len() > count {
            added.push((name, file.newest.clone(), done));
        }
        thread::sleep(PAUSE.saturating_sub(write.elapsed()));
    }
    (files, added)
}

fn percentile(delays: &[Duration], percent: usize) -> Duration {
    let last = delays.len().saturating_sub(1);
    delays.get(last * percent / 100).copied().unwrap_or_default()
}

fn soak(count: usize, time: Duration) {
    let home = tempfile::tempdir().unwrap();
    let [games, drafts] = ["games", "drafts"].map(|name| home.path().join(name));
    for directory in [&games, &drafts] {
        fs::create_dir(directory).unwrap();
    }
    let mut known = Games::default();
    let mut shares: Vec<Vec<Written>> = (0..PROCESSES).map(|_| Vec::new()).collect();
    for number in 0..count {
        let written = Written::new(number);
        fs::write(games.join(&written.name), &written.text).unwrap();
        let loaded = common::read(written.text.as_bytes(), &written.name).unwrap();
        known.insert(&format!("games/{}", written.name), &loaded);
        shares[number % PROCESSES].push(written);
    }
    let watching = Watching::start(home.path(), &["games", "--json"]);
    let (files, added) = thread::scope(|scope| {
        let (games, drafts) = (&games, &drafts);
        let writing = shares
            .into_iter()
            .zip(1..)
            .map(|(files, seed)| scope.spawn(move || write(files, games, drafts, (seed, time))));
        let writing: Vec<_> = writing.collect();
        let written = writing.into_iter().map(|it| it.join().unwrap());
        let (files, added): (Vec<_>, Vec<_>) = written.unzip();
        (files.into_iter().flatten().collect::<Vec<_>>(), added.concat())
    });
    let mut wanted = Games::default();
    for file in &files {
        let path = games.join(&file.name);
        let fresh = load::load(&path, LoadOptions::default()).unwrap();
        wanted.insert(&format!("games/{}", file.name), &fresh);
    }
    let mut reported: HashMap<(String, String), Instant> = HashMap::new();
    let mut lines = 0;
    let end = Instant::now() + PATIENCE;
    while known != wanted {
        let left = end.saturating_duration_since(Instant::now());
        let Ok((time, line)) = watching.lines.recv_timeout(left) else {
            for (file, games) in &wanted.0 {
                assert_eq!(known.0.get(file), Some(games), "{file}");
            }
            panic!("files that are gone: {:?}", known.0.keys().collect::<Vec<_>>());
        };
        lines += 1;
        let value: Value = serde_json::from_str(&line).unwrap();
        if let Some((file, way)) = known.take(&value) {
            let file = file.strip_prefix("games/").unwrap().to_owned();
            let written = files.iter().find(|written| written.name == file).unwrap();
            assert!(written.ways.contains(&way), "never written to {file}: {way}");
            reported.entry((file, way)).or_insert(time);
        }
    }
    assert_eq!(watching.end(), [""; 0]);
    let delays = added.into_iter().filter_map(|(file, way, written)| {
        Some(reported.get(&(file, way))?.saturating_duration_since(written))
    });
    let mut delays: Vec<Duration> = delays.collect();
    delays.sort_unstable();
    let [p50, p99, worst] = [50, 99, 100].map(|percent| percentile(&delays, percent));
    println!(
        "{lines} lines; {} moves, from close to line p50 {p50:?}, p99 {p99:?}, worst {worst:?}",
        delays.len()
    );
}

#[test]
fn the_lines_give_every_final_record() {
    soak(40, Duration::from_secs(6));
}

#[test]
#[ignore = "takes ten minutes; run by name"]
fn a_long_soak_gives_every_final_record() {
    let asked = std::env::var("DAPU_SOAK").ok();
    let seconds = asked.map_or(600, |seconds| seconds.parse().unwrap());
    soak(200, Duration::from_secs(seconds));
}
