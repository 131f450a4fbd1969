//! Generated opening books with the schemas of real ones.

use std::path::Path;

use dapu::book::{self, BookFormat};
use dapu::game::Side;
use dapu::game::xiangqi::Notation;
use dapu::game::xiangqi::notation::Ranks;
use dapu::game::xiangqi::{Kind, Move, Piece, Position, Script, Square};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

/// A move of a book, before it is put into one of the formats.
#[derive(Clone)]
pub struct Row {
    pub position: Position,
    pub mv: Move,
    pub score: Value,
    pub win: Value,
    pub draw: Value,
    pub lost: Value,
    pub valid: bool,
    pub memo: Value,
}

impl Row {
    /// A move of a position with just a score.
    pub fn new(position: Position, iccs: &str, score: i64) -> Self {
        let empty = || Value::Text(String::new());
        Self {
            position,
            mv: Notation::Iccs(Ranks::FromZero).parse(&Position::initial(), iccs).unwrap(),
            score: score.into(),
            win: empty(),
            draw: empty(),
            lost: empty(),
            valid: true,
            memo: empty(),
        }
    }

    pub fn results(mut self, win: i64, draw: i64, lost: i64) -> Self {
        (self.win, self.draw, self.lost) = (win.into(), draw.into(), lost.into());
        self
    }

    pub fn memo(mut self, memo: impl Into<Value>) -> Self {
        self.memo = memo.into();
        self
    }

    pub fn off(mut self) -> Self {
        self.valid = false;
        self
    }

    /// The same move on the other wing.
    pub fn mirrored(&self) -> Self {
        let mirror = |square: Square| Square::new(8 - square.file(), square.rank()).unwrap();
        let mut position = Position::empty();
        position.set_side_to_move(self.position.side_to_move());
        for (square, piece) in self.position.pieces() {
            position.put(mirror(square), Some(piece));
        }
        let mv = Move { from: mirror(self.mv.from), to: mirror(self.mv.to) };
        Self { position, mv, ..self.clone() }
    }
}

/// The positions of a line of Chinese moves from the initial position, each with the move played there.
pub fn line(moves: &str) -> Vec<(Position, Move)> {
    let mut position = Position::initial();
    let mut line = Vec::new();
    for text in moves.split_whitespace() {
        let mv = Notation::Chinese(Script::Simplified).parse(&position, text).unwrap();
        line.push((position, mv));
        position.apply(mv);
    }
    line
}

/// How a key of 2^63 and above is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// As 兵河五四 does: the double of the same bits.
    Doubles,
    /// As all others do.
    Signed,
}

/// Makes a book of these rows and returns its connection for further changes.
pub fn make(path: &Path, format: BookFormat, rows: &[Row]) -> Connection {
    let keys = if format == BookFormat::Obk { Keys::Doubles } else { Keys::Signed };
    make_with(path, format, keys, rows)
}

/// The same, with the way in which keys are stored.
pub fn make_with(path: &Path, format: BookFormat, keys: Keys, rows: &[Row]) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA page_size = 1024; PRAGMA journal_mode = MEMORY").unwrap();
    connection.execute_batch("BEGIN").unwrap();
    connection.execute_batch(schema(format)).unwrap();
    for row in rows {
        match format {
            BookFormat::Xqb => insert_packed(&connection, row),
            BookFormat::Yfk => insert_yfk(&connection, keys, row),
            BookFormat::Obk => insert_with_memo(&connection, "bhobk", keys, row),
            BookFormat::PfBook => insert_with_memo(&connection, "pfBook", keys, row),
            BookFormat::YaneuraouDb | BookFormat::Ybb => panic!("a book of shogi"),
        }
    }
    connection.execute_batch("COMMIT").unwrap();
    connection
}

