//! Lists of games and files: filters, order, folders, and the board beside them.

use std::fs;
use std::time::SystemTime;

use crate::common::program::{age, sample};
use crate::common::terminal::Terminal;
use crate::keys::{DOWN, ENTER, ESC, HOME, PAGE_UP, file, play, session, variations};

#[test]
fn a_library_of_ten_thousand_games_is_filtered_as_one_types() {
    let mut text = String::new();
    for number in 0..10_000 {
        let players = format!("PB[Player {number}]PW[Rival {}]", number % 7);
        text.push_str(&format!("(;GM[1]SZ[9]{players};B[ee];W[dd])\n"));
    }
    let (_folder, path) = file("library.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            ("", "1/10000"),
            ("", "-- GAMES"),
            ("", "10000/10000"),
            ("/777", "19/10000"),
            (" rival 0", "3/10000"),
            ("\x15", "10000/10000"),
            ("nobody", "no matches"),
            ("\x15777 rival 0", "3/10000"),
            (DOWN, ">  7771 Player 7770 - Rival 0"),
            (ENTER, "7771/10000"),
            // The filter stays: only matching games are visited.
            (">", "7778/10000"),
            (">", "no more games"),
            ("", "[filter: 777 rival 0]"),
            ("2<", "778/10000"),
            ("o", "3/10000"),
            ("", "![filter"),
            ("/\x15\x1b", "10000/10000"),
            // Letters are keys again.
            ("2j", ">   780 Player 779"),
            ("9998G", ">  9998 Player 9997"),
            (ENTER, "9998/10000"),
            ("3<", "9995/10000"),
            ("o", ">  9995 Player 9994"),
            ("g", ">     1 Player 0"),
            ("G", "> 10000 Player 9999"),
            ("ks", "by players"),
            ("g", ">     1 Player 0"),
            ("j", ">     2 Player 1 "),
            ("j", ">     3 Player 2 "),
            (PAGE_UP, "!>     3"),
            (ESC, "MOVES"),
        ],
    );
}

#[test]
fn folders_are_entered_and_left_and_the_board_beside_the_list_shows_the_game() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("old/older")).unwrap();
    for (name, game) in [
        ("old/a.sgf", "(;GM[1]SZ[9]PB[Anna]DT[1999];B[aa])"),
        ("old/b.sgf", "(;GM[1]SZ[9]PB[Berta]DT[1998];B[ee])"),
    ] {
        fs::write(folder.path().join(name), game).unwrap();
    }
    session(
        folder.path(),
        (80, 24),
        &[
            ("", "old/"),
            (ENTER, "older/"),
            ("", "1999"),
            ("/berta", "1/4"),
            ("\x15\x1b", "4/4"),
            ("sss", "by date"),
            ("h", "!Berta"),
            ("q", ""),
        ],
    );
    // Readable by its name, but not a record: those in the folders are.
    fs::write(folder.path().join("README.md"), "Old games.\n").unwrap();
    session(folder.path(), (80, 24), &[("", "README.md"), (ENTER, "older/"), ("q", "")]);
}

#[test]
fn the_list_of_a_folder_says_nothing_of_a_game_that_nobody_chose() {
    let game = "(;GM[1]SZ[19]PB[Berta];B[aa])";
    let (folder, _) = file("b.sgf", game);
    fs::create_dir(folder.path().join("a")).unwrap();
    fs::write(folder.path().join("a/a.sgf"), game).unwrap();
    let name = format!("{}/ ", folder.path().file_name().unwrap().to_str().unwrap());
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", "> a/"), ("", &name), ("", "!0/1"), ("j", "> Berta"), ("", "!0/1")]);
    play(
        &mut terminal,
        &[(ENTER, "0/1"), ("", "Berta"), ("o", "> Berta"), ("", &name), ("", "!0/1")],
    );
}

