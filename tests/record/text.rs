//! Text: its encoding, its width, its places, and what of it reaches a terminal.

use std::sync::Arc;

use dapu::text::{Family, Source, clean, clean_line, columns, fit, folded};
use encoding_rs::{BIG5, GB18030};

use crate::common::read;

#[test]
fn ambiguous_characters_count_as_the_terminal_draws_them() {
    assert_eq!((columns("炮二平五", false), columns("炮二平五", true)), (8, 8));
    assert_eq!((columns("“●…é”", false), columns("“●…é”", true)), (5, 10));
    assert_eq!((columns("Привет, Ω!", false), columns("Привет, Ω!", true)), (10, 17));
    assert_eq!((columns("Łęcki łşž ♔", false), columns("Łęcki łşž ♔", true)), (11, 13));
}

#[test]
fn text_is_cut_between_graphemes() {
    assert_eq!(fit("炮二平五", 5, false), "炮二");
    assert_eq!(fit("e\u{301}e\u{301}x", 2, false), "e\u{301}e\u{301}");
    assert_eq!(fit("“a”", 3, true), "“a");
}

#[test]
fn nothing_that_a_terminal_obeys_is_left() {
    assert_eq!(clean("a\x1b[31mred\x1b[0m\tb\r\nc\rd\x07"), "ared    b\nc\nd");
    assert_eq!(clean("\x1b]0;title\x07x\u{9b}2Jy\u{202e}z"), "xyz");
    assert_eq!(clean_line("一\n二"), "一 二");
}

#[test]
fn a_flood_of_combining_marks_is_cut() {
    let flood = format!("e{}x", "\u{301}".repeat(100));
    assert_eq!(clean(&flood), "e\u{301}\u{301}x");
    let hidden = format!("e{}x", "\u{301}\u{200b}\u{301}\x1b[m".repeat(100));
    assert_eq!(clean(&hidden), "e\u{301}\u{301}x");
}

#[test]
fn the_text_of_a_file_in_utf_8_is_not_copied() {
    let file = Arc::new("\u{FEFF}[Event \"五羊杯\"]\n".to_owned());
    let source = Source::of_text(&file, "game.pgn");
    for family in [Family::Chinese, Family::Japanese, Family::Any] {
        assert_eq!(source.text(family).as_ptr(), file["\u{FEFF}".len()..].as_ptr());
    }
}

#[test]
fn lists_in_two_encodings_are_told_from_lines_of_bars() {
    let (simplified, _, _) = GB18030.encode("马炮冷着");
    let (traditional, _, _) = BIG5.encode("馬炮冷著");
    let list = [&simplified[..], b"|", &traditional[..], b"\n"].concat().repeat(20);
    let source = Source::new(&list, "list.txt");
    assert_eq!(source.text(Family::Chinese), "马炮冷着|馬炮冷著\n".repeat(20));
    // Trying each bar would take minutes.
    let bars = [&b"|".repeat(1_000_000)[..], b"\xB0\xA1\xFF\n"].concat();
    assert!(Source::new(&bars, "bars.txt").text(Family::Chinese).contains("啊"));
}

#[test]
fn what_is_folded_stays_as_it_is() {
    for character in '\u{4E00}'..='\u{9FFF}' {
        let once = folded(character.encode_utf8(&mut [0; 4]));
        assert_eq!(folded(&once), once, "{character}");
    }
}

/// The line and column of an offset, counted from the start.
fn counted(text: &str, offset: usize) -> (u32, u32) {
    let (mut line, mut column, mut rest) = (1, 1, &text[..offset]);
    while let Some(first) = rest.chars().next() {
        let pair = ["\r\n", "\n\r"].iter().any(|pair| rest.starts_with(pair));
        rest = &rest[if pair { 2 } else { first.len_utf8() }..];
        match first {
            '\n' | '\r' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
    }
    (line, column)
}

#[test]
fn every_character_has_the_line_and_the_column_that_counting_gives() {
    let lines = "1. 炮二平五 马８进７ 2. h2e2\r\n\n将\ra𠮷b\n\rc\n";
    for repeated in [0, 1, 2, 7] {
        for before in 0..70 {
            let text = format!("(;C[{}{}])", "x".repeat(before), lines.repeat(repeated));
            let loaded = read(text.as_bytes(), "game.sgf").unwrap();
            // No character begins at a line end.
            for (offset, _) in text.char_indices().filter(|(_, next)| !next.is_control()).rev() {
                let place = loaded.line_and_column(0, offset as u32);
                assert_eq!(place, Some(counted(&text, offset)), "{offset} of {text:?}");
            }
            let end = loaded.line_and_column(0, u32::MAX);
            assert_eq!(end, Some(counted(&text, text.len())), "{text:?}");
        }
    }
}
