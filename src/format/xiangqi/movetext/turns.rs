//! Whose turn it is, as the numbers of rounds and the numerals of moves tell: a move that a text lacks must not give all
//! that follow to the other side.

use super::lexer::{Movetext, TokenKind};
use super::{Style, board, legal_run, pass, passed};
use crate::game::xiangqi::Position;
use crate::game::{Side, halfwidth};
use crate::record::{Builder, NodeId};

/// What is known of the turns in a line.
#[derive(Default)]
pub(super) struct Turns {
    /// The plies before the last move with a number: as the number says, and in the tree.
    counted: Option<(i64, i64)>,
    /// Whether that number was the one due.
    is_regular: bool,
    /// Who played the last move, and whether its numerals are Chinese.
    last: Option<(Side, bool)>,
    /// Whether the move before that has other numerals.
    alternates: bool,
    /// The end of the line that was left for a round given again.
    left: Option<NodeId>,
    /// How often a round was looked for above, which takes as long as the line.
    looked: u32,
    /// Whether a program wrote the text, so that no move is missing.
    is_complete: bool,
}

impl Turns {
    /// For a text in which no move is missing.
    pub(super) fn complete() -> Self {
        Self { is_complete: true, ..Self::default() }
    }

    /// In a new line nothing is known yet.
    pub(super) fn begin_line(&mut self) {
        let (looked, is_complete) = (self.looked, self.is_complete);
        *self = Self { looked, is_complete, ..Self::default() };
    }

    /// Goes to where the move of a token belongs.
    pub(super) fn find(
        &mut self,
        builder: &mut Builder,
        movetext: &Movetext<'_>,
        index: usize,
        style: Style,
    ) {
        if self.is_complete {
            return;
        }
        let run = |start: Position| legal_run(&start, movetext.phrases(index, style), TRIED);
        let number = movetext.number(index);
        let after_prose = index > 0 && movetext.tokens[index - 1].kind == TokenKind::Prose;
        let counted = self.counted.zip(number);
        let due = counted.map(|((known, counted), number)| counted + number.ply - known);
        // Where the number does not say that the line simply goes on.
        let mut due = due.filter(|due| *due != ply(builder));
        let elsewhere = due.filter(|due| after_prose && *due != ply(builder) + 1);
        if elsewhere.is_some_and(|ply| self.branch(builder, ply, run)) {
            due = None;
        }
        let start = ply(builder);
        let is_uneven = due == Some(start + 1) && self.is_regular;
        let lacks = is_uneven || self.lacks_by_numerals(builder, movetext, index);
        let is_hole = lacks && {
            let with = run(passed(&board(builder)));
            with > 0 && with >= run(board(builder))
        };
        if is_hole {
            pass(builder);
            builder.warn(movetext.tokens[index].at(), "a move is missing before this one");
        }
        if let Some(number) = number {
            let is_next = self.counted.is_some_and(|(known, _)| known < number.ply);
            self.is_regular = is_next && due.is_none() || is_uneven && is_hole;
            self.counted = Some((number.ply, start + i64::from(is_uneven && is_hole)));
        }
    }

    /// Notes the text of a move and who played it.
    pub(super) fn note(&mut self, text: &str, side: Side) {
        let numerals = is_chinese(text);
        self.alternates = self.last.is_none_or(|(_, last)| last != numerals);
        self.last = Some((side, numerals));
    }

    /// Goes to the node at a ply for a round that is given again, or back to the end of the line that was left for one.
    fn branch(&mut self, builder: &mut Builder, ply: i64, run: impl Fn(Position) -> usize) -> bool {
        const ENOUGH: u32 = 1000;
        self.looked += 1;
        let (end, left) = (builder.node(), self.left);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        let back = left.filter(|left| builder.tree().ply(*left) == ply);
        if let Some(left) = back {
            builder.go_to(left);
        } else if self.looked > ENOUGH || builder.back_to_ply(ply).is_none() {
            return false;
        }
        if run(board(builder)) == 0 {
            builder.go_to(end);
            return false;
        }
        self.begin_line();
        self.left = if back.is_some() { None } else { left.or(Some(end)) };
        true
    }

    /// Whether the numerals of a move are those of the side that has just moved, between others: Chinese ones are red's,
    /// digits black's. Texts that write all moves in the same ones tell nothing by them, and the number of the next
    /// round decides.
    fn lacks_by_numerals(&self, builder: &Builder, movetext: &Movetext<'_>, index: usize) -> bool {
        const LOOKED_AT: usize = 8;
        let numerals = |index: usize| is_chinese(movetext.text_of(&movetext.tokens[index]));
        let mover = builder.position().side_to_move();
        if !self.alternates || self.last != Some((mover.other(), numerals(index))) {
            return false;
        }
        let kind = |index: usize| movetext.tokens.get(index).map(|token| token.kind);
        let indices = std::iter::successors(Some(index), |index| Some(movetext.after(*index)));
        let mut following = indices.skip(1).take(LOOKED_AT);
        let Some(next) = following.find(|next| {
            matches!(kind(*next), Some(TokenKind::Move | TokenKind::Misprint | TokenKind::Other))
        }) else {
            return false;
        };
        let ply = ply(builder);
        let this = movetext.number(index).map(|number| (number.ply, ply)).or(self.counted);
        let number = movetext.number(next).zip(this);
        let is_even =
            number.is_some_and(|(next, (known, counted))| counted + next.ply - known == ply + 1);
        !is_even && (kind(next) != Some(TokenKind::Move) || numerals(next) != numerals(index))
    }
}

/// So many moves are tried to tell a missing move from a misprint.
const TRIED: usize = 8;

fn ply(builder: &Builder) -> i64 {
    i64::from(builder.tree().ply(builder.node()))
}

/// Whether the numerals of a move are Chinese.
fn is_chinese(text: &str) -> bool {
    text.chars().next_back().is_some_and(|last| !halfwidth(last).is_ascii_digit())
}
