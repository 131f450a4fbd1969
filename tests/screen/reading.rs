//! Reading a record: moving in it, its branches, problems, clocks and evaluations.

use std::fmt::Write as _;

use crate::common;
use crate::common::emulator::{self, Emulator, settings};
use crate::screen::{FORKS, letter};
use dapu::settings::Config;

#[test]
fn keys_jump_to_forks_and_comments_along_the_line() {
    let mut screen = Emulator::read("forks.sgf", FORKS);
    let mut at = |keys: &str| {
        screen.keys(keys);
        screen.status().split("  ").next().unwrap().to_owned()
    };
    assert_eq!(at("}"), "2/5");
    assert_eq!(at("}"), "4/5");
    assert_eq!(at("}"), "4/5");
    assert_eq!(at("{ {"), "2/5");
    assert_eq!(at("g )"), "1/5");
    assert_eq!(at(")"), "5/5");
    assert_eq!(at("("), "1/5");
    assert_eq!(at("g 2 }"), "4/5");
    screen.keys("G }");
    screen.shows(&["no more forks on this line"]);
}

#[test]
fn a_command_goes_to_a_ply_a_line_or_a_move_or_runs_an_action() {
    let mut screen = Emulator::read("forks.sgf", FORKS);
    let mut at = |command: &str| {
        screen.press(":");
        screen.type_in(command);
        screen.press("Enter");
        screen.status()
    };
    assert!(at("3").starts_with("3/5  Black G3"));
    assert!(at("2.3").starts_with("2/2  White G3  [3/3]  2.3-2"));
    assert!(at("4.2-5").starts_with("5/5  Black E3  4.2-5"));
    assert!(at("main").starts_with("3/5  Black G3"));
    assert!(at("g7").starts_with("4/5  White G7"));
    assert!(at("2").starts_with("2/"));
    assert!(at("黒 G3").starts_with("3/5  Black G3"));
    assert!(at("start").starts_with("0/5"));
    assert!(at("nonsense").contains("no such place, move or command: nonsense"));
    assert!(at("9.9").contains("there is no ply 9: the line ends at ply 5"));
    assert!(at("2.9").contains("there is no branch 9 at ply 2: there are 3"));
    assert!(at("#1:2.2-3").starts_with("3/5  Black G3  2.2-3"));
    assert!(at("#2:1").contains("there is no game 2"));
    assert!(at("end").starts_with("5/5  Black E3"));
    // Editing, recalling earlier input, and leaving.
    let mut screen = Emulator::read("forks.sgf", FORKS);
    screen.press(":");
    screen.type_in("31");
    screen.keys("Backspace Left Right Enter");
    assert!(screen.status().starts_with("3/5"));
    screen.keys(": Up");
    assert_eq!(screen.status(), ":3_");
    screen.keys("Esc");
    assert!(screen.status().starts_with("3/5"));
    screen.paste("4");
    assert!(screen.status().starts_with("3/5"), "pasted text is no key");
    screen.press(":");
    screen.paste("4\n");
    screen.press("Enter");
    assert!(screen.status().starts_with("4/5"));
}

#[test]
fn bookmarks_of_file_and_reader_are_jumped_to() {
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n&ここから\n   3 ２六歩(27)\n";
    let mut screen = Emulator::read("game.kif", kif);
    screen.keys("G \"");
    screen.keys("m g '");
    screen.shows(&["BOOKMARKS", "a     2", "ここから", "m     3"]);
    screen.keys("m");
    screen.shows(&["3/3"]);
    screen.keys("'a");
    screen.shows(&["2/3"]);
    // Back to where the jump began.
    screen.keys("''");
    screen.shows(&["3/3"]);
    screen.keys("'q");
    screen.shows(&["no bookmark q"]);
}

#[test]
fn positions_lines_and_places_are_copied() {
    let mut screen = Emulator::read("forks.sgf", FORKS);
    screen.keys("yl");
    assert_eq!(screen.copied(), None);
    screen.shows(&["no moves to copy"]);
    screen.keys("l l yl");
    assert_eq!(screen.copied(), Some("E5 C7"));
    screen.shows(&["copied 2 moves: E5 C7"]);
    screen.keys("Down yl");
    assert_eq!(screen.copied(), Some("E5 G7"));
    screen.keys("Up yp");
    assert_eq!(screen.copied(), Some("(;GM[1]FF[4]SZ[9]AB[ee]AW[cc]PL[B])"));
    screen.keys("yf");
    assert_eq!(screen.copied(), Some("forks.sgf:2"));
    let mut screen = Emulator::open("g.xqf", emulator::forks(), settings(), (80, 24));
    screen.keys("l yp");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    assert!(screen.copied().unwrap().starts_with(fen), "{:?}", screen.copied());
}

