//! Decodes input of the terminal: keys, mouse events and pasted text.
//!
//! crossterm's decoder cannot be used separately, and has two faults: it decodes an escape sequence that arrives in
//! pieces as keys, and waits forever for the end of an incomplete paste, ignoring Ctrl-C.

use std::time::{Duration, Instant};

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::Received;
use crate::text::step;

/// An escape character is the key Esc if nothing follows within this time.
const ESCAPE: Duration = Duration::from_millis(50);
/// The same where that key takes something back, and the arrows are most used.
const LONG_ESCAPE: Duration = Duration::from_millis(300);
/// The maximum time to wait for the rest of a sequence, character or paste.
const REST: Duration = Duration::from_secs(1);
/// The longest meaningful sequence, in bytes.
const LONGEST: usize = 64;

const PASTE_END: &[u8] = b"\x1b[201~";
const CTRL_C: u8 = 0x03;

/// The meaning of the first bytes.
enum Parsed {
    /// A sequence of this length, and its meaning if it has one.
    Whole(Option<Received>, usize),
    /// The beginning of pasted text, after this many bytes.
    Paste(usize),
    /// Incomplete.
    Partial,
}

/// Collects bytes until they can be decoded.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    bytes: Vec<u8>,
    /// The text of an unfinished paste.
    paste: Option<Vec<u8>>,
    /// The time of the last input.
    last: Option<Instant>,
    /// When Esc was returned because nothing followed. The rest of its sequence may still arrive, and is then dropped.
    escaped: Option<Instant>,
    swallowing: bool,
    /// Whether Esc is to be waited for longer.
    pub(super) is_patient: bool,
}

impl Decoder {
    /// Decodes bytes that were read together.
    pub(super) fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<Received> {
        self.last = Some(now);
        if self.paste.is_some() && bytes == [CTRL_C] {
            // A typed key: pasted text arrives together with its end.
            self.paste = None;
        }
        let late = self.escaped.take();
        let late = late.is_some_and(|escaped| now.duration_since(escaped) < REST);
        if late && matches!(bytes.first(), Some(b'[' | b'O')) {
            self.bytes.push(0x1b);
            self.swallowing = true;
        }
        let mut decoded = Vec::new();
        if self.bytes == [0x1b] && !self.swallowing && !matches!(bytes.first(), Some(b'[' | b'O')) {
            // Alt with a key arrives at once, so these were two keys.
            self.bytes.clear();
            decoded.push(key(KeyCode::Esc, KeyModifiers::NONE));
        }
        self.bytes.extend_from_slice(bytes);
        self.decode(&mut decoded);
        decoded
    }

    /// How long to wait for more input before calling [`Decoder::expire`]; `None` if nothing is incomplete.
    pub(super) fn patience(&self) -> Option<Duration> {
        match (&self.paste, &*self.bytes) {
            (None, []) => None,
            (None, [0x1b]) if self.is_patient => Some(LONG_ESCAPE),
            (None, [0x1b]) => Some(ESCAPE),
            _ => Some(REST),
        }
    }

    /// Decodes incomplete input, after nothing has arrived within [`Decoder::patience`].
    pub(super) fn expire(&mut self, now: Instant) -> Vec<Received> {
        if let Some(mut text) = self.paste.take() {
            text.append(&mut self.bytes);
            return vec![pasted(&text)];
        }
        let waited = self.last.map(|last| now.duration_since(last));
        let is_escape = self.bytes == [0x1b];
        if waited.is_none_or(|waited| waited < REST) && !is_escape {
            return Vec::new();
        }
        self.bytes.clear();
        self.swallowing = false;
        self.escaped = is_escape.then_some(now);
        let escape = is_escape.then(|| key(KeyCode::Esc, KeyModifiers::NONE));
        escape.into_iter().collect()
    }

    fn decode(&mut self, decoded: &mut Vec<Received>) {
        loop {
            if let Some(text) = &mut self.paste {
                // What came before has no end, but perhaps the beginning of one.
                let from = text.len().saturating_sub(PASTE_END.len() - 1);
                text.append(&mut self.bytes);
                let mut ends = text.windows(PASTE_END.len()).enumerate().skip(from);
                let Some((end, _)) = ends.find(|(_, part)| is_paste_end(part)) else {
                    return;
                };
                self.bytes = text.split_off(end + PASTE_END.len());
                text.truncate(end);
                decoded.push(pasted(text));
                self.paste = None;
            }
            let (reading, length) = match parse(&self.bytes) {
                Parsed::Whole(reading, length) => (reading, length),
                Parsed::Paste(length) => {
                    self.paste = Some(Vec::new());
                    (None, length)
                }
                Parsed::Partial => return,
            };
            if !std::mem::take(&mut self.swallowing) {
                decoded.extend(reading);
            }
            self.bytes.drain(..length);
        }
    }
}

fn is_paste_end(part: &[u8]) -> bool {
    step();
    part == PASTE_END
}

