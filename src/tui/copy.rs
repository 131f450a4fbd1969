//! What goes to the clipboard.

use super::model::{Effect, State};
use super::say::Say;
use crate::files::load::show_path;
use crate::record::NodeId;

/// Terminals take no more than this many bytes, some less; packed for the way it grows by a third.
const MOST: usize = 74_000 / 4 * 3;

impl State {
    /// Copies the position: FEN, SFEN, or an SGF with its stones.
    pub(super) fn copy_position(&mut self) {
        let ply = self.document.record.tree.ply(self.node()) + self.reader.tried.len() as u32;
        let number = ply + self.document.record.first_number;
        self.copy(self.position().text(number));
    }

    /// Copies the moves from the start up to the cursor.
    pub(super) fn copy_line(&mut self) {
        let mut text = String::new();
        let mut position = self
            .reader
            .cursor
            .position_of(&self.document.record, NodeId::ROOT);
        // The cursor's own move gives way to the branch that is looked at.
        let before = self.reader.cursor.nodes(1..self.reader.cursor.ply());
        let last = Some(self.node()).filter(|node| *node != NodeId::ROOT);
        for node in before.chain(last) {
            if let Some(name) = self.name_of(&position, node) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&name);
            }
            if text.len() > MOST {
                break;
            }
            self.document.record.advance(&mut position, node);
        }
        for name in self.tried_line() {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(&name);
        }
        self.copy(text);
    }

    /// Copies where one is, as `file:ply`.
    pub(super) fn copy_place(&mut self) {
        let game = if self.document.loaded.games.len() > 1 {
            format!("#{}", self.document.game + 1)
        } else {
            String::new()
        };
        let ply = self.document.record.tree.ply(self.node());
        self.copy(format!("{}{game}:{ply}", show_path(&self.document.path)));
    }

    fn copy(&mut self, text: String) {
        if text.len() > MOST {
            return self.say(&Say::TooLong);
        }
        self.say(&Say::Copied(text.clone()));
        self.want(Effect::Copy(text));
    }
}
