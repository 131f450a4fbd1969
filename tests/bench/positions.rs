//! The positions of a library: how fast an index is built, how large it is, and how fast it answers. `cargo bench --bench
//! positions`, with `-- 1000000` for so many games instead of 100,000. The games are made once and kept in the directory
//! that `DAPU_BENCH` names, by default `target/bench`.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::archive::{self, Ended, Random, Written};
use dapu::game::{Game, Move, Position};

/// The number of games in a file.
const TOGETHER: usize = 100;
/// The number of positions that are asked for.
const QUESTIONS: usize = 1_000;

fn main() {
    let count = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count: usize = count.unwrap_or(100_000);
    let home = std::env::var("DAPU_BENCH")
        .map_or_else(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench"), PathBuf::from);
    let home = home.join(count.to_string());
    let questions = library(&home, count);
    let index = home.join("index.sqlite");
    let bytes: u64 = files(&home.join("games")).map(|file| fs::metadata(file).unwrap().len()).sum();
    println!("{count} games, {} MB", bytes / 1_000_000);
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    let (check, ..) = run(&home, &["check", "-q", "games"]);
    println!("check: {check:.1?}, {:.1} MB/s", speed(check));
    let _ = fs::remove_file(&index);
    let (build, memory, out) = run(&home, &["index", "games", "--index", "index.sqlite"]);
    let length = fs::metadata(&index).unwrap().len();
    let rows: u64 =
        out.split(", ").nth(1).and_then(|rows| rows.split(' ').next()?.parse().ok()).unwrap();
    println!(
        "index: {build:.1?}, {:.1} MB/s, {:.2} of check, {memory} MB",
        speed(build),
        check.as_secs_f64() / build.as_secs_f64()
    );
    println!("  {length} bytes, {:.2} a position of {rows}", length as f64 / rows as f64);
    let changed = files(&home.join("games")).nth(7).unwrap();
    let text = fs::read_to_string(&changed).unwrap();
    fs::write(&changed, text.replacen("[Event \"", "[Event \"x", 1)).unwrap();
    let (refresh, ..) = run(&home, &["index", "games", "--index", "index.sqlite"]);
    fs::write(&changed, text).unwrap();
    println!("refresh after one file: {refresh:.2?}");
    for (what, cold, more) in [
        ("warm", false, &[][..]),
        ("cold", true, &[]),
        ("a player", false, &["--player", "player 0007"]),
    ] {
        let mut times: Vec<Duration> = questions
            .iter()
            .map(|position| {
                if cold {
                    // Takes the file out of the memory of the system.
                    let mut drop = Command::new("dd");
                    drop.args(["if=index.sqlite", "of=/dev/null", "iflag=nocache", "count=0"]);
                    drop.current_dir(&home).stderr(Stdio::null()).status().unwrap();
                }
                let arguments =
                    ["stats", "--position", position, "games", "--index", "index.sqlite"];
                run(&home, &[&arguments, more].concat()).0
            })
            .collect();
        times.sort();
        println!(
            "{what}, start of dapu included: median {:.1?}, worst {:.1?}",
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
    let start = archive::start(Game::Xiangqi).text(1);
    let arguments = [
        "stats",
        "--position",
        &start,
        "games",
        "--index",
        "index.sqlite",
        "--player",
        "player 0007",
    ];
    println!("the initial position with a player: {:.1?}", run(&home, &arguments).0);
    duckdb(&home);
}

/// The same question to DuckDB over the exported lines.
fn duckdb(home: &Path) {
    let (export, ..) = run(home, &["convert", "games", "games.jsonl", "--force", "-q"]);
    println!("convert to jsonl: {export:.1?}");
    let script = "import duckdb, time\n\
        duckdb.sql(\"COPY (SELECT * FROM read_json('games.jsonl', format = 'newline_delimited', columns = {year: 'INTEGER', \
        plies: 'STRUCT(key VARCHAR, move VARCHAR, turned VARCHAR)[]'})) TO 'games.parquet'\")\n\
        began = time.time()\n\
        duckdb.sql(\"SELECT ply.turned, count(*) FROM (SELECT unnest(plies) AS ply FROM 'games.parquet') \
        WHERE ply.key = 'b2d56fcabfb8cbe7' GROUP BY ALL\").fetchall()\n\
        print(f'DuckDB, the initial position: {time.time() - began:.2f} s')\n";
    let python = std::env::var("DAPU_PYTHON").unwrap_or("python3".to_owned());
    let mut command = Command::new(python);
    let run = command.args(["-c", script]).current_dir(home).stderr(Stdio::null()).status();
    if !run.is_ok_and(|status| status.success()) {
        println!("DuckDB is not there");
    }
}

/// Runs the program: how long it took, the most memory in MB, and what it printed.
fn run(home: &Path, arguments: &[&str]) -> (Duration, u64, String) {
    let began = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
    command.args(arguments).current_dir(home).env("HOME", home);
    let out = fs::File::create(home.join("out")).unwrap();
    let mut child = command.stdout(out).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let is_long = matches!(arguments[0], "index");
    while is_long && child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmHWM"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        most = kilobytes.unwrap_or(0).max(most);
        thread::sleep(Duration::from_millis(20));
    }
    child.wait().unwrap();
    (began.elapsed(), most / 1024, fs::read_to_string(home.join("out")).unwrap())
}

fn files(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let mut all = Vec::new();
    common::files_below(directory, &mut all);
    all.sort();
    all.into_iter()
}

/// Makes the games unless they are there, and returns positions that are reached in them.
fn library(home: &Path, count: usize) -> Vec<String> {
    let kept = home.join("questions");
    if let Ok(questions) = fs::read_to_string(&kept) {
        return questions.lines().map(str::to_owned).collect();
    }
    let files = count.div_ceil(TOGETHER);
    let each = (count / QUESTIONS).max(1);
    let half = |first: usize| -> Vec<String> {
        (first..files).step_by(2).flat_map(|nth| file(home, nth, each)).collect()
    };
    let questions = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()].concat()
    });
    fs::write(kept, questions.join("\n")).unwrap();
    questions
}

