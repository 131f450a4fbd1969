//! Everything before the moves: headers and the starting position.

use super::{KifForm, KifWriter};
use crate::format::headers::Dialect;
use crate::format::pass::Pass;
use crate::format::shogi::kif::diagram;
use crate::game::Side;
use crate::game::shogi::{Handicap, notation};
use crate::record::{Key, NodeId, Note};
use crate::text::Encoding;

/// The key of the named starting position.
const START: &str = "手合割";

impl<'r> KifWriter<'_, 'r> {
    pub(super) fn signature(&mut self, encoding: Encoding) {
        // Other programs refuse KI2 that is signed.
        if self.style == KifForm::Kif {
            self.line(&format!("#KIF version=2.0 encoding={}", encoding.name()));
            self.line("# ---- dapu 棋譜ファイル ----");
        }
    }

    /// `has_own_keys`: the record comes from a file with KIF keys.
    pub(super) fn headers(&mut self, pass: &mut Pass<'r>, has_own_keys: bool) {
        let headers = self.keys_and_values(pass, has_own_keys);
        let named = headers.iter().position(|(key, _)| *key == START);
        let mut keys = headers.iter().map(|(key, _)| *key);
        let player = keys.position(|key| matches!(key, "先手" | "後手" | "下手" | "上手"));
        let at = named.map(|at| at + 1).or(player).unwrap_or(headers.len());
        let (above, below) = headers.split_at(at);
        above.iter().for_each(|header| self.header(*header));
        self.board(named.map(|at| headers[at].1));
        below.iter().for_each(|header| self.header(*header));
        if self.needs_number() {
            self.line(&format!("手数＝{}  まで", self.record.first_number - 1));
        }
        if self.record.flipped {
            self.line("盤面回転");
        }
        let mut notes = self.record.tree.all_notes();
        let timed = notes.any(|note| matches!(note, Note::Clock(_)));
        self.line(match (self.style, timed) {
            (KifForm::Kif, true) => "手数----指手---------消費時間--",
            (KifForm::Kif, false) => "手数----指手--",
            (KifForm::Ki2, _) => "",
        });
        // Other programs refuse prose among the headers.
        let entries = self.record.headers.entries().iter();
        let prose = entries.filter(|entry| entry.name().is_empty());
        prose.for_each(|entry| self.comment(entry.value()));
    }

    fn header(&mut self, (key, value): (&str, &str)) {
        let value = value.replace("\r\n", "\n").replace(['\r', '\n'], "\\n");
        let key = key.replace(['\r', '\n'], " ");
        // Kifu for Windows pads the name of the start to four characters.
        let missing = 4usize.saturating_sub(value.chars().count());
        let padding = if key == START { missing } else { 0 };
        self.line(&format!("{key}：{value}{}", "\u{3000}".repeat(padding)));
    }

    fn keys_and_values(&self, pass: &mut Pass<'r>, has_own_keys: bool) -> Vec<(&'r str, &'r str)> {
        // KIF allows any key.
        let mut headers = Dialect::Kif.headers(self.record, pass, |header| {
            !header.name.is_empty() && (has_own_keys || !header.redundant)
        });
        if !has_own_keys {
            headers.retain(|header| !matches!(header.key, Some(Key::Handicap | Key::Player(_))));
        }
        let mut pairs: Vec<_> = headers.iter().map(|header| (header.name, header.value)).collect();
        // Kifu for Windows writes the start and the players last.
        if !has_own_keys {
            let handicap = Handicap::of(&self.start).map_or("その他", |handicap| handicap.name);
            pairs.push((START, handicap));
            for side in Side::BOTH {
                let player = self.record.headers.get(Key::Player(side));
                pairs.push((self.players.name(side), player.unwrap_or("")));
            }
        }
        pairs
    }

    /// The starting position: its name, and a diagram unless every program knows the name. `named` is the name in the
    /// headers.
    fn board(&mut self, named: Option<&str>) {
        if let Some(handicap) = Handicap::of(&self.start) {
            if named.is_none() {
                self.header((START, handicap.name));
            }
            // A name that means no position may stand for any other.
            let is_usual = |name| name == handicap.name || Handicap::start(name, false).is_none();
            if handicap.is_common() && named.is_none_or(is_usual) {
                return;
            }
        }
        let [above, below] = [Side::Second, Side::First].map(|side| {
            let pieces = notation::hand(&self.start, side);
            // Kifu for Windows writes a blank after the last piece too.
            let end = if pieces == "なし" { "" } else { "\u{3000}" };
            format!("{}の持駒：{pieces}{end}", self.players.name(side))
        });
        self.line(&above);
        for row in diagram::board_rows(&self.start) {
            self.line(&row);
        }
        self.line(&below);
        let mover = self.start.side_to_move();
        if mover == Side::Second || self.players.handicap || self.needs_number() {
            self.line(&format!("{}番", self.players.name(mover)));
        }
    }

    /// Whether the number of the first move must be written.
    fn needs_number(&self) -> bool {
        let numbered =
            self.style == KifForm::Kif && self.record.tree.first_child(NodeId::ROOT).is_some();
        self.record.first_number > 1 && !numbered
    }
}
