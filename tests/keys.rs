//! What each key does: a file, keys one after another, and what the screen shows after each, in a pseudo-terminal.

#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::emulator::{LESSON, forks};
use common::program::sample;
use common::terminal::Terminal;
use dapu::format::WriteOptions;
use tempfile::TempDir;

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const DOWN: &str = "\x1b[B";
const UP: &str = "\x1b[A";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";
const PAGE_DOWN: &str = "\x1b[6~";
const PAGE_UP: &str = "\x1b[5~";
const SHIFT_TAB: &str = "\x1b[Z";
const CTRL_D: &str = "\x04";
const CTRL_U: &str = "\x15";
const ESC: &str = "\x1b";
const ENTER: &str = "\r";

/// Types keys and waits after each for a text on the screen, or for one to go away that is given after `!`.
#[track_caller]
fn play(terminal: &mut Terminal, steps: &[(&str, &str)]) {
    for (keys, wanted) in steps {
        terminal.keys(keys);
        match wanted.strip_prefix('!') {
            Some(unwanted) => terminal
                .wait(&format!("{unwanted:?} to go after {keys:?}"), |screen| {
                    !screen.contains(unwanted)
                }),
            None => terminal.wait(&format!("{wanted:?} after {keys:?}"), |screen| {
                screen.contains(wanted)
            }),
        };
    }
}

/// Opens a file, plays through the steps and leaves.
#[track_caller]
fn session(file: &Path, size: (u16, u16), steps: &[(&str, &str)]) {
    let mut terminal = Terminal::start(&[file.to_str().unwrap()], size.0, size.1, &[]);
    terminal.wait("the first frame", |screen| !screen.trim().is_empty());
    play(&mut terminal, steps);
    terminal.keys("\x03");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

fn xianren() -> PathBuf {
    sample("xiangqi/xianrenzhilu.xqf")
}

/// A file with this content in a folder of its own.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// A game of Go with variations, comments, a capture and clocks.
fn lesson() -> (TempDir, PathBuf) {
    file("lesson.sgf", LESSON)
}

/// A game of xiangqi with variations within variations.
fn variations() -> (TempDir, PathBuf) {
    let record = forks().game(0).unwrap();
    let written = common::write(&record, "dhtmlxq", &WriteOptions::default());
    file("forks.txt", written.unwrap().bytes)
}

#[test]
fn moves_go_forward_and_back_and_counts_go_before_them() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("", " 0/16"),
            ("l", " 1/16  兵七进一"),
            (RIGHT, " 2/16  马８进７"),
            ("h", " 1/16"),
            (LEFT, " 0/16"),
            ("7l", " 7/16  马八进七"),
            ("3h", " 4/16"),
            ("2j", " 6/16"),
            (DOWN, " 7/16"),
            (UP, " 6/16"),
            ("4k", " 2/16"),
            ("G", " 16/16"),
            ("g", " 0/16"),
            (END, " 16/16"),
            (HOME, " 0/16"),
            ("13G", " 13/16"),
            ("999G", " 16/16"),
            ("99h", " 0/16"),
            (PAGE_DOWN, " 10/16"),
            (PAGE_UP, " 0/16"),
            (CTRL_D, " 10/16"),
            (CTRL_U, " 0/16"),
            // A count is shown while it is typed, and Esc drops it.
            ("12", " 12_"),
            (ESC, "!12_"),
            ("l", " 1/16"),
            // It is a count for one motion only.
            ("3l", " 4/16"),
            ("l", " 5/16"),
        ],
    );
}

#[test]
fn a_fork_shows_its_branches_and_takes_one() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("}", "AT MOVE 3: 12 BRANCHES"),
            ("", "> 1 马二进三"),
            // The board shows the branch before it is taken.
            (DOWN, "> 2 兵七进一"),
            ("", "＋－＋－兵－＋"),
            ("", "3/5  兵七进一  [2/12]  var 1  (m: main line)"),
            (UP, "> 1 马二进三"),
            ("02j", "> 3 兵三进一"),
            (ESC, "> 1 马二进三"),
            ("j", "> 2 兵七进一"),
            (RIGHT, "3/5  兵七进一"),
            (RIGHT, "4/5  炮８进４"),
            // What was followed is remembered.
            ("g", " 0/5"),
            ("G", " 5/5  "),
            ("m", " 2/10  马８进７"),
            ("l", " 3/10  马二进三"),
            // A digit takes a branch at once, and the count in front of Enter one of many.
            ("2", " 3/5  兵七进一"),
            ("012", " 12_"),
        ],
    );
    session(
        &path,
        (80, 24),
        &[
            ("}", "> 1 马二进三"),
            ("011\r", " 3/3  "),
            ("", ">11 "),
            ("m", " 2/10"),
            ("m", "this is the main line"),
        ],
    );
}