#[test]
fn a_folder_that_cannot_be_read_says_why() {
    let (folder, _) = file("gone/b.sgf", "(;GM[1]SZ[9]PB[Berta];B[aa])");
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", "> gone/ "), ("", "1 file")]);
    fs::remove_dir_all(folder.path().join("gone")).unwrap();
    play(&mut terminal, &[(ENTER, "cannot open gone: no such file"), ("", "> gone/")]);
}

#[test]
fn games_are_sorted_by_date_in_both_directions() {
    let dates = ["1995年4月12日", "1996-10-23", "", "1995年4月6日", "1996-5-19", "unknown"];
    let game = |(number, date)| format!("(;GM[1]SZ[9]EV[no{number}]DT[{date}];B[ee])");
    let games: String = (1..).zip(dates).map(game).collect();
    let (_folder, path) = file("dates.sgf", games);
    let mut terminal = Terminal::open(&path);
    terminal.shows("-- GAMES");
    let order = |screen: &str| -> Vec<usize> {
        let (_, list) = screen.split_once("-- GAMES").unwrap_or_default();
        let found = |number: usize| Some((list.find(&format!("no{number}"))?, number));
        let mut numbers: Vec<_> = (1..=dates.len()).filter_map(found).collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|(_, number)| number).collect()
    };
    for (keys, heading, wanted) in [
        ("", "6/6", &[1, 2, 3, 4, 5, 6][..]),
        ("s", "by game", &[1, 2, 3, 4, 5, 6]),
        ("s", "by date", &[4, 1, 5, 2, 6, 3]),
        // Games without a date stay last.
        ("S", "by date  reversed", &[2, 5, 1, 4, 6, 3]),
        // Closed and opened again.
        ("\r", "0/1", &[]),
        ("o", "by date  reversed", &[2, 5, 1, 4, 6, 3]),
        // The moves of all games have been read.
        ("", "moves", &[2, 5, 1, 4, 6, 3]),
        ("s", "by moves  reversed", &[6, 5, 4, 3, 2, 1]),
        ("s", "-- reversed", &[6, 5, 4, 3, 2, 1]),
    ] {
        terminal.keys(keys);
        terminal.wait(&format!("{wanted:?} after {keys}"), |screen| {
            screen.contains(heading) && order(screen) == wanted
        });
    }
}

/// As the guide says.
#[test]
fn a_name_is_found_however_the_file_pads_it() {
    let samples = sample("xiangqi");
    session(
        &samples,
        (120, 40),
        &[
            ("", "shunpao.pgn"),
            ("/吕钦 1997", "!shunpao.pgn"),
            ("", "xianrenzhilu.xqf"),
            (ENTER, "柳大华"),
            ("/吕钦\r", "[1/1]"),
        ],
    );
}

#[test]
fn a_configured_key_is_not_taken_by_a_list() {
    let (folder, path) = file("dates.sgf", "(;GM[1]SZ[9]DT[1999])".repeat(2));
    fs::create_dir(folder.path().join("dapu")).unwrap();
    let config = "[keys]\nsearch = \"s\"\nsort = \"d\"\n";
    fs::write(folder.path().join("dapu/config.toml"), config).unwrap();
    let home = [("XDG_CONFIG_HOME", folder.path().to_str().unwrap())];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &home);
    play(
        &mut terminal,
        &[
            ("", "2/2"),
            ("d", "by date"),
            ("s", "filter: _"),
            ("x", "0/2"),
            // In the help, letters are keys again, and in the list after it.
            ("\x1bOP", "KEYS"),
            ("?", "!KEYS"),
            ("", "filter: x "),
            ("\x1b", " 0/0"),
        ],
    );
}