fn pasted(text: &[u8]) -> Received {
    Received::Input(Input::Paste(String::from_utf8_lossy(text).into_owned()))
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Received {
    Received::Input(Input::Key(KeyEvent::new(code, modifiers)))
}

fn parse(bytes: &[u8]) -> Parsed {
    match bytes {
        [] | [0x1b] => Parsed::Partial,
        [0x1b, b'[', rest @ ..] => control(rest),
        [0x1b, b'O'] => Parsed::Partial,
        [0x1b, b'O', last, ..] => whole(letter(*last), KeyModifiers::NONE, 3),
        [0x1b, 0x1b, ..] => whole(KeyCode::Esc, KeyModifiers::NONE, 1),
        [0x1b, rest @ ..] => typed(rest, KeyModifiers::ALT, 1),
        _ => typed(bytes, KeyModifiers::NONE, 0),
    }
}

fn whole(code: impl Into<Option<KeyCode>>, modifiers: KeyModifiers, length: usize) -> Parsed {
    Parsed::Whole(code.into().map(|code| key(code, modifiers)), length)
}

/// A typed key. `before` is the number of bytes examined.
fn typed(bytes: &[u8], modifiers: KeyModifiers, before: usize) -> Parsed {
    fn control(code: char) -> (KeyCode, KeyModifiers) {
        (KeyCode::Char(code), KeyModifiers::CONTROL)
    }
    let (code, own) = match bytes[0] {
        b'\r' => (KeyCode::Enter, KeyModifiers::NONE),
        b'\t' => (KeyCode::Tab, KeyModifiers::NONE),
        // Some terminals send Ctrl-h for it.
        0x08 | 0x7f => (KeyCode::Backspace, KeyModifiers::NONE),
        0 => control(' '),
        byte @ 1..=26 => control(char::from(byte + b'a' - 1)),
        byte @ 28..=31 => control(char::from(byte - 28 + b'4')),
        _ => return character(bytes, modifiers, before),
    };
    whole(code, own | modifiers, before + 1)
}

fn character(bytes: &[u8], modifiers: KeyModifiers, before: usize) -> Parsed {
    let start = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => {
            return Parsed::Partial;
        }
        Err(error) => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
    };
    let Some(character) = valid.chars().next() else {
        return Parsed::Whole(None, before + 1);
    };
    let shift = if character.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    let length = before + character.len_utf8();
    whole(KeyCode::Char(character), modifiers | shift, length)
}

/// Decodes what follows `ESC [`.
fn control(rest: &[u8]) -> Parsed {
    match rest {
        // Function keys of the Linux console.
        [b'['] => return Parsed::Partial,
        [b'[', last @ b'A'..=b'E', ..] => {
            return whole(KeyCode::F(last - b'A' + 1), KeyModifiers::NONE, 4);
        }
        // Mouse reports of a terminal without SGR mode: three bytes, ignored.
        [b'M', ..] if rest.len() < 4 => return Parsed::Partial,
        [b'M', ..] => return Parsed::Whole(None, 6),
        _ => {}
    }
    let end = rest.iter().position(|byte| !matches!(byte, 0x20..=0x3f));
    match end {
        None if rest.len() < LONGEST => Parsed::Partial,
        None => Parsed::Whole(None, rest.len() + 2),
        Some(end) if matches!(rest[end], 0x40..=0x7e) => sequence(&rest[..end], rest[end], end + 3),
        // Interrupted by something else.
        Some(end) => Parsed::Whole(None, end + 2),
    }
}

/// A control sequence with its parameters and final byte.
fn sequence(parameters: &[u8], last: u8, length: usize) -> Parsed {
    let text = std::str::from_utf8(parameters).unwrap_or_default();
    let is_private = text.starts_with('<');
    let text = text.strip_prefix('<').unwrap_or(text);
    let mut numbers = text.split(';').map(|number| number.parse::<u16>().ok());
    let [first, second, third] = std::array::from_fn(|_| numbers.next().flatten());
    let held = modifiers(second);
    let code = match (last, first, second, third) {
        (b'M', Some(button), Some(x), Some(y)) if is_private => {
            let mouse = mouse(button, x, y);
            return Parsed::Whole(mouse.map(|mouse| Received::Input(Input::Mouse(mouse))), length);
        }
        (b'R', Some(row), Some(column), None) => {
            return Parsed::Whole(Some(Received::Cursor(row, column)), length);
        }
        (b'~', Some(200), ..) => return Parsed::Paste(length),
        (b'~', Some(number), ..) => numbered(number),
        (b'Z', ..) => return whole(KeyCode::BackTab, KeyModifiers::SHIFT, length),
        _ => letter(last),
    };
    whole(code, held, length)
}

/// xterm's modifiers: 1 plus the sum of 1 for Shift, 2 for Alt, 4 for Ctrl.
fn modifiers(number: Option<u16>) -> KeyModifiers {
    let bits = number.map_or(0, |number| number.saturating_sub(1));
    let mut modifiers = KeyModifiers::NONE;
    modifiers.set(KeyModifiers::SHIFT, bits & 1 != 0);
    modifiers.set(KeyModifiers::ALT, bits & 2 != 0);
    modifiers.set(KeyModifiers::CONTROL, bits & 4 != 0);
    modifiers
}

/// Keys identified by a letter.
fn letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        b'M' => KeyCode::Enter,
        _ => return None,
    })
}

/// Keys identified by a number.
fn numbered(number: u16) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F((number - 10) as u8),
        17..=21 => KeyCode::F((number - 11) as u8),
        23 | 24 => KeyCode::F((number - 12) as u8),
        _ => return None,
    })
}

/// A press of the left or the right button, or a turn of the wheel, and its position from 1.
fn mouse(button: u16, x: u16, y: u16) -> Option<MouseEvent> {
    // The keys that are held with it mean nothing.
    let kind = match button & 0b1110_0011 {
        0 => MouseEventKind::Down(MouseButton::Left),
        2 => MouseEventKind::Down(MouseButton::Right),
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let (column, row) = (x.saturating_sub(1), y.saturating_sub(1));
    Some(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}
