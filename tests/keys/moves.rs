//! Moving along lines, through variations and from problem to problem.

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{
    CTRL_D, CTRL_U, DOWN, END, ENTER, ESC, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, UP, file, first,
    lesson, play, session, variations, xianren,
};

#[test]
fn moves_go_forward_and_back_with_counts() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("", " 0/16"),
            ("l", " 1/16  (round 1)  兵七进一"),
            (RIGHT, " 2/16  (round 1)  马８进７"),
            ("h", " 1/16"),
            (LEFT, " 0/16"),
            ("7l", " 7/16  (round 4)  马八进七"),
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
            // A count applies to one motion only.
            ("3l", " 4/16"),
            ("l", " 5/16"),
        ],
    );
}

#[test]
fn a_branch_is_chosen_at_a_fork() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("}", "AT MOVE 3: 12 BRANCHES"),
            ("", "> 1 馬二進三"),
            // The alternative is on the board, and its line in the list of moves.
            (DOWN, "> 2 兵七進一"),
            ("", "＋－＋－兵－＋"),
            ("", "3/5  (round 2)  兵七進一  [2/12]  3.2-3  (m: main line)"),
            // A move with alternatives is alone in its row, and names them.
            ("", "   2>兵七進一 [2/12] (1 馬二進三 ..)"),
            ("", "   2 .. 砲８進４ [1/2] (2 馬２進３)"),
            (UP, "> 1 馬二進三"),
            (UP, "branch 1 of 12 (Right: go on)"),
            ("2j", "> 3 兵三進一"),
            // Going back leads along the branches visited.
            ("\x0f", "> 1 馬二進三"),
            ("\x0e", "> 3 兵三進一"),
            ("k", "> 2 兵七進一"),
            (RIGHT, "4/5  (round 2)  砲８進４"),
            ("h", " 3/5  (round 2)  兵七進一"),
            // The branch last followed is remembered.
            ("g", " 0/5"),
            ("G", " 5/5  "),
            ("m", " 2/10  (round 1)  馬８進７"),
            ("l", " 3/10  (round 2)  馬二進三"),
            // Digits are a count, here of the branch.
            ("2", " 2_ G: ply, Right: moves, Enter: branch"),
            (ENTER, " 3/5  (round 2)  兵七進一"),
            ("12", " 12_"),
            ("\x7f", " 1_"),
            ("\x08", "!1_"),
            ("u", " 2/10"),
            ("99\r", "no branch 99"),
        ],
    );
    session(
        &path,
        (80, 24),
        &[
            ("}", "> 1 馬二進三"),
            ("11\r", " 3/3  "),
            ("", ">11 "),
            ("m", " 2/10"),
            ("m", "already on the main line"),
        ],
    );
}

#[test]
fn keys_jump_to_forks_comments_and_ends_of_the_line() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("}", " 7/13  Black Q15  [1/3]"),
            ("}", "no more forks on this line"),
            ("g)", " 6/13"),
            ("", "白は小目の星下に"),
            (")", " 7/13"),
            ("", "COMMENT 2/4 "),
            ("(", " 6/13"),
            ("", "COMMENT 1/4 "),
            ("(", "no more comments: the first of 4"),
            // In another line, one key on.
            ("2)", "COMMENT 3/4 "),
            ("(", " 7/13"),
            ("9)", "COMMENT 4/4 "),
            (")", "no more comments: the last of 4"),
            ("h", "COMMENT ----"),
            ("mg}", " 7/13"),
            // The fork within a variation.
            ("2\r", " 7/"),
            ("2}", " 9/10"),
        ],
    );
}

#[test]
fn jumps_are_undone_and_redone() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("3l2\r", " 3/5  (round 2)  兵七進一"),
            ("G", " 5/5"),
            ("m", " 2/10"),
            (":7\r", " 7/10"),
            ("\x0f", " 2/10"),
            ("\x0f", " 5/5"),
            ("\x0f", " 3/5"),
            ("3\x0e", " 7/10"),
            ("\x0e", "no more jumps"),
            // Closing help returns to the branch.
            ("3G2\r", " 3/5  (round 2)  兵七進一"),
            ("?", "-- KEYS"),
            (ESC, "!-- KEYS"),
            ("", " 3/5  (round 2)  兵七進一"),
            ("l", " 4/5"),
        ],
    );
}