#[test]
fn forks_comments_and_ends_are_found_along_the_line() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("}", " 7/13  黒 Q15  [1/3]"),
            ("}", "no more forks on this line"),
            ("g)", " 6/13"),
            ("", "白は小目の星下に"),
            (")", " 7/13"),
            ("(", " 6/13"),
            ("(", "no more comments on this line"),
            ("2)", "no more comments"),
            ("{", "no more forks"),
            ("G{", " 7/13"),
            // The fork within a variation.
            ("2", " 7/"),
            ("2}", "no more forks"),
            ("", " 9/"),
        ],
    );
}

#[test]
fn branches_by_the_hundred_are_paged_with_a_preview() {
    let mut text = String::from("(;GM[1]SZ[9];B[ee]");
    for number in 0..900 {
        let (column, row) = (
            (b'a' + (number % 9) as u8) as char,
            (b'a' + (number / 9 % 9) as u8) as char,
        );
        text.push_str(&format!("(;W[{column}{row}]C[reply {number}];B[aa])"));
    }
    text.push(')');
    let (_folder, path) = file("many.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            ("ll", "AT MOVE 2: 900 BRANCHES"),
            ("", "1/900"),
            ("", "reply 0"),
            ("0345j", ">346"),
            ("", "reply 345"),
            ("k", ">345"),
            ("0899j", ">900"),
            ("", "reply 899"),
            ("j", ">900"),
            ("02l", " 3/3"),
            ("h", "900/900"),
            ("0450\r", "reply 449"),
        ],
    );
}

#[test]
fn variations_fold_in_the_wide_layout() {
    let (_folder, path) = variations();
    session(
        &path,
        (120, 40),
        &[
            ("", "|-2 兵七进一 炮８进４  +2"),
            ("", "`- 3 more"),
            ("3l", " 3/10"),
            (" ", "!|-2 兵七进一"),
            (" ", "|-2 兵七进一"),
            ("Z", "!|-2 兵七进一"),
            ("Z", "|-2 兵七进一"),
            // Within the variation the line that was left is listed among the others.
            ("2", "|-1 马二进三"),
        ],
    );
}

#[test]
fn marks_and_bookmarks_are_gone_to() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("5l", " 5/13"),
            ("\"x", "mark x set"),
            ("G", " 13/13"),
            ("'", "-- MARKS"),
            ("", " x     5 C4"),
            ("", "切り"),
            ("x", " 5/13"),
            // Two quotes go back to where the jump began.
            ("''", " 13/13"),
            // A bookmark of the file has the first free letter.
            ("'a", "var 1.1"),
            ("'k", "no mark k"),
        ],
    );
}

#[test]
fn the_same_position_elsewhere_is_gone_to() {
    let moves = "(;GM[1]SZ[9](;B[aa];W[bb];B[cc];W[dd])(;B[cc];W[bb];B[aa];W[ee]))";
    let (_folder, path) = file("same.sgf", moves);
    session(
        &path,
        (80, 24),
        &[
            ("3l", " 3/4"),
            ("", "  3 黒 C7             ="),
            ("x", " 3/4  黒 A9  var 1"),
            ("x", " 3/4  黒 C7"),
            ("hx", "no other place with this position"),
        ],
    );
}

#[test]
fn a_search_goes_both_ways_over_comments_moves_headers_and_games() {
    let game = |player: &str, comment: &str| {
        format!(
            "(;GM[1]SZ[9]PB[{player}];B[ee];W[dd](;B[cc]C[{comment}])(;B[gg]C[a needle too]))\n"
        )
    };
    let text = game("Alice", "a Needle in hay") + &game("Bob", "nothing") + &game("Carol", "hay");
    let (_folder, path) = file("games.sgf", text);
    let mut terminal = Terminal::open(&path);
    play(
        &mut terminal,
        &[
            ("/", " /_"),
            ("neex\x7fdle\r", "a Needle in hay"),
            ("", " 3/3  黒 C7"),
            ("n", "a needle too"),
            ("", "var 1"),
            ("N", "a Needle in hay"),
            ("nn", "2/3"),
            ("", "a needle too"),
            ("N", "1/3"),
            // A capital makes the case count.
            ("/Need\r", "found around the end"),
            ("/d6\r", " 2/3  白 D6"),
            ("/Carol\r", "-- GAME"),
            ("", "3/3"),
            (ESC, "-- MOVES"),
            ("/nowhere\r", "not found: nowhere"),
            ("/", " /_"),
            // What was searched for before comes back.
            (UP, "/nowhere_"),
            (UP, "/Carol_"),
            (ESC, "!Carol_"),
        ],
    );
    // The hit is lit, and not for good.
    play(&mut terminal, &[("/needle\r", "a needle too")]);
    let lit = |terminal: &Terminal| {
        terminal.look(|screen| {
            let cells = (0..23).flat_map(|row| (20..80).map(move |column| (row, column)));
            let lit = cells.filter_map(|(row, column)| screen.cell(row, column));
            let lit = lit.filter(|cell| cell.inverse());
            lit.map(|cell| cell.contents().to_owned())
                .collect::<String>()
        })
    };
    let title = |text: String| text.contains("needle");
    assert!(title(lit(&terminal)), "{}", lit(&terminal));
    terminal.keys(ESC);
    terminal.wait("the light to go out", |_| !title(lit(&terminal)));
}

