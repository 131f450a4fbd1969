//! Records inside other texts: in web pages, in mail that is quoted or encoded, in logs with a time before each line, in
//! code blocks of Markdown, in strings of JSON and fields of CSV, in lists of JSON, in addresses. Each kind has a function
//! that takes texts out with their places. Each text is read by its own format, and its places are those of the file.

mod literals;
mod mail;
pub(super) mod page;
mod quotes;

use memchr::memmem;

use super::{Certainty, Detected, Format, Level, Loaded, ReadError, Reader, find};
use crate::text::scan::{Scan, lines, place_in};
use crate::text::source::{Part, SharedText, Taken};
use crate::text::xml::unescape_url;
use crate::text::{Family, Source, foreign};

/// Larger files have none.
const LARGEST: usize = 64 << 20;

/// The fence before and after a code block of Markdown.
const FENCE: &str = "```";

/// A record inside another text.
#[derive(Debug)]
pub struct EmbeddedText {
    part: Part,
    detected: Detected,
}

impl EmbeddedText {
    /// A text that was taken out of another, if it is a record.
    fn new(taken: Taken, outer: &SharedText, level: Level, least: Certainty) -> Option<Self> {
        let part = taken.part(outer);
        let detected = find(&part.source(), level).ok().filter(|it| it.certainty >= least)?;
        Some(Self { part, detected })
    }

    pub(super) fn format(&self) -> &'static Format {
        self.detected.format
    }

    fn read(&self, growing: bool) -> Result<Loaded, ReadError> {
        self.detected.read(&self.part.source().growing(growing))
    }
}

/// Reads the records inside a file.
///
/// # Errors
/// The first cannot be read.
pub(super) fn read(
    format: &'static Format,
    parts: &[EmbeddedText],
    growing: bool,
) -> Result<Loaded, ReadError> {
    let mut read = parts.iter().map(|part| part.read(growing));
    let first = read.next();
    let mut loaded = first.ok_or_else(|| ReadError::none("no record found in the file"))??;
    loaded.format = format;
    // Moves alone may be those of the game before, which an article in a page prints in pieces.
    let is_page = matches!(format.read, Some(Reader::Parts(_)));
    let has_headers =
        |loaded: &Loaded| loaded.games.iter().any(|game| !game.headers().entries().is_empty());
    loaded.extend(read.filter(|loaded| !is_page || loaded.as_ref().is_ok_and(has_headers)));
    Ok(loaded)
}

/// The records inside a text that is no page: in code blocks, or in anything else if the text is no record itself.
pub(super) fn in_text(source: &Source<'_>, is_record: bool) -> Vec<EmbeddedText> {
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
}

fn parts(text: &SharedText, is_csv: bool) -> Vec<EmbeddedText> {
    // The first kind in which records are found decides.
    let kinds = [
        (address(text), Certainty::Likely),
        (mail::bodies(text), Certainty::Weak),
        (literals::strings(text, is_csv), Certainty::Likely),
        (literals::in_json(text), Certainty::Likely),
        (quotes::prefixed(text).into_iter().collect(), Certainty::Certain),
    ];
    let mut kept = kinds.into_iter().map(|(taken, least)| keep(taken, text, least));
    kept.find(|parts| !parts.is_empty()).unwrap_or_default()
}

/// Keeps the records, all of the format of the first.
fn keep(taken: Vec<Taken>, outer: &SharedText, least: Certainty) -> Vec<EmbeddedText> {
    /// The number of texts that are tried before the first record.
    const TRIED: usize = 40;
    let mut parts: Vec<EmbeddedText> = Vec::new();
    for (index, taken) in taken.into_iter().enumerate() {
        match parts.first().map(EmbeddedText::format) {
            Some(format) => {
                let part = taken.part(outer);
                let detected = Detected::by(format, &part.source(), Level::Part);
                parts.extend(
                    (detected.certainty >= least).then_some(EmbeddedText { part, detected }),
                );
            }
            None if index > TRIED => break,
            None => parts.extend(EmbeddedText::new(taken, outer, Level::Part, least)),
        }
    }
    parts
}

/// The records in code blocks, if they have moves: below a position may be the words that it is for.
fn in_blocks(text: &SharedText) -> Vec<EmbeddedText> {
    const FORMATS: [&str; 6] = ["kif", "csa", "sgf", "pgn", "jkf", "dhtmlxq"];
    let parts = keep(blocks(text), text, Certainty::Certain);
    let first = parts.first().filter(|part| FORMATS.contains(&part.format().name));
    let game = first.and_then(|part| part.read(false).ok()?.game(0).ok());
    if game.is_some_and(|game| game.tree.len() > 1) { parts } else { Vec::new() }
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
        let mut scan = Scan::new(value);
        while !scan.is_at_end() {
            let mut part = scan.take_to_either(b'%', b'%');
            if part.is_empty() {
                // A character of UTF-8 is escaped byte by byte.
                let lead = scan.ahead(3).get(1..).unwrap_or("");
                let lead = u8::from_str_radix(lead, 16).unwrap_or(0);
                part = scan.take(3 * (lead.leading_ones() as usize).max(1));
            }
            taken.push(&unescape_url(part), place_in(text, part));
        }
        taken
    });
    decoded.filter(|taken| literals::may_be_record(&taken.text)).collect()
}
