//! The used part of a board of Go is drawn large.

use crate::common::terminal::Terminal;
use crate::keys::{DOWN, ENTER, LEFT, RIGHT, UP, file, first, play, session};

/// A problem in the lower right corner, with a move elsewhere.
const PROBLEM: &str = "(;GM[1]SZ[19]AW[qo][ro][so][qp][rq][rr][ps]AB[pn][qn][rn][po][pp][oq][pr][os]\
C[Black to play](;B[rs];W[sp];B[sr])(;B[qr];W[rs]))";

/// The names of the columns above the board.
fn columns(screen: &str) -> String {
    let row = screen.lines().find(|row| row.contains('Ｓ')).unwrap_or_default();
    row.chars().filter(|letter| ('Ａ'..='Ｚ').contains(letter)).collect()
}

#[track_caller]
fn draws(terminal: &Terminal, names: &str) -> String {
    terminal.wait(names, |screen| columns(screen) == names)
}

const CORNER: &str = "ＮＯＰＱＲＳＴ";
const WHOLE: &str = "ＡＢＣＤＥＦＧＨＪＫＬＭＮＯＰＱＲＳＴ";

#[test]
fn a_corner_is_drawn_large_and_the_whole_board_on_request() {
    let (_folder, path) = file("problem.sgf", PROBLEM);
    for ((columns, rows), spread) in [((80, 24), 4), ((120, 40), 6), ((200, 60), 10)] {
        let mut terminal = Terminal::start(&[path.to_str().unwrap()], columns, rows, &[]);
        let screen = draws(&terminal, CORNER);
        let letters = screen.lines().find(|row| row.contains('Ｎ')).unwrap();
        let [n, o] = ['Ｎ', 'Ｏ'].map(|letter| letters.find(letter).unwrap());
        // A fullwidth letter has three bytes and two columns.
        assert_eq!(o - n, spread + 1, "{screen}");
        terminal.keys("=");
        draws(&terminal, WHOLE);
        play(&mut terminal, &[("", "board: whole"), ("=", "board: compact")]);
        // After all sizes, the part again.
        play(&mut terminal, &[("====", "board: giant"), ("=", "as large as fits")]);
        draws(&terminal, CORNER);
        play(&mut terminal, &[("lll", " 3/3")]);
        draws(&terminal, CORNER);
    }
}

#[test]
fn the_whole_board_appears_when_a_move_or_the_cursor_leaves_the_part() {
    let (_folder, path) = file("problem.sgf", PROBLEM);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    draws(&terminal, CORNER);
    play(&mut terminal, &[(":D16\r", "Black D16")]);
    draws(&terminal, WHOLE);
    play(&mut terminal, &[("h", " 0/")]);
    draws(&terminal, CORNER);
    // The cursor begins in the middle of the part.
    play(&mut terminal, &[("B", "Q4"), (LEFT, "P4"), (RIGHT, "Q4"), ("3", ""), (LEFT, "N4")]);
    draws(&terminal, CORNER);
    play(&mut terminal, &[(LEFT, "M4"), ("", "board: whole")]);
    draws(&terminal, WHOLE);
    play(&mut terminal, &[(RIGHT, "N4"), (ENTER, "Black N4"), (UP, "N5"), (DOWN, "N4")]);
    draws(&terminal, WHOLE);
}

#[test]
fn a_click_in_a_part_plays_there() {
    let (_folder, path) = file("problem.sgf", PROBLEM);
    let arguments = ["--mouse", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &[]);
    let screen = draws(&terminal, CORNER);
    let row = screen.lines().position(|row| row.starts_with(" 1 ")).unwrap() + 1;
    // S1 is the sixth point: after the numbers, 4 columns each.
    let at = 3 + 4 * 5 + 2;
    play(&mut terminal, &[(&format!("\x1b[<0;{at};{row}M"), "Black S1")]);
}

#[test]
fn a_chosen_size_and_a_new_game_have_the_whole_board() {
    let (folder, path) = file("problem.sgf", PROBLEM);
    let config = folder.path().join("dapu/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    std::fs::write(&config, "board = \"usual\"\n").unwrap();
    let variables = [("XDG_CONFIG_HOME", folder.path().to_str().unwrap())];
    let terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &variables);
    draws(&terminal, WHOLE);
    let new = folder.path().join("new.sgf");
    let mut terminal = Terminal::start(&[new.to_str().unwrap()], 80, 24, &[]);
    for (nth, mv) in
        ["Q16", "R17", "R16", "Q17", "P17", "P18", "O17", "O18", "N17"].iter().enumerate()
    {
        play(&mut terminal, &[(&format!(":{mv}\r"), &format!(" {0}/{0}", nth + 1))]);
    }
    draws(&terminal, WHOLE);
}

#[test]
fn each_game_of_a_collection_has_its_own_part() {
    let upper = "(;GM[1]SZ[19]AB[aa][bb]AW[cc][dd];B[ca])";
    let (_folder, path) = file("two.sgf", format!("{PROBLEM}{upper}"));
    session(
        &first(&path),
        (80, 24),
        &[("", "Ｎ"), (">", "Ｃ"), ("", "!Ｎ"), ("<", "Ｎ"), ("", "!Ｃ")],
    );
}
