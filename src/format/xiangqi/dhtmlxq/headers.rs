//! What the tags say about the game as a whole.

use std::borrow::Cow;

use super::blocks::Block;
use crate::format::xiangqi::results::push_result;
use crate::format::xiangqi::results::result_code;
use crate::game::Side;
use crate::record::{Headers, Key};
use crate::text::entities::{self, unescape_url};

/// The tag of each known header, as the site's editor writes it. Where a header has several tags, the first is written.
pub(super) const TAGS: &[(Key, &str)] = &[
    (Key::Title, "title"),
    (Key::Event, "event"),
    (Key::Date, "date"),
    (Key::Place, "place"),
    (Key::Round, "round"),
    (Key::TimeControl, "timerule"),
    (Key::Player(Side::First), "red"),
    (Key::Team(Side::First), "redteam"),
    (Key::Rank(Side::First), "redlevel"),
    (Key::Time(Side::First), "redtime"),
    (Key::Player(Side::Second), "black"),
    (Key::Team(Side::Second), "blackteam"),
    (Key::Rank(Side::Second), "blacklevel"),
    (Key::Time(Side::Second), "blacktime"),
    (Key::Result, "result"),
    (Key::Opening, "open"),
    (Key::Annotator, "remark"),
    (Key::Author, "author"),
    (Key::Remark, "other"),
    (Key::Source, "refer"),
    (Key::Kind, "type"),
    (Key::Handicap, "handicap"),
    (Key::Rules, "rules"),
    (Key::Started, "started"),
    (Key::Ended, "ended"),
    (Key::Rank(Side::First), "redrating"),
    (Key::Rank(Side::Second), "blackrating"),
    (Key::Player(Side::First), "redname"),
    (Key::Player(Side::Second), "blackname"),
];

/// Whether a tag says what is played or noted, and not what is known about the game.
pub(super) fn is_structure(name: &str) -> bool {
    matches!(name, "binit" | "movelist" | "fen")
        || name.starts_with("move_")
        || super::script::is_line(name)
        || name.strip_prefix("comment").is_some_and(|rest| {
            rest.starts_with(|first: char| first.is_ascii_digit() || first == '_')
        })
}

/// The header that a tag means.
pub(super) fn key(tag: &str) -> Option<Key> {
    TAGS.iter()
        .find(|(_, name)| *name == tag)
        .map(|(key, _)| *key)
}

/// The value of a header that a tag's value stands for.
pub(super) fn value(key: Key, value: &str) -> Cow<'_, str> {
    let value = value.trim();
    match key {
        Key::Result => Cow::Borrowed(result_code(value).unwrap_or("*")),
        // 0000-00-00
        Key::Date
            if value
                .chars()
                .all(|character| matches!(character, '0' | '-')) =>
        {
            "".into()
        }
        Key::Kind => Cow::Borrowed(match value {
            "全局" => "game",
            "布局" => "opening",
            "中局" => "middlegame",
            "残局" | "殘局" => "endgame",
            other => other,
        }),
        Key::Source => unescape_url(value).into(),
        _ => value.into(),
    }
}

/// The value of the tag that stands for a header's value.
pub(super) fn spell(key: Key, value: &str) -> &str {
    match (key, value) {
        (Key::Result, "1-0") => "红胜",
        (Key::Result, "0-1") => "黑胜",
        (Key::Result, "1/2-1/2") => "和棋",
        (Key::Result, _) => "未知",
        (Key::Kind, "game") => "全局",
        (Key::Kind, "opening") => "布局",
        (Key::Kind, "middlegame") => "中局",
        (Key::Kind, "endgame") => "残局",
        _ => value,
    }
}

/// Reads the headers. Of two tags that mean the same, the first that has a value counts;
/// the other is kept by its name.
pub(super) fn read(block: &Block<'_>, is_html: bool, headers: &mut Headers) {
    let tags = block.tags.iter().filter(|tag| !is_structure(tag.name));
    // CCBridge writes [DhtmlXQ_blacktime] twice; the first is red's.
    let times = block.tags.iter().filter(|tag| tag.name == "blacktime");
    let mut red_time = times.count() == 2 && block.get("redtime").is_none();
    for tag in tags {
        let text = unescape(&plain(tag.value, is_html));
        let key = match tag.name {
            "blacktime" if std::mem::take(&mut red_time) => Some(Key::Time(Side::First)),
            name => key(name),
        };
        match key {
            Some(Key::Result) => push_result(headers, tag.name, &text),
            Some(key) => headers.push(key, tag.name, &text, &value(key, &text)),
            None if text.trim().is_empty() || matches!(tag.name, "ver" | "init") => {
                headers.push_raw(tag.name, &text);
            }
            None => headers.push_unknown(tag.name, &text),
        }
    }
}

/// A text without the markup of the page that it stands in, and with `\n` at its line ends.
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
