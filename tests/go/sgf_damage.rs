//! Damaged, truncated and incorrect SGF. What can be read is shown, and a warning names the location.

use dapu::format::{self, Chunks};
use dapu::game::{Move, Side};
use dapu::record::{Key, NodeId, Note};
use dapu::text::Source;

use crate::common;

use super::{damaged, last_board, load, outline, picture, sgf};

fn warnings(text: &str) -> Vec<String> {
    damaged(text).1
}

#[test]
fn text_around_the_games_is_skipped() {
    let (record, warnings) = damaged("From: x (C) 1997 (;-)\n\n(;SZ[9];B[ee])\nbye (hello)");
    assert_eq!(outline(&record), "- B ee");
    assert_eq!(
        warnings,
        [
            "1:1: text outside of the games is not kept",
            "4:1: text outside of the games is not kept"
        ]
    );
    let loaded = load("a.sgf", "(;SZ[9];B[aa])\nmail text (hello) here\n(;SZ[9];B[bb])");
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(loaded.warnings().len(), 1);
    // After a game, a parenthesis with a property is not another.
    let loaded = load("a.sgf", "(CA[UTF-8])(;SZ[9];B[bb])");
    assert_eq!(loaded.games().len(), 1);
}

#[test]
fn what_pages_and_servers_leave_between_properties_is_blank() {
    for blank in [
        "\u{A0}\u{A0}",
        "\u{3000}",
        "\u{200B}",
        "\u{FEFF}",
        ",",
        "\\r\\n",
        "<br>\n",
        "&nbsp;",
        "\n---\n",
    ] {
        let text = "(;GM[1]~SZ[9]~PB[x]~;B[aa]~;W[bb]C[y]~(;B[cc])~(;B[dd]))".replace('~', blank);
        let (record, warnings) = damaged(&text);
        assert_eq!(warnings, [""; 0], "{text}");
        assert_eq!(record.headers.get(Key::Size), Some("9"), "{text}");
        assert_eq!(outline(&record), "- B aa W bb (B cc) (B dd)", "{text}");
    }
    // In a text they are text.
    let (record, _) = damaged("(;GM[1]C[at [a], B[1] and\u{A0}C[2]];B[aa])");
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("at [a], B[1] and\u{A0}C[2]"));
}

#[test]
fn closing_parentheses_may_be_too_many_or_too_few() {
    assert_eq!(warnings("(;SZ[9];B[ee]))"), ["1:15: unmatched )"]);
    let (record, warnings) = damaged("(;SZ[9];B[ee](;W[cc];B[dd](;W[ff])(;W[gg]");
    assert_eq!(outline(&record), "- B ee W cc B dd (W ff) (W gg)");
    assert_eq!(warnings, ["1:42: the game ends before 3 closing )"]);
    let loaded = load("a.sgf", "(;SZ[9];B[ee");
    assert_eq!(loaded.cut(), Some("the game ends before 1 closing )"));
    assert_eq!(outline(&loaded.game(0).unwrap()), "-");
    assert_eq!(load("a.sgf", "(;SZ[9];B[ee])").cut(), None);
    // The last game is the one that may be cut.
    assert!(load("a.sgf", "(;SZ[9])(;SZ[9];B[a").cut().is_some());
}

#[test]
fn a_value_left_open_at_the_end_is_not_a_move() {
    for end in [";W[", ";W[c", ";W[cc", ";W", ";", ";\nW [", "(;W["] {
        let loaded = load("a.sgf", format!("(;SZ[9];B[ee]{end}"));
        let record = loaded.game(0).unwrap();
        assert_eq!(outline(&record), "- B ee", "{end}");
        assert!(loaded.cut().is_some(), "{end}");
        let messages: Vec<String> = loaded.warnings().iter().map(ToString::to_string).collect();
        assert!(messages[0].contains("ends"), "{messages:?}");
        let written = common::write_all(&loaded, "sgf").bytes;
        let written = String::from_utf8(written).unwrap();
        assert!(!written.contains('W'), "{end}: {written}");
    }
    // In a node that has more, and after a comment with brackets in it.
    let (record, _) = damaged("(;SZ[9];B[ee]C[a \\] b [1]];W[cc]BL[12");
    assert_eq!(outline(&record), "- B ee W cc");
    let (record, _) = damaged("(;SZ[9];B[ee]C[half a comm");
    assert_eq!(outline(&record), "- B ee");
    assert_eq!(record.tree.comment(record.tree.mainline_end()), Some("half a comm"));
}

