//! The formats of Chinese servers and programs that hold a game or a list of positions: PFC, CHN, MXQ, CCM, CHE, eglib.

use dapu::format::Loaded;
use dapu::game::Side;
use dapu::record::{Key, Note};

use crate::common;

fn sample(name: &str) -> (Vec<u8>, Loaded) {
    let bytes = std::fs::read(format!("samples/xiangqi/{name}")).unwrap();
    let loaded = common::read(&bytes, name).unwrap();
    (bytes, loaded)
}

fn moves(loaded: &Loaded) -> Vec<String> {
    common::moves(loaded, 0)
}

#[test]
fn each_format_is_recognised_by_its_content() {
    for name in [
        "shunpao.pfc",
        "shunpao.chn",
        "shunpao.mxq",
        "shunpao.ccm",
        "shunpao.che",
        "endgames.eglib",
    ] {
        let (bytes, loaded) = sample(name);
        let nameless = common::read(&bytes, "").unwrap();
        assert_eq!(nameless.format.name, loaded.format.name, "{name}");
        assert!(name.ends_with(loaded.format.extensions[0]), "{name}");
    }
}

#[test]
fn headers_of_each_format_are_kept() {
    let header = |name: &str, key| {
        let (_, loaded) = sample(name);
        loaded.games()[0].headers().get(key).map(str::to_owned)
    };
    let red = Key::Player(Side::First);
    for name in ["shunpao.chn", "shunpao.mxq"] {
        assert_eq!(header(name, red).as_deref(), Some("弃马"), "{name}");
        assert_eq!(header(name, Key::Player(Side::Second)).as_deref(), Some("直车"), "{name}");
    }
    assert_eq!(header("shunpao.chn", Key::Title).as_deref(), Some("顺炮横车破直车（橘中秘）"));
    assert_eq!(header("shunpao.mxq", Key::Result).as_deref(), Some("1-0"));
    assert_eq!(header("shunpao.mxq", Key::Rank(Side::First)).as_deref(), Some("1500"));
    assert_eq!(header("shunpao.pfc", Key::Result).as_deref(), Some("1-0"));
}

#[test]
fn pfc_keeps_variations_and_comments() {
    let (_, loaded) = sample("shunpao.pfc");
    let pgn = std::fs::read("samples/xiangqi/shunpao.pgn").unwrap();
    let pgn = common::read(&pgn, "shunpao.pgn").unwrap();
    assert_eq!(common::steps(&loaded.game(0).unwrap()), common::steps(&pgn.game(0).unwrap()));
}

#[test]
fn each_endgame_of_a_list_is_a_game() {
    let (_, loaded) = sample("endgames.eglib");
    let games =
        loaded.games().iter().map(|game| game.headers().get(Key::Title).unwrap().to_owned());
    assert_eq!(games.collect::<Vec<_>>(), ["双车错(01)", "白脸将(02)"]);
    assert_eq!(moves(&loaded), ["a1a9", "e8d9", "b0b8"]);
}

#[test]
fn layouts_without_a_header_are_refused_by_name() {
    for (name, what) in [
        ("game.chn", "CHN without a header, as older versions of 联众 wrote it"),
        ("game.ccm", "CCM that is not of 17pk, as 中游 wrote it"),
    ] {
        let error = common::read(&[7; 700], name).unwrap_err().to_string();
        assert_eq!(error, format!("{what}: recognised, not supported"));
    }
}

#[test]
fn a_truncated_file_shows_its_complete_moves() {
    for (name, lost) in
        [("shunpao.chn", 20), ("shunpao.mxq", 20), ("shunpao.che", 30), ("shunpao.pfc", 30)]
    {
        let (bytes, whole) = sample(name);
        let cut = common::read(&bytes[..bytes.len() - lost], name).unwrap();
        assert!(cut.cut().is_some(), "{name}");
        let shown = moves(&cut).len();
        assert!(shown > 20 && moves(&whole).len() >= shown, "{name}: {shown}");
    }
}

#[test]
fn cbf_keeps_variations() {
    let text = "<ChineseChessRecord><Head></Head><MoveList><Move value=\"00-00\"/><Move value=\"77-47\"/>\
        <Move value=\"70-62\" branch=\"1\"/><Move value=\"79-67\" end=\"1\">一</Move><Move value=\"10-22\" end=\"1\"/>\
        </MoveList></ChineseChessRecord>";
    let loaded = common::read(text.as_bytes(), "game.cbf").unwrap();
    let record = loaded.game(0).unwrap();
    let steps = common::steps(&record);
    let parents: Vec<_> = steps.iter().map(|step| (step.parent, step.mv.as_deref())).collect();
    let expected = [
        (None, None),
        (Some(0), Some("h2e2")),
        (Some(1), Some("h9g7")),
        (Some(2), Some("h0g2")),
        (Some(1), Some("b9c7")),
    ];
    assert_eq!(parents, expected);
    assert!(loaded.cut().is_none());
    let comments = record
        .tree
        .ids()
        .flat_map(|node| record.tree.notes(node))
        .filter(|note| matches!(note, Note::Comment(_)));
    assert_eq!(comments.count(), 1);
}

#[test]
fn every_string_of_mxq_is_kept() {
    let (bytes, loaded) = sample("shunpao.mxq");
    let record = loaded.game(0).unwrap();
    let kept: Vec<_> = common::unknown(&record.headers).collect();
    let expected = ["30", "3", "60", "1501", "1399"];
    let names = ["string 6", "string 7", "string 8", "string 9", "string 10"];
    assert_eq!(kept, names.into_iter().zip(expected).collect::<Vec<_>>());
    let end = bytes.len() - "\x0bCommentsEnd".len();
    let more = [&bytes[..end], b"\x05later", &bytes[end..]].concat();
    let loaded = common::read(&more, "game.mxq").unwrap();
    let tree = &loaded.game(0).unwrap().tree;
    let comment: Vec<_> = tree.comments(tree.mainline_end()).collect();
    assert_eq!(comment, ["黑方绝杀\nlater"]);
}

#[test]
fn every_field_of_xqr_is_kept_or_reported() {
    let (bytes, _) = sample("xiaji.xqr");
    let with = |fields: &[u8]| {
        let file = [&bytes[..7], fields, &bytes[7..]].concat();
        common::read(&file, "game.xqr").unwrap()
    };
    let warnings =
        |loaded: &Loaded| loaded.warnings().iter().map(ToString::to_string).collect::<Vec<_>>();
    let loaded = with(b"\x0a\x04text");
    let record = loaded.game(0).unwrap();
    assert_eq!(common::unknown(&record.headers).collect::<Vec<_>>(), [("field 10", "text")]);
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!(warnings(&with(b"\x0a\x02\x00\x01")), ["byte 9: the field of kind 10 is not read"]);
    assert_eq!(warnings(&with(b"\x07\x01\x09")), ["byte 9: the field of kind 7 is not read"]);
    let [warning] = &warnings(&with(b"\x08\x07no/rook"))[..] else { panic!("one warning") };
    assert!(warning.starts_with("byte 9: "), "{warning}");
}
