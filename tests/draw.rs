//! Boards as text.

#![allow(clippy::unwrap_used)]

use dapu::board;
use dapu::board::Charset;
use dapu::board::Highlight;
use dapu::board::Pieces;
use dapu::board::Scale;
use dapu::board::View;
use dapu::game::{self, Move, Position, Side, go, shogi, xiangqi};
use dapu::record::{Mark, MarkKind, Span};

fn view() -> View<'static> {
    View { coordinates: true, ..View::default() }
}

fn lines(position: &Position, view: &View<'_>) -> Vec<String> {
    board::draw(position, view).lines(false).collect()
}

#[track_caller]
fn assert_lines(position: &Position, view: &View<'_>, expected: &str) {
    let expected: Vec<&str> = expected.trim_matches('\n').lines().collect();
    assert_eq!(lines(position, view), expected);
}

fn shogi(sfen: &str) -> Position {
    Position::Shogi(shogi::Position::from_sfen(sfen).unwrap().0)
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
    let position = shogi("4k4/9/4+P+b3/9/9/9/9/9/4K4 b R2p 1");
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
    let problem = shogi("4k4/9/4P4/9/9/9/9/9/9 b R2rb2b4g4s4n4l17p 1");
    assert_eq!(lines(&problem, &view())[0], "後手 飛2角3金4銀4桂4香4歩17");
    assert_eq!(lines(&problem, &view())[13], "先手  飛");
    let ascii = View { charset: Charset::Ascii, flip: true, ..view() };
    let flipped = lines(&problem, &ascii);
    assert_eq!(flipped[0], "Sente  R");
    assert_eq!(flipped[1], "   1  2  3  4  5  6  7  8  9");
    assert_eq!(flipped[13], "Gote   R2 B3 G4 S4 N4 L4 P17");
    assert!(board::draw(&problem, &view()).width() <= 31);
}

/// 9×9 with two adjacent stones of different colours.
fn stones() -> Position {
    let mut position = go::Position::new(go::Size::new(9, 9).unwrap());
    position.put(go::Point::new(2, 2), Some(Side::First));
    position.put(go::Point::new(3, 2), Some(Side::Second));
    Position::Go(position)
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
    let flipped = View { flip: true, step: Scale::Compact, ..view() };
    assert_eq!(lines(&stones(), &flipped)[6], " 7・・＋・・Ｏ＃・・");
    let ascii = View { charset: Charset::Ascii, ..view() };
    assert_eq!(lines(&stones(), &ascii)[3], " 7 . . # O . . + . .");
    let last = Move::Go(go::Move::stone(Side::Second, go::Point::new(3, 2)));
    let color = View { color: true, last: Some(last), ..view() };
    assert_eq!(lines(&stones(), &color)[3], " 7 ・・　＊・・＋・・");
    assert_eq!(board::draw(&stones(), &color).focus, Some((3, 9)));
}

#[test]
fn the_19x19_board_fits_its_room() {
    let position = Position::Go(go::Position::new(go::Size::USUAL));
    let size = |view: View<'_>| {
        let picture = board::draw(&position, &view);
        (picture.width(), picture.height())
    };
    assert_eq!(size(view()), (41, 20));
    assert_eq!(size(View { step: Scale::Compact, ..view() }), (40, 19));
    assert_eq!(size(View { step: Scale::Compact, coordinates: false, ..view() }), (38, 19));
    assert_eq!(size(View { charset: Charset::Ascii, ..view() }), (41, 20));
}

