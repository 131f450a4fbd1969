//! `dapu check` and `dapu info`.

use std::fs;

use serde_json::Value;

use crate::common::program::{dapu, sample};

/// A game whose third move is illegal.
const FOUL: &str = "先手：甲\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五飛(28)\n";

#[test]
fn findings_have_locations_that_editors_understand() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("foul.kifu"), FOUL).unwrap();
    let run = dapu(home.path(), &["check", "foul.kifu"]);
    assert_eq!((run.code, &*run.err), (1, ""));
    assert!(run.out.starts_with("foul.kifu:6:"), "{}", run.out);
    assert!(run.out.contains(": [3] move 3 (５五飛) is illegal: "), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1);

    let bytes = fs::read(sample("xiangqi/bianzhao.xqf")).unwrap();
    fs::write(home.path().join("cut.xqf"), &bytes[..bytes.len() - 3]).unwrap();
    let run = dapu(home.path(), &["check", "cut.xqf"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("cut.xqf: byte "), "{}", run.out);
}

#[test]
fn findings_in_a_record_inside_another_text_have_the_places_of_the_file() {
    let home = tempfile::tempdir().unwrap();
    let quoted = |mark: &str| {
        let lines = ["V2.2", "N+a", "PI", "+", "+7776FU", "-3334FU", "+5555FU"];
        lines.map(|line| format!("{mark}{line}\n")).concat()
    };
    let foul = "(;SZ[9];B[ee]\\n;W[ee])";
    for (name, text, place) in [
        ("a.txt", quoted("> "), "7:3"),
        ("b.txt", quoted("2024-01-01 10:00:00 <"), "7:22"),
        ("c.json", format!("{{\"name\":\"\\u67ef\",\n \"sgf\":\"{foul}\"}}\n"), "2:24"),
        ("d.jsonl", format!("{{\"sgf\":\"(;SZ[9];B[aa])\"}}\n{{\"sgf\":\"{foul}\"}}\n"), "2:24"),
        ("f.md", format!("# Game\n\n- a list:\n  ```csa\n{}  ```\nWords.\n", quoted("  ")), "11:3"),
        (
            "g.txt",
            "https://example.com/?sgf=%28;SZ%5B9%5DPB%5B%E6%9F%AF%5D;B%5Bee%5D;W%5Bee%5D)\n"
                .to_owned(),
            "1:66",
        ),
        ("e.csv", "id,sgf\n1,\"(;SZ[9]C[\"\"a\"\"];B[ee];W[ee])\"\n".to_owned(), "2:25"),
    ] {
        fs::write(home.path().join(name), &text).unwrap();
        let run = dapu(home.path(), &["check", name]);
        assert_eq!((run.code, &*run.err), (1, ""), "{text}");
        assert!(run.out.starts_with(&format!("{name}:{place}: ")), "{name} {place}: {}", run.out);
        assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    }
}

#[test]
fn json_findings_have_the_same_locations() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("foul.kifu"), FOUL).unwrap();
    let run = dapu(home.path(), &["check", "foul.kifu", "--json"]);
    assert_eq!(run.code, 1);
    let finding: Value = serde_json::from_str(run.out.trim_end()).unwrap();
    assert_eq!(finding["file"], "foul.kifu");
    assert_eq!(finding["line"], 6);
    assert!(finding["column"].as_u64().is_some());
    assert_eq!(finding["place"], "3");
    assert!(finding["message"].as_str().unwrap().contains("illegal"));
}

#[test]
fn findings_name_their_game_however_many_the_others_have() {
    let home = tempfile::tempdir().unwrap();
    let line = |sound: usize, bad: &str| {
        let sound = ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(sound / 4);
        format!("position startpos moves {} {bad}\n", sound.join(" "))
    };
    // The first thousand of a game are listed; all are noted on their moves.
    let games = line(0, &"1a9i 9i1a ".repeat(550)) + &line(1000, &"5e5d ".repeat(50));
    fs::write(home.path().join("foul.usi"), games).unwrap();
    let run = dapu(home.path(), &["check", "foul.usi"]);
    let of_line = |line| run.out.lines().filter(move |found| found.starts_with(line));
    assert_eq!(of_line("foul.usi:1:").count(), 1001);
    assert_eq!(of_line("foul.usi:2:").count(), 50);
    for finding in run.out.lines() {
        let fields: Vec<&str> = finding.split(':').collect();
        let place = format!(" [#{}", fields[1]);
        assert!(fields[3].starts_with(&place), "{finding}");
    }
}

#[test]
fn a_sound_record_has_no_findings() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    assert_eq!(dapu(home.path(), &["check", sample.to_str().unwrap()]).fine(), "");
}

#[test]
fn an_unreadable_file_outranks_findings() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("foul.kifu"), FOUL).unwrap();
    let run = dapu(home.path(), &["check", "foul.kifu", "none.kif"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.out.lines().count(), 1);
    assert_eq!(run.err, "dapu: none.kif: no such file\n");
}

#[test]
fn strict_exits_with_1_on_warnings() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("foul.kifu"), FOUL).unwrap();
    for command in ["show", "info"] {
        assert_eq!(dapu(home.path(), &[command, "foul.kifu"]).code, 0, "{command}");
        assert_eq!(dapu(home.path(), &[command, "foul.kifu", "--strict"]).code, 1, "{command}");
    }
}

