//! How the panes share the space beside the board: by what the record and the fork hold.

use std::fmt::Write as _;

use crate::common;
use crate::common::emulator::{self, Emulator, settings};
use crate::screen::letter;

fn sample(path: &str, size: (u16, u16)) -> Emulator {
    let bytes = std::fs::read(format!("samples/{path}")).unwrap();
    Emulator::open(path, common::read(&bytes, path).unwrap(), settings(), size)
}

/// The row of a heading.
fn heading(screen: &Emulator, title: &str) -> Option<usize> {
    let row =
        |row: &str| row.contains(&format!("- {title}")) || row.contains(&format!("= {title}"));
    screen.text().lines().position(row)
}

#[test]
fn branches_take_the_rows_that_moves_leave() {
    let mut sgf = "(;GM[1]SZ[9];B[ee]".to_owned();
    (0..10).for_each(|nth| write!(sgf, "(;W[a{0}];B[b{0}])", letter(nth % 9)).unwrap());
    sgf.push(')');
    let mut screen = Emulator::read("fork.sgf", &sgf);
    screen.keys("l l");
    screen.shows(&["AT MOVE 2: 10 BRANCHES", "  9 A1 B1", " 10 A9 B9"]);
    let before = heading(&screen, "AT MOVE");
    screen.keys("j j");
    assert_eq!(heading(&screen, "AT MOVE"), before);
}

#[test]
fn a_long_comment_takes_the_rows_that_moves_leave() {
    let text = "Eighteen rows.\n".repeat(18);
    for size in [(80, 24), (120, 40)] {
        let sgf = format!("(;GM[1]SZ[9];B[ee];W[gc];B[gg]C[{text}last];W[aa])");
        let mut screen = Emulator::read_at("long.sgf", &sgf, size);
        screen.keys("l l l");
        let shown = screen.text().matches("Eighteen rows.").count();
        assert!(shown >= 15, "{shown} rows at {size:?}");
    }
    // Beside the board, a column is too short for it.
    let sgf = format!("(;GM[1]SZ[9];B[ee]C[{}])", "word ".repeat(500));
    let screen = Emulator::read_at("long.sgf", &sgf, (120, 40));
    assert!(heading(&screen, "COMMENT") <= heading(&screen, "MOVES").map(|row| row + 4));
}

#[test]
fn a_line_longer_than_its_column_goes_on_in_the_next() {
    let mut screen = sample("go/ear-reddening.sgf", (200, 40));
    screen.shows(&["  1 R16", " 69 Q17", "125 F3", "127 K11"]);
    let comment = heading(&screen, "COMMENT");
    screen.keys("1 2 7 G");
    screen.shows(&["  1 R16", "127>K11 *", "耳赤の一手"]);
    assert_eq!(heading(&screen, "COMMENT"), comment);
}

#[test]
fn the_last_page_of_moves_is_full() {
    let mut screen = sample("go/ear-reddening.sgf", (80, 24));
    screen.press("G");
    let moves = screen.columns(43..80);
    let rows = moves[2..].iter().take_while(|row| !row.contains("COMMENT"));
    let blank = rows.filter(|row| row.trim().is_empty()).count();
    assert_eq!(blank, 0, "{}", screen.text());
}

#[test]
fn hits_show_the_word_and_the_comment_below() {
    let text = "これは長い説明であり、その中ほどに捜す言葉の急所がある。終わり";
    let sgf = format!("(;GM[1]SZ[9];B[ee];W[gc]C[{text}];B[gg])");
    let mut screen = Emulator::read("hits.sgf", &sgf);
    screen.keys("/ 急 所 Enter");
    screen.shows(&["HITS 急所", "COMMENT 1/1", "これは長い説明"]);
    let hit = screen.text().lines().find(|row| row.contains("..")).map(str::to_owned);
    assert!(hit.is_some_and(|row| row.contains("急所")), "{}", screen.text());
}

#[test]
fn the_keys_that_follow_are_all_shown() {
    for size in [(80, 24), (120, 40), (40, 20)] {
        let mut screen = sample("go/lesson.sgf", size);
        screen.press("y");
        screen.shows(&["yp ", "yl ", "yf "]);
        screen.hides(&["1/2"]);
    }
    let mut screen = sample("go/lesson.sgf", (80, 24));
    screen.type_in(":language ja");
    screen.keys("Enter y");
    screen.shows(&["局面をコピー"]);
    screen.hides(&["局面をコピー（"]);
}

