//! Very deep and very wide records: what they cost grows as they do, and no faster. Sizes are a twentieth of what
//! `DAPU_FULL=1` tries, which compares times too.

use std::sync::Arc;
use std::time::Duration;

use dapu::draw::{self, View, clean_line};
use dapu::format::{self, Export, FORMATS, Feature, Format, Loaded, WriteOptions};
use dapu::game::{Game, Move, Position, Side, go, shogi, xiangqi};
use dapu::record::{At, Builder, Cursor, Lines, Note, Record, Reread, Survey};

use crate::ccbridge::{self, State};
use crate::common::{read, write};
use crate::measure::{Cost, alone, measure};
use crate::seeds::file_name;

/// What a program uses besides a file's content.
const SMALL: usize = 1024 * 1024;
/// Shorter times say nothing about how a cost grows.
const INSTANT: Duration = Duration::from_millis(100);
/// What takes a second on a slow machine as long as the cost grows evenly takes longer than this only if it does not.
const HANG: Duration = Duration::from_secs(30);

fn is_full() -> bool {
    std::env::var_os("DAPU_FULL").is_some()
}

fn scaled(full: usize) -> usize {
    if is_full() { full } else { full / 20 }
}

/// The moves that a line goes round and round with.
fn round(game: Game) -> Vec<Move> {
    let xiangqi = ["a0a1", "a9a8", "a1a0", "a8a9"];
    let shogi = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let iccs = xiangqi::notation::Notation::Iccs(xiangqi::notation::Ranks::FromZero);
    let board = xiangqi::Position::initial();
    match game {
        Game::Xiangqi => xiangqi
            .iter()
            .map(|text| Move::Xiangqi(iccs.read(&board, text).unwrap()))
            .collect(),
        Game::Shogi => shogi
            .iter()
            .map(|text| Move::Shogi(text.parse().unwrap()))
            .collect(),
        Game::Go => Side::BOTH
            .map(|side| Move::Go(go::Move::pass(side)))
            .to_vec(),
    }
}

fn builder(game: Game) -> Builder {
    Builder::new(match game {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(go::Size::USUAL)),
    })
}

/// One line of so many plies.
fn line(game: Game, plies: usize) -> Record {
    let mut builder = builder(game);
    for mv in round(game).into_iter().cycle().take(plies) {
        builder.play(mv, At::File);
    }
    builder.finish().0
}

/// One line in which nearly every move breaks the rules.
fn fouls(game: Game, plies: usize) -> Record {
    let mut builder = builder(game);
    let side = if game == Game::Go { 0 } else { 2 };
    let mv = match game {
        Game::Go => Move::Go(go::Move::stone(Side::First, go::Point::new(3, 3))),
        _ => round(game)[side],
    };
    for _ in 0..plies {
        builder.play(mv, At::File);
    }
    builder.finish().0
}

/// Variations within variations: every move of the deepest line is the second of two.
fn nested(game: Game, depth: usize) -> Record {
    let mut builder = builder(game);
    for mv in round(game).into_iter().cycle().take(depth) {
        let fork = builder.node();
        builder.save();
        builder.play(mv, At::File);
        builder.back_to(fork);
        builder.play(mv, At::File);
    }
    builder.finish().0
}

/// So many alternatives to the first move.
fn siblings(game: Game, count: usize) -> Record {
    let mut builder = builder(game);
    let root = builder.node();
    for mv in round(game).into_iter().step_by(2).cycle().take(count) {
        builder.play(mv, At::File);
        builder.back_to(root);
    }
    builder.finish().0
}

/// A comment of so many bytes, on one line or on many.
fn remark(game: Game, bytes: usize, text: &str) -> Record {
    let mut builder = builder(game);
    let text = text.repeat(bytes / text.len());
    builder.note(Note::Comment(text.into()));
    builder.play(round(game)[0], At::File);
    builder.finish().0
}

/// What it cost to use a file.
#[derive(Clone, Copy)]
struct Use {
    /// To read and to show it.
    show: Cost,
    /// To convert it.
    convert: Cost,
    /// The bytes of what it was converted to.
    written: usize,
}

impl Use {
    fn of(bytes: &[u8], name: &str) -> Self {
        let ((loaded, record), show) = measure(|| show(bytes, name));
        let (written, convert) = measure(|| convert(&loaded, &record));
        Self {
            show,
            convert,
            written,
        }
    }

    fn time(self) -> Duration {
        self.show.time + self.convert.time
    }
}