#[test]
fn the_remains_of_a_longer_file_are_not_a_game() {
    let tail = "(;SZ[9];B[ee];W[cc])[dd];B[aa](;W[bb])(;W[cc]))";
    let loaded = load("a.sgf", tail);
    assert_eq!(loaded.games().len(), 1);
    assert_eq!(loaded.warnings().len(), 1);
    // A complete game after it is one.
    let loaded = load("a.sgf", format!("{tail}\n(;GM[1]SZ[9];B[bb])"));
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(outline(&loaded.game(1).unwrap()), "- B bb");
}

#[test]
fn mail_that_contains_a_game_is_read_whatever_its_name() {
    let letter = "Subject: my game\n\n> (;GM[1]SZ[9]\n> ;B[ee]\n> (;W[cc])\n> (;W[dd]))\n> bye\n";
    let loaded = load("letter.txt", letter);
    assert_eq!(loaded.format.name, "sgf");
    assert_eq!(outline(&loaded.game(0).unwrap()), "- B ee (W cc) (W dd)");
    assert!(format::read(&Source::new(b"so much for (; that", "letter.txt")).is_err());
    // In a directory such a file is not a record.
    let source = Source::new(letter.as_bytes(), "letter.txt");
    assert!(format::recognize(&source).is_none());
}

#[test]
fn semicolons_may_be_missing() {
    let (record, warnings) = damaged("(FF[4]GM[1]SZ[9]B[ee];W[cc])");
    assert_eq!(outline(&record), "B ee W cc");
    assert_eq!(warnings, ["1:2: a ; is missing before the first property"]);
    let (record, warnings) = damaged("(;SZ[9];B[ee]W[cc]C[both];B[dd](W[ff])(;W[gg]))");
    assert_eq!(outline(&record), "- B ee W cc B dd (W ff) (W gg)");
    assert_eq!(record.tree.comment(record.tree.get(2).unwrap()), Some("both"));
    assert_eq!(
        warnings,
        [
            "1:14: two moves in a node: a ; is missing before the second",
            "1:33: a ; is missing before this property"
        ]
    );
}

#[test]
fn the_first_parenthesis_may_be_missing() {
    for text in [
        ";FF[4]GM[1]SZ[9]PB[x];B[ee];W[cc]",
        ";FF[4]GM[1]SZ[9]PB[x];B[ee];W[cc])",
        "\n;FF[4]GM[1]SZ[9]PB[x];B[ee](;W[cc])",
        "\n;FF[4]GM[1]SZ[9]PB[x];B[ee](;W[cc]))",
        "(FF[4]GM[1]SZ[9]PB[x];B[ee];W[cc])",
        "(FF[4]GM[1]SZ[9]PB[x];B[ee](;W[cc]))",
        "(FF[4]GM[1]SZ[9]PB[x](;B[ee];W[cc]))",
        "GM[1]SZ[9]PB[x];B[ee];W[cc])",
        "GM[1]SZ[9]PB[x](;B[ee](;W[cc]))",
        "From: me\n(see below)\n\n(GM[1]SZ[9]PB[x];B[ee](;W[cc]))",
    ] {
        let loaded = load("a.sgf", text);
        assert_eq!(loaded.games().len(), 1, "{text}");
        assert_eq!(loaded.cut(), None, "{text}");
        let record = loaded.game(0).unwrap();
        assert_eq!(outline(&record), "- B ee W cc", "{text}");
        assert_eq!(record.headers.get(Key::Player(Side::First)), Some("x"), "{text}");
        let missing = |mark: &str| loaded.warnings()[0].to_string().contains(mark);
        assert!(missing("( is missing") || missing("; is missing") || missing("outside"));
    }
    assert_eq!(
        warnings("GM[1]SZ[9];B[ee]"),
        [
            "1:1: a ( is missing before the first node",
            "1:1: a ; is missing before the first property"
        ]
    );
    // Prose before a game is not a game, whatever characters it has.
    let (record, _) = damaged("Hello (C) me; see [1] ;-) (B) [x]\n(;SZ[9];B[ee])");
    assert_eq!(outline(&record), "- B ee");
}

#[test]
fn lines_are_counted_with_any_line_ending() {
    for end in ["\n", "\r\n", "\r", "\n\r"] {
        let text = ["(;SZ[9]", ";B[aa]C[1", "", "2]", ";W[zz])"].join(end);
        assert_eq!(
            warnings(&text),
            ["5:1: move zz is illegal: the square is off the board"],
            "{end:?}"
        );
    }
}

