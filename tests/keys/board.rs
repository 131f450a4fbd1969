//! The cursor on the board.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::program::sample;
use crate::common::terminal::Terminal;
use crate::keys::{
    DOWN, ENTER, ESC, LEFT, RIGHT, SHIFT_TAB, UP, file, first, lesson, play, session, xianren,
};

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
            ("B", "五路一線 紅帥"),
            ("2", "二路三線 紅炮"),
            ("2", "二路一線 紅傌"),
            ("2", "二路三線 紅炮"),
            (ENTER, "二路十線 黑馬"),
            ("5", "五路三線 -"),
            (ENTER, " 1/1  (round 1)  炮二平五"),
            // The cursor stays. Black counts from the other side.
            ("", "５路８線 紅炮"),
            ("2", "２路３線 黑砲"),
            ("8", "８路３線 黑砲"),
            ("8", "８路１線 黑馬"),
            (ENTER, "７路３線 -"),
            (ENTER, " 2/2  (round 1)  马８进７"),
            // A move of the file is gone to.
            ("m", " 0/16"),
            ("7", "七路四線 紅兵"),
            (ENTER, "七路五線 -"),
            (ENTER, " 1/16  (round 1)  兵七进一"),
            (ESC, "!路"),
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
            (SHIFT_TAB, "五路一線 紅帥"),
            (RIGHT, "四路一線 紅仕"),
            (UP, "四路二線 -"),
            (LEFT, "五路二線 -"),
            (DOWN, "五路一線 紅帥"),
            ("h", "六路一線 紅仕"),
            ("kkl", "五路三線 -"),
            ("jj", "五路一線 紅帥"),
            ("\t", "六路一線 紅仕"),
            ("\t\t\t\t", "一路四線 紅兵"),
            ("\t", "三路四線 紅兵"),
            (SHIFT_TAB, "一路四線 紅兵"),
            ("\t", "三路四線 紅兵"),
            (" ", "三路五線 -"),
            (ESC, "三路四線 紅兵"),
            ("", "Enter pick up"),
            ("f", "=三路四線 紅兵"),
            (ESC, "!紅兵"),
            ("B", "五路一線 紅帥"),
            // Upside down.
            (RIGHT, "六路一線 紅仕"),
            ("B", "!路"),
        ],
    );
}

#[test]
fn an_arrow_in_pieces_neither_puts_the_piece_back_nor_leaves() {
    let mut terminal = Terminal::open(&xianren());
    play(&mut terminal, &[("", " 0/16"), ("B2", "二路三線 紅炮"), (ENTER, "二路十線 黑馬")]);
    let mut file = '二';
    for next in ['三', '四', '五'] {
        let began = Instant::now();
        terminal.keys(ESC);
        thread::sleep(Duration::from_millis(200));
        terminal.keys("[D");
        if began.elapsed() > Duration::from_millis(290) {
            // A machine so busy says nothing.
            return;
        }
        terminal.shows(&format!("{next}路十線 "));
        terminal.shows("Enter put down");
        file = next;
    }
    play(&mut terminal, &[(ESC, "二路三線 紅炮"), (ESC, "!路")]);
    assert_eq!(file, '五');
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
            (ENTER, "Black B18  [a/2]"),
            ("", "B18 B"),
            (ENTER, "a stone is already there"),
            ("x", "White pass"),
            (ESC, "!B18 B"),
        ],
    );
}

/// A problem whose answer is a drop, and a position in which pawns are dropped in vain.
const DROP: &str = "手合割：その他
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v香v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ と|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ 歩 ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ 銀 ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　歩
先手番
手数----指手---------消費時間--
1 １二金打
2 詰み
";

#[test]
fn a_problem_is_answered_with_a_drop_in_eight_keys() {
    let (_folder, path) = file("drop.kif", DROP);
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "?"),
            // From the king down into the hand.
            ("B", "９九 玉"),
            ("j", "in hand 金"),
            (ENTER, "Enter put down"),
            // The file of the king, foremost first; again, the next place there.
            ("1", "１二"),
            (ENTER, "solved"),
        ],
    );
}