/// Opens a file and does what a reader does with the first game: draws it here and there, and follows it.
fn show(bytes: &[u8], name: &str) -> (Loaded, Arc<Record>) {
    let loaded = read(bytes, name).unwrap_or_else(|error| panic!("{name} is not read: {error}"));
    let record = loaded.game(0).unwrap();
    let tree = &record.tree;
    let lines = Arc::new(Lines::new(tree));
    assert!(Survey::new(&record, &lines, &|| true).is_some());
    let mut cursor = Cursor::with_lines(&record, lines);
    for index in [tree.len() - 1, 0, tree.len() / 2] {
        cursor.go_to(&record, tree.get(index).unwrap());
        let picture = draw::draw(cursor.position(), &View::default());
        assert!(picture.height() > 0);
    }
    let again = Reread::new(Arc::clone(&record), Arc::clone(&record));
    assert_eq!(cursor.follow(&again).node(), cursor.node());
    for warning in loaded.each_warning() {
        assert!(!clean_line(&warning.to_string()).is_empty());
    }
    (loaded, record)
}

/// Writes the record in its own format and in JSON; gives the length of the longer file.
fn convert(loaded: &Loaded, record: &Arc<Record>) -> usize {
    let json = format::by_name("json").unwrap();
    let options = WriteOptions::default();
    let records = [Arc::clone(record)];
    let mut longest = 0;
    for format in [json, loaded.format] {
        let Some(write) = format.write else {
            continue;
        };
        let export = Export {
            source: loaded,
            records: &records,
            options: &options,
        };
        longest = longest.max(write(&export).unwrap().bytes.len());
    }
    assert!(longest > 0);
    longest
}

/// Uses a file and one four times its size: no cost may grow faster than the file.
fn grows_evenly(what: &str, name: &str, size: usize, make: impl Fn(usize) -> Vec<u8>) {
    let files = [make(size / 4), make(size)];
    let [quarter, whole] = files.each_ref().map(|file| Use::of(file, name));
    let length = files[1].len();
    let told = format!("{what} of {size} in {name}, {length} bytes,");
    println!(
        "{told} {:?} ({:?} for a quarter), {} and {} bytes of memory, {} written",
        whole.time(),
        quarter.time(),
        whole.show.memory,
        whole.convert.memory,
        whole.written
    );
    assert!(
        whole.show.memory <= SMALL + 100 * length,
        "{told} takes {} bytes of memory",
        whole.show.memory
    );
    // A list that grows may be there twice while it moves.
    assert!(
        whole.convert.memory <= SMALL + 100 * length + 4 * whole.written,
        "{told} takes {} bytes of memory to be written in {} bytes",
        whole.convert.memory,
        whole.written
    );
    let growth = length as f64 / files[0].len() as f64;
    let grown = |memory: usize| (memory.max(SMALL) as f64 * growth * 1.5) as usize;
    assert!(
        whole.show.memory <= grown(quarter.show.memory),
        "{told} takes {} bytes of memory, a quarter of it {}",
        whole.show.memory,
        quarter.show.memory
    );
    let limit = match is_full() {
        true => quarter.time().max(INSTANT).mul_f64(growth * 2.5),
        false => HANG,
    };
    // What is slow by itself is slow every time.
    let again = || Use::of(&files[1], name).time();
    assert!(
        whole.time() <= limit || again() <= limit,
        "{told} takes {:?}, a quarter of it {:?}",
        whole.time(),
        quarter.time()
    );
}

/// The formats that can hold something, each with a game that it can hold.
fn writers(features: &[Feature]) -> impl Iterator<Item = (&'static Format, Game)> {
    let only = std::env::var("DAPU_FORMAT").ok();
    FORMATS
        .iter()
        .filter(move |format| only.as_deref().is_none_or(|only| only == format.name))
        .filter(|format| format.read.is_some() && format.write.is_some())
        .filter(|format| {
            features
                .iter()
                .all(|feature| format.features.contains(feature))
        })
        .map(|format| (format, format.games[0]))
}

/// Tries a kind of record in every format that can hold it.
fn in_every_format(what: &str, features: &[Feature], size: usize, make: fn(Game, usize) -> Record) {
    let _alone = alone();
    for (format, game) in writers(features) {
        grows_evenly(what, &file_name(format), size, |size| {
            let options = WriteOptions::default();
            write(&make(game, size), format.name, &options)
                .unwrap()
                .bytes
        });
    }
    if features
        .iter()
        .all(|feature| *feature == Feature::Variations)
    {
        grows_evenly(what, "game.cbr", size, |size| {
            ccbridge::cbr(&make(Game::Xiangqi, size))
        });
    }
}