/// Makes a file, and returns a position of one in so many games.
fn file(home: &Path, nth: usize, each: usize) -> Vec<String> {
    let mut random = Random(nth as u64);
    let below = home.join("games").join(format!("{:03}", nth / 100));
    fs::create_dir_all(&below).unwrap();
    let mut file = fs::File::create(below.join(format!("{nth:05}.pgn"))).unwrap();
    let mut questions = Vec::new();
    for number in 0..TOGETHER {
        let game = game(&mut random);
        file.write_all(archive::text(Game::Xiangqi, &game).as_bytes()).unwrap();
        if (nth * TOGETHER + number).is_multiple_of(each) {
            let mut position = archive::start(Game::Xiangqi);
            let until = random.below(game.moves.len());
            game.moves[..until].iter().for_each(|mv| position.apply(*mv));
            questions.push(position.text(1));
        }
    }
    questions
}

/// A game whose opening is among the usual ones.
fn game(random: &mut Random) -> Written {
    let mut position = archive::start(Game::Xiangqi);
    let mut moves = Vec::new();
    let length = 50 + random.below(60);
    while moves.len() < length {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = if moves.len() < 30 {
            usual(&position, &legal, random)
        } else {
            legal[random.below(legal.len())]
        };
        position.apply(mv);
        moves.push(mv);
    }
    let result = [Some(Ended::Won), Some(Ended::Drawn), Some(Ended::Lost)][match random.below(100) {
        0..45 => 0,
        45..65 => 1,
        _ => 2,
    }];
    let player = |random: &mut Random| format!("player {:04}", random.below(2_000));
    let players = [player(random), player(random)];
    let date =
        [1980 + random.below(40) as u32, 1 + random.below(12) as u32, 1 + random.below(28) as u32];
    Written { moves, players, event: format!("event {}", random.below(500)), date, result }
}

/// One of the replies to a position, each about half as frequent as the one before.
fn usual(position: &Position, legal: &[Move], random: &mut Random) -> Move {
    let mut rank = 0;
    while random.below(100) < 45 {
        rank += 1;
    }
    let first = position.key() as usize % legal.len();
    legal[(first + rank * 7) % legal.len()]
}
