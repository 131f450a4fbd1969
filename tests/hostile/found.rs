//! Files that once did harm, each reduced to a minimum.

use dapu::format::{self, WriteOptions};
use dapu::game::Side;
use dapu::record::{Key, NodeId, Record};

use crate::ccbridge;
use crate::common::export::Export;
use crate::common::read;
use crate::measure::{alone, measure, unmeasured};
use crate::survive::survive;
use crate::tokens::within;

#[test]
fn plies_with_absurd_numbers_are_counted() {
    let _unmeasured = unmeasured();
    for first in [u32::MAX, u32::MAX - 1, 1 << 31] {
        let kif =
            format!("手合割：平手\n{first} ７六歩(77)\n{first} ５五玉(11)\n変化：{first}手\n");
        let sfen = format!("sfen 9/9/9/9/9/9/9/9/9 b - {first} moves 7g7f 1a1b\n");
        for (text, name) in [(kif, "game.kif"), (sfen, "game.sfen")] {
            let loaded = read(text.as_bytes(), name).unwrap();
            let record = loaded.game(0).unwrap();
            assert!(record.first_number <= Record::LAST_FIRST_NUMBER);
            survive(&loaded);
        }
    }
}

#[test]
fn a_second_line_with_the_same_number_takes_nothing_from_the_first() {
    let _unmeasured = unmeasured();
    let manual = "##\n#0 C2H5 c8h5 T2A3\n#1#0-2 t8a7\n#0\n#0 T2A3\n";
    let dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
                   [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_move_0_1_00]7967[/DhtmlXQ_move_0_1_00]\n[/DhtmlXQ]\n";
    for (text, name, doubles) in [(manual, "game.manual", 2), (dhtmlxq, "game.ubb", 1)] {
        let loaded = read(text.as_bytes(), name).unwrap();
        let record = loaded.game(0).unwrap();
        let tree = &record.tree;
        assert_eq!(tree.mainline().count(), 4, "{name}");
        assert_eq!(tree.children(NodeId::ROOT).count(), 2, "{name}");
        assert_eq!(tree.len(), 6, "{name}");
        let warnings = loaded.warnings().into_iter();
        let warnings =
            warnings.filter(|warning| warning.to_string().contains("there are two lines 0"));
        assert_eq!(warnings.count(), doubles, "{name}");
        survive(&loaded);
    }
}

#[test]
fn zero_bytes_in_utf_8_do_not_make_it_utf_16() {
    let _unmeasured = unmeasured();
    let text =
        "(;FF[4]SZ[19]PB[п\0R пїЅTпїЅпїЅ]PW[пїЅRпїЅпїЅM-1 пїЅhпїЅ];B[pd];W[dp]C[пїЅНЊпїЅ isяfun])";
    let loaded = read(text.as_bytes(), "game.sgf").unwrap();
    assert_eq!(loaded.game(0).unwrap().tree.len(), 3);
    survive(&loaded);
}

#[test]
fn a_zero_byte_in_a_name_is_not_written() {
    let _unmeasured = unmeasured();
    let text = "{\"header\":{\"先手\":\"テスト\",\"後手\":\"テ\\u0000スト\"},\"moves\":[{},{\"move\":{\"to\":\
                {\"x\":7,\"y\":6},\"from\":{\"x\":7,\"y\":7},\"color\":0,\"piece\":\"FU\"}}]}";
    let loaded = read(text.as_bytes(), "game.jkf").unwrap();
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("テ\0スト"));
    survive(&loaded);
    let export = Export { source: &loaded, records: &[record], options: &WriteOptions::default() };
    let written = export.write(format::by_name("csa").unwrap()).unwrap();
    assert!(!written.bytes.contains(&0));
    assert_eq!(written.losses.to_string(), "1 zero character");
}

#[test]
fn an_unreadable_move_of_ugf_keeps_its_node() {
    let _unmeasured = unmeasured();
    for data in [
        "[Data]\nCC,B1,1,0\nC,W1,2,0\nDD,B1,3,0\n",
        "[Data]\n[ReviewNode]\nNODE,0\nNODE,1,1,3,3\nNODE,2,2,x,3\nNODE,3,1,4,4\n",
    ] {
        let loaded = read(format!("[Header]\nSize=9\n{data}").as_bytes(), "game.ugf").unwrap();
        let record = loaded.game(0).unwrap();
        let moves = record.tree.ids().map(|node| record.tree.mv(node).is_some());
        assert_eq!(moves.collect::<Vec<_>>(), [false, true, false, true]);
        assert_eq!(loaded.warnings().len(), 1);
        assert!(loaded.warnings()[0].problem.to_string().starts_with("expected a move, found"));
        survive(&loaded);
    }
}

