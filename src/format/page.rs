//! Web pages with an embedded record: in a script or an attribute made for it, in a text area, in a string of a script,
//! or as the text of the page.

use super::{BASE, Certainty, Format, Loaded, ReadError, Reader, best, read};
use crate::game::Game;
use crate::text::json::literal;
use crate::text::scan::{Scan, beginning};
use crate::text::xml::{TagKind, tags, unescape};
use crate::text::{Family, Source};

pub(super) const FORMAT: Format = Format {
    name: "page",
    title: "Web page with a record in it",
    extensions: &["html", "htm"],
    games: &[Game::Shogi, Game::Go],
    encodings: "UTF-8 and others",
    detect,
    read: Some(Reader::Whole(read_page)),
    ..BASE
};

/// Strings that a page with a record contains.
const SIGNS: &str = "text/kifu|data-kifu|data-wgo|手合割|手数|まで|(;|[Event ";

fn detect(source: &Source<'_>) -> Certainty {
    if !source.begins_with("<") {
        return Certainty::No;
    }
    let text = beginning(&source.text(Family::Japanese).text);
    let lower = text.get(..4096).unwrap_or(text).to_ascii_lowercase();
    let tags = ["<html", "<!doctype html", "<body"];
    let is_page = tags.iter().any(|tag| lower.contains(tag));
    match is_page && SIGNS.split('|').any(|sign| text.contains(sign)) {
        true if find(source).is_some() => Certainty::Certain,
        // The rest of the record is still to come.
        true if source.growing => Certainty::Likely,
        _ => Certainty::No,
    }
}

/// The first text in the page that is a record.
fn find(source: &Source<'_>) -> Option<String> {
    let is_record = |text: &String| {
        let found = Source::new(text.as_bytes(), "");
        best(&found).is_some_and(|(_, (certainty, _))| certainty >= Certainty::Likely)
    };
    let families = [Family::Japanese, Family::Any].into_iter();
    let mut records = families.flat_map(|family| records(&source.text(family).text));
    records.find(is_record)
}

fn read_page(source: &Source<'_>) -> Result<Loaded, ReadError> {
    let found = find(source).ok_or_else(|| ReadError::whole("no record found in the page"))?;
    read(&Source::new(found.as_bytes(), "").growing(source.growing))
}

/// The texts of a page that may be a record, the most likely ones first.
fn records(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in tags(text).filter(|tag| tag.kind != TagKind::Close) {
        let attributes = ["data-kifu", "data-wgo", "data-sgf"];
        let values = attributes.iter().filter_map(|name| tag.attribute(name));
        found.extend(values.map(|value| value.into_owned()));
    }
    for name in ["script", "pre", "textarea"] {
        for inside in elements(text, name) {
            if name == "script" {
                found.extend(strings(inside));
            }
            found.push(plain(inside));
        }
    }
    found.push(plain(text));
    found.retain(|text| text.len() > 20 && !text.trim_start().starts_with('<'));
    found
}

/// The contents of each element with this name.
fn elements<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&*open)?;
        let (_, inside) = after.split_once('>')?;
        let (inside, after) = inside.split_once(&*close).unwrap_or((inside, ""));
        rest = after;
        Some(inside)
    })
}

/// The plain text of part of a page: tags removed, line ends where the page breaks lines.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        if !after.starts_with(|next: char| next.is_ascii_alphabetic() || "/!?".contains(next)) {
            text.push('<');
            rest = after;
            continue;
        }
        // If the page ends inside a tag, the tag is not text.
        let (tag, after) = after.split_once('>').unwrap_or_default();
        let mut words = tag.split([' ', '/', '\n']);
        let name = words.find(|name| !name.is_empty()).unwrap_or("");
        let breaks = ["br", "p", "div", "tr", "li"];
        if breaks.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            text.push('\n');
        }
        rest = after;
    }
    text.push_str(rest);
    unescape(&text).into_owned()
}

/// The string literals in a script that contain line ends, including concatenated ones.
fn strings(script: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut joined = String::new();
    let mut scan = Scan::new(script);
    loop {
        let before = scan.take_while(|next| !matches!(next, '"' | '\'' | '`'));
        let Some(quote) = scan.peek() else { break };
        if before.trim() != "+" {
            found.push(std::mem::take(&mut joined));
        }
        joined.extend(literal(&mut scan, quote));
    }
    found.push(joined);
    found.retain(|text| text.contains('\n') || text.starts_with('('));
    found
}
