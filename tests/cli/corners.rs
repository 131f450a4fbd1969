//! The corners of Go: `dapu stats --corner` and `dapu find --corner`, compared with a search that has no keys.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use dapu::game::{Side, go};
use serde_json::Value;

use crate::common::archive::Random;
use crate::common::program::{dapu, dapu_with};

/// The board and its corners have so many columns and rows.
const BOARD: u8 = 19;
const CORNER: u8 = 10;

type Grid = [[Option<Side>; CORNER as usize]; CORNER as usize];

/// A stone, as it would be in the corner at the top left.
type Stone = (Side, u8, u8);

/// How the stones of a corner are laid over others: columns for rows, and with the other colours.
type Turn = (bool, bool);
const TURNS: [Turn; 4] = [(false, false), (true, false), (false, true), (true, true)];

fn other(side: Side, (_, swaps): Turn) -> Side {
    if swaps { side.other() } else { side }
}

fn laid((side, column, row): Stone, turn: Turn) -> Stone {
    let (column, row) = if turn.0 { (row, column) } else { (column, row) };
    (other(side, turn), column, row)
}

/// A point of a corner at the right or the bottom, or of any other board.
fn point(corner: usize, column: u8, row: u8) -> go::Point {
    let last = BOARD - 1;
    let column = if corner & 1 != 0 { last - column } else { column };
    go::Point::new(column, if corner & 2 != 0 { last - row } else { row })
}

/// A move in a corner.
fn inside(corner: usize, mv: go::Move) -> Option<Stone> {
    let at = point(corner, mv.point?.column, mv.point?.row);
    (at.column < CORNER && at.row < CORNER).then_some((mv.side, at.column, at.row))
}

fn grid(board: &go::Position, corner: usize) -> Grid {
    let mut grid = Grid::default();
    for (row, stones) in (0..).zip(&mut grid) {
        for (column, stone) in (0..).zip(stones) {
            *stone = board.stone(point(corner, column, row));
        }
    }
    grid
}

fn turned(grid: &Grid, turn: Turn) -> Grid {
    let mut turned = Grid::default();
    for row in 0..CORNER as usize {
        for column in 0..CORNER as usize {
            let stone = if turn.0 { grid[column][row] } else { grid[row][column] };
            turned[row][column] = stone.map(|side| other(side, turn));
        }
    }
    turned
}

fn stones(grid: &Grid) -> usize {
    grid.iter().flatten().flatten().count()
}

/// A game as it is written. A stone that is set up is in the first position.
#[derive(Debug, Clone, Default)]
struct Game {
    setup: Vec<(Side, go::Point)>,
    moves: Vec<go::Move>,
    players: [String; 2],
    date: String,
    /// The winner, or a draw.
    result: Option<Option<Side>>,
}

impl Game {
    fn boards(&self) -> Vec<go::Position> {
        let mut board = go::Position::new(go::Size::new(BOARD, BOARD).unwrap());
        self.setup.iter().for_each(|(side, point)| board.put(*point, Some(*side)));
        let mut boards = vec![board.clone()];
        for mv in &self.moves {
            board.apply(*mv);
            boards.push(board.clone());
        }
        boards
    }

    fn text(&self) -> String {
        let [black, white] = &self.players;
        let result = match self.result {
            None => "?",
            Some(None) => "0",
            Some(Some(Side::First)) => "B+R",
            Some(Some(Side::Second)) => "W+2.5",
        };
        let mut text = format!("(;GM[1]SZ[19]PB[{black}]PW[{white}]DT[{}]RE[{result}]", self.date);
        for side in Side::BOTH {
            let stones = self.setup.iter().filter(|(of, _)| *of == side);
            let points: String = stones.map(|(_, point)| format!("[{point}]")).collect();
            if !points.is_empty() {
                write!(text, "A{}{points}", side.pick('B', 'W')).unwrap();
            }
        }
        for mv in &self.moves {
            let point = mv.point.map_or_else(String::new, |point| point.to_string());
            write!(text, ";{}[{point}]", mv.side.pick('B', 'W')).unwrap();
        }
        text + ")\n"
    }
}