#[test]
fn a_line_of_a_million_plies() {
    in_every_format("a line", &[], scaled(1_000_000), line);
}

#[test]
fn a_million_fouls() {
    in_every_format("a line of fouls", &[], scaled(1_000_000), fouls);
}

#[test]
fn a_hundred_thousand_nested_variations() {
    in_every_format(
        "nested variations",
        &[Feature::Variations],
        scaled(100_000),
        nested,
    );
}

#[test]
fn a_hundred_thousand_siblings() {
    in_every_format(
        "siblings",
        &[Feature::Variations],
        scaled(100_000),
        siblings,
    );
}

#[test]
fn a_comment_of_fifty_megabytes() {
    let size = scaled(50_000_000);
    let comments = [Feature::Comments];
    in_every_format("a comment on one line", &comments, size, |game, bytes| {
        remark(game, bytes, "評 comment")
    });
    in_every_format("a comment on many lines", &comments, size, |game, bytes| {
        remark(game, bytes, "comment\n")
    });
}

/// A text with `{}` repeated, each time with its number.
fn repeated(head: &str, part: &str, tail: &str, count: usize) -> Vec<u8> {
    let mut text = head.to_owned();
    for number in 0..count {
        text.push_str(&part.replace("{}", &number.to_string()));
    }
    text.push_str(tail);
    text.into_bytes()
}

#[test]
fn a_million_headers() {
    let _alone = alone();
    let size = scaled(1_000_000);
    for (name, head, part, tail) in [
        (
            "game.kif",
            "手合割：平手\n",
            "見出し{}：値\n",
            "1 ７六歩(77)\n",
        ),
        ("game.csa", "V2.2\n", "$KEY{}:value\n", "PI\n+\n+7776FU\n"),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n",
            "[Key{} \"value\"]\n",
            "\n1. 炮二平五 *\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]",
            "[Key{} \"value\"]",
            "\n\n1. 炮二平五 *\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]",
            "[Key{} \"value]",
            "\n\n1. 炮二平五 *\n",
        ),
        ("game.sgf", "(;SZ[19]", "KY[{}]", ";B[aa])"),
        ("game.sgf", "(;SZ[19]KY", "[{}]", ";B[aa])"),
        ("game.sgf", "(;SZ[19]KY", "[\\{}\n", "];B[aa])"),
        (
            "game.txt",
            "标题: 五羊杯\n",
            "键{}: 值\n",
            "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n",
        ),
        (
            "game.wxf",
            "FORMAT\tWXF\n",
            "KEY{}\tvalue\n",
            "START{\n1. C2.5 H8+7\n}END\n",
        ),
        (
            "game.cbf",
            "<ChineseChessRecord><Head>",
            "<K{}>v</K{}>",
            "</Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>",
        ),
        (
            "game.cbf",
            "<ChineseChessRecord><Head>",
            "<K{}>v",
            "</Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>",
        ),
        (
            "game.jkf",
            "{\"header\":{",
            "\"k{}\":\"v\",",
            "\"a\":\"b\"},\"moves\":[{}]}",
        ),
        (
            "game.dhtmlxq",
            "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
            "[DhtmlXQ_k{}]v[/DhtmlXQ_k{}]\n",
            "[/DhtmlXQ]\n",
        ),
        (
            "game.dhtmlxq",
            "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
            "[DhtmlXQ_k{}]v\n",
            "[/DhtmlXQ]\n",
        ),
    ] {
        grows_evenly("headers", name, size, |count| {
            repeated(head, part, tail, count)
        });
    }
}