#[test]
fn marks_are_drawn_on_points_and_on_stones() {
    let mut labels = mark(MarkKind::Label, &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    labels.labels = ["a", "12", "長考", "123", "\u{1b}[2J"].into_iter().collect();
    let marks = [
        mark(MarkKind::Triangle, &[(2, 2)]),
        mark(MarkKind::Square, &[(4, 2)]),
        mark(MarkKind::FirstTerritory, &[(0, 8)]),
        mark(MarkKind::SecondTerritory, &[(1, 8)]),
        mark(MarkKind::Cross, &[(2, 8)]),
        mark(MarkKind::Circle, &[(3, 8)]),
        labels,
    ];
    let view = View { marks: marks.iter().collect(), ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 ａ12長23？・・・・");
    assert_eq!(shown[3], " 7 ・・#^Ｏ口・＋・・");
    assert_eq!(shown[9], " 1 ｘｏＸ〇・・・・・");
    let ascii = lines(&stones(), &View { charset: Charset::Ascii, ..view });
    assert_eq!(ascii[1], " 9 a 12? 23? . . . .");
    assert_eq!(ascii[3], " 7 . . #^O % . + . .");
    assert!(ascii.concat().is_ascii());
}

/// The mark of a kind on points.
fn mark(kind: MarkKind, points: &[(u8, u8)]) -> Mark {
    Mark::new(kind, points.iter().copied().map(Span::from).collect())
}

#[test]
fn of_several_marks_on_a_point_the_most_specific_is_drawn() {
    let mut labels = mark(MarkKind::Label, &[(0, 0), (2, 2), (3, 2)]);
    labels.labels = ["A", "123", "bc"].into_iter().collect();
    let line = |from, to| Mark::new(MarkKind::Arrow, [Span { from, to }].into_iter().collect());
    let marks = [
        labels,
        mark(MarkKind::Triangle, &[(0, 0), (1, 0)]),
        line((0, 0), (1, 0)),
        line((5, 0), (6, 0)),
        mark(MarkKind::FirstTerritory, &[(1, 0), (5, 0), (7, 0)]),
        mark(MarkKind::Square, &[(8, 0)]),
        mark(MarkKind::Circle, &[(8, 0)]),
        mark(MarkKind::Dim, &[(8, 0), (8, 1), (3, 2)]),
    ];
    let view = View { marks: marks.iter().collect(), charset: Charset::Ascii, ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 A ^ . . . - > x @");
    assert_eq!(shown[2], " 8 . . . . . . . .");
    assert_eq!(shown[3], " 7 . . #3Ob. . + . .");
    // In colour a label has both columns of a stone.
    let color = View { color: true, ..view };
    assert_eq!(lines(&stones(), &color)[3], " 7 . . 23bc. . + . .");
}

#[test]
fn points_outside_the_view_are_dimmed_but_stones_are_not() {
    let window = Mark::new(MarkKind::View, [Span::between((0, 0), (2, 1))].into_iter().collect());
    let view = View { marks: vec![&window], ..view() };
    let shown = lines(&stones(), &view);
    assert_eq!(shown[1], " 9 ・・・");
    assert_eq!(shown[3], " 7 　　＃Ｏ");
    let svg = board::svg(&stones(), &view);
    assert_eq!(svg.matches("fill-opacity").count(), 81 - 6);
    let all = mark(MarkKind::View, &[]);
    let view = View { marks: vec![&all], ..view };
    assert_eq!(lines(&stones(), &view)[1], " 9 ・・・・・・・・・");
    assert_eq!(board::svg(&stones(), &view).matches("fill-opacity").count(), 0);
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

/// A position of each game with its last move.
fn positions() -> [(Position, Move); 3] {
    let mut xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    let cannon = xiangqi.parse_move("炮二平五", None).unwrap();
    xiangqi.apply(cannon);
    let shogi =
        shogi("ln1g1gsnl/1ks4r1/1pppp1bpp/p6+B1/9/P1P4P1/1P1PPPP1P/2S1K2R1/LN1G1GSNL w 2Pp 20");
    let dragon = Move::Shogi("2c2d+".parse().unwrap());
    let mut board = go::Position::new(go::Size::new(9, 9).unwrap());
    for (side, column, row) in [
        (Side::First, 2, 2),
        (Side::Second, 3, 2),
        (Side::First, 3, 3),
        (Side::Second, 8, 8),
        (Side::Second, 6, 6),
    ] {
        board.put(go::Point::new(column, row), Some(side));
    }
    let stone = go::Move::stone(Side::First, go::Point::new(5, 5));
    board.apply(stone);
    [(xiangqi, cannon), (shogi, dragon), (Position::Go(board), Move::Go(stone))]
}

const CHARSETS: [(Charset, &str); 3] =
    [(Charset::Ascii, "ascii"), (Charset::Cjk, "cjk"), (Charset::Box, "box")];

#[test]
fn every_board_is_drawn_in_every_size() {
    for (position, last) in positions() {
        for step in Scale::of(position.game()) {
            let drawn = CHARSETS.map(|(charset, name)| {
                let view = View { charset, step: *step, last: Some(last), ..view() };
                format!("{name}\n{}\n", lines(&position, &view).join("\n"))
            });
            let name = format!("board-{}-{step:?}", position.game()).to_lowercase();
            insta::assert_snapshot!(name, drawn.concat());
        }
    }
}

#[test]
fn the_size_of_a_picture_is_as_drawn() {
    for (position, last) in positions() {
        for step in [Scale::Compact, Scale::Usual, Scale::Large, Scale::Huge] {
            for (charset, _) in CHARSETS {
                for (coordinates, color) in [(true, false), (false, true)] {
                    let view = View {
                        charset,
                        step,
                        coordinates,
                        color,
                        last: Some(last),
                        ..View::default()
                    };
                    let picture = board::draw(&position, &view);
                    let drawn = (picture.width(), picture.height());
                    assert_eq!(drawn, board::size(&position, &view), "{view:?}");
                    let (row, column) = picture.focus.unwrap();
                    assert!(row < drawn.1 && column < drawn.0, "{view:?}");
                    // The sides of a picture are straight, except for the hands above and below it.
                    let hands = usize::from(position.game() == game::Game::Shogi);
                    for row in &picture.rows[hands..drawn.1 - hands] {
                        assert_eq!(board::row_width(row), drawn.0, "{view:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn boards_take_exactly_the_room_given_to_them() {
    let size = |position: &Position, step| board::size(position, &View { step, ..view() });
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    let steps = Scale::of(game::Game::Xiangqi).iter();
    let sizes: Vec<_> = steps.map(|step| size(&xiangqi, *step)).collect();
    assert_eq!(sizes, [(18, 12), (34, 21), (50, 30), (66, 39)]);
    let shogi = Position::Shogi(shogi::Position::initial());
    let steps = Scale::of(game::Game::Shogi).iter();
    let sizes: Vec<_> = steps.map(|step| size(&shogi, *step)).collect();
    assert_eq!(sizes, [(31, 14), (40, 22), (67, 40)]);
    let go = Position::Go(go::Position::new(go::Size::USUAL));
    let steps = Scale::of(game::Game::Go).iter();
    let sizes: Vec<_> = steps.map(|step| size(&go, *step)).collect();
    assert_eq!(sizes, [(40, 19), (41, 20), (79, 39)]);
}
