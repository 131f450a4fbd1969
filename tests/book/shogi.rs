//! Books of shogi: the `.db` and `.ybb` of YaneuraOu.

use std::fs;
use std::path::Path;
use std::process::Command;

use dapu::book::{Book, BookAnswer, BookFormat, pack};
use dapu::game;
use dapu::game::shogi::{Kind, Move, Origin, Position, Square};

use crate::book::{books, place};

const INITIAL: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// After 7g7f, 3c3d.
const SECOND: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
/// After 7g7f 3c3d 8h2b+ 3a2b: the dropped bishop.
const THIRD: &str = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5";

/// Positions with their moves and scores.
const ROWS: [(&str, &[(&str, i16)]); 3] = [
    (INITIAL, &[("7g7f", 50), ("2g2f", 61), ("5g5f", -32)]),
    (SECOND, &[("8h2b+", 12), ("5i5a", 99)]),
    (THIRD, &[("B*4e", -7)]),
];

fn db() -> String {
    let mut text = String::from("#YANEURAOU-DB2016 1.00\r\n# a remark\r\n");
    for (sfen, moves) in ROWS {
        text.push_str(&format!("sfen {sfen}\r\n"));
        for (mv, score) in moves {
            text.push_str(&format!("{mv} 3c3d {score} 32 100\r\n"));
        }
    }
    text
}

fn square(square: Square) -> u16 {
    u16::from((square.file() - 1) * 9 + square.rank() - 1)
}

fn bits(mv: Move) -> u16 {
    let dropped =
        [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver, Kind::Bishop, Kind::Rook, Kind::Gold];
    let from = match mv.from {
        Origin::Board(from) => square(from) << 7,
        Origin::Hand(kind) => {
            let number = dropped.iter().position(|known| *known == kind).unwrap() as u16 + 1;
            number << 7 | 1 << 14
        }
    };
    square(mv.to) | from | u16::from(mv.promote) << 15
}

fn ybb(with_depth: bool) -> Vec<u8> {
    let mut rows: Vec<_> =
        ROWS.iter().map(|(sfen, moves)| (pack(&position(sfen)), moves)).collect();
    rows.sort();
    let mut book = b"YANE-BINBOOK-V1\0".to_vec();
    book.extend((rows.len() as u64).to_le_bytes());
    book.extend(u64::from(with_depth).to_le_bytes());
    let mut region: Vec<u8> = Vec::new();
    for (key, moves) in rows {
        book.extend(key);
        book.extend((region.len() as u64).to_le_bytes());
        book.extend(1u16.to_le_bytes());
        book.extend((moves.len() as u16).to_le_bytes());
        for (mv, score) in *moves {
            region.extend(bits(mv.parse().unwrap()).to_le_bytes());
            region.extend(score.to_le_bytes());
            if with_depth {
                region.extend(32u16.to_le_bytes());
            }
        }
    }
    book.extend(region);
    book
}

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap().0
}

fn ask(path: &Path, sfen: &str) -> BookAnswer {
    books(path).lookup(&game::Position::Shogi(position(sfen)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn positions_are_packed_as_yaneuraou_packs_them() {
    for (sfen, packed) in [
        (INITIAL, "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c"),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPP1/1B5R1/LNSGKGSNL b P 1",
            "58a4518261fd4cc4cf724a84e395088f447825c2734a8463fd4dc4c7324a8401",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
            "582400000000000000000000000000000000104208a59432c618e79cf3787c3e",
        ),
    ] {
        assert_eq!(hex(&pack(&position(sfen))), packed, "{sfen}");
    }
    // The pieces that are missing, and more than there are.
    assert_ne!(
        pack(&position("4k4/9/9/9/9/9/9/9/4K4 b G 1")),
        pack(&position("4k4/9/9/9/9/9/9/9/4K4 b S 1"))
    );
    pack(&position("4k4/9/9/9/9/9/9/9/4K4 b 99R99B 1"));
}

#[test]
fn both_kinds_give_the_same_moves() {
    let (_folder, text) = place("a.db");
    fs::write(&text, db()).unwrap();
    let (_folder, plain) = place("a.ybb");
    fs::write(&plain, ybb(false)).unwrap();
    let (_folder, deep) = place("deep");
    fs::write(&deep, ybb(true)).unwrap();
    for (path, format) in
        [(&text, BookFormat::YaneuraouDb), (&plain, BookFormat::Ybb), (&deep, BookFormat::Ybb)]
    {
        let book = Book::open(path).unwrap();
        assert_eq!((book.format(), book.game()), (format, game::Game::Shogi));
        assert_eq!(crate::book::moves(&ask(path, INITIAL)), ["2g2f 61", "7g7f 50", "5g5f -32"]);
        assert_eq!(crate::book::moves(&ask(path, THIRD)), ["B*4e -7"]);
        let second = ask(path, SECOND);
        assert_eq!(crate::book::moves(&second), ["8h2b+ 12"]);
        assert_eq!(second.moves[0].text, "２二角成");
        assert_eq!(
            crate::book::messages(&second),
            ["1 row is not a legal move here and was left out"]
        );
        // The number of the move does not matter, and the colours may be exchanged.
        assert_eq!(crate::book::moves(&ask(path, &SECOND.replace("- 3", "- 77"))), ["8h2b+ 12"]);
        let turned = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4";
        assert_eq!(crate::book::moves(&ask(path, turned)), ["2b8h+ 12"]);
        assert_eq!(crate::book::moves(&ask(path, "4k4/9/9/9/9/9/9/9/4K4 b - 1")), [""; 0]);
        let xiangqi = game::xiangqi::Position::initial();
        assert!(crate::book::ask(&books(path), &xiangqi).moves.is_empty());
    }
    assert_eq!(
        ask(&text, INITIAL).moves[0].note.as_deref(),
        Some("answer ３四歩, depth 32, count 100")
    );
    assert_eq!(ask(&plain, INITIAL).moves[0].note, None);
    assert_eq!(ask(&deep, INITIAL).moves[0].note.as_deref(), Some("depth 32"));
}

#[test]
fn a_text_needs_no_header_and_may_have_a_byte_order_mark() {
    let body = db().split_once('\n').unwrap().1.to_owned();
    let bare = body.split_once('\n').unwrap().1.to_owned();
    for text in [format!("\u{FEFF}{}", db()), body, bare.clone(), format!("\u{FEFF}{bare}")] {
        let (_folder, path) = place("a.db");
        fs::write(&path, &text).unwrap();
        assert_eq!(Book::open(&path).unwrap().format(), BookFormat::YaneuraouDb, "{text}");
        assert_eq!(crate::book::moves(&ask(&path, INITIAL)), ["2g2f 61", "7g7f 50", "5g5f -32"]);
    }
}

#[test]
fn remarks_are_shown_with_their_moves_and_answers_as_on_the_board() {
    let (_folder, path) = place("a.db");
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {INITIAL}\n# above\n7g7f 3c3d 50\n# the pawn\n//opens\n2g2f none 40\n#\nsfen {SECOND}\n\
         8h2b+ 3a2b 12\n"
    );
    fs::write(&path, text).unwrap();
    let answer = ask(&path, INITIAL);
    let notes: Vec<_> = answer.moves.iter().map(|mv| mv.note.as_deref()).collect();
    assert_eq!(notes, [Some("answer ３四歩; above; the pawn; opens"), None]);
    // With the colours exchanged, the answer is as well.
    let turned = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4";
    assert_eq!(ask(&path, turned).moves[0].note.as_deref(), Some("answer 同　銀"));
}

#[test]
fn columns_may_be_empty_and_positions_stand_twice() {
    let (_folder, path) = place("a.db");
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {INITIAL}\n7g7f  50  \n2g2f\nresign none 0 0 0\n\nsfen {INITIAL}\n7g7f none 70 0 3\n"
    );
    fs::write(&path, text).unwrap();
    let answer = ask(&path, INITIAL);
    assert_eq!(crate::book::moves(&answer), ["7g7f 70", "2g2f -"]);
    assert_eq!(answer.moves[0].note.as_deref(), Some("count 3"));
}

