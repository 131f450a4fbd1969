//! Named and numbered characters of HTML and XML: `&lt;`, `&#30002;`.

use std::borrow::Cow;

/// The names found in records. HTML has hundreds more, for letters of other scripts.
const NAMES: [(&str, char); 17] = [
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '•'),
    ("gt", '>'),
    ("hellip", '…'),
    ("ldquo", '“'),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("mdash", '—'),
    ("middot", '·'),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("quot", '"'),
    ("rdquo", '”'),
    ("rsquo", '’'),
    ("sect", '§'),
    ("times", '×'),
];

/// The most characters between `&` and `;`.
const LONGEST: usize = 8;

/// Replaces entities by their characters. Unknown entities are left as they are.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find('&') else {
        return Cow::Borrowed(text);
    };
    let (before, mut rest) = text.split_at(first);
    let mut plain = String::with_capacity(text.len());
    plain.push_str(before);
    while let Some(inside) = rest.strip_prefix('&') {
        let end = inside.bytes().take(LONGEST + 1).position(|byte| byte == b';');
        let meant = end.and_then(|end| Some((end, character(inside.get(..end)?)?)));
        let after = match meant {
            Some((end, character)) => {
                plain.push(character);
                &inside[end + 1..]
            }
            None => {
                plain.push('&');
                inside
            }
        };
        let next = after.find('&').unwrap_or(after.len());
        plain.push_str(&after[..next]);
        rest = &after[next..];
    }
    Cow::Owned(plain)
}

fn character(name: &str) -> Option<char> {
    let code = match name.strip_prefix('#') {
        None => {
            let known = NAMES.iter().find(|(known, _)| *known == name);
            return known.map(|(_, character)| *character);
        }
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        },
    };
    char::from_u32(code.ok()?)
}

/// Decodes the percent escapes of a URL. If the result is not UTF-8, the text is returned unchanged.
pub(crate) fn unescape_url(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escape = (first == b'%').then(|| after.get(..2)).flatten();
        let code = escape.and_then(|escape| std::str::from_utf8(escape).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    let unescaped = String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned());
    unescaped.replace("\r\n", "\n")
}
