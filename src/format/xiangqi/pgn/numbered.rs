//! A dialect in which every move has the number of the move that it follows: `0-炮二平五 1-马８进７ 1-马２进３`. 0 is the start;
//! the moves are numbered from 1 in the order of the text, level by level of the tree. Seen in the `.pgnzh`, `.pgniccs`
//! and `.pgnrc` files of the program cchess_con; the last write squares as rank and file in digits, `0-2546`.

use super::branches::BranchMove;
use crate::format::xiangqi::movetext::{Movetext, TokenKind};

/// Whether the moves have the numbers of those before them: the first move follows the start, 0.
pub(super) fn is_numbered(movetext: &Movetext<'_>) -> bool {
    let tokens = movetext.tokens.iter();
    let first = tokens
        .filter(|token| token.kind != TokenKind::Comment)
        .find(|token| token.kind != TokenKind::Other);
    first.is_some_and(|token| token.kind == TokenKind::Link && movetext.text_of(token) == "0")
}

/// The moves by their numbers; the first is the start.
pub(super) fn moves<'a>(movetext: &Movetext<'a>) -> Vec<BranchMove<'a>> {
    let mut moves = vec![BranchMove::default()];
    let mut parent = 0;
    for token in &movetext.tokens {
        let (number, text) = (moves.len(), movetext.text_of(token));
        match token.kind {
            TokenKind::Link => {
                let known = text.parse().ok().filter(|&parent: &usize| parent < number);
                // A number that no move has yet: the move follows the one before it.
                parent = known.unwrap_or(number - 1);
            }
            TokenKind::Move => {
                moves[parent].children.push(number);
                moves.push(BranchMove::of_move(text, token.at()));
                parent = number;
            }
            TokenKind::Comment | TokenKind::OpenComment => {
                moves[number - 1].comments.push(text);
            }
            _ => moves[number - 1].odd.push((text, token.at())),
        }
    }
    moves
}
