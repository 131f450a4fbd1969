//! Moves made with the mouse: from and to, from the hand, stones.

use std::path::Path;

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::layout::press;
use crate::keys::own::QUOTING;
use crate::keys::{file, lesson, play, xianren};

fn with_mouse(path: &Path) -> Terminal {
    Terminal::start(&["--mouse", path.to_str().unwrap()], 80, 24, &[])
}

/// Clicks on a point of xiangqi, counted from the left and from the top.
fn point(file: usize, rank: usize) -> String {
    press(1 + 4 * file, 3 + 2 * rank)
}

/// Clicks on a square of shogi.
fn square(file: usize, rank: usize) -> String {
    press(3 + 4 * (9 - file), 3 + 2 * rank)
}

#[test]
fn a_piece_is_picked_up_and_put_down() {
    let mut terminal = with_mouse(&xianren());
    play(
        &mut terminal,
        &[
            ("", " 0/16"),
            (&point(7, 7), "click the destination"),
            (&point(4, 7), " 1/1  (round 1)  炮二平五"),
            (&point(7, 0), "click the destination"),
            (&point(6, 2), " 2/2  (round 1)  马８进７"),
            (&point(8, 9), "click the destination"),
            (&point(4, 4), "the piece cannot move there"),
            // Another click drops it, and so does a key.
            (&point(8, 9), "click the destination"),
            (&point(8, 9), "!click the destination"),
            (&point(4, 4), "= 2/2"),
            ("m", " 0/16"),
            // A click plays a move of the record or a branch without picking anything up.
            (&point(2, 6), "click the destination"),
            (&point(2, 5), " 1/16  (round 1)  兵七进一"),
            (&point(6, 2), " 2/16"),
        ],
    );
}

#[test]
fn a_piece_in_hand_is_dropped_and_one_promotes_or_does_not() {
    let mut terminal = with_mouse(&sample("shogi/floodgate.csa"));
    play(
        &mut terminal,
        &[
            ("2l", " 2/5"),
            (&square(8, 8), "(right button: do not promote)"),
            (&square(2, 2), " 3/5  ２二角成"),
            ("h", " 2/5"),
            (&square(8, 8), "(right button: do not promote)"),
            // The right button.
            (&square(2, 2).replace("<0;", "<2;"), " 3/3  ２二角不成  x角  [a/2]"),
            ("m", " 2/5"),
            ("2l", " 4/5"),
        ],
    );
    let screen = terminal.shows("先手  角");
    let row = screen.lines().position(|line| line.contains("先手  角"));
    let hand = press(7, 1 + row.unwrap());
    play(
        &mut terminal,
        &[
            (&hand, "click the destination"),
            (&square(5, 5), " 5/5  ５五角"),
            ("m", " 4/5"),
            (&hand, "click the destination"),
            (&square(4, 5), " 5/5  ４五角"),
        ],
    );
}

#[test]
fn a_click_places_a_stone() {
    let (_folder, path) = lesson();
    let mut terminal = with_mouse(&path);
    // C3 and Q16 on the board of two columns a point.
    play(
        &mut terminal,
        &[
            ("", " 0/13"),
            (&press(4 + 2 * 2, 3 + 16), "Black C3  [a/2]  1.a-1"),
            (&press(4 + 2 * 15, 3 + 3), "Q16  1.a-2"),
            (&press(4 + 2 * 15, 3 + 3), "a stone is already there"),
        ],
    );
}

#[test]
fn a_click_on_a_quoted_move_tries_the_line_up_to_it() {
    let (_folder, path) = file("quoting.pgn", QUOTING);
    let mut terminal = with_mouse(&path);
    play(&mut terminal, &[("l", " 1/2")]);
    let screen = terminal.shows("车９平８，");
    let (row, line) =
        screen.lines().enumerate().find(|(_, line)| line.contains("车９平８，")).unwrap();
    let before = line.split("车９平８，").next().unwrap();
    let column = dapu::text::columns(before, false) + 3;
    play(&mut terminal, &[(&press(column, row + 1), " 4/4  (round 2)  车９平８")]);
}
