//! Conversions between all formats of a game: what each loses, and that none loses a move.

use std::fs;
use std::path::{Path, PathBuf};

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::format::{FORMATS, Format};
use dapu::game::Game;

use crate::common::program::{dapu, sample};
use crate::common::readme::hold;

/// A record of each game with everything that one can hold.
const RICH: [(Game, &str); 3] = [
    (Game::Xiangqi, "xiangqi/bianzhao.xqf"),
    (Game::Shogi, "shogi/forks.jkf"),
    (Game::Go, "go/lesson.sgf"),
];

/// The sample of a read-only format.
fn read_only(format: &Format, game: Game) -> PathBuf {
    let extension = format.extensions[0];
    let folder = sample(game.name());
    let mut found = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    found
        .find(|path| path.extension().is_some_and(|found| found == extension))
        .unwrap_or_else(|| panic!("there is no sample of {}", format.name))
}

fn holds(format: &Format, game: Game) -> bool {
    format.games.contains(&game)
}

/// The moves of the mainline, as JSON has them.
fn mainline(path: &Path) -> Vec<String> {
    let loaded = load::load(path, LoadOptions::default()).unwrap();
    crate::common::moves(&loaded, 0)
}

/// Converts one file; returns the losses that the program reports.
fn convert(home: &Path, from: &Path, out: &Path, to: &Format) -> String {
    let arguments = [
        "convert".as_ref(),
        from.as_os_str(),
        out.as_os_str(),
        "--to".as_ref(),
        to.name.as_ref(),
        "--game".as_ref(),
        "1".as_ref(),
    ];
    let run = dapu(home, &arguments);
    assert_eq!((run.code, &*run.out), (0, ""), "{} to {}: {}", from.display(), to.name, run.err);
    let mark = format!(": not kept in {}: ", to.name);
    let lost = run.err.lines().filter_map(|line| line.split_once(&mark));
    let lost: Vec<String> = lost.map(|(_, losses)| without_examples(losses)).collect();
    lost.join(", ")
}

/// `2 comments (first: move 3 "…"), 1 clock (first: move 1)` without the text in parentheses.
fn without_examples(losses: &str) -> String {
    let mut parts = losses.split(" (first: ");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        let (_, rest) = part.split_once(')').unwrap();
        text + rest
    })
}

/// A file of each readable format, with as much of the rich record as it can hold; of read-only formats a sample.
fn sources(home: &Path, game: Game, rich: &Path) -> Vec<(&'static Format, PathBuf)> {
    let readable = FORMATS.iter().filter(|format| holds(format, game) && format.read.is_some());
    let source = |format: &'static Format| {
        if format.write.is_none() {
            return (format, read_only(format, game));
        }
        let path = home.join(format!("from-{}.{}", format.name, format.extensions[0]));
        convert(home, rich, &path, format);
        (format, path)
    };
    readable.map(source).collect()
}

fn table(game: Game, rich: &Path) -> String {
    let home = tempfile::tempdir().unwrap();
    let targets = || FORMATS.iter().filter(|format| holds(format, game) && format.write.is_some());
    let names: Vec<&str> = targets().map(|format| format.name).collect();
    let mut table = format!(
        "| {} from | to {} |\n|{}\n",
        game.name(),
        names.join(" | to "),
        "---|".repeat(names.len() + 1)
    );
    for (from, path) in sources(home.path(), game, rich) {
        let mut cells = vec![from.name.to_owned()];
        let moves = mainline(&path);
        assert!(moves.len() > 1, "{} has no moves", path.display());
        for to in targets() {
            let out = home.path().join(format!("{}-{}.{}", from.name, to.name, to.extensions[0]));
            let lost = convert(home.path(), &path, &out, to);
            if to.read.is_some() {
                assert_eq!(mainline(&out), moves, "{} to {}", from.name, to.name);
            }
            cells.push(if lost.is_empty() { "-".to_owned() } else { lost });
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

#[test]
fn every_conversion_loses_what_the_documents_say() {
    let tables = RICH.map(|(game, rich)| table(game, &sample(rich)));
    // JSON holds everything.
    for line in tables.iter().flat_map(|table| table.lines().skip(2)) {
        assert!(line.ends_with("| - |"), "{line}");
    }
    hold("conversions", &tables.join("\n"));
}

/// Adds the keys of an object and of its descendants, except where keys are headers, points or names from a file.
fn add_keys(value: &serde_json::Value, keys: &mut std::collections::BTreeSet<String>) {
    match value {
        serde_json::Value::Array(values) => values.iter().for_each(|value| add_keys(value, keys)),
        serde_json::Value::Object(object) => {
            for (key, value) in object {
                keys.insert(key.clone());
                if !["headers", "label", "props", "line_results"].contains(&&**key) {
                    add_keys(value, keys);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_json_key_is_documented() {
    let home = tempfile::tempdir().unwrap();
    let document = crate::common::readme::text("docs/json.md");
    let mut keys = std::collections::BTreeSet::new();
    for game in Game::ALL {
        for file in fs::read_dir(sample(game.name())).unwrap() {
            let path = file.unwrap().path();
            let arguments =
                ["convert".as_ref(), path.as_os_str(), "--to".as_ref(), "json".as_ref()];
            let run = dapu(home.path(), &arguments);
            if let Ok(json) = serde_json::from_str(&run.out) {
                add_keys(&json, &mut keys);
            }
        }
    }
    for command in [
        &["show", "samples"][..],
        &["read", "samples", "--positions=50"],
        &["info", "samples"],
        &["check", "samples", "tests"],
        &["find", "--text", "a", "samples"],
        &["find", "--position", "samples/go/lesson.sgf:1", "samples"],
    ] {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let run = dapu(project, &[command, &["--json"]].concat());
        for line in run.out.lines() {
            add_keys(&serde_json::from_str(line).unwrap(), &mut keys);
        }
    }
    assert!(keys.len() > 30, "{keys:?}");
    let unknown: Vec<_> =
        keys.iter().filter(|key| !document.contains(&format!("`{key}`"))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
