//! Files that other readers get wrong, with the correct result: the folder `cases` of the corpus.

use std::collections::BTreeSet;

use dapu::format::Loaded;
use serde_json::Value;

use crate::common;

/// Cases not read correctly. A listed case that is read correctly fails the test: remove it.
const NOT_YET: &[&str] = &[
    // Made by hand. The second version of `movelist` is refused by name, as no real file of it is known.
    "dhtmlxq_v2_movelist.ubb",
];

/// A file with its expected result.
struct Case {
    name: String,
    bytes: Vec<u8>,
    expected: Value,
}

fn cases(game: &str) -> Vec<Case> {
    let folder = common::corpus(&format!("cases/{game}"));
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let names = index.lines().skip(1).filter_map(|line| line.split('\t').nth(1));
    let case = |name: &str| Case {
        name: name.to_owned(),
        bytes: std::fs::read(folder.join(name)).unwrap(),
        expected: {
            let text = std::fs::read(folder.join(format!("{name}.expected.json"))).unwrap();
            serde_json::from_slice(&text).unwrap()
        },
    };
    names.map(case).collect()
}

/// A node as it is compared: the moves that lead to it, how it ends, and the comment. Siblings may have any order.
type Node = (String, Vec<String>, Option<String>);

fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(word) => vec![word.clone()],
        Value::Array(all) => all.iter().flat_map(words).collect(),
        _ => Vec::new(),
    }
}

/// The nodes of a tree, from parent, move, ending and comment of each. An ending on a node of its own is its parent's.
fn nodes(
    list: impl Iterator<Item = (Option<usize>, Option<String>, Vec<String>, Option<String>)>,
) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    for (parent, mv, ends, comment) in list {
        let parent = parent.and_then(|parent| places.get(parent).copied());
        if let (None, Some(parent), false) = (&mv, parent, ends.is_empty()) {
            places.push(parent);
            nodes[parent].1.extend(ends);
            if comment.is_some() {
                nodes[parent].2 = comment;
            }
            continue;
        }
        let before = parent.map_or("", |parent| &nodes[parent].0);
        let path = format!("{before}/{}", mv.as_deref().unwrap_or("?"));
        places.push(nodes.len());
        nodes.push((path, ends, comment));
    }
    for node in &mut nodes {
        node.1.sort();
    }
    nodes.sort();
    nodes
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().map(|number| number as usize)
}

fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The nodes of a game in dapu's JSON.
fn read_nodes(game: &Value) -> Vec<Node> {
    nodes(game["nodes"].as_array().unwrap().iter().map(|node| {
        let comment = words(&node["comment"]).join("\n");
        (
            index(&node["parent"]),
            text(&node["move"]),
            words(&node["end"]),
            Some(comment).filter(|text| !text.is_empty()),
        )
    }))
}

/// The nodes of a game in a case: `[parent, move, comment]` in xiangqi, `[parent, move, ending, {comment}]` otherwise.
fn expected_nodes(list: &[Value]) -> Vec<Node> {
    nodes(list.iter().map(|node| {
        let third = &node[2];
        let is_comment = third.as_str().is_some_and(|text| !text.is_ascii());
        let ends = if is_comment {
            Vec::new()
        } else {
            words(third).into_iter().filter(|word| !word.is_empty()).collect()
        };
        let comment = if is_comment { text(third) } else { text(&node[3]["comment"]) };
        (index(&node[0]), text(&node[1]), ends, comment)
    }))
}

/// How a game differs from the expected one.
pub(crate) fn compare_game(game: &Value, expected: &Value) -> Option<String> {
    let start = expected["start"].as_str().unwrap_or("");
    if !game["start"].as_str().unwrap().starts_with(start) {
        return Some(format!("starts from {}, not {start}", game["start"]));
    }
    for (key, value) in expected["headers"].as_object().into_iter().flatten() {
        if game["headers"][key] != *value {
            return Some(format!("{key} is {}, not {value}", game["headers"][key]));
        }
    }
    let list = expected["nodes"].as_array()?;
    let (mut read, wanted) = (read_nodes(game), expected_nodes(list));
    for ((_, _, comment), (_, _, wanted)) in read.iter_mut().zip(&wanted) {
        // Not every case lists the comments.
        if wanted.is_none() {
            *comment = None;
        }
    }
    let differs =
        |(one, other): (&Node, &Node)| (one != other).then(|| format!("{one:?}, not {other:?}"));
    let first = read.iter().zip(&wanted).find_map(differs);
    first.or_else(|| {
        (read.len() != wanted.len()).then(|| format!("{} nodes, not {}", read.len(), wanted.len()))
    })
}