#[test]
fn a_hit_far_down_a_comment_and_across_two_lines_comes_into_view() {
    let comment = format!(
        "{}這裡有一個要找的字串。{}",
        "一二三四五六七八九十".repeat(40),
        "後文".repeat(30)
    );
    let (_folder, path) = file("long.sgf", format!("(;GM[1]SZ[9];B[ee]C[{comment}])"));
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/1");
    terminal.keys("/要找的字串\r");
    let lit = terminal.wait("the hit", |screen| screen.contains("這裡有"));
    let lit_cells = terminal.look(|screen| {
        let cells = (1..23).flat_map(|row| (20..80).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        let lit = cells.filter(|cell| cell.inverse());
        lit.map(|cell| cell.contents().to_owned())
            .collect::<String>()
    });
    assert_eq!(lit_cells, "要找的字串", "{lit}");
}

#[test]
fn a_command_takes_a_ply_a_line_a_move_or_an_action() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            (":7\r", " 7/10"),
            (":1\r", " 1/10"),
            (":77.\r", "no such ply, line, move or command: 77."),
            (":var 1\r", "var 1"),
            (":main\r", " 2/10"),
            (":车一平二\r", " 5/10"),
            (":c3c4\r", " 7/10"),
            (":flip\r", "一　二　三　四　五　六　七　八　九"),
            (":help\r", "-- KEYS"),
            (ESC, "-- MOVES"),
            (
                ":nonsense\r",
                "no such ply, line, move or command: nonsense",
            ),
        ],
    );
}

#[test]
fn the_board_turns_and_the_notation_changes() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("", "九　八　七　六　五　四　三　二　一"),
            ("f", "一　二　三　四　五　六　七　八　九"),
            ("f", "九　八　七　六　五　四　三　二　一"),
            ("c", "coordinates off"),
            ("", "!九　八　七"),
            ("c", "九　八　七　六　五　四　三　二　一"),
            ("lt", "notation: WXF"),
            ("", "  1 紅 P7+1"),
            ("t", "notation: ICCS"),
            ("", "  1 紅 c3c4"),
            ("t", "notation: 中文"),
            ("", "  1 紅 兵七进一"),
        ],
    );
    session(
        &sample("shogi/floodgate.csa"),
        (80, 24),
        &[
            ("", "２二角成"),
            ("t", "notation: KI2"),
            ("t", "notation: USI"),
            ("", "8h2b+"),
            ("t", "notation: KIF"),
        ],
    );
}

#[test]
fn views_open_and_close() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("i", "幻庵因碩"),
            ("", "SGF"),
            ("i", "-- MOVES"),
            ("lv", "-- TIME"),
            (ESC, "-- MOVES"),
            ("T", "-- MAP"),
            ("", "#"),
            ("T", "-- MOVES"),
            ("L", "-- MESSAGES"),
            (ESC, "-- MOVES"),
            ("?", "-- KEYS"),
            ("", "Esc close"),
            ("?", "-- MOVES"),
        ],
    );
}

#[test]
fn the_graph_shows_evaluations_and_goes_to_the_swings() {
    let (_folder, path) = file(
        "graph.csa",
        "V2.2\nPI\n+\n+7776FU\n'** 30\n-3334FU\n'** 20\n+2726FU\n'** -900 \n-8384FU\n'** -850\n+2625FU\n'** 400\n%TORYO\n",
    );
    session(
        &path,
        (80, 24),
        &[
            ("", "-9.00"),
            ("v", "-- EVALUATION"),
            ("", "       +9"),
            ("", "^"),
            ("!", " 3/5"),
            ("!", " 5/5"),
            ("!", " 3/5"),
        ],
    );
}

