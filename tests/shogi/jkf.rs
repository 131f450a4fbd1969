//! JKF, read and written.

use super::*;
use dapu::game::Side;
use dapu::record::At;

/// Parent, move and notes of every node in preorder.
type Shape = Vec<(Option<u32>, Option<Move>, Vec<Note>)>;

fn shape(record: &Record) -> Shape {
    let mut walk = record.walk();
    let mut numbers = vec![0; record.tree.len()];
    let mut shape = Shape::new();
    while let Some(node) = walk.advance() {
        numbers[node.index()] = shape.len() as u32;
        let parent = record.tree.parent(node).map(|parent| numbers[parent.index()]);
        let notes = record
            .tree
            .notes(node)
            .filter(|note| !matches!(note, Note::Warning(_)))
            .cloned()
            .collect();
        shape.push((parent, record.tree.mv(node), notes));
    }
    shape
}

fn children(record: &Record, node: NodeId) -> Vec<String> {
    record.tree.children(node).filter_map(|child| record.tree.mv(child)).map(Move::code).collect()
}

#[test]
fn forks_are_alternatives_to_the_moves_they_replace() {
    let loaded = read_as("forks.jkf", sample("forks.jkf"));
    assert_eq!(loaded.format.name, "jkf");
    assert_eq!(loaded.warnings(), []);
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Title), Some("矢倉か角換わりか"));
    let tree = &record.tree;
    assert_eq!(
        tree.notes(NodeId::ROOT).collect::<Vec<_>>(),
        [&Note::Bookmark("始まり".into()), &Note::Comment("初手から".into())]
    );
    let first = tree.first_child(NodeId::ROOT).unwrap();
    assert_eq!(children(&record, first), ["8c8d", "3c3d", "4a3b"]);
    let side_line = tree.children(first).nth(1).unwrap();
    assert_eq!(tree.comment(side_line), Some("横歩取りへ"));
    assert_eq!(children(&record, side_line), ["8h2b+", "2g2f"]);
    // 同 without a destination means that of the previous move.
    let exchange = tree.first_child(side_line).unwrap();
    assert_eq!(children(&record, exchange), ["3a2b"]);
    assert_eq!(ending(&record, tree.first_child(exchange).unwrap()), Some(EndingKind::Abort));
    assert_eq!(ending(&record, tree.mainline_end()), Some(EndingKind::Resign));
}