fn compare_games(json: &Value, expected: &[Value]) -> Option<String> {
    let games = json["games"].as_array().unwrap();
    if games.len() != expected.len() {
        return Some(format!("{} games, not {}", games.len(), expected.len()));
    }
    let mut pairs = games.iter().zip(expected);
    pairs.find_map(|(game, expected)| compare_game(game, expected))
}

pub(crate) fn mainline(game: &Value) -> Vec<String> {
    let mut last = 0;
    let mut moves = Vec::new();
    for (number, node) in game["nodes"].as_array().unwrap().iter().enumerate().skip(1) {
        if index(&node["parent"]) == Some(last) {
            last = number;
            moves.extend(text(&node["move"]));
        }
    }
    moves
}

/// The ply of every node.
pub(crate) fn depths(game: &Value) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::new();
    for node in game["nodes"].as_array().unwrap() {
        depths.push(index(&node["parent"]).map_or(0, |parent| depths[parent] + 1));
    }
    depths
}

/// Special expectations of some cases.
fn compare_details(loaded: &Loaded, json: &Value, expected: &Value) -> Option<String> {
    let game = &json["games"][0];
    if expected["must_warn"] == Value::Bool(true) && json["warnings"].as_array().unwrap().is_empty()
    {
        return Some("no warning".to_owned());
    }
    if let Some(format) = expected["format"].as_str()
        && loaded.format.name != format
    {
        return Some(format!("taken for {}", loaded.format.name));
    }
    if let Some(line) = expected["main_line"].as_array().or(expected["moves"].as_array()) {
        let line: Vec<String> = line.iter().filter_map(text).collect();
        let read = mainline(game);
        if read != line {
            return Some(format!("plays {read:?}"));
        }
    }
    if let Some(result) = expected["result"].as_str()
        && game["headers"]["result"] != result
    {
        return Some(format!("result {}", game["headers"]["result"]));
    }
    expected["headers"].as_object()?;
    compare_game(game, expected)
}

/// What other programs do not accept in a file written by dapu.
fn compare_written(loaded: &Loaded, name: &str) -> Option<String> {
    let lost = |format| common::write_all(loaded, format).losses.is_empty();
    let text = |format| String::from_utf8(common::write_all(loaded, format).bytes).unwrap();
    match name {
        "default-loss.kifu" => {
            (lost("csa") || lost("jkf")).then(|| "the ending is lost in silence".to_owned())
        }
        "csa-to-jkf-total.csa" => {
            (!text("jkf").contains("\"total\"")).then(|| "no total".to_owned())
        }
        "json-clock-of-the-end.csa" => {
            let json: Value = serde_json::from_str(&text("json")).unwrap();
            let end = &json["games"][0]["nodes"][2];
            let times = [&end["clock"]["spent"], &end["end_clock"]["spent"]];
            (times != [2, 5]).then(|| format!("the times are {times:?}"))
        }
        // json-kifu-format accepts no other words after まで.
        _ if name.starts_with("kif-made-line") => {
            let written = text("kifu");
            let line = written.lines().find(|line| line.starts_with("まで"))?;
            let known =
                ["の勝ち", "で中断", "で持将棋", "で千日手", "詰", "の反則勝ち", "の反則負け"];
            let fits = known.iter().any(|word| line.ends_with(word))
                && !line.contains("入玉")
                && !line.contains("不戦");
            (!fits).then(|| line.to_owned())
        }
        _ => None,
    }
}

fn judge(case: &Case) -> Option<String> {
    let loaded = match common::read(&case.bytes, &case.name) {
        Ok(_) if case.expected == "refused" => return Some("it is read".to_owned()),
        Ok(loaded) => loaded,
        Err(_) if case.expected == "refused" => return None,
        Err(error) => return Some(error.to_string()),
    };
    let json = common::json(&loaded);
    let games = case.expected.as_array().or(case.expected["games"].as_array());
    let fault = games.and_then(|games| compare_games(&json, games));
    fault
        .or_else(|| compare_details(&loaded, &json, &case.expected))
        .or_else(|| compare_written(&loaded, &case.name))
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_case_is_read_as_expected() {
    let mut failed = Vec::new();
    let mut read = 0;
    let mut open: BTreeSet<&str> = NOT_YET.iter().copied().collect();
    for case in ["xiangqi", "shogi_go"].into_iter().flat_map(cases) {
        // Books are read by other tests.
        if case.name.ends_with(".yfk") {
            continue;
        }
        read += 1;
        match (judge(&case), open.remove(&*case.name)) {
            (Some(fault), false) => failed.push(format!("{}: {fault}", case.name)),
            (Some(_), true) | (None, false) => {}
            (None, true) => {
                failed.push(format!("{} is read well: take it off the list", case.name));
            }
        }
    }
    println!("{read} cases, {} of them not yet", NOT_YET.len());
    let gone: Vec<&str> = open.into_iter().filter(|_| read > 0).collect();
    assert!(gone.is_empty(), "no such cases: {gone:?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