#[test]
fn a_directory_opens_as_a_list_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, player) in [("a.sgf", "Anna"), ("b.sgf", "Berta"), ("c.sgf", "Cora")] {
        fs::write(folder.path().join(name), format!("(;GM[1]SZ[9]PB[{player}];B[ee])")).unwrap();
    }
    session(
        folder.path(),
        (80, 24),
        &[
            ("", "-- FILES"),
            ("/anna", "1/3"),
            (ENTER, "!-- FILES"),
            ("", " a.sgf  Black Anna"),
            (">", "no more games"),
            ("o/\x15\x1b", "3/3"),
            (ENTER, "!-- FILES"),
            (">", " b.sgf  Black Berta"),
            (">>", " c.sgf  Black Cora"),
            ("<", " b.sgf  Black Berta"),
            ("o", "-- FILES"),
        ],
    );
}

/// A directory with a record of each player, in a file of that name.
fn library(players: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for player in players {
        let path = folder.path().join(format!("{player}.sgf"));
        fs::write(path, format!("(;GM[1]SZ[9]PB[{player} X];B[ee])")).unwrap();
    }
    folder
}

#[test]
fn the_board_beside_a_list_is_that_of_the_marked_row_after_a_resize() {
    let folder = library(&["Anna", "Berta", "Cora"]);
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 50, 24, &[]);
    terminal.shows("3/3");
    for (keys, name) in [("g", "Anna"), ("j", "Berta"), ("j", "Cora")] {
        // The row may be marked already.
        play(&mut terminal, &[(keys, &format!("=> {name} X"))]);
        terminal.resize(130, 30);
        terminal.shows(&format!(" {name}.sgf  Black {name} X"));
        terminal.resize(50, 24);
        terminal.wait("the list alone", |screen| !screen.contains('＋'));
    }
}

#[test]
fn a_row_without_a_game_has_no_board_beside_it() {
    let folder = library(&["Anna", "Berta"]);
    fs::create_dir(folder.path().join("Folder")).unwrap();
    fs::write(folder.path().join("Cora.sgf"), "no record").unwrap();
    session(
        folder.path(),
        (100, 30),
        &[
            // A session begins at the top, and what is no record is at the bottom.
            ("", " Anna.sgf  Black Anna X"),
            ("", "＋"),
            ("G", "> Cora.sgf  no game"),
            ("", "!黒"),
            ("", "!＋"),
            ("", "!0/1"),
            ("kk", " Berta.sgf  Black Berta X"),
            ("", "＋"),
            ("j", "!黒"),
            ("", "!＋"),
            ("k", " Berta.sgf  Black Berta X"),
            (ENTER, "!FILES"),
            ("", "＋"),
        ],
    );
}

#[test]
fn a_folder_that_was_left_is_marked_although_it_is_empty() {
    let folder = library(&["Anna", "Berta"]);
    for name in ["a", "b", "c"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("c/c.sgf"), "(;GM[1]SZ[9];B[ee])").unwrap();
    let steps = [("", "0 files"), ("G", "> b/"), (ENTER, "FILES b"), ("h", "5/5"), ("", "> b/")];
    session(folder.path(), (80, 24), &steps);
}

#[test]
fn a_list_that_is_opened_again_marks_the_open_game() {
    let folder = library(&["Anna", "Berta", "Cora", "Dora"]);
    session(
        folder.path(),
        (80, 24),
        &[
            // Before a file is read, the filter knows only its name.
            ("", "Dora X"),
            ("/x", "filter: x_"),
            ("", "4/4"),
            (&format!("{HOME}{DOWN}{DOWN}"), "> Cora X"),
            (ENTER, "!FILES"),
            ("o", "> Cora X"),
            // Where the filter hides it, the first row is marked, until the filter is cleared.
            ("/\x15anna", "> Anna X"),
            ("\x15", "> Cora X"),
            ("dora\x1b", "1/4"),
            ("o", "!FILES"),
            ("o", "> Dora X"),
            // Esc first shows all again.
            ("", "Esc show all"),
            (ESC, "4/4"),
            ("", "> Dora X"),
            ("", "Esc close"),
            (ESC, "!FILES"),
        ],
    );
    let games = ["Anna", "Berta", "Cora"].map(|name| format!("(;GM[1]SZ[9]PB[{name} X];B[ee])"));
    let (_folder, path) = file("games.sgf", games.concat());
    session(
        &path,
        (80, 24),
        &[("/x", "filter: x_"), (ESC, "!x_"), ("2j", "> 3 "), (ENTER, "3/3"), ("o", "> 3 ")],
    );
}