#[test]
fn variations_are_listed_inline_and_fold() {
    let loaded = common::read(FORKS.as_bytes(), "forks.sgf").unwrap();
    let mut screen = Emulator::open("forks.sgf", loaded, settings(), (120, 40));
    screen.keys("l l");
    screen.shows(&["|-2 G7 G3 C7", "`-3 G3", "`-2 G5 E3"]);
    screen.keys("-");
    screen.hides(&["|-2 G7"]);
    screen.shows(&["`-2 G5 E3"]);
    screen.keys("Z");
    screen.hides(&["`-2 G5 E3"]);
}

#[test]
fn a_problem_hides_its_answer() {
    let book = "(;GM[1]SZ[9]AB[aa]AW[ba]C[Black to live];B[ab]C[right])(;GM[1]SZ[9]AB[cc]AW[dd]C[White to kill];W[ee];B[ff])";
    let mut screen = Emulator::read("book.sgf", book);
    screen.keys("Enter P");
    screen.shows(&["Black to live", "problem 1/2", "a: all"]);
    screen.keys("G");
    screen.shows(&["1/2", "the answer is hidden"]);
    screen.keys("G / r i g h t Enter");
    screen.shows(&["problem 1/2"]);
    screen.hides(&["right"]);
    screen.keys("a l");
    screen.shows(&["1/1  Black A8", "right"]);
    screen.keys(">");
    screen.shows(&["White to kill", "problem 2/2"]);
    screen.keys("<");
    screen.shows(&["Black to live", "problem 1/2"]);
}

#[test]
fn a_problem_is_solved_only_where_the_record_says_so() {
    let (solved, wrong) = ("solved (>: next)", "wrong, by the record");
    let ends = "the end of branch 2 of the record (U takes it back)";
    for (lines, moves, says) in [
        // A record without marks: only its main line is its answer.
        ("(;B[bb])(;B[gg])", &["b8"][..], "solved (as the record has it)"),
        ("(;B[bb])(;B[gg])", &["g3"], ends),
        ("(;B[bb];W[cc](;B[dd])(;B[ee]))", &["b8", "e5"], ends),
        ("(;B[gg]C[✗ 失败])(;B[bb])", &["g3"], wrong),
        ("(;B[gg]C[✗ 失败])(;B[bb])", &["b8"], ends),
        ("(;B[bb])(;B[gg]C[This is wrong.])", &["g3"], wrong),
        ("(;B[bb])(;B[gg]C[That is also a failure])", &["g3"], ends),
        ("(;B[bb])(;B[gg]C[× bad shape])", &["g3"], wrong),
        ("(;B[bb])(;B[gg]WV[1];W[hh])", &["g3"], wrong),
        ("(;B[bb])(;B[gg]WV[1];W[hh])", &["b8"], "solved (as the record has it)"),
        ("(;B[bb])(;B[gg]C[Correction: see B8])", &["g3"], ends),
        ("(;B[bb])(;B[gg]C[The correct move is B8])", &["g3"], ends),
        ("(;B[bb])(;B[gg]C[This is also correct!])", &["g3"], solved),
        ("(;B[bb])(;B[gg]C[✓])", &["g3"], solved),
        ("(;B[bb])(;B[gg]C[✓])", &["b8"], "in the record, but not its answer"),
    ] {
        for problem in [
            format!("(;SZ[9]AB[aa]{lines})"),
            format!("(;SZ[9](;AB[aa]{lines})(;AB[cc];B[dd]C[正解]))"),
        ] {
            let mut screen = Emulator::read("problem.sgf", &problem);
            screen.keys("P");
            for mv in moves {
                screen.type_in(&format!(":{mv}"));
                screen.press("Enter");
            }
            screen.shows(&[says]);
            let is_known = says != ends;
            screen.keys("U P P");
            assert_eq!(
                screen.text().contains("1 solved") || screen.text().contains("1 failed"),
                is_known,
                "{lines}, {moves:?}: {}",
                screen.text()
            );
        }
    }
}

