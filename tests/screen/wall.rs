//! The wall of boards.

use dapu::format::{self, Loaded};
use dapu::game::{Game, Side};
use dapu::record::{EndingKind, Key, Left, Note, Record};

use crate::common::emulator::Emulator;
use crate::follow::slow::record;

/// A file with one game.
fn game(game: Game, plies: usize) -> Loaded {
    of(record(game, plies, false))
}

fn of(record: Record) -> Loaded {
    Loaded::one(format::by_name("json").unwrap(), None, record)
}

/// An empty wall at a size.
fn wall(size: (u16, u16)) -> Emulator {
    let mut screen = Emulator::read_at("two.sgf", "(;GM[1]SZ[9])(;GM[1]SZ[9])", size);
    screen.press("W");
    screen
}

/// A wall with so many games of each kind, which are named by their numbers from `g01`, the last one changed last.
fn wall_of(size: (u16, u16), kinds: &[Game], count: usize) -> Emulator {
    let mut screen = wall(size);
    for number in 1..=count {
        let game = game(kinds[number % kinds.len()], number + 3);
        screen.change_on_wall(&name(number), Some(&game));
    }
    screen
}

fn name(number: usize) -> String {
    format!("g{number:02}")
}

/// The names in the headings of tiles, row by row, the chosen one with `>`.
fn tiles(screen: &Emulator) -> Vec<String> {
    let mut found = Vec::new();
    for line in screen.text().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match pair {
                ["--", name] if name.starts_with('g') => found.push((*name).to_owned()),
                ["==", name] if name.starts_with('g') => found.push(format!(">{name}")),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn as_many_boards_are_shown_as_have_room() {
    use Game::{Go, Shogi, Xiangqi};
    let cases: [((u16, u16), &[Game], usize); 11] = [
        ((80, 24), &[Xiangqi], 2),
        ((80, 24), &[Shogi], 2),
        ((80, 24), &[Go], 2),
        ((120, 40), &[Xiangqi], 4),
        ((120, 40), &[Shogi], 4),
        ((120, 40), &[Go], 3),
        ((120, 40), &[Xiangqi, Shogi, Go], 3),
        ((200, 60), &[Xiangqi], 12),
        ((200, 60), &[Shogi], 12),
        ((200, 60), &[Go], 10),
        ((60, 16), &[Go], 0),
    ];
    for (size, kinds, count) in cases {
        let screen = wall_of(size, kinds, 14);
        let tiles = tiles(&screen);
        assert_eq!(tiles.len(), count, "{size:?} {kinds:?}\n{}", screen.text());
        screen.shows(&[&format!("{count} of 14 games")]);
        screen.assert_whole("a wall");
    }
}

#[test]
fn few_games_have_large_boards() {
    // The boards of two games, and those of twelve.
    for (kind, large, small) in [(Game::Xiangqi, 28, 19), (Game::Go, 37, 19)] {
        let rows = |count| {
            let screen = wall_of((200, 60), &[kind], count);
            let rows = (0..59).filter(|row| {
                let cell = screen.screen().cell(*row, 20).unwrap();
                cell.bgcolor() != vt100::Color::Default
            });
            rows.count() / count.div_ceil(if count > 2 { 4 } else { 2 })
        };
        assert!(rows(2) >= large, "{kind:?} {}", rows(2));
        assert!(rows(12) <= small + 3, "{kind:?} {}", rows(12));
    }
}

#[test]
fn a_tile_names_players_move_clock_and_result() {
    let mut record = record(Game::Shogi, 7, false);
    record.headers.set(Key::Player(Side::Second), "乙");
    let end = record.tree.mainline_end();
    let before = record.tree.parent(end).unwrap();
    record.tree.note(before, Note::remaining(Side::Second, Left::Time(61_000)));
    record.tree.note(end, Note::remaining(Side::First, Left::Time(3_723_000)));
    let mut over = record.clone();
    let screen = {
        let mut screen = wall((120, 40));
        screen.change_on_wall("g01", Some(&of(record)));
        screen
    };
    screen.shows(&["== g01 ", " 甲", ">乙", "1:02:03", " 7 "]);
    // Its time runs.
    assert!(["1:01", "1:00"].iter().any(|time| screen.text().contains(time)), "{}", screen.text());
    over.tree.note(end, EndingKind::Resign.into());
    let mut screen = screen;
    screen.change_on_wall("g01", Some(&of(over)));
    screen.shows(&[" 乙", "1:01"]);
    screen.change_on_wall("g01", None);
    screen.shows(&["gone"]);
}

#[test]
fn the_board_that_changed_last_is_marked() {
    let mut screen = wall_of((120, 40), &[Game::Xiangqi], 4);
    assert_eq!(screen.text().matches(" * ").count(), 0, "{}", screen.text());
    for number in [2, 3] {
        screen.change_on_wall(&name(number), Some(&game(Game::Xiangqi, 20)));
        let text = screen.text();
        let marked: Vec<&str> = text.lines().filter(|line| line.contains(" * --")).collect();
        assert_eq!(marked.len(), 1, "{text}");
        assert!(marked[0].contains(&name(number)), "{text}");
    }
}

#[test]
fn the_game_in_focus_keeps_its_tile_and_finished_games_move_down() {
    let mut screen = wall_of((120, 40), &[Game::Xiangqi], 9);
    let before = tiles(&screen);
    assert_eq!(before.len(), 4);
    screen.keys("Right Down");
    let chosen = tiles(&screen);
    assert_eq!(chosen[3], format!(">{}", before[3]));
    // Of the game in focus and another, only the other moves down.
    let end = |number: &str| {
        let mut record = record(Game::Xiangqi, 8, false);
        let end = record.tree.mainline_end();
        record.tree.note(end, EndingKind::Resign.into());
        (number.trim_start_matches('>').to_owned(), of(record))
    };
    for name in [&before[3], &before[0]] {
        let (name, over) = end(name);
        screen.change_on_wall(&name, Some(&over));
    }
    let after = tiles(&screen);
    assert_eq!((&after[1], &after[2], &after[3]), (&before[1], &before[2], &chosen[3]));
    assert!(!after.contains(&before[0]), "{after:?}");
    // Changes of others move nothing.
    for number in 1..=9 {
        screen.change_on_wall(&name(number), Some(&game(Game::Xiangqi, 30 + number)));
        assert_eq!(tiles(&screen)[3], chosen[3]);
    }
    screen.assert_whole("after changes");
}

#[test]
fn the_keys_of_the_wall() {
    let mut screen = wall_of((120, 40), &[Game::Xiangqi], 9);
    let first = tiles(&screen)[0].clone();
    // Esc does nothing here.
    screen.press("Esc");
    assert_eq!(tiles(&screen)[0], first);
    screen.press("Tab");
    assert!(tiles(&screen)[1].starts_with('>'));
    screen.press("Shift-Tab");
    assert_eq!(tiles(&screen)[0], first);
    // A digit sets the number of boards.
    screen.press("1");
    assert_eq!(tiles(&screen).len(), 1);
    screen.press("0");
    assert_eq!(tiles(&screen).len(), 0);
    screen.shows(&["0 of 9 games", "g09"]);
    screen.press("=");
    assert_eq!(tiles(&screen).len(), 4);
    // The order is that of names.
    screen.press("s");
    screen.shows(&["by file"]);
    // The chosen game is on the last page now.
    screen.keys("PgUp PgUp PgUp");
    assert_eq!(tiles(&screen).len(), 4);
    let names: Vec<String> =
        tiles(&screen).iter().map(|name| name.trim_start_matches('>').to_owned()).collect();
    assert!(names.is_sorted(), "{names:?}");
    screen.press("s");
    // A filter.
    screen.press("/");
    screen.type_in("g07");
    assert_eq!(tiles(&screen), [">g07"]);
    screen.shows(&["filter: g07_"]);
    screen.press("Esc");
    screen.press("/");
    screen.keys("Ctrl-u Esc PgUp PgUp");
    assert_eq!(tiles(&screen).len(), 4);
    // A pinned game comes first.
    screen.keys("PgDn Ctrl-p s s PgUp");
    screen.shows(&["pinned"]);
    // Help covers the wall, and the wall comes back.
    screen.press("?");
    screen.shows(&["filter by player"]);
    screen.press("Esc");
    assert_eq!(tiles(&screen).len(), 4);
    screen.press("W");
    assert!(tiles(&screen).is_empty());
}

#[test]
fn a_changed_board_costs_few_bytes() {
    for (kind, most) in [(Game::Xiangqi, 260), (Game::Shogi, 260), (Game::Go, 260)] {
        let mut screen = wall((120, 40));
        let games: Vec<Vec<Loaded>> =
            (0..4).map(|number| (5..60).map(|ply| game(kind, ply + number)).collect()).collect();
        for (number, game) in games.iter().enumerate() {
            screen.change_on_wall(&name(number + 1), Some(&game[0]));
        }
        let mut sizes = Vec::new();
        for ply in 1..55 {
            for (number, game) in games.iter().enumerate() {
                sizes.push(screen.change_on_wall(&name(number + 1), Some(&game[ply])));
            }
        }
        screen.assert_whole("after all moves");
        sizes.sort_unstable();
        let [median, dear, worst] = [50, 99, 100].map(|part| sizes[(sizes.len() - 1) * part / 100]);
        println!("{kind:?}: {median} bytes, 1 in 100 over {dear}, at most {worst}");
        assert!(median <= most, "{kind:?}: {median}");
        // What is the same costs nothing.
        let (last, same) = (name(4), &games[3][54]);
        assert_eq!(screen.change_on_wall(&last, Some(same)), 0);
    }
}
