//! Which game notes are on: while it grows, under other names, in the place of another one, and between computers.

use std::fs;
use std::path::Path;

use crate::keys::notes::{Home, growing};
use crate::keys::{ESC, file, play};

/// A game of these moves, each a point, by turns.
fn game(points: &str) -> String {
    let sides = ["B", "W"].iter().cycle();
    let moves = points.split(' ').zip(sides).map(|(point, side)| format!(";{side}[{point}]"));
    format!("(;GM[1]SZ[9]PB[a]PW[b]{})", moves.collect::<String>())
}

#[test]
fn a_short_game_is_the_same_under_another_name() {
    let (folder, path) = file("short.sgf", game("aa bb cc"));
    let home = Home::new();
    home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
    let renamed = folder.path().join("renamed.sgf");
    fs::rename(&path, &renamed).unwrap();
    home.session(&renamed, &[("l", "& first")]);
    // Another short game has other notes, and so has one of other players.
    for other in [game("aa bb cc dd"), game("aa bb cc").replace("PB[a]", "PB[c]")] {
        let path = folder.path().join("other.sgf");
        fs::write(&path, other).unwrap();
        assert_eq!(home.run(&["notes", path.to_str().unwrap()]), "");
    }
    // Nor is one without moves any other one.
    let empty = folder.path().join("empty.sgf");
    fs::write(&empty, "(;GM[1]SZ[19])").unwrap();
    home.session(&empty, &[("wempty", "empty"), (ESC, "& empty")]);
    let other = folder.path().join("other.sgf");
    fs::write(&other, "(;GM[1]SZ[19]GN[mine])").unwrap();
    assert_eq!(home.run(&["notes", other.to_str().unwrap()]), "");
    fs::copy(&empty, &other).unwrap();
    assert_eq!(home.run(&["notes", other.to_str().unwrap()]), "");
    // A name is something to know it by.
    let named = folder.path().join("named.sgf");
    fs::write(&named, "(;GM[1]SZ[19]GN[mine])").unwrap();
    home.session(&named, &[("wnamed", "named"), (ESC, "& named")]);
    fs::copy(&named, &other).unwrap();
    assert!(home.run(&["notes", other.to_str().unwrap()]).contains(": named"));
}

#[test]
fn a_short_game_that_was_changed_is_the_same_under_another_name() {
    for changed in
        [game("aa bb cc dd"), game("aa bb cc dd ee").replace(";W[dd]", "(;W[dd]") + "(;W[de]))"]
    {
        let (folder, path) = file("short.sgf", game("aa bb cc dd ee"));
        let home = Home::new();
        home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
        fs::write(&path, &changed).unwrap();
        home.session(&path, &[("l", "& first"), ("lwsecond", "second"), (ESC, "& second")]);
        let renamed = folder.path().join("renamed.sgf");
        fs::rename(&path, &renamed).unwrap();
        home.session(&renamed, &[("", "2 notes"), ("l", "& first")]);
    }
}

#[test]
fn a_short_game_in_which_moves_come_in_the_same_order_is_another_one() {
    let (_folder, path) = file("live.sgf", game("aa bb cc"));
    let home = Home::new();
    home.session(&path, &[("lwold", "old"), (ESC, "& old")]);
    fs::write(&path, game("ii aa bb cc dd")).unwrap();
    assert_eq!(home.run(&["notes", path.to_str().unwrap()]), "");
}

#[test]
fn a_short_game_is_the_same_in_another_format() {
    let moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n";
    let (folder, path) = file("short.kif", format!("先手：a\n後手：b\n手数----指手----\n{moves}"));
    let home = Home::new();
    home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
    for name in ["short.csa", "short.jkf", "short.ki2"] {
        let converted = folder.path().join(name);
        home.run(&["convert", path.to_str().unwrap(), converted.to_str().unwrap()]);
        let listed = home.run(&["notes", converted.to_str().unwrap()]);
        assert!(listed.contains(":1: first"), "{name}: {listed}");
    }
}

