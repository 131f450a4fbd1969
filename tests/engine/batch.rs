//! Whole games in batch: kept as they are found, and gone on with after whatever happened.

use std::fs;
use std::process::Stdio;

use crate::common::Random;
#[cfg(target_os = "linux")]
use crate::common::program::Disk;
use crate::common::program::{dapu, finish, program, until};
use crate::common::readme::JsonKeys;
use crate::engine::{Home, table};

#[test]
fn a_batch_that_is_killed_a_hundred_times_ends_the_same() {
    let (whole, broken) = (Home::fake("plain"), Home::fake("slow"));
    let arguments = |home: &Home| {
        let game = home.game(99);
        ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "500", "--quiet"]
            .map(str::to_owned)
    };
    dapu(whole.path(), &arguments(&whole)).fine();
    let mut random = Random::of_run("kill a batch", 0);
    let known = || {
        let text = broken.results().first().and_then(|path| fs::read_to_string(path).ok());
        text.map_or(0, |text| text.lines().count())
    };
    for _ in 0..100 {
        let enough = known() + random.below(4);
        let mut child =
            program(broken.path()).args(arguments(&broken)).stderr(Stdio::null()).spawn().unwrap();
        // At any moment: from the start to a few positions later.
        until(|| known() >= enough || child.try_wait().unwrap().is_some());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(known() > 50, "only {} positions were kept", known());
    dapu(broken.path(), &arguments(&broken)).fine();
    let (one, other) = (whole.findings(), broken.findings());
    assert_eq!(one.len(), 100);
    assert_eq!(one, other);
}

#[test]
fn what_is_known_is_not_done_again_but_more_is() {
    let home = Home::fake("plain");
    let game = home.game(9);
    let run = |more: &[&str]| {
        let arguments = [&["analyze", game.to_str().unwrap(), "--engine", "fake"], more].concat();
        dapu(home.path(), &arguments).fine()
    };
    let out = run(&["--nodes", "500"]);
    assert!(out.lines().count() > 2, "{out}");
    let mut keys = JsonKeys::default();
    keys.add(&run(&["--nodes", "500", "--json"]));
    keys.assert_documented(16);
    let before = fs::read(&home.results()[0]).unwrap();
    assert_eq!(run(&["--nodes", "400"]), out);
    assert_eq!(fs::read(&home.results()[0]).unwrap(), before);
    run(&["--nodes", "600"]);
    let asked = |kind: &str, value: u64| {
        home.all().iter().filter(|finding| finding["asked"][kind] == value).count()
    };
    assert_eq!(asked("nodes", 600), 10);
    run(&["--depth", "3", "-j", "2", "--lines", "2"]);
    assert_eq!(home.results().len(), 1);
    // A limit of another kind takes nothing away.
    assert_eq!((asked("nodes", 600), asked("depth", 3)), (10, 10));
}

#[test]
fn what_is_known_of_a_short_game_is_known_once_it_has_grown() {
    let home = Home::fake("plain");
    let run = |plies: usize, nodes: &str| {
        let game = home.game(plies);
        dapu(
            home.path(),
            &["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", nodes],
        )
        .fine()
    };
    run(15, "900");
    let out = run(25, "400");
    // Before the sixteenth move there was another limit than after it.
    assert!(out.contains(" in 13 moves") && out.contains(" in 11 moves"), "{out}");
    let asked = |nodes: u64| {
        home.findings().values().filter(|finding| finding["asked"]["nodes"] == nodes).count()
    };
    assert_eq!((asked(900), asked(400)), (16, 10));
}

/// Adds an engine to the configuration of a home, like the fake one but with a will of its own.
fn add_engine(home: &Home, name: &str, mode: &str) {
    let config = home.path().join(".config/dapu/config.toml");
    let all = fs::read_to_string(&config).unwrap();
    fs::write(&config, all + &table(name, mode, home.path())).unwrap();
}

#[test]
fn values_of_two_engines_are_not_compared() {
    let home = Home::fake("plain");
    home.game(4);
    add_engine(&home, "other", "resign");
    let run = |engine| {
        dapu(home.path(), &["analyze", "game.usi", "--engine", engine, "--nodes", "9"]).fine()
    };
    let notes = |more: &[&str]| {
        dapu(home.path(), &[&["notes", "--analysis", "game.usi"], more].concat()).fine()
    };
    let first = run("fake");
    assert!(first.contains("average loss"), "{first}");
    assert!(first.lines().all(|line| line.ends_with(" (fake, 9 nodes)")), "{first}");
    assert_eq!(notes(&[]), first);
    // Without names, players are called as on the screen.
    for (lang, player) in [("en", "Sente"), ("zh", "先手"), ("ja", "先手")] {
        let summed = notes(&["--lang", lang]);
        assert!(summed.starts_with(&format!("game.usi: {player}: ")), "{summed}");
    }
    assert_eq!(run("other"), "", "it only resigns");
    assert_eq!(notes(&[]), first, "without values it is not the first");
    assert_eq!(notes(&["--engine", "other"]), "");
    assert_eq!(notes(&["--engine", "fake"]), first);
    assert_eq!(run("fake"), first);
    let json = notes(&["--engine", "fake", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["engine"], &value["version"]), (&"fake".into(), &"Fake 1".into()));
    assert_eq!(value["asked"], "9 nodes");
}

