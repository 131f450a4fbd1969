//! Finding places: bookmarks, searches, commands, games and files.

use crate::common::terminal::Terminal;
use crate::keys::{ENTER, ESC, PAGE_DOWN, UP, file, first, lesson, play, session, variations};

#[test]
fn bookmarks_are_set_deleted_and_jumped_to() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("5l", " 5/13"),
            ("\"x", "mark x set"),
            // Setting it again keeps it; it is deleted by name.
            ("\"x", "=mark x set"),
            ("\"y", "mark y set"),
            (":delete-bookmark y\r", "bookmark y deleted"),
            (":delete-bookmark y\r", "no bookmark y"),
            ("G", " 13/13"),
            ("'", "== BOOKMARKS"),
            ("", " x     5 C4"),
            ("", "切り"),
            ("x", " 5/13"),
            // Two quotes return to where the jump began.
            ("''", " 13/13"),
            // A bookmark of the file has the first free letter.
            ("'a", " 7.2-9.2-10 "),
            ("'k", "no bookmark k"),
        ],
    );
}

#[test]
fn x_jumps_to_the_same_position_elsewhere() {
    let moves = "(;GM[1]SZ[9](;B[aa];W[bb];B[cc];W[dd])(;B[cc];W[bb];B[aa];W[ee]))";
    let (_folder, path) = file("same.sgf", moves);
    session(
        &path,
        (80, 24),
        &[
            ("3l", " 3/4"),
            ("", "   3>C7 ^"),
            // The sign is explained.
            ("?", "-- KEYS"),
            (&PAGE_DOWN.repeat(6), "^           the same position"),
            (ESC, "MOVES"),
            ("x", " 3/4  Black A9  1.2-3"),
            ("x", " 3/4  Black C7"),
            ("hx", "the position occurs nowhere else"),
        ],
    );
}

#[test]
fn a_position_that_comes_back_has_the_name_of_its_rule() {
    let gold = "+4958KI\n-4152KI\n+5849KI\n-5241KI\n".repeat(3);
    let rook = "3k5/9/9/9/9/9/9/9/4R4/5K3 w moves".to_owned() + &" e1d1 d9e9 d1e1 e9d9".repeat(2);
    let rooks = "position startpos moves".to_owned() + &" i0i1 i9i8 i1i0 i8i9".repeat(2);
    let ko = "AB[ab][ba][bc]AW[bb][ca][db][cc];B[cb];W[bb];B[cb]";
    for (name, text, ply, shown) in [
        ("four.csa", format!("V2.2\nPI\n+\n{gold}"), 12, "repetition, 4 times"),
        ("check.fen", rook + "\n", 8, "3 times (Asian rules) perpetual check"),
        ("three.fen", rooks + "\n", 8, "3 times (Asian rules)"),
        // A ko that is retaken at once comes back to the position before it was taken.
        ("ko.sgf", format!("(;GM[1]SZ[9]{ko})"), 2, "superko"),
        // A pass is never one.
        ("pass.sgf", "(;GM[1]SZ[9];B[aa];W[];B[])".to_owned(), 3, "3/3"),
    ] {
        let (_folder, path) = file(name, text);
        let before = format!(" {}/", ply - 1);
        let steps = format!("{}l", ply - 1);
        let mut terminal = Terminal::open(&path);
        play(&mut terminal, &[(&steps, &before)]);
        for sign in ["times", "superko"] {
            assert!(!terminal.shows(&before).contains(sign), "{name}");
        }
        play(&mut terminal, &[("l", shown)]);
        let is_named = terminal.shows(shown).contains("superko");
        assert_eq!(is_named, name == "ko.sgf");
        let is_perpetual = terminal.shows(shown).contains("perpetual");
        assert_eq!(is_perpetual, name == "check.fen");
    }
}

#[test]
fn a_search_runs_both_ways_over_comments_moves_headers_and_games() {
    let game = |player: &str, comment: &str| {
        format!(
            "(;GM[1]SZ[9]PB[{player}];B[ee];W[dd](;B[cc]C[{comment}])(;B[gg]C[a needle too]))\n"
        )
    };
    let text = game("Alice", "a Needle in hay") + &game("Bob", "nothing") + &game("Carol", "hay");
    let (_folder, path) = file("games.sgf", text);
    let mut terminal = Terminal::open(&first(&path));
    play(
        &mut terminal,
        &[
            ("/", " /_"),
            ("neex\x7fdle\r", " HITS needle "),
            // The cursor moves along the list, and Esc returns.
            ("", "> #1 3 C7      a Needle in hay"),
            ("", " 3/3  Black C7"),
            ("j", "> #1 3.2-3 G3  a needle too"),
            ("", " 2/4 "),
            (ESC, " 0/3"),
            ("", "!HITS"),
            ("/\r", " 3/3  Black C7"),
            // Enter stays.
            (ENTER, "!HITS"),
            ("", " 3/3  Black C7"),
            ("n", "a needle too"),
            ("", "[2/4]"),
            ("", "3.2-3"),
            ("N", "a Needle in hay"),
            ("nn", "2/3"),
            ("", "a needle too"),
            ("N", "1/3"),
            // A capital makes the case count.
            ("/Need\r", "search wrapped around"),
            ("/d6\r", " 2/3  White D6"),
            ("/Carol\r", "> #3 0  Carol"),
            ("", "3/3"),
            (ESC, "MOVES"),
            ("/nowhere\r", "not found: nowhere"),
            ("/", " /_"),
            // Earlier searches can be recalled.
            (UP, "/nowhere_"),
            (UP, "/Carol_"),
            (ESC, "!Carol_"),
        ],
    );
    // The match is highlighted, but not forever.
    play(&mut terminal, &[("/needle\r", "HITS"), (ENTER, "!HITS"), ("", "a needle too")]);
    let lit = |terminal: &Terminal| {
        terminal.look(|screen| {
            let cells = (0..23).flat_map(|row| (20..80).map(move |column| (row, column)));
            let lit = cells.filter_map(|(row, column)| screen.cell(row, column));
            let lit = lit.filter(|cell| cell.inverse());
            lit.map(|cell| cell.contents().to_owned()).collect::<String>()
        })
    };
    let title = |text: String| text.contains("needle");
    assert!(title(lit(&terminal)), "{}", lit(&terminal));
    terminal.keys(ESC);
    terminal.wait("the light to go out", |_| !title(lit(&terminal)));
}