#[test]
fn a_list_marks_the_file_to_which_a_followed_directory_has_moved_on() {
    let folder = library(&["Anna", "Cora"]);
    ["Anna", "Cora"].iter().for_each(|name| age(&folder.path().join(format!("{name}.sgf"))));
    let mut terminal = Terminal::start(&["--follow", folder.path().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", "1/1"), ("o", "2/2"), ("q", "!FILES")]);
    fs::write(folder.path().join("Berta.sgf"), "(;GM[1]SZ[9]PB[Berta X];B[ee];W[gc])").unwrap();
    play(&mut terminal, &[("", " Berta.sgf  Black Berta X"), ("o", "> Berta X"), ("", "3/3")]);
    play(&mut terminal, &[("q", "!FILES"), ("<", " Anna.sgf  Black Anna X")]);
}

/// The texts of a screen that are reversed, without the title and the status.
fn lit(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let cells =
        (1..rows.get() - 1).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
    let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
    cells.filter(|cell| cell.inverse()).map(vt100::Cell::contents).collect()
}

#[test]
fn a_directory_shows_whole_names_of_files_and_what_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("old/older")).unwrap();
    fs::create_dir_all(folder.path().join("deep/deeper")).unwrap();
    let players = "PB[Internet Player]PW[Excalibur of Camelot]RE[W+Resign]DT[2006年4月12日]";
    for (name, game) in [
        ("old/a.sgf", "(;GM[1]SZ[9])".to_owned()),
        ("2006-04-12-3.sgf", format!("(;GM[1]SZ[9]{players}EV[Cup];B[aa])")),
        ("book.sgf", "(;GM[1]SZ[9])".repeat(93)),
        ("bare.sgf", "(;GM[1]SZ[9];B[aa];W[bb])".to_owned()),
        ("lesson.sgf", "(;GM[1]SZ[9]GN[Ladders]EV[Course])".to_owned()),
        ("none.md", "nothing".to_owned()),
    ] {
        fs::write(folder.path().join(name), game).unwrap();
    }
    let newest = fs::File::options().append(true).open(folder.path().join("2006-04-12-3.sgf"));
    newest.unwrap().set_modified(SystemTime::now()).unwrap();
    let path = folder.path().to_str().unwrap();
    let mut terminal = Terminal::start(&[path], 120, 40, &[]);
    for row in [
        "> old/  1 folder  1 file",
        "  deep/  1 folder",
        "  W+R     2006-04-12",
        "  book.sgf  93 games",
        "  bare.sgf",
        "  lesson.sgf  Ladders",
        "  none.md  not a record of a format",
    ] {
        terminal.shows(row);
    }
    play(&mut terminal, &[("", "!0 files"), ("j", "> Internet P"), ("", " 1/1 ")]);
    assert!(terminal.look(lit).starts_with("> Internet P"));
    // The information is about the game on the board.
    play(&mut terminal, &[("i", "-- GAME"), ("", "white        Excalibur"), ("i", "-- FILES")]);
    play(
        &mut terminal,
        &[("G", "> none.md"), ("kk", "> lesson.sgf"), ("", " lesson.sgf  Ladders  Course")],
    );
    let terminal = Terminal::start(&[path], 80, 24, &[]);
    let shown = terminal.shows("W+R     2006-04-12");
    assert!(shown.contains("Internet Player - Excalibur of Camelot  "), "{shown}");
    assert!(shown.contains(" none.md  not a record of a format"), "{shown}");
    // While filtering, the heads of the columns stay.
    let mut terminal = terminal;
    play(&mut terminal, &[("/exca", "filter: exca_"), ("", "  game  "), ("", "date")]);
}

