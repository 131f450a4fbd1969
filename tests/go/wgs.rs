//! WGS, the records of QQ Go, and their conversion to SGF.

use dapu::format;
use dapu::game::Side;
use dapu::record::{At, Key};
use dapu::text::Source;

use super::{common, last_board, load, outline, to_sgf};

/// The documented layout of WGS: a header of 122 bytes, then two for each move.
struct Wgs {
    black: (&'static str, i32, i32, u8),
    white: (&'static str, i32, i32, u8),
    handicap: u8,
    size: u8,
    komi: [u8; 2],
    ended: u8,
    winner: u8,
    score: i16,
    moves: Vec<[u8; 2]>,
}

impl Wgs {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![2, 0, 0, 0];
        for (name, number, points, examined) in [self.black, self.white] {
            let mut player = [0; 48];
            player[..4].copy_from_slice(&number.to_le_bytes());
            let gbk = dapu::text::encoding_by_label("gbk").unwrap();
            let name = gbk.encode(name).0;
            player[6..6 + name.len()].copy_from_slice(&name);
            player[28..32].copy_from_slice(&[0x10, 0, 0, 0]);
            player[32..36].copy_from_slice(&points.to_le_bytes());
            player[36..38].copy_from_slice(&77u16.to_le_bytes());
            player[38] = examined;
            bytes.extend_from_slice(&player);
        }
        bytes.extend_from_slice(&[self.handicap, self.size, 0, self.komi[0], self.komi[1]]);
        bytes.extend_from_slice(&[self.ended, self.winner, 0]);
        bytes.extend_from_slice(&self.score.to_le_bytes());
        bytes.extend_from_slice(&[0; 10]);
        bytes.extend_from_slice(&(self.moves.len() as u16).to_le_bytes());
        assert_eq!(bytes.len(), 0x7A);
        bytes.extend(self.moves.concat());
        bytes
    }
}

/// Moves in SGF's letters, `--` for a pass.
fn wgs_moves(moves: &str) -> Vec<[u8; 2]> {
    let code = |text: &str| match text.as_bytes() {
        b"--" => [1, 0],
        [column, row] => [(column - b'a') * 4, row - b'a'],
        _ => panic!("{text}"),
    };
    moves.split_whitespace().map(code).collect()
}

/// The invented game of the sample.
fn sample() -> Wgs {
    Wgs {
        black: ("打谱黑棋", 1_105_462_249, 312, 2),
        white: ("王积薪", -1_434_845_203, -128, 0),
        handicap: 0,
        size: 19,
        komi: [7, 5],
        ended: 10,
        winner: 1,
        score: 16,
        moves: wgs_moves(
            "pd dp pp dd fq cn jp qf nc rd qc qi pi pj oi qh cf fd cj nq pn lq jq -- dq cq --",
        ),
    }
}

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/go/qq.wgs");

/// `DAPU_SAMPLES=write cargo test --test records go` writes the sample again.
#[test]
fn the_sample_of_wgs_has_the_documented_layout() {
    let bytes = sample().bytes();
    if std::env::var("DAPU_SAMPLES").is_ok_and(|value| value == "write") {
        std::fs::write(SAMPLE, &bytes).unwrap();
    }
    assert_eq!(std::fs::read(SAMPLE).unwrap(), bytes);
}

#[test]
fn wgs_gives_players_ranks_komi_result_and_moves() {
    let loaded = load("qq.wgs", sample().bytes());
    assert_eq!((loaded.format.name, loaded.encoding), ("wgs", Some("gb18030")));
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Player(Side::First)), Some("打谱黑棋"));
    assert_eq!(header(Key::Player(Side::Second)), Some("王积薪"));
    assert_eq!(header(Key::Rank(Side::First)), Some("3d"));
    assert_eq!(header(Key::Rank(Side::Second)), Some("3k"));
    assert_eq!(header(Key::Komi), Some("7.5"));
    assert_eq!(header(Key::Result), Some("B+15.5"));
    assert_eq!(header(Key::Remark), Some("QQ: Black 1105462249 业余2段, White 1434845203"));
    assert_eq!(header(Key::Handicap), None);
    let line = outline(&record);
    assert!(line.starts_with("- B pd W dp B pp W dd"), "{line}");
    assert!(line.ends_with("B jq W pass B dq W cq B pass"), "{line}");
}

