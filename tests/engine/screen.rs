//! What engines find is on the screen as it arrives, and in copies.

use std::fs;

use crate::common::program::dapu;
use crate::common::terminal::{Terminal, play};
use crate::engine::Home;

/// A screen with a game of a home.
pub(super) fn open(home: &Home, file: &str) -> Terminal {
    open_at(home, file, 100, 30)
}

/// The same at a size.
pub(super) fn open_at(home: &Home, file: &str, columns: u16, rows: u16) -> Terminal {
    let home = home.path().to_str().unwrap();
    let cache = format!("{home}/.cache");
    let file = format!("{home}/{file}");
    let data = format!("{home}/.local/share");
    let variables = [("HOME", home), ("XDG_CACHE_HOME", &*cache), ("XDG_DATA_HOME", &*data)];
    Terminal::start(&[&file], columns, rows, &variables)
}

pub(super) const GAME: &str =
    "先手：羽生\n後手：藤井\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n";

#[test]
fn an_open_game_shows_values_and_lines_as_they_are_found() {
    let home = Home::fake("plain");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    let mut terminal = open(&home, "a.kif");
    terminal.shows(" 0/");
    terminal.keys("V");
    terminal.shows("no analysis for this position");
    let analyze = ["analyze", "a.kif", "--engine", "fake", "--nodes", "9"];
    let out = dapu(home.path(), &analyze).fine();
    assert!(out.starts_with("a.kif: 羽生: average loss "), "{out}");
    terminal.shows("@");
    let is_numbered = |terminal: &Terminal| {
        terminal
            .screen()
            .lines()
            .any(|row| row.starts_with('|') && row.contains('１') && row.contains("| 六"))
    };
    assert!(!is_numbered(&terminal), "{}", terminal.screen());
    terminal.keys("V");
    terminal.shows("９六歩");
    // Its moves are numbered on the board while its pane has the keys, and the moves of the game stay in view.
    assert!(is_numbered(&terminal), "{}", terminal.screen());
    terminal.shows("-- MOVES");
    terminal.keys("\r");
    terminal.shows(" 1.a-1");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(fs::read_to_string(home.path().join("a.kif")).unwrap(), GAME);
}

#[test]
fn what_is_found_is_shown_when_the_game_has_grown() {
    let home = Home::fake("plain");
    home.game(4);
    let mut terminal = open(&home, "game.usi");
    terminal.shows(" 0/4");
    let analyze = ["analyze", "game.usi", "--engine", "fake", "--nodes", "9"];
    // From then on, the game is known by its moves instead of its file.
    for plies in [6, 24] {
        home.game(plies);
        terminal.shows(&format!("/{plies}"));
        terminal.keys("G");
        terminal.shows(&format!(" {plies}/{plies}"));
        dapu(home.path(), &analyze).fine();
        terminal.shows("@");
    }
    terminal.keys("V");
    terminal.shows("== fake d7");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn notes_sum_up_and_copies_have_the_values() {
    let home = Home::fake("plain");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    let out = dapu(home.path(), &["analyze", "a.kif", "--engine", "fake", "--nodes", "9"]).fine();
    assert_eq!(dapu(home.path(), &["notes", "a.kif", "--analysis"]).fine(), out);
    assert_eq!(dapu(home.path(), &["notes", "a.kif"]).fine(), "");
    let json = dapu(home.path(), &["notes", "--json", "--analysis"]).fine();
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&value["game"], &value["sides"][1]["player"]), (&1.into(), &"藤井".into()));
    let converted = |format: &str, more: &[&str]| {
        let usual = ["convert", "a.kif", "--to", format, "--to-encoding", "utf-8", "-o", "-"];
        dapu(home.path(), &[&usual, more].concat()).out
    };
    for format in ["kif", "csa"] {
        let copy = converted(format, &["--notes"]);
        // With the value of the start, and each with what ShogiHome looks for.
        let counts = ["*解析 0 候補1 深さ 7 ノード数 ", " 評価値 ", " 読み筋 ▲"]
            .map(|it| copy.matches(it).count());
        assert_eq!(counts, [5, 5, 3], "{copy}");
        assert_eq!(copy.matches(" 読み筋 △").count(), 2, "{copy}");
        let name = format!("again.{format}");
        fs::write(home.path().join(&name), &copy).unwrap();
        let usual = ["convert", &name, "--to", format, "--to-encoding", "utf-8", "-o", "-"];
        assert_eq!(dapu(home.path(), &usual).out, copy);
        assert!(!converted(format, &[]).contains("評価値"));
    }
    let place = out.lines().last().unwrap().split(": ").next().unwrap();
    let shown = dapu(home.path(), &["show", place]);
    assert_eq!(shown.code, 0, "{place}: {}", shown.err);
}

