//! One layout for what is drawn, for the keys and for the mouse.

use rustix::process::Signal;

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{ESC, PAGE_DOWN, PAGE_UP, file, play, variations, xianren};

/// A click of the left button at a column and a row, from 1.
pub(crate) fn press(column: usize, row: usize) -> String {
    format!("\x1b[<0;{column};{row}M")
}

/// The row of a text, from 1.
#[track_caller]
fn row_of(terminal: &Terminal, text: &str) -> usize {
    let screen = terminal.shows(text);
    1 + screen.lines().position(|line| line.contains(text)).unwrap()
}

fn with_mouse(path: &std::path::Path, size: (u16, u16)) -> Terminal {
    Terminal::start(&["--mouse", path.to_str().unwrap()], size.0, size.1, &[])
}

#[test]
fn a_click_goes_to_the_move_under_it() {
    // On the page of moves, branches are listed among them.
    let (_folder, path) = variations();
    for (size, column) in [((40, 20), 30), ((132, 40), 70), ((80, 24), 50)] {
        let mut terminal = with_mouse(&path, size);
        play(&mut terminal, &[("lll", " 3/10")]);
        if size.0 < 76 {
            play(&mut terminal, &[("\t", "MOVES")]);
        }
        let sign = if size == (80, 24) { " 3 " } else { "-3 " };
        let row = row_of(&terminal, &format!("{sign}兵三進一"));
        play(&mut terminal, &[(&press(column, row), "[3/12]")]);
    }
}

#[test]
fn a_list_on_its_own_takes_clicks() {
    let mut terminal = with_mouse(&xianren(), (80, 24));
    play(&mut terminal, &[("z", "!１　２"), ("", " 0/16")]);
    let row = row_of(&terminal, "   5 ");
    play(&mut terminal, &[(&press(10, row), " 9/16  (round 5)")]);
    // The wheel goes along the moves there too.
    play(&mut terminal, &[("\x1b[<65;10;5M", " 10/16")]);
}

#[test]
fn rows_of_every_list_take_clicks() {
    let (_folder, path) = variations();
    let mut terminal = with_mouse(&path, (80, 24));
    play(&mut terminal, &[("T", "-- MAP")]);
    let row = row_of(&terminal, "-4.2 ");
    play(&mut terminal, &[(&press(50, row), " 4/5  (round 2)  馬２進３")]);
    play(&mut terminal, &[("\r", "MOVES"), ("\"a", "bookmark a set"), ("g'", "== BOOKMARKS")]);
    let row = row_of(&terminal, " a ");
    play(&mut terminal, &[(&press(50, row), " 4/5  (round 2)  馬２進３")]);
    let book = sample("xiangqi/opening.obk");
    let arguments = ["--mouse", "--book", book.to_str().unwrap(), path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &[]);
    play(&mut terminal, &[("", "BOOK"), ("", " 1/")]);
    let shown = terminal.shows("BOOK");
    let head = 1 + shown.lines().position(|line| line.contains("BOOK")).unwrap();
    play(&mut terminal, &[(&press(50, head + 3), " 2/")]);
}

