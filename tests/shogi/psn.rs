//! PSN in its dialects, and PGN of shogi.

use dapu::format::Loaded;
use dapu::game::Side;
use dapu::record::{EndingKind, Key, Note};

use crate::common;
use crate::shogi::{ending, lines};

fn read(text: &str) -> Loaded {
    common::read(text.as_bytes(), "").unwrap()
}

fn moves(loaded: &Loaded, game: usize) -> String {
    common::moves(loaded, game).join(" ")
}

const OPENING: &str = "7g7f 3c3d 8h2b+ 3a2b B*4e";

#[test]
fn the_sample_has_two_games() {
    let bytes = std::fs::read("samples/shogi/bishops.psn").unwrap();
    for name in ["bishops.psn", ""] {
        let loaded = common::read(&bytes, name).unwrap();
        assert_eq!(loaded.format.name, "psn");
        assert_eq!(loaded.warnings(), []);
        assert!(moves(&loaded, 0).starts_with(OPENING));
        assert_eq!(moves(&loaded, 1), OPENING);
        let record = loaded.game(0).unwrap();
        let last = record.tree.mainline_end();
        let ending = record.tree.ending(last).unwrap();
        assert_eq!(ending.kind, EndingKind::Resign);
        assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("Second"));
        // The tag is empty, the moves end with the result.
        assert_eq!(loaded.game(1).unwrap().headers.get(Key::Result), Some("1-0"));
    }
}

#[test]
fn moves_may_be_numbered_in_pairs_and_recapture() {
    let loaded = read("[Black \"a\"]\n[White \"b\"]\n1.P7f P3d 2.Bx2b+ xS 3.B'4e\n");
    assert_eq!(moves(&loaded, 0), OPENING);
    assert_eq!(loaded.games()[0].headers().get(Key::Player(Side::First)), Some("a"));
}

#[test]
fn a_list_of_moves_needs_no_tags() {
    for text in [
        "P7g-7f P3c-3d B8hx2b+ S3ax2b B'4e\n",
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e\n",
        "P-7f P-3d Bx2b+ Sx2b B*4e",
        "1.P7f 2.P3d 3.Bx2b+ 4.Sx 5.B4e\n",
    ] {
        let loaded = read(text);
        assert_eq!(loaded.format.name, "psn", "{text}");
        assert_eq!(moves(&loaded, 0), OPENING, "{text}");
        assert_eq!(loaded.warnings(), [], "{text}");
    }
    assert!(common::read(b"P7g-7f Q1a-1b", "").is_err());
}

#[test]
fn a_line_may_have_a_number_and_times() {
    let text = "[Sente \"a\"]\n  1 P7g-7f ( 0:05/00:00:05)\n  2 P3c-3d ( 0:07/00:00:07)\n";
    let loaded = read(text);
    assert_eq!(moves(&loaded, 0), "7g7f 3c3d");
    let record = loaded.game(0).unwrap();
    let first = record.tree.get(1).unwrap();
    let spent = record.tree.notes(first).find_map(|note| match note {
        Note::Clock(clock) => clock.spent,
        _ => None,
    });
    assert_eq!(spent, Some(5000));
}

#[test]
fn the_file_tells_two_pieces_apart() {
    let text = "[Sente \"a\"]\n1.G65h 2.P3d 3.P7f 4.P8d 5.G56h\n";
    // Both golds can move to 5h; the second time one of them returns.
    assert_eq!(moves(&read(text), 0), "6i5h 3c3d 7g7f 8c8d 5h6h");
}

