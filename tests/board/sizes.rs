//! Every size of every board, in every charset.

use dapu::board::{self, Charset, Scale, View};
use dapu::game::{self, Move, Position, Side, go, shogi, xiangqi};

use crate::board::{from_sfen, lines, view};

#[test]
fn the_19x19_board_fits_its_room() {
    let position = Position::Go(go::Position::new(go::Size::USUAL));
    let size = |view: View<'_>| {
        let picture = board::draw(&position, &view);
        (picture.width(), picture.height())
    };
    assert_eq!(size(view()), (41, 20));
    assert_eq!(size(View { scale: Scale::Compact, ..view() }), (40, 19));
    assert_eq!(size(View { scale: Scale::Compact, coordinates: false, ..view() }), (38, 19));
    assert_eq!(size(View { charset: Charset::Ascii, ..view() }), (41, 20));
}

/// A position of each game with its last move.
fn positions() -> [(Position, Move); 3] {
    let mut xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    let cannon = xiangqi.parse_move("炮二平五", None).unwrap();
    xiangqi.apply(cannon);
    let shogi =
        from_sfen("ln1g1gsnl/1ks4r1/1pppp1bpp/p6+B1/9/P1P4P1/1P1PPPP1P/2S1K2R1/LN1G1GSNL w 2Pp 20");
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
        for scale in Scale::of(position.game()) {
            let drawn = CHARSETS.map(|(charset, name)| {
                let view = View { charset, scale: *scale, last: Some(last), ..view() };
                format!("{name}\n{}\n", lines(&position, &view).join("\n"))
            });
            let name = format!("board-{}-{scale:?}", position.game()).to_lowercase();
            insta::assert_snapshot!(name, drawn.concat());
        }
    }
}

#[test]
fn the_size_of_a_picture_is_as_drawn() {
    for (position, last) in positions() {
        for scale in [Scale::Compact, Scale::Usual, Scale::Large, Scale::Huge, Scale::Giant] {
            for (charset, _) in CHARSETS {
                for (coordinates, color) in [(true, false), (false, true)] {
                    let view = View {
                        charset,
                        scale,
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
    let size = |position: &Position, scale| board::size(position, &View { scale, ..view() });
    let xiangqi = Position::Xiangqi(xiangqi::Position::initial());
    let scales = Scale::of(game::Game::Xiangqi).iter();
    let sizes: Vec<_> = scales.map(|scale| size(&xiangqi, *scale)).collect();
    assert_eq!(sizes, [(18, 12), (34, 21), (50, 30), (70, 41)]);
    let shogi = Position::Shogi(shogi::Position::initial());
    let scales = Scale::of(game::Game::Shogi).iter();
    let sizes: Vec<_> = scales.map(|scale| size(&shogi, *scale)).collect();
    assert_eq!(sizes, [(31, 14), (40, 22), (58, 32), (67, 40)]);
    let go = Position::Go(go::Position::new(go::Size::USUAL));
    let scales = Scale::of(game::Game::Go).iter();
    let sizes: Vec<_> = scales.map(|scale| size(&go, *scale)).collect();
    assert_eq!(sizes, [(40, 19), (41, 20), (79, 38), (117, 58), (193, 96)]);
}