#[test]
fn written_records_read_back_the_same() {
    let loaded = read_as("forks.jkf", sample("forks.jkf"));
    let written = written(&loaded, "jkf");
    assert!(written.losses.is_empty(), "{}", written.losses);
    let again = read_as("game.jkf", &written.bytes);
    assert_eq!(shape(&loaded.game(0).unwrap()), shape(&again.game(0).unwrap()));
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_jkf_of_the_corpus_survives_a_round_trip() {
    let corpus = common::corpus("shogi");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let mut files = 0;
    for path in index
        .lines()
        .filter_map(|line| line.split('\t').next())
        .filter(|path| path.ends_with(".jkf"))
    {
        let loaded = read_as("game.jkf", std::fs::read(corpus.join(path)).unwrap());
        let again = read_as("game.jkf", &written(&loaded, "jkf").bytes);
        let (before, after): (Arc<Record>, Arc<Record>) =
            (loaded.game(0).unwrap(), again.game(0).unwrap());
        assert_eq!(shape(&before), shape(&after), "{path}");
        assert_eq!(before.start, after.start, "{path}");
        files += 1;
    }
    assert!(files > 5);
}

#[test]
fn unreadable_moves_are_reported_and_kept() {
    let text = r#"{"header":{},"moves":[{},{"move":{"color":0,"to":{"x":10,"y":1},"piece":"FU"}},{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},{"special":"WHAT"}]}"#;
    let loaded = read_as("game.jkf", text.as_bytes());
    let record = loaded.game(0).unwrap();
    assert_eq!(record.tree.len(), 3);
    assert_eq!(loaded.warnings().len(), 1);
    assert!(loaded.warnings()[0].problem.to_string().starts_with("cannot read the move"));
    assert_eq!(
        shape(&record),
        shape(&read_as("game.jkf", &written(&loaded, "jkf").bytes).game(0).unwrap())
    );
    // Everything before the error is shown.
    let broken = read_as("game.jkf", br#"{"header":{},"moves":[{]}"#);
    assert!(matches!(broken.warnings()[0].at, At::Line { line: 1, .. }), "{broken:?}");
}

fn mainline(moves: &str, initial: &str) -> (String, Vec<String>) {
    let text = format!("{{\"header\":{{}},{initial}\"moves\":[{{}}{moves}]}}");
    let loaded = read_as("game.jkf", text.as_bytes());
    let record = loaded.game(0).unwrap();
    let moves = record.tree.mainline().filter_map(|node| record.tree.mv(node));
    let moves: Vec<String> = moves.map(Move::code).collect();
    let warnings = loaded.warnings().into_iter().map(|warning| warning.problem.to_string());
    (moves.join(" "), warnings.collect())
}

#[test]
fn a_move_without_origin_is_found_as_in_ki2() {
    let mv = |x, y, more: &str| format!(",{{\"move\":{{\"to\":{{\"x\":{x},\"y\":{y}}},{more}}}}}");
    let moves = [
        mv(7, 6, "\"piece\":\"FU\""),
        mv(3, 4, "\"piece\":\"FU\""),
        mv(2, 2, "\"piece\":\"KA\",\"promote\":true"),
        mv(2, 2, "\"piece\":\"GI\""),
        mv(5, 8, "\"piece\":\"KI\",\"relative\":\"R\""),
        mv(5, 5, "\"piece\":\"KA\",\"relative\":\"H\""),
    ];
    let played = "7g7f 3c3d 8h2b+ 3a2b 4i5h B*5e";
    assert_eq!(mainline(&moves.concat(), ""), (played.to_owned(), vec![]));
}

#[test]
fn a_board_beside_a_named_start_is_not_lost_in_silence() {
    let board = |piece: &str| {
        let files = format!("[{piece},{{}},{{}},{{}},{{}},{{}},{{}},{{}},{{}}]");
        let data = format!("{{\"color\":0,\"board\":[{files}],\"hands\":[{{}},{{}}]}}");
        format!("\"initial\":{{\"preset\":\"HIRATE\",\"data\":{data}}},")
    };
    let (_, warnings) = mainline("", &board("{\"color\":1,\"kind\":\"OU\"}"));
    assert_eq!(warnings, ["initial.data is not the board of HIRATE; it is not shown"]);
}

#[test]
fn a_promoting_piece_may_have_the_name_of_its_promoted_side() {
    let mv = |color, from: [u8; 2], to: [u8; 2], rest: &str| {
        let [[x, y], [tx, ty]] = [from, to];
        format!(
            r#"{{"move":{{"color":{color},"from":{{"x":{x},"y":{y}}},"to":{{"x":{tx},"y":{ty}}},{rest}}}}}"#
        )
    };
    let opening =
        [mv(0, [7, 7], [7, 6], r#""piece":"FU""#), mv(1, [3, 3], [3, 4], r#""piece":"FU""#)];
    let takes = mv(0, [8, 8], [2, 2], r#""piece":"UM","promote":true,"capture":"KA""#);
    // Without the entry of the starting position.
    let file = format!(r#"{{"header":{{}},"moves":[{},{takes}]}}"#, opening.join(","));
    let loaded = read_as("game.jkf", &file);
    assert_eq!(lines(&loaded.game(0).unwrap()), ["7g7f 3c3d 8h2b+"]);
    assert_eq!(warnings(&loaded).len(), 0);
    // What no piece can do is kept, too.
    let gold = mv(0, [4, 9], [4, 8], r#""piece":"KI","promote":true"#);
    let loaded = read_as("game.jkf", format!(r#"{{"header":{{}},"moves":[{{}},{gold}]}}"#));
    let again = read_as("game.jkf", &written(&loaded, "jkf").bytes);
    assert_eq!(lines(&again.game(0).unwrap()), ["4i4h+"]);
}

#[test]
fn what_says_nothing_is_no_name_and_what_is_lost_is_told() {
    let text = r#"{"header":{"先手":null,"後手":"乙"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"m":0,"s":-5}}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"time":{"now":{"m":0,"s":5}}}]}"#;
    let loaded = common::read(text.as_bytes(), "a.jkf").unwrap();
    let record = loaded.game(0).unwrap();
    assert_eq!(record.headers.get(Key::Player(Side::First)), None);
    assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("乙"));
    let warnings: Vec<_> = loaded.warnings().iter().map(ToString::to_string).collect();
    assert!(
        matches!(&warnings[..], [one] if one.contains("invalid time; ignored")),
        "{warnings:?}"
    );
}

#[test]
fn escapes_in_strings_stand_for_their_characters() {
    let comment = |text: &str| {
        let file = format!(r#"{{"header":{{}},"moves":[{{"comments":["{text}"]}}]}}"#);
        let record = read_as("a.jkf", file.into_bytes()).game(0).unwrap();
        record.tree.comment(NodeId::ROOT).unwrap().to_owned()
    };
    assert_eq!(comment(r#"x\"\\\/\u3042\uD867\uDE3Dy"#), "x\"\\/あ\u{29E3D}y");
    // Half a surrogate pair is not a character.
    assert_eq!(
        comment(r"\uD867 \uDE3D \uD867\u3042 \uD8"),
        "\u{FFFD} \u{FFFD} \u{FFFD}あ \u{FFFD}D8"
    );
}
