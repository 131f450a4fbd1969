//! Writing SGF.

use dapu::format;
use dapu::format::Loaded;
use dapu::format::Losses;
use dapu::format::WriteOptions;
use dapu::game::Game;
use dapu::record::Note;
use dapu::text::Source;
use proptest::prelude::*;

use super::{load, outline, sgf};
use crate::common::export::Export;

fn write(loaded: &Loaded) -> (String, Losses) {
    let written = crate::common::write_all(loaded, "sgf");
    (String::from_utf8(written.bytes).unwrap(), written.losses)
}

/// The text after reading and writing.
fn rewritten(text: &str) -> String {
    let (written, losses) = write(&load("a.sgf", text));
    assert!(losses.is_empty(), "{losses}");
    written.replace('\n', "")
}

#[test]
fn properties_keep_their_order_and_their_spelling() {
    let text = "(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[9]C[hello]PB[b]AW[cc]PW[w]AB[aa:bb]XY[a\\:b\\]:c]RE[B+R];C[before]B[ee]TR[aa]BL[12.5]N[n]SQ[bb:cc]LB[aa:x\\:y]V[-1.25]TE[2]KO[])";
    assert_eq!(rewritten(text), text);
}

#[test]
fn variations_are_in_parentheses_only_at_forks() {
    let head = "(;FF[4]GM[1]CA[UTF-8]SZ[9]";
    let text = format!("{head};B[ee](;W[cc];B[dd](;W[ff])(;W[gg]))(;W[hh]))");
    assert_eq!(rewritten(&text), text);
    assert_eq!(
        rewritten(&format!("{head}(;B[ee](;W[cc](;B[dd]))))")),
        format!("{head};B[ee];W[cc];B[dd])")
    );
    let two = format!("{head};B[aa]){head};B[bb])");
    assert_eq!(rewritten(&two), two);
}

#[test]
fn a_written_file_declares_its_format_and_program() {
    assert_eq!(rewritten("(;B[ee])"), "(;B[ee]FF[4]GM[1]CA[UTF-8]SZ[19])");
    assert_eq!(rewritten("(;CA[gb2312]FF[1]SZ[13:13];B[tt])"), "(;GM[1]CA[UTF-8]FF[4]SZ[13];B[])");
    assert_eq!(rewritten("(;SZ[5:13])"), "(;FF[4]GM[1]CA[UTF-8]SZ[5:13])");
    assert_eq!(
        rewritten("(;SiZe[9]Black[aa]PlayerWhite[x])"),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]B[aa]PW[x])"
    );
}

#[test]
fn text_is_escaped_where_it_must_be() {
    let text = "(;SZ[9]C[a\\]b\\\\c:d\n\ne\n\n]N[x\\]y])";
    let record = sgf(&write(&load("a.sgf", text)).0);
    let notes = super::notes(&record, 0);
    assert_eq!(notes[0], Note::Comment("a]b\\c:d\n\ne\n".into()));
    assert_eq!(notes[1], Note::Bookmark("x]y".into()));
}

#[test]
fn writing_a_repaired_file_makes_it_valid() {
    for text in [
        "(;SZ[9]C[foo [2d]: x] y];B[ee]W[cc];B[90]GC[a [b]: c] d]",
        ";SZ[9];B[ee](;W[cc",
        "(FF[1]SZ[9]LB[aa:x]L[bb]M[cc]ABAWC[p];b[aa]XX[a\\",
        "(TE[t]RD[d]KO[k]PB[x];B[aa])",
        "(;SZ[9];B[R4]C[a]C[b];W[zz];B[aa][bb];;)",
        "(;SZ[9];C[x\\;B[cc]C[x\\B[zz][aa]z[;B[cc];B[cc]",
    ] {
        let first = rewritten(text);
        let again = load("a.sgf", &first);
        assert_eq!(rewritten(&first), first, "{text}");
        let structural = |warning: &str| {
            warning.contains("missing") || warning.contains("ends") || warning.contains("escaped")
        };
        assert!(
            !again.warnings().iter().any(|warning| structural(&warning.to_string())),
            "{:?}",
            again.warnings()
        );
        assert_eq!(
            outline(&again.game(0).unwrap()),
            outline(&load("a.sgf", text).game(0).unwrap())
        );
    }
}