#[test]
fn lists_turn_their_pages_alike_and_take_the_wheel() {
    const UP: &str = "\x1b[<64;60;9M";
    const DOWN: &str = "\x1b[<65;60;9M";
    let game = |number| format!("(;GM[1]SZ[9]EV[no{number}];B[ee]C[word])");
    let (_folder, path) = file("games.sgf", (1..=45).map(game).collect::<String>());
    let mut terminal = with_mouse(&path, (80, 24));
    play(&mut terminal, &[("", ">  1 no1"), (DOWN, ">  4 no4"), (UP, ">  1 no1")]);
    // The last page is full.
    play(
        &mut terminal,
        &[("G", "> 45 no45"), ("", "  30 no30"), (UP, "> 42 no42"), (PAGE_DOWN, "> 45 no45")],
    );
    play(
        &mut terminal,
        &[(ESC, "!GAMES"), ("/word\r", " 1/45 =="), (DOWN, " 2/45 =="), (UP, " 1/45 ==")],
    );
    play(&mut terminal, &[("G", " 45/45"), ("", " #30 "), (PAGE_UP, "!45/45")]);
    let row = row_of(&terminal, " #30 ");
    play(&mut terminal, &[(&press(60, row), " 30/45")]);
    // At the last branch the wheel leads nowhere, and back from there is the branch before.
    let (_folder, path) = file("fork.sgf", "(;GM[1]SZ[9];B[ee](;W[aa])(;W[bb])(;W[cc]))");
    let mut terminal = with_mouse(&path, (80, 24));
    play(&mut terminal, &[("ll", " 1/3 ")]);
    let down = format!("\x1b[<65;60;{}M", row_of(&terminal, "BRANCHES") + 1);
    play(
        &mut terminal,
        &[(&down, " 2/3 "), (&down, " 3/3 "), (&down, "= 3/3 "), ("\x0f", " 2/3 ")],
    );
}

#[test]
fn keys_sent_together_act_on_what_they_open() {
    let (_folder, path) = file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("", " 0/2"), (&format!("?{PAGE_DOWN}"), " 2/")]);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 40, 20, &[]);
    play(&mut terminal, &[("", " 0/2"), (&format!("?{PAGE_DOWN}{PAGE_DOWN}"), " 3/")]);
}

#[test]
fn keys_after_a_resize_act_on_the_new_layout() {
    let (_folder, path) = file("plain.sgf", "(;GM[1]SZ[9];B[ee];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 50, &[]);
    play(&mut terminal, &[("", " 0/2"), ("?", " 1/")]);
    // The program reads both when it resumes.
    terminal.signal(Signal::STOP);
    terminal.resize(80, 24);
    terminal.keys(PAGE_DOWN);
    terminal.signal(Signal::CONT);
    terminal.shows(" 2/");
}

#[test]
fn a_wide_screen_has_a_third_column_at_any_height() {
    let (_folder, path) = file("wide.sgf", "(;GM[1]SZ[9]EV[Cup];B[ee]C[a remark];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 132, 24, &[]);
    play(&mut terminal, &[("l", "a remark")]);
    let screen = terminal.shows("MOVES");
    let heads = screen.lines().nth(1).unwrap();
    assert!(heads.contains("MOVES") && heads.contains("COMMENT"), "{screen}");
}

#[test]
fn the_heading_of_the_focused_pane_is_highlighted() {
    let (_folder, path) = file("two.sgf", "(;GM[1]SZ[9];B[ee]C[a remark];W[dd])");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("l", "== MOVES"),
            ("", "-- COMMENT"),
            ("\t", "-- MOVES"),
            ("", "== COMMENT"),
            ("z", "-- COMMENT"),
        ],
    );
    // A pane that comes and goes does not count: no heading changes from step to step.
    let (_folder, path) = file("fork.sgf", "(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))");
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(&mut terminal, &[("l", "-- MOVES"), ("l", "AT MOVE 2"), ("", "-- MOVES")]);
}

#[test]
fn no_word_is_cut_in_the_last_row() {
    const SAID: &str = "no such place, move or command: nonsense";
    for width in 41..=60 {
        let mut terminal = Terminal::start(&[xianren().to_str().unwrap()], width, 20, &[]);
        play(&mut terminal, &[("", " 0/16"), (":nonsense\r", "no such place")]);
        let screen = terminal.shows("no such place");
        let row = screen.lines().last().unwrap();
        let shown = &row[row.find("no such").unwrap()..];
        let shown = shown.split("..").next().unwrap().trim_end();
        let rest = SAID.strip_prefix(shown);
        let ends_word = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        assert!(ends_word || shown.starts_with(SAID), "{width}: {row}");
    }
}
