//! Splits XML and HTML into tags. Only supports what known programs write into records: elements, attributes, character
//! data and CDATA.

use std::borrow::Cow;

use crate::text::At;
use crate::text::scan::Scan;
use crate::text::source::{decode_field, guess_chinese};

/// A tag and the text after it.
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: TagKind,
    attributes: Vec<(&'a str, &'a str)>,
    /// The text and CDATA up to the next tag.
    pub(crate) text: String,
    pub(crate) at: At,
}

/// The kind of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TagKind {
    /// `<a>`
    Open,
    /// `</a>`
    Close,
    /// `<a/>`
    Empty,
}

impl<'a> Tag<'a> {
    /// The value of an attribute, with entities replaced.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut attributes = self.attributes.iter();
        let (_, value) = attributes.find(|(known, _)| *known == name)?;
        Some(unescape(value))
    }

    /// All attributes, with values as written.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes.iter().copied()
    }
}

/// The tags of a text in order. Declarations and comments are skipped; an incomplete tag ends the sequence.
pub(crate) fn tags<'a>(text: &'a str) -> impl Iterator<Item = Tag<'a>> {
    let mut scan = Scan::new(text);
    std::iter::from_fn(move || {
        loop {
            scan.take_while(|next| next != '<');
            let at = scan.at();
            scan.next()?;
            if scan.eat("!--") {
                scan.take_until("-->")?;
            } else if scan.rest().starts_with(['?', '!']) {
                scan.take_until(">")?;
            } else {
                return take_tag(&mut scan, at);
            }
        }
    })
}

fn take_tag<'a>(scan: &mut Scan<'a>, at: At) -> Option<Tag<'a>> {
    let closes = scan.eat("/");
    let name = scan.take_while(|next| !next.is_whitespace() && !matches!(next, '>' | '/' | '<'));
    let mut attributes = Vec::new();
    let mut empty = false;
    loop {
        scan.skip_space();
        match scan.peek()? {
            '>' => break,
            // A tag that is never closed.
            '<' => return None,
            '/' => {
                empty = true;
                scan.next();
            }
            '=' | '"' | '\'' => {
                scan.next();
            }
            _ => attributes.push(take_attribute(scan)?),
        }
    }
    scan.next();
    let kind = match (closes, empty) {
        (true, _) => TagKind::Close,
        (_, true) => TagKind::Empty,
        _ => TagKind::Open,
    };
    Some(Tag { name, kind, attributes, text: take_text(scan), at })
}

fn take_attribute<'a>(scan: &mut Scan<'a>) -> Option<(&'a str, &'a str)> {
    let name = scan.take_while(|next| {
        !next.is_whitespace() && !matches!(next, '=' | '>' | '/' | '<' | '"' | '\'')
    });
    scan.skip_space();
    if !scan.eat("=") {
        return Some((name, ""));
    }
    scan.skip_space();
    let value = match scan.peek()? {
        quote @ ('"' | '\'') => {
            scan.next();
            let value = scan.take_while(|next| next != quote);
            scan.next()?;
            value
        }
        _ => scan.take_while(|next| !next.is_whitespace() && next != '>'),
    };
    Some((name, value))
}

/// Takes text and CDATA up to the next tag.
fn take_text(scan: &mut Scan<'_>) -> String {
    let mut text = String::new();
    loop {
        text.push_str(&unescape(scan.take_while(|next| next != '<')));
        if !scan.eat("<![CDATA[") {
            return text;
        }
        match scan.take_until("]]>") {
            Some(data) => text.push_str(data),
            None => text.push_str(scan.take(scan.rest().len())),
        }
    }
}

/// Replaces the named and numbered characters of HTML and XML (`&lt;`, `&#30002;`) by their characters. Unknown entities are left as they are.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let text = text.replace("&nbsp;", " ");
    html_escape::decode_html_entities(&text).into_owned().into()
}

/// Decodes the percent escapes of a URL, of UTF-8 or else of Chinese.
pub(crate) fn unescape_url(text: &str) -> String {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
    let unescaped = String::from_utf8(bytes)
        .unwrap_or_else(|error| decode_field(error.as_bytes(), guess_chinese(error.as_bytes())));
    unescaped.replace("\r\n", "\n")
}
