//! Encodings: characters across buffer edges, false declarations, and forced encodings.

use dapu::format;
use dapu::record::{NodeId, Note, Record};
use dapu::text::Source;
use dapu::text::encoding_by_label;

use crate::common::read;
use crate::measure::{on_all_cores, unmeasured};
use crate::survive::survive;

const CHINESE: &str = "红方炮二平五，黑方马八进七，车一平二先手。";
const TRADITIONAL: &str = "紅方炮二平五，黑方馬八進七，車一平二先手。";
const JAPANESE: &str = "先手の７六歩に後手は３四歩と応じた。";
const KOREAN: &str = "흑이 먼저 두고 백이 응수하였다.";

/// Files with a place for a comment: name, text, encoding, and the text to fill the comment with.
const FILES: &[(&str, &str, &str, &str)] = &[
    ("game.pgn", PGN, "gb18030", CHINESE),
    ("game.pgn", PGN, "big5", TRADITIONAL),
    ("game.pgn", PGN, "utf-8", CHINESE),
    ("game.pgn", PGN, "utf-16le", CHINESE),
    ("game.pgn", PGN, "utf-16be", CHINESE),
    ("game.ubb", DHTMLXQ, "gb18030", CHINESE),
    ("game.ubb", DHTMLXQ, "big5", TRADITIONAL),
    ("game.kif", KIF, "shift_jis", JAPANESE),
    ("game.kif", KIF, "euc-jp", JAPANESE),
    ("game.kif", KIF, "utf-8", JAPANESE),
    ("game.sgf", SGF, "gb18030", CHINESE),
    ("game.sgf", SGF, "big5", TRADITIONAL),
    ("game.sgf", SGF, "shift_jis", JAPANESE),
    ("game.sgf", SGF, "euc-kr", KOREAN),
    ("game.sgf", SGF, "utf-8", KOREAN),
];

const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n{{}}\n1. h2e2 h9g7 *\n";
const DHTMLXQ: &str = "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n\
                       [DhtmlXQ_comment0]{}[/DhtmlXQ_comment0]\n[/DhtmlXQ]\n";
const KIF: &str = "手合割：平手\n手数----指手---------消費時間--\n*{}\n   1 ７六歩(77)\n";
const SGF: &str = "(;GM[1]FF[4]CA[@]SZ[19]C[{}];B[aa])";

/// How much of a file readers and guesses examine first.
const EDGES: [usize; 3] = [4096, 32 * 1024, 64 * 1024];

fn encode(text: &str, label: &str) -> Vec<u8> {
    let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    match label {
        // The encoder has no UTF-16.
        "utf-16le" => units(u16::to_le_bytes),
        "utf-16be" => units(u16::to_be_bytes),
        _ => {
            let encoding = encoding_by_label(label).unwrap();
            let (bytes, _, lacking) = encoding.encode(text);
            assert!(!lacking, "{label} has not all of {text}");
            bytes.into_owned()
        }
    }
}

/// A comment of at least this many bytes, after some ASCII that shifts all characters against the edges.
fn comment(unit: &str, bytes: usize, shift: usize) -> String {
    let shift = &"xyz!"[..shift];
    format!("{shift}{}", unit.repeat(bytes / unit.chars().count() + 1))
}

