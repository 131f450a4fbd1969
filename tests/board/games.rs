//! The board of each game: its pieces, hands, coordinates and the last move.

use dapu::board::{self, Charset, Highlight, Pieces, Scale, View};
use dapu::game::{Move, Position, Side, go, shogi, xiangqi};

use crate::board::{from_sfen, lines, stones, view};

#[track_caller]
fn assert_lines(position: &Position, view: &View<'_>, expected: &str) {
    let expected: Vec<&str> = expected.trim_matches('\n').lines().collect();
    assert_eq!(lines(position, view), expected);
}

#[test]
fn a_shogi_board_has_its_hands_above_and_below() {
    let initial = Position::Shogi(shogi::Position::initial());
    let expected = "
後手  なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手  なし";
    assert_lines(&initial, &view(), expected);
    assert_eq!(board::draw(&initial, &view()).width(), 31);
}

#[test]
fn every_set_of_pieces_shows_promotion_and_the_origin_of_a_move() {
    let position = from_sfen("4k4/9/4+P+b3/9/9/9/9/9/4K4 b R2p 1");
    let mv = Move::Shogi("5d5c+".parse().unwrap());
    let row = |view: View<'_>| {
        let lines = lines(&position, &View { last: Some(mv), ..view });
        [lines[5].clone(), lines[6].clone()]
    };
    assert_eq!(row(view()), ["| ・ ・ ・ ・ とv馬 ・ ・ ・|三", "| ・ ・ ・ ・ ＊ ・ ・ ・ ・|四"]);
    let letters = View { pieces: Pieces::Letters, ..view() };
    assert_eq!(row(letters)[0], "| ・ ・ ・ ・+Ｐ+ｂ ・ ・ ・|三");
    let ascii = View { charset: Charset::Ascii, ..view() };
    assert_eq!(row(ascii), ["| .  .  .  . +P +b  .  .  . |c", "| .  .  .  .  *  .  .  .  . |d"]);
    let picture = board::draw(&position, &View { last: Some(mv), ..view() });
    assert_eq!(picture.focus, Some((5, 13)));
    assert_eq!(picture.rows[5].iter().filter(|cell| cell.lit == Highlight::To).count(), 1);
}

#[test]
fn a_long_hand_is_set_closer() {
    let problem = from_sfen("4k4/9/4P4/9/9/9/9/9/9 b R2rb2b4g4s4n4l17p 1");
    assert_eq!(lines(&problem, &view())[0], "後手 飛2角3金4銀4桂4香4歩17");
    assert_eq!(lines(&problem, &view())[13], "先手  飛");
    let ascii = View { charset: Charset::Ascii, flip: true, ..view() };
    let flipped = lines(&problem, &ascii);
    assert_eq!(flipped[0], "Sente  R");
    assert_eq!(flipped[1], "   1  2  3  4  5  6  7  8  9");
    assert_eq!(flipped[13], "Gote   R2 B3 G4 S4 N4 L4 P17");
    assert!(board::draw(&problem, &view()).width() <= 31);
}

#[test]
fn a_go_board_shows_stars_stones_and_the_last_move() {
    let expected = "
   ＡＢＣＤＥＦＧＨＪ
 9 ・・・・・・・・・
 8 ・・・・・・・・・
 7 ・・＃Ｏ・・＋・・
 6 ・・・・・・・・・
 5 ・・・・＋・・・・
 4 ・・・・・・・・・
 3 ・・＋・・・＋・・
 2 ・・・・・・・・・
 1 ・・・・・・・・・";
    assert_lines(&stones(), &view(), expected);
    let flipped = View { flip: true, scale: Scale::Compact, ..view() };
    assert_eq!(lines(&stones(), &flipped)[6], " 7・・＋・・Ｏ＃・・");
    let ascii = View { charset: Charset::Ascii, ..view() };
    assert_eq!(lines(&stones(), &ascii)[3], " 7 . . # O . . + . .");
    let last = Move::Go(go::Move::stone(Side::Second, go::Point::new(3, 2)));
    let color = View { color: true, last: Some(last), ..view() };
    assert_eq!(lines(&stones(), &color)[3], " 7 ・・Ｏ＊・・＋・・");
    assert_eq!(board::draw(&stones(), &color).focus, Some((3, 9)));
}

#[test]
fn stones_have_an_outline_and_sit_on_their_crossings() {
    let last = Move::Go(go::Move::stone(Side::Second, go::Point::new(3, 2)));
    let view = View { color: true, last: Some(last), ..view() };
    let rows = |scale, charset| lines(&stones(), &View { scale, charset, ..view.clone() });
    assert_eq!(
        rows(Scale::Large, Charset::Cjk)[4..7],
        [
            "    ｜  ｜  ｜  ｜  ｜  ｜  ｜  ｜  ｜",
            " 7  ＋--＋-(　)(＊)-＋--＋--＊--＋--＋",
            "    ｜  ｜  ｜  ｜  ｜  ｜  ｜  ｜  ｜",
        ]
    );
    assert_eq!(
        rows(Scale::Huge, Charset::Cjk)[7..10],
        [
            "     ｜    ｜   ￣￣  ￣￣   ｜    ｜    ｜    ｜    ｜",
            " 7   ＋----＋--( 　 )( ＊ )--＋----＋----＊----＋----＋",
            "     ｜    ｜   ＿＿  ＿＿   ｜    ｜    ｜    ｜    ｜",
        ]
    );
    assert_eq!(rows(Scale::Usual, Charset::Box)[3], " 7 ├─┼─● ＊┼─┼─╋─┼─┤");
    assert_eq!(rows(Scale::Large, Charset::Ascii)[5], " 7  +---+--(  )(* )-+---+---*---+---+");
}

#[test]
fn without_colour_the_last_stone_has_a_star() {
    let last = Move::Go(go::Move::stone(Side::Second, go::Point::new(3, 2)));
    let view = View { last: Some(last), ..view() };
    assert_eq!(lines(&stones(), &view)[3], " 7 ・・＃O*・・＋・・");
}

#[test]
fn a_board_with_two_letters_a_column_keeps_its_columns() {
    let position = Position::Go(go::Position::new(go::Size::new(52, 1).unwrap()));
    let picture = board::draw(&position, &view());
    assert!(
        lines(&position, &view())[0]
            .ends_with("ＹＺAAABACADAEAFAGAHAJAKALAMANAOAPAQARASATAUAVAWAXAYAZBABB")
    );
    assert_eq!(board::row_width(&picture.rows[0]), board::row_width(&picture.rows[1]));
}

#[test]
fn a_xiangqi_board_is_drawn_in_every_charset() {
    let initial = Position::Xiangqi(xiangqi::Position::initial());
    let rows = |charset| {
        let lines = lines(&initial, &View { charset, ..view() });
        lines[1..4].to_vec()
    };
    assert_eq!(
        rows(Charset::Ascii),
        ["r-n-b-a-k-a-b-n-r", "| | | |\\|/| | | |", "+-+-+-+-+-+-+-+-+"]
    );
    assert_eq!(rows(Charset::Cjk)[2], "＋－＋－＋－＋－＋－＋－＋－＋－＋");
    assert_eq!(rows(Charset::Box)[2], "├───┼───┼───┼───┼───┼───┼───┼───┤");
}
