//! Sina's diagrams: `(RN[title]PT[15];B[pd];W[dp]…)` inside a game that goes on after the `)`. They play the game again
//! from its first move, and are variations from move `PT` on.

use super::lexer::Token;
use super::read::SgfReader;
use super::search::skip_tree;
use super::value;
use crate::game::Side;
use crate::game::{Move, go};
use crate::record::{NodeId, Note};

impl SgfReader<'_> {
    /// Passes over a diagram whose `(` is read. It is added when the game is known.
    pub(super) fn skips_diagram(&mut self) -> bool {
        let is_diagram = self.lexer.is_at(b"RN[") && self.record.tree.on_mainline(self.node);
        if is_diagram {
            self.diagrams.push((self.node, self.lexer.offset));
            let token = self.lexer.next();
            skip_tree(&mut self.lexer, token, &mut self.values);
        }
        is_diagram
    }

    /// Adds the diagrams as variations.
    pub(super) fn add_diagrams(&mut self) {
        let end = self.record.tree.mainline_end();
        for (node, start) in std::mem::take(&mut self.diagrams) {
            self.lexer.offset = start;
            self.add_diagram(node, end);
        }
    }

    fn add_diagram(&mut self, node: NodeId, end: NodeId) {
        let (mut title, mut number) = (None, u32::MAX);
        while let Some(Token::Property(name)) = self.lexer.next() {
            self.lexer.values(name == "RN", &mut self.values);
            let raw = *self.values.first().unwrap_or(&"");
            match name {
                "RN" => title = Some(value::simple(raw)),
                "PT" => number = raw.trim_ascii().parse().unwrap_or(number),
                _ => {}
            }
        }
        self.lexer.offset = self.lexer.start;
        self.node = self.follow_game(number, end).unwrap_or(node);
        let first = self.record.tree.len();
        let token = self.lexer.next();
        self.read_nodes(token);
        if let (Some(first), Some(title)) = (self.record.tree.get(first), title) {
            self.record.tree.note(first, Note::Bookmark(title.into()));
        }
    }

    /// Passes over the moves of the game that are played again before the one with this number, but for its last one: what
    /// follows that is not the game.
    fn follow_game(&mut self, number: u32, end: NodeId) -> Option<NodeId> {
        let mut last = None;
        loop {
            let tree = &self.record.tree;
            let next = tree.first_child(last.unwrap_or(NodeId::ROOT))?;
            let offset = self.lexer.offset;
            let again = self.lexer.plain_move().map(|(name, letters)| {
                let side = Side::first_if(name == b'B');
                let target = value::target_of_letters(letters, self.size);
                target.map(|point| Move::Go(go::Move { side, point }))
            });
            if next == end || tree.ply(next) >= number || again != Some(tree.mv(next)) {
                self.lexer.offset = offset;
                return last;
            }
            last = Some(next);
        }
    }
}
