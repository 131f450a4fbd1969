//! What the tags mean.

use crate::format::xiangqi::results::push_result;
use crate::format::xiangqi::results::result_code;
use crate::game::Side;
use crate::record::{Headers, Key};

/// The tag of each known header, as the xqbase standard names it or programs write it. Where a header has several tags,
/// the first is written.
pub(super) const TAGS: &[(Key, &str)] = &[
    (Key::Event, "Event"),
    (Key::Round, "Round"),
    (Key::Date, "Date"),
    (Key::Place, "Site"),
    (Key::Team(Side::First), "RedTeam"),
    (Key::Player(Side::First), "Red"),
    (Key::Team(Side::Second), "BlackTeam"),
    (Key::Player(Side::Second), "Black"),
    (Key::Rank(Side::First), "RedElo"),
    (Key::Rank(Side::Second), "BlackElo"),
    (Key::Time(Side::First), "RedTime"),
    (Key::Time(Side::Second), "BlackTime"),
    (Key::TimeControl, "TimeControl"),
    (Key::Result, "Result"),
    (Key::Title, "Title"),
    (Key::Opening, "Opening"),
    (Key::Annotator, "Annotator"),
    (Key::Author, "Author"),
    (Key::Source, "Source"),
    (Key::Kind, "PlayType"),
    (Key::Handicap, "Handicap"),
    (Key::Rules, "Rules"),
    (Key::Started, "Started"),
    (Key::Ended, "Ended"),
    (Key::Remark, "Remark"),
    (Key::Title, "TitleA"),
    (Key::Annotator, "RMKWriter"),
    (Key::Annotator, "Writer"),
    (Key::Player(Side::First), "White"),
    (Key::Team(Side::First), "WhiteTeam"),
    (Key::Rank(Side::First), "WhiteElo"),
    (Key::Rank(Side::First), "RedTitle"),
    (Key::Rank(Side::Second), "BlackTitle"),
    (Key::Result, "Win"),
    (Key::Kind, "Type"),
];

/// Tags that say how to read the moves, and not what was played.
pub(super) const STRUCTURE: [&str; 4] = ["Game", "Format", "FEN", "SetUp"];

/// The header that a tag means, whatever its case.
pub(super) fn key(tag: &str) -> Option<Key> {
    let is_same = |(_, name): &&(Key, &str)| name.eq_ignore_ascii_case(tag);
    TAGS.iter().find(is_same).map(|(key, _)| *key)
}

/// The value of a header that a tag's value stands for.
pub(super) fn value(key: Key, value: &str) -> &str {
    match key {
        Key::Result => result_code(value).unwrap_or("*"),
        Key::Kind => kind(value),
        _ if value
            .trim()
            .chars()
            .all(|character| matches!(character, '?' | '.' | ' ')) =>
        {
            ""
        }
        _ => value.trim(),
    }
}

/// The kind of record in dapu's words.
fn kind(text: &str) -> &str {
    match text.trim() {
        "全局" | "实战全局" | "實戰全局" => "game",
        "布局" | "开局" => "opening",
        "中局" => "middlegame",
        "残局" | "殘局" | "排局" => "endgame",
        other => other,
    }
}

/// The headers that tags stand for. Of two tags that mean the same, the first that has a value counts; the
/// other is kept by its name.
pub(super) fn headers(tags: &[(String, String)]) -> Headers {
    let mut headers = Headers::default();
    for (name, text) in tags {
        let Some(key) = key(name) else {
            let is_structure = STRUCTURE.iter().any(|tag| tag.eq_ignore_ascii_case(name));
            if is_structure || text.trim().is_empty() {
                headers.push_raw(name, text);
            } else {
                headers.push_unknown(name, text);
            }
            continue;
        };
        match key {
            Key::Result => push_result(&mut headers, name, text),
            _ => headers.push(key, name, text, value(key, text)),
        }
    }
    headers
}
