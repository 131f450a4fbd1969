//! An engine at the reader's side: what it is asked, what is shown of it, and what remains.

use std::fs;

use super::screen::{GAME, open, open_at};
use super::wilful::left;
use crate::common::Random;
use crate::common::program::{dapu, until};
use crate::common::terminal::{Terminal, play};
use crate::engine::Home;

/// A screen with the game of a home that has a number of plies.
fn at_game(home: &Home, plies: usize) -> Terminal {
    home.game(plies);
    let mut terminal = open(home, "game.usi");
    terminal.shows(&format!(" 0/{plies}"));
    terminal.keys("");
    terminal
}

/// The moves of a pawn with which the lines of the fake engine begin after some plies, as the screen has them.
fn pawn(ply: usize) -> String {
    let files = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
    format!("{}{}歩", files[ply % 9], if ply.is_multiple_of(2) { "六" } else { "四" })
}

#[test]
fn a_key_starts_and_stops_it() {
    let home = Home::fake("lines");
    let mut terminal = at_game(&home, 9);
    play(&mut terminal, &[("E", "-- fake = d7 1.2k"), ("", &pawn(0)), ("l", &pawn(1))]);
    terminal.wait("the end", |screen| screen.contains("fake = d7") && screen.contains(&pawn(1)));
    assert_eq!(home.asked("go"), ["go btime 0 wtime 0 byoyomi 10000"; 2]);
    assert_eq!(home.asked("setoption"), ["setoption name MultiPV value 3"]);
    assert_eq!(home.asked("position").last().unwrap(), "position startpos moves 2h3h");
    play(&mut terminal, &[("E", "-- fake ."), ("l", " 2/9"), ("l", " 3/9"), ("E", "fake = d7")]);
    terminal.wait("the line", |screen| screen.contains(&pawn(3)));
    assert_eq!(home.asked("go").len(), 3);
    terminal.keys("q");
    assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
}

#[test]
fn on_a_narrow_screen_its_lines_are_under_the_board_or_the_key_for_them_is_named() {
    let home = Home::fake("lines");
    home.game(9);
    let mut terminal = open_at(&home, "game.usi", 40, 20);
    play(&mut terminal, &[("", " 0/9"), ("E", "-- fake = d7 1.2k"), ("", &pawn(0))]);
    play(&mut terminal, &[("", "!-- GAME"), ("l", &pawn(1)), ("", " 1/9")]);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    // A comment keeps its rows.
    fs::write(home.path().join("a.kif"), format!("{GAME}*a remark\n")).unwrap();
    let mut terminal = open_at(&home, "a.kif", 40, 20);
    play(&mut terminal, &[("G", "a remark"), ("E", "fake thinks (V shows it)")]);
    play(&mut terminal, &[("V", "-- fake = d7 1.2k"), ("", "!a remark")]);
    terminal.keys("q");
    assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
}

#[test]
fn the_number_of_lines_changes_between_searches() {
    let home = Home::thinking("chatter");
    let mut terminal = at_game(&home, 9);
    let rows = |screen: &str| {
        let line = |nth| format!("{} {}", pawn(nth), pawn(nth + 1));
        let has = |nth| usize::from(screen.contains(&line(nth)));
        has(0) + has(2) + has(4)
    };
    for (keys, lines) in [("1E", 1), ("2E", 2), ("3E", 3)] {
        terminal.keys(keys);
        terminal.wait(keys, |screen| screen.contains("fake *") && rows(screen) == lines);
    }
    let lines = ["2", "3"].map(|lines| format!("setoption name MultiPV value {lines}"));
    assert_eq!(home.asked("setoption"), lines);
    assert_eq!(home.asked("position"), ["position startpos"; 3]);
    terminal.shows("fake =");
    // For fewer lines nothing is searched.
    terminal.keys("2E");
    terminal.wait("two lines", |screen| screen.contains("fake =") && rows(screen) == 2);
    assert_eq!(home.asked("go").len(), 3);
}

#[test]
fn moves_of_ones_own_are_analysed_and_a_line_is_walked() {
    let home = Home::fake("lines");
    let mut terminal = at_game(&home, 9);
    terminal.keys("E");
    let mut goes_to = |keys: &str, place: &str, ply: usize| {
        terminal.keys(keys);
        terminal.wait(place, |screen| {
            let line = line_on(screen).is_some_and(|(_, line)| line.contains(&pawn(ply)));
            line && screen.contains("fake =") && screen.contains(place)
        });
    };
    goes_to("", " 0/9", 0);
    goes_to(":7g7f\r", " 1.a-1", 1);
    goes_to("V\r", " 1.a-2", 2);
    goes_to("l", " 1.a-3", 3);
    goes_to("\x0f", " 1.a-1", 1);
    let asked = home.asked("position");
    assert_eq!(asked.last().unwrap(), "position startpos moves 7g7f 2c2d 3g3f");
}

