//! The moves of the dialects that draw or number the tree.

use crate::format::xiangqi::movetext;
use crate::format::xiangqi::movetext::Played;
use crate::game;
use crate::game::xiangqi::{Move, Square};
use crate::record::{At, Builder, NodeId, Record};

/// A move with what is written after it, and the places of the moves that follow it.
#[derive(Default)]
pub(super) struct BranchMove<'a> {
    mv: Option<(&'a str, At)>,
    pub(super) comments: Vec<&'a str>,
    /// What does not belong there.
    pub(super) odd: Vec<(&'a str, At)>,
    pub(super) children: Vec<usize>,
}

impl<'a> BranchMove<'a> {
    pub(super) fn of_move(text: &'a str, at: At) -> Self {
        Self {
            mv: Some((text, at)),
            ..Self::default()
        }
    }
}

/// Plays a tree from its first element, which is the start.
pub(super) fn play(record: Record, moves: &[BranchMove<'_>]) -> Played {
    let mut builder = Builder::on(record);
    // The places of the moves that are still to be played, each with the node that it follows.
    let mut pending = vec![(NodeId::ROOT, 0)];
    while let Some((fork, number)) = pending.pop() {
        builder.go_to(fork);
        let branch = &moves[number];
        if let Some((text, at)) = branch.mv {
            play_move(&mut builder, text, at);
        }
        for comment in &branch.comments {
            movetext::note_comment(&mut builder, comment);
        }
        for (odd, at) in &branch.odd {
            movetext::keep_as_comment(&mut builder, odd, *at);
        }
        let node = builder.node();
        if branch.children.len() > 1 {
            builder.save();
        }
        pending.extend(branch.children.iter().rev().map(|&child| (node, child)));
    }
    Played::of(builder, None)
}

fn play_move(builder: &mut Builder, text: &str, at: At) {
    match squares(text) {
        Some(mv) => {
            builder.play(game::Move::Xiangqi(mv), at);
        }
        None => movetext::play_single(builder, text, at),
    }
}

/// Rank and file of both squares: `2546` is f2g4.
fn squares(text: &str) -> Option<Move> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .map(|digit| u8::try_from(digit.to_digit(10)?).ok())
        .collect();
    match digits?[..] {
        [rank, file, to_rank, to_file] => Some(Move {
            from: Square::new(file, rank)?,
            to: Square::new(to_file, to_rank)?,
        }),
        _ => None,
    }
}