#[test]
fn only_an_engine_that_is_neither_configured_nor_has_results_is_unknown() {
    let home = Home::fake("plain");
    home.game(4);
    dapu(home.path(), &["analyze", "game.usi", "--engine", "fake", "--nodes", "9"]).fine();
    let config = home.path().join(".config/dapu/config.toml");
    let renamed = fs::read_to_string(&config).unwrap().replace("engines.fake", "engines.later");
    fs::write(&config, renamed).unwrap();
    fs::write(home.path().join("new.usi"), "startpos moves 7g7f\n").unwrap();
    let notes = |engine, file| dapu(home.path(), &["notes", "--engine", engine, file]);
    assert!(notes("fake", "game.usi").fine().contains("average loss"));
    assert_eq!(notes("fake", "new.usi").fine(), "");
    assert_eq!(notes("later", "game.usi").fine(), "");
    let unknown = notes("nobody", "game.usi");
    let reason = "dapu: no engine \"nobody\"; there are later";
    assert_eq!((unknown.code, unknown.err.trim_end()), (2, reason));
}

#[test]
fn an_engine_that_did_not_work_reports_nothing_of_another() {
    let home = Home::fake("plain");
    for name in ["a.usi", "b.usi"] {
        fs::write(home.path().join(name), "startpos moves 2h3h 8b7b 3h2h 7b8b\n").unwrap();
    }
    add_engine(&home, "hung", "hang-go");
    add_engine(&home, "broken", "complain");
    dapu(home.path(), &["analyze", "b.usi", "--engine", "fake", "--nodes", "9"]).fine();
    let analyze = |engine| ["analyze", "a.usi", "b.usi", "--engine", engine, "--nodes", "9"];
    let run = dapu(home.path(), &analyze("broken"));
    assert_eq!((run.code, &*run.out), (2, ""));
    // Interrupted in the first game, it has found nothing in the second.
    let mut command = program(home.path());
    command.args(analyze("hung")).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    until(|| home.results().len() == 2);
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(130), &b""[..]));
}

#[test]
fn the_larger_effort_counts() {
    let home = Home::fake("plain");
    home.game(4);
    add_engine(&home, "quick", "exit");
    let analyze = |engine: &str, limit: [&str; 2]| {
        let usual = ["analyze", "game.usi", "--engine", engine];
        dapu(home.path(), &[&usual[..], &limit].concat())
    };
    let night = analyze("fake", ["--nodes", "5000"]).fine();
    // Another engine, which does not get to the end; and less of the same.
    assert_eq!(analyze("quick", ["--depth", "3"]).code, 2);
    assert_eq!(analyze("fake", ["--depth", "3"]).fine(), night);
    assert_eq!(dapu(home.path(), &["notes", "--analysis", "game.usi"]).fine(), night);
    // The first move is judged by the depth that the positions before and after it have had.
    let part = ["analyze", "game.usi", "--engine", "fake", "--nodes", "9000", "--only", "second"];
    let out = dapu(home.path(), &part).fine();
    assert!(out.contains("(fake, depth 3, 9000 nodes)"), "{out}");
    assert!(out.contains("game.usi:1: ") && out.ends_with("(fake, depth 3)\n"), "{out}");
}

#[test]
fn mistakes_are_listed_by_player() {
    let home = Home::fake("plain");
    for (name, players) in
        [("a.kif", "先手：羽生\n後手：藤井\n"), ("b.kif", "先手：藤井\n後手：羽生\n")]
    {
        fs::write(home.path().join(name), format!("{players}{}", rooks(40))).unwrap();
    }
    let out = dapu(home.path(), &["analyze", "a.kif", "b.kif", "--nodes", "9"]).fine();
    let summaries = out.lines().filter(|line| line.contains(": average loss "));
    assert_eq!(summaries.count(), 4, "{out}");
    let mut listed = Vec::new();
    for line in out.lines().skip(4) {
        let [file, ply, player, said] = line.splitn(4, ':').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let is_first = ply.parse::<usize>().unwrap() % 2 == 1;
        let expected = if is_first == (file == "a.kif") { " 羽生" } else { " 藤井" };
        assert_eq!(player, expected, "{line}");
        let loss = said.split(" loses ").nth(1).unwrap().split(' ').next().unwrap();
        listed.push((player, -loss.parse::<i32>().unwrap()));
    }
    assert!(listed.is_sorted(), "{out}");
    assert!(
        ["羽生", "藤井"].iter().all(|name| listed
            .iter()
            .filter(|(of, _)| of.contains(name))
            .count()
            == 10)
    );
}

/// Moves of rooks back and forth, as KIF has them.
fn rooks(plies: usize) -> String {
    let moves =
        ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"].iter().cycle().zip(1..=plies);
    moves.map(|(mv, ply)| format!("{ply} {mv}\n")).collect()
}