#[test]
fn space_reads_one_comment_after_another() {
    let page = |name: &str| (1..30).map(|line| format!("{name} {line}\n")).collect::<String>();
    let (first, second) = (page("first"), page("second"));
    let text = format!("(;GM[1]SZ[9];B[ee]C[{first}](;W[dd];B[aa])(;W[cc]C[{second}]))");
    let (_folder, path) = file("book.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            (" ", "first 1"),
            ("", " 1/3"),
            ("", "COMMENT 1/2 "),
            ("", "- 1/"),
            (" ", "!first 1\u{20}"),
            ("       ", "second 1"),
            ("", "2.2-2"),
            // The variation is left the way it was entered.
            ("\x0f", " 1/3"),
            (")", "second 1"),
            ("", "COMMENT 2/2 "),
            ("", " 2.2-2  1/"),
            // Backwards, the end of the previous comment comes first.
            ("\x7f", "first 29"),
            ("", "COMMENT 1/2 "),
            ("\x7f\x7f\x7f\x7f\x7f\x7f\x7f", "first 1\u{20}"),
            ("(", "=no more comments: the first of 2"),
            ("2)", "COMMENT 2/2 "),
            ("          ", "no more comments: the last of 2"),
        ],
    );
}

#[test]
fn hundreds_of_branches_are_paged() {
    let mut text = String::from("(;GM[1]SZ[9];B[ee]");
    for number in 0..900 {
        let (column, row) =
            ((b'a' + (number % 9) as u8) as char, (b'a' + (number / 9 % 9) as u8) as char);
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
            ("345j", ">346"),
            ("", "reply 345"),
            ("k", ">345"),
            ("899j", ">900"),
            ("", "reply 899"),
            ("j", "branch 900 of 900 (Right: go on)"),
            ("l", " 3/3"),
            ("h", "900/900"),
            ("450\r", "reply 449"),
            // From the move before, too.
            ("mgl899\r", "reply 898"),
        ],
    );
}

#[test]
fn variations_are_folded_in_the_wide_layout() {
    let (_folder, path) = variations();
    session(
        &path,
        (132, 40),
        &[
            ("", "|-2 兵七進一 砲８進４  5/2 *1"),
            ("", "`- 3 more"),
            ("3l", " 3/10"),
            ("-", "!|-2 兵七進一"),
            ("", "11 variations folded"),
            ("+", "|-2 兵七進一"),
            ("Z", "!|-2 兵七進一"),
            ("Z", "|-2 兵七進一"),
            // In the variation, the other lines are listed, too.
            ("2\r", "|-1 馬二進三"),
        ],
    );
}

#[test]
fn problems_hide_their_answers() {
    let problem = |number: usize| {
        format!(
            "(;AB[aa][ba]AW[ab]PL[B]C[problem {number}];B[bb]C[right {number}];W[cc](;B[dd])(;B[ee]))"
        )
    };
    let text = format!("(;GM[1]SZ[9]C[a book]{}{}{})", problem(1), problem(2), problem(3));
    let (_folder, path) = file("problems.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            ("", "3 problems (P: one at a time)"),
            ("2l", " 2/4  Black B8"),
            ("P", "hidden (Right: a move, a: all)"),
            ("", "problem 1"),
            ("G", "the answer is hidden"),
            ("", " problem 1/3  Black to play"),
            // One key shows one move.
            ("l", " 2/?  Black B8"),
            ("", "right 1"),
            ("h", " problem 1/3  "),
            ("G", " 2/?  Black B8"),
            ("l", " 3/?  White C7"),
            ("", "hidden (Right"),
            ("l", " 4/4  Black D6  move 3  [1/2]"),
            (">", "problem 2"),
            ("", " problem 2/3  Black to play"),
            ("a", " 1/4"),
            ("", "   1 B8 *"),
            (">", "problem 3"),
            ("<", "problem 2"),
            // What is typed as an answer stands in the status.
            (":d4\r", " problem  ply 2/?  Black D4  move 1  1.2-2.a-2"),
            ("m", " problem 2/3"),
            // Without the mode one is at the problem that was reached; before it, where it began.
            ("P", "problem mode off"),
            ("", "problem 2"),
            ("", " 1/4"),
            ("", "1 B8 [1/2] *"),
            ("99\x0f", " 2/4  Black B8"),
            ("", "right 1"),
        ],
    );
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 40, 20, &[]);
    play(&mut terminal, &[("", "1/3"), (">", "problem 2"), ("l", "right 2")]);
}