#[test]
fn what_is_illegal_is_said_before_the_piece_is_down() {
    let (_folder, path) = file("drop.kif", DROP);
    session(
        &path,
        (80, 24),
        &[
            ("B", "９九 玉"),
            ("jl", "in hand 歩"),
            (ENTER, "Enter put down"),
            // 二歩 and 打ち歩詰め.
            ("7", "there is already a pawn on this file (nifu)"),
            ("j", "７三 -  there is already a pawn on this file (nifu)"),
            ("13", "１三 と"),
            (UP, "a pawn may not be dropped to give mate"),
            (ENTER, ": a pawn may not"),
            (ESC, "in hand 歩"),
            (ESC, "!in hand"),
        ],
    );
    // 蹩马腿.
    session(
        &xianren(),
        (80, 24),
        &[
            ("B2", "二路三線"),
            ("2", "二路一線"),
            (ENTER, "一路三線"),
            ("jhh", "三路二線 -  the piece cannot move there"),
            ("h", "四路二線 -  a piece blocks the horse's leg"),
        ],
    );
}

#[test]
fn a_drop_is_entered_with_the_numbers_of_its_square() {
    let (_folder, path) = file("drop.kif", DROP);
    session(
        &path,
        (80, 24),
        &[
            ("B", "９九 玉"),
            ("0", "in hand 金"),
            ("0", "in hand 歩"),
            ("0", "in hand 金"),
            (SHIFT_TAB, "９九 玉"),
            ("0", "in hand 金"),
            (ENTER, "Enter put down"),
            ("5", "５"),
            ("3", "５三 -"),
            // The next two digits are another square.
            ("91", "９一 -"),
            // From the piece that is up back to the hand.
            ("0", "in hand 金"),
            ("", "Enter pick up"),
            ("0", "in hand 歩"),
            (ENTER, "Enter put down"),
            ("5", "５二 -"),
            ("2", "=５二 -"),
            (ENTER, "５二歩"),
        ],
    );
    session(
        &xianren(),
        (80, 24),
        &[("B", "紅帥"), ("0", "no pieces in hand: 1 to 9 choose a file")],
    );
}

#[test]
fn the_square_may_come_before_the_piece() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("Bkk", "五路三線 -"),
            (ENTER, "4 pieces can go here (Tab: next, Enter: play)"),
            ("", "二路三線 紅炮"),
            (SHIFT_TAB, "七路一線 紅相"),
            ("", "Enter play  Tab next piece"),
            (ESC, "五路三線 -"),
            (ENTER, "4 pieces"),
            ("8", "八路三線 紅炮"),
            (ENTER, " 1/1  (round 1)  炮八平五"),
        ],
    );
    let (_folder, path) = file("drop.kif", DROP);
    session(
        &path,
        (80, 24),
        &[
            ("B", "９九 玉"),
            ("k", "９八 -"),
            (ENTER, "3 pieces can go here"),
            ("0", "in hand 金"),
            ("0", "in hand 歩"),
            (ENTER, "９八歩"),
        ],
    );
}

#[test]
fn enter_has_the_only_piece_come_or_says_why_none_can() {
    session(
        &xianren(),
        (80, 24),
        &[
            ("B3", "三路四線 紅兵"),
            ("k", "三路五線 -"),
            (ENTER, " 1/1  (round 1)  兵三进一"),
            // It is the other side's piece now.
            (ENTER, "黑: no piece can go here"),
            ("k", "７路５線 -"),
            (ENTER, "卒７进１"),
        ],
    );
    session(
        &xianren(),
        (80, 24),
        &[
            ("Bkkkkkkkkk", "五路十線 黑將"),
            (ENTER, "紅: no piece can go here"),
            ("j", "五路九線 -"),
            (ENTER, "紅: no piece can go here"),
        ],
    );
}

