//! The cursor on the board.

use std::thread;
use std::time::{Duration, Instant};

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{DOWN, ENTER, ESC, LEFT, RIGHT, SHIFT_TAB, UP, lesson, play, session, xianren};

fn yokofudori() -> std::path::PathBuf {
    sample("shogi/yokofudori.kif")
}

#[test]
fn a_move_of_xiangqi_is_entered_with_two_files() {
    session(
        &xianren(),
        (80, 24),
        &[
            // The king of the side to move.
            ("B", "e0 紅帥"),
            ("2", "h2 紅炮"),
            ("2", "h0 紅傌"),
            ("2", "h2 紅炮"),
            (ENTER, "h9 黑馬"),
            ("5", "e2 -"),
            (ENTER, " 1/1  (round 1)  炮二平五"),
            // The cursor stays. Black counts from the other side.
            ("", "e2 紅炮"),
            ("2", "b7 黑砲"),
            ("8", "h7 黑砲"),
            ("8", "h9 黑馬"),
            (ENTER, "g7 -"),
            (ENTER, " 2/2  (round 1)  马８进７"),
            // A move of the file is gone to.
            ("m", " 0/16"),
            ("7", "c3 紅兵"),
            (ENTER, "c4 -"),
            (ENTER, " 1/16  (round 1)  兵七进一"),
            (ESC, "!c4"),
            ("l", " 2/16"),
        ],
    );
}

#[test]
fn a_move_of_shogi_is_entered_with_the_file_of_its_piece() {
    session(
        &yokofudori(),
        (80, 24),
        &[
            ("B", "５九 玉"),
            ("7", "７七 歩"),
            (ENTER, "７六 -"),
            ("", "Enter put down"),
            (ENTER, " 1/27  ７六歩"),
        ],
    );
}

#[test]
fn tab_and_arrows_move_the_cursor_and_esc_puts_the_piece_back_and_leaves() {
    session(
        &xianren(),
        (80, 24),
        &[
            (SHIFT_TAB, "e0 紅帥"),
            (RIGHT, "f0 紅仕"),
            (UP, "f1 -"),
            (LEFT, "e1 -"),
            (DOWN, "e0 紅帥"),
            ("h", "d0 紅仕"),
            ("kkl", "e2 -"),
            ("jj", "e0 紅帥"),
            ("\t", "d0 紅仕"),
            ("\t\t\t\t", "i3 紅兵"),
            ("\t", "g3 紅兵"),
            (" ", "g4 -"),
            (ESC, "g3 紅兵"),
            ("", "Enter pick up"),
            ("f", "=g3 紅兵"),
            (ESC, "!紅兵"),
            ("B", "e0 紅帥"),
            // Upside down.
            (RIGHT, "d0 紅仕"),
            ("B", "!d0"),
        ],
    );
}

#[test]
fn an_arrow_in_pieces_neither_puts_the_piece_back_nor_leaves() {
    let mut terminal = Terminal::open(&xianren());
    play(&mut terminal, &[("", " 0/16"), ("B2", "h2 紅炮"), (ENTER, "h9 黑馬")]);
    let mut square = 'h';
    for next in ['g', 'f', 'e'] {
        let began = Instant::now();
        terminal.keys(ESC);
        thread::sleep(Duration::from_millis(200));
        terminal.keys("[D");
        if began.elapsed() > Duration::from_millis(290) {
            // A machine so busy says nothing.
            return;
        }
        terminal.shows(&format!("{next}9 "));
        terminal.shows("Enter put down");
        square = next;
    }
    play(&mut terminal, &[(ESC, "h2 紅炮"), (ESC, "!h2")]);
    assert_eq!(square, 'e');
}

#[test]
fn counts_and_stones_and_passes_of_go() {
    let (_folder, path) = lesson();
    session(
        &path,
        (80, 24),
        &[
            ("B", "K10 -"),
            ("3l", "N10 -"),
            ("12k", "N19 -"),
            ("99h", "A19 -"),
            ("lj", "B18 -"),
            (ENTER, "黒 B18  [a/2]"),
            ("", "B18 黒"),
            (ENTER, "the destination is occupied"),
            ("x", "白 pass"),
            (ESC, "!B18 黒"),
        ],
    );
}
