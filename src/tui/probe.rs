//! How wide the terminal draws characters of ambiguous width: it is asked where its cursor stands after one.

use std::io;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::canvas::Ambiguous;
use super::tty;

/// A character of ambiguous width in the corner, and the question.
pub(super) const QUESTION: &[u8] = "\x1b[H\u{25cf}\x1b[6n".as_bytes();
/// How long a terminal may take to answer. An answer that comes later does no harm: crossterm drops it.
const PATIENCE: Duration = Duration::from_millis(250);

/// Waits for the answer; nothing else may read the terminal meanwhile. Gives the keys that the reader pressed while we
/// waited: then the answer is not waited for any longer.
pub(super) fn answer() -> io::Result<(Ambiguous, Vec<KeyEvent>)> {
    if !tty::has_input(PATIENCE) {
        return Ok((Ambiguous::Unknown, Vec::new()));
    }
    let mut bytes = [0; 256];
    let count = tty::read(&mut bytes)?;
    Ok(parse(&bytes[..count]))
}

fn parse(mut bytes: &[u8]) -> (Ambiguous, Vec<KeyEvent>) {
    let mut ambiguous = Ambiguous::Unknown;
    let mut keys = Vec::new();
    while let Some(&first) = bytes.first() {
        let length = match bytes {
            [0x1b, b'[', rest @ ..] => {
                let end = rest.iter().position(|byte| matches!(byte, b'@'..=b'~'));
                let sequence = &rest[..end.map_or(rest.len(), |end| end + 1)];
                match sequence {
                    b"1;2R" => ambiguous = Ambiguous::Narrow,
                    b"1;3R" => ambiguous = Ambiguous::Wide,
                    _ => keys.extend(arrow(sequence)),
                }
                sequence.len() + 2
            }
            _ if first.is_ascii() => {
                keys.extend(key(first));
                1
            }
            _ => {
                let character = character(bytes);
                let code = character.map(KeyCode::Char);
                keys.extend(code.map(|code| KeyEvent::new(code, KeyModifiers::NONE)));
                character.map_or(1, char::len_utf8)
            }
        };
        bytes = &bytes[length..];
    }
    (ambiguous, keys)
}

/// The character that the bytes begin with.
fn character(bytes: &[u8]) -> Option<char> {
    let start = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// A key that is told by a sequence.
fn arrow(sequence: &[u8]) -> Option<KeyEvent> {
    let code = match sequence {
        b"A" => KeyCode::Up,
        b"B" => KeyCode::Down,
        b"C" => KeyCode::Right,
        b"D" => KeyCode::Left,
        b"H" => KeyCode::Home,
        b"F" => KeyCode::End,
        b"5~" => KeyCode::PageUp,
        b"6~" => KeyCode::PageDown,
        b"Z" => KeyCode::BackTab,
        _ => return None,
    };
    Some(KeyEvent::new(code, KeyModifiers::NONE))
}

fn key(byte: u8) -> Option<KeyEvent> {
    let (code, modifiers) = match byte {
        b' '..=b'~' => (KeyCode::Char(char::from(byte)), KeyModifiers::NONE),
        b'\r' => (KeyCode::Enter, KeyModifiers::NONE),
        b'\t' => (KeyCode::Tab, KeyModifiers::NONE),
        0x7f => (KeyCode::Backspace, KeyModifiers::NONE),
        0x1b => (KeyCode::Esc, KeyModifiers::NONE),
        1..=26 => (
            KeyCode::Char(char::from(byte + b'a' - 1)),
            KeyModifiers::CONTROL,
        ),
        _ => return None,
    };
    Some(KeyEvent::new(code, modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_found_among_keys() {
        assert_eq!(parse(b"\x1b[1;2R"), (Ambiguous::Narrow, Vec::new()));
        let (ambiguous, keys) = parse(b"l\x1b[C\x1b[1;3R\x03");
        assert_eq!(ambiguous, Ambiguous::Wide);
        let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(
            keys,
            [plain(KeyCode::Char('l')), plain(KeyCode::Right), control]
        );
    }

    #[test]
    fn nothing_that_is_typed_ahead_is_lost() {
        let (_, keys) = parse("/兵\x1b[6~\x7f\u{e9}".as_bytes());
        let codes: Vec<KeyCode> = keys.iter().map(|key| key.code).collect();
        let wanted = [
            KeyCode::Char('/'),
            KeyCode::Char('兵'),
            KeyCode::PageDown,
            KeyCode::Backspace,
            KeyCode::Char('é'),
        ];
        assert_eq!(codes, wanted);
        // Half a character is none.
        assert_eq!(parse(&[b'l', 0xe5, 0x85]).1.len(), 1);
    }

    #[test]
    fn another_place_or_half_an_answer_says_nothing() {
        for bytes in [&b"\x1b[24;1R"[..], b"\x1b[1;", b"\x1b[", b"\x1b[?1;2c", b""] {
            assert_eq!(parse(bytes), (Ambiguous::Unknown, Vec::new()), "{bytes:?}");
        }
    }
}
