//! Conversions between all formats of a game: what each loses, and that none loses a move.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dapu::files::load;
use dapu::files::load::LoadOptions;
use dapu::format::{FORMATS, Format, Loaded, LossKind, Losses, WriteOptions, count};
use dapu::game::Game;
use dapu::record::Note;

use crate::common::export::Export;
use crate::common::program::{dapu, finish, program, sample};
use crate::common::readme::{JsonKeys, hold};

/// A record of each game with everything that one can hold.
const RICH: [(Game, &str); 3] = [
    (Game::Xiangqi, "xiangqi/rich.pgn"),
    (Game::Shogi, "shogi/rich.kif"),
    (Game::Go, "go/rich.sgf"),
];

/// The formats into which a game can be written.
fn targets(game: Game) -> impl Iterator<Item = &'static Format> {
    let holds = move |format: &&Format| format.games.contains(&game) && format.write.is_some();
    FORMATS.iter().filter(holds)
}

fn open(path: &Path) -> Option<Loaded> {
    load::load(path, LoadOptions::default()).ok()
}

/// The moves of the mainline of each game, as JSON has them.
fn mainlines(loaded: &Loaded) -> impl Iterator<Item = Vec<String>> {
    (0..loaded.games().len()).map(|game| crate::common::moves(loaded, game))
}

/// Converts every game of a file with the program; returns the games of the files that it writes, and the losses that it
/// reports.
fn convert(from: &Path, to: &Format) -> (Vec<Loaded>, String) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join(format!("out.{}", to.extensions[0]));
    let words = ["convert".as_ref(), from.as_os_str(), out.as_os_str()];
    let options = ["--all", "--to", to.name].map(AsRef::as_ref);
    let run = dapu(home.path(), &[&words[..], &options].concat());
    assert_eq!((run.code, &*run.out), (0, ""), "{} to {}: {}", from.display(), to.name, run.err);
    let mark = format!(": not kept in {}: ", to.name);
    let lost = run.err.lines().find_map(|line| line.split_once(&mark));
    let mut files = Vec::new();
    crate::common::files_below(home.path(), &mut files);
    let written = files.iter().filter(|_| to.read.is_some()).map(|file| open(file).unwrap());
    (written.collect(), lost.map_or(String::new(), |(_, lost)| lost.to_owned()))
}

/// What is lost when every game of a file is converted. The program must say the same, and no move may be lost.
fn losses(from: &Path, loaded: &Loaded, to: &'static Format) -> (Vec<Loaded>, Losses) {
    let options = WriteOptions::default();
    let mut losses = Losses::default();
    for game in 0..loaded.games().len() {
        let records = [loaded.game(game).unwrap()];
        let export = Export { source: loaded, records: &records, options: &options };
        losses.merge(&export.write(to).unwrap().losses);
    }
    let (written, reported) = convert(from, to);
    assert_eq!(reported, format!("{losses:#}"), "{} to {}", from.display(), to.name);
    if to.read.is_some() {
        let moves: Vec<_> = written.iter().flat_map(mainlines).collect();
        assert!(mainlines(loaded).eq(moves), "{} to {}", from.display(), to.name);
    }
    (written, losses)
}

/// The kind of what a format without variations loses; the program reports only where each begins.
const OFF_MAINLINE: &str = "move of a variation";

/// How much a file has of each kind of what can be lost.
fn contents(loaded: &Loaded) -> BTreeMap<String, usize> {
    let mut contents = BTreeMap::new();
    for game in 0..loaded.games().len() {
        let record = loaded.game(game).unwrap();
        let tree = &record.tree;
        let off = tree.ids().filter(|node| tree.mv(*node).is_some() && !tree.on_mainline(*node));
        let notes = || tree.ids().flat_map(|node| tree.notes(node));
        // The time before an ending is lost as a clock.
        let late = notes().filter(|note| matches!(note, Note::End(end) if end.clock.is_some()));
        let notes = notes()
            .filter_map(|note| Some(LossKind::of(note)?.noun()))
            .chain(late.map(|_| "clock"));
        let unknown = record.headers.entries().iter().filter(|entry| entry.is_unknown()).count();
        let headers = record.headers.known().count() + unknown;
        let nouns = off.map(|_| OFF_MAINLINE).chain(notes);
        for noun in nouns.chain(std::iter::repeat_n("header", headers)) {
            *contents.entry(noun.to_owned()).or_default() += 1;
        }
    }
    contents
}

