//! Records inside other texts: mail that is quoted or encoded, logs with a time before each line, code blocks of
//! Markdown, strings of JSON and fields of CSV, lists of JSON, addresses. Each is read by its own format, and its places
//! are those of the file.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use memchr::memmem;

use super::{Certainty, Format, Loaded, ReadError, best, by_name, read_as};
use crate::text::json::{Json, Value, escape_in};
use crate::text::scan::{Line, Scan, lines};
use crate::text::source::{Part, SharedText, Taken};
use crate::text::xml::{unescape_bytes, unescape_url};
use crate::text::{Encoding, Family, Progress, Source, encoding_by_label, foreign};

/// Larger files have none.
const LARGEST: usize = 64 << 20;

/// What is before and behind a code block of Markdown.
const FENCE: &str = "```";

/// The format of the records inside a text: in code blocks, or in anything else if the text is no record itself.
pub(super) fn format(source: &Source<'_>, is_record: bool) -> Option<&'static Format> {
    let parts = source.parts.get_or_init(|| {
        let has_fence = memmem::find(source.bytes, FENCE.as_bytes()).is_some();
        let is_text = !source.head(Family::Any).is_empty();
        let is_archive = foreign::archive(source.bytes).is_some();
        let is_other = !is_text || is_archive || source.begins_with("<");
        if is_other || is_record && !has_fence || source.bytes.len() > LARGEST {
            return Vec::new();
        }
        let is_csv = ["csv", "tsv"].contains(&&*source.extension());
        let parts_of = |text| match if has_fence { in_blocks(text) } else { Vec::new() } {
            blocks if !blocks.is_empty() || is_record => blocks,
            _ => parts(text, is_csv),
        };
        let [text, other] = [Family::Any, Family::Japanese].map(|family| source.share(family));
        match parts_of(text) {
            found if found.is_empty() && **other != **text => parts_of(other),
            found => found,
        }
    });
    by_name(parts.first()?.format)
}

/// Reads the records inside a text, if they are what was found in it.
pub(super) fn read(format: &Format, source: &Source<'_>) -> Option<Result<Loaded, ReadError>> {
    let parts = source.parts.get()?;
    let format = by_name(parts.first()?.format).filter(|inner| inner.name == format.name)?;
    let read = |part: &Part| read_as(format, &part.source().growing(source.growing));
    let mut read = parts.iter().map(read);
    let first = read.next()?;
    Some(first.map(|mut loaded| {
        loaded.extend(read);
        loaded
    }))
}

fn parts(text: &SharedText, is_csv: bool) -> Vec<Part> {
    // The first kind in which records are found decides.
    let kinds = [
        (address(text), Certainty::Likely),
        (bodies(text), Certainty::Weak),
        (literals(text, is_csv), Certainty::Likely),
        (objects(text), Certainty::Likely),
        (list_of_moves(text).into_iter().collect(), Certainty::Likely),
        (prefixed(text).into_iter().collect(), Certainty::Certain),
    ];
    let mut kept = kinds.into_iter().map(|(taken, least)| keep(taken, text, least));
    kept.find(|parts| !parts.is_empty()).unwrap_or_default()
}

/// The records in code blocks, if they have moves: below a position may be the words that it is for.
fn in_blocks(text: &SharedText) -> Vec<Part> {
    const FORMATS: [&str; 6] = ["kif", "csa", "sgf", "pgn", "jkf", "dhtmlxq"];
    let parts = keep(blocks(text), text, Certainty::Certain);
    let format = parts.first().filter(|part| FORMATS.contains(&part.format));
    let has_moves = format.and_then(|part| {
        let loaded = read_as(by_name(part.format)?, &part.source()).ok()?;
        Some(loaded.game(0).ok()?.tree.len() > 1)
    });
    if has_moves == Some(true) { parts } else { Vec::new() }
}

/// The code blocks of Markdown.
fn blocks(text: &str) -> Vec<Taken> {
    let mut found: Vec<Taken> = Vec::new();
    let mut indent = None;
    for line in lines(text) {
        let inner = line.text.trim_start_matches([' ', '\t']);
        let before = line.text.len() - inner.len();
        match (indent, inner.starts_with(FENCE)) {
            (None, true) => {
                found.push(Taken::default());
                indent = Some(before);
            }
            (Some(_), true) => indent = None,
            (Some(indent), false) => {
                let part = &line.text[before.min(indent)..];
                found.last_mut().into_iter().for_each(|block| block.push_line(line, part));
            }
            (None, false) => {}
        }
    }
    found
}

/// The values in an address: `https://example.com/?sgf=%28%3BB%5Bpd%5D%29`.
fn address(text: &str) -> Vec<Taken> {
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    if !is_address || text.trim_end().contains(char::is_whitespace) {
        return Vec::new();
    }
    let values = text.trim_end().split(['?', '&', '#']).skip(1);
    let values = values.filter_map(|pair| pair.split_once('=').map(|(_, value)| value));
    let decoded = values.map(|value| {
        let mut taken = Taken::default();
        let mut rest = value;
        let mut progress = Progress::default();
        while progress.goes_on(rest.len()) {
            let plain = rest.find('%').unwrap_or(rest.len());
            // A character of UTF-8 is escaped byte by byte.
            let lead = rest.get(plain + 1..plain + 3);
            let lead = lead.and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
            let escape = 3 * (lead.leading_ones() as usize).max(1);
            let length = if plain > 0 { plain } else { escape };
            let (part, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            let offset = rest.as_ptr() as usize - text.as_ptr() as usize;
            taken.push(&unescape_url(part), offset);
            rest = after;
        }
        taken
    });
    decoded.filter(|taken| may_be_record(&taken.text)).collect()
}

/// The parts of a mail that are encoded, as they were before.
fn bodies(text: &str) -> Vec<Taken> {
    let mut found = Vec::new();
    if memmem::find(text.as_bytes(), b"ransfer-").is_none() {
        return found;
    }
    let (mut coding, mut charset, mut boundary) = (String::new(), None, None);
    let mut body: Option<Vec<Line<'_>>> = None;
    for line in lines(text) {
        let ends = |name| line.text.strip_prefix("--").is_some_and(|rest| rest.starts_with(name));
        if boundary.is_some_and(ends) {
            found.extend(body.take().map(|body| decoded(&body, &coding, charset)));
            (coding, charset) = (String::new(), None);
        } else if let Some(body) = &mut body {
            body.push(line);
        } else if line.text.is_empty() {
            body = ["base64", "quoted-printable"].contains(&&*coding).then(Vec::new);
        } else {
            let lower = line.text.to_ascii_lowercase();
            let value = |name: &str| {
                let value = line.text.get(lower.find(name)? + name.len()..)?;
                value.trim_start_matches([' ', '"']).split(['"', ';', ' ']).next()
            };
            coding = value("transfer-encoding:").map_or(coding, str::to_ascii_lowercase);
            charset = value("charset=").and_then(encoding_by_label).or(charset);
            boundary = value("boundary=").or(boundary);
        }
    }
    found.extend(body.map(|body| decoded(&body, &coding, charset)));
    found
}

/// The text of an encoded part of a mail.
fn decoded(body: &[Line<'_>], coding: &str, charset: Option<Encoding>) -> Taken {
    let mut taken = Taken::default();
    let mut keep = |bytes: &[u8], lines: &[Line<'_>]| {
        let source = Source::new(bytes, "").with_encoding(charset);
        let at = lines.first().map_or(0, |line| line.offset);
        taken.push(source.text(Family::Any), at);
    };
    if coding == "base64" {
        let written: String = body.iter().map(|line| line.text.trim()).collect();
        keep(&BASE64.decode(written).unwrap_or_default(), body);
        return taken;
    }
    // A line that ends with `=` goes on in the next one.
    for whole in body.split_inclusive(|line| !line.text.trim_end().ends_with('=')) {
        let parts = whole.iter().map(|line| line.text.trim_end().trim_end_matches('='));
        let escaped = parts.collect::<String>().replace('%', "%25").replace('=', "%") + "\n";
        keep(&unescape_bytes(&escaped), whole);
    }
    taken
}

/// Keeps the records, all of the format of the first.
fn keep(taken: Vec<Taken>, outer: &SharedText, least: Certainty) -> Vec<Part> {
    /// The number of texts that are tried before the first record.
    const TRIED: usize = 40;
    let mut parts: Vec<Part> = Vec::new();
    for (index, taken) in taken.into_iter().enumerate() {
        let part = taken.part(outer);
        let source = part.source();
        let known = parts.first().and_then(|first| by_name(first.format));
        let format = match known {
            Some(format) => Some(format).filter(|format| (format.detect)(&source) >= least),
            None if index > TRIED => break,
            None => best(&source).filter(|(_, rank)| rank.0 >= least).map(|(format, _)| format),
        };
        if let Some(format) = format {
            parts.push(part.of(format.name));
        }
    }
    parts
}

/// The strings that may be records. In CSV a quote inside of one is doubled.
fn literals(text: &str, is_csv: bool) -> Vec<Taken> {
    let mut found = Vec::new();
    let mut scan = Scan::new(text);
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
        let from = scan.offset();
        let bare = scan.take_while(|next| next != '"');
        found.extend(fields(bare, from).filter(|taken| is_csv && may_be_record(&taken.text)));
        let taken = literal(&mut scan, is_csv);
        found.extend(taken.filter(|taken| may_be_record(&taken.text)));
    }
    found
}

/// The fields without quotes in a part of a text.
fn fields(bare: &str, from: usize) -> impl Iterator<Item = Taken> {
    let fields = bare.split([',', '\t', '\n', '\r']);
    let offset = move |field: &str| from + field.as_ptr() as usize - bare.as_ptr() as usize;
    fields.map(move |field| Taken::of(field, offset(field)))
}

fn literal(scan: &mut Scan<'_>, is_csv: bool) -> Option<Taken> {
    scan.next()?;
    let mut taken = Taken::default();
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
        let at = scan.offset();
        taken.push(scan.take_while(|next| next != '"' && (is_csv || next != '\\')), at);
        let at = scan.offset();
        match scan.next()? {
            '"' if is_csv && scan.eat("\"") => taken.push("\"", at),
            '"' => return Some(taken),
            _ => {
                let mut decoded = String::new();
                escape_in(scan, &mut decoded)?;
                taken.push(&decoded, at);
            }
        }
    }
    None
}

/// Whether a string is worth a closer look.
fn may_be_record(text: &str) -> bool {
    const SHORTEST: usize = 20;
    let text = text.trim_start();
    let is_csa = |text: &[u8]| {
        matches!(text, [b'+' | b'-', squares @ ..] if squares.len() > 5
            && squares[..4].iter().all(u8::is_ascii_digit)
            && squares[4..6].iter().all(u8::is_ascii_uppercase))
    };
    let is_usi = |text: &[u8]| {
        matches!(text, [b'1'..=b'9', b'a'..=b'i', b'1'..=b'9', b'a'..=b'i', b' ', b'1'..=b'9', ..])
    };
    text.starts_with("(;")
        || text.starts_with("position ")
        || is_csa(text.as_bytes())
        || is_usi(text.as_bytes())
        || text.len() >= SHORTEST && text.contains(['\n', '▲', '☗', '平', '进', '進'])
}

/// The objects of a list.
fn objects(text: &str) -> Vec<Taken> {
    if !text.trim_start().starts_with('[') || !text.contains("\"moves\"") {
        return Vec::new();
    }
    let json = Json::parse(text);
    let items = json.root().into_iter().flat_map(Value::items).filter(|item| item.is_object());
    let written = items.map(|item| item.written());
    let offset = |written: &str| written.as_ptr() as usize - text.as_ptr() as usize;
    written.map(|written| Taken::of(written, offset(written))).collect()
}

/// The moves of a list of strings, as a text.
fn list_of_moves(text: &str) -> Option<Taken> {
    if !text.trim_start().starts_with('{') || !text.contains("\"moves\"") {
        return None;
    }
    let json = Json::parse(text);
    let file = json.root()?;
    // Another start is told in as many ways as there are programs.
    let has_start =
        ["fen", "sfen", "initialFen", "position"].iter().any(|key| file.get(key).is_some());
    let moves = file.get("moves").filter(|moves| moves.is_list() && !has_start)?;
    let mut taken = Taken::default();
    for item in moves.items() {
        let written = item.written();
        taken.push(&item.as_str()?, written.as_ptr() as usize - text.as_ptr() as usize + 1);
        taken.push(" ", written.as_ptr() as usize - text.as_ptr() as usize + written.len());
    }
    Some(taken)
}

/// The text without what stands before each line, if most have something there.
fn prefixed(text: &str) -> Option<Taken> {
    let is_quoted = |line: &str| behind(line).len() < line.len();
    let full = || lines(text).filter(|line| !line.text.trim().is_empty());
    let first = full().take(8).filter(|line| is_quoted(line.text)).count();
    let count = if first > 1 { full().filter(|line| is_quoted(line.text)).count() } else { 0 };
    if count == 0 || count * 5 < full().count() * 4 {
        return None;
    }
    let mut taken = Taken::default();
    for line in lines(text) {
        taken.push_line(line, behind(line.text));
    }
    Some(taken)
}

/// What comes behind the signs of quoted mail, or behind the time and the direction of a message in a log.
fn behind(line: &str) -> &str {
    let mut rest = line;
    let mut progress = Progress::default();
    while progress.goes_on(rest.len()) {
        let text = rest.trim_start_matches([' ', '\t']);
        let signs = text.trim_start_matches(['>', '<']);
        if signs.len() < text.len() {
            return signs.strip_prefix(' ').unwrap_or(signs);
        }
        let end = text.find([' ', '\t']).unwrap_or(text.len());
        let (word, after) = text.split_at(end);
        let after = after.trim_start_matches([' ', '\t']);
        let is_name = rest.len() < line.len() && after.starts_with(['<', '>']);
        let sent = after.strip_prefix('>').filter(|_| is_name).map(str::trim_start);
        // The server says it once more.
        if sent.is_some_and(|sent| sent.starts_with(['+', '-', '%'])) {
            return "";
        }
        let is_label = ["recv:", "send:", "S:", "C:"].contains(&word);
        if !(is_stamp(word) || is_label || is_name && word.len() < after.len()) {
            break;
        }
        rest = after;
    }
    rest
}

/// Whether a word is a date or a time: `2024-01-01`, `[10:00:00.123]`.
fn is_stamp(word: &str) -> bool {
    let bare = word.trim_matches(['[', ']', '(', ')', ',', 'Z']);
    let parts = bare.split([':', '/', '-', '.', 'T']);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|next| next.is_ascii_digit());
    bare.contains([':', '/', '-']) && parts.clone().count() > 2 && parts.into_iter().all(is_number)
}