#[test]
fn other_games_are_not_written() {
    let bytes = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    let loaded = load("x.xqf", bytes);
    let records = [loaded.game(0).unwrap()];
    let export = Export { source: &loaded, records: &records, options: &WriteOptions::default() };
    let error = export.write(format::by_name("sgf").unwrap());
    assert_eq!(error.unwrap_err().to_string(), "sgf cannot hold xiangqi");
}

/// Pieces of SGF, valid and not.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just(";B[cc]"),
        4 => Just(";W[dd]"),
        2 => Just("("),
        2 => Just(")"),
        1 => Just(";"),
        1 => Just("C[a ] b]"),
        1 => Just("C[x\\"),
        1 => Just("]"),
        1 => Just("["),
        1 => Just("AB[aa:cc][bb]"),
        1 => Just("W[]"),
        1 => Just("B[zz][aa]"),
        1 => Just("LB[aa:棋]"),
        1 => Just("MA[dd]M[ee]TR[dd]"),
        1 => Just("XY"),
        1 => Just(" y, z, "),
        1 => Just("N[n]N[m]"),
        1 => Just("PL[W]MN[4]"),
        1 => Just("C[a [ b"),
        1 => Just("foo[x]"),
        1 => Just("(;"),
        1 => Just("\n\r"),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| format!("(;SZ[9]{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_survive_a_round_trip(text in soup()) {
        let loaded = format::read(&Source::new(text.as_bytes(), "a.sgf")).unwrap();
        let (first, losses) = write(&loaded);
        prop_assert!(losses.is_empty());
        let again = load("a.sgf", &first);
        prop_assert_eq!(again.games().len(), loaded.games().len());
        for game in 0..loaded.games().len() {
            prop_assert_eq!(outline(&again.game(game).unwrap()), outline(&loaded.game(game).unwrap()));
        }
        prop_assert_eq!(write(&again).0, first);
    }
}

#[test]
fn evaluations_are_found_wherever_programs_write_them() {
    for (node, wanted) in [
        ("B[ee]SBKV[53.42]", Some("53.42%")),
        ("B[ee]SBKV[153]", None),
        ("B[ee]V[-1.5]C[Win rate: B 50.2%]", Some("-1.5")),
        ("B[ee]C[Move 1: B E5\nScore: W+0.4\nWin rate: W 50.2%]", Some("-0.4")),
        ("B[ee]C[Move 1: B E5\nScore: W+-21474836.48\nWin rate: W 50.2%]", Some("21474836.47")),
        ("B[ee]C[Win rate: W 50.2%]", Some("49.8%")),
        ("W[ee]C[White's winrate: 47.6% (-0.1%)\n(KataGo / 1.2k playouts)]", Some("52.4%")),
        ("W[ee]LZ[0.7.4 47.6 12.3k\nmove D4 visits 10]", Some("52.4%")),
        ("B[ee]LZ[0.7.4 50.0 0\n]", None),
        ("W[ee]SBKV[52.4]LZ[0.7.4 47.6 12.3k]", Some("52.4%")),
        // The result of a game is not an evaluation.
        ("B[ee]C[Score: B+3.5]", None),
    ] {
        let record = sgf(&format!("(;SZ[9];{node})"));
        let mut notes = record.tree.notes(record.tree.mainline_end());
        let eval = notes.find_map(|note| match note {
            Note::Eval(eval) => Some(eval.text(Game::Go, |plies| plies.to_string())),
            _ => None,
        });
        assert_eq!(eval.as_deref(), wanted, "{node}");
        let text = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;{node})\n");
        assert_eq!(write(&load("a.sgf", &text)).0, text);
    }
}