#[test]
fn why_a_file_does_not_open_is_said_in_the_language_of_the_screen() {
    let (folder, _) = file("1.sgf", "(;SZ[9]PB[one];B[ee])");
    for (name, content) in [
        ("2.sgf", &b""[..]),
        ("3.xqf", b"XQ\x0a"),
        ("4.sgf", b"(;GM[2]SZ[8])"),
        ("5.pgn", b"PK\x05\x06"),
        ("6.ugf", b"[Header]\nCrypt=1\n"),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    for (language, reasons) in [
        ("en", ["the file is empty", "the file ends inside", "GM[2]", "not a record", "encrypted"]),
        (
            "zh",
            [
                "文件是空的",
                "文件损坏或不完整",
                "不支持这种棋谱",
                "不是能识别的棋谱",
                "不支持这种棋谱",
            ],
        ),
        (
            "ja",
            [
                "空のファイルです",
                "壊れているか不完全です",
                "未対応の棋譜です",
                "棋譜として読めません",
                "未対応の棋譜です",
            ],
        ),
    ] {
        let options = ["--lang", language, folder.path().to_str().unwrap()];
        let mut terminal = Terminal::start(&options, 132, 24, &[]);
        play(&mut terminal, &reasons.map(|reason| ("", reason)));
        let shown = format!(
            "3.xqf{}{}",
            if language == "ja" { "を開けません：" } else { "：" },
            reasons[1]
        );
        let shown = if language == "en" { "cannot open 3.xqf: " } else { &shown };
        play(&mut terminal, &[("3G\r", shown)]);
    }
}

#[test]
fn title_and_status_speak_of_the_game_on_the_board_beside_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let game = |player: &str, moves: &str| format!("(;GM[1]SZ[9]PB[{player}]{moves})");
    let three = game("Anna", ";B[aa];W[bb]C[mine];B[cc]");
    fs::write(folder.path().join("a.sgf"), three).unwrap();
    let two = [game("Berta", ";B[aa];W[bb]"), game("Cora", ";B[aa]")];
    let older = folder.path().join("b.sgf");
    fs::write(&older, two.concat()).unwrap();
    let file = fs::File::options().write(true).open(&older).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let arguments = ["--mouse", folder.path().to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 120, 40, &[]);
    play(
        &mut terminal,
        &[
            ("", "2/2 --"),
            (ENTER, "!-- FILES"),
            ("2l", "mine"),
            ("oj", " b.sgf  1/2  Black Berta"),
            ("", " 2/2  "),
            // A click on its board is not a move of the open game, whose comment is not shown.
            ("", "!mine"),
            ("\x1b[<0;20;10M", "= b.sgf  1/2  Black Berta"),
            ("k", "a.sgf  Black Anna"),
            ("", " 3/3  "),
            (ESC, " 2/3  "),
            ("", "mine"),
            // A file of several games opens as their list.
            ("oj\r", "-- GAMES"),
            ("", " b.sgf  1/2  Black Berta"),
            ("q", " 0/2  "),
            ("oj", " b.sgf  2/2  Black Cora"),
            ("", " 1/1  "),
        ],
    );
}

/// Two games, of which the second has two moves.
const TWO: &str = "(;GM[1]SZ[9]PB[Anna]PW[Bob];B[ee])(;GM[1]SZ[9]PB[Cora]PW[Dan];B[aa];W[bb])";