#[test]
fn clocks_are_aligned_and_problems_say_whose_move_it_is() {
    let sgf = "(;GM[1]SZ[9]AB[cc]AW[dd]PL[W];W[ee]WL[65.2];B[gc]BL[5.5])";
    let mut screen = Emulator::read("clocks.sgf", sgf);
    screen.shows(&["  1:05", "  0:05"]);
    screen.press("P");
    assert!(screen.status().contains("problem  White to play"), "{}", screen.status());
}

#[test]
fn a_move_that_is_found_is_seen_after_the_two_before_it() {
    let mut screen = Emulator::open("forks.xqf", emulator::game("forks.xqf"), settings(), (80, 24));
    screen.keys("/ 车 一 平 Enter");
    screen.shows(&["HITS", "马二进三 车９平８ 车一平二"]);
    // A long word is seen whole in a narrow column.
    let word = "この長い言葉は一行に収まる";
    let sgf = format!("(;GM[1]SZ[19];B[ee]C[前置きの文章がここに続いて{word}。])");
    let mut screen = Emulator::read("hits.sgf", &sgf);
    screen.type_in(&format!("/{word}"));
    screen.press("Enter");
    let hits = screen.text();
    assert!(hits.lines().any(|row| row.contains("> 1") && row.contains(word)), "{hits}");
}

/// A fork of this many branches, each with a comment on its second move, after a move with a comment.
fn fork(branches: usize, comment: &str, further: &str) -> String {
    let mut sgf = format!("(;GM[1]SZ[9];B[ee]C[{comment}]");
    let points = (0..81).map(|at| format!("{}{}", letter(at % 9), letter(at / 9)));
    for point in points.take(branches) {
        write!(sgf, "(;W[{point}];B[ei]C[{further}])").unwrap();
    }
    sgf + ")"
}

#[test]
fn a_comment_leaves_the_branches_of_a_fork_a_third() {
    for (size, branches, text) in [((80, 24), 6, 8), ((120, 40), 11, 12)] {
        let sgf = fork(20, &"A long comment. ".repeat(60), "x");
        let mut screen = Emulator::read_at("joseki.sgf", &sgf, size);
        screen.press("l");
        let shown = screen.text();
        assert!(shown.matches("  2 moves").count() >= branches, "{shown}");
        assert!(shown.matches("A long").count() >= text, "{shown}");
    }
}

#[test]
fn an_empty_comment_gives_its_rows_to_the_branches() {
    let mut screen = Emulator::read("seven.sgf", &fork(9, "", &"A long comment. ".repeat(30)));
    screen.keys("l l");
    screen.shows(&["> 1 A9", "  9 J9"]);
    screen.keys("j j");
    screen.shows(&["> 3 C9", "  1 A9", "  9 J9"]);
    // Where there is a comment, it has what it needs.
    screen.press("l");
    assert!(screen.text().matches("A long").count() >= 15, "{}", screen.text());
}

#[test]
fn a_comment_is_not_paged_above_empty_rows() {
    let mut line = String::new();
    for at in 0..60 {
        let side = if at % 2 == 0 { "W" } else { "B" };
        write!(line, ";{side}[{}{}]", letter(at % 9), letter(at / 9)).unwrap();
    }
    let text = "A row of text.\n".repeat(14);
    let sgf = format!("(;GM[1]SZ[9];B[ii]({line})(;W[hh];B[gg]C[{text}end]))");
    let mut screen = Emulator::read("short.sgf", &sgf);
    screen.keys("l l j l");
    assert_eq!(screen.text().matches("A row of text.").count(), 14, "{}", screen.text());
}

#[test]
fn on_a_narrow_screen_an_empty_comment_has_no_rows() {
    let sgf = "(;GM[1]SZ[13];B[ee];W[gc]C[a comment];B[gg])";
    let mut screen = Emulator::read_at("narrow.sgf", sgf, (40, 20));
    screen.press("l");
    assert_eq!(heading(&screen, "COMMENT"), None, "{}", screen.text());
    screen.shows(&["MOVES", "  1>E9", "G11"]);
    screen.press("l");
    screen.shows(&["COMMENT 1/1", "a comment"]);
}

#[test]
fn the_keys_for_a_hidden_answer_are_shown_whole() {
    for size in [(80, 24), (40, 20), (120, 40)] {
        let mut screen = sample("xiangqi/shunpao.pgn", size);
        screen.type_in(":language ja");
        screen.keys("Enter P");
        let shown: String = screen.text().split_whitespace().collect();
        for part in ["答えは非表示", "一手、", "a：", "全部）"] {
            assert!(shown.contains(part), "{part} at {size:?} in\n{}", screen.text());
        }
    }
}