#[test]
fn panes_take_the_focus_stand_alone_and_scroll() {
    let long: String = (1..60)
        .map(|line| format!("line {line} of the comment\n"))
        .collect();
    let (_folder, path) = file(
        "long.sgf",
        format!("(;GM[1]SZ[9]EV[Cup];B[ee]C[{long}];W[dd])"),
    );
    session(
        &path,
        (80, 24),
        &[
            ("l", "line 1 of the comment"),
            ("", "-- COMMENT"),
            ("\t", "== COMMENT"),
            (DOWN, "!line 1 of"),
            (UP, "line 1 of"),
            (PAGE_DOWN, "!line 1 of"),
            ("z", "line 20 of"),
            (PAGE_DOWN, "line 40 of"),
            ("l", " 2/2"),
            ("h", "line 1 of"),
            ("z", "== COMMENT"),
            ("\t", "== GAME"),
            ("\t", "-- GAME"),
            (SHIFT_TAB, "== GAME"),
        ],
    );
    // Where it is narrow there are pages instead.
    session(
        &path,
        (40, 20),
        &[
            ("l\t", "-- MOVES"),
            ("\t", "line 17 of"),
            (PAGE_DOWN, "line 25 of"),
            ("\t", "-- GAME"),
            ("", "Cup"),
            ("\t", "・"),
            (SHIFT_TAB, "-- GAME"),
        ],
    );
}

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
            ("o", "-- GAMES"),
            ("", "10000/10000"),
            ("777", "19/10000"),
            (" rival 0", "3/10000"),
            ("\x15", "10000/10000"),
            ("player 9999", "1/10000"),
            (ENTER, "Player 9999"),
            ("", "10000/10000"),
            (">", "no more games"),
            ("<", "9999/10000"),
            ("3<", "9996/10000"),
            ("2>", "9998/10000"),
            ("o", "> 9998 Player 9997 - Rival 1"),
            (HOME, ">    1 Player 0"),
            (END, ">10000 Player 9999"),
            (PAGE_UP, "!>10000"),
            (ESC, "-- MOVES"),
        ],
    );
}

#[test]
fn a_directory_is_a_list_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, player) in [("a.sgf", "Anna"), ("b.sgf", "Berta"), ("c.sgf", "Cora")] {
        fs::write(
            folder.path().join(name),
            format!("(;GM[1]SZ[9]PB[{player}];B[ee])"),
        )
        .unwrap();
    }
    session(
        folder.path(),
        (80, 24),
        &[
            ("", "-- FILES"),
            ("anna", "1/3"),
            (ENTER, " a.sgf  黒 Anna"),
            (">", " b.sgf  黒 Berta"),
            (">>", "c.sgf"),
            ("<", " b.sgf"),
            ("o", "-- FILES"),
        ],
    );
}

#[test]
fn problems_hide_their_answers() {
    let problem = |number: usize| {
        format!(
            "(;AB[aa][ba]AW[ab]PL[B]C[problem {number}];B[b{row}]C[right {number}])",
            row = 'b'
        )
    };
    let text = format!(
        "(;GM[1]SZ[9]C[a book]{}{}{})",
        problem(1),
        problem(2),
        problem(3)
    );
    let (_folder, path) = file("problems.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            ("", "3 problems (P: one at a time)"),
            ("P", "the answer is hidden (a: show it)"),
            ("", "problem 1"),
            ("l", "the answer is hidden"),
            ("G", " 1/?"),
            ("a", "黒 B8"),
            ("l", "right 1"),
            (">", "problem 2"),
            ("", " 1/?"),
            (">", "problem 3"),
            ("<", "problem 2"),
            ("P", "problem mode off"),
            ("", "-- AT MOVE 1: 3 BRANCHES"),
        ],
    );
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 40, 20, &[]);
    play(
        &mut terminal,
        &[
            ("", "1/?"),
            (">", "problem 2"),
            ("l", "the answer is hidden"),
        ],
    );
}

#[test]
fn positions_lines_and_places_are_copied_through_the_terminal() {
    let mut terminal = Terminal::open(&xianren());
    play(
        &mut terminal,
        &[
            ("2l", " 2/16"),
            (
                "yp",
                "copied: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/..",
            ),
            ("yl", "copied: 兵七进一 马８进７"),
            ("yf", "xianrenzhilu.xqf:2"),
            ("y", " y_"),
            ("z", "!y_"),
        ],
    );
    let bytes = terminal.bytes();
    // 兵七进一 马８进７ in base 64.
    let wanted = b"\x1b]52;c;5YW15LiD6L+b5LiAIOmprO+8mOi/m++8lw==";
    assert!(
        bytes.windows(wanted.len()).any(|part| part == wanted),
        "not sent"
    );
    for (sample_name, keys, copied) in [
        ("shogi/floodgate.csa", "lyp", "copied: lnsgkgsnl/1r5b1/"),
        ("go/lesson.sgf", "lyp", "copied: (;"),
    ] {
        session(&sample(sample_name), (80, 24), &[(keys, copied)]);
    }
}

