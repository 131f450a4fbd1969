//! Random games of all kinds, with what is known of each: archives for statistics, and what they must say.

use std::fs;
use std::path::Path;

use dapu::game::go::{self, Size};
use dapu::game::{Game, Move, Position, shogi, xiangqi};

/// Numbers that look random.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

/// A game as it is written.
#[derive(Debug, Clone)]
pub struct Written {
    pub moves: Vec<Move>,
    pub players: [String; 2],
    pub event: String,
    /// Year, month and day; 0 is not known.
    pub date: [u32; 3],
    /// Of the first side.
    pub result: Option<Ended>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Won,
    Drawn,
    Lost,
}

pub fn start(kind: Game) -> Position {
    match kind {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(Size::new(9, 9).unwrap())),
    }
}

/// The board on which a symmetry lays a place: left and right swapped, top and bottom, columns and rows.
pub fn turned((column, row): (usize, usize), by: usize, side: (usize, usize)) -> (usize, usize) {
    let column = if by & 1 != 0 { side.0 - 1 - column } else { column };
    let row = if by & 2 != 0 { side.1 - 1 - row } else { row };
    if by & 4 != 0 { (row, column) } else { (column, row) }
}

/// How many symmetries the games have.
pub fn symmetries(kind: Game) -> usize {
    match kind {
        Game::Xiangqi => 2,
        Game::Shogi => 1,
        Game::Go => 8,
    }
}

/// A move on the turned board, on those of these archives.
pub fn turned_move(mv: Move, by: usize) -> Move {
    match mv {
        Move::Xiangqi(xiangqi::Move { from, to }) => {
            let image = |square: xiangqi::Square| {
                let (file, rank) =
                    turned((square.file().into(), square.rank().into()), by, (9, 10));
                xiangqi::Square::new(file as u8, rank as u8).unwrap()
            };
            Move::Xiangqi(xiangqi::Move { from: image(from), to: image(to) })
        }
        Move::Shogi(_) => mv,
        Move::Go(go::Move { side, point }) => {
            let image = |point: go::Point| {
                let (column, row) = turned((point.column.into(), point.row.into()), by, (9, 9));
                go::Point::new(column as u8, row as u8)
            };
            Move::Go(go::Move { side, point: point.map(image) })
        }
    }
}

/// Random games. Openings are often the same; one game in ten is another one turned, and one in fifty another one again.
pub fn games(kind: Game, count: usize, random: &mut Random) -> Vec<Written> {
    let mut games: Vec<Written> = Vec::new();
    for number in 0..count {
        if number % 50 == 49 {
            let twin = games[random.below(number)].clone();
            games.push(twin);
            continue;
        }
        let moves = match number % 10 {
            9 => {
                let by = random.below(symmetries(kind));
                games[random.below(number)].moves.iter().map(|mv| turned_move(*mv, by)).collect()
            }
            _ => some_moves(kind, random),
        };
        let result =
            [Some(Ended::Won), Some(Ended::Drawn), Some(Ended::Lost), None][random.below(4)];
        let year = 1980 + random.below(40) as u32;
        let month = random.below(13) as u32;
        let day = if month > 0 { random.below(28) as u32 } else { 0 };
        games.push(Written {
            moves,
            players: [0, 1].map(|_| match random.below(31) {
                30 => String::new(),
                number => format!("player {number:02}"),
            }),
            event: ["", "spring cup", "autumn cup", "league"][random.below(4)].to_owned(),
            date: if random.below(10) == 0 { [0; 3] } else { [year, month, day] },
            result,
        });
    }
    games
}

fn some_moves(kind: Game, random: &mut Random) -> Vec<Move> {
    let mut position = start(kind);
    let mut moves = Vec::new();
    for ply in 0..4 + random.below(30) {
        let mut legal = position.legal_moves();
        legal.sort_by_key(|mv| mv.code());
        if legal.is_empty() {
            break;
        }
        // The first of a few in the opening, anything later.
        let nth = if ply < 10 {
            random.below(4) * random.below(2) * 5
        } else {
            random.below(legal.len())
        };
        let mv = legal[nth % legal.len()];
        position.apply(mv);
        moves.push(mv);
    }
    moves
}

