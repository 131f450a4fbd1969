//! The text manual of `ChineseChess.h`.

use dapu::format::WriteOptions;
use dapu::game::Side;
use dapu::record::{Key, NodeId};

use crate::common::{self, read, write};
use crate::xiangqi::{comments, game, load, mainline, variations};

const OPENING: &str = "h2e2 h7e7 h0g2 h9g7";

fn manual(text: &str) -> (std::sync::Arc<dapu::record::Record>, Vec<String>) {
    game(text, "game.txt", "manual")
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_move_of_the_long_examples_has_a_node() {
    let corpus = common::corpus("xiangqi/other/cch");
    let mut trees = Vec::new();
    for name in ["juzhongmi_compact.txt", "juzhongmi_visual.txt"] {
        let bytes = std::fs::read(corpus.join(name)).unwrap();
        let record = read(&bytes, name).unwrap().game(0).unwrap();
        assert_eq!(record.tree.len(), 1 + 366, "{name}");
        assert_eq!(variations(&record), 29, "{name}");
        trees.push(common::steps(&record));
    }
    assert_eq!(trees[0], trees[1]);
}

#[test]
fn both_sets_of_letters_and_both_forms_give_the_same_game() {
    for text in [
        "##\n#0 C2H5 c8h5 T2A3 t8a7 @R\n##\n",
        "##\n#0#C2H5c8h5T2A3t8a7@R\n##",
        "##\r\n#0 C2S5 c8s5 T2W3 t8w7 ... @R\r\n",
        "##\n#0\nC2H5 c8h5\nT2A3 t8a7\n@R\n",
        "##\n#0 C2H5,c8h5，T2A3、t8a7@R\n",
        "#0 C2H5 c8h5 T2A3 t8a7 @R\n",
    ] {
        let (record, warnings) = manual(text);
        assert_eq!(mainline(&record), OPENING, "{text}");
        assert_eq!(record.headers.get(Key::Result), Some("1-0"), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
}

#[test]
fn lines_branch_off_with_either_sign() {
    for fork in ["#1#0-2", "#1*0-2", "#1 # 0-2"] {
        let text = format!("##\n#0 C2H5 c8h5\n{fork} t8a7 T2A3 $R\n##\n#1-3 好\n");
        let (record, warnings) = manual(&text);
        assert_eq!(warnings, [""; 0], "{text}");
        let tree = &record.tree;
        let first = tree.first_child(NodeId::ROOT).unwrap();
        let branch = tree.children(first).nth(1).unwrap();
        assert_eq!(tree.mv(branch).unwrap().code(), "h9g7");
        let last = tree.first_child(branch).unwrap();
        assert_eq!(tree.comment(last), Some("好"));
    }
}

#[test]
fn the_first_move_decides_who_begins_where_the_header_is_wrong() {
    for (text, moves, is_told) in [
        ("##\n#0! c8h5 C2H5\n", "h7e7 h2e2", false),
        ("##\n#0 c8h5 C2H5\n", "h7e7 h2e2", true),
        ("##\n#0! C2H5 c8h5\n", "h2e2 h7e7", true),
    ] {
        let (record, warnings) = manual(text);
        assert_eq!(mainline(&record), moves, "{text}");
        let black = moves.starts_with("h7");
        assert_eq!(record.start.side_to_move() == Side::Second, black, "{text}");
        assert_eq!(warnings.len(), usize::from(is_told), "{warnings:?}");
    }
}

#[test]
fn misprints_keep_a_node_and_the_line_goes_on() {
    let (record, warnings) = manual("##\n#0 C2H5 r8h8 T2A3 t8a7\n##\n");
    assert_eq!(mainline(&record), "h2e2 -- h0g2 h9g7");
    assert_eq!(warnings, ["2:9: no piece can play \"r8h8\"; the move is skipped"]);
}

#[test]
fn a_number_sign_in_a_comment_does_not_begin_another() {
    let text = "##\n#0 C2H5 c8h5\n##\n#0-0 引言\n#0-1 看 #3 的变化\n第二行\n#0-2 完 ##\n";
    let (record, warnings) = manual(text);
    assert_eq!(warnings, [""; 0]);
    let wanted = [(0, "引言"), (1, "看 #3 的变化\n第二行"), (2, "完")];
    assert_eq!(comments(&record), wanted.map(|(ply, text)| (ply, text.to_owned())));
}

#[test]
fn a_comment_without_a_move_is_shown_at_the_start() {
    let (record, warnings) = manual("##\n#0 C2H5\n##\n#0-9 x\n#3-1 y\n");
    assert_eq!(comments(&record), [(0, "x".to_owned()), (0, "y".to_owned())]);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
}

#[test]
fn fields_are_read_with_and_without_spaces() {
    for space in ["", " "] {
        let fields = ["橘中秘", "1632", "甲", "红队", "乙", "", "红先和", "残局谱", "黑先", "多"];
        let head: String = fields.iter().map(|field| format!("#{space}{field}\n")).collect();
        let (record, warnings) = manual(&format!("{head}##\n#0 c8h5\n"));
        assert_eq!(warnings, [""; 0]);
        let headers = &record.headers;
        for (key, value) in [
            (Key::Title, "橘中秘"),
            (Key::Date, "1632"),
            (Key::Player(Side::First), "甲"),
            (Key::Team(Side::First), "红队"),
            (Key::Player(Side::Second), "乙"),
            (Key::Result, "1/2-1/2"),
            (Key::Kind, "endgame"),
        ] {
            assert_eq!(headers.get(key), Some(value));
        }
        assert_eq!(common::unknown(headers).collect::<Vec<_>>(), [("", "多")]);
        assert_eq!(record.start.side_to_move(), Side::Second);
    }
}

#[test]
fn two_games_keep_their_own_fields_and_comments() {
    let game = |name: &str| format!("#{name}\n#2001\n##\n#0 C2H5 c8h5\n##\n#0-1 {name}\n");
    let loaded = load(&(game("甲") + &game("乙")), "games.txt", "manual");
    assert_eq!(loaded.games().len(), 2);
    for (index, name) in ["甲", "乙"].into_iter().enumerate() {
        let record = loaded.game(index).unwrap();
        assert_eq!(record.headers.get(Key::Title), Some(name));
        assert_eq!(comments(&record), [(1, name.to_owned())]);
    }
}

#[test]
fn a_position_may_be_alone_before_or_among_the_lines() {
    let start = "#@rtbgkgbtr10c5c1p1p1p1p1p18P1P1P1P1P1C5C10RTBGKGBTR@#";
    let single: String = [
        "rtbgkgbtr",
        "000000000",
        "0c00000c0",
        "p0p0p0p0p",
        "000000000",
        "000000000",
        "P0P0P0P0P",
        "0C00000C0",
        "000000000",
        "RTBGKGBTR",
    ]
    .concat();
    let initial = dapu::game::xiangqi::Position::initial();
    for text in [
        start.to_owned(),
        format!("#@{single}@#"),
        "#@rtbgkgbtr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RTBGKGBTR@#".to_owned(),
        format!("{start}\n##\n#0 C2H5\n"),
        format!("##\n#0 C2H5\n{start}\n##\n"),
    ] {
        let (record, warnings) = manual(&text);
        assert_eq!(record.start, dapu::game::Position::Xiangqi(initial), "{text}");
        assert_eq!(warnings, [""; 0], "{text}");
    }
    // The first revisions of the header had red on top.
    let (record, warnings) = manual("#@RTBGKGBTR10C5C1P1P1P1P1P18p1p1p1p1p1c5c10rtbgkgbtr@#");
    assert_eq!(record.start, dapu::game::Position::Xiangqi(initial));
    assert_eq!(warnings.len(), 1);
}

#[test]
fn only_a_complete_board_is_rotated() {
    // A red king alone on the other side may be a damaged file.
    let fen = "5p3/4NR2K/6P2/8R/9/9/9/P4P2b/4r4/3B5 w - - 0 1";
    let fen = read(fen.as_bytes(), "a.fen").unwrap();
    let odd = fen.game(0).unwrap();
    let written = write(&odd, "manual", &WriteOptions::default()).unwrap();
    assert!(written.losses.is_empty(), "{}", written.losses);
    let text = String::from_utf8(written.bytes).unwrap();
    assert_eq!(manual(&text).0.start, odd.start);
    // With both kings on the other side the board is rotated.
    let fen = "3K5/9/9/9/9/9/9/9/9/4k4 w - - 0 1";
    let fen = read(fen.as_bytes(), "a.fen").unwrap();
    let written = write(&fen.game(0).unwrap(), "manual", &WriteOptions::default()).unwrap();
    assert_eq!(written.losses.to_string(), "1 starting position");
}

#[test]
fn written_manuals_look_as_written_by_hand() {
    let text =
        "##\n#0 C2H5 c8h5 T2A3 @R\n#1#0-2 t8a7 T2A3 $R\n#2#1-3 T8A7\n#3#0-3 T8A7\n##\n#1-3 好\n";
    let (record, _) = manual(text);
    let spaced = write(&record, "manual", &WriteOptions::default()).unwrap();
    assert!(spaced.losses.is_empty(), "{}", spaced.losses);
    assert_eq!(String::from_utf8(spaced.bytes).unwrap(), text);
    let compact = WriteOptions { version: Some("compact".to_owned()), ..WriteOptions::default() };
    let compact = write(&record, "manual", &compact).unwrap().bytes;
    let compact = String::from_utf8(compact).unwrap();
    assert!(compact.contains("#0#C2H5c8h5T2A3@R\n#1#0-2#t8a7T2A3$R\n"), "{compact}");
    assert_eq!(common::steps(&manual(&compact).0), common::steps(&record));
}

#[test]
fn a_game_without_moves_is_read_back() {
    for text in ["#甲\n##\n#0\n##\n", "#甲\n##\n#0 @R\n##\n"] {
        let (record, _) = manual(text);
        let written = write(&record, "manual", &WriteOptions::default()).unwrap();
        let again = String::from_utf8(written.bytes).unwrap();
        let (again, _) = manual(&again);
        assert_eq!(again.headers.get(Key::Title), Some("甲"));
        assert_eq!(again.headers.get(Key::Result), record.headers.get(Key::Result));
    }
}
