//! Every shogi file of the corpus, compared with trees from an independent reader.

use std::collections::BTreeMap;
use std::path::Path;

use dapu::format::Loaded;
use dapu::game::Position;
use dapu::record::{Clock, NodeId, Note, Record, Tree};
use dapu::text::Family;
use dapu::text::Source;
use serde_json::Value;

use crate::common;

/// Where dapu differs from the expected result: the path in the corpus, the difference, and who is right and why. A
/// listed difference that does not occur fails the test.
const KNOWN: &str = include_str!("shogi.tsv");

fn known() -> impl Iterator<Item = (String, String)> {
    let fields = |line: &str| {
        let mut fields = line.split('\t').map(str::to_owned);
        (fields.next().unwrap(), fields.next().unwrap())
    };
    KNOWN.lines().skip(1).map(fields)
}

/// Names of endings in the expected results.
const ENDINGS: [(&str, &str); 10] = [
    ("TORYO", "resign"),
    ("CHUDAN", "abort"),
    ("FUJITE", "abort"),
    ("SENNICHITE", "repetition"),
    ("JISHOGI", "jishogi"),
    ("TSUMI", "mate"),
    ("FUZUMI", "no_mate"),
    ("TIME_UP", "timeout"),
    ("ILLEGAL_ACTION", "illegal_win"),
    ("ILLEGAL_MOVE", "illegal_loss"),
];

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_file_of_the_corpus_reads_as_expected() {
    let corpus = common::corpus("shogi");
    let expected = std::fs::read(corpus.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_slice(&expected).unwrap();
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (path, format) = (fields[0], fields[2]);
        if format == "JKF" && dapu::format::by_name("jkf").is_none() {
            continue;
        }
        let differences = differences(&corpus, path, format, &expected[path]);
        *counts.entry(format).or_default() += 1;
        found.extend(differences.into_iter().map(|how| (path.to_owned(), how)));
    }
    println!("{counts:?}");
    let known: Vec<_> = known().collect();
    let unknown: Vec<_> = found.iter().filter(|one| !known.contains(one)).collect();
    let stale: Vec<_> = known.iter().filter(|one| !found.contains(one)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(stale.is_empty(), "{stale:#?}");
    assert!(counts["KIF"] > 100 && counts["KI2"] > 30);
}

fn differences(corpus: &Path, path: &str, format: &str, expected: &Value) -> Vec<String> {
    let bytes = std::fs::read(corpus.join(path)).unwrap();
    let loaded = match common::read(&bytes, path) {
        Ok(loaded) => loaded,
        Err(error) => return vec![format!("error: {error}")],
    };
    let mut differences = Vec::new();
    if !matches!(
        (format, loaded.format.name),
        ("KIF", "kif" | "kifu")
            | ("KI2", "ki2" | "ki2u")
            | ("CSA", "csa")
            | ("JKF", "jkf")
            | ("USI" | "SFEN" | "USF", "usi")
    ) {
        differences.push(format!("read as {}", loaded.format.name));
    }
    if expected.is_null() {
        return differences;
    }
    for warning in loaded.warnings() {
        if !warning.to_string().contains("is illegal") {
            differences.push(warning.to_string());
        }
    }
    compare_game(&loaded, expected, &mut differences);
    differences
}

fn compare_game(loaded: &Loaded, expected: &Value, differences: &mut Vec<String>) {
    let record = loaded.game(0).unwrap();
    let encoding = match expected["enc"].as_str().unwrap() {
        "ASCII" => "utf-8".to_owned(),
        name => name.trim_end_matches("+BOM").to_lowercase(),
    };
    if loaded.encoding.is_some_and(|ours| ours != encoding) {
        differences.push(format!("encoding {:?}, not {encoding}", loaded.encoding));
    }
    let Position::Shogi(start) = &record.start else {
        return differences.push("not shogi".to_owned());
    };
    let board = |sfen: &str| sfen.rsplit_once(' ').unwrap().0.to_owned();
    let (ours, theirs) = (start.sfen(1), expected["sfen"].as_str().unwrap());
    if board(&ours) != board(theirs) {
        differences.push(format!("starts from {ours}"));
    }
    if loaded.format.name.starts_with("ki") {
        let headers = record.headers.entries().iter();
        // A line of prose is kept, but is not a header.
        let headers = headers.filter(|header| !header.name().is_empty());
        let headers = headers.map(|header| serde_json::json!([header.name(), header.value()]));
        let headers = Value::Array(headers.collect());
        if headers != expected["headers"] {
            differences.push(format!("headers {headers}"));
        }
    }
    let mut line = Line { record: &record, differences };
    line.compare_notes(NodeId::ROOT, &expected["c0"], &expected["b0"], "start");
    line.compare(NodeId::ROOT, None, expected["moves"].as_array().unwrap(), "");
}

struct Line<'a> {
    record: &'a Record,
    differences: &'a mut Vec<String>,
}