#[test]
fn moves_are_played_by_themselves() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("p", "[play 1s]"),
            ("+++", "[play 0.125s]"),
            ("-", "[play 0.25s]"),
            ("", " 5/16"),
            ("h", "!play"),
            ("14Gp", "end of the line"),
            ("", " 16/16"),
        ],
    );
}

#[test]
fn the_mouse_is_off_until_it_is_wanted() {
    let mut terminal = Terminal::open(&xianren());
    play(&mut terminal, &[("", " 0/16")]);
    let mode = |terminal: &Terminal| terminal.look(vt100::Screen::mouse_protocol_mode);
    assert_eq!(mode(&terminal), vt100::MouseProtocolMode::None);
    play(
        &mut terminal,
        &[
            ("M", "mouse on"),
            // The third row of the list of moves; a turn of the wheel on the board; a square that the next move goes to.
            ("\x1b[<0;50;5M", " 3/16"),
            ("\x1b[<65;10;5M", " 4/16"),
            ("\x1b[<64;10;5M", " 3/16"),
            ("\x1b[<0;9;7M", " 3/16"),
            ("M", "mouse off"),
        ],
    );
    assert_eq!(mode(&terminal), vt100::MouseProtocolMode::None);
    let bytes = terminal.bytes();
    let sent = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    assert!(sent(b"\x1b[?1000h") && sent(b"\x1b[?1006h"));
    assert!(!sent(b"\x1b[?1003h") && !sent(b"\x1b[?1002h"));
    let mut terminal = Terminal::start(&["--mouse", xianren().to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("l", " 1/16"), ("\x1b[<0;50;5M", " 3/16")]);
}

#[test]
fn keys_are_what_the_configuration_makes_of_them() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("dapu")).unwrap();
    let config = "[keys]\nforward = 'n'\nnext-hit = 'Ctrl-n'\nquit = 'Z'\nhelp = 's'\n";
    fs::write(home.path().join("dapu/config.toml"), config).unwrap();
    let environment = [("XDG_CONFIG_HOME", home.path().to_str().unwrap())];
    let mut terminal = Terminal::start(&[xianren().to_str().unwrap()], 80, 24, &environment);
    play(
        &mut terminal,
        &[
            ("", "/ find  s help  Z quit"),
            ("n", " 1/16"),
            (RIGHT, " 1/16"),
            ("2n", " 3/16"),
            ("q", " 3/16"),
            ("s", "-- KEYS"),
            ("", " n           next move"),
        ],
    );
    terminal.keys("Z");
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn help_lists_what_is_of_use_now() {
    let (_folder, path) = file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 60, &[]);
    play(&mut terminal, &[("?", "-- KEYS"), ("", "Ctrl-c")]);
    let screen = terminal.screen();
    for missing in [
        "next fork",
        "next comment",
        "next game",
        "swing",
        "opening book",
    ] {
        assert!(!screen.contains(missing), "{missing} in\n{screen}");
    }
    let (_folder, path) = lesson();
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 60, &[]);
    play(
        &mut terminal,
        &[("?", "-- KEYS"), ("", "next fork"), ("", "next comment")],
    );
}

#[test]
fn every_language_is_spoken_throughout() {
    let (_folder, path) = lesson();
    for (lang, words) in [
        ("zh", ["着法", "注释", "查找", "帮助", "退出", "实时"]),
        (
            "ja",
            ["指し手", "コメント", "検索", "ヘルプ", "終了", "監視中"],
        ),
    ] {
        let mut terminal = Terminal::start(&["--lang", lang, path.to_str().unwrap()], 80, 24, &[]);
        let steps = words.map(|word| ("", word));
        play(&mut terminal, &steps);
        // Help is in the language from beginning to end.
        terminal.keys("?");
        for _ in 0..6 {
            let screen = terminal.screen();
            for english in ["next", "move", "copy", "close", "focus"] {
                assert!(!screen.contains(english), "{lang}: {english} in\n{screen}");
            }
            terminal.keys(PAGE_DOWN);
        }
    }
    let mut terminal = Terminal::start(
        &[path.to_str().unwrap()],
        80,
        24,
        &[("LANG", "zh_CN.UTF-8")],
    );
    play(&mut terminal, &[("", "着法")]);
}