#[test]
fn without_a_name_each_game_is_analysed_by_its_first_engine() {
    let home = Home::fake("plain");
    add_engine(&home, "other", "plain");
    home.game(4);
    let pgn = home.path().join("a.pgn");
    fs::write(&pgn, "[Game \"Chinese Chess\"]\n\n1. C2=5 *\n").unwrap();
    let out = dapu(home.path(), &["analyze", "game.usi", "a.pgn", "--nodes", "9"]).fine();
    assert!(out.contains("(fake, 9 nodes)") && !out.contains("a.pgn"), "{out}");
    let run = dapu(home.path(), &["analyze", "a.pgn", "--nodes", "9"]);
    assert_eq!(
        (run.code, run.err.trim_end()),
        (2, "dapu: no engine for xiangqi: dapu engines --init prints some")
    );
    let none = ["analyze", pgn.to_str().unwrap(), "--nodes", "9"];
    let none = dapu(Home::with("").path(), &none);
    assert!(none.err.starts_with("dapu: no engines: add a table"), "{}", none.err);
}

#[test]
fn only_what_is_wanted_is_sent() {
    let home = Home::fake("plain");
    let path = home.path().join("a.kif");
    fs::write(&path, "先手：羽生\n後手：藤井\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n\n変化：2手\n2 ８四歩(83)\n").unwrap();
    let count = |more: &[&str]| {
        let _ = fs::remove_dir_all(home.path().join(".cache"));
        let arguments = [&["analyze", "a.kif", "--engine", "fake", "--nodes", "9"], more].concat();
        let run = dapu(home.path(), &arguments);
        (run.code, home.findings().len())
    };
    assert_eq!(count(&[]), (0, 4));
    assert_eq!(count(&["--all"]), (0, 5));
    assert_eq!(count(&["--only", "second"]), (0, 2));
    assert_eq!(count(&["--only", "藤井"]), (0, 2));
    assert_eq!(count(&["--only", "nobody"]), (2, 0));
}

#[test]
fn a_second_batch_leaves_the_game_to_the_first() {
    let home = Home::fake("slow");
    let game = home.game(60);
    let arguments = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "9"];
    let mut first = program(home.path()).args(arguments).stdout(Stdio::null()).spawn().unwrap();
    until(|| !home.results().is_empty());
    let second = dapu(home.path(), &arguments);
    assert!(second.err.contains("another dapu is analysing this game"), "{}", second.err);
    assert!(first.wait().unwrap().success());
    assert_eq!(home.findings().len(), 61);
}

#[test]
fn losses_are_told_in_the_language_of_the_reader() {
    let home = Home::fake("plain");
    let game = home.game(9);
    let arguments = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "500"];
    let run = |locale, more: &[&str]| {
        let mut command = program(home.path());
        finish(command.args(arguments).args(more).env("LANG", locale), b"").fine()
    };
    let json = run("C.UTF-8", &["--json"]);
    for (locale, average) in [("zh_CN.UTF-8", "着平均亏"), ("ja_JP.UTF-8", "手で平均損失")]
    {
        let said = run(locale, &[]);
        assert!(said.contains(average) && !said.contains("average"), "{said}");
        assert!(said.contains("500") && !said.contains("nodes"), "{said}");
        assert_eq!(run(locale, &["--json"]), json);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_cannot_be_written_takes_no_results_away_and_is_named() {
    for disk in Disk::ALL {
        let home = Home::fake("plain");
        home.game(60);
        let analyze = ["analyze", "game.usi", "--engine", "fake", "--nodes"];
        dapu(home.path(), &[&analyze[..], &["500"]].concat()).fine();
        let before = home.all();
        assert_eq!(before.len(), 61);
        let command = format!("\"$DAPU\" {} 900", analyze.join(" "));
        let cache = home.path().join(".cache/dapu/analysis");
        let Some(run) = disk.run(home.path(), &cache, &command) else { return };
        assert_eq!(run.code, 2, "{disk:?}: {}", run.err);
        let told = run.err.lines().next().unwrap_or_default();
        assert!(told.contains(".jsonl: ") && !told.contains("game.usi"), "{disk:?}: {}", run.err);
        let after = home.all();
        assert!(before.iter().all(|finding| after.contains(finding)), "{disk:?}: {after:?}");
        dapu(home.path(), &[&analyze[..], &["900"]].concat()).fine();
        let larger = home.all().iter().filter(|finding| finding["asked"]["nodes"] == 900).count();
        assert_eq!(larger, 61, "{disk:?}");
    }
}

#[test]
fn a_cache_that_is_no_directory_is_named_rather_than_the_record() {
    let home = Home::fake("plain");
    home.game(4);
    fs::write(home.path().join(".cache"), "").unwrap();
    let run = dapu(home.path(), &["analyze", "game.usi", "--engine", "fake", "--nodes", "9"]);
    assert_eq!(run.code, 2);
    let told = run.err.lines().next().unwrap();
    assert!(told.contains("/.cache/dapu/analysis/") && !told.contains("game.usi"), "{told}");
}
