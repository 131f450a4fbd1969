//! Makes text from files harmless: no control character, escape sequence or invisible override reaches a terminal.

use std::borrow::Cow;

/// Removes everything that a terminal would obey or would not show. Line ends are kept; tabs become spaces.
pub fn clean(text: &str) -> String {
    filter(text, is_hidden, MOST_MARKS)
}

/// A text that the user typed or pasted, to be kept: joiners, combining marks and separators of lines stay, and only
/// control characters go. Clean it before it is shown.
#[cfg(feature = "tui")]
pub(crate) fn typed(text: &str) -> String {
    filter(text, |character| character.is_control() && character != '\u{85}', usize::MAX)
}

/// Removes escape sequences, characters that are not wanted, and longer runs of combining marks.
fn filter(text: &str, is_unwanted: fn(char) -> bool, most_marks: usize) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut marks = 0;
    while let Some(character) = rest.next() {
        match character {
            // Removed characters do not interrupt a run of marks.
            '\x1b' | '\u{9b}' => {
                skip_sequence(character, &mut rest);
                continue;
            }
            '\r' if rest.peek() == Some(&'\n') => continue,
            '\n' | '\r' => cleaned.push('\n'),
            '\t' => cleaned.push_str("    "),
            ' '..='~' => cleaned.push(character),
            _ if is_unwanted(character) => continue,
            _ if is_mark(character) => {
                marks += 1;
                if marks <= most_marks {
                    cleaned.push(character);
                }
                continue;
            }
            _ => cleaned.push(character),
        }
        marks = 0;
    }
    cleaned
}

/// Whether a text is one line of printable ASCII, as nearly all are that are printed: cleaning does not change it.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A text without the markup of forums, from which comments are copied: `[color=blue][center]`.
#[cfg(feature = "tui")]
pub(crate) fn without_markup(text: &str) -> Cow<'_, str> {
    const TAGS: [&str; 12] =
        ["b", "i", "u", "s", "big", "small", "color", "size", "font", "center", "align", "quote"];
    if !text.contains("[/") && !text.contains('=') {
        return Cow::Borrowed(text);
    }
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        let tag = after.split_once(']').filter(|(tag, _)| {
            let name = tag.strip_prefix('/').unwrap_or(tag).split('=').next().unwrap_or("");
            TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
        });
        rest = tag.map_or(after, |(_, after)| after);
        if tag.is_none() {
            plain.push('[');
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Cleans a text and joins its lines with spaces.
pub fn clean_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

/// Skips a whole escape sequence, since its letters would be noise on the screen.
fn skip_sequence(start: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let introducer = if start == '\u{9b}' {
        Some('[')
    } else {
        rest.next_if(|next| matches!(next, '[' | ']' | 'P' | '_' | '^' | 'X' | '(' | ')'))
    };
    match introducer {
        Some('[') => {
            while rest.next_if(|next| matches!(next, ' '..='?')).is_some() {}
            rest.next_if(|next| matches!(next, '@'..='~'));
        }
        Some('(' | ')') => {
            rest.next_if(char::is_ascii_alphanumeric);
        }
        // An operating system command ends at BEL or ST. A file's text may never end it, so at most the line is
        // skipped.
        Some(_) => while rest.next_if(|next| !next.is_control()).is_some() {},
        None => {}
    }
}

/// The longest run of combining marks that is kept. A longer one would pile up over other lines.
pub const MOST_MARKS: usize = 2;

/// Whether the character combines with the one before it.
pub fn is_mark(character: char) -> bool {
    !is_hidden(character) && unicode_width::UnicodeWidthChar::width(character) == Some(0)
}

/// Whether a terminal may obey the character, or the character is invisible and can hide or reorder text.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00AD}'
            | '\u{061C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{E000}'..='\u{F8FF}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{FFFE}'..='\u{FFFF}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{10FFFF}')
}

/// A text without the signs of no width that editors and web pages leave within moves. Those within a picture are kept, and
/// so are those that scripts from Hebrew to Tibetan need.
pub(crate) fn without_joiners(text: &str) -> Cow<'_, str> {
    let is_joiner =
        |next| matches!(next, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}');
    if !text.contains(is_joiner) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for next in text.chars() {
        let is_needed = kept.ends_with(|last| {
            matches!(last, '\u{590}'..='\u{FFF}' | '\u{2600}'..='\u{27BF}' | '\u{FE0F}' | '\u{1F000}'..)
        });
        if !is_joiner(next) || is_needed {
            kept.push(next);
        }
    }
    Cow::Owned(kept)
}