/// The tables that the programs create.
fn schema(format: BookFormat) -> &'static str {
    match format {
        BookFormat::YaneuraouDb | BookFormat::Ybb => panic!("a book of shogi"),
        BookFormat::Obk => {
            "CREATE TABLE bhobk([id] INTEGER PRIMARY KEY AUTOINCREMENT, [vkey] INTEGER, [vmove] INTEGER,
             [vscore] INTEGER, [vwin] INTEGER, [vdraw] INTEGER, [vlost] INTEGER, [vvalid] INTEGER, [vmemo] BLOB,
             [vindex] INTEGER)"
        }
        BookFormat::Yfk => {
            "CREATE TABLE bhobk(id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER,
             vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vindex INTEGER);
             CREATE TABLE ltext(id INTEGER PRIMARY KEY, lma TEXT);
             INSERT INTO ltext VALUES(1, '')"
        }
        BookFormat::PfBook => {
            "CREATE TABLE pfBook(id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER,
             vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);
             CREATE INDEX idx_vkey ON pfBook(vkey);
             CREATE TABLE bookVersion(key TEXT, version TEXT);
             INSERT INTO bookVersion VALUES('pfBook', '1.0.0.0')"
        }
        BookFormat::Xqb => {
            "CREATE TABLE book(id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, key BLOB, move INTEGER, score INTEGER,
             win INTEGER, draw INTEGER, lost INTEGER, valid INTEGER, memo TEXT);
             CREATE INDEX idxkey ON book(key ASC);
             CREATE TABLE information(name TEXT, value TEXT);
             INSERT INTO information VALUES('version', '1'), ('type', 'xiangqi')"
        }
    }
}

/// A key as a program of that kind stores it. SQLite turns NaN into NULL and whole doubles into integers.
pub fn stored_key(position: &Position, keys: Keys) -> Value {
    let key = book::zobrist(position);
    match i64::try_from(key) {
        Err(_) if keys == Keys::Doubles => Value::Real(f64::from_bits(key)),
        _ => Value::Integer(key as i64),
    }
}

/// The square byte of the 16 × 16 board, a9 = 0x33.
fn framed(square: Square) -> u16 {
    let row = 9 - u16::from(square.rank());
    ((row + 3) << 4) + u16::from(square.file()) + 3
}

/// The number of a move, with the square of origin in the high byte.
pub fn move_number(mv: Move) -> u16 {
    framed(mv.from) << 8 | framed(mv.to)
}

fn insert_with_memo(connection: &Connection, table: &str, keys: Keys, row: &Row) {
    let sql = format!(
        "INSERT INTO {table}(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex)
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)"
    );
    let key = stored_key(&row.position, keys);
    let number = move_number(row.mv);
    let values = params![key, number, row.score, row.win, row.draw, row.lost, row.valid, row.memo];
    connection.execute(&sql, values).unwrap();
}

fn insert_yfk(connection: &Connection, keys: Keys, row: &Row) {
    let mut valid = i64::from(row.valid);
    if row.memo != Value::Text(String::new()) {
        connection.execute("INSERT INTO ltext(lma) VALUES(?1)", [&row.memo]).unwrap();
        valid = connection.last_insert_rowid();
    }
    let sql = "INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vindex)
               VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)";
    let key = stored_key(&row.position, keys);
    let number = move_number(row.mv).swap_bytes();
    let values = params![key, number, row.score, row.win, row.draw, row.lost, valid];
    connection.execute(sql, values).unwrap();
}

fn insert_packed(connection: &Connection, row: &Row) {
    let turned = if row.position.side_to_move() == Side::Second { turn(row) } else { row.clone() };
    // The canonical one of two mirror images has the higher codes on the left.
    let mirror = turned.mirrored();
    let left = |row: &Row| -> Vec<Option<u8>> {
        let codes = codes(&row.position);
        codes.chunks(9).flat_map(|rank| rank[..4].to_vec()).collect()
    };
    let canonical = if left(&mirror) > left(&turned) { mirror } else { turned };
    let plain = |square: Square| u16::from(9 - square.rank()) << 4 | u16::from(square.file());
    let number = plain(canonical.mv.from) << 8 | plain(canonical.mv.to);
    let sql = "INSERT INTO book(key, move, score, win, draw, lost, valid, memo)
               VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let key = packed(&codes(&canonical.position));
    let values = params![key, number, row.score, row.win, row.draw, row.lost, row.valid, row.memo];
    connection.execute(sql, values).unwrap();
}

