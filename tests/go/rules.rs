//! The rules of Go, and the names of its points.

use dapu::game::go::{Move, Point, Position, Size, column_name, handicap, stars};
use dapu::game::{self, Illegal, Side};

use super::picture;

fn board(columns: u8, rows: u8) -> Position {
    Position::new(Size::new(columns, rows).unwrap())
}

fn point(letters: &str) -> Point {
    Point::from_letters(letters.as_bytes()).unwrap()
}

/// Plays moves such as `Bpd`, or `B` for a pass.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let side = if text.starts_with('B') { Side::First } else { Side::Second };
        let point = Point::from_letters(&text.as_bytes()[1..]);
        position.apply(Move { side, point });
    }
}

#[test]
fn a_chain_without_liberties_is_captured_and_counted() {
    let mut position = board(5, 5);
    play(&mut position, "Wba Wca Baa Bda Bbb Bcb");
    assert_eq!(picture(&position), "X..X./.XX../...../...../.....");
    assert_eq!(position.prisoners(Side::First), 2);
    assert_eq!(position.prisoners(Side::Second), 0);
    assert_eq!(position.move_number(), 6);
}

#[test]
fn one_move_captures_on_all_sides() {
    let mut position = board(5, 5);
    play(&mut position, "Wbc Wcb Wdc Wcd Bac Bbb Bbd Bca Bdb Bec Bdd Bce Bcc");
    assert_eq!(picture(&position), "..X../.X.X./X.X.X/.X.X./..X..");
    assert_eq!(position.prisoners(Side::First), 4);
}

#[test]
fn capture_comes_before_suicide() {
    let mut position = board(3, 1);
    position.put(point("aa"), Some(Side::Second));
    position.put(point("ba"), Some(Side::First));
    play(&mut position, "Wca");
    assert_eq!(picture(&position), "O.O");
    assert_eq!(position.prisoners(Side::Second), 1);
    assert_eq!(position.prisoners(Side::First), 0);
}

#[test]
fn suicide_is_played_as_the_record_has_it() {
    let mut position = board(5, 5);
    play(&mut position, "Bab Bba Waa");
    assert_eq!(picture(&position), ".X.../X..../...../...../.....");
    assert_eq!(position.prisoners(Side::First), 1);
    assert_eq!(position.check(Move::stone(Side::Second, point("aa"))), Ok(()));

    let mut position = board(4, 4);
    play(&mut position, "Bca Bcb Bac Bbc Waa Wba Wab Wbb");
    assert_eq!(picture(&position), "..X./..X./XX../....");
    assert_eq!(position.prisoners(Side::First), 4);
}

#[test]
fn a_ko_may_be_retaken_after_one_move() {
    let mut position = board(5, 5);
    play(&mut position, "Bba Bab Bbc Wca Wdb Wcc Wbb Bcb");
    assert_eq!(picture(&position), ".XO../X.XO./.XO../...../.....");
    let retake = Move::stone(Side::Second, point("bb"));
    assert_eq!(position.check(retake), Err(Illegal::Ko));
    assert_eq!(position.check(Move::stone(Side::First, point("bb"))), Ok(()));
    play(&mut position, "Wee Bed");
    assert_eq!(position.check(retake), Ok(()));
    play(&mut position, "Wbb");
    assert_eq!(picture(&position), ".XO../XO.O./.XO../....X/....O");
    assert_eq!(position.check(Move::stone(Side::First, point("cb"))), Err(Illegal::Ko));
}

#[test]
fn taking_two_stones_is_not_a_ko() {
    let mut position = board(5, 1);
    play(&mut position, "Waa Wba Bca");
    assert_eq!(picture(&position), "..X..");
    assert_eq!(position.check(Move::stone(Side::Second, point("ba"))), Ok(()));
}

#[test]
fn a_stone_replaces_another() {
    let mut position = board(3, 3);
    play(&mut position, "Bbb");
    let over = Move::stone(Side::Second, point("bb"));
    assert_eq!(position.check(over), Err(Illegal::HasStone));
    position.apply(over);
    assert_eq!(picture(&position), ".../.O./...");
    assert_eq!(position.prisoners(Side::Second), 0);
}

#[test]
fn a_move_off_the_board_places_no_stone() {
    let mut position = board(9, 9);
    let off = Move::stone(Side::First, point("rs"));
    assert_eq!(position.check(off), Err(Illegal::OffBoard));
    position.apply(off);
    assert_eq!(position.side_to_move(), Side::Second);
    assert_eq!(position.move_number(), 1);
    assert_eq!(off.point.unwrap().a1(position.size()), "rs");
}

