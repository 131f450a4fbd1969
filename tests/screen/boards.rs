//! Boards on the screen: what only one game has, and boards larger than the screen.

use dapu::board::Charset;
use dapu::settings::Config;

use crate::common;
use crate::common::emulator::{self, Emulator, settings};

#[test]
fn the_screen_shows_what_only_go_has() {
    const GAME: &str = "(;SZ[9]B[ee]N[the start];W[cc]WL[61]OW[2];W[dd]MN[7];AB[aa];B[])";
    let loaded = common::read(GAME.as_bytes(), "a.sgf").unwrap();
    let mut screen = Emulator::open("a.sgf", loaded, settings(), (80, 24));
    screen.shows(&["[the start]"]);
    screen.shows(&[" 0/4  Black E5  move 1"]);
    // The same side moves twice, stones are set up, and a clock is beside its player's move.
    screen.shows(&["  2 W C7              1:01     (2)"]);
    screen.shows(&["  7 W D6"]);
    screen.shows(&["       --"]);
    screen.press("l");
    screen.shows(&[" 1/4  White C7  move 2"]);
    screen.press("l");
    screen.shows(&[" 2/4  White D6  move 7"]);
}

#[test]
fn the_screen_shows_what_only_shogi_has() {
    const GAME: &str = "V2\nN+a\nN-b\nPI\n+\n+7776FU\nT5\n-3334FU\nT60\n+8822UM\nT7\n-3122GI\nT3\n+0055KA\nT1\n-0054FU\nT2\n%-ILLEGAL_ACTION\nT9\n";
    let loaded = common::read(GAME.as_bytes(), "a.csa").unwrap();
    let mut screen = Emulator::open("a.csa", loaded, settings(), (80, 24));
    // Gote's pieces have a v, promoted ones their own names, and hands are at their sides.
    screen.keys("l l l");
    screen.shows(&["\n後手  なし "]);
    screen.shows(&["\n  ９  ８  ７  ６  ５  ４  ３  ２  １ "]);
    screen.shows(&["\n|   |v飛|   |   |   |   |   | 馬|   | 二"]);
    screen.shows(&["\n|   | ＊|   |   |   |   |   | 飛|   | 八"]);
    screen.shows(&["\n先手  角"]);
    // The illegal move is played and marked. Times are added up if the file has no totals, including that of the claim.
    screen.press("G");
    screen.shows(&["|   |   |   |   |v歩|   |v歩|   |   | 四"]);
    screen.shows(&["6 後>５四歩打        0:02 (!)"]);
    screen.shows(&["(!) illegal: the piece is not in hand"]);
    screen.press("i");
    screen.shows(&["先手 time    0:13"]);
    screen.shows(&["後手 time    1:05"]);
    // Where there are no wide characters, gote's pieces are small letters.
    let loaded = common::read(GAME.as_bytes(), "a.csa").unwrap();
    let ascii = Config { charset: Charset::Ascii, ..settings() };
    let mut screen = Emulator::open("a.csa", loaded, ascii, (40, 20));
    screen.keys("l l l");
    screen.shows(&["\n| .  r  .  .  .  .  . +B  . |b"]);
    // A file may ask for the board to be flipped.
    let turned = common::read("盤面回転\n1 ７六歩(77)\n".as_bytes(), "a.kifu").unwrap();
    let screen = Emulator::open("a.kifu", turned, settings(), (80, 24));
    screen.shows(&["\n  １  ２  ３  ４  ５  ６  ７  ８  ９ "]);
    screen.shows(&["\n| 香| 桂| 銀| 金| 玉| 金| 銀| 桂| 香| 九"]);
}

#[test]
fn a_board_larger_than_the_screen_scrolls_under_its_coordinates() {
    const GAME: &str = "(;SZ[52];B[aa];W[ZZ];B[zA];W[])";
    let loaded = common::read(GAME.as_bytes(), "a.sgf").unwrap();
    let mut screen = Emulator::open("a.sgf", loaded, settings(), (80, 24));
    let mut corners = Vec::new();
    for _ in 0..5 {
        let shown = screen.trimmed();
        let rows: Vec<&str> = shown.lines().collect();
        let named = |row: &str| row.split_whitespace().next().unwrap().to_owned();
        // The letters above the board and the numbers beside it, and the last stone among them.
        corners.push((named(rows[1]), named(rows[2]), shown.contains('＊')));
        screen.press("l");
    }
    let part = |letters: &str, number: &str, stone| (letters.to_owned(), number.to_owned(), stone);
    let start = "ＡＢＣＤＥＦＧＨＪＫＬＭＮＯＰＱＲＳＴＵＶＷ";
    let end = "AFAGAHAJAKALAMANAOAPAQARASATAUAVAWAXAYAZBABB";
    let middle = "ＰＱＲＳＴＵＶＷＸＹＺAAABACADAEAFAGAHAJAKAL";
    assert_eq!(
        corners,
        [
            // Nothing is played yet: the part where the first stone will be.
            part(start, "52", false),
            part(start, "52", true),
            part(end, "21", true),
            part(middle, "36", true),
            // A pass does not scroll the board.
            part(middle, "36", false),
        ]
    );
}

#[test]
fn the_side_to_move_is_signed_at_its_edge() {
    let mut screen = Emulator::open("forks.xqf", emulator::game("forks.xqf"), settings(), (80, 24));
    for (key, signs) in [("Esc", [" ", ">"]), ("l", [">", " "]), ("f", [" ", ">"])] {
        screen.press(key);
        let shown = [0, 23].map(|row| screen.screen().cell(row, 0).unwrap().contents());
        assert_eq!(shown, signs, "{key}");
    }
}

#[test]
fn clocks_are_aligned_with_those_of_hours() {
    let kif = "手合割：平手\n1 ７六歩(77) (0:05/)\n2 ３四歩(33) (62:03/)\n";
    Emulator::read("clocks.kif", kif)
        .shows(&["1 先 ７六歩          0:05", "2 後 ３四歩       1:02:03"]);
}
