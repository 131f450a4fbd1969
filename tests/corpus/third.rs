//! Files of further sources that were read wrong once, with what must hold of each: the folder `cases/third` of the corpus.

use std::collections::BTreeSet;
use std::fs;

use dapu::format::{Loaded, ReadError};
use serde_json::Value;

use crate::common;
use crate::corpus::cases::{compare_game, depths, mainline};

/// Cases not read correctly. A listed case that is read correctly fails the test: remove it.
const NOT_YET: &[&str] = &[];

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// One ply cannot be read. All before it are there, and nothing after it is played by the other side.
fn compare_around_unread(line: &[String], whole: &[&str], unread: usize) -> Option<String> {
    let known = line.iter().all(|mv| whole.contains(&&**mv));
    let black_follows = line.iter().any(|mv| *mv == whole[unread]);
    let before = line.iter().zip(whole).take(unread - 1).all(|(one, other)| one == other);
    (!known || !before || !black_follows).then(|| format!("plays {line:?}"))
}

/// What a key of an expected game demands, if the game does not hold it.
fn compare_key(loaded: &Loaded, game: &Value, key: &str, wanted: &Value) -> Option<String> {
    let line = mainline(game);
    let nodes = game["nodes"].as_array().unwrap();
    let comment_of = |key: &str| {
        let number = key.split('_').nth(if key.starts_with("comment_at") { 2 } else { 1 })?;
        Some(nodes[number.parse::<usize>().ok()?]["comment"].as_str().unwrap_or("").to_owned())
    };
    match key {
        "end" => {
            let end = nodes.iter().find_map(|node| node["end"].as_str());
            (end != wanted.as_str()).then(|| format!("ends with {end:?}"))
        }
        "start" | "headers" | "nodes" | "note" | "main_line_at_least" => None,
        "main_line" => (line != strings(wanted)).then(|| format!("plays {line:?}")),
        "main_line_one_of" => {
            let lines = wanted.as_array().unwrap();
            (!lines.iter().any(|wanted| line == strings(wanted))).then(|| format!("plays {line:?}"))
        }
        "same_as" => compare_around_unread(&line, &strings(wanted), 9),
        "moves" => match wanted.as_u64() {
            Some(count) => (line.len() as u64 != count).then(|| format!("{} moves", line.len())),
            None => (line != strings(wanted)).then(|| format!("plays {line:?}")),
        },
        "setup" => {
            let setup = &nodes[0]["setup"];
            let wrong = |side: &str| {
                strings(&setup[side]).len() as u64 != wanted[side].as_u64().unwrap_or(0)
            };
            (wrong("black") || wrong("white")).then(|| format!("sets up {setup}"))
        }
        "variations_at_ply" => {
            let later = |number: &usize| {
                let parent = &nodes[*number]["parent"];
                nodes[..*number].iter().skip(1).any(|node| node["parent"] == *parent)
            };
            let depths = depths(game);
            let mut plies: Vec<u64> =
                (1..nodes.len()).filter(later).map(|number| depths[number] as u64).collect();
            plies.sort_unstable();
            let wanted: Vec<u64> =
                wanted.as_array().unwrap().iter().filter_map(Value::as_u64).collect();
            (plies != wanted).then(|| format!("branches at {plies:?}"))
        }
        "after_jkf_round_trip" => {
            let jkf = common::write_all(loaded, "jkf").bytes;
            let again = common::json(&common::read(&jkf, "again.jkf").unwrap());
            let mv = mainline(&again["games"][0])[47].clone();
            (mv != *wanted).then(|| format!("is {mv} when written and read"))
        }
        "move_48" => (line[47] != *wanted).then(|| format!("plays {}", line[47])),
        _ if key.starts_with("comment_") => {
            let comment = comment_of(key)?;
            let wanted = wanted.as_str().unwrap();
            (!comment.contains(wanted)).then(|| format!("{key} is {comment:?}"))
        }
        _ => Some(format!("{key} is unknown to the test")),
    }
}

pub(crate) fn judge(loaded: &Loaded, expected: &Value) -> Option<String> {
    let json = common::json(loaded);
    let games = json["games"].as_array().unwrap();
    if let Some(line) = expected["convert to csa"].as_str() {
        let csa = common::write_all(loaded, "csa").bytes;
        return (!String::from_utf8_lossy(&csa).lines().any(|one| one == line))
            .then(|| "not written so".to_owned());
    }
    if let Some(number) = expected["games"].as_u64() {
        let warned =
            expected["or"] == "a warning" && !json["warnings"].as_array().unwrap().is_empty();
        return (games.len() as u64 != number && !warned).then(|| format!("{} games", games.len()));
    }
    let wanted = expected["games"].as_array().unwrap();
    if games.len() != wanted.len() {
        return Some(format!("{} games, not {}", games.len(), wanted.len()));
    }
    let fault = games.iter().zip(wanted).find_map(|(game, wanted)| {
        let mut keys = wanted.as_object().unwrap().iter();
        compare_game(game, wanted)
            .or_else(|| keys.find_map(|(key, value)| compare_key(loaded, game, key, value)))
    });
    fault.or_else(|| {
        let variations = expected["variations"].as_object()?;
        let moves: BTreeSet<&str> =
            games[0]["nodes"].as_array()?.iter().filter_map(|node| node["move"].as_str()).collect();
        let missing = variations.values().flat_map(strings).find(|mv| !moves.contains(mv))?;
        Some(format!("the variation's {missing} is missing"))
    })
}

/// Compares the files of a folder with what is expected of them, except those that are known to be read wrong.
pub(crate) fn compare_folder(folder: &str, known: &[&[&str]], judge: Judge) {
    let mut failed = Vec::new();
    let mut read = 0;
    let mut open: BTreeSet<&str> = known.concat().into_iter().collect();
    for game in ["xiangqi", "shogi_go"] {
        let folder = common::corpus(&format!("cases/{folder}/{game}"));
        let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
        for name in index.lines().skip(1).filter_map(|line| line.split('\t').next()) {
            read += 1;
            let expected = fs::read(folder.join(format!("{name}.expected.json"))).unwrap();
            let expected: Value = serde_json::from_slice(&expected).unwrap();
            let loaded = common::read(&fs::read(folder.join(name)).unwrap(), name);
            match (judge(loaded, &expected), open.remove(name)) {
                (Some(fault), false) => failed.push(format!("{name}: {fault}")),
                (None, true) => failed.push(format!("{name} is read well: take it off the list")),
                (Some(_), true) | (None, false) => {}
            }
        }
    }
    println!("{read} cases, {} of them not yet", known.concat().len());
    assert!(open.is_empty() || read == 0, "no such cases: {open:?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// What is wrong with a file as read.
type Judge = fn(Result<Loaded, ReadError>, &Value) -> Option<String>;

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn files_of_further_sources_are_read_as_expected() {
    compare_folder("third", &[NOT_YET], |loaded, expected| match loaded {
        Ok(loaded) => judge(&loaded, expected),
        Err(error) => Some(error.to_string()),
    });
}