#[test]
fn info_and_json_agree_on_counts() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/bianzhao.xqf");
    let path = sample.to_str().unwrap();
    let info: Value =
        serde_json::from_str(dapu(home.path(), &["info", path, "--json"]).fine().trim_end())
            .unwrap();
    let whole: Value =
        serde_json::from_str(&dapu(home.path(), &["convert", path, "--to", "json"]).fine())
            .unwrap();
    let nodes = whole["games"][0]["nodes"].as_array().unwrap();
    assert_eq!(info["nodes"].as_u64().unwrap() as usize, nodes.len());
    let comments = nodes.iter().filter(|node| node.get("comment").is_some()).count();
    assert_eq!(info["comments"].as_u64().unwrap() as usize, comments);
    let parents: Vec<_> = nodes.iter().filter_map(|node| node["parent"].as_u64()).collect();
    let forks: std::collections::BTreeSet<_> = parents.iter().collect();
    assert_eq!(info["variations"].as_u64().unwrap() as usize, parents.len() - forks.len());
    assert_eq!(info["records"][0]["headers"], whole["games"][0]["headers"]);
    assert_eq!(info["format"], "xqf");
}

#[test]
fn the_result_of_a_line_is_shown_wherever_its_end_is() {
    let home = tempfile::tempdir().unwrap();
    let sample = sample("xiangqi/shunpao.manual");
    let run = |before: &[&str], after: &[&str]| {
        let path = [sample.to_str().unwrap()];
        dapu(home.path(), &[before, &path, after].concat()).fine()
    };
    let info = run(&["info"], &[]);
    assert!(info.contains("  line results  1-0 1, even 1\n"), "{info}");
    let info: Value = serde_json::from_str(run(&["info"], &["--json"]).trim_end()).unwrap();
    assert_eq!(info["line_results"], serde_json::json!({"1-0": 1, "even": 1}));
    let moves = run(&["show"], &["--moves"]);
    assert_eq!(moves.matches("  even\n").count(), 1, "{moves}");
    let end = run(&["show"], &["--line", "10.2"]);
    assert!(end.lines().any(|line| line.ends_with("  even")), "{end}");
    let json: Value = serde_json::from_str(&run(&["convert"], &["--to", "json"])).unwrap();
    let nodes = json["games"][0]["nodes"].as_array().unwrap();
    let results: Vec<&str> = nodes.iter().filter_map(|node| node["result"].as_str()).collect();
    assert_eq!(results, ["1-0", "even"]);
}

#[test]
fn info_on_a_directory_is_a_line_for_each_record() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("b/c")).unwrap();
    for name in ["a.xqf", "b/c/d.xqf", "e.xqf"] {
        fs::copy(sample("xiangqi/bianzhao.xqf"), home.path().join(name)).unwrap();
    }
    fs::write(home.path().join("b/notes.txt"), "no game here").unwrap();
    fs::write(home.path().join(".hidden.xqf"), "no game here").unwrap();
    let page = dapu(home.path(), &["info"]).with_slashes().fine();
    let names: Vec<&str> = page.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(names, ["a.xqf", "b/c/d.xqf", "e.xqf"]);
}

#[test]
fn version_tells_how_a_file_is_watched() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("game.kifu"), FOUL).unwrap();
    let page = dapu(home.path(), &["--version", "--verbose", "game.kifu"]).fine();
    let reported = "\n  changes         game.kifu: system events, and a check every 1 s\n";
    assert!(page.contains(reported), "{page}");
    if cfg!(target_os = "linux") {
        let page = dapu(home.path(), &["-V", "--verbose", "/proc/version"]).fine();
        let reported = " /proc/version: a check every 1 s: /proc sends no events\n";
        assert!(page.contains(reported), "{page}");
    }
}

#[test]
fn a_file_of_eighteen_bytes_is_read_by_every_command() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("small.sgf"), "(;\n(;GM[1]\u{8}\n(;GM[]").unwrap();
    let run = dapu(home.path(), &["check", "small.sgf"]);
    assert_eq!((run.code, &*run.err), (1, ""));
    assert!(run.out.contains("the game ends before 1 closing )"), "{}", run.out);
    for command in ["info", "show", "read"] {
        assert_eq!(dapu(home.path(), &[command, "small.sgf"]).code, 0, "{command}");
    }
    assert_eq!(dapu(home.path(), &["find", "--text", "x", "."]).code, 1);
}

#[test]
fn a_text_that_another_program_has_damaged_is_reported_as_such() {
    let home = tempfile::tempdir().unwrap();
    let damaged =
        "手合割：平手\n先手：\u{FFFD}\u{FFFD}太郎\n   1 ７六歩(77)\n   2 \u{FFFD}四歩(33)\n";
    fs::write(home.path().join("a.kif"), damaged).unwrap();
    let found = dapu(home.path(), &["check", "a.kif"]).out;
    let first = found.lines().next().unwrap_or_default();
    let why = "3 characters are U+FFFD: another program has damaged this text, and what was there is lost";
    assert_eq!(first, format!("a.kif:2:4: {why}"), "{found}");
    // Its own bytes are those of the encoding that was guessed or declared.
    fs::write(home.path().join("a.kif"), "手合割：平手\n先手：太郎\n   1 ７六歩(77)\n").unwrap();
    assert_eq!(dapu(home.path(), &["check", "a.kif"]).fine(), "");
}