impl Line<'_> {
    fn tree(&self) -> &Tree {
        &self.record.tree
    }

    fn differ(&mut self, at: &str, how: impl std::fmt::Display) {
        self.differences.push(format!("{at}: {how}"));
    }

    /// Compares the line after a node; `first` is the child that begins it, if not the first one.
    fn compare(&mut self, mut at: NodeId, mut first: Option<NodeId>, steps: &[Value], path: &str) {
        for (number, step) in steps.iter().enumerate() {
            let place = format!("{path}{}", number + 1);
            if step.get("s").is_some() {
                return self.compare_end(at, first, &steps[number..], &place);
            }
            let Some(child) = first.take().or_else(|| self.tree().first_child(at)) else {
                return self.differ(&place, format!("no {step}"));
            };
            let code = self.tree().mv(child).map(|mv| mv.code());
            if code.as_deref() != step["m"].as_str() {
                return self.differ(&place, format!("{code:?}, not {step}"));
            }
            self.compare_step(child, step, steps.get(number + 1), &place);
            let forks = step["f"].as_array().map_or(&[][..], |forks| forks);
            let is_main = self.tree().first_child(at) == Some(child);
            if is_main && self.tree().children(at).count() != forks.len() + 1 {
                let count = self.tree().children(at).count();
                self.differ(&place, format!("{} variations, not {}", count - 1, forks.len()));
            }
            self.compare_forks(at, forks, &place);
            at = child;
        }
        if let Some(more) = self.tree().first_child(at) {
            let code = self.tree().mv(more).map(|mv| mv.code());
            self.differ(&format!("{path}end"), format!("{code:?} behind it"));
        }
    }

    fn compare_forks(&mut self, at: NodeId, forks: &[Value], place: &str) {
        for (number, fork) in forks.iter().enumerate() {
            let steps = fork.as_array().unwrap();
            let begins = |child: &NodeId| {
                self.tree().mv(*child).map(|mv| mv.code()).as_deref() == steps[0]["m"].as_str()
            };
            let child = self.tree().children(at).find(begins);
            match child {
                Some(child) => {
                    self.compare(at, Some(child), steps, &format!("{place}/{}:", number + 1));
                }
                None => self.differ(place, format!("no variation {fork}")),
            }
        }
    }

    fn compare_end(&mut self, at: NodeId, first: Option<NodeId>, steps: &[Value], place: &str) {
        let word = steps[0]["s"].as_str().unwrap();
        let expected =
            ENDINGS.iter().find(|(theirs, _)| *theirs == word).map_or(word, |(_, ours)| ours);
        let node = first.unwrap_or(at);
        // Where more follows, the ending has a node of its own.
        let own = self.tree().first_child(node);
        let own = own.filter(|own| self.tree().mv(*own).is_none());
        let ending = self.tree().ending(own.unwrap_or(node));
        let ending = ending.map(|ending| ending.kind.name());
        if ending != Some(expected) {
            self.differ(place, format!("ends with {ending:?}, not {expected}"));
        }
        let forks = steps[0]["f"].as_array().map_or(&[][..], |forks| forks);
        self.compare_forks(at, forks, place);
        if steps.len() > 1 {
            self.differ(place, format!("more behind the end: {}", steps.len()));
        }
    }

    /// `next` is the next step: notes on an ending belong to the move before it here.
    fn compare_step(&mut self, node: NodeId, step: &Value, next: Option<&Value>, place: &str) {
        let lines = |step: &Value| step["c"].as_array().cloned().unwrap_or_default();
        let mut comments = lines(step);
        comments.extend(next.filter(|next| next.get("s").is_some()).into_iter().flat_map(lines));
        self.compare_notes(node, &Value::Array(comments), &step["b"], place);
        let clock = self.tree().notes(node).find_map(|note| match note {
            Note::Clock(Clock { spent, .. }) => *spent,
            _ => None,
        });
        let seconds = step["t"].as_f64().unwrap_or(0.0);
        if f64::from(clock.unwrap_or(0)) != (seconds * 1000.0).round() {
            self.differ(place, format!("time {clock:?}, not {seconds}"));
        }
        let fault = step["x"].as_str();
        let warning = self.tree().warning(node);
        if fault.is_some() != warning.is_some() {
            self.differ(place, format!("warning {warning:?}, not {fault:?}"));
        }
    }

    fn compare_notes(&mut self, node: NodeId, comments: &Value, bookmark: &Value, place: &str) {
        let lines = comments.as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        let expected: Vec<&str> = lines.collect();
        let ours: Vec<&str> = self.tree().notes(node).filter_map(comment).collect();
        if ours.join("\n") != expected.join("\n") {
            self.differ(place, format!("comment {ours:?}, not {expected:?}"));
        }
        let named = self.tree().notes(node).find_map(|note| match note {
            Note::Bookmark(name) => Some(&**name),
            _ => None,
        });
        if named != bookmark.as_str() {
            self.differ(place, format!("bookmark {named:?}"));
        }
    }
}