#[test]
fn a_move_is_not_judged_by_the_first_moments_of_a_search() {
    // The fake engine looks at 1,234 positions beside the reader.
    for (nodes, is_judged) in [("100000", true), ("200000", false)] {
        let home = Home::fake("lines");
        let game = home.game(9);
        let analyze = ["analyze", game.to_str().unwrap(), "--engine", "fake", "--nodes", nodes];
        dapu(home.path(), &analyze).fine();
        let mut terminal = open(&home, "game.usi");
        play(&mut terminal, &[("", "0/9"), ("E", "fake = d7"), (":7g7f\r", "fake = d7 1.2k")]);
        let says = |screen: &str| ["lost", "gained"].iter().any(|word| screen.contains(word));
        assert_eq!(says(&terminal.screen()), is_judged, "{}", terminal.screen());
        play(&mut terminal, &[("ml", " 1/9")]);
        terminal.wait("a judgement", says);
    }
}

#[test]
fn a_kept_line_has_its_value() {
    let home = Home::fake("lines");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    let mut terminal = open(&home, "a.kif");
    terminal.shows(" 0/");
    play(&mut terminal, &[("E", "fake = d7"), ("V", "== fake"), ("s", "kept"), ("", " 0/")]);
    let value = home.findings().into_values().next().unwrap()["lines"][0]["eval"]["cp"].clone();
    play(&mut terminal, &[("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    let notes = dapu(home.path(), &["notes", "a.kif"]).fine();
    let value = format!("{:+} d7 fake", value.as_i64().unwrap());
    assert!(notes.contains(&format!("a.kif:1.a-1: {value}")), "{notes}");
    assert!(notes.contains("a.kif:1.a-3: a line of your own"), "{notes}");
}

#[test]
fn without_an_engine_an_installed_one_is_set_up_on_request() {
    let home = Home::fake("lines");
    let config = home.path().join(".config/dapu/config.toml");
    let fake = fs::read_to_string(&config).unwrap();
    let command = fake.lines().find_map(|line| line.strip_prefix("cmd = ['")).unwrap();
    let command = command.trim_end_matches("']").replace("', '", "' '");
    fs::remove_dir_all(home.path().join(".config")).unwrap();
    let folder = home.path().join("bin");
    fs::create_dir(&folder).unwrap();
    // It stands for Fairy-Stockfish, which is asked in another way elsewhere.
    let program = folder.join("fairy-stockfish");
    fs::write(&program, format!("#!/bin/sh\nexec '{command}'\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).unwrap();
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    let path = home.path().to_str().unwrap();
    let paths = format!("{}:/usr/bin:/bin", folder.display());
    let file = format!("{path}/a.kif");
    let variables =
        [("HOME", path), ("PATH", &*paths), ("XDG_CONFIG_HOME", ""), ("XDG_CACHE_HOME", "")];
    let mut terminal = Terminal::start(&[&file], 120, 30, &variables);
    play(
        &mut terminal,
        &[
            ("", " 0/"),
            ("E", "no engine for shogi: E again sets up "),
            ("", "/bin/fairy-stockfish"),
            ("E", "engine added to ~/.config/dapu/config.toml"),
            ("", "-- fish-shogi = d7 1.2k"),
            ("q", ""),
        ],
    );
    assert_eq!(terminal.exit_code(), 0);
    let written = fs::read_to_string(&config).unwrap();
    assert!(written.starts_with("[engines.fish-shogi]\n"), "{written}");
    // One that would make the file wrong is not added.
    fs::write(&config, "engines = {}\n").unwrap();
    let mut terminal = Terminal::start(&[&file], 120, 30, &variables);
    play(&mut terminal, &[("", " 0/"), ("E", "E again"), ("E", "config.toml:4: "), ("q", "")]);
    assert_eq!(fs::read_to_string(&config).unwrap(), "engines = {}\n");
}

#[test]
fn where_an_answer_is_hidden_it_would_reveal_it() {
    let home = Home::fake("lines");
    let mut terminal = at_game(&home, 9);
    play(
        &mut terminal,
        &[("E", &pawn(0)), ("P", &format!("!{}", pawn(0))), ("E", "analysis would reveal")],
    );
}

#[test]
fn the_pane_has_seven_rows_at_80_by_24() {
    let home = Home::thinking("chatter");
    home.game(9);
    let mut terminal = open_at(&home, "game.usi", 80, 24);
    terminal.shows(" 0/9");
    play(&mut terminal, &[("E", "fake ="), ("l", " 1/9")]);
    let shown = terminal.shows_at_last("fake =");
    let heading = shown.lines().nth(16).unwrap();
    assert!(heading.contains(" -- fake = d") && heading.ends_with(" +先 --"), "{shown}");
    for (row, nth) in [(17, 1), (18, 3), (19, 5)] {
        let line = shown.lines().nth(row).unwrap();
        assert!(line.contains(&format!("{} {}", pawn(nth), pawn(nth + 1))), "{shown}");
    }
    let worth = shown.lines().nth(22).unwrap();
    assert!(worth.contains("  1 ３八飛 ") && worth.contains(" (best １六歩)"), "{shown}");
}

#[test]
fn a_held_key_leads_to_few_searches() {
    let home = Home::fake("chatter");
    let mut terminal = at_game(&home, 120);
    terminal.keys("E");
    terminal.shows(&pawn(0));
    terminal.keys(&"l".repeat(100));
    terminal.wait("the last position", |screen| {
        screen.contains(" 100/120") && screen.contains(&pawn(100))
    });
    let asked = home.asked("position");
    // A busy machine may pause between keys, but never at each of them.
    assert!((2..10).contains(&asked.len()), "{asked:?}");
    assert_eq!(asked.last().unwrap().split(' ').count(), 3 + 100);
}

/// In all frames of a long walk, with an engine that goes on writing of the position before.
#[test]
fn a_line_is_never_shown_under_another_position() {
    let home = Home::fake("chatter");
    let mut terminal = at_game(&home, 60);
    let mut random = Random::of_run("walk beside an engine", 0);
    terminal.keys("E");
    terminal.shows(&pawn(0));
    terminal.seen();
    let (mut steps, mut frames, mut with_lines) = (0, 0, 0);
    while steps < 10_000 {
        let many = 1 + random.below(100);
        let keys: String =
            (0..many).map(|_| if random.below(2) == 0 { 'l' } else { 'h' }).collect();
        steps += many;
        terminal.keys(&keys);
        // Sometimes the engine gets to the position, sometimes not.
        if random.below(3) == 0 {
            terminal.wait("a line", |screen| line_on(screen).is_some());
        }
        for (_, frame) in terminal.seen() {
            frames += 1;
            if let Some((ply, line)) = line_on(&frame) {
                with_lines += 1;
                assert!(line.contains(&pawn(ply)), "{ply}: {line}\n{frame}");
            }
        }
    }
    assert!(frames > 100 && with_lines > 20, "{with_lines} of {frames}");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
}

/// The ply on the board and the first line of the engine, if there is one.
fn line_on(screen: &str) -> Option<(usize, String)> {
    let is_heading = |row: &&str| row.contains("-- fake ") || row.contains("== fake ");
    let mut rows = screen.lines().skip_while(|row| !is_heading(row));
    let line = rows.nth(1).filter(|row| row.contains('歩') && row.contains('>'))?;
    let column = line.rfind('>')?;
    let line = line[column..].to_owned();
    let status = screen.lines().last()?;
    let ply = status.split('/').next()?.split(' ').next_back()?.parse().unwrap_or(0);
    line.contains('歩').then_some((ply, line))
}

#[test]
fn what_is_found_is_kept_and_not_searched_again() {
    let home = Home::fake("lines");
    fs::write(home.path().join("a.kif"), GAME).unwrap();
    for _ in 0..2 {
        let mut terminal = open(&home, "a.kif");
        terminal.shows(" 0/");
        play(&mut terminal, &[("E", "fake = d7"), ("", &pawn(0))]);
        for (key, ply) in [("l", 1), ("l", 2), ("h", 1), ("l", 2)] {
            terminal.keys(key);
            terminal.wait("a line", |screen| {
                screen.contains("fake =") && screen.contains(&format!("{} ", pawn(ply)))
            });
        }
        play(&mut terminal, &[("", "@"), ("q", "")]);
        assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
        assert_eq!(home.asked("go").len(), 3);
    }
    let findings = home.findings();
    assert_eq!(findings.len(), 3);
    assert!(findings.values().all(|it| it["asked"]["time"] == 10_000 && it["wanted"] == 3));
    assert!(dapu(home.path(), &["notes", "a.kif", "--analysis"]).fine().contains("average loss"));
    let copy = ["convert", "--notes", "a.kif", "--to", "kif", "--to-encoding", "utf-8", "-o", "-"];
    assert!(dapu(home.path(), &copy).out.contains("評価値 "));
}

#[test]
fn a_batch_and_the_screen_keep_both() {
    let home = Home::fake("slow");
    home.game(300);
    let usual = ["analyze", "game.usi", "--engine", "fake", "--nodes", "9", "--quiet"];
    let mut batch = crate::common::program::program(home.path());
    let mut batch = batch.args(usual).stdout(std::process::Stdio::null()).spawn().unwrap();
    until(|| !home.results().is_empty());
    let mut terminal = open(&home, "game.usi");
    terminal.shows(" 0/");
    play(&mut terminal, &[("E", "fake ="), ("G", " 300/300"), ("", "fake =")]);
    assert!(batch.wait().unwrap().success());
    play(&mut terminal, &[("hh", " 298/300"), ("", "fake ="), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    let times = |kind: &str| home.all().iter().filter(|it| !it["asked"][kind].is_null()).count();
    assert!(times("nodes") == 301 && times("time") >= 3, "{} {}", times("nodes"), times("time"));
}

#[test]
fn known_lines_are_there_at_once_and_stay() {
    let home = Home::thinking("chatter");
    let mut terminal = at_game(&home, 4);
    // It comes to a depth of about 30 in its second.
    terminal.keys("E");
    let shown = terminal.shows("fake =");
    let depth = |screen: &str| {
        let heading = screen.lines().find(|row| row.contains("-- fake"))?.to_owned();
        heading.split(" d").nth(1)?.split(' ').next()?.parse::<u32>().ok()
    };
    let found = depth(&shown).unwrap();
    assert!(found > 2, "{shown}");
    terminal.keys("l");
    terminal.shows(&pawn(1));
    terminal.seen();
    terminal.keys("h");
    terminal.wait("the known lines", |screen| screen.contains(&format!("{} {}", pawn(0), pawn(1))));
    for (_, frame) in terminal.seen().iter().filter(|(_, frame)| frame.contains(" 0/4")) {
        assert_eq!(depth(frame), Some(found), "{frame}");
    }
}

#[test]
fn no_engine_is_left_whatever_ends_the_screen() {
    use rustix::process::Signal;
    for signal in [Signal::HUP, Signal::TERM, Signal::KILL] {
        let home = Home::fake("chatter");
        let mut terminal = at_game(&home, 4);
        play(&mut terminal, &[("E", &pawn(0))]);
        terminal.signal(signal);
        terminal.ends();
        if cfg!(target_os = "linux") || signal != Signal::KILL {
            until(|| left(&home).is_empty());
        }
    }
    for mode in ["deaf-hello", "deaf", "stay"] {
        let home = Home::fake(mode);
        let mut terminal = at_game(&home, 4);
        play(&mut terminal, &[("E", "-- fake "), ("q", "")]);
        assert_eq!(terminal.exit_code(), 0, "{mode}");
        until(|| left(&home).is_empty());
    }
}

#[test]
fn one_that_fails_costs_a_message_and_can_be_started_again() {
    let home = Home::fake("complain");
    let mut terminal = at_game(&home, 4);
    for _ in 0..2 {
        play(
            &mut terminal,
            &[("E", "has ended: exit status: 3: no network file"), ("l", "!has ended")],
        );
    }
}

/// While three lines change with every report, frames come at most twice a second, and are small.
#[test]
fn lines_that_change_cost_little_and_nothing_once_it_is_done() {
    let home = Home::thinking("chatter");
    home.game(9);
    let mut terminal = open_at(&home, "game.usi", 80, 24);
    terminal.shows(" 0/9");
    terminal.keys("E");
    terminal.shows(&pawn(0));
    let before = terminal.bytes().len();
    terminal.seen();
    terminal.shows_at_last("fake =");
    let frames = terminal.seen().len();
    let bytes = terminal.bytes().len() - before;
    // The search takes a second, and its end a frame; then values and graph arrive.
    assert!(frames <= 6 && bytes / frames.max(1) < 500, "{bytes} bytes in {frames} frames");
}

#[test]
fn what_cannot_be_written_is_told_once_and_written_later() {
    let home = Home::thinking("plain");
    let cache = home.path().join(".cache");
    fs::write(&cache, "").unwrap();
    let mut terminal = at_game(&home, 9);
    play(&mut terminal, &[("E", "what the engine finds is not kept: "), ("", "fake =")]);
    let done = |terminal: &mut Terminal, ply: usize| {
        play(terminal, &[("l", &format!(" {ply}/9"))]);
        until(|| home.asked("go").len() > ply);
        terminal.shows("fake =");
    };
    done(&mut terminal, 1);
    let screen = terminal.screen();
    assert!(!screen.contains("not kept"), "{screen}");
    fs::remove_file(&cache).unwrap();
    done(&mut terminal, 2);
    until(|| home.findings().len() == 3);
    terminal.keys("q");
    assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
}

#[test]
fn beside_a_batch_what_the_screen_finds_is_kept_too() {
    let home = Home::thinking("plain");
    home.game(9);
    let analyze = ["analyze", "game.usi", "--engine", "fake", "--nodes", "9"];
    dapu(home.path(), &analyze).fine();
    let batch = fs::File::options().append(true).open(&home.results()[0]).unwrap();
    batch.lock().unwrap();
    let mut terminal = at_game(&home, 9);
    play(&mut terminal, &[("E", "fake ="), (":7g7f\r", "1.a-1")]);
    until(|| home.all().len() == 12);
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    assert_eq!((home.results().len(), home.all().len()), (2, 12));
    // Another batch must wait, as ever.
    let run = dapu(home.path(), &analyze);
    let told = "game.usi: another dapu is analysing this game";
    assert!(run.err.starts_with(&format!("dapu: {told}")), "{}", run.err);
    drop(batch);
    dapu(home.path(), &analyze).fine();
    assert_eq!(home.all().len(), 12);
}

#[test]
fn an_engine_judges_answers_that_the_record_does_not_have() {
    let home = Home::fake("judge");
    fs::write(home.path().join("a.kif"), "手合割：平手\n1 ７六歩(77)\n").unwrap();
    let mut terminal = open(&home, "a.kif");
    play(
        &mut terminal,
        &[
            ("P", "Sente to play"),
            (":1g1f\r", "wrong, by fake: loses 900 (U: back)"),
            // It has answered.
            ("", " 2/?  ３四歩"),
            ("", "0 solved, 1 failed"),
            // The answer and the reply are taken back together.
            ("U", "Sente to play"),
            (":2g2f\r", "solved, by fake (>: next)"),
            ("", "1 solved, 0 failed"),
            ("q", ""),
        ],
    );
    assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
    assert_eq!(home.asked("go mate"), ["go mate 2000"; 2]);
}

#[test]
fn all_of_a_long_line_can_be_read() {
    let home = Home::fake("lengthy");
    home.game(9);
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut terminal = open_at(&home, "game.usi", columns, rows);
        terminal.shows(" 0/9");
        terminal.keys("E");
        terminal.wait("the line", |screen| (0..12).all(|nth| screen.contains(&pawn(nth))));
        terminal.keys("q");
        assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
    }
}

/// An engine of Go that always finds C3 and G7, for the side to move.
const KATA: &str = r#"while read -r number command rest; do
  if [ "$open" ]; then echo; open=; fi
  case $command in
    name) echo "=$number KataGo"; echo;;
    list_commands) echo "=$number kata-analyze"; echo;;
    kata-analyze)
      echo "=$number"; open=1
      echo "info move C3 visits 30 utility 0.1 winrate 0.6 scoreLead 1.25 order 0 pv C3 G7 info move G7 visits 12 utility 0 winrate 0.5 scoreLead -0.5 order 1 pv G7";;
    quit) echo "=$number"; echo; exit;;
    *) echo "=$number"; echo;;
  esac
done
"#;

#[test]
fn candidates_of_go_are_on_the_board_with_their_loss() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("kata.sh");
    fs::write(&script, KATA).unwrap();
    let config = format!(
        "[engines.kata]\ncmd = ['sh', '{}']\ngame = 'go'\nprotocol = 'gtp'\nthink = 1\n",
        script.display()
    );
    let home = Home::with(&config);
    fs::write(home.path().join("a.sgf"), "(;GM[1]SZ[9]PB[a]PW[b];B[ee];W[ef])").unwrap();
    let mut terminal = open_at(&home, "a.sgf", 100, 30);
    play(
        &mut terminal,
        &[
            ("E", "-- kata"),
            ("", "(+0.0) C3 G7"),
            ("", "(-1.8) G7"),
            ("", " 1.8 "),
            // With the keys, its pane numbers the rows on the board instead.
            ("V", "== kata"),
            ("", "! 1.8 "),
            ("V", "!= kata"),
            ("", " 1.8 "),
            ("#", "the last ten moves"),
            ("", "! 1.8 "),
        ],
    );
    terminal.keys("q");
    assert_eq!((terminal.exit_code(), &*left(&home)), (0, ""));
}