#[test]
fn a_copy_of_the_screen_is_what_convert_writes_and_what_is_tried_comes_on_request() {
    let home = Home::fake("plain");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    dapu(home.path(), &["analyze", "a.kif", "--engine", "fake", "--nodes", "9"]).fine();
    let directory = home.path().to_str().unwrap();
    let data = format!("{directory}/.local/share");
    let cache = format!("{directory}/.cache");
    let file = format!("{directory}/a.kif");
    let variables = [("HOME", directory), ("XDG_CACHE_HOME", &*cache), ("XDG_DATA_HOME", &*data)];
    let mut terminal = Terminal::start(&[&file], 160, 30, &variables);
    terminal.shows("@");
    play(
        &mut terminal,
        &[
            ("lwnoted", "noted"),
            ("\x1b", "& noted"),
            (":8c8d\r", " 2.a-2"),
            ("s", "kept"),
            (":1\r", " 1/4"),
            (":9c9d\r", " 2.b-2"),
            (":w ~/copy.kifu\r", "not saved yet: 1 tried line"),
            (":w --kept\r", "written: copy.kifu"),
            (":w --tried ~/tried.kifu\r", "written: tried.kifu"),
        ],
    );
    let read = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    let converted = dapu(home.path(), &["convert", "--notes", "a.kif", "converted.kifu"]);
    assert_eq!(converted.code, 0, "{}", converted.err);
    let copy = read("copy.kifu");
    assert_eq!(copy, read("converted.kifu"));
    assert!(copy.contains("noted") && copy.contains("評価値") && copy.contains("８四歩"), "{copy}");
    assert!(!copy.contains("９四歩(93)") && read("tried.kifu").contains("９四歩(93)"), "{copy}");
}