#[test]
fn problems_answer_moves_and_are_counted() {
    let right = ";B[bb];W[cc](;B[dd]C[Correct])(;B[ee])";
    let first = format!("(;SZ[9]RE[B+R]AB[aa]({right})(;B[gg]BM[1];W[hh])(;B[hg];W[cc]))");
    let (_folder, path) = file("problems.sgf", first + "(;SZ[9]AB[cc]RE[W+3];B[ee])");
    let home = tempfile::tempdir().unwrap();
    let state = [("XDG_STATE_HOME", home.path().to_str().unwrap())];
    let arguments = ["--problems", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(
        &mut terminal,
        &[
            ("", "!B+R"),
            (":j1\r", "not in the record, no engine to judge it (U: back)"),
            // Nothing has judged it, so that the problem is open.
            ("", "!1 failed"),
            ("U", " problem 1/2"),
            (":g3\r", "wrong, by the record"),
            ("", "0 solved, 1 failed"),
            ("", ">G3 [2/3] ?"),
            ("U", " problem 1/2"),
            ("", "!G3"),
            (":g3\r", "wrong, by the record (U takes it back)"),
            // Of another line nothing has been shown.
            ("gm", " problem 1/2"),
            ("", "!B8"),
            // Where right moves are marked, others are not the answer.
            (":h3\r", "in the record, but not its answer"),
            ("U", " problem 1/2"),
            ("", "!H3"),
            ("gm:b8\r", "right"),
            ("", " 2/?  White C7"),
            (":d6\r", "solved (>: next)"),
            ("", "1 solved, 0 failed"),
            ("o", "1 solved"),
            ("", "2 open"),
            ("q>:e5\r", "2 solved, 0 failed"),
            ("", "solved (as the record has it)"),
            ("qq", ""),
        ],
    );
    terminal.ends();
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(&mut terminal, &[("", "2 solved, 0 failed")]);
}

#[test]
fn a_move_after_which_a_right_one_is_marked_is_not_wrong() {
    // The first continuation of B8 fails, the second is right.
    let text = "(;SZ[9]AB[aa](;B[bb];W[cc](;B[dd];W[ee]C[✗ 失败])(;B[ff]C[+]))(;B[gg];W[hh]WV[1]))";
    let (_folder, path) = file("problem.sgf", text);
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "Black to play"),
            (":b8\r", " right"),
            (":d6\r", "wrong, by the record"),
            ("", "0 solved, 1 failed"),
            ("R:g3\r", "wrong, by the record"),
            ("R:b8\r", " right"),
            (":f4\r", "solved (>: next)"),
        ],
    );
}

#[test]
fn no_end_of_an_unmarked_branch_is_right_where_others_are_marked() {
    let text = "(;SZ[9]AB[aa](;B[bb];W[cc];B[dd]C[Correct.])(;B[gg];W[hh];B[hg];W[gh];B[ii]))";
    let (_folder, path) = file("problem.sgf", text);
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "Black to play"),
            (":g3\r", "the record goes on"),
            (":h3\r", "the record goes on"),
            (":j1\r", "in the record, but not its answer"),
            ("R:b8\r", " right"),
            (":d6\r", "solved (>: next)"),
        ],
    );
}

#[test]
fn whole_games_of_a_folder_are_no_problems() {
    let folder = tempfile::tempdir().unwrap();
    let long: String = ('a'..='s').map(|x| format!(";B[{x}a];W[{x}c]")).collect();
    for (name, text) in [
        ("a.sgf", "(;SZ[9]AB[aa]AW[bb];B[ee]C[+])".to_owned()),
        ("b.sgf", format!("(;SZ[19]PB[Tanaka]PW[Sato]{long})")),
        ("c.sgf", "(;SZ[9]AB[ba]AW[bb];B[ee]C[+])".to_owned()),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let arguments = ["--problems", folder.path().to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &[]);
    play(&mut terminal, &[("", "1 game left out  2/2"), ("", "!Tanaka"), (ENTER, "problem 1/2")]);
    play(&mut terminal, &[(":e5\r", "1 solved"), (">", " problem 2/2"), ("", "c.sgf")]);
}

#[test]
fn the_problems_of_one_record_are_listed() {
    let stones = ["", "aa", "ba", "ca"];
    let problem = |number: usize| {
        format!("(;AB[{}]C[problem {number}](;B[bb];W[cc])(;B[cg]BM[1]))", stones[number])
    };
    let text = format!("(;SZ[9]{}{}{})", problem(1), problem(2), problem(3));
    let (_folder, path) = file("problems.sgf", text);
    let home = tempfile::tempdir().unwrap();
    let state = [("XDG_STATE_HOME", home.path().to_str().unwrap())];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 120, 40, &state);
    let list = &[
        ("oG", "PROBLEMS"),
        ("", "title        problem"),
        ("", "3 (problem 3)  open"),
        ("g", " problem 1/3"),
        ("q", "!PROBLEMS"),
    ];
    play(&mut terminal, &[("o", "the file has one game"), ("P", "problem mode on")]);
    play(&mut terminal, list);
    play(
        &mut terminal,
        &[
            (":b8\r", "1 solved, 0 failed"),
            (">:c3\r", "1 solved, 1 failed"),
            ("Uo", "1 (problem 1)  solved"),
            ("", "2 (problem 2)  open, failed"),
            // What is unsolved is left by a filter, which rules > and <.
            ("/open", "2/3"),
            (ENTER, "problem 2"),
            ("<", "no more games"),
            (">", "problem 3"),
            ("", "filter: open"),
            ("qq", ""),
        ],
    );
    terminal.ends();
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 120, 40, &state);
    play(&mut terminal, &[("", "1 solved, 1 failed"), ("o", "1 (problem 1)  solved")]);
}