#[test]
fn the_form_without_a_first_semicolon_has_its_own_names() {
    let (record, _) =
        damaged("(\r\nTE[第1局]RD[1999年]PC[東京]KO[5目半]LT[30秒]PB[甲]PW[乙]\r\n;B[pd];W[dp])");
    let header = |key| record.headers.get(key);
    assert_eq!(header(Key::Event), Some("第1局"));
    assert_eq!(header(Key::Date), Some("1999年"));
    assert_eq!(header(Key::Komi), Some("5目半"));
    assert_eq!(header(Key::Player(Side::First)), Some("甲"));
    assert_eq!(outline(&record), "- B pd W dp");
    // Several of them stand one after the other.
    let loaded = load("a.sgf", "(\nTE[1]PB[a]\n;B[pd])\n(\nTE[2]PB[b]\n;B[dp])\n");
    assert_eq!(loaded.games().len(), 2);
    assert_eq!(loaded.games()[1].headers().get(Key::Event), Some("2"));
    assert_eq!(outline(&loaded.game(1).unwrap()), "- B dp");
}

#[test]
fn unescaped_brackets_are_text() {
    let (record, warnings) =
        damaged("(;SZ[9]PB[Bob [3d]]PW[Al];B[ee]C[foo [2d]: good] and more];W[cc])");
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("Bob [3d]"));
    assert_eq!(record.headers.get(Key::Player(Side::Second)), Some("Al"));
    assert_eq!(outline(&record), "- B ee W cc");
    let comment = record.tree.comment(record.tree.get(1).unwrap());
    assert_eq!(comment, Some("foo [2d]: good] and more"));
    assert_eq!(warnings.len(), 2);
    // If a node comes before the next bracket, the text has ended.
    let (record, _) = damaged("(;SZ[9]C[foo] ---- ;B[ee];W[cc])");
    assert_eq!(outline(&record), "- B ee W cc");
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("foo"));
    // An opening bracket need not be escaped, and an unknown property may follow the text.
    let record = sgf("(;SZ[9]C[bob [2d\\]: hi [1 to 2)]KGSDE[aa]C[x [y]SO[z])");
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("bob [2d]: hi [1 to 2)\nx [y"));
    // A word and another bracket after a bracket in prose continue it.
    let (record, _) = damaged("(;SZ[9]C[see [a] and x [b] too];B[ee])");
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("see [a] and x [b] too"));
}

#[test]
fn stray_words_are_skipped() {
    let (record, warnings) = damaged("(;SZ[9] ;B[ee] --- nngs --- ;W[cc]LB B[dd] [ff];B[gg])");
    assert_eq!(outline(&record), "- B ee W cc B dd B gg");
    assert_eq!(warnings[0], "1:20: \"nngs ---\" is not a property and is not kept");
    assert!(warnings.iter().any(|warning| warning.contains("\"LB\"")), "{warnings:?}");
    let (record, _) = damaged("(;\0SZ[9]\0;B[ee]\u{1A})\u{1A}");
    assert_eq!(outline(&record), "- B ee");
}

#[test]
fn joined_and_lower_case_names_are_understood() {
    let record = sgf("(;SZ[9]ABAWC[problem 1];b[dd];w[ee])");
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("problem 1"));
    assert_eq!(outline(&record), "- B dd W ee");
    let record = sgf("(;MULTIGOGM[1]SZ[9])");
    assert!(matches!(super::notes(&record, 0)[..], [Note::Property(_)]));
}

#[test]
fn repeated_properties_are_joined_or_kept() {
    let record = sgf("(;SZ[9]AB[aa]AB[bb]LB[aa:x]LB[bb:y]C[one]TR[cc]C[two]TR[dd]PB[a]PB[b])");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 2);
    assert_eq!(record.tree.comment(NodeId::ROOT), Some("one\ntwo"));
    assert_eq!(record.headers.get(Key::Player(Side::First)), Some("a"));
    assert_eq!(super::notes(&record, 0).len(), 4);
    let (record, warnings) = damaged("(;SZ[9];B[aa]B[bb];W[cc][dd])");
    assert_eq!(outline(&record), "- B aa W cc");
    assert_eq!(warnings.len(), 2);
}