/// Random games of openings in the corners: the same few sequences in any corner, either way round and in either colour, with
/// moves elsewhere and passes between them; later anything. One in 25 is written twice.
fn games(count: usize, random: &mut Random) -> Vec<Game> {
    const OPENINGS: [&[(u8, u8)]; 6] = [
        &[(3, 3), (5, 2), (2, 5), (3, 1), (1, 2)],
        &[(3, 2), (4, 4), (2, 4), (5, 2), (2, 3), (7, 3)],
        &[(3, 3), (2, 2), (2, 3), (3, 2), (4, 2), (4, 1), (5, 2), (5, 1)],
        // It is like itself with the colours swapped.
        &[(3, 4), (4, 3), (3, 3), (4, 4), (2, 4), (4, 2)],
        &[(2, 2), (9, 2), (2, 9), (3, 3)],
        // A stone is taken.
        &[(0, 1), (0, 0), (1, 0), (1, 1), (0, 0)],
    ];
    let mut games: Vec<Game> = Vec::new();
    for number in 0..count {
        if number % 25 == 24 {
            let twin = games[random.below(number)].clone();
            games.push(twin);
            continue;
        }
        let mut game = Game {
            players: [0, 1].map(|_| ["", "ann", "bob", "eve", "zoe"][random.below(5)].to_owned()),
            date: format!("{}-0{}-1{}", 1990 + random.below(20), 1 + random.below(9), number % 10),
            result: [Some(Some(Side::First)), Some(Some(Side::Second)), Some(None), None]
                [random.below(4)],
            ..Game::default()
        };
        // As in old games of China, and with a handicap.
        let corners = [0, 3, 1, 2].map(|corner| point(corner, 3, 3));
        match random.below(12) {
            0 => game
                .setup
                .extend(corners.map(|point| (Side::first_if(point.column == point.row), point))),
            1 => game.setup.extend(corners[..2].iter().map(|point| (Side::First, *point))),
            _ => {}
        }
        let mut board = game.boards().remove(0);
        let mut open = [0; 4].map(|_| (random.below(6), random.below(2) > 0, 0));
        let length = 10 + random.below(130);
        let mut side = Side::First;
        while game.moves.len() < length {
            let corner = random.below(4);
            let (opening, is_turned, next) = &mut open[corner];
            let known = OPENINGS[*opening].get(*next).copied();
            let (column, row) =
                known.unwrap_or_else(|| (random.below(19) as u8, random.below(19) as u8));
            *next += 1;
            let (column, row) = if *is_turned { (row, column) } else { (column, row) };
            let mv = match random.below(40) {
                0 => go::Move::pass(side),
                _ => go::Move::stone(side, point(corner, column, row)),
            };
            let mut after = board.clone();
            after.apply(mv);
            // No suicide.
            let is_there = mv.point.is_none_or(|point| after.stone(point) == Some(side));
            if board.check(mv).is_ok() && is_there {
                board = after;
                game.moves.push(mv);
                side = side.other();
            }
        }
        games.push(game);
    }
    games
}

/// Something in a corner of a game, from a ply on.
struct Stay {
    game: usize,
    corner: usize,
    ply: usize,
    grid: Grid,
    /// The next move there, and who played elsewhere or passed before.
    next: Option<Stone>,
    elsewhere: Option<Side>,
}

fn stays(number: usize, game: &Game, boards: &[go::Position]) -> Vec<Stay> {
    let mut stays = Vec::new();
    for corner in 0..4 {
        let mut ply = 0;
        while ply < boards.len() {
            let there = grid(&boards[ply], corner);
            let changed = |ply: usize| grid(&boards[ply], corner) != there;
            let (mut next, mut elsewhere, mut end) = (None, None, ply);
            while let Some(mv) = game.moves.get(end) {
                next = inside(corner, *mv);
                end += 1;
                if next.is_some() {
                    break;
                }
                elsewhere = elsewhere.or(Some(mv.side));
                if changed(end) {
                    break;
                }
            }
            stays.push(Stay { game: number, corner, ply, grid: there, next, elsewhere });
            if end == ply || end == game.moves.len() && !changed(end) {
                break;
            }
            ply = end;
        }
    }
    stays.sort_by_key(|stay| (stay.ply, stay.corner));
    stays
}

/// A row: `B 3 4`, `W tenuki` or nothing at the end.
fn name(side: Side, what: &str) -> String {
    format!("{} {what}", side.pick('B', 'W'))
}