#[test]
fn a_folder_of_problems_is_a_collection() {
    let folder = tempfile::tempdir().unwrap();
    for (number, stone) in ["aa", "ba", "ca", "da"].iter().enumerate() {
        let text = format!("(;SZ[9]AB[{stone}]C[problem {number}](;B[ee]C[+])(;B[ai]BM[1]))");
        std::fs::write(folder.path().join(format!("p{number}.sgf")), text).unwrap();
    }
    let home = tempfile::tempdir().unwrap();
    let state = [("XDG_STATE_HOME", home.path().to_str().unwrap())];
    let arguments = ["--problems", folder.path().to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(
        &mut terminal,
        &[
            ("", "p3.sgf"),
            ("", "problem"),
            ("", "open"),
            (ENTER, "problem 0"),
            ("", " problem 1/4"),
            (":e5\r", "solved (>: next)"),
            (">", " problem 2/4"),
            (":a1\r", "1 solved, 1 failed"),
            // The one that has failed comes up last.
            (">", " problem 3/4"),
            (":e5\r", "2 solved, 1 failed"),
            ("<", " problem 2/4"),
            (">", " problem 4/4"),
            (">", " problem 2/4"),
            (">", " problem 4/4"),
            ("o", "open, failed"),
            ("/open", " 2/4 "),
            (ENTER, ""),
            ("qq", ""),
        ],
    );
    terminal.ends();
    // Next time it comes first, whatever its file is called.
    std::fs::rename(folder.path().join("p1.sgf"), folder.path().join("z.sgf")).unwrap();
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(
        &mut terminal,
        &[
            ("", "> z.sgf"),
            (ENTER, " problem 4/4"),
            ("", "problem 1"),
            (":e5\r", "3 solved, 0 failed"),
            (">", "problem 3"),
            (":e5\r", "4 solved, 0 failed"),
            (">", "no other problem is open"),
        ],
    );
}

#[test]
fn a_file_of_several_problems_is_left_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let problem = |stone: &str, name: &str| format!("(;SZ[9]AB[{stone}]C[{name}](;B[ee]C[+]))");
    let two = problem("ba", "first of two") + &problem("ca", "second of two");
    for (name, text) in
        [("a.sgf", problem("aa", "before")), ("m.sgf", two), ("z.sgf", problem("da", "behind"))]
    {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut terminal =
        Terminal::start(&["--problems", folder.path().to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "z.sgf"),
            (ENTER, "before"),
            (">", "first of two"),
            (">", "second of two"),
            (">", "behind"),
        ],
    );
}

#[test]
fn the_ply_and_the_round_of_xiangqi_are_named() {
    for (language, begun, played) in [
        // Nothing changes if all keys are read at once.
        ("en", "=ply  0/16", "ply  7/16  (round 4)  马八进七"),
        ("zh", "第 0/16着", "第 7/16着  （第4回合）  马八进七"),
        ("ja", " 0/16手目", " 7/16手目  （双方4手目）  马八进七"),
    ] {
        let set = format!(":language {language}\r");
        session(&xianren(), (80, 24), &[(&set, begun), ("7l", played)]);
    }
    session(&xianren(), (40, 20), &[("7l", " 7/16  "), ("", "!ply")]);
}