#[test]
fn a_piece_that_is_up_does_not_stay_so_in_another_game() {
    let games = [xiangqi("1. C2=5 h8+7 *"), xiangqi("1. C8=5 h2+3 *")].join("\n");
    let (_folder, path) = file("games.pgn", games);
    session(
        &first(&path),
        (80, 24),
        &[
            ("", " 0/2"),
            ("B2", "二路三線 紅炮"),
            (ENTER, "Enter put down"),
            (">", "Enter pick up"),
            ("", "!Enter put down"),
            ("", "!no longer there"),
        ],
    );
}

#[test]
fn promotion_is_asked_once() {
    session(
        &sample("shogi/floodgate.csa"),
        (80, 24),
        &[
            ("2l", " 2/5"),
            ("B88", "８八 角"),
            (ENTER, "２二 v角"),
            (ENTER, "promote? Enter yes, - no"),
            (ESC, "!promote?"),
            ("", "Enter put down"),
            (ENTER, "promote? Enter yes, - no"),
            ("-", " 3/3  ２二角不成  x角  [a/2]"),
            ("h", "３二"),
            ("m", " 2/5"),
            ("88", "８八 角"),
            (ENTER, "２二 v角"),
            (ENTER, "promote?"),
            (ENTER, " 3/5  ２二角成"),
        ],
    );
}

/// A game of xiangqi with these moves.
fn xiangqi(moves: &str) -> String {
    format!("[Game \"Chinese Chess\"]\n\n{moves}\n")
}

#[test]
fn a_piece_that_is_up_keeps_the_place_until_the_file_takes_it_away() {
    let (_folder, path) = file("game.pgn", xiangqi("1. C2=5 h8+7 2. H2+3 *"));
    let mut terminal = Terminal::open(&path);
    play(
        &mut terminal,
        &[("", "/3"), ("G", " 3/3"), ("B8", "８路３線"), (ENTER, "Enter put down")],
    );
    fs::write(&path, xiangqi("1. C2=5 h8+7 2. H2+3 r9=8 *")).unwrap();
    terminal.shows("[+1]");
    terminal.shows(" 3/4");
    terminal.shows("Enter put down");
    fs::write(&path, xiangqi("1. C2=5 h8+7 *")).unwrap();
    terminal.shows("the piece that was up is no longer there");
    terminal.shows("Enter pick up");
}

#[test]
fn the_cursor_is_seen_without_colour_and_the_terminal_s_own_is_on_it() {
    for path in ["xiangqi/xianrenzhilu.xqf", "shogi/yokofudori.kif", "go/ear-reddening.sgf"] {
        for size in [(80, 24), (120, 40), (40, 20)] {
            let path = sample(path);
            let arguments = [path.to_str().unwrap()];
            let mut terminal = Terminal::start(&arguments, size.0, size.1, &[("NO_COLOR", "1")]);
            play(&mut terminal, &[("", "0/"), ("B", "Enter")]);
            for keys in ["k", "h", "k", "h"] {
                terminal.keys(keys);
                terminal.wait("a reversed cell at the cursor", |_| {
                    terminal.look(|screen| {
                        let (row, column) = screen.cursor_position();
                        row < size.1 - 1
                            && screen.cell(row, column).is_some_and(vt100::Cell::inverse)
                    })
                });
            }
        }
    }
}

const JOSEKI: &str = "(;GM[1]SZ[9];B[cc](;W[ec];B[gg])(;W[ce](;B[fc])(;B[gc]))(;W[dd]))";
const ROOTS: &str = "(;GM[1]SZ[9]LB[gg:x](;B[cc];W[ec])(;B[dd])(;B[ee])(;B[gg]))";