#[test]
fn one_line_of_fifty_megabytes() {
    let _alone = alone();
    let size = scaled(50_000_000);
    for (name, head, part, tail) in [
        ("game.kif", "棋戦：", "あ", "\n手合割：平手\n1 ７六歩(77)\n"),
        ("game.kif", "手合割：平手\n1 ７六歩(77)", " ", "x\n"),
        (
            "game.ki2",
            "手合割：平手\n",
            "▲７六歩 △３四歩 ▲７七角 △３三角 ▲８八角 △２二角 ▲７八飛 △３二飛 ▲２八飛 △８二飛 ",
            "\n",
        ),
        ("game.csa", "V2.2\nN+", "x", "\nPI\n+\n+7776FU\n"),
        (
            "game.csa",
            "V2.2\nPI\n+\n",
            "+7776FU,T1,-3334FU,T1,+7677FU,-3433FU,",
            "\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n[Red \"",
            "x",
            "\"]\n\n1. 炮二平五 *\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n",
            "1. a0a1 a9a8 2. a1a0 a8a9 ",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ",
            "{x} ",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ",
            "{",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 ",
            "(",
            "*\n",
        ),
        ("game.sgf", "(;SZ[19]GC[", "x", "];B[aa])"),
        ("game.sgf", "(;SZ[19]", ";B[aa];W[bb]AE[aa:bb]", ")"),
        ("game.sgf", "(;SZ[19]", "(;B[aa])", ")"),
        ("game.sgf", "(;SZ[19];B[aa]", "(", ")"),
        ("game.sgf", "(;SZ[19];B[aa]", ")", "("),
        (
            "game.sfen",
            "position startpos moves",
            " 2h3h 8b7b 3h2h 7b8b",
            "\n",
        ),
        (
            "game.fen",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves",
            " a0a1 a9a8 a1a0 a8a9",
            "\n",
        ),
        (
            "game.txt",
            "1. 炮二平五 马8进7 2. 马二进三 车9平8 ",
            "车一进一 车8进一 车一退一 车8退一 ",
            "\n",
        ),
        (
            "game.wxf",
            "FORMAT\tWXF\nRED\t",
            "x",
            "\nSTART{\n1. C2.5 H8+7\n}END\n",
        ),
        ("game.manual", "##\n#0 ", "R1A1 r9a1 R1R1 r9r1 ", "\n"),
        ("game.manual", "##\n#0 C2H5\n##\n#0-1 ", "#", "\n"),
        (
            "game.txt",
            "1. 炮二平五 马8进7 2. 马二进三 车9平8",
            "1.",
            "\n",
        ),
        (
            "game.txt",
            "1. 炮二平五 马8进7 2. 马二进三 车9平8",
            "-1",
            "\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n[Red \"",
            "\\\"",
            "\"]\n\n1. 炮二平五 *\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ",
            "(1... 马2进3) ",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ",
            "(1... 马2进3 ",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 ",
            ") ",
            "*\n",
        ),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n\n",
            "0-炮二平五 ",
            "\n",
        ),
        (
            "game.dhtmlxq",
            "[DhtmlXQ]\n[DhtmlXQ_movelist]",
            "09080001080900010",
            "[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
        ),
        (
            "game.jkf",
            "{\"header\":{\"a\":\"",
            "x",
            "\"},\"moves\":[{}]}",
        ),
        (
            "game.cbf",
            "<ChineseChessRecord><Head><Title>",
            "&amp;",
            "</Title></Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>",
        ),
    ] {
        let count = size / part.len();
        let what = format!("a long line ({part:.12})");
        grows_evenly(&what, name, count, |count| {
            repeated(head, part, tail, count)
        });
    }
}

#[test]
fn ten_thousand_games() {
    let _alone = alone();
    let count = 10_000;
    for (name, game) in [
        ("game.sgf", "(;SZ[9]PB[甲];B[aa];W[bb])\n"),
        ("game.sgf", "(;SZ[9]PB[甲];B[aa];W[bb]\n"),
        (
            "game.pgn",
            "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7 *\n\n",
        ),
        ("game.csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n"),
        ("game.sfen", "position startpos moves 7g7f 3c3d\n"),
        ("game.fen", "4k4/9/9/9/9/9/9/4R4/9/3K5 b\n"),
        (
            "game.wxf",
            "FORMAT\tWXF\nRED\t甲;;;\nSTART{\n1. C2.5 H8+7\n}END\n",
        ),
        (
            "game.manual",
            "#甲#2001#乙###丙##红先胜#全局谱#红先\n##\n#0 C2H5 c8h5\n##\n#0-1 x\n",
        ),
        (
            "game.dhtmlxq",
            "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
        ),
    ] {
        grows_evenly("games", name, count, |count| repeated("", game, "", count));
    }
    let game = (State::Live, ccbridge::cbr(&line(Game::Xiangqi, 2)));
    grows_evenly("games", "game.cbl", count, |count| {
        ccbridge::cbl("library", &vec![game.clone(); count], count)
    });
    // They shrink by a hundred and more when they are packed; memory is measured by the packed file.
    grows_evenly("packed games", "game.cbl", count / 20, |count| {
        let records = vec![line(Game::Xiangqi, 2); count];
        ccbridge::pack(&ccbridge::cbl_2_1("library", &records))
    });
}