fn comment(note: &Note) -> Option<&str> {
    match note {
        Note::Comment(text) => Some(text),
        _ => None,
    }
}

/// The start and the nodes in dapu's JSON, reduced to what is compared.
fn nodes(loaded: &Loaded, without: &[&str]) -> Vec<Value> {
    let written = common::write_all(loaded, "json");
    let json: Value = serde_json::from_slice(&written.bytes).unwrap();
    let game = &json["games"][0];
    let mut nodes = game["nodes"].as_array().unwrap().clone();
    for node in &mut nodes {
        let node = node.as_object_mut().unwrap();
        without.iter().for_each(|key| {
            node.remove(*key);
        });
        for key in ["clock", "end_clock"] {
            let Some(Value::Object(clock)) = node.get_mut(key) else {
                continue;
            };
            clock.remove("total");
            // KIF counts whole seconds.
            if let Some(spent) = clock.get("spent").and_then(Value::as_f64) {
                clock.insert("spent".to_owned(), spent.floor().into());
            }
        }
    }
    nodes.insert(0, game["start"].clone());
    nodes
}

/// Calls a function for each file of the corpus that dapu reads in one of these formats.
fn for_each_file(formats: &[&str], mut visit: impl FnMut(&str, &[u8], &Loaded)) {
    let corpus = common::corpus("shogi");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut count = 0;
    for line in index.lines().skip(1) {
        let path = line.split('\t').next().unwrap();
        let bytes = std::fs::read(corpus.join(path)).unwrap();
        match common::read(&bytes, path) {
            Ok(loaded) if formats.contains(&loaded.format.name) => {
                count += 1;
                visit(path, &bytes, &loaded);
            }
            _ => {}
        }
    }
    assert!(count > 10);
}