struct Oracle {
    games: Vec<Game>,
    /// Of each game.
    stays: Vec<Vec<Stay>>,
}

/// The counts of a row, game by game: whether its colours are swapped, and whether there was a move elsewhere before.
type Rows = BTreeMap<String, Vec<(usize, bool, bool)>>;

impl Oracle {
    /// What was played where a corner is like this, given the moves by which dapu names the rows.
    fn rows(
        &self,
        corner: &Grid,
        named: &BTreeSet<Stone>,
        is_exact: Option<usize>,
    ) -> (Rows, usize) {
        let images: Vec<(Turn, Grid)> =
            TURNS.iter().map(|turn| (*turn, turned(corner, *turn))).collect();
        let (mut rows, mut reached) = (Rows::new(), BTreeSet::new());
        for stay in self.stays.iter().flatten() {
            // Either way of turning it undoes itself.
            let mut turns: Vec<Turn> = images
                .iter()
                .filter(|(_, grid)| *grid == stay.grid)
                .map(|(turn, _)| *turn)
                .collect();
            turns.sort_by_key(|turn| turn.1);
            let is_meant = match is_exact {
                Some(at) => stay.corner == at && stay.grid == *corner,
                None => !turns.is_empty(),
            };
            if !is_meant {
                continue;
            }
            reached.insert(stay.game);
            let by = stay.next.map_or(turns[0], |next| {
                let named = turns.iter().find(|turn| named.contains(&laid(next, **turn)));
                *named.unwrap_or_else(|| panic!("no row for {next:?}"))
            });
            let mut add = |row: String, is_later: bool| {
                let games: &mut Vec<_> = rows.entry(row).or_default();
                if games.iter().all(|(game, ..)| *game != stay.game) {
                    games.push((stay.game, by.1, is_later));
                }
            };
            if let Some(next) = stay.next {
                let (side, column, row) = laid(next, by);
                add(name(side, &format!("{column} {row}")), stay.elsewhere.is_some());
            }
            match stay.elsewhere {
                Some(side) => add(name(other(side, by), "tenuki"), false),
                None if stay.next.is_none() => add(String::new(), false),
                None => {}
            }
        }
        (rows, reached.len())
    }

    fn value(&self, row: &str, games: &[(usize, bool, bool)], all: usize) -> Value {
        let part = |swapped: bool, side: Side| if swapped { side.other() } else { side };
        let won = |wanted: Side| {
            let is_won = |(game, swapped, _): &&(usize, bool, bool)| {
                self.games[*game].result == Some(Some(part(*swapped, wanted)))
            };
            games.iter().filter(is_won).count()
        };
        let drawn =
            games.iter().filter(|(game, ..)| self.games[*game].result == Some(None)).count();
        let mover = if row.starts_with('W') { Side::Second } else { Side::First };
        let mut players: BTreeMap<&str, usize> = BTreeMap::new();
        for (game, swapped, _) in games {
            let player = &self.games[*game].players[part(*swapped, mover).index()];
            *players.entry(player).or_default() += 1;
        }
        players.remove("");
        let most = players.values().copied().max();
        let player = players.iter().find(|(_, times)| Some(**times) == most).map(|(name, _)| *name);
        serde_json::json!({
            "games": games.len(),
            "swapped": games.iter().filter(|(_, swapped, _)| *swapped).count(),
            "later": games.iter().filter(|(.., is_later)| *is_later).count(),
            "percent": (games.len() as f64 * 100.0 / all as f64 * 10.0).round() / 10.0,
            "won": won(Side::First),
            "drawn": drawn,
            "lost": won(Side::Second),
            "last": games.iter().map(|(game, ..)| &self.games[*game].date).max(),
            "player": player,
            "player_games": most,
        })
    }
}

