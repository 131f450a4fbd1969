//! A dialect in which every move has the number of the move that it follows: `0-炮二平五 1-马８进７ 1-马２进３`. 0 is the start;
//! the moves are numbered from 1 in the order of the text, level by level of the tree. Seen in the `.pgnzh`, `.pgniccs`
//! and `.pgnrc` files of the program cchess_con; the last write squares as rank and file in digits, `0-2546`.

use super::chart;
use crate::format::xiangqi::movetext;
use crate::format::xiangqi::movetext::Movetext;
use crate::format::xiangqi::movetext::Played;
use crate::format::xiangqi::movetext::TokenKind;
use crate::game;
use crate::game::xiangqi::{Move, Square};
use crate::record::{At, Builder, NodeId, Record};

/// Whether the moves have the numbers of those before them: the first move follows the start, 0.
pub(super) fn is_numbered(movetext: &Movetext<'_>) -> bool {
    let tokens = movetext.tokens.iter();
    let first = tokens
        .filter(|token| token.kind != TokenKind::Comment)
        .find(|token| token.kind != TokenKind::Other);
    first.is_some_and(|token| token.kind == TokenKind::Link && token.text == "0")
}

/// Plays the moves of a game in this dialect, in that of charts, or in plain PGN.
pub(super) fn play(record: Record, text: &str, line: u32) -> Played {
    if chart::is_chart(text) {
        return play_steps(record, &chart::steps(text, line));
    }
    let movetext = Movetext::new(text, line);
    if is_numbered(&movetext) {
        return play_steps(record, &steps(&movetext));
    }
    movetext::play(record, &movetext)
}

/// A move with what is written after it, and the places of the moves that follow it.
#[derive(Default)]
pub(super) struct Step<'a> {
    mv: Option<(&'a str, At)>,
    pub(super) comments: Vec<&'a str>,
    /// What does not belong there.
    pub(super) odd: Vec<(&'a str, At)>,
    pub(super) children: Vec<usize>,
}

impl<'a> Step<'a> {
    pub(super) fn of_move(text: &'a str, at: At) -> Self {
        Self {
            mv: Some((text, at)),
            ..Self::default()
        }
    }
}

/// Plays the tree of steps from the first, which is the start.
fn play_steps(record: Record, steps: &[Step<'_>]) -> Played {
    let mut builder = Builder::on(record);
    // The places of the steps that are still to be played, each with the node that it follows.
    let mut pending = vec![(NodeId::ROOT, 0)];
    while let Some((fork, number)) = pending.pop() {
        builder.go_to(fork);
        let step = &steps[number];
        if let Some((text, at)) = step.mv {
            play_move(&mut builder, text, at);
        }
        for comment in &step.comments {
            movetext::note_comment(&mut builder, comment);
        }
        for (odd, at) in &step.odd {
            movetext::keep_as_comment(&mut builder, odd, *at);
        }
        let node = builder.node();
        if step.children.len() > 1 {
            builder.save();
        }
        pending.extend(step.children.iter().rev().map(|&child| (node, child)));
    }
    let (record, warnings) = builder.finish();
    Played {
        record,
        warnings,
        result: None,
    }
}

/// The steps by their numbers; the first is the start.
fn steps<'a>(movetext: &Movetext<'a>) -> Vec<Step<'a>> {
    let mut steps = vec![Step::default()];
    let mut parent = 0;
    for token in &movetext.tokens {
        let number = steps.len();
        match token.kind {
            TokenKind::Link => {
                let known = token
                    .text
                    .parse()
                    .ok()
                    .filter(|&parent: &usize| parent < number);
                // A number that no move has yet: the move follows the one before it.
                parent = known.unwrap_or(number - 1);
            }
            TokenKind::Move => {
                steps[parent].children.push(number);
                steps.push(Step::of_move(token.text, token.at()));
                parent = number;
            }
            TokenKind::Comment | TokenKind::OpenComment => {
                steps[number - 1].comments.push(token.text);
            }
            _ => steps[number - 1].odd.push((token.text, token.at())),
        }
    }
    steps
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
