//! Round trips through every format in `FORMATS` that is written, of random records and every record of the corpus:
//! nothing is lost but what the writer reports.

mod difference;
mod random;

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use dapu::format;
use dapu::format::FORMATS;
use dapu::format::Format;
use dapu::format::Holds;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::game::Game;
use dapu::record::Record;
use dapu::text::Source;
use dapu::text::encoding_by_label;

use crate::common::export::Export;
use difference::difference;

/// The formats that are both read and written.
fn formats(game: Game) -> impl Iterator<Item = &'static Format> {
    let both = FORMATS.iter().filter(|format| format.read.is_some() && format.write.is_some());
    both.filter(move |format| format.games.contains(&game))
}

/// Writes a record, reads it back, and returns the differences; `None` if the format cannot hold it at all.
fn fault(record: &Record, format: &'static Format, options: &WriteOptions) -> Option<String> {
    let source = Loaded::one(format::by_name("json").unwrap(), None, record.clone());
    let records = [source.game(0).unwrap()];
    let export = Export { source: &source, records: &records, options };
    let written = export.write(format).ok()?;
    let name = format!("record.{}", format.extensions[0]);
    let source = Source::new(&written.bytes, &name).with_encoding(options.encoding);
    let loaded = match format::read(&source) {
        Ok(loaded) => loaded,
        Err(error) => return Some(format!("is not read back: {error}")),
    };
    if loaded.format.name != format.name && loaded.format.extensions != format.extensions {
        return Some(format!("is taken for {}", loaded.format.name));
    }
    if loaded.games().len() != 1 {
        return Some(format!("has {} games", loaded.games().len()));
    }
    let again = loaded.game(0).unwrap();
    difference(record, &again, &written.losses)
}

fn versions(format: &Format) -> Vec<WriteOptions> {
    let named =
        |name: &str| WriteOptions { version: Some(name.to_owned()), ..WriteOptions::default() };
    let mut options = vec![WriteOptions::default()];
    match format.name {
        "pgn" => options.extend(["wxf", "iccs"].map(named)),
        "manual" => options.push(named("compact")),
        "xqf" => options.push(named("1.0")),
        _ => {}
    }
    options
}

/// The same, also in the encodings used for xiangqi.
fn versions_and_encodings(format: &Format) -> Vec<WriteOptions> {
    let encoded = |label: &str| WriteOptions {
        encoding: encoding_by_label(label),
        ..WriteOptions::default()
    };
    let mut options = versions(format);
    if ["pgn", "dhtmlxq", "manual"].contains(&format.name) {
        options.extend(["gb18030", "big5", "utf-16le"].map(encoded));
    }
    options
}

fn check(
    record: &Record,
    what: &str,
    options: fn(&Format) -> Vec<WriteOptions>,
    faults: &mut Vec<String>,
) {
    for format in formats(record.game()) {
        for options in options(format) {
            if let Some(fault) = fault(record, format, &options) {
                let version = options.version.unwrap_or_default();
                let encoding = options.encoding.map_or("", |encoding| encoding.name());
                faults.push(format!("{what} as {} {version}{encoding}: {fault}", format.name));
            }
        }
    }
}

#[test]
fn random_records_survive_but_for_reported_losses() {
    let mut faults = Vec::new();
    let mut tried = BTreeMap::new();
    for game in Game::ALL {
        for seed in 0..150 {
            let record = random::record(game, seed);
            let what = format!("{game} {seed}");
            check(&record, &what, versions_and_encodings, &mut faults);
        }
        tried.insert(game, formats(game).count());
    }
    println!("formats by game: {tried:?}");
    assert!(tried[&Game::Xiangqi] >= 4);
    assert!(faults.is_empty(), "{}", report(&faults));
}

