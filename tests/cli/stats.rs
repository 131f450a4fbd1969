//! `dapu stats`, with and without an index, compared with a count that shares no code with it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dapu::game::{Game, Position, Side, go};
use serde_json::Value;

use crate::common::archive::{
    self, Ended, Random, Written, extension, games, symmetries, turned, turned_move,
};
use crate::common::program::{dapu, dapu_with};
use crate::common::{corpus, is_full};

/// A board as rows of signs, and the side to move with what is in hand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    rows: Vec<String>,
    rest: String,
}

impl Board {
    fn of(position: &Position) -> Self {
        let side = position.side_to_move().name().to_owned();
        match position {
            Position::Xiangqi(position) => {
                let fen = position.fen();
                let (board, _) = fen.split_once(' ').unwrap();
                let empty = |sign: char| match sign.to_digit(10) {
                    Some(count) => ".".repeat(count as usize),
                    None => sign.to_string(),
                };
                let rows = board.split('/').map(|row| row.chars().map(empty).collect()).collect();
                Self { rows, rest: side }
            }
            Position::Shogi(position) => Self { rows: vec![position.sfen(1)], rest: side },
            Position::Go(position) => {
                let sign = |column, row| match position.stone(go::Point::new(column, row)) {
                    Some(Side::First) => 'B',
                    Some(Side::Second) => 'W',
                    None => '.',
                };
                let row = |row| (0..9).map(|column| sign(column, row)).collect();
                Self { rows: (0..9).map(row).collect(), rest: side }
            }
        }
    }

    fn turned(&self, by: usize) -> Self {
        let side = (self.rows[0].len(), self.rows.len());
        if by == 0 {
            return self.clone();
        }
        let mut rows = vec![vec!['?'; side.0]; side.1];
        for (row, signs) in self.rows.iter().enumerate() {
            for (column, sign) in signs.chars().enumerate() {
                let (column, row) = turned((column, row), by, side);
                rows[row][column] = sign;
            }
        }
        Self {
            rows: rows.iter().map(|row| row.iter().collect()).collect(),
            rest: self.rest.clone(),
        }
    }

    fn images(&self, kind: Game) -> Vec<Self> {
        (0..symmetries(kind)).map(|by| self.turned(by)).collect()
    }

    /// The position as an argument.
    fn text(&self, kind: Game) -> String {
        match kind {
            Game::Xiangqi => {
                let side = if self.rest == "first" { "w" } else { "b" };
                let rows: Vec<String> = self
                    .rows
                    .iter()
                    .map(|row| {
                        let mut text = String::new();
                        let mut empty = 0;
                        for sign in row.chars().chain(['|']) {
                            if sign == '.' {
                                empty += 1;
                                continue;
                            }
                            if empty > 0 {
                                write!(text, "{empty}").unwrap();
                            }
                            empty = 0;
                            text.push(sign);
                        }
                        text.trim_end_matches('|').to_owned()
                    })
                    .collect();
                format!("{} {side}", rows.join("/"))
            }
            Game::Shogi => self.rows[0].clone(),
            Game::Go => {
                let stones = |wanted: char| -> String {
                    let places = self.rows.iter().enumerate().flat_map(|(row, signs)| {
                        signs
                            .chars()
                            .enumerate()
                            .filter(move |(_, sign)| *sign == wanted)
                            .map(move |(column, _)| (column, row))
                    });
                    let point =
                        |(column, row)| format!("[{}]", go::Point::new(column as u8, row as u8));
                    let points: String = places.map(point).collect();
                    if points.is_empty() { points } else { format!("A{wanted}{points}") }
                };
                let side = if self.rest == "first" { "B" } else { "W" };
                format!("(;GM[1]SZ[9]{}{}PL[{side}])", stones('B'), stones('W'))
            }
        }
    }
}

/// The conditions of a question.
#[derive(Debug, Clone, Copy, Default)]
struct Conditions {
    player: Option<&'static str>,
    side: Option<Side>,
    since: Option<[u32; 3]>,
    until: Option<[u32; 3]>,
    event: Option<&'static str>,
    result: Option<Ended>,
    exact: bool,
}