/// What KI2 cannot hold on a node.
const KI2_LACKS: &[&str] = &["clock", "end_clock", "end_text", "remarks"];

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn trees_survive_a_round_trip() {
    let mut faults = Vec::new();
    let mut again = |path: &str, loaded: &Loaded, format: &str, without: &[&str]| {
        let written = common::write_all(loaded, format);
        // KI2 has one sentence about the ending. Prose above the moves becomes a comment.
        let is_reported = |kind: &str| matches!(kind, "ending" | "summary" | "header");
        if written.losses.iter().any(|(kind, _)| is_reported(kind)) {
            return;
        }
        let second = common::read(&written.bytes, &format!("again.{format}")).unwrap();
        assert_eq!(second.format.name, format, "{path}");
        let (before, after) = (nodes(loaded, without), nodes(&second, without));
        let differs = before.iter().zip(&after).position(|(before, after)| before != after);
        if let Some(at) = differs {
            faults.push(format!("{path} as {format}: {} became {}", before[at], after[at]));
        } else if before.len() != after.len() {
            faults.push(format!("{path} as {format}: {} became {}", before.len(), after.len()));
        }
    };
    for_each_file(&["kif", "kifu", "ki2", "ki2u"], |path, _, loaded| {
        again(path, loaded, "kifu", &[]);
        again(path, loaded, "ki2u", KI2_LACKS);
    });
    for_each_file(&["csa", "usi", "jkf"], |path, _, loaded| {
        again(path, loaded, "kifu", &["warning", "remarks", "end_text"]);
        again(path, loaded, "ki2u", &[KI2_LACKS, &["warning"]].concat());
    });
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Files of Kifu for Windows, 柿木将棋 and ShogiHome whose moves are not in the layout of those programs, and why.
#[rustfmt::skip]
const OTHER_LAYOUT: &[(&str, &str)] = &[
    ("packages__json-kifu-format__test__files__kif__fork-test.kif", "its numbers were changed by hand"),
    ("packages__json-kifu-format__test__files__kif__last-fork.kifu", "its blanks were taken out by hand"),
    ("test_basic.kif", "hand-made: hours of one digit"),
    ("test_comments.kif", "hand-made: hours of one digit, a comment among the headers"),
    ("data__tests__kif__example.kif", "the example of the specification, which is not laid out"),
    ("data__tests__kif__example.kifu", "the same"),
    ("synthetic/tabs.kif", "tabs for blanks"),
    ("synthetic/halfwidth_colons.kif", "変化 with a halfwidth colon"),
];

/// The lines after the headers, as far as a writer can know them: 龍 may be written 竜, and programs differ in blank
/// lines. ShogiHome omits the blanks after a move without a time, which Kifu for Windows writes.
fn move_lines(text: &str, of_shogihome: bool) -> Vec<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with("手数--")).skip(1);
    let lines = lines.filter(|line| !line.starts_with(['#']) && !line.trim().is_empty());
    let same = |line: &str| match (line.starts_with('*'), of_shogihome) {
        (true, _) => line.to_owned(),
        (false, true) => line.trim_end().replace('竜', "龍"),
        (false, false) => line.replace('竜', "龍"),
    };
    lines.map(same).collect()
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn kif_keeps_the_lines_of_kifu_for_windows_and_shogihome() {
    let mut faults = Vec::new();
    let mut same = 0;
    for_each_file(&["kif", "kifu"], |path, bytes, loaded| {
        let source = Source::new(bytes, path);
        let text = source.text(Family::Japanese);
        let signed = |name: &str| {
            text.lines().take(5).any(|line| line.starts_with('#') && line.contains(name))
        };
        let of_shogihome = path.starts_with("shogihome/");
        if !(signed("Kifu for") || signed("柿木将棋") || of_shogihome) {
            return;
        }
        let written = common::write_all(loaded, "kifu");
        let mut before = move_lines(text, of_shogihome);
        let mut after = move_lines(std::str::from_utf8(&written.bytes).unwrap(), of_shogihome);
        // ShogiHome and Kifu for iPhone write no まで line.
        if !before.iter().any(|line| line.starts_with("まで")) {
            after.retain(|line| !line.starts_with("まで"));
        }
        // The incomplete last line of a truncated file is not written.
        if loaded.cut().is_some() {
            before.pop();
        }
        let known = OTHER_LAYOUT.iter().any(|(name, _)| path.ends_with(name));
        match before == after {
            true if known => faults.push(format!("{path} is listed as different, and is not")),
            true => same += 1,
            false if known => {}
            false => {
                let pair = before.iter().zip(&after).find(|(before, after)| before != after);
                faults.push(format!("{path}: {pair:?} of {} and {}", before.len(), after.len()));
            }
        }
    });
    println!("{same} files keep their lines");
    assert!(same > 50);
    assert!(faults.is_empty(), "{faults:#?}");
}
