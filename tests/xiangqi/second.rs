//! Peculiarities of other programs: ranks in western notation, pages of dpxq.com, lists in two encodings.

use dapu::format::Loaded;
use dapu::record::Key;

use crate::common;

fn read(text: &str, name: &str) -> Loaded {
    common::read(text.as_bytes(), name).unwrap()
}

fn moves(loaded: &Loaded) -> Vec<String> {
    common::moves(loaded, 0)
}

#[test]
fn ranks_that_tell_pieces_apart_count_from_0_or_1() {
    // Two red elephants on g0 and g4 can both go to e2.
    let fen = "4k4/9/9/9/9/6B2/9/9/3K5/6B2 w";
    for (text, expected) in
        [("1. E4e2 Ke8 2. Ed0", "g4e2"), ("1. E5e3 Ke9 2. Kd1", "g4e2"), ("1. E0e2 Ke8", "g0e2")]
    {
        let pgn = format!("[Variant \"xiangqi\"]\n[FEN \"{fen}\"]\n\n{text} *\n");
        let loaded = read(&pgn, "game.pgn");
        assert_eq!(moves(&loaded)[0], expected, "{text}: {:?}", loaded.warnings());
    }
}

#[test]
fn an_overlong_number_is_not_a_move() {
    let loaded =
        read("[Game \"Chinese Chess\"]\n\n1. 炮二平五 馬8進9999 2. 马二进三 *\n", "game.pgn");
    assert!(!loaded.warnings().is_empty());
    // Without blanks the number of the next move follows the move.
    let dense =
        read("[Game \"Chinese Chess\"]\n\n1.炮二平五马8进72.马二进三车9平81-0\n", "game.pgn");
    assert_eq!(moves(&dense), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert_eq!(dense.games()[0].headers().get(Key::Result), Some("1-0"));
}

const BINIT: &str = "8979695949392919097717866646260600102030405060708012720323436383";

#[test]
fn pages_of_dpxq_have_the_moves_in_a_script() {
    for script in [
        "'[DhtmlXQ_movelist]796770621927[/DhtmlXQ_movelist]'",
        "'[DhtmlXQ_move'+'list]796770621927[/DhtmlXQ_move'+'list]'",
        "'[0_1_0]796770621927[/0_1_0][0_2_1]0304[/0_2_1]'",
    ] {
        let page = format!(
            "<html><body><div>[DhtmlXQ]<br>[DhtmlXQ_title]甲[/DhtmlXQ_title][DhtmlXQ_binit]{BINIT}[/DhtmlXQ_binit]\
             [DhtmlXQ_movelist][/DhtmlXQ_movelist][DhtmlXQ_comment1]一[/DhtmlXQ_comment1][/DhtmlXQ]</div>\
             <script>\nvar DhtmlXQ_movelist = {script};\n</script></body></html>"
        );
        let loaded = read(&page, "page.html");
        assert_eq!(loaded.games().len(), 1, "{script}");
        assert_eq!(moves(&loaded), ["h0g2", "h9g7", "b0c2"], "{script}");
        assert_eq!(loaded.games()[0].headers().get(Key::Title), Some("甲"));
        assert_eq!(loaded.warnings(), [], "{script}");
        let record = loaded.game(0).unwrap();
        assert_eq!(record.tree.comment(record.tree.get(1).unwrap()), Some("一"));
    }
}

#[test]
fn tags_in_capitals_and_brackets_by_number_are_read() {
    let block = "[DHTMLXQ][DHTMLXQ_TITLE]Title[/DHTMLXQ_TITLE][DHTMLXQ_MOVELIST]7967[/DHTMLXQ_MOVELIST][/DHTMLXQ]";
    let loaded = read(block, "game.txt");
    assert_eq!(moves(&loaded), ["h0g2"]);
    assert_eq!(loaded.games()[0].headers().get(Key::Title), Some("Title"));
    let block = "&#91;DhtmlXQ&#93;&#91;DhtmlXQ_movelist&#93;7967&#91;/DhtmlXQ_movelist&#93;&#91;/DhtmlXQ&#93;";
    assert_eq!(moves(&read(block, "game.txt")), ["h0g2"]);
}

#[test]
fn the_second_version_of_movelist_is_refused_by_name() {
    let block =
        "[DhtmlXQ]\n[DhtmlXQ_movelist]796700X00706200X01192700X02[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    let error = common::read(block.as_bytes(), "game.ubb").unwrap_err();
    let expected = "2:19: moves in version 2 of DhtmlXQ: recognised, not supported";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_list_may_have_both_chinese_encodings_in_a_line() {
    let mut bytes = b"3ak4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1; 01.".to_vec();
    for (text, encoding, end) in
        [("对面笑车马", "gb18030", &b"|01."[..]), ("對面笑車馬", "big5", b"\n")]
    {
        let encoding = dapu::text::encoding_by_label(encoding).unwrap();
        bytes.extend_from_slice(&encoding.encode(text).0);
        bytes.extend_from_slice(end);
    }
    let loaded = common::read(&bytes, "list.epd").unwrap();
    let record = loaded.game(0).unwrap();
    let shown = format!("{:?} {:?}", record.headers, common::steps(&record));
    assert!(shown.contains("01.对面笑车马|01.對面笑車馬"), "{shown}");
}

#[test]
fn recognised_but_unsupported_formats_are_named() {
    for (text, what) in [
        ("USF:1.0\n", "a record in USF"),
        (
            "[DHJHtmlXQ]\n[DHJHtmlXQ_34]7242[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]\n",
            "a record in DHJHtmlXQ (广东象棋网)",
        ),
        (
            "<!DOCTYPE html><html><body>404 Not Found</body></html>",
            "a web page without a record in it",
        ),
    ] {
        for name in ["", "game.sgf", "game.xqf"] {
            let error = common::read(text.as_bytes(), name).unwrap_err().to_string();
            assert_eq!(error, format!("{what}: recognised, not supported"));
        }
    }
    let eleeye: Vec<u8> = (1u8..60).flat_map(|lock| [0, 0, 0, lock, 0xAA, 0xA7, lock, 0]).collect();
    for (book, what) in
        [(&[0x0B, 0x35, 0, 0][..], "MoonRiver (XOB)"), (&eleeye, "ElephantEye (BOOK.DAT)")]
    {
        let error = common::read(book, "").unwrap_err().to_string();
        let named = format!("an opening book in the {what} format: recognised, not supported");
        assert_eq!(error, named);
    }
}

#[test]
fn pgn_of_another_game_is_refused_by_its_name() {
    for text in [
        "[Event \"?\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
        "[Event \"?\"]\n[Variant \"Makruk\"]\n\n1. Mdd2 Pd5 *\n",
        "[Variant \"Janggi\"]\n\n1. a1a2 a10a9 *\n",
        "[Event \"?\"]\n[Variant \"Manchu\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1\"]\n\n1. a1a2 *\n",
    ] {
        for name in ["", "game.pgn"] {
            let error = common::read(text.as_bytes(), name).unwrap_err().to_string();
            let expected = "a PGN without xiangqi in it: recognised, not supported";
            assert_eq!(error, expected, "{text}");
        }
    }
}

#[test]
fn a_start_shared_by_two_games_is_reported() {
    let warnings = |text: &str, name| {
        let loaded = common::read(text.as_bytes(), name).unwrap();
        (loaded.format.name, loaded.warnings().len())
    };
    assert_eq!(warnings("position startpos\n", ""), ("fen", 1));
    assert_eq!(warnings("position startpos\n", "a.fen"), ("fen", 0));
    assert_eq!(warnings("position startpos\n", "a.sfen"), ("usi", 0));
    assert_eq!(warnings("startpos moves h2e2\n", ""), ("fen", 0));
    assert_eq!(warnings("startpos moves 7g7f\n", ""), ("usi", 0));
}
