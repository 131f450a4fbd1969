//! The texts of the program, which everyone reads in one language: they are safe to draw, and English ones are plain.

use dapu::text::columns;
use dapu::tui::ACTIONS;

use crate::common::readme::text;

/// The files of the texts: everything in them is safe to draw.
const FILES: [&str; 7] = [
    "src/tui/i18n.rs",
    "src/words/mod.rs",
    "src/words/errors.rs",
    "src/words/names.rs",
    "src/tui/report.rs",
    "src/words/losses.rs",
    "src/cli/message.rs",
];

/// The texts in quotes of a piece of code.
fn quoted(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2)
}

#[test]
fn no_text_is_empty_or_holds_a_character_of_ambiguous_width() {
    for file in FILES {
        for line in text(file).lines() {
            assert!(!line.contains("\"\""), "{file}: {line}");
            assert_eq!(columns(line, true), columns(line, false), "{file}: {line}");
        }
    }
}

#[test]
fn of_words_in_three_languages_the_first_are_ascii() {
    for file in ["src/words/errors.rs", "src/words/names.rs"] {
        let code = text(file);
        for list in code.split('[').skip(1).filter_map(|rest| rest.split(']').next()) {
            let words: Vec<&str> = quoted(list).collect();
            assert!(words.len() < 3 || words[0].is_ascii(), "{file}: {list}");
        }
    }
}

#[test]
fn keys_that_can_be_configured_are_named_by_the_keymap() {
    // Those of a line that is being typed are fixed, and so are those before there is a record.
    let fixed = ["Esc keeps the comment", "no matches; Esc, then", "(q quits)", "(right button"];
    let keys = ["->", "Enter", "Esc", "Tab", "Space", "Ctrl-", "(q", "(r ", "(. ", " E ", "key "];
    for file in ["src/tui/i18n.rs", "src/tui/report.rs"] {
        let code = text(file);
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: Vec<&str> = code.collect();
        for text in quoted(&code.join("\n")).filter(|text| text.is_ascii()) {
            if !fixed.iter().any(|known| text.contains(known)) {
                assert!(!keys.iter().any(|key| text.contains(key)), "{file}: {text}");
            }
        }
    }
}

#[test]
fn every_action_has_one_name_and_every_key_of_a_scope_one_action() {
    for (index, action) in ACTIONS.iter().enumerate() {
        let keys = |keys: &'static str| keys.split(' ').filter(|key| !key.is_empty());
        let others = ACTIONS[..index].iter().filter(|other| other.scope == action.scope);
        for key in keys(action.keys) {
            // An arrow key that is split begins like this.
            assert!(!["[", "O"].contains(&key), "{key} of {}", action.name);
            let taken = others.clone().find(|other| keys(other.keys).any(|other| other == key));
            assert!(taken.is_none(), "{key} of {} is taken", action.name);
        }
    }
}