#[test]
fn comments_call_moves_right_or_wrong_by_their_first_word() {
    let right =
        "+ ✓ ✓.失败 Correct. RIGHT 正解 【正解】 ⭕正解 〇_正解 Also_correct! ✅\u{fe0f} bad:RIGHT";
    let wrong = "x X 失败 ✗_失败 ❌\u{fe0f}失败 ✖失败 【失败】 (失败) ・失败图 X_失败 ×_wrong This_is_wrong. *_fail 不正解 错误 Not_right";
    let neither = "correctness 正解は▲２三金 正确的是B failsafe x_marks_the_point +_1 白先 - 👍 Correct_is_B2.";
    for (texts, says) in [
        (right, "solved (>: next)"),
        (wrong, "wrong, by the record"),
        (neither, "the end of branch 2 of the record"),
    ] {
        for text in texts.split(' ').map(|text| text.replace('_', " ")) {
            let problem = format!("(;SZ[9]AB[aa](;B[bb])(;B[gg]C[{text}]))");
            let mut screen = Emulator::read("problem.sgf", &problem);
            screen.keys("P : g 3 Enter");
            assert!(screen.text().contains(says), "{text}: {}", screen.text());
        }
    }
}

#[test]
fn sibling_positions_are_problems() {
    let mut book = String::from("(;GM[1]SZ[9]");
    for index in 0..900 {
        let point = format!("{}{}", letter(index % 9), letter(index / 9 % 9));
        write!(book, "(;AB[{point}]C[problem {index}];B[ee])").unwrap();
    }
    book.push(')');
    let mut screen = Emulator::read("book.sgf", &book);
    screen.keys("P");
    screen.shows(&["problem 0"]);
    screen.keys("> > >");
    screen.shows(&["problem 3", "problem 4/900"]);
    screen.keys("P m l");
    // The pane of branches scrolls through all of them.
    screen.shows(&["AT MOVE 1: 900 BRANCHES", "1/900"]);
    screen.keys("0 8 9 8 Down");
    screen.shows(&["problem 898", "899/900", ">899"]);
    screen.keys("0 4 5 0 Enter");
    screen.shows(&["problem 449", "450/900"]);
}

#[test]
fn autoplay_plays_moves_one_after_another() {
    let mut screen = Emulator::read("forks.sgf", FORKS);
    screen.keys("p");
    screen.shows(&["[play 1s]"]);
    screen.tick();
    screen.shows(&["1/5", "[play 1s]"]);
    screen.keys("+");
    screen.tick();
    screen.shows(&["2/5", "[play 0.5s]"]);
    screen.keys("h");
    screen.tick();
    screen.shows(&["1/5"]);
    screen.hides(&["[play"]);
    screen.keys("p");
    (0..9).for_each(|_| screen.tick());
    screen.shows(&["5/5", "end of the line"]);
}

#[test]
fn clocks_at_zero_take_no_room() {
    for (spent, is_shown) in [("0:00", false), ("0:07", true)] {
        let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)", "８四歩(83)"];
        let lines = moves.iter().enumerate();
        let lines: String =
            lines.map(|(at, mv)| format!("{:>4} {mv} ( {spent}/00:00:00)\n", at + 1)).collect();
        let mut screen = Emulator::read("clocks.kifu", &format!("手合割：平手\n{lines}"));
        let text = screen.text();
        let is_round = |row: &str| row.contains("７六歩") && row.contains("３四歩");
        assert_eq!(text.lines().any(is_round), !is_shown, "{text}");
        assert_eq!(text.contains(spent), is_shown, "{text}");
        screen.keys("v");
        assert_eq!(screen.text().contains("== TIME"), is_shown, "{}", screen.text());
    }
}

#[test]
fn evaluations_and_clocks_are_drawn_and_swings_jumped_to() {
    let swinging = [0.3, 0.2, 4.5, 4.4, 4.6, -3.0, -3.1];
    for (property, first, second, scale) in
        [("V", 0.0, 1.0, " 4.6 "), ("SBKV", 50.0, 10.0, " 96% ")]
    {
        let mut sgf = String::from("(;GM[1]SZ[9]");
        for (ply, value) in swinging.into_iter().enumerate() {
            let side = if ply % 2 == 0 { "B" } else { "W" };
            let value = first + second * value;
            write!(sgf, ";{side}[{}a]{property}[{value:.1}]", letter(ply)).unwrap();
        }
        sgf.push(')');
        let mut screen = Emulator::read("values.sgf", &sgf);
        screen.keys("v");
        screen.shows(&["== EVALUATION", "#", "o", scale]);
        for ply in ["3/7", "6/7", "3/7"] {
            screen.keys("!");
            screen.shows(&[ply]);
        }
    }
}

