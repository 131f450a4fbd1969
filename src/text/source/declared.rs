//! The encoding that a text declares. Declarations are often wrong, because programs copy them when they save a record
//! in another encoding.

use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use super::Encoding;
use super::guess::contradicts;

/// How much of a file is searched: declarations are in headers.
const SAMPLE: usize = 64 * 1024;

/// The text before and after a declaration: `CA` in SGF, `Lang` in UGF, the country of the server in GIB, and `charset` in
/// pages, in quotes or at their end.
const MARKS: [(&[u8], [u8; 2]); 5] = [
    (b"CA", *b"[]"),
    (b"Lang", *b"=\n"),
    (b"GIBOKIND", *b"=\\"),
    (b"charset=", *b"\"\""),
    (b"charset", *b"=\""),
];

/// The declared encoding, if the text is valid in it. Returns `None` for Unicode encodings, which are recognised
/// without a declaration.
pub(super) fn guess(bytes: &[u8]) -> Option<Encoding> {
    let encoding =
        MARKS.iter().find_map(|(name, ends)| encoding_by_label(label(bytes, name, *ends)?))?;
    if [UTF_8, UTF_16LE, UTF_16BE].contains(&encoding) {
        return None;
    }
    let fits = match std::str::from_utf8(bytes) {
        Ok(_) if bytes.is_ascii() => true,
        // Valid UTF-8 by chance: only two-byte sequences, which a few Chinese or Korean characters can form.
        Ok(text) => {
            text.chars().all(|character| character < '\u{800}')
                && reads_as_east_asian(bytes, encoding)
        }
        Err(_) => is_nearly_clean(bytes, encoding) && !contradicts(bytes, encoding),
    };
    fits.then_some(encoding)
}

/// Whether the text declares the encoding HZ.
pub(super) fn is_hz(bytes: &[u8]) -> bool {
    label(bytes, b"CA", *b"[]").is_some_and(|label| label.trim().eq_ignore_ascii_case("HZ-GB-2312"))
}

/// Converts HZ to GB 2312: text between `~{` and `~}` lacks its high bits. Brackets may be halves of characters there.
pub(super) fn from_hz(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut chinese = false;
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        match (first, tail.first(), chinese) {
            (b'~', Some(b'{'), false) | (b'~', Some(b'}'), true) => {
                chinese = !chinese;
                rest = &tail[1..];
            }
            (b'~', Some(b'~'), false) => {
                plain.push(b'~');
                rest = &tail[1..];
            }
            (0x21..=0x7E, Some(second @ 0x21..=0x7E), true) => {
                plain.extend([first | 0x80, second | 0x80]);
                rest = &tail[1..];
            }
            // HZ mode ends at the end of the line.
            (b'\n', _, _) => {
                chinese = false;
                plain.push(first);
            }
            _ => plain.push(first),
        }
    }
    plain
}

/// The value between two delimiters after a name that is not part of a longer name.
fn label<'a>(bytes: &'a [u8], name: &[u8], [open, close]: [u8; 2]) -> Option<&'a str> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let names = memchr::memmem::find_iter(sample, name);
    let mut whole = names.filter(|at| !sample[..*at].last().is_some_and(u8::is_ascii_alphanumeric));
    whole.find_map(|at| {
        let value = sample.get(at + name.len()..)?.trim_ascii_start();
        let value = value.strip_prefix(&[open])?;
        let end = value.iter().position(|byte| *byte == close)?;
        std::str::from_utf8(&value[..end]).ok()
    })
}

/// The encoding with a label (`gbk`, `shift_jis`, `utf-8`, …): those of the WHATWG Encoding Standard, and names of
/// Windows code pages, as spelled in records.
pub fn encoding_by_label(label: &str) -> Option<Encoding> {
    let label = label.trim();
    let plain: String = label
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|character| character.to_ascii_lowercase())
        .collect();
    Some(match &*plain {
        "euccn" | "cp936" | "ms936" | "windows936" | "china" => GB18030,
        "cp932" | "windows932" | "japan" => SHIFT_JIS,
        "cp949" | "ms949" | "uhc" | "korea" => EUC_KR,
        "cp950" | "windows950" => BIG5,
        _ => match encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())? {
            same if same == GBK => GB18030,
            other => other,
        },
    })
}

fn reads_as_east_asian(bytes: &[u8], encoding: Encoding) -> bool {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let mut others = text.chars().filter(|character| !character.is_ascii());
    !damaged && others.all(|character| ('\u{3000}'..'\u{E000}').contains(&character))
}

/// Whether the text is valid in the encoding except for a few characters, ignoring one that is cut at the end of the
/// file.
fn is_nearly_clean(bytes: &[u8], encoding: Encoding) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let others = text.chars().filter(|character| !character.is_ascii()).count();
    let broken = text.matches('\u{FFFD}').count();
    broken * 21 <= others || (broken == 1 && text.ends_with('\u{FFFD}'))
}