#[test]
fn a_file_of_many_games_opens_as_their_list() {
    let (folder, path) = file("games.sgf", TWO);
    let home = [("XDG_STATE_HOME", folder.path().to_str().unwrap())];
    let path = path.to_str().unwrap();
    let second = format!("{path}#2");
    let open = |arguments: &[&str]| Terminal::start(arguments, 80, 24, &home);
    for (arguments, steps) in [
        // Closing the list in which one began ends the session, which remembers no place.
        (&[path][..], &[("", "-- GAMES"), ("", " 1 Anna - Bob"), ("q", "")][..]),
        (
            &[path],
            &[("", "> 1 Anna - Bob"), ("/cora", "1/2"), (ENTER, "0/2"), ("o", "1/2"), ("q", "")],
        ),
        // A place that is remembered, or given, comes first.
        (
            &[path],
            &[("", "  2/2  "), ("", "!GAMES"), ("o", "> 2 Cora"), ("q", "!GAMES"), ("q", "")],
        ),
        (&[&second], &[("", "games.sgf  2/2"), ("", "!GAMES"), ("q", "")]),
        (&[&format!("{path}:1")], &[("", " 1/1"), ("", "!GAMES"), ("q", "")]),
        (&["--follow", path], &[("", "[live"), ("", "!GAMES"), ("q", "")]),
        (&["--problems", path], &[("", " problem "), ("", "!GAMES"), ("q", "")]),
    ] {
        let mut terminal = open(arguments);
        play(&mut terminal, steps);
        assert_eq!(terminal.exit_code(), 0, "{arguments:?}");
    }
}

#[test]
fn whole_names_come_before_a_board_beside_the_list_and_no_word_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let names = "PB[Internet Player of Camelot]PW[Excalibur of Avalon]DT[2006-04-12]RE[W+Resign]";
    for (name, game) in [
        ("cup-1.sgf", format!("(;GM[1]SZ[9]{names};B[aa])")),
        ("cup-second.sgf", "(;GM[1]SZ[9];B[aa])".to_owned()),
        ("cup-third-game-of-the-final-round-in-the-evening.md", "nothing".to_owned()),
    ] {
        fs::write(folder.path().join(name), game).unwrap();
    }
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    let whole = "> Internet Player of Camelot - Excalibur of Avalon  ";
    let whole = [("", whole), ("", "  W+R     2006-04-12")];
    play(&mut terminal, &whole);
    play(&mut terminal, &[("", "  second.sgf"), ("", "!＋")]);
    terminal.shows("  third-game-of-the-final-round-in-the-evening.md  not a..");
    terminal.resize(110, 24);
    play(&mut terminal, &whole);
    terminal.shows("＋");
}

/// Whether the row with a text is dim.
fn is_dim(screen: &vt100::Screen, text: &str) -> bool {
    let (rows, columns) = screen.size();
    let mut cells =
        (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
    let at = cells.find(|(row, column)| {
        screen.contents_between(*row, *column, *row, columns.get()).starts_with(text)
    });
    at.and_then(|(row, column)| screen.cell(row, column)).is_some_and(vt100::Cell::dim)
}

#[test]
fn what_is_no_record_is_dim_and_last_and_does_not_move_the_mark() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.md", "nothing"),
        ("b.sgf", "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[aa])"),
        ("texts/inside/c.md", "nothing"),
        ("xiangqi/d.md", "nothing"),
        ("xiangqi/inside/e.sgf", "(;GM[1]SZ[9];B[aa])"),
    ] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 120, 24, &[]);
    // The end is the end, whatever has been read by then.
    play(&mut terminal, &[("G", "> a.md  not a record"), ("g", "> xiangqi/")]);
    terminal.shows("texts/  1 folder");
    let shown = terminal.screen();
    let order =
        ["xiangqi/", "Ann - Bob", "texts/", "a.md"].map(|name| shown.find(&format!(" {name}")));
    assert!(order.is_sorted(), "{shown}");
    for (name, dim) in [("xiangqi/", false), ("Ann - Bob", false), ("texts/", true), ("a.md", true)]
    {
        assert_eq!(terminal.look(|screen| is_dim(screen, name)), dim, "{name}");
    }
    // The way back from a folder without records is the first of its rows.
    play(&mut terminal, &[("jj", "> texts/"), (ENTER, "inside/  1 file"), ("", "> ../")]);
}

