//! Everything before the moves: headers and the starting position.

use super::{Style, Writer};
use crate::format::headers::Dialect;
use crate::format::shogi::kif::diagram;
use crate::game::Side;
use crate::game::shogi::{Handicap, notation};
use crate::record::{Key, NodeId};
use crate::text::Encoding;

impl Writer<'_, '_> {
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

    /// `has_own_keys`: the record comes from a file with KIF keys.
    pub(super) fn headers(&mut self, has_own_keys: bool) {
        let headers = self.keys_and_values(has_own_keys);
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
        // A line of prose.
        if key.is_empty() {
            return self.line(&value);
        }
        let key = key.replace(['\r', '\n'], " ");
        // Kifu for Windows pads the name of the start to four characters.
        let missing = 4usize.saturating_sub(value.chars().count());
        let padding = if key == "手合割" { missing } else { 0 };
        self.line(&format!("{key}：{value}{}", "\u{3000}".repeat(padding)));
    }

    fn keys_and_values(&mut self, has_own_keys: bool) -> Vec<(String, String)> {
        // KIF allows any key.
        let headers = Dialect::Kif.headers(self.record, self.ledger, |header| {
            has_own_keys || !header.redundant
        });
        // The board, or its name, covers this.
        self.ledger.wrote_key(Key::Handicap);
        let mut pairs: Vec<(Option<Key>, String, String)> = headers
            .into_iter()
            .map(|header| (header.key, header.name.to_owned(), header.value.to_owned()))
            .collect();
        if !has_own_keys {
            self.arrange(&mut pairs);
        }
        pairs
            .into_iter()
            .map(|(_, key, value)| (key, value))
            .collect()
    }

    /// Sorts headers as Kifu for Windows does: others, then the start, then the players.
    fn arrange(&self, headers: &mut Vec<(Option<Key>, String, String)>) {
        headers.retain(|(key, ..)| !matches!(key, Some(Key::Handicap | Key::Player(_))));
        let handicap = Handicap::of(&self.start).map_or("その他", |handicap| handicap.name);
        headers.push((None, "手合割".to_owned(), handicap.to_owned()));
        for side in Side::BOTH {
            let name = self.record.headers.get(Key::Player(side)).unwrap_or("");
            headers.push((None, self.players.name(side).to_owned(), name.to_owned()));
        }
    }

    /// The starting position: its name, or a diagram.
    fn board(&mut self, named: bool) {
        if let Some(handicap) = Handicap::of(&self.start) {
            if !named {
                self.header("手合割", handicap.name);
            }
            return;
        }
        let hand = |side| {
            let pieces = notation::hand(&self.start, side);
            // Kifu for Windows writes a blank after the last piece too.
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

    /// Whether the number of the first move must be written.
    pub(super) fn tells_number(&self) -> bool {
        let numbered =
            self.style == Style::Kif && self.record.tree.first_child(NodeId::ROOT).is_some();
        self.record.first_number > 1 && !numbered
    }
}