#[test]
fn a_manual_of_nothing_but_misprints_is_read() {
    let _unmeasured = unmeasured();
    let dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]429496729[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    survive(&read(dhtmlxq.as_bytes(), "game.ubb").unwrap());
    let loaded = read(b"##\n#0 4294 9672 @R\n##\n", "game.manual").unwrap();
    let record = loaded.game(0).unwrap();
    assert_eq!(record.tree.len(), 3);
    assert!(record.tree.ids().skip(1).all(|node| record.tree.warning(node).is_some()));
}

#[test]
fn a_table_is_not_a_diagram() {
    let _unmeasured = unmeasured();
    let table = "# Notes\n\n| name | value |\n|---|---|\n| very | 1 |\n| vast | 2 |\n";
    assert!(read(table.as_bytes(), "notes.md").is_err());
    assert!(read(table.as_bytes(), "notes").is_err());
}

#[test]
fn a_comment_after_the_last_ply_is_reported() {
    let _unmeasured = unmeasured();
    let manual = format!("##\n#0 C2H5 c8h5\n##\n#0-{} a\n#0-9 b\n", u64::MAX);
    let loaded = read(manual.as_bytes(), "game.manual").unwrap();
    assert_eq!(loaded.game(0).unwrap().tree.len(), 3);
    assert_eq!(loaded.warnings().len(), 2);
    survive(&loaded);
}

#[test]
fn illegal_moves_are_all_marked_and_a_thousand_of_them_listed() {
    const MOVES: usize = 100_000;
    let _alone = alone();
    for (name, head, moves) in [
        ("game.pgn", "[Game \"Chinese Chess\"]\n\n", "A0-A5 A9-A4 "),
        ("game.csa", "PI\n+\n", "+9999FU\n-1111FU\n"),
        ("game.usi", "position startpos moves ", "1a9i 9i1a "),
        ("game.sgf", "(;SZ[19];B[aa]", ";W[aa];B[aa]"),
    ] {
        let text = head.to_owned() + &moves.repeat(MOVES / 2);
        let (loaded, cost) = measure(|| read(text.as_bytes(), name).unwrap());
        let record = loaded.game(0).unwrap();
        let illegal = record.tree.ids().filter(|node| record.tree.illegal(*node).is_some());
        assert!(illegal.count() > MOVES - 10, "{name}");
        let warnings = loaded.warnings();
        assert!(warnings.len() <= 1002, "{name}: {}", warnings.len());
        let rest =
            warnings.iter().filter(|warning| warning.to_string().ends_with(" more warnings"));
        assert_eq!(rest.count(), 1, "{name}");
        // Node, location and warning, and the buffers of the reader.
        let each = cost.memory / MOVES;
        assert!(each < 130, "{name}: {each} bytes a move");
    }
}

#[test]
fn a_packed_library_of_empty_games_takes_no_more_memory_than_it_unpacks() {
    let _alone = alone();
    let mut library = ccbridge::cbl_2_1("", &[]);
    let games = library.len() - 8;
    library[games..games + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    library.extend([4, 0, 0, 0].repeat(4 << 20));
    let packed = ccbridge::pack(&library);
    assert!(packed.len() < 20_000);
    let (error, cost) = measure(|| read(&packed, "game.cbl").unwrap_err());
    assert!(error.message.contains("ends inside game"), "{error}");
    assert!(cost.memory < 80 << 20, "{}", cost.memory);
    library.extend(vec![0; 64 << 20]);
    let packed = ccbridge::pack(&library);
    let (error, cost) = measure(|| read(&packed, "game.cbl").unwrap_err());
    assert_eq!(error.to_string(), "byte 20: more than 64 MB when unpacked");
    assert!(cost.memory < 150 << 20, "{}", cost.memory);
}

#[test]
fn a_game_of_sgf_behind_what_is_not_sgf_ends_the_one_before() {
    let _unmeasured = unmeasured();
    for between in ["", "\u{8}", "x", "[", ";B[aa]C[b]]"] {
        let text = format!("(;\n(;GM[1]{between}\n(;GM[]");
        for name in ["game.sgf", "game.txt"] {
            let done = within(10_000, || read(text.as_bytes(), name).is_ok());
            assert_eq!(done, Ok(true), "{text:?}");
        }
    }
}

#[test]
fn data_of_other_programs_is_not_searched_for_a_game() {
    let _unmeasured = unmeasured();
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"].iter().cycle().take(20_000);
    let items = moves.enumerate().map(|(number, mv)| format!("[{number}, \"{mv}\", null]"));
    let list = format!("[{}]", items.collect::<Vec<_>>().join(", "));
    for text in [format!("{{\"rows\": {list}}}"), list] {
        let error = read(text.as_bytes(), "moves.json").unwrap_err();
        assert_eq!(error.message, "not a record of a format that dapu knows");
    }
}