/// A date as records have it.
fn date([year, month, day]: [u32; 3], sign: &str) -> String {
    let parts = [format!("{year:04}"), format!("{month:02}"), format!("{day:02}")];
    let known = [year, month, day].iter().take_while(|part| **part > 0).count();
    parts[..known].join(sign)
}

/// The text of a game in a file of many.
pub fn text(kind: Game, game: &Written) -> String {
    let Written { moves, players: [first, second], event, .. } = game;
    match kind {
        Game::Xiangqi => {
            let result = match game.result {
                Some(Ended::Won) => "1-0",
                Some(Ended::Drawn) => "1/2-1/2",
                Some(Ended::Lost) => "0-1",
                None => "*",
            };
            let mut text = format!(
                "[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n[Date \"{}\"]\n[Red \"{first}\"]\n[Black \"{second}\"]\n\
                 [Result \"{result}\"]\n[Format \"ICCS\"]\n\n",
                date(game.date, ".")
            );
            for (nth, mv) in moves.iter().enumerate() {
                let code = mv.code().to_uppercase();
                let number =
                    if nth % 2 == 0 { format!("{}. ", nth / 2 + 1) } else { String::new() };
                text.push_str(&format!("{number}{}-{} ", &code[..2], &code[2..]));
            }
            format!("{text}{result}\n\n")
        }
        Game::Shogi => {
            let mut text = format!("V2.2\nN+{first}\nN-{second}\n$EVENT:{event}\n");
            if game.date[0] > 0 {
                text.push_str(&format!("$START_TIME:{}\n", date(game.date, "/")));
            }
            text.push_str("PI\n+\n");
            let mut position = start(kind);
            for mv in moves {
                text.push_str(&csa(&position, *mv));
                position.apply(*mv);
            }
            let first_moves = moves.len() % 2 == 0;
            text.push_str(match (game.result, first_moves) {
                (None, _) => "%CHUDAN\n",
                (Some(Ended::Drawn), _) => "%SENNICHITE\n",
                (Some(Ended::Lost), true) | (Some(Ended::Won), false) => "%TORYO\n",
                (Some(Ended::Won), true) | (Some(Ended::Lost), false) => "%KACHI\n",
            });
            text + "/\n"
        }
        Game::Go => {
            let result = match game.result {
                Some(Ended::Won) => "B+3.5",
                Some(Ended::Drawn) => "0",
                Some(Ended::Lost) => "W+R",
                None => "?",
            };
            let mut text = format!(
                "(;GM[1]FF[4]SZ[9]KM[6.5]PB[{first}]PW[{second}]EV[{event}]DT[{}]RE[{result}]",
                date(game.date, "-")
            );
            for mv in moves {
                let code = mv.code();
                text.push_str(&format!(";{}[{}]", &code[..1], &code[2..]));
            }
            text + ")\n"
        }
    }
}

fn csa(position: &Position, mv: Move) -> String {
    let (board, mv) = (position.shogi().unwrap(), mv.shogi().unwrap());
    let sign = if position.side_to_move() == dapu::game::Side::First { '+' } else { '-' };
    let square = |square: shogi::Square| format!("{}{}", square.file(), square.rank());
    let (from, kind) = match mv.from {
        shogi::Origin::Board(from) => (square(from), board.piece(from).unwrap().kind),
        shogi::Origin::Hand(kind) => ("00".to_owned(), kind),
    };
    let kind = if mv.promote { kind.promoted().unwrap() } else { kind };
    format!("{sign}{from}{}{}\n", square(mv.to), kind.csa())
}

/// The extension of the files.
pub fn extension(kind: Game) -> &'static str {
    match kind {
        Game::Xiangqi => "pgn",
        Game::Shogi => "csa",
        Game::Go => "sgf",
    }
}

/// Writes games into files of so many, in two directories.
pub fn write(directory: &Path, kind: Game, games: &[Written], each: usize) {
    for (nth, games) in games.chunks(each).enumerate() {
        let below = directory.join(["a", "b"][nth % 2]);
        fs::create_dir_all(&below).unwrap();
        let text: String = games.iter().map(|game| text(kind, game)).collect();
        fs::write(below.join(format!("{nth:04}.{}", extension(kind))), text).unwrap();
    }
}