#[test]
fn the_board_numbers_what_enter_takes() {
    let (_folder, path) = file("roots.sgf", ROOTS);
    let mut terminal = Terminal::open(&path);
    play(
        &mut terminal,
        &[
            // The file's own label stands at the fourth.
            ("", "BRANCHES"),
            ("", "１"),
            ("", "２"),
            ("", "３"),
            ("", "ｘ"),
            ("3\r", "Black E5"),
            // Siblings of a move that nothing follows.
            ("", "１"),
            ("g", " 0/"),
            ("#", "the last ten moves"),
            ("", "!２"),
            ("l", " 1/"),
            ("#", "no numbers"),
            ("q", ""),
        ],
    );
    terminal.exit_code();
}

#[test]
fn children_come_before_siblings() {
    let (_folder, path) = file("joseki.sgf", JOSEKI);
    session(
        &path,
        (80, 24),
        &[
            ("l", " 1/"),
            ("", "3 BRANCHES"),
            ("", "1 -> E7"),
            ("2\r", " 2/3  White C5  [2/3]"),
            ("", "AT MOVE 3: 2 BRANCHES"),
            ("", "AT MOVE 2: 3 BRANCHES"),
            ("2\r", " 3/3  Black G7  [2/2]"),
            ("h", " 2/3"),
            ("3\r", "no branch 3: there are 2"),
            // Up and down concern the siblings.
            (DOWN, "White D6  [3/3]"),
        ],
    );
}

#[test]
fn a_problem_numbers_nothing_before_its_answer() {
    let (_folder, path) = file("joseki.sgf", JOSEKI);
    let mut terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 80, 24, &[]);
    terminal.shows("problem");
    let screen = terminal.shows("to play");
    assert!(!screen.contains("BRANCHES") && !screen.contains("２"), "{screen}");
    terminal.keys("l");
    let screen = terminal.shows("1/?");
    assert!(!screen.contains("BRANCHES") && !screen.contains("２"), "{screen}");
}

#[test]
fn several_moves_to_one_square_and_captures_are_numbered() {
    let moves = "1. C2=5 (1. C8=5) (1. C2+7) (1. H2+3) *";
    let (_folder, path) = file("game.pgn", xiangqi(moves));
    // The same square twice, and a piece beside which there is room.
    session(&path, (80, 24), &[("", "1+"), ("", "馬３"), ("", "-> ")]);
}

#[test]
fn what_is_numbered_is_kept_by_the_history() {
    let (_folder, path) = file("joseki.sgf", JOSEKI);
    let home = tempfile::tempdir().unwrap();
    let state = [("XDG_STATE_HOME", home.path().to_str().unwrap())];
    let arguments = [path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(&mut terminal, &[("2l", " 2/"), ("#", "the last ten moves"), ("q", "")]);
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::start(&arguments, 80, 24, &state);
    play(&mut terminal, &[("", " 2/"), ("#", "no numbers")]);
}

#[test]
fn tab_completes_legal_moves() {
    session(
        &xianren(),
        (80, 24),
        &[(":车", "车一进一  车一进二"), ("九\t", "车九进"), ("二\r", "车九进二")],
    );
}

#[test]
fn while_the_book_has_the_keys_its_moves_are_numbered() {
    let (book, path) = (sample("xiangqi/opening.obk"), xianren());
    let arguments = ["--book", book.to_str().unwrap(), path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 120, 40, &[]);
    // Above the board alone.
    let count = |screen: &str| screen.matches('２').count();
    let before = count(&terminal.shows("炮二平五"));
    terminal.keys("b");
    terminal.wait("the second move of the book on the board", |screen| count(screen) > before);
    terminal.keys(ESC);
}

#[test]
fn a_count_on_a_board_of_go_has_no_hint_of_plies() {
    let (_folder, path) = lesson();
    session(&path, (80, 24), &[("B", "Esc leave"), ("3", "3_"), ("", "!G: ply"), (RIGHT, "!3_")]);
}