#[test]
fn wgs_is_converted_to_sgf_without_loss() {
    let text = to_sgf(&load("qq.wgs", sample().bytes()));
    for part in [
        "(;FF[4]GM[1]CA[UTF-8]AP[dapu:",
        "SZ[19]",
        "PB[打谱黑棋]",
        "PW[王积薪]",
        "BR[3d]",
        "WR[3k]",
        "KM[7.5]",
        "RE[B+15.5]",
        "1105462249",
        "1434845203",
        ";B[pd];W[dp]",
        ";W[]",
        ";B[])",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let again = super::sgf(&text);
    assert_eq!(outline(&again), outline(&load("qq.wgs", sample().bytes()).game(0).unwrap()));
}

#[test]
fn wgs_handicap_stones_are_placed_as_by_the_server() {
    let mut game = sample();
    (game.handicap, game.komi, game.ended) = (2, [0, 0], 9);
    game.moves = wgs_moves("dd pp");
    let loaded = load("qq.wgs", game.bytes());
    let record = loaded.game(0).unwrap();
    assert_eq!(outline(&record), "- W dd B pp");
    assert_eq!(last_board(&record).stone((15, 3).into()), Some(Side::First));
    let text = to_sgf(&loaded);
    assert!(text.contains("HA[2]KM[0]RE[B+R]") && text.contains("AB[pd][dp]"), "{text}");
}

#[test]
fn wgs_results_are_written_as_sgf_has_them() {
    let result = |ended, winner, score| {
        let game = Wgs { ended, winner, score, ..sample() };
        let record = load("qq.wgs", game.bytes()).game(0).unwrap();
        record.headers.get(Key::Result).unwrap_or("none").to_owned()
    };
    assert_eq!(result(0, 0, 0), "none");
    assert_eq!(result(2, 0, 0), "Draw");
    assert_eq!(result(6, 0, 0), "W+F");
    assert_eq!(result(8, 1, 0), "B+T");
    assert_eq!(result(9, 1, 0), "B+R");
    // 0.75 stones are a point and a half.
    assert_eq!(result(10, 1, 2), "B+1.5");
    assert_eq!(result(10, 0, -3), "W+3.5");
}

#[test]
fn errors_in_wgs_are_reported_with_their_offsets() {
    let warnings = |bytes: &[u8]| -> Vec<String> {
        let loaded = load("qq.wgs", bytes);
        loaded.warnings().iter().map(ToString::to_string).collect()
    };
    let whole = sample().bytes();
    // Fewer moves than announced, and half a move.
    let cut = &whole[..0x7A + 5];
    assert_eq!(warnings(cut), ["byte 127: 2 of 27 moves are there"]);
    let loaded = load("qq.wgs", cut);
    assert_eq!(loaded.cut(), Some("2 of 27 moves are there"));
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B pd W dp");
    // More bytes than moves.
    let mut long = whole.clone();
    long[0x78] = 2;
    assert_eq!(warnings(&long), ["byte 120: 2 moves are announced in 54 bytes"]);
    // A move off the board, one off any board, and one on a stone.
    let mut game = sample();
    game.size = 13;
    game.moves = vec![[12 * 4, 0], [15 * 4, 3], [0, 99], [12 * 4, 0], [4, 4]];
    let loaded = load("qq.wgs", game.bytes());
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B ma W pd - W ma B be");
    let offsets: Vec<At> = loaded.warnings().iter().map(|warning| warning.at).collect();
    assert_eq!(offsets, [At::Byte(0x7C), At::Byte(0x7E), At::Byte(0x80)]);
    // An invalid size.
    let mut bytes = whole.clone();
    bytes[0x65] = 77;
    assert_eq!(warnings(&bytes), ["byte 101: 77 is not a board size; it is taken as 19"]);
    let mut bytes = whole.clone();
    bytes[0x69] = 66;
    assert_eq!(warnings(&bytes), ["byte 105: 66 is not a way to end a game"]);
    let error = format::read(&Source::new(&whole[..100], "qq.wgs")).unwrap_err();
    assert_eq!(error.to_string(), "byte 100: the file ends inside the header of 122 bytes");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn wgs_of_the_corpus_has_the_moves_of_the_matching_sgf() {
    let corpus = common::corpus("go/wgs");
    let wgs = load("test.wgs", std::fs::read(corpus.join("test.wgs")).unwrap());
    let sgf = load("test.sgf", std::fs::read(corpus.join("test.wgs.sgf")).unwrap());
    let ours = outline(&wgs.game(0).unwrap());
    assert_eq!(ours, outline(&sgf.game(0).unwrap()));
    assert!(wgs.warnings().is_empty());
    let again = super::sgf(&to_sgf(&wgs));
    assert_eq!(outline(&again), ours);
}