#[test]
fn help_over_a_list_leads_back_to_it() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("2lTj", "-- MAP"),
            ("", " 3/10  (round 2)  馬二進三"),
            ("?", "-- KEYS"),
            (ESC, "-- MAP"),
            // Where it was opened is still known.
            (ESC, " 2/10"),
            ("/馬\r", "HITS 馬"),
            ("L", "-- MESSAGES"),
            ("L", "HITS 馬"),
        ],
    );
}

#[test]
fn keys_of_the_open_game_do_nothing_in_the_list_that_hides_it() {
    let games = "(;GM[1]SZ[9]C[one];B[ee]C[two];W[dd]C[three])(;GM[1]SZ[9];B[aa])";
    let (_folder, path) = file("games.sgf", games);
    session(
        &path,
        (80, 24),
        &[
            ("", " games.sgf  1/2"),
            ("j", "games.sgf  2/2"),
            (" ", "Space does nothing here"),
            (">", "> does nothing here"),
            ("yp", "yp does nothing here"),
            ("\x10", "Ctrl-p does nothing here"),
            (":1\r", "1 does nothing here"),
            (":ee\r", "ee does nothing here"),
            (":read-on\r", "read-on does nothing here"),
            (":up\r", " games.sgf  1/2"),
            (":end\r", "games.sgf  2/2"),
            ("?", "-- KEYS"),
            ("\x1bOP", "> 2"),
            (ESC, "!GAMES"),
            ("", " games.sgf  1/2"),
            ("", " 0/2  "),
        ],
    );
}

/// A game of shogi that sente wins by its ending, without a header for the result.
const RESIGNED: &str = "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n";

#[test]
fn a_list_shows_the_winner_and_the_number_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let csa = "V2.2\nN+kou\nN-otsu\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    let pgn = |number: u8, result: &str| {
        format!(
            "[Game \"Chinese Chess\"]\n[Red \"r{number}\"]\n[Black \"b{number}\"]\n[Result \"{result}\"]\n\n1. C2=5 H8+7 {result}\n\n"
        )
    };
    for (name, text) in [
        ("a.kif", RESIGNED.to_owned()),
        ("b.csa", csa.to_owned()),
        ("c.pgn", pgn(1, "1-0")),
        ("d.pgn", pgn(2, "1/2-1/2")),
        ("e.sgf", "(;SZ[9]PB[eb]PW[ew]RE[White +Time];B[ee])".replace("White ", "W")),
        ("f.sgf", "(;SZ[9]PB[fb]PW[fw]RE[B+3.5];B[ee])".to_owned()),
        ("g.sgf", "(;SZ[9]PB[gb]PW[gw]RE[B+3.5])".to_owned()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    for (lang, rows) in [
        ("en", ["甲 - 乙     ▲", "kou - otsu  △", "紅", "和", "W+T", "B+3.5"]),
        ("zh", ["先手胜", "后手胜", "红胜", "和", "白超时胜", "黑胜3.5目"]),
        ("ja", ["先手勝ち", "後手勝ち", "紅勝ち", "引き分け", "白時間切れ勝ち", "黒3.5目勝ち"]),
    ] {
        let mut terminal = Terminal::start(&["--lang", lang, path], 80, 24, &[]);
        play(&mut terminal, &rows.map(|row| ("", row)));
        let shown = terminal.shows("gb - gw");
        let row = |names: &str| {
            let row = shown.lines().find(|line| line.contains(names)).unwrap();
            row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(row("甲 - 乙").last().unwrap(), "3", "{shown}");
        assert_eq!(row("fb - fw").last().unwrap(), "1", "{shown}");
        // Without moves it has neither.
        assert_eq!(row("gb - gw").last().unwrap(), "gw", "{shown}");
        let title = if lang == "zh" { "红胜" } else { "c.pgn" };
        play(&mut terminal, &[("3G\r", title)]);
    }
    // The games of a file are read for it.
    let several = file("several.kif", RESIGNED.repeat(2));
    let mut terminal = Terminal::start(&[several.1.to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", "> 1 甲 - 乙  ▲          3"), ("", "  2 甲 - 乙  ▲          3")]);
}

#[test]
fn titles_tell_games_apart_that_players_do_not() {
    let game = |number: u8, black: &str| {
        format!(
            "[Game \"Chinese Chess\"]\n[Title \"残局 例{number:02}\"]\n[Red \"基础知识\"]\n{black}[Date \"1996.5.9\"]\n\n1. C2=5 *\n\n"
        )
    };
    for (black, first) in [("", "基础知识"), ("[Black \"黑方\"]\n", "黑方")] {
        let text: String = (1..=3).map(|number| game(number, black)).collect();
        let (_folder, path) = file("book.pgn", text);
        let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
        // Without what all of them share.
        play(
            &mut terminal,
            &[("", "> 1 例01 "), ("", "  3 例03 "), ("", "1996-05-09"), ("", "!players")],
        );
        if black.is_empty() {
            play(&mut terminal, &[("j\r", "残局 例02"), ("", first)]);
        }
    }
}

#[test]
fn the_chapter_of_titles_is_shown_above_its_games_once() {
    let titles = ["〖战略〗--例1", "〖战略〗--例2", "〖战术〗--例1", "终局"];
    let text: String = titles
        .map(|title| format!("[Game \"Chinese Chess\"]\n[Title \"{title}\"]\n\n1. C2=5 *\n\n"))
        .concat();
    let (_folder, path) = file("book.pgn", text);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "> 1 〖战略〗--例1 "),
            ("", "  2   例2 "),
            ("", "  3 〖战术〗--例1 "),
            ("", "  4 终局 "),
        ],
    );
}

#[test]
fn two_files_with_the_same_players_are_told_apart_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    for (name, black) in [("live-1.sgf", "Ann"), ("live-2.sgf", "Ann"), ("live-3.sgf", "Eve")] {
        let game = format!("(;SZ[9]PB[{black} of Camelot]PW[Bob of Avalon];B[ee])");
        fs::write(folder.path().join(name), game).unwrap();
    }
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 60, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "1.sgf  Ann of Camelot - Bob"),
            ("", "2.sgf  Ann of"),
            ("", "  Eve of Camelot - Bob of Avalon"),
        ],
    );
}