#[test]
fn pgn_of_shogi_is_read_with_chess_squares() {
    let xboard = "[Event \"e\"]\n[White \"a\"]\n[Black \"b\"]\n[Variant \"shogi\"]\n\n1. c4 g6 2. Bxh8+ Sxh8 3. B@f5 {c} 1-0\n";
    let pychess = "[Event \"e\"]\n[White \"a\"]\n[Black \"b\"]\n[Variant \"shogi\"]\n\n1. Pc4 Pg6 2. Bxh8=H Sxh8 (2... Rxh8) 3. B@f5 1-0\n";
    for text in [xboard, pychess] {
        let loaded = common::read(text.as_bytes(), "game.pgn").unwrap();
        assert_eq!(loaded.format.name, "psn");
        assert_eq!(moves(&loaded, 0), OPENING);
        assert_eq!(loaded.games()[0].headers().get(Key::Player(Side::First)), Some("a"));
        assert_eq!(loaded.warnings(), []);
    }
    let record = read(pychess).game(0).unwrap();
    assert_eq!(record.tree.len(), 7, "the variation is there");
}

#[test]
fn an_impossible_move_keeps_its_place() {
    let loaded = read("[Sente \"a\"]\n1.P7f 2.P3d 3.N5e 4.P8d\n");
    assert_eq!(moves(&loaded, 0), "7g7f 3c3d 8c8d");
    let warnings = loaded.warnings();
    let [warning] = &warnings[..] else { panic!() };
    assert_eq!(warning.to_string(), "2:13: no piece can play \"N5e\"; the move is skipped");
    assert!(common::read(b"[Event \"chess\"]\n1. e4 e5 2. Nf3\n", "game.pgn").is_err());
}

#[test]
fn the_capturing_piece_may_be_promoted() {
    let text = "[Sente \"a\"]\n1.P7f 2.P3d 3.Bx2b+ 4.Sx2b 5.B*5e 6.P8d 7.B3c+ 8.B*4d 9.x+B\n";
    assert_eq!(moves(&read(text), 0), "7g7f 3c3d 8h2b+ 3a2b B*5e 8c8d 5e3c+ B*4d 3c4d");
}

#[test]
fn endings_and_variations_of_shogidokoro_are_no_moves() {
    for (word, comment, kind) in [
        ("Resigns", "", EndingKind::Resign),
        ("Sennichite", "", EndingKind::Repetition),
        ("Jishogi", "", EndingKind::Jishogi),
        ("Jishogi", "{\n入玉宣言により勝ち。\n}\n", EndingKind::Nyugyoku),
        ("Timeup", "", EndingKind::Timeout),
        ("Interrupt", "", EndingKind::Abort),
        ("Mate", "", EndingKind::Mate),
    ] {
        let text = format!(
            "[Sente \"a\"]\n1.P7g-7f (00:03 / 00:00:03)\n2.P3c-3d (00:02 / 00:00:02)\n3.{word} (00:05 / 00:00:08)\n{comment}\n\
             Variation:2\n2.P8c-8d (00:01 / 00:00:01)\n3.P2g-2f (00:01 / 00:00:04)\n\nVariation:3\n3.P7f-7e (00:02 / 00:00:05)\n"
        );
        let loaded = read(&text);
        assert_eq!(loaded.warnings(), [], "{word}");
        let record = loaded.game(0).unwrap();
        assert_eq!(lines(&record), ["7g7f 3c3d", "7g7f 8c8d 2g2f", "7g7f 8c8d 7f7e"], "{word}");
        let ended = ending(&record, record.tree.get(2).unwrap());
        assert_eq!(ended, Some(kind), "{word}");
    }
    let late = read("[Sente \"a\"]\n1.P7f 2.P3d\nVariation:9\n3.P2f\n");
    assert_eq!(moves(&late, 0), "7g7f 3c3d 2g2f");
    assert_eq!(late.warnings().len(), 1);
}

#[test]
fn psn_may_have_moves_of_usi_and_begin_later() {
    let text = "[Sente \"a\"]\n[SFEN \"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\"]\n\
                3.8h2b+ (00:03 / 00:00:03)\n4.3a2b (00:03 / 00:00:03)\n5.RepetitionDraw (00:00 / 00:00:03)\n\n\
                Variation:4\n4.8b2b (00:03 / 00:00:03)\n";
    let record = read(text).game(0).unwrap();
    assert_eq!(record.first_number, 3);
    assert_eq!(lines(&record), ["8h2b+ 3a2b", "8h2b+ 8b2b"]);
}
