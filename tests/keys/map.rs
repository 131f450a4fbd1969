//! Branches with their contents, their numbers on the board, and the map.

use crate::common::program::sample;
use crate::keys::{DOWN, ENTER, ESC, LEFT, RIGHT, file, session, variations};

#[test]
fn counts_work_at_forks_as_elsewhere() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("3l", " 3/10  (round 2)  馬二進三  [1/12]"),
            ("5", " 5_ G: ply, Right: moves, Enter: branch"),
            ("G", " 5/10"),
            ("3G", " 3/10"),
            ("2h", " 1/10"),
            ("10l", " 10/10"),
            ("3G1", " 1_"),
            ("2", " 12_"),
            ("\x7f", "!12_"),
            ("2", " 12_"),
            (ENTER, ">12 "),
            ("13\r", "no branch 13: there are 12"),
        ],
    );
    let game = "(;GM[1]SZ[9];B[ee](;W[cc])(;W[dd]))";
    let (_folder, path) = file("games.sgf", game.repeat(4));
    session(&path, (80, 24), &[("ll", "[1/2]"), ("3>", "4/4"), ("ll", "[1/2]"), ("2<", "2/4")]);
}

#[test]
fn branches_show_their_size_and_where_they_lead() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("3l", " 2 兵七進一  5 moves in 2 lines *1"),
            ("", " 3 兵三進一  1 move"),
            // Each alternative has its number at its destination.
            ("", "＋－＋－２－＋－＋－＋－３－＋－＋"),
            ("", "４－５－６－７－８－９－10－11－12"),
            (DOWN, "＋－砲－２－＋－＋－＋－馬－砲－＋"),
            ("", "  2 馬２進３ 車九進九  2 moves"),
            ("", " AT MOVE 3: 12 BRANCHES"),
            ("", "> 2 兵七進一"),
            ("l", "!４－５"),
        ],
    );
    session(
        &sample("shogi/forks.jkf"),
        (80, 24),
        &[
            ("2l", " 2 ３四歩  4 moves in 2 lines *1"),
            ("", "|   |v歩|   |   |   |   | ２|   |   | 四"),
            ("", "|   |v飛|   |   |   |   | ３|v角|   | 二"),
        ],
    );
    let (_folder, path) = file("corners.sgf", "(;GM[1]SZ[9];B[ee](;W[cc])(;W[gg];B[ff])(;W[dd]))");
    session(
        &path,
        (80, 24),
        &[("ll", "２"), ("", "３"), ("", " 2 G3 F4  2 moves"), ("j", "１"), ("", "!２")],
    );
}

#[test]
fn the_board_follows_the_map() {
    let (_folder, path) = variations();
    session(
        &path,
        (80, 24),
        &[
            ("", " 0/10"),
            ("T", "-- MAP"),
            ("", "> 1 炮二平五 馬８進７"),
            ("", "moves/lines"),
            ("j", "> 3 馬二進三"),
            ("", " 3/10  (round 2)  馬二進三"),
            (DOWN, ">|-3.2 兵七進一"),
            ("", "＋－＋－兵－＋"),
            // Along the line to the next fork, and back.
            ("l", ">| 4 砲８進４"),
            ("j", ">| `-4.2 馬２進３"),
            (LEFT, ">|-3.2 兵七進一"),
            ("h", "> 1 炮二平五"),
            (RIGHT, "> 3 馬二進三"),
            ("-", "11 variations folded"),
            ("", ">+3 馬二進三"),
            ("", "!3.2"),
            ("+", "11 variations unfolded"),
            ("", "> 3 馬二進三"),
            ("Z", "12 variations folded"),
            ("", "!3.2"),
            ("Z", "12 variations unfolded"),
            ("3\r", ">|-3.3 兵三進一"),
            // A search moves in the map.
            ("/B0-B1\r", ">|-3.5 B0-B1"),
            ("G", ">`-3.12"),
            ("g", "> 1 炮二平五"),
            ("2j", ">|-3.2 兵七進一"),
            // Esc returns to where the map was opened, Enter stays.
            (ESC, "!-- MAP"),
            ("", " 0/10"),
            ("T2j\r", " 3/5  (round 2)  兵七進一"),
            ("", "!-- MAP"),
            ("\x0f", " 0/10"),
        ],
    );
}

#[test]
fn the_map_of_each_game_shows_its_forks() {
    session(
        &sample("shogi/forks.jkf"),
        (80, 24),
        &[
            ("T", "> 1 ７六歩"),
            ("", "   2 ８四歩 ７八金  2/1"),
            ("", " |-2.2 ３四歩  4/2 *1"),
            ("", " `-2.3 ３二金  1/1"),
            ("j-", ">+2 ８四歩"),
            ("", "2 variations folded"),
        ],
    );
    let mut text = String::from("(;GM[1]SZ[9]C[a book]");
    for number in 0..900 {
        text.push_str(&format!("(;AB[aa]C[problem {number}];W[bb];B[ba])"));
    }
    text.push(')');
    let (_folder, path) = file("problems.sgf", text);
    session(
        &path,
        (80, 24),
        &[
            ("T", "-- MAP --"),
            ("", " 1,800 moves in 900 lines --"),
            ("", "   1.1-900 (problem 0)"),
            ("5j", ">|+1.301-400 (problem 300)"),
            ("", " 1/3  (problem 300)  [301/900]"),
            ("+", "100 variations unfolded"),
            ("l", ">| |+1.301-310 (problem 300)"),
            ("l", ">| | |-1.301 (problem 300)"),
            ("9j", ">| | `-1.310 (problem 309)"),
            ("2h", ">|-1.301-400"),
            ("450\r", ">| | `-1.450 (problem 449)"),
            ("/problem 777\r", ">| | |-1.778 (problem 777)"),
            ("Z", "899 variations folded"),
            ("", ">|+1.701-800"),
        ],
    );
}