#[test]
fn damaged_and_other_books_are_named() {
    let error = |name: &str, bytes: &[u8]| {
        let (_folder, path) = place(name);
        fs::write(&path, bytes).unwrap();
        Book::open(&path).unwrap_err().to_string()
    };
    let whole = ybb(true);
    assert_eq!(error("a.ybb", &whole[..80]), "damaged: the file is cut short, at 80 of 164 bytes");
    let other = |kind| format!("a book in the {kind} format, which dapu does not read");
    assert_eq!(error("a.sbk", b"\x0a\x03abc"), other("ShogiGUI (SBK)"));
    let mut apery = Vec::new();
    for key in 1..40u64 {
        apery.extend((key << 40).to_le_bytes());
        apery.extend((5u16 | 60 << 7).to_le_bytes());
        apery.extend([1, 0, 0, 0, 0, 0]);
    }
    assert_eq!(error("book.bin", &apery), other("Apery (BIN)"));
    // The moves are cut off.
    let (_folder, path) = place("a.ybb");
    fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    for (sfen, _) in ROWS {
        ask(&path, sfen);
    }
    // None of the positions is where it should be.
    fs::write(&path, [&whole[..32], &[0xFF; 132], &whole[164..]].concat()).unwrap();
    assert!(ask(&path, INITIAL).moves.is_empty());
}

#[test]
fn the_command_knows_the_game_of_the_book() {
    let (folder, path) = place("a.db");
    fs::write(&path, db()).unwrap();
    let record = folder.path().join("game.sfen");
    fs::write(&record, "position startpos moves 7g7f 3c3d 8h2b+\n").unwrap();
    let dapu = |arguments: &[&str]| {
        let book = path.to_str().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
        let output = command.args(["book", book]).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert!(dapu(&[]).contains("２六歩"));
    assert!(dapu(&["--fen", THIRD]).contains("４五角"));
    assert!(dapu(&["--stats"]).contains("only books of xiangqi are counted"));
    let asked = dapu(&[record.to_str().unwrap(), "--ply", "2"]);
    assert!(asked.contains(">  ２二角成"), "{asked}");
    let xiangqi = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/xiangqi/xianrenzhilu.xqf");
    assert!(dapu(&[xiangqi]).contains("the book is for shogi, not for xiangqi"));
}

#[cfg(unix)]
#[test]
fn the_pane_shows_the_book_beside_a_shogi_board() {
    use crate::common::terminal::Terminal;
    let (folder, path) = place("a.db");
    fs::write(&path, db()).unwrap();
    let record = folder.path().join("game.sfen");
    fs::write(&record, "position startpos moves 7g7f 3c3d 8h2b+\n").unwrap();
    let arguments = [record.to_str().unwrap(), "--book", path.to_str().unwrap()];
    let mut terminal = Terminal::start(&arguments, 100, 30, &[]);
    let screen = terminal.shows_at_last("２六歩");
    assert!(screen.contains("BOOK a.db"), "{screen}");
    assert!(screen.contains("*７六歩"), "{screen}");
    terminal.keys("b\r");
    terminal.shows("1/3");
}