/// The board from the other side, in the other's colours.
fn turn(row: &Row) -> Row {
    let turn = |square: Square| Square::new(8 - square.file(), 9 - square.rank()).unwrap();
    let mut position = Position::empty();
    position.set_side_to_move(row.position.side_to_move().other());
    for (square, piece) in row.position.pieces() {
        position.put(turn(square), Some(Piece { side: piece.side.other(), ..piece }));
    }
    let mv = Move { from: turn(row.mv.from), to: turn(row.mv.to) };
    Row { position, mv, ..row.clone() }
}

/// The codes of the points from the top left corner, for red as the mover.
fn codes(position: &Position) -> Vec<Option<u8>> {
    let order = [
        Kind::Rook,
        Kind::Horse,
        Kind::Elephant,
        Kind::Advisor,
        Kind::King,
        Kind::Cannon,
        Kind::Pawn,
    ];
    let code = |piece: Piece| {
        let place = order.iter().position(|kind| *kind == piece.kind).unwrap() as u8;
        place + if piece.side == Side::First { 1 } else { 9 }
    };
    let squares = (0..10).rev().flat_map(|rank| (0..9).map(move |file| (file, rank)));
    squares.map(|(file, rank)| position.piece(Square::new(file, rank).unwrap()).map(code)).collect()
}

fn packed(codes: &[Option<u8>]) -> Vec<u8> {
    let mut bits = String::new();
    for code in codes {
        bits.push_str(&code.map_or("0".to_owned(), |code| format!("1{code:04b}")));
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('0');
    }
    let byte = |start: usize| u8::from_str_radix(&bits[start..start + 8], 2).unwrap();
    (0..bits.len()).step_by(8).map(byte).collect()
}

/// The rows of `samples/xiangqi/opening.obk`: a few lines with invented weights and counts.
pub fn sample() -> Vec<Row> {
    const LINES: [(&str, i64, [i64; 3], &str); 9] = [
        (
            "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1",
            320,
            [61, 48, 31],
            "中炮对屏风马",
        ),
        ("炮二平五 马8进7 马二进三 车9平8 车一平二 炮8进4", 240, [22, 17, 15], "屏风马左炮封车"),
        ("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1", 260, [34, 21, 19], "顺炮横车"),
        ("炮二平五 炮2平5 马二进三 马8进7 车一平二 马2进3", 120, [9, 8, 11], "列炮"),
        (
            "兵七进一 马8进7 兵三进一 炮2平3 相七进五 马2进1 马八进七 车1平2 车九平八",
            210,
            [18, 24, 12],
            "仙人指路对起马",
        ),
        ("兵七进一 炮2平3 炮二平五 象3进5", 230, [27, 25, 20], "仙人指路对卒底炮"),
        ("兵七进一 卒7进1 炮二平三 炮8平5", 180, [14, 16, 13], "对兵局"),
        ("相三进五 炮8平4 兵七进一 马8进7", 170, [15, 31, 14], "飞相对士角炮"),
        ("马二进三 卒7进1 兵七进一 马8进7", 110, [7, 10, 8], "起马局"),
    ];
    let mut rows: Vec<Row> = Vec::new();
    for (moves, score, [win, draw, lost], name) in LINES {
        let line = line(moves);
        for (number, (position, mv)) in line.iter().enumerate() {
            if rows.iter().any(|row| row.position == *position && row.mv == *mv) {
                continue;
            }
            let (win, lost) = if number % 2 == 0 { (win, lost) } else { (lost, win) };
            let row = Row::new(*position, &mv.to_string(), score - 10 * number as i64);
            let row = row.results(win, draw, lost);
            let last = number + 1 == line.len();
            rows.push(if last { row.memo(name.to_owned()) } else { row });
        }
    }
    // Authors play some lines on the other wing.
    for row in rows.iter_mut().step_by(3) {
        let mirrored = row.mirrored();
        if mirrored.position != row.position {
            *row = mirrored;
        }
    }
    rows
}