/// The games without those that are there twice, as they stand in the files.
fn library(directory: &Path, count: usize, random: &mut Random) -> (Oracle, Vec<String>) {
    const TOGETHER: usize = 20;
    let written = games(count, random);
    fs::create_dir_all(directory).unwrap();
    let (mut games, mut addresses, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (nth, some) in written.chunks(TOGETHER).enumerate() {
        let name = format!("{nth:02}.sgf");
        let text: String = some.iter().map(Game::text).collect();
        fs::write(directory.join(&name), text).unwrap();
        for (number, game) in (1..).zip(some) {
            let is_known = game.players.iter().any(|name| !name.is_empty());
            if !is_known || seen.insert(game.text()) {
                games.push(game.clone());
                addresses.push(format!("games/{name}#{number}"));
            }
        }
    }
    let stays = |(number, game): (usize, &Game)| stays(number, game, &game.boards());
    let stays = games.iter().enumerate().map(stays).collect();
    (Oracle { games, stays }, addresses)
}

/// A question as it is asked, the corner in which the last move is, and what is there.
type Question = (String, usize, Grid);

/// Some positions after a move that is in one corner alone.
fn questions(
    oracle: &Oracle,
    addresses: &[String],
    count: usize,
    random: &mut Random,
) -> Vec<Question> {
    let mut questions = BTreeMap::new();
    while questions.len() < count {
        let number = random.below(oracle.games.len());
        let game = &oracle.games[number];
        let ply = 1 + random.below(game.moves.len());
        let corners: Vec<usize> =
            (0..4).filter(|corner| inside(*corner, game.moves[ply - 1]).is_some()).collect();
        if let [corner] = corners[..] {
            let grid = grid(&game.boards()[ply], corner);
            questions.insert(format!("{}:{ply}", addresses[number]), (corner, grid));
        }
    }
    questions.into_iter().map(|(text, (corner, grid))| (text, corner, grid)).collect()
}

/// The move of a row in a corner.
fn named(code: &str, corner: usize) -> Option<Stone> {
    let side = if code.starts_with('B') { Side::First } else { Side::Second };
    let point = go::Point::from_letters(code.get(2..)?.as_bytes())?;
    inside(corner, go::Move::stone(side, point))
}

fn compare(oracle: &Oracle, questions: &[Question], lines: &str, is_exact: bool) {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in lines.lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let position = value.as_object_mut().unwrap().remove("position").unwrap();
        found.entry(position.as_str().unwrap().to_owned()).or_default().push(value);
    }
    for (text, corner, grid) in questions {
        let rows = found.remove(text).unwrap_or_default();
        let of_row = |row: &Value| named(row["move"].as_str().unwrap_or(""), *corner);
        let moves = rows.iter().filter_map(of_row).collect();
        let (expected, all) = oracle.rows(grid, &moves, is_exact.then_some(*corner));
        assert_eq!(rows.len(), expected.len(), "{text} {rows:?} {expected:?}");
        for mut row in rows {
            let row_name = match (of_row(&row), row["tenuki"].as_bool()) {
                (Some((side, column, row)), None) => name(side, &format!("{column} {row}")),
                (None, Some(true)) => row["text"].as_str().unwrap().to_owned(),
                (None, None) => String::new(),
                other => panic!("{other:?}"),
            };
            for key in ["move", "text", "tenuki", "score", "year"] {
                row.as_object_mut().unwrap().remove(key);
            }
            let mut expected = oracle.value(&row_name, &expected[&row_name], all);
            expected.as_object_mut().unwrap().retain(|_, value| !value.is_null());
            assert_eq!(row, expected, "{text} {row_name}");
        }
    }
    assert!(found.is_empty());
}

