//! XML as known programs write it into records, and the escapes of HTML and of URLs.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::text::At;
use crate::text::source::{decode_field, guess_chinese};

/// A tag and the text after it.
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) kind: TagKind,
    /// The names and values of the attributes, as written.
    pub(crate) attributes: Vec<(String, String)>,
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

impl Tag {
    fn new(start: &BytesStart<'_>, kind: TagKind, at: At) -> Self {
        let mut attributes = start.html_attributes();
        // A check would compare each with all before it.
        let attributes = attributes.with_checks(false).flatten();
        let attributes = attributes.map(|it| (it.key.0.to_owned(), it.value.into_owned()));
        let (name, attributes) = (start.name().0.to_owned(), attributes.collect());
        Self { name, kind, attributes, text: String::new(), at }
    }

    /// The value of an attribute, with entities replaced.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(known, _)| known == name).map(|(_, value)| unescape(value))
    }
}

/// The tags of a text in order. Declarations and comments are skipped; an incomplete tag ends the sequence.
pub(crate) fn tags(text: &str) -> impl Iterator<Item = Tag> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    (config.allow_dangling_amp, config.allow_unmatched_ends) = (true, true);
    config.check_end_names = false;
    let mut last: Option<Tag> = None;
    std::iter::from_fn(move || {
        loop {
            let at = At::offset(reader.buffer_position() as usize);
            let tag = match reader.read_event() {
                Ok(Event::Start(start)) => Tag::new(&start, TagKind::Open, at),
                Ok(Event::Empty(start)) => Tag::new(&start, TagKind::Empty, at),
                Ok(Event::End(end)) => Tag::new(&BytesStart::new(end.name().0), TagKind::Close, at),
                Ok(Event::Eof) | Err(_) => return last.take(),
                Ok(event) => {
                    last.iter_mut().for_each(|last| last.text.push_str(&text_of(&event)));
                    continue;
                }
            };
            if let Some(before) = last.replace(tag) {
                return Some(before);
            }
        }
    })
}

fn text_of<'a>(event: &'a Event<'_>) -> Cow<'a, str> {
    match event {
        Event::Text(text) => Cow::Borrowed(text),
        Event::CData(text) => Cow::Borrowed(text),
        Event::GeneralRef(name) => unescape(&format!("&{};", &**name)).into_owned().into(),
        _ => Cow::default(),
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

/// The bytes of a text with percent escapes.
pub(crate) fn unescape_bytes(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

/// Decodes the percent escapes of a URL, of UTF-8 or else of Chinese.
pub(crate) fn unescape_url(text: &str) -> String {
    let bytes = unescape_bytes(text);
    let unescaped = String::from_utf8(bytes)
        .unwrap_or_else(|error| decode_field(error.as_bytes(), guess_chinese(error.as_bytes())));
    unescaped.replace("\r\n", "\n")
}
