//! The line characters of boards.

use super::view::Charset;

/// Converts a line character to a charset. It is given in fullwidth form.
pub(super) fn in_charset(glyph: char, charset: Charset) -> char {
    let [ascii, boxed] = match glyph {
        '＋' => ['+', '┼'],
        '－' => ['-', '─'],
        '｜' => ['|', '│'],
        '＼' => ['\\', '╲'],
        '／' => ['/', '╱'],
        '＊' => ['*', '※'],
        // The name of the river: the gap in the board shows it well enough.
        _ => [' ', glyph],
    };
    match charset {
        Charset::Ascii => ascii,
        Charset::Cjk => glyph,
        Charset::Box => boxed,
    }
}

/// The directions in which lines leave a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways {
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) left: bool,
    pub(super) right: bool,
}

/// The character for a point.
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
