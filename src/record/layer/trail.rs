//! The moves that lead to a node, to find it again after node numbers have changed.

use derive_more::From;
use serde::{Deserialize, Serialize};

use crate::game::Move;
use crate::record::{Letter, NodeId, Tree};

/// The moves from the root to a node, as text: `X h2e2,X h9g7/2,X b2e2=a`. Equal moves among siblings are distinguished by
/// their order; own moves may have their letters. Any text is a trail, and leads as far as its moves exist.
#[derive(Debug, Clone, PartialEq, Eq, Default, From, Serialize, Deserialize)]
pub struct Trail(String);

impl Trail {
    /// The maximum size in bytes, about 3,000 moves. Longer trails are cut.
    pub const LONGEST: usize = 16 * 1024;

    /// The trail to a node.
    pub fn to(tree: &Tree, node: NodeId) -> Self {
        let mut trail = Self::default();
        for node in tree.path(node).into_iter().skip(1) {
            let before = trail.0.len();
            trail.push(TrailMove { mv: tree.mv(node), nth: tree.nth(node), letter: None });
            if trail.0.len() > Self::LONGEST {
                trail.0.truncate(before);
                break;
            }
        }
        trail
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Adds a move at the end.
    pub(super) fn push(&mut self, TrailMove { mv, nth, letter }: TrailMove) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0 += &mv.map_or_else(|| "-".to_owned(), Move::stored);
        if nth > 0 {
            self.0 += &format!("/{}", nth + 1);
        }
        if let Some(letter) = letter {
            self.0 += &format!("={}", Letter(letter));
        }
    }

    /// The moves, with `None` for a word that is not a move.
    pub(super) fn moves(&self) -> impl Iterator<Item = Option<TrailMove>> + '_ {
        self.0.split(',').filter(|text| !text.is_empty()).map(trail_move)
    }

    /// Follows the trail in a tree as far as its moves exist, and returns the last node.
    pub fn end(&self, tree: &Tree) -> NodeId {
        let mut node = NodeId::ROOT;
        for trail_move in self.moves().map_while(|trail_move| trail_move) {
            match tree.nth_child(node, trail_move.mv, trail_move.nth) {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }
}

/// A move of a trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrailMove {
    pub(super) mv: Option<Move>,
    /// The number of equal moves before it among its siblings.
    pub(super) nth: u32,
    /// For an own move, its letter.
    pub(super) letter: Option<u32>,
}

fn trail_move(text: &str) -> Option<TrailMove> {
    let (text, letter) = match text.split_once('=') {
        Some((text, letter)) => (text, Some(letter.parse::<Letter>().ok()?.0)),
        None => (text, None),
    };
    let (code, nth) = text.split_once('/').unwrap_or((text, "1"));
    let mv = if code == "-" { None } else { Some(Move::from_stored(code)?) };
    Some(TrailMove { mv, nth: nth.parse::<u32>().ok()?.checked_sub(1)?, letter })
}