#[test]
fn a_game_that_was_noted_early_is_found_under_another_name_once_it_is_longer() {
    for stays_open in [true, false] {
        let (folder, path) = file("live.sgf", growing(10));
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("3lwearly", "early"), (ESC, "& early")]);
        if !stays_open {
            terminal.keys("\x03");
            assert_eq!(terminal.exit_code(), 0);
            terminal = home.open(&path);
            play(&mut terminal, &[(":3\r", "& early")]);
        }
        for plies in [12, 30] {
            fs::write(&path, growing(plies)).unwrap();
            play(&mut terminal, &[("", &format!("/{plies} "))]);
            let copy = folder.path().join(format!("{plies}.sgf"));
            fs::copy(&path, &copy).unwrap();
            let listed = || home.run(&["notes", copy.to_str().unwrap()]).contains(":3: early");
            home.until("the copy has the note", listed);
        }
        let renamed = folder.path().join("renamed.sgf");
        fs::write(&renamed, growing(50)).unwrap();
        fs::remove_file(&path).unwrap();
        home.session(&renamed, &[(":3\r", "& early")]);
    }
}

#[test]
fn a_new_game_in_the_place_of_another_one_has_none_of_its_notes() {
    let old = "aa bb cc dd ee ff gg hh";
    for (new, comes_at_once) in [("aa bb ic id", true), ("aa ib ic id ie if ig ih", false)] {
        let (_folder, path) = file("live.sgf", game(old));
        let home = Home::new();
        let listed = || home.run(&["notes", path.to_str().unwrap()]);
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("wstart", "start"), (ESC, "& start"), ("lwold", "old")]);
        play(&mut terminal, &[(ESC, "& old")]);
        let moves: Vec<&str> = new.split(' ').collect();
        if !comes_at_once {
            for plies in 0..moves.len() {
                let moves = moves[..plies].join(" ");
                let text = if plies == 0 { game("").replace(";B[]", "") } else { game(&moves) };
                fs::write(&path, text).unwrap();
                play(&mut terminal, &[("", &format!("/{plies} ")), (":0\r", "!& start")]);
            }
        }
        fs::write(&path, game(new)).unwrap();
        let last = format!("/{} ", moves.len());
        play(&mut terminal, &[("", &last), (":1\r", "!& old"), (":0\r", "!& start")]);
        play(&mut terminal, &[(":1\rwnew", "new"), (ESC, "& new"), ("", "1 note")]);
        terminal.keys("\x03");
        assert_eq!(terminal.exit_code(), 0);
        assert_eq!(listed(), format!("{}:1: new\n", path.display()));
        home.session(&path, &[("", "1 note"), ("l", "& new")]);
        // The old game has kept its own.
        fs::write(&path, game(old)).unwrap();
        home.session(&path, &[("", "2 notes"), (":1\r", "& old")]);
    }
}

/// Copies the notes of one computer to another, as rsync does.
fn merge(from: &Home, to: &Home) {
    for file in from.files() {
        let below = file.strip_prefix(from.path()).unwrap();
        let target = Path::new(to.path()).join(below);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, target).unwrap();
    }
}

