//! SGF's text values: escapes and white space.

use std::borrow::Cow;

/// A value of type Text: line breaks are kept as `\n`, other white space becomes a blank.
pub(super) fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, b'\n')
}

/// A value of type SimpleText: a single line.
pub(super) fn simple(raw: &str) -> Cow<'_, str> {
    unescape(raw, b' ')
}

fn unescape(raw: &str, line_break: u8) -> Cow<'_, str> {
    let is_odd = |byte: u8| (byte == b'\\') | ((byte < b' ') & (byte != line_break));
    // Looking at all bytes in one go is faster than stopping at the first odd one: most texts have none.
    if !raw.bytes().fold(false, |odd, byte| odd | is_odd(byte)) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(plain) = rest.as_str().bytes().position(is_special) {
        let (plain, from) = rest.as_str().split_at(plain);
        text.push_str(plain);
        rest = from.chars();
        match rest.next() {
            Some('\\') => match rest.next() {
                // A soft line break; so is a backslash at the very end nothing.
                Some(first @ ('\n' | '\r')) => skip_pair(&mut rest, first),
                Some(escaped) => text.push(blank(escaped)),
                None => {}
            },
            Some(first @ ('\n' | '\r')) => {
                skip_pair(&mut rest, first);
                text.push(char::from(line_break));
            }
            other => text.extend(other.map(blank)),
        }
    }
    text.push_str(rest.as_str());
    Cow::Owned(text)
}

/// Whether a character may not be copied as it is.
fn is_special(byte: u8) -> bool {
    byte == b'\\' || byte < b' '
}

/// CR LF and LF CR are one line break.
fn skip_pair(rest: &mut std::str::Chars<'_>, first: char) {
    let second = if first == '\n' { '\r' } else { '\n' };
    if rest.as_str().starts_with(second) {
        rest.next();
    }
}

fn blank(character: char) -> char {
    match character {
        '\t' | '\u{B}' | '\u{C}' => ' ',
        other => other,
    }
}

/// The two parts of a composed value, still escaped: what is before and after the first colon that is not escaped.
pub(super) fn split(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((raw.get(..colon)?, raw.get(colon + 1..)?))
}

/// Writes a text as a value, without the brackets.
pub(super) fn escape(text: &str, out: &mut String) {
    write_escaped(text, &['\\', ']'], out);
}

/// Writes a text as a part of a composed value.
pub(super) fn escape_part(text: &str, out: &mut String) {
    write_escaped(text, &['\\', ']', ':'], out);
}

fn write_escaped(text: &str, special: &[char], out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(special) {
        let (plain, from) = rest.split_at(at);
        out.push_str(plain);
        out.push('\\');
        let mut characters = from.chars();
        out.extend(characters.next());
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Writes a value that is still escaped as it was in a file: only a `]` that was not, and a backslash at the end, need
/// repair.
pub(super) fn escape_raw(raw: &str, out: &mut String) {
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', None) => {}
            ('\\', Some(escaped)) => {
                out.extend(['\\', escaped]);
                characters.next();
            }
            (']', _) => out.push_str("\\]"),
            (other, _) => out.push(other),
        }
    }
}