#[test]
fn help_is_searched_on_its_own() {
    let moves = "(;GM[1]SZ[9];B[ee]C[a needle];W[dd];B[cc]C[a needle])";
    let (_folder, path) = file("needles.sgf", moves);
    session(
        &path,
        (80, 24),
        &[
            ("/needle\r", " HITS needle "),
            (ENTER, " 1/3  "),
            ("?/bookmarks\r", "not found: bookmarks"),
            ("/clipboard\r/needle\r", "not found: needle"),
            (ESC, "!-- KEYS"),
            // The record's search goes on.
            ("n", "[2/2]"),
            ("", " 3/3  "),
        ],
    );
}

#[test]
fn hits_mark_the_one_on_the_board() {
    let moves = "(;GM[1]SZ[9];B[ee]C[first needle];W[dd];B[cc]C[second needle])";
    let (_folder, path) = file("needles.sgf", moves);
    session(
        &path,
        (80, 24),
        &[
            ("", " 0/3"),
            ("/needle\r", "> 1 E5  first needle"),
            ("", " 1/2 --"),
            // Back to where the search began.
            ("\x0f", " 0/3"),
            ("", "  1 E5  first needle"),
            ("", " 0/2 =="),
            ("j", "> 1 E5  first needle"),
            ("l", " 2/3"),
            ("", "  1 E5  first needle"),
            ("j", "> 3 C7  second needle"),
            ("", " 2/2 --"),
            ("h", " 2/3"),
            ("k", "> 1 E5  first needle"),
        ],
    );
}

#[test]
fn a_match_far_down_a_comment_and_across_two_lines_comes_into_view() {
    let comment =
        format!("{}這裡有一個要找的字串。{}", "一二三四五六七八九十".repeat(40), "後文".repeat(30));
    let (_folder, path) = file("long.sgf", format!("(;GM[1]SZ[9];B[ee]C[{comment}])"));
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/1");
    play(&mut terminal, &[("/要找的字串\r", "HITS"), (ENTER, "!HITS")]);
    let lit = terminal.wait("the hit", |screen| screen.contains("這裡有"));
    let lit_cells = terminal.look(|screen| {
        let cells = (3..23).flat_map(|row| (41..80).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        let lit = cells.filter(|cell| cell.inverse());
        lit.map(|cell| cell.contents().to_owned()).collect::<String>()
    });
    assert_eq!(lit_cells, "要找的字串", "{lit}");
}

#[test]
fn a_command_can_be_a_ply_a_line_a_move_or_an_action() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            (":7\r", " 7/10"),
            (":1\r", " 1/10"),
            (":77.\r", "no such place, move or command: 77."),
            (":3.2-4\r", "3.2-4"),
            (":main\r", " 2/10"),
            (":马二进三\r", " 3/10"),
            (":flip\r", "一　二　三　四　五　六　七　八　九"),
            (":help\r", "KEYS"),
            (ESC, "MOVES"),
            (":nonsense\r", "no such place, move or command: nonsense"),
        ],
    );
}

#[test]
fn a_command_is_completed_and_changes_settings() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("2l", " 2/10"),
            // The moves that continue from here come first.
            (":", ":_    馬二進三  兵七進一"),
            ("th", ":th_    theme"),
            ("\t", ":theme _    theme auto  theme light  theme dark"),
            ("l\t", ":theme light_"),
            (ENTER, " 2/10"),
            (":pieces s\t\r", "车－马－象－士－将－士－象－＊－车"),
            (":language ja\r", "検索"),
            (":language en\r", "find"),
            (":coordinates f\t", ":coordinates false_"),
            (ENTER, " 2/10"),
            (":3.\t", ":3._    3.2-3  3.3-3"),
            ("12\t", ":3.12-3_"),
            (ENTER, " 3/"),
            ("", "3.12-3"),
            (":pieces round\r", ":pieces takes traditional simplified letters"),
            (":theme\r", ":theme takes auto light dark contrast colorblind mono"),
            (":down 3\r", ":down takes move fork nothing"),
            (":books x\r", "no such place, move or command: books x"),
            (":jump-b\t\r", " 2/10"),
        ],
    );
    let mut terminal = Terminal::open(&path);
    terminal.shows("0/10");
    terminal.keys(":q\r");
    assert_eq!(terminal.exit_code(), 0);
}
