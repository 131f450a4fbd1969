//! `dapu convert --to jsonl`: a line for each game, for databases.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use dapu::game::{Game, Position};
use serde_json::Value;

use crate::common::archive::{self, Random, games};
use crate::common::program::{dapu, finish, sample};
use crate::common::readme::{JsonKeys, text};

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_directory_becomes_lines_in_one_stream() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for kind in Game::ALL {
        let written = games(kind, 30, &mut Random(3));
        archive::write(&home.join("games").join(kind.name()), kind, &written, 10);
    }
    fs::write(home.join("games/note.txt"), "no record").unwrap();
    let run = dapu(home, &["convert", "games", "games.jsonl"]);
    assert_eq!((run.code, &*run.out), (0, ""), "{}", run.err);
    assert!(run.err.contains("9 files converted; 1 skipped: not records"), "{}", run.err);
    let file = fs::read_to_string(home.join("games.jsonl")).unwrap();
    assert_eq!(dapu(home, &["convert", "games", "--to", "jsonl", "-q"]).fine(), file);
    let all = lines(&file);
    assert_eq!(all.len(), 90);
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    for line in &all {
        assert_eq!(keys(line), keys(&all[0]));
        let plies = line["plies"].as_array().unwrap();
        let (last, moves) = plies.split_last().unwrap();
        assert!(moves.iter().all(|ply| ply["move"].is_string() && ply["turned"].is_string()));
        assert_eq!(keys(last), ["key"]);
    }
    // A file of its own that is there is not replaced, nor read.
    let again = dapu(home, &["convert", "games", "games.jsonl"]);
    assert_eq!(again.code, 2, "{}", again.err);
    let run = dapu(home, &["convert", "games", "games/all.jsonl", "-q"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(fs::read_to_string(home.join("games/all.jsonl")).unwrap(), file);
}

#[test]
fn lines_say_what_the_record_says() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let mut keys = JsonKeys::default();
    for kind in Game::ALL {
        let folder = sample(kind.name());
        let run = dapu(
            home,
            &["convert".as_ref(), folder.as_os_str(), "--to".as_ref(), "jsonl".as_ref()],
        );
        keys.add(&run.out);
    }
    keys.assert_documented(20);
    let csa = "V2.2\nN+一\nN-二\n$EVENT:E\n$START_TIME:2003/05/01\nPI\n+\n+7776FU\nT3\n-3334FU\n'** 20\nT2\n%TORYO\nT1\n";
    fs::write(home.join("a.csa"), csa).unwrap();
    let line = &lines(&dapu(home, &["convert", "a.csa", "--to", "jsonl"]).out)[0];
    for (key, value) in [
        ("game", "shogi".into()),
        ("first", "一".into()),
        ("date", "2003-05-01".into()),
        ("year", 2003.into()),
        ("result", "0-1".into()),
        ("end", "resign".into()),
        ("komi", Value::Null),
        ("start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".into()),
    ] {
        assert_eq!(line[key], value, "{key}");
    }
    let start = Position::Shogi(dapu::game::shogi::Position::initial());
    let key = format!("{:016x}", start.canonical().0);
    assert_eq!(
        line["plies"][0],
        serde_json::json!({"key": key, "move": "7g7f", "turned": "7g7f", "spent": 3})
    );
    assert_eq!(line["plies"][1]["cp"], 20);
    let shown = dapu(home, &["show", "a.csa:0", "--json"]).fine();
    assert_eq!(lines(&shown)[0]["key"].as_str(), Some(&*key));
    // What is left out is told.
    let sgf = "(;GM[1]SZ[9]AB[cc]PL[W];W[ee]C[here](;B[gg])(;B[cg]))";
    fs::write(home.join("b.sgf"), sgf).unwrap();
    let run = dapu(home, &["convert", "b.sgf", "--to", "jsonl"]);
    assert!(
        run.err.contains("not kept in jsonl: 1 comment (first: move 1 \"here\"), 1 variation"),
        "{}",
        run.err
    );
    let line = &lines(&run.out)[0];
    assert!(line["start"].as_str().unwrap().contains("AB[cc]"), "{line}");
    assert_eq!(line["plies"].as_array().unwrap().len(), 3);
}

/// The blocks of SQL in the document for other databases.
fn statements() -> Vec<String> {
    let document = text("docs/libraries.md");
    let (_, others) = document.split_once("## Other databases").unwrap();
    let blocks = others.split("```sql\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

fn library(home: &Path) {
    let written = games(Game::Xiangqi, 300, &mut Random(13));
    archive::write(&home.join("games"), Game::Xiangqi, &written, 50);
    dapu(home, &["convert", "games", "games.jsonl", "-q"]).fine();
}

/// The games by move from the initial position, as a database and as dapu count them. A database knows nothing of twins.
fn compare(home: &Path, rows: &str) {
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows.lines() {
        let fields: Vec<&str> = row.split('|').collect();
        *counted.entry(fields[1].to_owned()).or_default() += fields[2].parse::<u64>().unwrap();
    }
    let mut of_dapu: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines(&fs::read_to_string(home.join("games.jsonl")).unwrap()) {
        *of_dapu.entry(line["plies"][0]["turned"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!(counted, of_dapu);
    assert!(counted.len() > 1);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let stats = lines(&dapu(home, &["stats", "--position", start, "games", "--json"]).fine());
    assert_eq!(stats.len(), counted.len());
    let games: u64 = stats.iter().map(|row| row["games"].as_u64().unwrap()).sum();
    let all: u64 = counted.values().sum();
    // One in fifty stands twice.
    assert!(games <= all && all <= games + 6, "{games} of {all}");
}

#[test]
#[cfg_attr(not(has = "duckdb"), ignore = "needs duckdb for python3")]
fn duckdb_understands_the_statements_of_the_document() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home);
    let [parquet, query, _] = &statements()[..] else { panic!("three statements") };
    let script = format!(
        "import duckdb\nduckdb.sql('''{parquet}''')\nfor row in duckdb.sql('''{query}''').fetchall():\n    print(*row, sep='|')\n"
    );
    let python = std::env::var("DAPU_PYTHON").unwrap_or("python3".to_owned());
    let run = finish(Command::new(python).arg("-c").arg(script).current_dir(home), b"");
    compare(home, &run.fine());
}

#[test]
#[cfg_attr(not(has = "clickhouse"), ignore = "needs clickhouse")]
fn clickhouse_understands_the_statement_of_the_document() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    library(home);
    let statement = statements().pop().unwrap();
    let mut command = Command::new("clickhouse");
    command.args([
        "local",
        "--format_csv_delimiter",
        "|",
        "--query",
        &format!("{statement} FORMAT CSV"),
    ]);
    let run = finish(command.current_dir(home), b"");
    compare(home, &run.out.replace('"', ""));
}
