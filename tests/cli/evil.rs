//! A hostile file of every format: only its text reaches the terminal.
//!
//! For Unix: on Windows a name cannot hold what is hostile, and its console draws anew what a program writes.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use dapu::board::Charset;
use dapu::format::{FORMATS, by_name};
use dapu::settings::Config;
use dapu::text::clean;
use dapu::text::clean_line;
use dapu::tui::Offscreen;

use crate::common::emulator::settings;
use crate::common::evil::{self, SHOWN};
use crate::common::program::dapu;
use crate::common::read;
use crate::common::terminal::Terminal;

fn formats() -> impl Iterator<Item = &'static str> {
    let readable = FORMATS.iter().filter(|format| format.read.is_some());
    readable.map(|format| format.name)
}

fn holds_text(format: &str) -> bool {
    by_name(format).is_some_and(|format| !format.encodings.is_empty())
}

#[test]
fn every_format_has_a_hostile_file() {
    for format in formats() {
        let (name, bytes) = evil::file(format);
        let loaded = read(&bytes, &name).unwrap_or_else(|error| panic!("{format}: {error}"));
        let detected = loaded.format.name;
        // KI2 and KIF differ only in their moves.
        assert_eq!(detected, format, "the file of {format} is read as {detected}");
    }
}

#[test]
fn cleaned_text_is_harmless() {
    for character in (0..=0x10_FFFF).filter_map(char::from_u32) {
        let flood = character.to_string().repeat(4);
        for text in [flood.clone(), format!("a{flood}b"), format!("\x1b{flood}")] {
            assert_eq!(evil::find(&clean(&text)), None, "{character:?}");
            assert_eq!(evil::find(&clean_line(&text)), None, "{character:?}");
        }
    }
}

#[test]
fn every_command_prints_only_text() {
    let home = tempfile::tempdir().unwrap();
    for format in formats() {
        let (name, bytes) = evil::file(format);
        let name = format!("a\x1b[4242m\u{202e}\u{9b}2J{name}");
        fs::write(home.path().join(&name), bytes).unwrap();
        let name = &*name;
        let mut shown = 0;
        for arguments in [
            &[name][..],
            &["show", name, "--all"],
            &["show", name, "--moves"],
            &["show", name, "--ply", "0", "--svg", "-"],
            &["read", name],
            &["read", name, "--lang", "ja", "--positions=9"],
            &["info", name],
            &["info", name, "--games"],
            &["info", name, "--json"],
            &["check", name],
            &["check", name, "--json"],
            &["find", "--text", SHOWN, name],
            &["find", "--text", SHOWN, name, "--json"],
            &["book", name],
            &["convert", name, "none.xqf"],
            &["convert", name, "--to", "sgf"],
            &["convert", name, "--to", "json"],
            &["convert", name, "--to", "jkf"],
            &["show", name, "--ply", "999"],
            &["show", name, "--ply", name],
            &["show", name, "another", name],
            &["convert", name, "--to", name],
            &[&*format!("--{name}")],
        ] {
            let run = dapu(home.path(), arguments);
            for text in [&run.out, &run.err] {
                // Convert prints a file, and standard output is not a terminal here. JSON is escaped anyway.
                let is_file = arguments[0] == "convert"
                    && arguments.last() == Some(&"sgf")
                    && std::ptr::eq(text, &raw const run.out);
                let found = evil::find(text).filter(|_| !is_file);
                assert_eq!(found, None, "{format}, {arguments:?}: {text:?}");
                shown += text.matches(SHOWN).count();
            }
            assert!(!run.err.contains("panicked"), "{format}, {arguments:?}");
        }
        assert!(shown > 0 || !holds_text(format), "nothing of {format} was shown");
        fs::remove_file(home.path().join(name)).unwrap();
    }
}

/// The text that a program sends to a terminal, without control sequences.
///
/// # Panics
/// There is a sequence that dapu never sends.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::new();
    let sent = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("not UTF-8: {error}"));
    let mut rest = sent.chars();
    while let Some(character) = rest.next() {
        match character {
            '\x1b' => {
                let next = rest.next();
                // The cursor and its colours are saved and restored.
                if matches!(next, Some('7' | '8')) {
                    continue;
                }
                assert_eq!(next, Some('['), "a sequence that is none of dapu's");
                let mut sequence = String::new();
                let end = rest.find(|next| {
                    sequence.push(*next);
                    matches!(next, '@'..='~')
                });
                assert!(end.is_some_and(|end| "ABCDGHJKXPdhlmnsu".contains(end)), "{sequence:?}");
                assert!(!sequence.contains("4242"), "{sequence:?}");
            }
            '\r' | '\n' | '\x08' => {}
            _ => text.push(character),
        }
    }
    text
}

/// Opens a file on a screen without a terminal and looks at every pane: what each frame sends.
fn look_around(name: &str, bytes: &[u8], unicode: bool) -> String {
    const KEYS: &str =
        "l l j k i i L L T Esc v v ? Esc o Esc / e v i l Enter n Esc : n o n s e Enter z z Tab G g";
    let charset = if unicode { Charset::Cjk } else { Charset::Ascii };
    let settings = Config { unicode, charset, ..settings() };
    let loaded = read(bytes, name).unwrap();
    let mut session = Offscreen::open(name, loaded, settings, (100, 40)).unwrap();
    let mut sent = session.frame();
    for key in KEYS.split(' ') {
        session.press(key);
        sent.extend(session.frame());
    }
    text_of(&sent)
}

/// Opens a file in a terminal and leaves.
fn open_and_leave(path: &Path, language: &str) -> String {
    let environment = [("LANG", language)];
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 100, 40, &environment);
    terminal.shows("0/");
    terminal.keys("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
    text_of(&terminal.bytes())
}

#[test]
fn the_screen_shows_only_text() {
    let home = tempfile::tempdir().unwrap();
    for (number, format) in formats().enumerate() {
        let (name, bytes) = evil::file(format);
        let name = format!("a\x1b[4242m\u{202e}{name}");
        let path = home.path().join(&name);
        fs::write(&path, &bytes).unwrap();
        let unicode = number % 5 < 4;
        let language = if unicode { "C.UTF-8" } else { "C" };
        let frames = look_around(&name, &bytes, unicode);
        for text in [&frames, &open_and_leave(&path, language)] {
            assert_eq!(evil::find(text), None, "{format}: {text:?}");
        }
        let shown = frames.contains(SHOWN) || !holds_text(format);
        assert!(shown, "nothing of {format} was shown");
    }
}