#[test]
fn notes_of_two_computers_are_each_on_their_own_game() {
    let end = |point: &str| growing(24).replacen(')', &format!(";B[{point}];W[ss])"), 1);
    let (folder, x) = file("x.sgf", end("aj"));
    let y = folder.path().join("y.sgf");
    fs::write(&y, end("bj")).unwrap();
    let (one, other) = (Home::new(), Home::new());
    one.session(&x, &[(":25\rwon x", "on x"), (ESC, "& on x")]);
    other.session(&y, &[(":25\rwon y", "on y"), (ESC, "& on y")]);
    other.session(&x, &[(":2\rwx, too", "x, too"), (ESC, "& x, too")]);
    merge(&other, &one);
    merge(&one, &other);
    for home in [&one, &other] {
        let listed = |path: &Path| home.run(&["notes", path.to_str().unwrap()]);
        let (name_x, name_y) = (x.display(), y.display());
        assert_eq!(listed(&x), format!("{name_x}:2: x, too\n{name_x}:25: on x\n"));
        assert_eq!(listed(&y), format!("{name_y}:25: on y\n"));
        home.session(&x, &[("", "2 notes"), (":2\r", "& x, too"), (":25\r", "& on x")]);
        home.session(&y, &[("", "1 note"), (":25\r", "& on y")]);
        // Each is forgotten, and attached to a game that both fit, by a name of its own.
        let name = |path: &Path| named(home, path);
        let (of_x, of_y) = (name(&x), name(&y));
        let shared = of_y.split('/').next().unwrap();
        let early = folder.path().join("early.sgf");
        fs::write(&early, growing(24)).unwrap();
        let told = listed(&early);
        assert!(
            told.contains("fits equally: ")
                && told.contains(&of_y)
                && of_x.split(", ").all(|name| told.contains(name)),
            "{told} {of_x} {of_y}"
        );
        assert_eq!(home.run(&["notes", "--attach", &of_y, early.to_str().unwrap()]), "");
        home.session(&early, &[("", "1 note"), (":1\rwearly", "early"), (ESC, "& early")]);
        home.session(&early, &[("", "2 notes"), (":1\r", "& early")]);
        let told = home.run(&["notes", "--forget", shared]);
        assert!(told.contains("has notes on several games: "), "{told}");
        assert!(told.contains(&of_y), "{told}");
        // Those on one game may be in several folders, and have several names.
        assert_eq!(of_x.matches(", ").count(), 1, "{of_x}");
        let mut open = home.open(&x);
        play(&mut open, &[("", "2 notes"), (":3\rwmine", "mine"), (ESC, "& mine")]);
        assert_eq!(home.run(&["notes", "--forget", &name(&y)]), "");
        assert_eq!(listed(&y), "");
        let mine = format!("{name_x}:2: x, too\n{name_x}:3: mine\n{name_x}:25: on x\n");
        assert_eq!(listed(&x), mine);
        play(
            &mut open,
            &[("", "3 notes"), (":4\rwlast", "last"), (ESC, "& last"), ("", "4 notes")],
        );
        assert!(listed(&x).contains(":4: last\n"));
        assert_eq!(home.run(&["notes", "--forget", &name(&x)]), "");
        assert_eq!(listed(&x), "");
        play(&mut open, &[("", "!4 notes")]);
    }
}

/// The name of the notes on a game.
fn named(home: &Home, path: &Path) -> String {
    let listed = home.run(&["notes", "--json", path.to_str().unwrap()]);
    let note: serde_json::Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    note["notes"].as_str().unwrap().to_owned()
}

#[test]
fn notes_that_are_attached_to_a_game_are_on_no_other_that_begins_alike() {
    let (folder, path) = file("game.sgf", growing(30));
    let home = Home::new();
    home.session(&path, &[("lwfirst", "first"), (ESC, "& first")]);
    let others = |text: String| text.replace("PB[a]", "PB[x]");
    let other = folder.path().join("other.sgf");
    fs::write(&other, others(growing(22))).unwrap();
    assert_eq!(home.run(&["notes", other.to_str().unwrap()]), "");
    home.run(&["notes", "--attach", &named(&home, &path), other.to_str().unwrap()]);
    home.session(&other, &[("l", "& first"), ("lwsecond", "second"), (ESC, "& second")]);
    home.session(&other, &[("", "2 notes"), ("l", "& first")]);
    home.session(&path, &[("", "2 notes"), ("l", "& first")]);
    let third = folder.path().join("third.sgf");
    fs::write(&third, others(growing(22)).replacen(')', ";B[ss];W[sr])", 1)).unwrap();
    assert_eq!(home.run(&["notes", third.to_str().unwrap()]), "");
    // It may go on, and be renamed then.
    let mut terminal = home.open(&other);
    fs::write(&other, others(growing(24))).unwrap();
    play(&mut terminal, &[("", "/24 "), ("", "2 notes")]);
    let renamed = folder.path().join("renamed.sgf");
    fs::rename(&other, &renamed).unwrap();
    home.until("it is found", || {
        home.run(&["notes", renamed.to_str().unwrap()]).contains(":1: first")
    });
}