/// What the rich record of a game has, and what each format loses of it, by kind.
fn table_of_kinds(game: Game, rich: &str) -> String {
    let path = sample(rich);
    let loaded = open(&path).unwrap();
    let had = contents(&loaded);
    let mut kinds: BTreeMap<String, Vec<usize>> =
        had.keys().map(|kind| (kind.clone(), Vec::new())).collect();
    for (column, to) in targets(game).enumerate() {
        let (written, losses) = losses(&path, &loaded, to);
        let off = |loaded: &Loaded| contents(loaded).get(OFF_MAINLINE).copied().unwrap_or(0);
        // JSON, which is not read, holds everything.
        let kept: usize = written.iter().map(off).sum();
        let off = if to.read.is_some() { off(&loaded) - kept } else { 0 };
        let lost = losses.iter().map(|(kind, loss)| (kind, loss.count));
        for (kind, count) in lost.chain([(OFF_MAINLINE, off)]) {
            if kind != "variation" {
                let counts = kinds.entry(kind.to_owned()).or_default();
                counts.resize(column, 0);
                counts.push(count);
            }
        }
    }
    let names: Vec<&str> = targets(game).map(|format| format.name).collect();
    let heads = names.join(" | to ");
    let lines = "---|".repeat(names.len() + 2);
    let mut table = format!("| `{rich}` | has | to {heads} |\n|{lines}\n");
    for (kind, mut counts) in kinds {
        counts.resize(names.len(), 0);
        let had = had.get(&kind).copied().unwrap_or(0);
        let plural = count(2, &kind);
        let kind = plural.trim_start_matches("2 ");
        let cells = [had].into_iter().chain(counts).map(|count| match count {
            0 => "-".to_owned(),
            count => count.to_string(),
        });
        table.push_str(&format!("| {kind} | {} |\n", cells.collect::<Vec<_>>().join(" | ")));
    }
    table
}

/// What is lost of each other sample of a game in each format.
fn table_of_samples(game: Game, rich: &str) -> String {
    let names: Vec<&str> = targets(game).map(|format| format.name).collect();
    let heads = names.join(" | to ");
    let lines = "---|".repeat(names.len() + 1);
    let mut table = format!("| `samples/{}` | to {heads} |\n|{lines}\n", game.name());
    let mut paths = Vec::new();
    crate::common::files_below(&sample(game.name()), &mut paths);
    for path in paths.into_iter().filter(|path| *path != sample(rich)) {
        // A book holds no game.
        let Some(loaded) = open(&path) else { continue };
        let mut cells = vec![format!("`{}`", path.file_name().unwrap().display())];
        for to in targets(game) {
            let (_, losses) = losses(&path, &loaded, to);
            cells.push(if losses.is_empty() { "-".to_owned() } else { losses.to_string() });
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

#[test]
fn every_conversion_loses_what_the_documents_say() {
    let of_kinds = RICH.map(|(game, rich)| table_of_kinds(game, rich));
    let of_samples = RICH.map(|(game, rich)| table_of_samples(game, rich));
    // JSON holds everything.
    for line in of_kinds.iter().chain(&of_samples).flat_map(|table| table.lines().skip(2)) {
        assert!(line.ends_with("| - |"), "{line}");
    }
    hold("kinds", &of_kinds.join("\n"));
    hold("conversions", &of_samples.join("\n"));
}

/// Conversion and back again, from each format that is written to each other: no move of a mainline is lost on the way.
#[test]
fn no_pair_of_formats_loses_a_move() {
    for (game, rich) in RICH {
        let rich = sample(rich);
        let moves: Vec<_> = mainlines(&open(&rich).unwrap()).collect();
        for from in targets(game).filter(|format| format.read.is_some()) {
            let options = WriteOptions::default();
            let written = convert(&rich, from).0;
            for to in targets(game).filter(|format| format.read.is_some()) {
                let mut kept = Vec::new();
                for loaded in &written {
                    for game in 0..loaded.games().len() {
                        let records = [loaded.game(game).unwrap()];
                        let export =
                            Export { source: loaded, records: &records, options: &options };
                        let bytes = export.write(to).unwrap().bytes;
                        let name = format!("out.{}", to.extensions[0]);
                        kept.extend(mainlines(&crate::common::read(&bytes, &name).unwrap()));
                    }
                }
                assert_eq!(kept, moves, "{} to {}", from.name, to.name);
            }
        }
    }
}

#[test]
fn every_json_key_is_documented() {
    let home = tempfile::tempdir().unwrap();
    let mut keys = JsonKeys::default();
    for game in Game::ALL {
        for file in fs::read_dir(sample(game.name())).unwrap() {
            let path = file.unwrap().path();
            let arguments =
                ["convert".as_ref(), path.as_os_str(), "--to".as_ref(), "json".as_ref()];
            keys.add(&dapu(home.path(), &arguments).out);
        }
    }
    let book = "samples/xiangqi/opening.obk";
    for command in [
        &["show", "samples"][..],
        &["read", "samples", "--positions=50"],
        &["info", "samples"],
        &["check", "samples", "tests"],
        &["find", "--text", "a", "samples"],
        &["find", "--position", "samples/go/lesson.sgf:1", "samples"],
        &["stats", "--position", "samples/go/lesson.sgf:1", "samples"],
        &["stats", "--position", "samples/xiangqi/xianrenzhilu.xqf:1", "samples"],
        &["stats", "--position", "samples/xiangqi/xianrenzhilu.xqf:1", "samples", "--games"],
        &["book", book, "samples/xiangqi/xianrenzhilu.xqf:1"],
        &["book", book, "--stats"],
        &["formats"],
        &["config"],
    ] {
        let mut program = program(home.path());
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let run = finish(program.current_dir(project).args([command, &["--json"]].concat()), b"");
        keys.add(&run.out);
    }
    keys.assert_documented(80);
}