#[test]
fn corners_equal_a_comparison_square_by_square() {
    let home = tempfile::tempdir().unwrap();
    let mut random = Random(71);
    let (oracle, addresses) = library(&home.path().join("games"), 500, &mut random);
    let questions = questions(&oracle, &addresses, 1_000, &mut random);
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let (kept, others): (Vec<Question>, Vec<Question>) =
        questions.into_iter().partition(|(.., grid)| (1..=24).contains(&stones(grid)));
    assert!(kept.len() > 600 && others.len() > 20, "{} {}", kept.len(), others.len());
    let ask = |questions: &[Question], more: &[&str]| {
        let input: String = questions.iter().map(|(text, ..)| format!("{text}\n")).collect();
        let all = ["stats", "--corner", "--position", "-", "--json", "games"];
        dapu_with(home.path(), &[&all, more].concat(), input.as_bytes())
    };
    for more in [&[][..], &["--exact"]] {
        let with_index = ask(&kept, more).fine();
        compare(&oracle, &kept, &with_index, !more.is_empty());
        let of_others = ask(&others, more);
        let why = "an index has corners of 1 to 24 stones, not of ";
        assert!(of_others.err.contains(why) && of_others.err.contains("reading the files"));
        compare(&oracle, &others, &of_others.out, !more.is_empty());
        // Without the index, the very same lines.
        fs::rename(home.path().join(".cache"), home.path().join("away")).unwrap();
        assert!(ask(&kept, more).fine() == with_index);
        assert_eq!(ask(&others, more).fine(), of_others.out);
        fs::rename(home.path().join("away"), home.path().join(".cache")).unwrap();
    }
    // `find` reads the files: the same games, at the same plies.
    for (text, corner, grid) in kept.iter().step_by(25) {
        let found = dapu(home.path(), &["find", "--corner", "--position", text, "--json", "games"]);
        let mut plies = BTreeSet::new();
        for line in found.fine().lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            let swapped = value["swapped"].as_bool().unwrap_or(false);
            let game = format!("{}#{}", value["file"].as_str().unwrap(), value["game"]);
            let at = addresses.iter().position(|address| *address == game);
            plies.extend(at.map(|at| (at, value["ply"].as_u64().unwrap() as usize, swapped)));
        }
        let mut expected = BTreeSet::new();
        for stay in oracle.stays.iter().flatten() {
            let is_new =
                expected.iter().all(|(game, ply, _)| (*game, *ply) != (stay.game, stay.ply));
            let mut turns = TURNS.iter().filter(|turn| turned(grid, **turn) == stay.grid);
            if let Some(turn) = turns.next().filter(|_| is_new) {
                expected.insert((stay.game, stay.ply, turn.1));
            }
        }
        let bare = |all: &BTreeSet<(usize, usize, bool)>| -> BTreeSet<(usize, usize)> {
            all.iter().map(|(game, ply, _)| (*game, *ply)).collect()
        };
        assert_eq!(bare(&plies), bare(&expected), "{text} {corner}");
        assert_eq!(plies.iter().any(|it| it.2), expected.iter().any(|it| it.2), "{text}");
    }
}

#[test]
fn dictionaries_answer_with_their_places() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let tree = "(;GM[1]SZ[19]GN[Kogo](;B[qc];W[od])(;B[pd](;W[nc];B[qf])(;W[qf];B[nd];W[];B[qh])))";
    fs::write(games.join("kogo.sgf"), tree).unwrap();
    fs::write(games.join("twin.sgf"), tree).unwrap();
    let game =
        "(;GM[1]SZ[19]PB[ann]PW[bob]RE[W+R];B[pp];W[dp];B[cn];W[fp];B[cl](;W[aa])(;W[bb];B[cc]))";
    fs::write(games.join("game.sgf"), game).unwrap();
    let ask = |more: &[&str]| {
        let all = ["stats", "--corner", "--position", "games/game.sgf:4", "games"];
        dapu(home.path(), &[&all, more].concat()).fine()
    };
    let of_files = ask(&[]);
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let of_index = ask(&[]);
    let text = "1 game with the corner A1-K10\n\
        move  games       %  won/drawn/lost  rate  player\n\
        B C8      1  100.0%  ------------    0.0%  ann (1)\n\
        games/kogo.sgf#1:1.2-2.2-3: Kogo  colours swapped\n";
    assert_eq!(of_files, text);
    let with_date = of_index.split_once('\n').unwrap();
    assert!(with_date.0.starts_with("1 game with the corner A1-K10; index of "), "{of_index}");
    assert_eq!(with_date.1, text.split_once('\n').unwrap().1);
    let json = ask(&["--json"]);
    let place: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!(place["place"], "1.2-2.2-3");
    assert_eq!((&place["ply"], &place["swapped"]), (&3.into(), &true.into()));
    assert_eq!(ask(&["--json", "--exact"]).lines().count(), 1);
    // The same place is found without it.
    let find = ["find", "--corner", "--position", "games/game.sgf:4", "games"];
    let found = dapu(home.path(), &find).fine();
    assert!(
        found.contains("games/kogo.sgf:1.2-2.2-3: next pass, colours swapped; Kogo"),
        "{found}"
    );
    let chess =
        dapu(home.path(), &["stats", "--corner", "--position", "炮二平五", "games"]).failed();
    assert!(chess.contains("--corner: xiangqi has no corners"), "{chess}");
}
