//! The line in which one types.

use crate::common::emulator::Emulator;

/// The line after some keys that are separated by blanks, with `_` where its cursor is.
fn typed(screen: &mut Emulator, keys: &str) -> String {
    screen.keys(keys);
    let line = screen.status();
    line.split("  ").next().unwrap_or_default().trim_start_matches('/').to_owned()
}

#[test]
fn editing_goes_by_grapheme_and_word() {
    let mut screen = Emulator::read("game.sgf", "(;SZ[9];B[ee])");
    screen.press("/");
    screen.paste("炮二 e\u{301}平");
    for (keys, line) in [
        ("Left", "炮二 e\u{301}_平"),
        ("Backspace", "炮二 _平"),
        ("五", "炮二 五_平"),
        ("Ctrl-w Ctrl-w", "炮_平"),
        ("Ctrl-a Ctrl-d", "_平"),
        ("Ctrl-k o n e Space t w o Space x", "one two x_"),
        ("Left", "one two _x"),
        ("Ctrl-Left", "one _two x"),
        ("Ctrl-u", "_two x"),
    ] {
        assert_eq!(typed(&mut screen, keys), line, "{keys}");
    }
}

#[test]
fn pasted_text_is_one_harmless_line() {
    let mut screen = Emulator::read("game.sgf", "(;SZ[9];B[ee])");
    screen.press("/");
    screen.paste("a\nb\x1b[31mc");
    assert_eq!(typed(&mut screen, "Ctrl-e"), "a bc_");
    // What is longer than a line is not taken in part.
    screen.paste(&"x".repeat(1_000_000));
    assert!(!screen.text().contains("xx"));
}