#[test]
fn a_long_comment_scrolls_when_focused() {
    let lines: String = (0..60).map(|line| format!("line {line}\n")).collect();
    let mut screen = Emulator::read("long.sgf", &format!("(;GM[1]SZ[9]C[{lines}];B[ee])"));
    screen.shows(&["line 0"]);
    screen.keys("Tab PgDn");
    screen.hides(&["line 0 ", "line 59"]);
    screen.keys("0 2 0 PgDn");
    screen.shows(&["line 59", "0/1"]);
    screen.keys("z g");
    screen.shows(&["line 59", "line 45"]);
}

#[test]
fn the_answer_is_shown_after_a_wrong_move_and_begun_again() {
    let book = "(;GM[1]SZ[9]AB[aa];B[ee]C[a good start];W[gc];B[cc]C[correct])";
    let mut screen = Emulator::read("problem.sgf", book);
    screen.keys("P");
    screen.shows(&["problem  Black to play", "R again"]);
    screen.type_in(":B1");
    screen.press("Enter");
    screen.shows(&["not in the record"]);
    screen.keys("a");
    screen.shows(&["0/3", " 1 E5"]);
    screen.keys("R");
    screen.shows(&["problem  Black to play"]);
    screen.hides(&[" 1 E5", "0/"]);
    // What is said of a right move is read before the reply.
    screen.type_in(":E5");
    screen.press("Enter");
    screen.shows(&["1/?", "a good start", "right (Right: the reply)"]);
    screen.hides(&["G7"]);
    screen.keys("l");
    screen.shows(&["2/?", "G7"]);
    let mut screen = Emulator::read("bare.sgf", "(;GM[1]SZ[9]AB[aa]C[Black to play])");
    screen.keys("P a");
    screen.shows(&["the record has no answer"]);
}

#[test]
fn a_problem_numbers_no_moves_before_its_answer() {
    let book = "(;GM[1]SZ[9]AB[aa](;B[ee]C[right])(;B[cc]C[wrong]))";
    for hide_results in [false, true] {
        let settings = Config { hide_results, ..settings() };
        let loaded = common::read(book.as_bytes(), "book.sgf").unwrap();
        let mut screen = Emulator::open("book.sgf", loaded, settings, (80, 24));
        let numbered =
            |screen: &Emulator| screen.text().contains('１') && screen.text().contains('２');
        assert!(numbered(&screen), "{}", screen.text());
        screen.keys("P");
        for key in ["#", "#", "#", "B", "B"] {
            assert!(!numbered(&screen), "{key}\n{}", screen.text());
            screen.keys(key);
        }
        screen.keys("a");
        assert!(numbered(&screen), "{}", screen.text());
    }
}

#[test]
fn an_own_line_is_on_the_board_by_its_letter() {
    let game = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n";
    let mut screen = Emulator::read("a.kif", game);
    screen.keys("l");
    screen.type_in(":84歩");
    screen.press("Enter");
    screen.keys("h");
    let row = |screen: &Emulator, rank: &str| {
        let text = screen.text();
        text.lines().find(|row| row.contains(rank)).map(str::to_owned).unwrap()
    };
    assert!(row(&screen, "| 四").contains('ａ'), "{}", screen.text());
    assert!(row(&screen, "| 四").contains('１'), "{}", screen.text());
}

#[test]
fn reading_on_after_the_last_comment_of_a_game_goes_on_to_the_next_game() {
    let games =
        "(;GM[1]SZ[9];B[ee]C[one];W[cc])(;GM[1]SZ[9]C[two];B[aa])(;GM[1]SZ[9];B[bb]C[three])";
    let mut screen = Emulator::read("games.sgf", games);
    screen.keys("Esc Space");
    screen.shows(&["1/3", "COMMENT 1/1", "one"]);
    screen.press("Space");
    screen.shows(&["2/3", "two"]);
    screen.press("Space");
    screen.shows(&["3/3"]);
    screen.press("Space");
    screen.shows(&["three"]);
    screen.press("Space");
    assert!(screen.status().contains("no more comments"), "{}", screen.status());
    // It was a jump.
    screen.press("Ctrl-o");
    screen.shows(&["2/3", "two"]);
}