#[test]
fn a_file_in_traditional_characters_shows_its_moves_in_them() {
    let game =
        |event: &str| format!("[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n\n1. H2+3 *\n");
    for (event, name) in [("第七屆亞洲盃象棋賽", "馬二進三"), ("第七届亚洲杯象棋赛", "马二进三")]
    {
        let (_folder, path) = file("game.pgn", game(event));
        session(&path, (80, 24), &[("l", name)]);
    }
    let (_folder, path) = file("moves.pgn", "[Game \"Chinese Chess\"]\n\n1. 馬二進三 馬８進７ *\n");
    session(&path, (80, 24), &[("l", "馬二進三"), ("t", "马二进三"), ("ttt", "馬二進三")]);
}

#[test]
fn results_are_hidden_on_request() {
    let (_folder, path) = file("two.sgf", "(;SZ[9]RE[B+R];B[aa])(;SZ[9]RE[W+3];B[bb])");
    session(
        &first(&path),
        (120, 40),
        &[
            ("", "B+R"),
            (":hide_results true\r", "!B+R"),
            ("o", "GAMES"),
            ("", "!W+3"),
            ("q", "!GAMES"),
            // Where it is asked for, it is shown.
            ("i", "B+R"),
        ],
    );
}

#[test]
fn moves_play_automatically() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("p", "[play 1s]"),
            ("+++", "[play 0.125s]"),
            ("-", "[play 0.25s]"),
            ("", " 5/16"),
            ("h", "!play"),
            // A new pause applies at once.
            ("gp-----", "[play 8s]"),
            ("++++++", " 4/16"),
            ("h", "!play"),
            ("14Gp", "end of the line"),
            ("", " 16/16"),
        ],
    );
}

#[test]
fn the_preview_of_a_problem_hides_its_answer() {
    let problem = |stone: &str| format!("(;GM[1]SZ[9]AB[{stone}];B[ee];W[ff])");
    let (_folder, path) = file("problems.sgf", problem("aa") + &problem("cc"));
    let row = " 5   ＋----＋----＋----＋--";
    let (second, answered) = (" 7   ＋----＋--( ", &*format!("{row}("));
    let unanswered = &*format!("{row}--＊");
    session(
        &first(&path),
        (120, 40),
        &[
            ("oj", second),
            ("", answered),
            ("P", unanswered),
            ("", second),
            ("P", answered),
            (ESC, "!GAMES"),
            ("P", " problem 1/2"),
            ("oj", second),
            ("", unanswered),
        ],
    );
}

#[test]
fn common_tasks_take_few_keys() {
    // Ply 37, a branch of twelve, and back.
    session(&sample("go/ear-reddening.sgf"), (80, 24), &[("37G", " 37/127"), ("\x0f", "  0/127")]);
    let (_folder, path) = variations();
    session(&path, (80, 24), &[("3l", "[1/12]"), ("12\r", "[12/12]"), ("\x0f", "[1/12]")]);
    // The newest move of a file that grows.
    let (_folder, path) = file("live.sgf", "(;SZ[9];B[aa];W[bb]\n");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", " 0/2")]);
    std::fs::write(&path, "(;SZ[9];B[aa];W[bb]\n;B[cc]\n").unwrap();
    play(&mut terminal, &[("", "[+1]"), (".", " 3/3")]);
    // A player in a library.
    let game = |player: &str| format!("(;SZ[9]PB[{player}];B[ee])");
    let (_folder, path) = file("library.sgf", ["Anna", "Berta", "Cora"].map(game).concat());
    session(
        &path,
        (80, 24),
        &[("", "GAMES"), ("/", "filter: _"), ("cora", "1/3"), (ENTER, "Black Cora")],
    );
}

#[test]
fn two_lines_are_compared_to_and_fro() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("4l", " 4/10"),
            ("C", "line marked; on another line, C goes to and fro"),
            ("C", "=line marked"),
            ("h2\r", " 3/5  (round 2)  兵七進一"),
            ("l", " 4/5"),
            ("C", "move 3: 馬二進三, on the other line 兵七進一"),
            ("", " 4/10  (round 2)  車９平８"),
            ("l", " 5/10"),
            ("C", "move 3: 兵七進一, on the other line 馬二進三"),
            ("", " 5/5"),
            ("C", " 5/10"),
            (":compare\r", "lines are no longer compared"),
            ("C", "line marked"),
        ],
    );
}

#[test]
fn a_move_is_completed_in_any_script() {
    let (_folder, path) = variations();
    for typed in ["车一", "車一", "俥一"] {
        session(
            &path,
            (80, 24),
            &[("2l", " 2/10"), (&format!(":{typed}"), "_    車一進一"), (ESC, "!_    車一進一")],
        );
    }
}
