//! Web pages with records: in scripts, attributes and elements made for them, in strings of scripts, or as the text of the
//! page.

use std::collections::HashSet;

use super::EmbeddedText;
use super::literals::literal;
use crate::format::{BASE, Certainty, Format, Holds, Level, Reader};
use crate::game::Game;
use crate::text::scan::{Scan, beginning, place_in};
use crate::text::source::{SharedText, Taken};
use crate::text::xml::unescape;
use crate::text::{Family, Source};

pub(in crate::format) const FORMAT: Format = Format {
    name: "page",
    title: "Web page with a record in it",
    extensions: &["html", "htm"],
    games: &[Game::Xiangqi, Game::Shogi, Game::Go],
    encodings: "UTF-8 and others",
    holds: Holds::TREE.and_clocks().and_games(),
    read: Some(Reader::Parts(find)),
    ..BASE
};

/// Tags near the beginning of a page, or of a part of one.
const TAGS: &str = "<html|<!doctype|<body|<div|<p>|<p |<br|<pre|<table";

/// The records in a page, and how certain it is that they are.
fn find(source: &Source<'_>) -> (Certainty, Vec<EmbeddedText>) {
    if !source.begins_with("<") {
        return (Certainty::No, Vec::new());
    }
    let text = beginning(source.text(Family::Any));
    let lower = text.get(..4096).unwrap_or(text).to_ascii_lowercase();
    if !TAGS.split('|').any(|tag| lower.contains(tag)) {
        return (Certainty::No, Vec::new());
    }
    let texts = [Family::Any, Family::Japanese].into_iter();
    let mut records = texts.map(|family| records(source.share(family)));
    match records.find(|records| !records.is_empty()) {
        Some(found) => (Certainty::Certain, found),
        // The rest of the record is still to come.
        None if source.growing => (Certainty::Likely, Vec::new()),
        None => (Certainty::No, Vec::new()),
    }
}

/// The records in the elements for them, or else in the text of the page.
fn records(page: &SharedText) -> Vec<EmbeddedText> {
    let found = in_elements(page);
    if !found.is_empty() {
        return found;
    }
    let text = plain(page, page);
    // SGF shows where it begins; others may have headers before it.
    let trees = text.text.match_indices("(;").map(|(at, _)| at);
    let trees = trees.filter(|at| begins_node(&text.text[at + 2..])).take(4);
    let mut texts = trees.chain([0]).map(|at| text.after(at));
    let found = texts.find_map(|text| record(text, page, Certainty::Likely));
    // Where lines are kept as they are, little that can be read is enough.
    let lower = page.to_ascii_lowercase();
    let mut kept = elements(page, &lower, "pre").chain(elements(page, &lower, "textarea"));
    let found =
        found.or_else(|| kept.find_map(|it| record(plain(page, it), page, Certainty::Weak)));
    found.into_iter().collect()
}

fn record(taken: Taken, page: &SharedText, least: Certainty) -> Option<EmbeddedText> {
    EmbeddedText::new(taken, page, Level::Element, least)
}

/// Whether a property follows, which a smiley or an aside does not have.
fn begins_node(text: &str) -> bool {
    let name = text.trim_start().bytes().take_while(u8::is_ascii_uppercase).count();
    name > 0 && text.trim_start()[name..].starts_with('[')
}

/// The records in attributes, scripts, and elements that keep lines as they are.
fn in_elements(page: &SharedText) -> Vec<EmbeddedText> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for name in ["data-kifu=", "data-wgo=", "data-sgf="] {
        for (at, name) in page.match_indices(name) {
            let value = &page[at + name.len()..];
            let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            if let Some((value, _)) = quote.and_then(|quote| value[1..].split_once(quote)) {
                let mut taken = Taken::default();
                push_text(&mut taken, page, value);
                keep(&mut found, &mut known, taken, page);
            }
        }
    }
    let lower = page.to_ascii_lowercase();
    for name in ["script", "pre", "textarea"] {
        for inside in elements(page, &lower, name) {
            let strings = if name == "script" { strings(page, inside) } else { Vec::new() };
            let before = found.len();
            strings.into_iter().for_each(|string| keep(&mut found, &mut known, string, page));
            if found.len() == before {
                keep(&mut found, &mut known, plain(page, inside), page);
            }
        }
    }
    found
}

/// Keeps a text if it is a record and not known yet.
fn keep(
    found: &mut Vec<EmbeddedText>,
    known: &mut HashSet<String>,
    taken: Taken,
    page: &SharedText,
) {
    let may_be_record = taken.text.len() > 20 && !taken.text.trim_start().starts_with('<');
    if may_be_record && known.insert(taken.text.clone()) {
        found.extend(record(taken, page, Certainty::Likely));
    }
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
fn plain(page: &str, part: &str) -> Taken {
    let mut taken = Taken::default();
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('<') {
        push_text(&mut taken, page, before);
        let at = place_in(page, before) + before.len();
        if !after.starts_with(|next: char| next.is_ascii_alphabetic() || "/!?".contains(next)) {
            taken.push("<", at);
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
            "td" | "th" => taken.push(" ", at),
            name if LINES.split(' ').any(|known| name == known) => taken.push("\n", at),
            _ => {}
        }
    }
    push_text(&mut taken, page, rest);
    taken
}

/// Adds text of a page, with its entities replaced and without signs that are not seen.
fn push_text(taken: &mut Taken, page: &str, text: &str) {
    const SIGNS: [char; 5] = ['&', '\u{A0}', '\u{AD}', '\u{200B}', '\u{FEFF}'];
    let mut rest = text;
    while let Some(plain) = rest.find(SIGNS) {
        let (before, signs) = rest.split_at(plain);
        taken.push(before, place_in(page, before));
        let length = match signs.strip_prefix('&') {
            Some(name) => {
                let rest = name
                    .trim_start_matches(|next: char| next.is_ascii_alphanumeric() || next == '#');
                signs.len() - rest.len() + usize::from(rest.starts_with(';'))
            }
            None => signs.chars().next().map_or(0, char::len_utf8),
        };
        let (sign, after) = signs.split_at(length);
        match &*unescape(sign) {
            "\u{AD}" | "\u{200B}" | "\u{FEFF}" => {}
            "\u{A0}" => taken.push(" ", place_in(page, sign)),
            shown => taken.push(shown, place_in(page, sign)),
        }
        rest = after;
    }
    taken.push(rest, place_in(page, rest));
}

/// The string literals in a script that contain line ends, including concatenated ones.
fn strings(page: &str, script: &str) -> Vec<Taken> {
    let mut found = Vec::new();
    let mut joined = Taken::default();
    let start = place_in(page, script);
    let mut scan = Scan::range(page, start..start + script.len());
    loop {
        let before = scan.take_while(|next| !matches!(next, '"' | '\'' | '`'));
        let Some(quote) = scan.peek() else { break };
        if before.trim() != "+" {
            found.push(std::mem::take(&mut joined));
        }
        literal(&mut scan, quote, false).iter().for_each(|more| joined.append(more));
    }
    found.push(joined);
    found.retain(|taken| taken.text.contains('\n') || taken.text.starts_with('('));
    found
}