#[test]
fn all_of_a_line_of_the_engine_is_kept_and_its_pane_stays() {
    let home = Home::fake("lines");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    dapu(home.path(), &["analyze", "a.kif", "--engine", "fake", "--nodes", "9"]).fine();
    let notes = || dapu(home.path(), &["notes", "a.kif"]).fine();
    let mut terminal = open(&home, "a.kif");
    terminal.shows("@");
    play(
        &mut terminal,
        &[
            ("V", "== fake d7 9 0s"),
            ("2\r", "no line 2: the engine found 1 here"),
            ("\r", " 1.a-1"),
            // The line can be walked, and left again.
            ("", "１六歩 ２四歩 ３六歩"),
            ("l", " 1.a-2"),
            ("\x0f", " 0/"),
            ("s", "kept"),
            ("", "１六歩 ２四歩 ３六歩"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
    assert!(notes().contains("a.kif:1.a-3: a line of your own"), "{}", notes());
    // Without trying it before.
    let mut terminal = open(&home, "a.kif");
    terminal.shows("@");
    play(&mut terminal, &[(":1\r", " 1/4"), ("V", "== fake"), ("s", "kept"), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    assert!(notes().contains("a.kif:2.a-4: a line of your own"), "{}", notes());
    // With the kept lines, there is more to analyse.
    let before = home.findings().len();
    let all = ["analyze", "a.kif", "--engine", "fake", "--nodes", "9", "--all"];
    let out = dapu(home.path(), &all).fine();
    assert_eq!(home.findings().len(), before + 6);
    assert_eq!(dapu(home.path(), &["notes", "a.kif", "--analysis"]).fine(), out);
    assert!(out.contains(" in 5 moves"), "{out}");
}

#[test]
fn the_reader_chooses_among_engines() {
    let home = Home::fake("plain");
    let config = home.path().join(".config/dapu/config.toml");
    let one = fs::read_to_string(&config).unwrap();
    fs::write(&config, one.clone() + &one.replace("engines.fake", "engines.other")).unwrap();
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    let mut terminal = open(&home, "a.kif");
    terminal.shows(" 0/");
    play(&mut terminal, &[(":engine none\r", "there are fake, other")]);
    for (engine, nodes) in [("fake", "900"), ("other", "90")] {
        let usual = ["analyze", "a.kif", "--engine", engine, "--nodes", nodes];
        dapu(home.path(), &usual).fine();
    }
    terminal.shows("@");
    play(
        &mut terminal,
        &[
            ("V", "== fake"),
            (":engine\r", "there are "),
            (":engine other\r", "engine: other (Fake 1)"),
            ("", "== other d7 90 0s"),
            (":engine fake\r", "engine: fake (Fake 1)"),
            ("", "== fake d7 900 0s"),
            (":engine none\r", "there are "),
            ("V", "!== fake"),
            ("v", "EVALUATION fake"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_summary_leaves_out_the_looks_of_the_screen() {
    let home = Home::fake("plain");
    home.game(9);
    let analyze = ["analyze", "game.usi", "--engine", "fake", "--nodes", "500"];
    let out = dapu(home.path(), &analyze).fine();
    let mut terminal = open(&home, "game.usi");
    play(&mut terminal, &[("", "@"), ("4G", " 4/9"), ("3E", "fake = d7 1.2k"), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!(home.all().len(), 11);
    assert_eq!(dapu(home.path(), &["notes", "game.usi", "--analysis"]).fine(), out);
    // Nor does the batch leave out what the screen has looked at.
    assert_eq!(dapu(home.path(), &analyze).fine(), out);
}

#[test]
fn the_mistakes_that_a_key_visits_are_listed() {
    let home = Home::fake("plain");
    home.game(24);
    let analyze = ["analyze", "game.usi", "--engine", "fake", "--nodes", "9"];
    let out = dapu(home.path(), &analyze).fine();
    assert!(!out.contains(" gains "), "{out}");
    let mistakes = out.lines().filter(|line| line.contains(" loses "));
    let mut plies: Vec<usize> =
        mistakes.filter_map(|line| line.split(':').nth(1)?.parse().ok()).collect();
    plies.sort_unstable();
    let mistake = |ply: usize| {
        let place = format!("game.usi:{ply}: ");
        out.lines().find(|line| line.starts_with(&place)).unwrap()
    };
    assert!(out.contains(" instead of ") && out.contains("% lose less than 50 ("), "{out}");
    assert!(out.contains("; better "), "{out}");
    // What moves lost is read aloud with the reader's notes.
    let read = dapu(home.path(), &["read", "game.usi", "--notes"]).fine();
    assert!(!dapu(home.path(), &["read", "game.usi"]).fine().contains("Loses "));
    let losses = plies.iter().filter_map(|ply| Some((ply, mistake(*ply).split_once(" loses ")?.1)));
    assert!(losses.clone().count() > 2, "{out}");
    for (ply, loss) in losses {
        let move_of_it = format!("{ply}. ");
        let said = read.lines().skip_while(|line| !line.starts_with(&move_of_it)).nth(1).unwrap();
        let amount = loss.split(';').next().unwrap().split_once(')').unwrap().0;
        assert!(said.starts_with(&format!("Loses {amount})")), "{said}");
        assert!(said.contains("; better pawn to ") || !loss.contains("; better"), "{said}");
    }
    let mut terminal = open(&home, "game.usi");
    terminal.shows("@");
    let mut visited = 0;
    for _ in 0..10 {
        terminal.keys("!");
        let screen = terminal.shows(" instead of ");
        let said = screen.lines().find(|line| line.contains(" instead of ")).unwrap();
        // It says the same as the list, as far as there is room.
        let Some((before, _)) = said.split_once(" loses ") else { continue };
        let ply = before.rsplit(' ').nth(1).unwrap().trim_end_matches(':').parse().unwrap();
        let worth = mistake(ply).split(": ").nth(2).unwrap().split(" (").next().unwrap();
        assert!(said.contains(&format!("{ply}: {worth} (")), "{said}");
        visited += 1;
    }
    assert!(visited > 2, "{out}");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    let words = [("zh", "，原为", [" 亏", " 升"]), ("ja", "のところ", ["の損", "の得"])];
    for (language, middle, worth) in words {
        let config = home.path().join(".config/dapu/config.toml");
        let engines = fs::read_to_string(&config).unwrap();
        fs::write(&config, format!("language = '{language}'\n{engines}")).unwrap();
        let mut terminal = open(&home, "game.usi");
        terminal.shows("@");
        terminal.keys("!");
        let shown = terminal.shows(middle);
        assert!(worth.iter().any(|word| shown.contains(word)), "{shown}");
        fs::write(&config, engines).unwrap();
    }
}

#[test]
fn a_batch_tells_how_far_it_is() {
    let home = Home::fake("slow");
    let game = home.game(3_000);
    let directory = home.path().to_str().unwrap();
    let cache = format!("{directory}/.cache");
    let arguments = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", "9"];
    let variables = [("HOME", directory), ("XDG_CACHE_HOME", &*cache)];
    let mut terminal = Terminal::start(&arguments, 160, 5, &variables);
    let shown = terminal.wait("the progress", |screen| screen.contains(" left"));
    assert!(shown.contains("game.usi: game 1 of 1, position "), "{shown}");
    assert!(shown.contains(" of 3001, ") && shown.contains(" a second, "), "{shown}");
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 130);
}
