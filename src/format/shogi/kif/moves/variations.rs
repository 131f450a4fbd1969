//! Variations: `変化：12手`, followed by the moves from there on.

use super::Moves;
use crate::format::shogi::kif::lines::Line;
use crate::game::Move;
use crate::game::shogi::notation::Phrase;
use crate::record::NodeId;

/// The line that was read last, from the root to its end. It shares its beginning with the main line, so the node at
/// any ply is found in constant time.
pub(super) struct LastLine {
    /// The main line's nodes by ply.
    main: Vec<NodeId>,
    /// The number of nodes shared with the main line.
    shared: usize,
    /// The nodes after them.
    own: Vec<NodeId>,
    /// Whether the main line is complete.
    pub(super) in_variation: bool,
}

impl LastLine {
    pub(super) fn new() -> Self {
        Self { main: vec![NodeId::ROOT], shared: 1, own: Vec::new(), in_variation: false }
    }

    fn push(&mut self, node: NodeId) {
        if self.in_variation {
            self.own.push(node);
        } else {
            self.main.push(node);
            self.shared = self.main.len();
        }
    }

    /// How many moves the line has.
    fn ply(&self) -> u32 {
        (self.shared + self.own.len() - 1) as u32
    }

    /// The node at a ply of the line.
    fn at(&self, ply: usize) -> Option<NodeId> {
        match ply.checked_sub(self.shared) {
            Some(own) => self.own.get(own).copied(),
            None => self.main.get(ply).copied(),
        }
    }

    /// Cuts the line after a ply and returns the node there. If the line is shorter, the main line is used instead.
    /// Returns `None` and changes nothing if that is shorter, too.
    fn cut(&mut self, ply: usize) -> Option<NodeId> {
        let own = ply.wrapping_sub(self.shared);
        let Some(node) = self.own.get(own).copied() else {
            return self.cut_main(ply);
        };
        self.own.truncate(own + 1);
        Some(node)
    }

    /// Uses the main line up to a ply instead. Returns `None` and changes nothing if it is shorter.
    fn cut_main(&mut self, ply: usize) -> Option<NodeId> {
        let node = self.main.get(ply)?;
        self.shared = ply + 1;
        self.own.clear();
        Some(*node)
    }
}

impl Moves {
    /// A number that goes back begins a variation, as tsshogi reads it, if the move can be played there.
    pub(super) fn follow_number(&mut self, line: Line<'_>, number: u32, text: &str) {
        let Some((phrase, _)) = Phrase::scan(text) else {
            return;
        };
        let here = self.builder.node();
        let first = self.builder.record().first_number;
        let next = first.saturating_add(self.last_line.ply());
        let ahead = number.saturating_sub(next);
        if ahead > self.ahead && next > first && !self.last_line.in_variation {
            let message = format!("the numbers go on with {number} here: moves are missing above");
            self.builder.report(line.at(), message);
            self.ahead = ahead;
        }
        if number >= next || self.variation.is_some() {
            return;
        }
        let Some(node) = number.checked_sub(first).and_then(|ply| self.last_line.at(ply as usize))
        else {
            return;
        };
        // The number of the last move again may be a slip.
        if number + 1 == next && self.can_play(&phrase) {
            return;
        }
        self.builder.go_to(node);
        let fits = self.can_play(&phrase);
        self.builder.go_to(here);
        if fits {
            self.take_variation(line, Some(number));
        }
    }

    pub(super) fn take_variation(&mut self, line: Line<'_>, number: Option<u32>) {
        if line.broken {
            return self.hold_back(line);
        }
        self.merging = true;
        self.last_line.in_variation = true;
        let first = self.builder.record().first_number;
        let Some(ply) = number.and_then(|number| number.checked_sub(first)) else {
            let message = "a variation must name the move that it replaces";
            return self.builder.report(line.at(), message);
        };
        // The variation belongs to the line that was written last, or else to the main line.
        let Some(node) = self.last_line.cut(ply as usize) else {
            let message = "there is no such move to replace: the variation continues from the end of its line";
            return self.builder.report(line.at(), message);
        };
        self.builder.go_to(node);
        self.variation = Some(ply as usize);
    }

    /// Switches to the main line if the first move of a variation is legal there and not on the line written last: 将棋
    /// playground writes the variations of the main line in ascending order.
    pub(super) fn choose_line(&mut self, ply: usize, first: &Phrase) {
        let here = self.builder.node();
        let main = self.last_line.main.get(ply).copied();
        let Some(main) = main.filter(|main| *main != here && !self.can_play(first)) else {
            return;
        };
        self.builder.go_to(main);
        if self.can_play(first) {
            self.last_line.cut_main(ply);
        } else {
            self.builder.go_to(here);
        }
    }

    fn can_play(&self, phrase: &Phrase) -> bool {
        let meaning = self.meaning(phrase);
        let position = self.builder.position();
        meaning.is_some_and(|meaning| position.check(Move::Shogi(meaning.mv)).is_ok())
    }

    /// The child that already makes this move. Only the first moves of a variation can exist already.
    pub(super) fn same_child(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        let tree = self.builder.tree();
        let first = tree.first_child(node).filter(|_| self.merging)?;
        match tree.mv(first) == Some(mv) {
            true => Some(first),
            false => self.forks.get(&(node, mv)).copied(),
        }
    }

    pub(super) fn enter(&mut self, child: NodeId) {
        self.builder.go_to(child);
        self.last_line.push(child);
    }

    /// Records a node that was added to the line, whose last node was `last`.
    pub(super) fn added(&mut self, last: NodeId, child: NodeId) {
        self.merging = false;
        let tree = self.builder.tree();
        let parent = tree.parent(child).unwrap_or(last);
        if let Some(mv) = tree.mv(child)
            && tree.first_child(parent) != Some(child)
        {
            self.forks.insert((parent, mv), child);
        }
        // The line continues after its end.
        if parent != last {
            self.last_line.push(parent);
        }
        self.last_line.push(child);
    }
}