#[test]
fn every_sample_survives_in_every_format_but_for_reported_losses() {
    let mut faults = Vec::new();
    let mut read = BTreeSet::new();
    for game in Game::ALL {
        let folder = format!("{}/samples/{}", env!("CARGO_MANIFEST_DIR"), game.name());
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let Some(loaded) = load(&path) else { continue };
            read.insert(loaded.format.name);
            for (number, record) in games(&loaded).iter().take(SPARSE).enumerate() {
                let what = format!("{}, game {}", path.display(), number + 1);
                check(record, &what, versions, &mut faults);
            }
        }
    }
    assert!(faults.is_empty(), "{}", report(&faults));
    let mut readable = FORMATS.iter().filter(|format| format.read.is_some());
    // Its samples are those of KI2 in another encoding.
    let lacking = readable.find(|format| format.name != "ki2u" && !read.contains(format.name));
    assert!(lacking.is_none(), "no sample of {lacking:?}");
}

fn report(faults: &[String]) -> String {
    let shown: Vec<&str> = faults.iter().take(20).map(String::as_str).collect();
    format!("{} faults, such as\n{}", faults.len(), shown.join("\n"))
}

/// Of a file with very many games, only every so many are tried.
const SPARSE: usize = 40;

/// Every record of a folder of the corpus, except files whose names begin like this.
fn check_corpus(folder: &str, left_out: &[&str], least: usize) {
    let corpus = common::corpus(folder);
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut lines = index.lines().map(|line| line.split('\t'));
    let column = lines.next().unwrap().position(|name| ["path", "input"].contains(&name));
    let paths = lines.filter_map(|mut fields| fields.nth(column.unwrap()));
    let paths = paths
        .filter(|path| !left_out.iter().any(|start| path.starts_with(start)))
        .filter(|path| corpus.join(path).is_file());
    let (mut faults, mut records) = (Vec::new(), 0);
    for path in paths {
        let games = load(&corpus.join(path)).map_or_else(Vec::new, |loaded| games(&loaded));
        let step = if games.len() > 500 { SPARSE } else { 1 };
        for (number, record) in games.iter().enumerate().step_by(step) {
            let what = format!("{path}, game {}", number + 1);
            check(record, &what, versions, &mut faults);
            records += 1;
        }
    }
    println!("{records} records");
    assert!(faults.is_empty(), "{}", report(&faults));
    assert!(records > least, "{records}");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_xiangqi_record_of_the_corpus_survives_a_round_trip() {
    // Some have impossible boards, which the manual reads upside down.
    check_corpus("xiangqi", &["synthetic_damaged"], 300);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_shogi_record_of_the_corpus_survives_a_round_trip() {
    check_corpus("shogi", &[], 250);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_go_record_of_the_corpus_survives_a_round_trip() {
    check_corpus("go", &[], 250);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_case_survives_a_round_trip() {
    check_corpus("cases/xiangqi", &[], 30);
    check_corpus("cases/shogi_go", &[], 30);
}

/// The file, if it can be read.
fn load(path: &Path) -> Option<Loaded> {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    format::read(&Source::new(&bytes, name)).ok()
}

fn games(loaded: &Loaded) -> Vec<Arc<Record>> {
    (0..loaded.games().len()).filter_map(|game| loaded.game(game).ok()).collect()
}

#[test]
fn each_format_holds_what_its_table_claims() {
    for game in Game::ALL {
        let record = random::full_record(game);
        let written = FORMATS.iter().filter(|format| format.write.is_some());
        for format in written.filter(|format| format.games.contains(&game)) {
            let source = Loaded::one(format::by_name("json").unwrap(), None, record.clone());
            let export = Export {
                source: &source,
                records: &[source.game(0).unwrap()],
                options: &WriteOptions::default(),
            };
            let losses = export.write(format).unwrap().losses;
            let keeps = |kind| losses.iter().all(|(other, _)| other != kind);
            let kept = Holds {
                variations: keeps("variation"),
                comments: keeps("comment"),
                clocks: keeps("clock") || keeps("remaining time"),
                ..format.holds
            };
            assert_eq!(format.holds, kept, "{}: {losses}", format.name);
        }
    }
}