impl Conditions {
    fn arguments(&self) -> Vec<String> {
        let date = |[year, month, day]: [u32; 3]| format!("{year:04}-{month:02}-{day:02}");
        let result = |result| match result {
            Ended::Won => "1-0",
            Ended::Drawn => "1/2-1/2",
            Ended::Lost => "0-1",
        };
        let mut arguments = Vec::new();
        for (name, value) in [
            ("--player", self.player.map(str::to_owned)),
            ("--side", self.side.map(|side| side.name().to_owned())),
            ("--since", self.since.map(date)),
            ("--until", self.until.map(date)),
            ("--event", self.event.map(str::to_owned)),
            ("--result", self.result.map(|it| result(it).to_owned())),
        ] {
            arguments.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
        }
        arguments.extend(self.exact.then(|| "--exact".to_owned()));
        arguments
    }

    fn admit(&self, game: &Written) -> bool {
        let plays = |player: &str| {
            let sides =
                Side::BOTH.into_iter().filter(|side| self.side.is_none_or(|it| it == *side));
            sides.map(|side| &game.players[side.index()]).any(|name| name.contains(player))
        };
        // A day that is not known may be any.
        let [year, month, day] = game.date;
        let latest = [year, if month == 0 { 12 } else { month }, if day == 0 { 31 } else { day }];
        let earliest = [year, month.max(1), day.max(1)];
        self.player.is_none_or(plays)
            && self.since.is_none_or(|since| year > 0 && latest >= since)
            && self.until.is_none_or(|until| year > 0 && earliest <= until)
            && self.event.is_none_or(|event| game.event.contains(event))
            && self.result.is_none_or(|result| game.result == Some(result))
    }
}

/// A row of an answer: the move, then the counts as they are printed.
type Row = (Option<String>, Value);

struct Oracle {
    kind: Game,
    games: Vec<Written>,
    /// Where each position was reached, under the least of its images: games and plies.
    reached: HashMap<Board, Vec<(usize, usize)>>,
    boards: Vec<Vec<Board>>,
}

impl Oracle {
    /// `games` in the order of their paths and numbers.
    fn new(kind: Game, games: Vec<Written>) -> Self {
        let mut seen = BTreeSet::new();
        let is_new = |game: &Written| {
            let is_known = game.players.iter().any(|name| !name.is_empty());
            let moves: Vec<String> = game.moves.iter().map(|mv| mv.code()).collect();
            !is_known || seen.insert((game.players.clone(), game.date, moves))
        };
        let mut games = games;
        games.retain(is_new);
        let mut reached: HashMap<Board, Vec<(usize, usize)>> = HashMap::new();
        let mut boards = Vec::new();
        for (number, game) in games.iter().enumerate() {
            let mut position = archive::start(kind);
            let mut all = vec![Board::of(&position)];
            for mv in &game.moves {
                position.apply(*mv);
                all.push(Board::of(&position));
            }
            for (ply, board) in all.iter().enumerate() {
                let least = board.images(kind).into_iter().min().unwrap();
                reached.entry(least).or_default().push((number, ply));
            }
            boards.push(all);
        }
        Self { kind, games, reached, boards }
    }

    /// The names under which a move is the same on a board.
    fn same(&self, board: &Board, mv: &str) -> String {
        let all = (0..symmetries(self.kind)).filter(|by| board.turned(*by) == *board);
        let mv = dapu::game::Move::from_stored(&stored(self.kind, mv)).unwrap();
        all.map(|by| turned_move(mv, by).code()).min().unwrap()
    }

    fn rows(&self, board: &Board, asked: &Conditions) -> Vec<Row> {
        let least = board.images(self.kind).into_iter().min().unwrap();
        let mut moves: BTreeMap<Option<String>, BTreeSet<usize>> = BTreeMap::new();
        let mut all = BTreeSet::new();
        for (number, ply) in self.reached.get(&least).into_iter().flatten() {
            let game = &self.games[*number];
            let there = &self.boards[*number][*ply];
            // Of symmetric boards each is the same one.
            if !asked.admit(game) || asked.exact && there != board {
                continue;
            }
            let by = (0..symmetries(self.kind)).find(|by| there.turned(*by) == *board).unwrap();
            let mv = game.moves.get(*ply).map(|mv| self.same(board, &turned_move(*mv, by).code()));
            moves.entry(mv).or_default().insert(*number);
            all.insert(*number);
        }
        moves.into_iter().map(|(mv, of)| (mv, self.counts(board, &of, all.len()))).collect()
    }