fn comments(record: &Record) -> String {
    let notes = record.tree.notes(NodeId::ROOT);
    let texts = notes.filter_map(|note| match note {
        Note::Comment(text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_character_may_cross_any_buffer_edge() {
    let _unmeasured = unmeasured();
    on_all_cores(FILES, |(name, template, label, unit)| {
        for edge in EDGES {
            for shift in 0..4 {
                let comment = comment(unit, edge, shift);
                let text = template.replace("{}", &comment).replace('@', label);
                let loaded = read(&encode(&text, label), name).unwrap();
                let case = (name, label, edge, shift);
                assert_eq!(loaded.encoding, Some(*label), "{case:?}");
                let record = loaded.game(0).unwrap();
                assert!(comments(&record) == comment, "{case:?}: the comment differs");
                assert_eq!(loaded.warnings(), [], "{case:?}");
            }
        }
    });
}

#[test]
fn a_file_cut_inside_a_character_keeps_its_encoding() {
    let _unmeasured = unmeasured();
    for (name, template, label, unit) in FILES {
        let text = template.replace("{}", &unit.repeat(8)).replace('@', label);
        let bytes = encode(&text, label);
        let whole = comments(&read(&bytes, name).unwrap().game(0).unwrap());
        // The last characters of the comment, byte by byte.
        let comment = text.find(unit).unwrap();
        let begin = encode(&text[..comment + 7 * unit.len()], label).len();
        let length = encode(unit, label).len();
        for end in begin..begin + length {
            let Ok(loaded) = read(&bytes[..end], name) else {
                // Without its moves the file may not be recognised.
                continue;
            };
            if label.starts_with("utf-16") && end % 2 == 1 {
                // Half a unit of UTF-16 changes the detected encoding.
                survive(&loaded);
                continue;
            }
            assert_eq!(loaded.encoding, Some(*label), "{name} cut at {end}");
            let there = comments(&loaded.game(0).unwrap());
            let there = there.trim_end_matches('\u{FFFD}');
            assert!(whole.starts_with(there), "{name}, {label}, cut at {end}: {there}");
            survive(&loaded);
        }
    }
}

#[test]
fn text_that_is_shown_does_not_change_while_the_file_grows() {
    let _unmeasured = unmeasured();
    on_all_cores(FILES, |(name, template, label, unit)| {
        // Half a unit of UTF-16 changes the detected encoding.
        if label.starts_with("utf-16") {
            return;
        }
        let next = if *name == "game.kif" { "\n*" } else { "\n" };
        let lines = [*unit; 3].join(next);
        let text = template.replace("{}", &lines).replace("CA[@]", "");
        let bytes = encode(&text, label);
        let whole = comments(&read(&bytes, name).unwrap().game(0).unwrap());
        let mut most = 0;
        for end in 1..=bytes.len() {
            let source = Source::new(&bytes[..end], name).growing(true);
            let Ok(loaded) = format::read(&source) else {
                continue;
            };
            let there = comments(&loaded.game(0).unwrap());
            assert!(whole.starts_with(&there), "{name}, {label}, cut at {end}: {there}");
            most = most.max(there.len());
        }
        assert_eq!(most, whole.len(), "{name}, {label}");
    });
}

#[test]
fn a_false_declaration_is_ignored() {
    let _unmeasured = unmeasured();
    let lies = ["utf-8", "shift_jis", "gb18030", "big5", "euc-kr", "iso-8859-1", "nonsense", ""];
    // Common Hangul and common Chinese characters share bytes, so that either is plausible as the other.
    let alike = |label: &str, lie: &str| {
        let pairs = [("gb18030", "euc-kr"), ("euc-kr", "gb18030"), ("euc-kr", "big5")];
        pairs.contains(&(label, lie))
    };
    for (name, template, label, unit) in FILES.iter().filter(|file| file.0 == "game.sgf") {
        for lie in lies.iter().filter(|lie| !alike(label, lie)) {
            let comment = unit.repeat(20);
            let text = template.replace("{}", &comment).replace('@', lie);
            let loaded = read(&encode(&text, label), name).unwrap();
            let what = (label, lie);
            assert_eq!(loaded.encoding, Some(*label), "{what:?}");
            assert_eq!(comments(&loaded.game(0).unwrap()), comment, "{what:?}");
        }
    }
    let kif = format!("#KIF version=2.0 encoding=UTF-8\n{}", KIF.replace("{}", JAPANESE));
    let loaded = read(&encode(&kif, "shift_jis"), "game.kif").unwrap();
    assert_eq!(loaded.encoding, Some("shift_jis"));
    assert_eq!(comments(&loaded.game(0).unwrap()), JAPANESE);
}

#[test]
fn a_forced_encoding_overrides_the_file() {
    let _unmeasured = unmeasured();
    for (name, template, label, unit) in FILES {
        let text = template.replace("{}", unit).replace('@', label);
        let mark = if *label == "utf-8" { "\u{FEFF}" } else { "" };
        let bytes = encode(&format!("{mark}{text}"), label);
        for forced in ["utf-8", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] {
            let encoding = encoding_by_label(forced);
            let source = Source::new(&bytes, name).with_encoding(encoding);
            // In the wrong encoding it may not be a record.
            let Ok(loaded) = format::read(&source) else {
                assert_ne!(forced, *label);
                continue;
            };
            assert_eq!(loaded.encoding, Some(forced), "{name} in {label}");
            if forced == *label {
                assert_eq!(comments(&loaded.game(0).unwrap()), *unit);
            }
            survive(&loaded);
        }
    }
}