#[test]
fn the_smallest_and_the_largest_board_work() {
    let mut position = board(1, 1);
    play(&mut position, "Baa");
    assert_eq!(picture(&position), ".");
    assert_eq!(position.prisoners(Side::Second), 1);

    // A chain of 2,703 stones loses its last liberty.
    let mut position = board(52, 52);
    for column in 0..52 {
        for row in 0..52 {
            position.put(Point::new(column, row), Some(Side::First));
        }
    }
    position.put(point("ZZ"), None);
    play(&mut position, "WZZ");
    assert_eq!(position.prisoners(Side::Second), 2703);
    assert_eq!(position.stone(point("ZZ")), Some(Side::Second));

    assert_eq!(Size::new(0, 19), None);
    assert_eq!(Size::new(19, 53), None);
}

#[test]
fn positions_are_equal_by_stones_not_history() {
    let (mut one, mut other) = (board(9, 9), board(9, 9));
    play(&mut one, "Bcc Wgg Bcg Wgc");
    play(&mut other, "Bcg Wgc Bcc Wgg");
    assert_eq!(one, other);
    play(&mut other, "B W");
    assert_eq!(one, other);
    play(&mut other, "B");
    assert_ne!(one, other);
}

#[test]
fn equal_positions_have_equal_keys_however_the_stones_came_there() {
    let key = |position: &Position| game::Position::Go(position.clone()).key();
    // White's stone is captured; a setup of many stones is undone; stones are set by hand.
    let (mut played, mut filled, mut put) = (board(9, 9), board(9, 9), board(9, 9));
    play(&mut played, "Bba Waa Bab W");
    filled.fill(point("aa"), point("ii"), Some(Side::Second));
    assert_ne!(key(&filled), key(&put));
    filled.fill(point("aa"), point("ii"), None);
    play(&mut filled, "Bab Wii Bba W");
    filled.put(point("ii"), None);
    for letters in ["ab", "ba"] {
        put.put(point(letters), Some(Side::First));
    }
    assert_eq!((&played, &filled), (&put, &put));
    assert_eq!((key(&played), key(&filled)), (key(&put), key(&put)));
    put.put(point("ab"), Some(Side::Second));
    assert_ne!(key(&played), key(&put));
}

#[test]
fn names_of_moves_and_points_can_be_read_back() {
    let position = board(19, 19);
    let named = |letters| point(letters).a1(position.size());
    assert_eq!(["aa", "pd", "ss", "is", "hj"].map(named), ["A19", "Q16", "T1", "J1", "H10"]);
    assert_eq!(Move::stone(Side::Second, point("pD")).to_string(), "W pD");
    assert_eq!(Move::pass(Side::First).to_string(), "B pass");
    let size = position.size();
    assert_eq!(Point::from_a1("Q16", size), Some(point("pd")));
    assert_eq!(Point::from_a1("j1", size), Some(point("is")));
    for wrong in ["I5", "Q0", "Q20", "U1", "", "Q", "Q+4", "Q999", "見4"] {
        assert_eq!(Point::from_a1(wrong, size), None, "{wrong}");
    }
    let columns = [0, 24, 25, 49, 50, 51].map(column_name);
    assert_eq!(columns, ["A", "Z", "AA", "AZ", "BA", "BB"]);
}

#[test]
fn star_points_and_handicap_stones_are_those_of_the_usual_boards() {
    let named = |points: Vec<Point>| -> String {
        let mut names: Vec<String> = points.iter().map(Point::to_string).collect();
        names.sort();
        names.join(" ")
    };
    let on = |columns, rows| named(stars(Size::new(columns, rows).unwrap()));
    assert_eq!(on(19, 19), "dd dj dp jd jj jp pd pj pp");
    assert_eq!(on(13, 13), "dd dj gg jd jj");
    assert_eq!(on(9, 9), "cc cg ee gc gg");
    assert_eq!(on(7, 7), "cc ce dd ec ee");
    assert_eq!(on(8, 8), "cc cf fc ff");
    assert_eq!(on(5, 5), "cc");
    assert_eq!(on(4, 4), "");
    assert_eq!(on(1, 1), "");
    assert_eq!(on(19, 9), "dc dg jc je jg pc pg");

    let fixed = |stones| named(handicap(stones, Size::USUAL));
    assert_eq!(fixed(2), "dp pd");
    assert_eq!(fixed(5), "dd dp jj pd pp");
    assert_eq!(fixed(6), "dd dj dp pd pj pp");
    assert_eq!(fixed(9), on(19, 19));
    assert_eq!(fixed(1), "");
    assert_eq!(fixed(10), "");
    assert_eq!(named(handicap(4, Size::new(9, 9).unwrap())), "cc cg gc gg");
    assert_eq!(named(handicap(5, Size::new(8, 8).unwrap())), "");
}

#[test]
fn moves_of_all_games_are_small() {
    // The tree's nodes have 28 bytes; 20 of them are links.
    assert!(size_of::<Option<game::Move>>() <= 8);
}
