//! The tags with information about the game.

use super::blocks::Block;
use crate::format::headers::Dialect;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::entities;

/// Whether a tag holds moves or notes rather than information about the game.
pub(super) fn is_structure(name: &str) -> bool {
    matches!(name, "binit" | "movelist" | "fen")
        || name.starts_with("move_")
        || super::script::is_line(name)
        || name.strip_prefix("comment").is_some_and(|rest| {
            rest.starts_with(|first: char| first.is_ascii_digit() || first == '_')
        })
}

/// Reads the headers.
pub(super) fn read_headers(block: &Block<'_>, is_html: bool, headers: &mut Headers) {
    let tags = block.tags.iter().filter(|tag| !is_structure(tag.name));
    // CCBridge writes [DhtmlXQ_blacktime] twice; the first is red's.
    let times = block.tags.iter().filter(|tag| tag.name == "blacktime");
    let mut red_time = times.count() == 2 && block.get("redtime").is_none();
    for tag in tags {
        let text = unescape(&plain(tag.value, is_html));
        match tag.name {
            "blacktime" if std::mem::take(&mut red_time) => {
                Dialect::DhtmlXq.keep_as(Key::Time(Side::First), headers, tag.name, &text);
            }
            "ver" | "init" => headers.push_raw(tag.name, &text),
            name => Dialect::DhtmlXq.keep(headers, name, &text),
        }
    }
}

/// A text without the markup of its page, and with `\n` as line end.
pub(super) fn plain(text: &str, is_html: bool) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !is_html || !text.contains(['&', '<']) {
        return text;
    }
    let mut plain = text;
    for tag in ["<br>", "<br/>", "<br />", "<BR>", "<BR/>", "<BR />"] {
        plain = plain.replace(tag, "\n");
    }
    entities::unescape(&plain).into_owned()
}

/// Puts in the characters that are written by their numbers, `\u4e00`.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("\\u") {
        plain.push_str(&rest[..place]);
        let code = rest.get(place + 2..place + 6);
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                plain.push(character);
                rest = &rest[place + 6..];
            }
            None => {
                plain.push_str("\\u");
                rest = &rest[place + 2..];
            }
        }
    }
    plain + rest
}
