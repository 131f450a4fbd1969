//! Web pages with records: in scripts, attributes and elements made for them, in strings of scripts, or as the text of the
//! page.

use super::{BASE, Certainty, Format, Holds, Loaded, ReadError, Reader, best, by_name, read_as};
use crate::game::Game;
use crate::text::json::literal;
use crate::text::scan::{Scan, beginning};
use crate::text::xml::unescape;
use crate::text::{Family, Progress, Source};

pub(super) const FORMAT: Format = Format {
    name: "page",
    title: "Web page with a record in it",
    extensions: &["html", "htm"],
    games: &[Game::Xiangqi, Game::Shogi, Game::Go],
    encodings: "UTF-8 and others",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::Whole(read_page)),
    ..BASE
};

/// Tags near the beginning of a page, or of a part of one.
const TAGS: &str = "<html|<!doctype|<body|<div|<p>|<p |<br|<pre|<table";

fn detect(source: &Source<'_>) -> Certainty {
    if !source.begins_with("<") {
        return Certainty::No;
    }
    let text = beginning(source.text(Family::Any));
    let lower = text.get(..4096).unwrap_or(text).to_ascii_lowercase();
    match TAGS.split('|').any(|tag| lower.contains(tag)) {
        true if !records(source).is_empty() => Certainty::Certain,
        // The rest of the record is still to come.
        true if source.growing => Certainty::Likely,
        _ => Certainty::No,
    }
}

fn read_page(page: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let read = |(text, format): &(String, &str)| {
        let format = by_name(format)?;
        Some(read_as(format, &Source::new(text.as_bytes(), "").growing(source.growing)))
    };
    let mut records = records(source).iter().filter_map(read);
    let first = records.next();
    let mut loaded = first.ok_or_else(|| ReadError::none("no record found in the page"))??;
    // Moves alone may be those of the game before, which an article prints in pieces.
    let has_headers =
        |loaded: &Loaded| loaded.games.iter().any(|game| !game.headers().entries().is_empty());
    loaded.format = page;
    loaded.extend(records.filter(|loaded| loaded.as_ref().is_ok_and(has_headers)));
    Ok(loaded)
}

/// The name of the format of a text that is a record.
fn format_of(text: &str) -> Option<&'static str> {
    let (format, (certainty, _)) = best(&Source::new(text.as_bytes(), "").whole())?;
    (certainty >= Certainty::Likely).then_some(format.name)
}

/// The texts of the page that are records, with their formats.
fn records<'a>(source: &'a Source<'_>) -> &'a [(String, &'static str)] {
    source.records.get_or_init(|| {
        let families = [Family::Any, Family::Japanese].into_iter();
        let mut records = families.map(|family| records_in(source.text(family)));
        records.find(|records| !records.is_empty()).unwrap_or_default()
    })
}

/// The records in what is made for them, or else in the text of the page.
fn records_in(page: &str) -> Vec<(String, &'static str)> {
    let mut found = embedded(page);
    if found.is_empty() {
        let text = plain(page);
        // SGF shows where it begins; others may have headers before it.
        let trees = text.match_indices("(;").map(|(at, _)| &text[at..]);
        let trees = trees.filter(|tree| begins_node(&tree[2..])).take(4);
        let mut texts = trees.chain([&*text]);
        found
            .extend(texts.find_map(|text| format_of(text).map(|format| (text.to_owned(), format))));
    }
    found
}

/// Whether a property follows, as in no smiley and no aside.
fn begins_node(text: &str) -> bool {
    let name = text.trim_start().bytes().take_while(u8::is_ascii_uppercase).count();
    name > 0 && text.trim_start()[name..].starts_with('[')
}

/// The records in attributes, scripts, and elements that keep lines as they are.
fn embedded(page: &str) -> Vec<(String, &'static str)> {
    let mut found: Vec<(String, _)> = Vec::new();
    let mut keep = |text: String| {
        let is_new = text.len() > 20
            && !text.trim_start().starts_with('<')
            && !found.iter().any(|(known, _)| *known == text);
        let format = if is_new { format_of(&text) } else { None };
        found.extend(format.map(|format| (text, format)));
        format.is_some()
    };
    for name in ["data-kifu=", "data-wgo=", "data-sgf="] {
        for (at, name) in page.match_indices(name) {
            let value = &page[at + name.len()..];
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            if let Some((value, _)) = quote.and_then(|quote| value[1..].split_once(quote)) {
                keep(unescape(value).into_owned());
            }
        }
    }
    let lower = page.to_ascii_lowercase();
    for name in ["script", "pre", "textarea"] {
        for inside in elements(page, &lower, name) {
            let strings = if name == "script" { strings(inside) } else { Vec::new() };
            let kept = strings.into_iter().map(&mut keep).filter(|is_new| *is_new);
            if kept.count() == 0 {
                keep(plain(inside));
            }
        }
    }
    found
}

/// The contents of each element with this name. `lower` is the page in small letters.
fn elements<'a>(page: &'a str, lower: &str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}"), format!("</{name}"));
    let mut at = 0;
    std::iter::from_fn(move || {
        let tag = at + lower[at..].find(&*open)?;
        let start = tag + lower[tag..].find('>')? + 1;
        let end = lower[start..].find(&*close).map_or(page.len(), |length| start + length);
        at = end;
        page.get(start..end)
    })
}

/// Elements that begin and end on lines of their own.
const LINES: &str = "br p div tr li pre table ul ol dl dt dd blockquote section article h1 h2 h3 h4 h5 h6 hr \
                     center body";

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
        // If the page ends inside a tag or a comment, that is not text.
        if let Some(comment) = after.strip_prefix("!--") {
            rest = comment.split_once("-->").unwrap_or_default().1;
            continue;
        }
        let (tag, after) = after.split_once('>').unwrap_or_default();
        let mut words = tag.split([' ', '/', '\n', '\t']);
        let written = words.find(|name| !name.is_empty()).unwrap_or("");
        let name = written.to_ascii_lowercase();
        rest = after;
        match &*name {
            "script" | "style" | "title" if !tag.starts_with('/') => {
                let end = after.find(&*format!("</{written}")).unwrap_or(after.len());
                rest = &after[end..];
            }
            "td" | "th" => text.push(' '),
            name if LINES.split(' ').any(|known| name == known) => text.push('\n'),
            _ => {}
        }
    }
    text.push_str(rest);
    let mut text = unescape(&text).replace('\u{A0}', " ");
    text.retain(|character| !matches!(character, '\u{AD}' | '\u{200B}' | '\u{FEFF}'));
    text
}

/// The string literals in a script that contain line ends, including concatenated ones.
fn strings(script: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut joined = String::new();
    let mut scan = Scan::new(script);
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
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
