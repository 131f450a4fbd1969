//! A dialect in which every move has the number of the move that it follows: `0-炮二平五 1-马８进７ 1-马２进３`. 0 is the start;
//! the moves are numbered from 1 in the order of the text, level by level of the tree. Seen in the `.pgnzh`, `.pgniccs`
//! and `.pgnrc` files of the program cchess_con; the last write squares as rank and file in digits, `0-2546`.

use crate::format::xiangqi::movetext::{self, Movetext, TokenKind};
use crate::format::xiangqi::squares::read_move;
use crate::game;
use crate::game::xiangqi::Square;
use crate::record::{Builder, NodeId, Record};

/// Whether the moves have the numbers of those before them: the first move follows the start, 0.
pub(super) fn is_numbered(movetext: &Movetext<'_>) -> bool {
    let tokens = movetext.tokens.iter();
    let first = tokens
        .filter(|token| token.kind != TokenKind::Comment)
        .find(|token| token.kind != TokenKind::Other);
    first.is_some_and(|token| token.kind == TokenKind::Link && movetext.text_of(token) == "0")
}

/// Plays the moves, each after that whose number it has.
pub(super) fn play(record: Record, movetext: &Movetext<'_>) -> Record {
    let mut builder = Builder::on(record);
    let mut nodes = vec![NodeId::ROOT];
    for token in &movetext.tokens {
        let text = movetext.text_of(token);
        match token.kind {
            TokenKind::Link => {
                // A number that no move has yet: the move follows the one before it.
                let known = text.parse().ok().and_then(|number: usize| nodes.get(number));
                builder.go_to(known.or(nodes.last()).copied().unwrap_or(NodeId::ROOT));
            }
            TokenKind::Move => {
                // Rank and file of both squares: `2546` is f2g4.
                match read_move(text, |rank, file| Square::new(file, rank)) {
                    Some(mv) => drop(builder.play(game::Move::Xiangqi(mv), token.at())),
                    None => movetext::play_single(&mut builder, text, token.at()),
                }
                nodes.push(builder.node());
            }
            TokenKind::Comment | TokenKind::OpenComment => {
                movetext::note_comment(&mut builder, text);
            }
            _ => movetext::keep_as_comment(&mut builder, text, token.at()),
        }
    }
    builder.finish()
}