    fn counts(&self, board: &Board, of: &BTreeSet<usize>, all: usize) -> Value {
        let games = || of.iter().map(|number| &self.games[*number]);
        let is_first = board.rest == "first";
        let ended = |wanted: Ended| games().filter(|game| game.result == Some(wanted)).count();
        let (won, lost) =
            if is_first { (Ended::Won, Ended::Lost) } else { (Ended::Lost, Ended::Won) };
        let (won, drawn, lost) = (ended(won), ended(Ended::Drawn), ended(lost));
        let known = won + drawn + lost;
        let tenth = |number: f64| (number * 10.0).round() / 10.0;
        let years: Vec<u32> = games().map(|game| game.date[0]).filter(|year| *year > 0).collect();
        let sum: u32 = years.iter().sum();
        let count = years.len() as u32;
        let last = games().map(|game| game.date).max().filter(|date| date[0] > 0).map(
            |[year, month, day]| {
                let parts = [format!("{year:04}"), format!("{month:02}"), format!("{day:02}")];
                parts[..1 + usize::from(month > 0) + usize::from(day > 0)].join("-")
            },
        );
        let mut players: BTreeMap<&str, usize> = BTreeMap::new();
        for game in games() {
            *players.entry(&game.players[usize::from(!is_first)]).or_default() += 1;
        }
        players.remove("");
        let most = players.values().copied().max();
        let player = players.iter().find(|(_, times)| Some(**times) == most).map(|(name, _)| *name);
        let mut value = serde_json::json!({
            "games": of.len(),
            "percent": tenth(of.len() as f64 * 100.0 / all as f64),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "score": (known > 0).then(|| tenth((won as f64 + drawn as f64 / 2.0) / known as f64 * 100.0)),
            "year": (count > 0).then(|| (sum + count / 2) / count),
            "last": last,
            "player": player,
            "player_games": most,
        });
        value.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        value
    }
}

/// A move as it is stored, with the letter of its game.
fn stored(kind: Game, code: &str) -> String {
    match kind {
        Game::Xiangqi => format!("X {code}"),
        Game::Shogi => format!("S {code}"),
        Game::Go => code.to_owned(),
    }
}

/// The games in the order in which they stand in the files.
fn in_order(directory: &Path, kind: Game, games: &[Written], each: usize) -> Vec<Written> {
    let mut files: Vec<(PathBuf, &[Written])> = games
        .chunks(each)
        .enumerate()
        .map(|(nth, games)| {
            (
                directory.join(["a", "b"][nth % 2]).join(format!("{nth:04}.{}", extension(kind))),
                games,
            )
        })
        .collect();
    files.sort_by(|one, other| one.0.cmp(&other.0));
    files.into_iter().flat_map(|(_, games)| games.to_vec()).collect()
}