#[test]
fn esc_opens_no_game_of_a_folder_and_q_quits() {
    let (folder, _) = file("a.sgf", "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "-- FILES"),
            (ESC, "q: quit"),
            ("", "-- FILES"),
            // A filter without hits has no board.
            ("/zzz", "no matches"),
            ("", "!＋"),
            ("\x15\x1b", "1/1"),
            ("", "＋"),
            (ENTER, " 0/2 "),
            ("o", "-- FILES"),
            (ESC, " 0/2 "),
            ("oq", "!FILES"),
        ],
    );
}

#[test]
fn folders_and_files_are_in_the_order_in_which_people_count() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "卷一/a.sgf",
        "卷二/a.sgf",
        "卷三/a.sgf",
        "卷十/a.sgf",
        "卷十一/a.sgf",
        "g1.sgf",
        "g2.sgf",
        "g10.sgf",
    ] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), "(;SZ[9];B[ee])").unwrap();
    }
    let terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    let shown = terminal.shows("g10.sgf");
    let names = ["卷一/", "卷二/", "卷三/", "卷十/", "卷十一/", "g1.sgf", "g2.sgf", "g10.sgf"];
    let places = names.map(|name| shown.find(&format!(" {name}")).unwrap());
    assert!(places.is_sorted(), "{shown}");
}

#[test]
fn the_board_beside_a_problem_is_its_start() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.sgf"), "(;SZ[9]AB[aa]AW[bb];B[ee];W[dd])").unwrap();
    fs::write(folder.path().join("b.sgf"), "(;SZ[9];B[ee];W[dd])").unwrap();
    let mut terminal = Terminal::start(&[folder.path().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", " 0/2 "), ("j", " 2/2 ")]);
}