#[test]
fn invalid_points_leave_a_node_with_a_warning() {
    let (record, warnings) = damaged("(;SZ[9];B[ee];W[dundefined];B[90];W[rs];B[cc])");
    assert_eq!(outline(&record), "- B ee - - W rs B cc");
    assert_eq!(
        warnings,
        [
            "1:15: \"dundefined\" is not a point; the node has no move",
            "1:29: \"90\" is not a point; the node has no move",
            "1:34: move rs is illegal: the square is off the board",
        ]
    );
    assert!(record.tree.warning(record.tree.get(2).unwrap()).is_some());
    let (record, warnings) = damaged("(;SZ[19];B[R16];W[pass];B[ q4 ])");
    assert_eq!(outline(&record), "- B qd W pass B pp");
    assert_eq!(warnings.len(), 3);
    // What is written there is written again, and the other side is next.
    let loaded = load("a.sgf", "(;SZ[9];B[x\\]y];W[dd];C[a]W[90])");
    let record = loaded.game(0).unwrap();
    let side = |node| record.position_at(node).side_to_move();
    let next: Vec<Side> = record.tree.ids().map(side).collect();
    assert_eq!(next, [Side::First, Side::Second, Side::First, Side::First]);
    let text = super::to_sgf(&loaded);
    assert!(text.contains(";B[x\\]y];W[dd];C[a]W[90]"), "{text}");
    // The rest of a list is shown.
    let (record, warnings) = damaged("(;SZ[9]AB[aa][a1][bb])");
    assert_eq!(picture(&last_board(&record)).matches('X').count(), 2);
    assert_eq!(warnings, ["1:8: \"a1\" is not a point for AB"]);
}

#[test]
fn illegal_moves_are_played_and_reported() {
    let (record, warnings) = damaged("(;SZ[9]\n;B[ee]\n;W[ee];B[cc]AW[dd];W[dd]AB[dd])");
    assert_eq!(
        warnings,
        [
            "3:1: move E5 is illegal: a stone is already there",
            "3:19: move D6 is illegal: a stone is already there"
        ]
    );
    assert_eq!(last_board(&record).stone((4, 4).into()), Some(Side::Second));
    // Suicide, and two moves of the same player, are allowed.
    sgf("(;SZ[5]AB[ab][ba];W[aa];B[ee];B[dd])");
    let ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])";
    assert_eq!(warnings_of(ko), ["1:46: move B4 is illegal: the ko cannot be retaken yet"]);
}

fn warnings_of(text: &str) -> Vec<String> {
    warnings(text)
}

#[test]
fn files_without_a_game_are_refused_with_a_reason() {
    for text in [
        "",
        " ",
        "no game here",
        "(",
        "()",
        "<html>(;-)</html>",
        "version https://git-lfs.github.com/spec/v1",
    ] {
        let error = format::read(&Source::new(text.as_bytes(), "a.sgf")).unwrap_err();
        assert!(!error.message.is_empty(), "{text:?}");
    }
    // The smallest games.
    assert_eq!(load("a.sgf", "(;)").game(0).unwrap().tree.len(), 1);
    assert_eq!(load("a.sgf", "(;").game(0).unwrap().tree.len(), 1);
}

#[test]
fn a_thousand_warnings_are_listed_and_the_rest_counted() {
    let loaded = load("a.sgf", format!("(;SZ[9]{})", ";B[1]".repeat(20_000)));
    let warnings = loaded.warnings();
    assert_eq!(warnings.len(), 1001);
    assert_eq!(warnings[1000].to_string(), "1:5009: and 19000 more warnings");
    assert_eq!(loaded.game(0).unwrap().tree.len(), 20_001);
}

const RICH: &str = "(;FF[4]CA[UTF-8]SZ[9]PB[黒 \\] x]C[根\\\\];B[ee]C[中央 [1\\]];W[cc]LB[aa:甲](;B[dd]AR[aa:bb];W[])(;B[ff]\
                    TR[aa:cc];W[gg]MN[3]))(;SZ[13];B[aa])";

#[test]
fn a_file_cut_at_any_byte_shows_part_of_the_whole() {
    let whole = load("a.sgf", RICH).game(0).unwrap();
    let moves: Vec<Option<Move>> = whole.tree.ids().map(|node| whole.tree.mv(node)).collect();
    let mut opened = 0;
    for length in 0..RICH.len() {
        let source = Source::new(&RICH.as_bytes()[..length], "a.sgf");
        let Ok(loaded) = format::read(&source) else {
            assert!(length < 2, "cut at {length}");
            continue;
        };
        let record = loaded.game(0).unwrap();
        for (node, mv) in record.tree.ids().zip(&moves) {
            // The last move may have lost a letter.
            let is_last = node.index() + 1 == record.tree.len();
            assert!(record.tree.mv(node) == *mv || is_last, "cut at {length}");
        }
        assert!(record.tree.len() <= moves.len());
        opened += 1;
    }
    assert_eq!(opened, RICH.len() - 2);
}