/// Asks for 250 positions of 520 games, with `DAPU_FULL` for 1,000 of 2,000.
fn compare(kind: Game) {
    let (all, questions) = if is_full() { (2_000, 1_000) } else { (520, 250) };
    let home = tempfile::tempdir().unwrap();
    let library = home.path().join("games");
    let mut random = Random(7 + kind as u64);
    let written = games(kind, all, &mut random);
    archive::write(&library, kind, &written, all / 40);
    let oracle = Oracle::new(kind, in_order(&library, kind, &written, all / 40));
    let mut boards: BTreeSet<Board> = BTreeSet::new();
    while boards.len() < questions {
        let game = &oracle.boards[random.below(oracle.boards.len())];
        let board = &game[random.below(game.len())];
        boards.insert(board.turned(random.below(symmetries(kind))));
    }
    let boards: Vec<Board> = boards.into_iter().collect();
    let input: String = boards.iter().map(|board| board.text(kind) + "\n").collect();
    let of_text: HashMap<String, usize> =
        boards.iter().enumerate().map(|(nth, board)| (board.text(kind), nth)).collect();
    dapu(home.path(), &["index", "games", "-q"]).fine();
    let none = Conditions::default();
    let player = Conditions { player: Some("player 07"), ..none };
    let both = Conditions {
        since: Some([1990, 1, 1]),
        until: Some([2013, 12, 31]),
        event: Some("cup"),
        result: Some(Ended::Won),
        exact: true,
        ..none
    };
    for conditions in [
        none,
        player,
        Conditions { side: Some(Side::Second), ..player },
        Conditions { since: Some([1999, 6, 5]), ..none },
        Conditions { until: Some([1999, 6, 5]), ..none },
        Conditions { event: Some("cup"), ..none },
        Conditions { result: Some(Ended::Drawn), ..none },
        Conditions { exact: true, ..none },
        both,
    ] {
        let mut expected: Vec<BTreeMap<Option<String>, Value>> = Vec::new();
        expected.extend(
            boards.iter().map(|board| oracle.rows(board, &conditions).into_iter().collect()),
        );
        let ask = |more: &[&str]| {
            let conditions = conditions.arguments();
            let all = ["stats", "--position", "-", "--json", "games"].map(str::to_owned);
            let more = more.iter().map(|more| (*more).to_owned());
            let arguments: Vec<String> = all.into_iter().chain(conditions).chain(more).collect();
            let run = dapu_with(home.path(), &arguments, input.as_bytes());
            assert_eq!(run.err, "");
            run.out
        };
        let with_index = ask(&[]);
        let mut found = vec![BTreeMap::new(); boards.len()];
        let mut before = (usize::MAX, 0);
        for line in with_index.lines() {
            let mut value: Value = serde_json::from_str(line).unwrap();
            let object = value.as_object_mut().unwrap();
            let nth = of_text[object.remove("position").unwrap().as_str().unwrap()];
            let mv =
                object.remove("move").map(|mv| oracle.same(&boards[nth], mv.as_str().unwrap()));
            assert_eq!(object.remove("text").is_some(), mv.is_some());
            let games = object["games"].as_u64().unwrap();
            assert!(before.0 != nth || before.1 >= games || mv.is_none(), "{line}");
            before = (nth, games);
            assert_eq!(found[nth].insert(mv, value), None, "{line} is there twice");
        }
        for (nth, expected) in expected.iter().enumerate() {
            assert_eq!(found[nth], *expected, "{kind} {} {conditions:?}", boards[nth].text(kind));
        }
        // Without the index, the very same lines.
        fs::rename(home.path().join(".cache"), home.path().join("away")).unwrap();
        assert!(ask(&[]) == with_index, "{kind} {conditions:?}");
        fs::rename(home.path().join("away"), home.path().join(".cache")).unwrap();
    }
}

#[test]
fn the_index_equals_the_files_in_xiangqi() {
    compare(Game::Xiangqi);
}

#[test]
fn the_index_equals_the_files_in_shogi() {
    compare(Game::Shogi);
}

#[test]
fn the_index_equals_the_files_in_go() {
    compare(Game::Go);
}

