//! What dapu says is found by its English, so the rows must follow the code.

use std::fs;
use std::path::Path;

use dapu::words::Lang;

use super::layers::files;

/// The patterns of the rows, one form each.
fn patterns() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/words/said.rs");
    let text = fs::read_to_string(path).unwrap();
    let (_, rows) = text.split_once("static SAID").unwrap();
    let (rows, _) = rows.split_once("\n];").unwrap();
    let row = |start: &str| start.split_once("\", \"").map(|(english, _)| english.to_owned());
    let english: Vec<String> = rows.split("(\"").skip(1).filter_map(row).collect();
    assert!(english.len() > 150, "{}", english.len());
    english.iter().flat_map(|english| english.split('|')).map(str::to_owned).collect()
}

#[test]
fn each_sentence_that_is_translated_is_said_somewhere() {
    let code: String = files()
        .into_iter()
        .filter(|(path, _)| !path.starts_with("words/said"))
        .map(|(_, code)| code.replace("\\\"", "\""))
        .collect();
    let mut missing = Vec::new();
    for pattern in patterns() {
        // Counts are a number and a noun with its plural.
        let singular = |noun: &str| code.contains(&format!("\"{noun}\""));
        if let Some(noun) = pattern.strip_prefix("{n} ")
            && (singular(noun) || singular(noun.trim_end_matches('s')) || noun == "plies")
        {
            continue;
        }
        let pieces = pattern.split('{').flat_map(|piece| piece.split('}').next_back());
        for piece in pieces.map(str::trim).filter(|piece| piece.len() > 3) {
            // Some sentences are put together from two or three.
            let halves = piece.split_at_checked(piece.len() / 2).unwrap_or((piece, piece));
            let is_said = code.contains(piece)
                || piece.split([';', ',', ':']).map(str::trim).all(|part| code.contains(part))
                || code.contains(halves.0)
                || code.contains(halves.1);
            if !is_said {
                missing.push(format!("{pattern}: {piece}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn each_reason_has_its_words() {
    let rooms = [
        "game/mod.rs",
        "game/parse.rs",
        "record/tree/place.rs",
        "engine/question.rs",
        "book/mod.rs",
        "library/positions/mod.rs",
    ];
    let mut count = 0;
    for (_, code) in files().iter().filter(|(path, _)| rooms.contains(&&**path)) {
        let texts = code.split("#[error(\"").skip(1).filter_map(|rest| rest.split_once('"'));
        for (text, _) in texts.filter(|(text, _)| text.contains(' ')) {
            let text = text.replace("there {}", "there are {}");
            let mut pieces = text.split('{');
            let mut example = pieces.next().unwrap().to_owned();
            for piece in pieces {
                example += "7";
                example += piece.split_once('}').unwrap().1;
            }
            for lang in [Lang::Zh, Lang::Ja] {
                assert_ne!(lang.say(&example), example, "{text}");
            }
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}
