//! What stands before the moves: headers and the starting position.

use super::{Style, Writer};
use crate::format::shogi::kif::diagram;
use crate::format::shogi::kif::head::KEYS;
use crate::game::Side;
use crate::game::shogi::{Handicap, notation};
use crate::record::{Key, NodeId};
use crate::text::Encoding;

impl Writer<'_> {
    pub(super) fn signature(&mut self, encoding: Encoding) {
        let name = match self.style {
            Style::Kif => "KIF",
            // Kifu for Windows signs KI2 only in UTF-8.
            Style::Ki2 if encoding.name() == "Shift_JIS" => return,
            Style::Ki2 => "KI2",
        };
        let encoding = encoding.name();
        self.line(&format!("#{name} version=2.0 encoding={encoding}"));
        self.line("# ---- dapu 棋譜ファイル ----");
    }

    pub(super) fn headers(&mut self, has_own_keys: bool) {
        let headers: Vec<(String, String)> = if has_own_keys {
            let raw = self.record.headers.entries().iter();
            raw.map(|entry| (entry.name().to_owned(), entry.value().to_owned()))
                .collect()
        } else {
            self.known_headers()
        };
        let is_name = |key: &str| matches!(key, "先手" | "後手" | "下手" | "上手");
        let at = headers
            .iter()
            .position(|(key, _)| key == "手合割")
            .map(|at| at + 1)
            .or_else(|| headers.iter().position(|(key, _)| is_name(key)))
            .unwrap_or(headers.len());
        for (key, value) in &headers[..at] {
            self.header(key, value);
        }
        self.board(headers.iter().any(|(key, _)| key == "手合割"));
        for (key, value) in &headers[at..] {
            self.header(key, value);
        }
        if self.tells_number() {
            self.line(&format!("手数＝{}  まで", self.record.first_number - 1));
        }
        if self.record.flipped {
            self.line("盤面回転");
        }
        match (self.style, self.timed) {
            (Style::Kif, true) => self.line("手数----指手---------消費時間--"),
            (Style::Kif, false) => self.line("手数----指手--"),
            (Style::Ki2, _) => self.line(""),
        }
    }

    fn header(&mut self, key: &str, value: &str) {
        let value = value.replace("\r\n", "\n").replace(['\r', '\n'], "\\n");
        let key = key.replace(['\r', '\n'], " ");
        // Kifu for Windows pads the name of the start to four characters.
        let missing = 4usize.saturating_sub(value.chars().count());
        let padding = if key == "手合割" { missing } else { 0 };
        self.line(&format!("{key}：{value}{}", "\u{3000}".repeat(padding)));
    }

    /// The headers of another format under the keys of KIF.
    fn known_headers(&mut self) -> Vec<(String, String)> {
        let handicap = Handicap::of(&self.start).map_or("その他", |handicap| handicap.name);
        let headers = &self.record.headers;
        let mut written = Vec::new();
        for (name, key) in KEYS {
            let is_name = matches!(key, Key::Player(Side::First) | Key::Player(Side::Second));
            let side = if key == Key::Player(Side::First) {
                Side::First
            } else {
                Side::Second
            };
            let wanted = if is_name {
                self.players.name(side)
            } else {
                KEYS.iter()
                    .find(|(_, other)| *other == key)
                    .map_or(name, |(first, _)| first)
            };
            let started = headers.get(Key::Started).unwrap_or("");
            let value = match key {
                // The day is told with the hour.
                Key::Date => headers.get(key).filter(|day| !started.starts_with(day)),
                Key::Handicap => Some(handicap),
                _ if is_name => Some(headers.get(key).unwrap_or("")),
                _ => headers.get(key),
            };
            if let Some(value) = value.filter(|_| wanted == name) {
                written.push((name.to_owned(), value.to_owned()));
            }
        }
        // Any key may stand in KIF.
        let unknown = headers.unknown();
        written.extend(unknown.map(|(key, value)| (key.to_owned(), value.to_owned())));
        // The order of Kifu for Windows: the start, then the players.
        written.sort_by_key(|(name, _)| match KEYS.iter().find(|(key, _)| key == name) {
            Some((_, Key::Handicap)) => 1,
            Some((_, Key::Player(Side::First) | Key::Player(Side::Second))) => 2,
            _ => 0,
        });
        let room: Vec<Key> = KEYS
            .iter()
            .map(|(_, key)| *key)
            .chain([Key::Result])
            .collect();
        self.losses.add_headers(self.record, &room);
        written
    }

    /// The starting position: by its name, or as a diagram.
    fn board(&mut self, named: bool) {
        if let Some(handicap) = Handicap::of(&self.start) {
            if !named {
                self.header("手合割", handicap.name);
            }
            return;
        }
        let hand = |side| {
            let pieces = notation::hand(&self.start, side);
            // Kifu for Windows has a blank behind the last piece too.
            let end = if pieces == "なし" { "" } else { "\u{3000}" };
            format!("{}の持駒：{pieces}{end}", self.players.name(side))
        };
        let (above, below) = (hand(Side::Second), hand(Side::First));
        self.line(&above);
        for row in diagram::board_rows(&self.start) {
            self.line(&row);
        }
        self.line(&below);
        let mover = self.start.side_to_move();
        if mover == Side::Second || self.players.handicap || self.tells_number() {
            self.line(&format!("{}番", self.players.name(mover)));
        }
    }

    /// Whether the number of the first move must be told by itself.
    pub(super) fn tells_number(&self) -> bool {
        let numbered =
            self.style == Style::Kif && self.record.tree.first_child(NodeId::ROOT).is_some();
        self.record.first_number > 1 && !numbered
    }
}