/// The games of the corpus, counted from their lines of JSON.
#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn the_index_equals_the_lines_of_the_corpus() {
    let home = tempfile::tempdir().unwrap();
    let corpus = corpus("");
    let corpus = corpus.to_str().unwrap();
    dapu(home.path(), &["index", corpus, "-q"]);
    let lines = dapu(home.path(), &["convert", corpus, "--to", "jsonl", "-q"]).out;
    let mut counts: HashMap<String, BTreeMap<Option<String>, u64>> = HashMap::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let (mut seen, mut random) = (BTreeSet::new(), Random(11));
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let plies = line["plies"].as_array().unwrap();
        let is_known = ["first", "second"].iter().any(|name| line[name].is_string());
        let moves: Vec<&Value> = plies.iter().map(|ply| &ply["move"]).collect();
        let parts = ["game", "first", "second", "date", "start"].map(|part| &line[part]);
        // Names are the same however they are spaced.
        let identity = serde_json::json!([parts, moves]).to_string().to_lowercase();
        let identity = identity.replace(' ', "");
        if plies.len() < 2 || is_known && !seen.insert(identity) {
            continue;
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let here: BTreeSet<_> =
            plies.iter().map(|ply| (text(&ply["key"]).unwrap(), text(&ply["turned"]))).collect();
        for (key, mv) in here {
            *counts.entry(key).or_default().entry(mv).or_default() += 1;
        }
        let kind = Game::ALL.into_iter().find(|kind| line["game"] == kind.name()).unwrap();
        let mut position = archive::start(kind);
        if line["start"] != position.text(1) {
            continue;
        }
        let until = random.below(plies.len().min(12));
        for mv in &moves[..until] {
            let mv = stored(kind, mv.as_str().unwrap());
            position.apply(dapu::game::Move::from_stored(&mv).unwrap());
        }
        let key = text(&plies[until]["key"]).unwrap();
        // Unless a record changes its board by hand.
        if key == format!("{:016x}", position.canonical().0) {
            texts.insert(key, position.text(1));
        }
    }
    assert!(texts.len() > 100, "{}", texts.len());
    let input: String = texts.values().map(|text| format!("{text}\n")).collect();
    let arguments = ["stats", "--position", "-", "--json", corpus];
    let out = dapu_with(home.path(), &arguments, input.as_bytes()).fine();
    let mut found: HashMap<String, Vec<u64>> = HashMap::new();
    for line in out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = line["position"].as_str().unwrap().to_owned();
        found.entry(text).or_default().push(line["games"].as_u64().unwrap());
    }
    for (key, text) in &texts {
        let mut expected: Vec<u64> = counts[key].values().copied().collect();
        expected.sort_unstable();
        let found = found.get_mut(text).unwrap();
        found.sort_unstable();
        assert_eq!(*found, expected, "{text}");
    }
}

#[test]
fn komi_and_handicap_choose_games_of_go() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::create_dir(home.join("games")).unwrap();
    let games = ["KM[6.5]", "KM[6.50]", "KM[0]HA[2]", "HA[2]", ""];
    let games = games.map(|head| format!("(;GM[1]SZ[9]{head};B[ee])\n"));
    fs::write(home.join("games/a.sgf"), games.concat()).unwrap();
    let count = |more: &[&str]| {
        let arguments = ["stats", "--position", "(;GM[1]SZ[9])", "--games", "games"];
        dapu(home, &[&arguments, more].concat()).out.lines().count()
    };
    let choices: [(&[&str], usize); 7] = [
        (&[], 5),
        (&["--komi", "6.5"], 2),
        (&["--komi", "0"], 1),
        (&["--komi", "7.5"], 0),
        (&["--handicap", "2"], 2),
        (&["--handicap", "0"], 3),
        (&["--komi", "0", "--handicap", "2"], 1),
    ];
    for _ in 0..2 {
        for (more, games) in choices {
            assert_eq!(count(more), games, "{more:?}");
        }
        // Then the same with an index.
        dapu(home, &["index", "games", "-q"]).fine();
    }
}

#[test]
fn a_result_is_chosen_by_the_letter_of_the_winner() {
    let home = tempfile::tempdir().unwrap();
    let games = ["B+R", "B+3.5", "W+R", "0"].map(|result| format!("(;SZ[9]RE[{result}];B[ee])\n"));
    fs::write(home.path().join("a.sgf"), games.concat()).unwrap();
    for (result, count) in [("B", 2), ("W", 1), ("1-0", 2), ("1/2-1/2", 1)] {
        let arguments = ["stats", "--position", "(;SZ[9])", "--games", "--result", result, "."];
        assert_eq!(dapu(home.path(), &arguments).fine().lines().count(), count, "{result}");
    }
    let wrong = dapu(home.path(), &["stats", "--position", "(;SZ[9])", "--result", "R", "."]);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
}
