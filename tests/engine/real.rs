//! Real engines. Without them, their tests are ignored.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::Random;
use crate::common::program::dapu;
use crate::common::terminal::play;
use crate::engine::Home;
use crate::engine::screen::open_at;

/// The path of a program that is installed.
fn installed(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    folders.map(|folder: PathBuf| folder.join(name)).find(|path| path.is_file()).unwrap()
}

fn engine(cmd: &str, game: &str, protocol: &str, rest: &str) -> Home {
    Home::with(&format!(
        "[engines.it]\ncmd = [{cmd}]\ngame = '{game}'\nprotocol = '{protocol}'\n{rest}"
    ))
}

fn fish(protocol: &str) -> Home {
    let cmd = format!("'{}'", installed("fairy-stockfish").display());
    match protocol {
        "usi" => engine(&cmd, "shogi", "usi", "options = { UCI_Variant = 'shogi', Contempt = 0 }"),
        "uci" => engine(
            &cmd,
            "xiangqi",
            "uci",
            "ranks = 1\noptions = { UCI_Variant = 'xiangqi', Contempt = 0 }",
        ),
        _ => engine(&cmd, "xiangqi", "ucci", "options = { Contempt = 0 }"),
    }
}

#[test]
#[cfg_attr(not(has = "fairy-stockfish"), ignore = "needs fairy-stockfish")]
fn fairy_stockfish_passes_the_check_in_three_protocols() {
    for protocol in ["usi", "uci", "ucci"] {
        let home = fish(protocol);
        let run = dapu(home.path(), &["engines"]);
        assert_eq!((run.code, run.out.matches("  ok ").count()), (0, 3), "{}", run.out);
    }
    let home = fish("uci");
    let config = home.path().join(".config/dapu/config.toml");
    let wrong = fs::read_to_string(&config).unwrap().replace("ranks = 1", "ranks = 0");
    fs::write(&config, wrong).unwrap();
    let run = dapu(home.path(), &["engines"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("ranks = 1 may help"), "{}", run.out);
}

#[test]
#[cfg_attr(not(has = "fairy-stockfish"), ignore = "needs fairy-stockfish")]
fn values_that_favour_the_side_to_move_are_warned_of() {
    for protocol in ["usi", "uci", "ucci"] {
        let home = fish(protocol);
        let config = home.path().join(".config/dapu/config.toml");
        let text = fs::read_to_string(&config).unwrap();
        fs::write(&config, text.replace("Contempt = 0", "Hash = 16")).unwrap();
        let advice = "Contempt is 24, which favours the side to move in every value: add Contempt = 0 to its options";
        let run = dapu(home.path(), &["engines"]);
        assert!(run.out.contains(&format!("  !! {advice}\n")), "{}", run.out);
        // The choices of an option are all there.
        assert!(protocol == "ucci" || run.out.contains(" var xiangqi"), "{}", run.out);
        fs::write(home.path().join("a.usi"), "startpos moves 7g7f\n").unwrap();
        fs::write(home.path().join("a.pgn"), "[Game \"Chinese Chess\"]\n\n1. H2-E2 *\n").unwrap();
        let file = if protocol == "usi" { "a.usi" } else { "a.pgn" };
        let run = dapu(home.path(), &["analyze", file, "--engine", "it", "--depth", "2"]);
        assert_eq!((run.code, run.err), (0, format!("dapu: it: {advice}\n")));
    }
}

#[test]
#[cfg_attr(not(has = "gpsusi"), ignore = "needs gpsusi")]
fn gpsshogi_is_stopped_in_time() {
    let path = installed("gpsusi");
    let home =
        engine(&format!("'{}'", path.display()), "shogi", "usi", "options = { BookDepth = 0 }");
    fs::write(home.path().join("a.usi"), "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e\n").unwrap();
    dapu(home.path(), &["analyze", "a.usi", "--engine", "it", "--time", "200ms"]).fine();
    let findings = home.findings();
    assert_eq!(findings.len(), 7);
    for finding in findings.values() {
        // By itself it takes a second.
        assert!(finding["time"].as_u64().unwrap() < 600, "{finding}");
    }
}

#[test]
#[cfg_attr(not(has = "gpsusi"), ignore = "needs gpsusi")]
fn gpsshogi_passes_the_check() {
    let path = installed("gpsusi");
    let home =
        engine(&format!("'{}'", path.display()), "shogi", "usi", "options = { BookDepth = 0 }");
    let run = dapu(home.path(), &["engines"]);
    assert_eq!((run.code, run.out.matches("  ok ").count()), (0, 2), "{}", run.out);
}

/// Mates in 1, 3 and 5 for both sides.
#[test]
#[cfg_attr(not(has = "fairy-stockfish"), ignore = "needs fairy-stockfish")]
fn mates_are_found_with_their_sign() {
    const SHOGI: [(&str, i64); 3] = [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
        ("3k5/9/4P4/9/9/9/9/9/4K4 b 2G 1", 3),
        ("9/k8/9/P8/9/9/9/9/4K4 b GS 1", 5),
    ];
    const XIANGQI: [(&str, i64); 3] = [
        ("3k5/9/9/9/7R1/9/9/9/9/4K4 w", 1),
        ("4k4/9/9/R8/9/9/9/9/1R7/3K5 w", 3),
        ("4k4/4a4/3a5/9/9/9/9/R8/1R7/3K5 w", 5),
    ];
    for (protocol, name, positions) in [("usi", "sfen", &SHOGI[..]), ("uci", "fen", &XIANGQI[..])] {
        for (position, plies) in positions {
            let home = fish(protocol);
            for (text, sign) in [((*position).to_owned(), 1), (turned(position), -1)] {
                let _ = fs::remove_dir_all(home.path().join(".cache"));
                let path = home.path().join(format!("a.{name}"));
                fs::write(&path, &text).unwrap();
                dapu(
                    home.path(),
                    &["analyze", path.to_str().unwrap(), "--engine", "it", "--depth", "12"],
                )
                .fine();
                let findings = home.findings();
                let eval = &findings.values().next().unwrap()["lines"][0]["eval"];
                let mate = eval["mate"].as_i64().unwrap_or_else(|| panic!("{text}: {eval}"));
                assert_eq!(mate, sign * plies, "{text}: {eval}");
            }
        }
    }
}

/// The position with the sides changed.
fn turned(position: &str) -> String {
    let swap = |letter: char| match letter {
        letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    let mut fields = position.split(' ');
    let board: String = fields.next().unwrap().chars().rev().map(swap).collect();
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    let side = if position.contains(" w") { "b" } else { side };
    let rest: String =
        fields.map(|field| format!(" {}", field.chars().map(swap).collect::<String>())).collect();
    format!("{board} {side}{rest}")
}

/// A network of one block and eight channels with random weights.
fn network(path: &Path) {
    let mut random = Random::of_run("network", 0);
    let mut text = "1\n".to_owned();
    let block =
        |channels: usize, inputs: usize| [channels * inputs * 9, channels, channels, channels];
    let mut sizes = Vec::new();
    sizes.extend(block(8, 18));
    sizes.extend([block(8, 8), block(8, 8)].concat());
    sizes.extend([2 * 8, 2, 2, 2, 722 * 362, 362, 8, 1, 1, 1, 361 * 256, 256, 256, 1]);
    for (index, size) in sizes.into_iter().enumerate() {
        let is_variance = matches!(index, 3 | 7 | 11 | 15 | 21);
        for _ in 0..size {
            let value = random.below(100) as i64 - 50;
            let _ = write!(
                text,
                "{} ",
                if is_variance { "1".to_owned() } else { format!("{value}e-3") }
            );
        }
        text.push('\n');
    }
    fs::write(path, text).unwrap();
}

#[test]
#[cfg_attr(not(has = "leelaz"), ignore = "needs leelaz")]
fn leela_zero_analyses_a_game_with_handicap() {
    let path = installed("leelaz");
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("tiny.txt");
    network(&weights);
    let cmd = format!(
        "'{}', '--gtp', '--noponder', '--cpu-only', '-t', '1', '-w', '{}'",
        path.display(),
        weights.display()
    );
    let home = engine(&cmd, "go", "gtp", "");
    let game = home.path().join("a.sgf");
    fs::write(&game, "(;SZ[19]KM[0.5]HA[2]AB[dd][pp];W[qf];B[cq];W[];B[])").unwrap();
    let run =
        dapu(home.path(), &["analyze", "a.sgf", "--engine", "it", "--nodes", "50", "--lines", "3"]);
    assert_eq!((run.code, &*run.err), (0, "dapu: 1 position not sent: the game is over\n"));
    let findings = home.findings();
    assert_eq!(findings.len(), 4);
    for finding in findings.values() {
        assert!(finding["nodes"].as_u64().unwrap() >= 50, "{finding}");
        assert!(finding["lines"][0]["eval"]["win_rate"].as_i64().is_some(), "{finding}");
    }
    // Few visits cost few.
    fs::write(home.path().join("f.sgf"), "(;SZ[19]KM[7.5];B[qd];W[dd])").unwrap();
    dapu(home.path(), &["analyze", "f.sgf", "--engine", "it", "--nodes", "20"]).fine();
    let few: Vec<_> = home.all().into_iter().filter(|it| it["asked"]["nodes"] == 20).collect();
    assert_eq!(few.len(), 3);
    for finding in few {
        assert!((20..=100).contains(&finding["nodes"].as_u64().unwrap()), "{finding}");
    }
    fs::write(home.path().join("b.sgf"), "(;SZ[19];B[qd])").unwrap();
    let small = ["c.sgf", "d.sgf", "e.sgf"];
    for name in small {
        fs::write(home.path().join(name), "(;SZ[9];B[cc];W[dd];B[ee])").unwrap();
    }
    // Its network is for one size of board. Whatever comes first, the others are analysed.
    let files = [&small[..], &["b.sgf"]].concat();
    let run = dapu(
        home.path(),
        &[&["analyze", "--engine", "it", "--time", "300ms"], &files[..]].concat(),
    );
    let refused = "refuses a command: unacceptable size";
    assert!(
        small.iter().all(|name| run.err.contains(&format!("{name}: it: {refused}"))),
        "{}",
        run.err
    );
    assert_eq!(run.err.matches(refused).count(), small.len(), "{}", run.err);
    assert_eq!(home.all().iter().filter(|finding| finding["asked"]["time"] == 300).count(), 2);
    let copy = dapu(home.path(), &["convert", "a.sgf", "--to", "sgf", "--notes", "-o", "-"]).fine();
    // Sabaki's property, and Lizzie's.
    let moves = ["W[qf]SBKV[", "B[cq]SBKV["];
    assert!(moves.iter().all(|mv| copy.contains(mv)), "{copy}");
    assert_eq!(copy.matches("LZ[dapu ").count(), 3, "{copy}");
    assert_eq!(copy.matches("LZOP[dapu ").count(), 1, "{copy}");
    // LizzieYzy draws what it finds in the second line.
    let lines: Vec<&str> = copy.lines().filter(|line| line.starts_with("move ")).collect();
    assert_eq!(lines.len(), 4, "{copy}");
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<u32>().unwrap();
        assert_eq!((words[2], words[4], words[6]), ("visits", "winrate", "pv"), "{line}");
        assert!(number(3) > 0 && number(5) <= 10_000 && words[7] == words[1], "{line}");
    }
    fs::write(home.path().join("b.sgf"), &copy).unwrap();
    let again = ["convert", "b.sgf", "--to", "sgf", "-o", "-"];
    assert_eq!(dapu(home.path(), &again).fine(), copy);
}

#[test]
#[cfg_attr(not(has = "fairy-stockfish"), ignore = "needs fairy-stockfish")]
fn copies_of_xiangqi_have_the_values_in_comments() {
    let home = fish("uci");
    fs::write(home.path().join("a.pgn"), "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *\n")
        .unwrap();
    dapu(home.path(), &["analyze", "a.pgn", "--engine", "it", "--depth", "4"]).fine();
    let copy = |name: &str| {
        dapu(home.path(), &["convert", "a.pgn", "--notes", "--quiet", "-o", name]).fine();
        dapu(home.path(), &["convert", name, "--to", "json", "-o", "-"]).fine()
    };
    let (pgn, xqf) = (copy("b.pgn"), copy("b.xqf"));
    // That of the start, too.
    assert_eq!(pgn.matches("\"eval\"").count(), 4, "{pgn}");
    assert_eq!(xqf.matches("\"comment").count(), 4, "{xqf}");
}

#[test]
#[cfg_attr(not(has = "gnugo"), ignore = "needs gnugo")]
fn gnu_go_has_no_analysis() {
    let path = installed("gnugo");
    let home = engine(&format!("'{}', '--mode', 'gtp'", path.display()), "go", "gtp", "");
    fs::write(home.path().join("a.sgf"), "(;SZ[19];B[dd])").unwrap();
    let run = dapu(home.path(), &["analyze", "a.sgf", "--engine", "it", "--nodes", "9"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no analysis command"), "{}", run.err);
}

/// Two problems without an answer and without a king of the attacker: mates in three plies and in one.
const PROBLEMS: &str = "sfen 7p1/7k1/8G/9/9/9/9/9/9 b 2G 1\nsfen 8k/9/8P/9/9/9/9/9/9 b G 1\n";

fn solves_problems(home: &Home) {
    fs::write(home.path().join("a.sfen"), PROBLEMS).unwrap();
    let mut terminal = open_at(home, "a.sfen", 120, 40);
    play(
        &mut terminal,
        &[
            ("\r", " 0/0"),
            ("P", " problem 1/2"),
            (":G*3b\r", "wrong, by it: misses mate in 3"),
            ("U", " problem 1/2"),
            (":G*2c\r", "right, by it"),
            ("", " 2/?  １一玉"),
            (":G*1b\r", "solved (>: next)"),
            (">:G*2b\r", "wrong, by it: misses mate in 1"),
            ("U:G*1b\r", "solved (>: next)"),
            ("", "2 solved, 0 failed"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
#[cfg_attr(not(has = "fairy-stockfish"), ignore = "needs fairy-stockfish")]
fn fairy_stockfish_judges_answers_to_problems() {
    solves_problems(&fish("usi"));
}

#[test]
#[cfg_attr(not(has = "gpsusi"), ignore = "needs gpsusi")]
fn the_mate_search_of_gps_judges_answers_to_problems() {
    let cmd = format!("'{}'", installed("gpsusi").display());
    solves_problems(&engine(&cmd, "shogi", "usi", "options = { BookDepth = 0 }"));
}
