//! What people write, and files of further programs, that were read wrong once: the folder `cases/fourth` of the corpus.

use dapu::format::Loaded;
use serde_json::Value;

use crate::common;
use crate::corpus::cases::depths;
use crate::corpus::third::{compare_folder, judge};

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

/// What another program would not read in a text that is written, where one is expected.
fn compare_written(loaded: &Loaded, expected: &Value) -> Option<String> {
    let formats: Vec<&str> = ["kifu", "ki2", "ki2u"]
        .into_iter()
        .filter(|format| {
            let keys = expected.as_object().unwrap().keys();
            let names: Vec<&str> = keys.flat_map(|key| key.split(' ')).collect();
            names.contains(&"convert") && names.contains(format)
        })
        .collect();
    let odd = formats.iter().find_map(|format| {
        let text = String::from_utf8_lossy(&common::write_all(loaded, format).bytes).into_owned();
        let moves = text.lines().skip_while(|line| !line.starts_with(['▲', ' ', '1']));
        let is_known = |line: &str| {
            line.is_empty()
                || line.starts_with(['▲', '△', ' ', '*', '#', '&'])
                || line.starts_with("変化：")
                || line.starts_with("まで") && (line.ends_with("手の勝ち") || line.ends_with('詰'))
        };
        let signed = text.lines().find(|line| line.starts_with('#') && *format != "kifu");
        let odd = moves.into_iter().find(|line| !is_known(line));
        let odd = odd.or_else(|| signed.filter(|line| line.contains("version")));
        odd.map(|line| format!("{format}: {line:?}"))
    });
    odd.or_else(|| {
        let json = common::json(loaded);
        let game = &json["games"][0];
        let names = game["raw_headers"].to_string();
        let is_whole = expected["raw_headers"].is_null()
            || names.contains("PB")
                && names.contains("PW")
                && !game["nodes"][0]["comment"].is_null();
        let is_valued = expected["comment_at_0"].is_null() || game["nodes"][0]["eval"]["cp"] == 61;
        let is_told = !formats.is_empty()
            || expected["raw_headers"].is_string()
            || expected["comment_at_0"].is_string();
        if !is_told {
            return Some("not looked at yet".to_owned());
        }
        (!is_whole || !is_valued).then(|| format!("{names}, {}", game["nodes"][0]))
    })
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn what_people_write_is_read_as_expected() {
    compare_folder("fourth", &[], |loaded, expected| {
        let may_refuse = expected["or"].as_str().is_some_and(|or| or.starts_with("refused"));
        match loaded {
            Err(error) if expected["refused"] == true => (!error.to_string().contains("position"))
                .then(|| format!("refused without a reason: {error}")),
            Err(error) if !may_refuse => Some(error.to_string()),
            Err(error) => error.to_string().contains("that dapu knows").then(|| error.to_string()),
            Ok(_) if expected["refused"] == true => Some("it is read".to_owned()),
            Ok(loaded) if expected["games"].is_null() => compare_written(&loaded, expected),
            Ok(loaded) => {
                let is_prose = expected["games"][0]["nodes"].is_null();
                let fault = judge(&loaded, expected);
                fault.or_else(|| compare_variations(&loaded, expected).filter(|_| is_prose))
            }
        }
    });
}
