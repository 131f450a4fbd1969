//! The texts of the screen, reports among them.

use super::*;
use crate::text::columns;
use crate::tui::i18n::{self, Texts};
use crate::words::English;

/// The files of the texts: everything in them is safe to draw.
const FILES: [&str; 7] = [
    include_str!("../i18n.rs"),
    include_str!("../../words/mod.rs"),
    include_str!("../../words/errors.rs"),
    include_str!("../../words/names.rs"),
    include_str!("../report.rs"),
    include_str!("../../words/losses.rs"),
    include_str!("../../cli/message.rs"),
];

#[test]
fn no_text_is_empty_or_holds_a_character_of_ambiguous_width() {
    for line in FILES.iter().flat_map(|file| file.lines()) {
        assert!(!line.contains("\"\""), "{line}");
        assert_eq!(columns(line, true), columns(line, false), "{line}");
    }
}

#[test]
fn english_is_ascii() {
    for text in i18n::ENGLISH.iter().chain(Report::ENGLISH) {
        assert!(text.is_ascii(), "{text}");
    }
    // Of three words it is the first.
    for list in FILES[2..4]
        .iter()
        .flat_map(|file| file.split('[').skip(1))
        .filter_map(|rest| rest.split(']').next())
    {
        let words: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        assert!(words.len() < 3 || words[0].is_ascii(), "{list}");
    }
}

#[test]
fn keys_that_can_be_configured_are_named_by_the_keymap() {
    // Those of a line that is being typed are fixed, and so are those before there is a record.
    let fixed = ["Esc keeps the comment", "no matches; Esc, then", "(q quits)", "(right button"];
    let keys = ["->", "Enter", "Esc", "Tab", "Space", "Ctrl-", "(q", "(r ", "(. ", " E ", "key "];
    for text in i18n::ENGLISH.iter().chain(Report::ENGLISH) {
        let text = text.trim_matches('"');
        if !fixed.iter().any(|known| text.contains(known)) {
            assert!(!keys.iter().any(|key| text.contains(key)), "{text}");
        }
    }
}

#[test]
fn numbers_agree_with_their_nouns() {
    let english = Texts::of(Lang::En);
    assert_eq!((english.size)(1, 1), "1 move");
    assert_eq!((english.size)(1_002_104, 311), "1,002,104 moves in 311 lines");
    let text = Report::NewMoves(1, "x".into()).worded(Lang::En);
    assert_eq!(text, "1 new move (x: go there)");
    let text = Report::NewMoves(3, "x".into()).worded(Lang::En);
    assert_eq!(text, "3 new moves (x: go there)");
    assert_eq!(Report::Warnings(1, "L".to_owned()).worded(Lang::En), "1 warning (L)");
    assert_eq!(Report::Warnings(3, "L".to_owned()).worded(Lang::En), "3 warnings (L)");
    assert_eq!(Report::NoSuchBranch(7, 1).worded(Lang::En), "no branch 7: there is 1");
    assert_eq!(Report::Changed(1).worded(Lang::En), "1 move was taken back or changed");
}

#[test]
fn words_stand_where_the_language_has_them() {
    assert_eq!((Texts::of(Lang::En).branches_at)(3, 2), "AT MOVE 3: 2 BRANCHES");
    assert_eq!((Texts::of(Lang::Ja).branches_at)(3, 2), "3手目：2つの分岐");
}