#[test]
fn a_note_of_another_computer_comes_whatever_its_folder_is_called() {
    // One had the game open before it had moves enough to be known by them.
    let (folder, early) = file("early.sgf", growing(10));
    let (one, other) = (Home::new(), Home::new());
    let mut terminal = one.open(&early);
    play(&mut terminal, &[(":3\rwearly", "early"), (ESC, "& early")]);
    fs::write(&early, growing(40)).unwrap();
    play(&mut terminal, &[("", "/40 ")]);
    let late = folder.path().join("late.sgf");
    fs::write(&late, growing(40)).unwrap();
    other.session(&late, &[(":4\rwlate", "late"), (ESC, "& late")]);
    merge(&other, &one);
    // Within a second, while the game is open.
    play(&mut terminal, &[("", "2 notes"), (":4\r", "& late"), ("w!", "late!"), (ESC, "& late!")]);
    merge(&one, &other);
    other.session(&late, &[("", "2 notes"), (":3\r", "& early"), (":4\r", "& late!")]);
}

#[test]
fn a_program_that_runs_and_one_that_starts_find_the_same_notes_under_other_names() {
    for last in ["aa bb cc", "aa bb cc dd", "aa bb"] {
        let (_folder, path) = file("game.sgf", game("aa bb cc"));
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[("lwfirst", "first"), (ESC, "& first")]);
        let renamed = game(last).replace("PB[a]PW[b]", "PB[someone]PW[else]");
        fs::write(&path, renamed).unwrap();
        play(&mut terminal, &[("", "someone"), ("lwsecond", "second"), (ESC, "& second")]);
        play(&mut terminal, &[("", "2 notes"), ("\x03", "")]);
        home.session(&path, &[("", "2 notes"), ("l", "& first"), ("l", "& second")]);
    }
}

#[test]
fn notes_stay_on_a_game_whose_names_change_although_nothing_is_noted_after() {
    for plies in [6, 40] {
        let (_folder, path) = file("live.sgf", growing(plies));
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[(":2\rwfirst", "first"), (ESC, "& first"), ("", "1 note")]);
        for (name, plies) in [("someone", plies), ("nobody", plies - 1), ("anyone", plies)] {
            fs::write(&path, growing(plies).replace("PB[a]", &format!("PB[{name}]"))).unwrap();
            play(&mut terminal, &[("", name), ("", &format!("/{plies}")), ("", "1 note")]);
            let listed = || home.run(&["notes", path.to_str().unwrap()]);
            home.until("it is found", || listed().contains(":2: first\n"));
        }
    }
}

#[test]
fn notes_stay_on_a_game_that_was_cut_and_what_leaves_the_screen_is_told() {
    let (_folder, path) = file("live.sgf", growing(60));
    let home = Home::new();
    let mut terminal = home.open(&path);
    play(&mut terminal, &[(":10\rwearly", "early"), (ESC, "& early")]);
    play(&mut terminal, &[(":50\rwlate", "late"), (ESC, "& late")]);
    fs::write(&path, growing(40)).unwrap();
    play(
        &mut terminal,
        &[("", "/40"), ("", "1 note is on moves no longer in the file: dapu notes")],
    );
    play(&mut terminal, &[(":10\r", "& early"), ("", "2 notes")]);
    home.session(&path, &[(":10\r", "& early"), ("", "2 notes")]);
    fs::write(&path, growing(60)).unwrap();
    play(&mut terminal, &[("", "/60"), (":50\r", "& late")]);
}

#[test]
fn a_running_and_a_new_dapu_find_the_same_notes_when_a_cut_game_is_whole_again() {
    for cut in [15, 20] {
        let (_folder, path) = file("live.sgf", growing(27));
        let home = Home::new();
        let mut terminal = home.open(&path);
        play(&mut terminal, &[(":5\rwfirst", "first"), (ESC, "& first")]);
        fs::write(&path, growing(cut)).unwrap();
        play(&mut terminal, &[("", &format!("/{cut} "))]);
        play(&mut terminal, &[(":3\rwsecond", "second"), (ESC, "& second")]);
        fs::write(&path, growing(27)).unwrap();
        play(&mut terminal, &[("", "/27"), ("", "2 notes"), (":5\r", "& first")]);
        home.session(&path, &[("", "2 notes"), (":3\r", "& second")]);
    }
}