#[test]
fn deep_nested_and_wide_trees_cost_in_proportion_to_their_size() {
    let line: String =
        (0..1_000_000).map(|ply| if ply % 2 == 0 { ";B[]" } else { ";W[]" }).collect();
    let deep = sgf(&format!("(;SZ[9]{line})"));
    assert_eq!(deep.tree.ply(deep.tree.mainline_end()), 1_000_000);
    let nested = sgf(&format!("(;SZ[9]{}{})", "(;B[]".repeat(100_000), ")".repeat(100_000)));
    assert_eq!(nested.tree.ply(nested.tree.mainline_end()), 100_000);
    let wide = sgf(&format!("(;SZ[9]{})", "(;B[aa])".repeat(100_000)));
    assert_eq!(wide.tree.children(NodeId::ROOT).count(), 100_000);
    // Text after a game that looks like the rest of it.
    let rest = "(;SZ[9];B[ee])[dd];B[aa]".to_owned() + &"(;".repeat(200_000);
    assert_eq!(load("a.sgf", rest).games().len(), 1);
    let bare = "(TE[a]\n;B[aa])\n".repeat(20_000);
    assert_eq!(load("a.sgf", bare).games().len(), 20_000);
    // A fork at every ply whose variations come last.
    let comb =
        sgf(&format!("(;SZ[9]{}{})", "(;B[]".repeat(50_000), ")(;W[])".repeat(49_999) + ")"));
    assert_eq!(comb.tree.len(), 100_000);
}

#[test]
fn a_game_that_is_not_closed_ends_where_the_next_one_begins() {
    let text =
        "(;FF[4]SZ[9]PB[a];B[aa](;W[bb]\n\n(;FF[4]SZ[9]PB[b];B[cc])\n(;GM[1]SZ[9]PB[c];B[dd]\n";
    // Alike in a small file and in a large one, which is read game by game.
    for times in [1, 2000] {
        let text = text.repeat(times);
        let chunks = Chunks::new(text.clone().into_bytes(), "games.sgf", None);
        let whole = || vec![format::read(&Source::new(text.as_bytes(), "games.sgf")).unwrap()];
        let parts = chunks
            .map_or_else(|_| whole(), |chunks| chunks.map(|chunk| chunk.read().unwrap()).collect());
        let games: Vec<usize> = parts
            .iter()
            .flat_map(|part| part.games())
            .map(|game| game.read().unwrap().tree.len())
            .collect();
        assert_eq!(games, [3, 2, 2].repeat(times));
        let first = parts[0].game(0).unwrap();
        let warning = first.warnings.listed()[0].problem.to_string();
        assert_eq!(warning, "the game ends before 2 closing )");
        assert_eq!(parts.last().unwrap().cut(), Some("the game ends before 1 closing )"));
    }
}

#[test]
fn a_game_ends_where_its_parentheses_and_values_do() {
    for game in [
        "(;GM[1];B[aa];W[bb])",
        "(;GM[1]C[a\\] b\\\\];B[aa] (;W[bb] ) \n( ;W[cc]TR[dd]\0)\n)",
        "(;GM[1]AB[aa]] (;B[bb])C[x])",
        "(;GM[1]PB[a[b]c];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))",
        "(;GM[1]C[a (b) c];B[aa];W[bb]C[(d\\] (](;B[cc])(;B[dd]))",
        "(;GM[1]C[a\\]) b];B[aa])",
        "(;GM[1]C[a [1] b (c) d];B[aa])",
        "(;GM[1]C[a [3k\\]: (b) :)\nc [?\\]: :(];B[aa])",
        "(;GM[1]C[a];[(b)](;B[aa])[c)];W[bb])",
        "(;GM[1];B[aa];)",
    ] {
        let games = |text: &str| common::json(&common::read(text.as_bytes(), "game.sgf").unwrap());
        let alone = games(game);
        let text = format!("{game}\n(;GM[1];B[ss])");
        let both = common::read(text.as_bytes(), "game.sgf").unwrap();
        assert_eq!(both.games().len(), 2, "{game}");
        let record = both.game(1).unwrap();
        assert_eq!(record.tree.len(), 2, "{game}");
        assert_eq!(games(&text)["games"][0], alone["games"][0], "{game}");
    }
}
