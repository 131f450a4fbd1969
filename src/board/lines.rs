//! The characters of a board's lines.

use super::view::Charset;

/// A character of the lines in a charset: it is named by its fullwidth form.
pub(super) fn in_charset(glyph: char, charset: Charset) -> char {
    let [ascii, boxed] = match glyph {
        '＋' => ['+', '┼'],
        '－' => ['-', '─'],
        '｜' => ['|', '│'],
        '＼' => ['\\', '╲'],
        '／' => ['/', '╱'],
        '＊' => ['*', '※'],
        // The river's name: the board is a river wide without it.
        _ => [' ', glyph],
    };
    match charset {
        Charset::Ascii => ascii,
        Charset::Cjk => glyph,
        Charset::Box => boxed,
    }
}

/// Where lines lead from a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) left: bool,
    pub(super) right: bool,
}

/// The character of a point.
pub(super) fn joint(ways: Ways, charset: Charset) -> char {
    if charset != Charset::Box {
        return in_charset('＋', charset);
    }
    match (ways.up, ways.down, ways.left, ways.right) {
        (false, true, false, true) => '┌',
        (false, true, true, false) => '┐',
        (true, false, false, true) => '└',
        (true, false, true, false) => '┘',
        (true, true, false, true) => '├',
        (true, true, true, false) => '┤',
        (false, true, true, true) => '┬',
        (true, false, true, true) => '┴',
        _ => '┼',
    }
}
