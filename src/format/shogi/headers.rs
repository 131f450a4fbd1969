//! The headers of KIF, which JKF also uses.

use crate::format::headers::Dialect;
use crate::record::{Headers, Key};
use crate::text::scan::is_blank;

/// The other keys in the specification.
pub(super) const OTHER_KEYS: [&str; 12] = [
    "秒読み",
    "消費時間",
    "先手省略名",
    "後手省略名",
    "記録係",
    "作品番号",
    "発表年月",
    "手数",
    "完全性",
    "分類",
    "受賞",
    "最大手数",
];

/// Adds a header, and sets its meaning.
pub(super) fn keep_header(headers: &mut Headers, key: &str, value: &str) {
    match (Dialect::Kif.key(key), value) {
        // The starting position covers this.
        (Some(Key::Handicap), "平手" | "その他" | "詰将棋") => headers.push_raw(key, value),
        _ => Dialect::Kif.keep(headers, key, value),
    }
}

/// If there is no date of the game, uses the date when it began.
pub(super) fn set_day(headers: &mut Headers) {
    if headers.get(Key::Date).is_some() {
        return;
    }
    let started = headers.get(Key::Started).unwrap_or("");
    let day = started.split(is_blank).next().unwrap_or("").to_owned();
    headers.set(Key::Date, &day);
}
