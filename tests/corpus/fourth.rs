//! What people write, and files of further programs, that were read wrong once: the folder `cases/fourth` of the corpus.

use dapu::format::Loaded;
use serde_json::Value;

use crate::common;
use crate::corpus::cases::depths;
use crate::corpus::third::{compare_folder, judge};

/// Files of programs that are not read correctly, or not written so that another program reads them. A listed case that
/// is read correctly fails the test: remove it.
const PROGRAMS: &[&str] = &[
    "csa-client-log-prefixed.txt",
    "csa-remark-to-kif.csa",
    "gogui-gtp-shell.txt",
    "gtp.log",
    "ishi-standard-format.go",
    "jkf-array.jkf",
    "ki2u-head-lines.kif",
    "kif-nyugyoku-to-ki2.kif",
    "kif-start-evaluation.kif",
    "link-share-board.txt",
    "lishogi-api.json",
    "logcat_pikafish140.log",
    "quoted-csa.txt",
    "senseis-diagram.txt",
    "sgf-cp1250.sgf",
    "sgf-in-json-escapes.json",
    "sgf-in-jsonl.jsonl",
    "sgf-koi8-r.sgf",
    "sgf-thai-swallows-brackets.sgf",
    "wars-receiveMove.txt",
    "xqr_sample.xqr",
];

/// How the variations of a game differ from the expected ones, which are by the ply of the first move: `12.2`.
fn compare_variations(loaded: &Loaded, expected: &Value) -> Option<String> {
    let json = common::json(loaded);
    let nodes = json["games"][0]["nodes"].as_array()?;
    let depths = depths(&json["games"][0]);
    let child = |parent: usize, mv: &Value| {
        (1..nodes.len())
            .find(|node| nodes[*node]["parent"] == parent && nodes[*node]["move"] == *mv)
    };
    let found = |ply: usize, moves: &[Value]| {
        let mut forks = (0..nodes.len()).filter(|node| depths[*node] + 1 == ply);
        forks.any(|fork| moves.iter().try_fold(fork, &child).is_some())
    };
    let branches = (1..nodes.len())
        .filter(|node| (1..*node).any(|other| nodes[other]["parent"] == nodes[*node]["parent"]))
        .count();
    let wanted = expected["variations"].as_object();
    if branches != wanted.map_or(0, serde_json::Map::len) {
        return Some(format!("{branches} variations"));
    }
    let mut wanted = wanted.into_iter().flatten();
    let missing = wanted.find(|(ply, moves)| {
        let ply = ply.split('.').next().and_then(|ply| ply.parse().ok());
        !found(ply.unwrap_or(0), moves.as_array().unwrap())
    })?;
    Some(format!("the variation at ply {} is missing", missing.0))
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn what_people_write_is_read_as_expected() {
    compare_folder("fourth", &[PROGRAMS], |loaded, expected| {
        let may_refuse = expected["or"].as_str().is_some_and(|or| or.starts_with("refused"));
        match loaded {
            Err(error) if expected["refused"] == true => (!error.to_string().contains("position"))
                .then(|| format!("refused without a reason: {error}")),
            Err(error) if !may_refuse => Some(error.to_string()),
            Err(error) => error.to_string().contains("that dapu knows").then(|| error.to_string()),
            Ok(_) if expected["refused"] == true => Some("it is read".to_owned()),
            Ok(_) if expected["games"].is_null() => Some("not looked at yet".to_owned()),
            Ok(loaded) => {
                let is_prose = expected["games"][0]["nodes"].is_null();
                let fault = judge(&loaded, expected);
                fault.or_else(|| compare_variations(&loaded, expected).filter(|_| is_prose))
            }
        }
    });
}
