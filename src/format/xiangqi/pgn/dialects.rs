//! Two ways to write a tree that only one program has.
//!
//! A chart: cells of four characters and one between, a row of arrows between rows of moves; `…` leads to an alternative in
//! the next column. Comments follow by row and column. Seen in the `.pgn_cc` files of the program cchess.
//!
//! Numbers: every move has the number of the move that it follows: `0-炮二平五 1-马８进７ 1-马２进３`. 0 is the start; the moves
//! are numbered from 1 in the order of the text, level by level of the tree. Seen in the `.pgnzh`, `.pgniccs` and `.pgnrc`
//! files of the program cchess_con; the last write squares as rank and file in digits, `0-2546`.

use crate::format::xiangqi::movetext::{self, Movetext, TokenKind};
use crate::format::xiangqi::stored_moves::read_move;
use crate::game;
use crate::game::xiangqi::Square;
use crate::record::{At, Builder, NodeId, Record};
use crate::text::Progress;
use crate::text::scan::Scan;

/// The first cell.
const START: &str = "开始";
/// The characters from one cell to the next.
const CELL: usize = 5;

/// Whether the moves of a game are a chart.
pub(super) fn is_chart(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// Plays the moves of a chart.
pub(super) fn play_chart(record: Record, mut scan: Scan<'_>) -> Record {
    let mut builder = Builder::on(record);
    // The node of the move in each cell, by rows.
    let mut rows: Vec<Vec<Option<NodeId>>> = Vec::new();
    let mut progress = Progress::default();
    while !scan.rest().starts_with('(') && progress.goes_on(scan.rest().len()) {
        let start = scan.offset();
        let line = scan.take_line();
        if line.trim().starts_with(START) {
            rows.push(vec![Some(NodeId::ROOT)]);
        } else if let Some(above) = rows.last().filter(|_| is_row(line)) {
            let row = play_row(line, start, above, &mut builder);
            rows.push(row);
        }
    }
    read_comments(scan, &rows, &mut builder);
    builder.finish()
}

/// Whether a line has moves, not arrows.
fn is_row(line: &str) -> bool {
    line.split(['　', '…']).any(movetext::begins_with_move)
}

/// Plays the moves of a line that begins at an offset, each after the one above it or as an alternative to the one before.
fn play_row(
    line: &str,
    start: usize,
    above: &[Option<NodeId>],
    builder: &mut Builder,
) -> Vec<Option<NodeId>> {
    let ends = line.char_indices().map(|(offset, _)| offset);
    let offsets: Vec<usize> = ends.chain([line.len()]).collect();
    let mut row = Vec::new();
    let mut parent = NodeId::ROOT;
    for (column, cell) in offsets.chunks(CELL).enumerate() {
        let text = cell.get(CELL - 1).map_or("", |end| &line[cell[0]..*end]);
        if !movetext::begins_with_move(text) {
            row.push(None);
            continue;
        }
        if !line[..cell[0]].ends_with('…') {
            parent = above.get(column).copied().flatten().unwrap_or(parent);
        }
        builder.go_to(parent);
        movetext::play_single(builder, text, At::offset(start + cell[0]));
        row.push(Some(builder.node()));
    }
    row
}

/// Reads `(row,column): {comment}`.
fn read_comments(mut scan: Scan<'_>, rows: &[Vec<Option<NodeId>>], builder: &mut Builder) {
    scan.skip_space();
    let mut progress = Progress::default();
    while progress.goes_on(scan.rest().len()) {
        let (start, at) = (scan, scan.at());
        let place = scan.eat("(").then(|| scan.take_until(")")).flatten();
        let node = place.and_then(|place| {
            let (row, column) = place.split_once(',')?;
            let row = rows.get(row.trim().parse::<usize>().ok()?)?;
            *row.get(column.trim().parse::<usize>().ok()?)?
        });
        scan.take_while(|next| next != '{' && next != '(');
        let text = scan.eat("{").then(|| scan.take_until("}")).flatten();
        builder.go_to(node.unwrap_or(NodeId::ROOT));
        match (node, text) {
            (Some(_), Some(text)) => movetext::note_comment(builder, text),
            _ => {
                scan = start;
                movetext::keep_as_comment(builder, scan.take_line(), at);
            }
        }
        scan.skip_space();
    }
}

/// Whether the moves have the numbers of those before them: the first move follows the start, 0.
pub(super) fn is_numbered(movetext: &Movetext<'_>) -> bool {
    let tokens = movetext.tokens.iter();
    let first = tokens
        .filter(|token| token.kind != TokenKind::Comment)
        .find(|token| token.kind != TokenKind::Other);
    first.is_some_and(|token| token.kind == TokenKind::Link && movetext.text_of(token) == "0")
}

/// Plays the moves, each after that whose number it has.
pub(super) fn play_numbered(record: Record, movetext: &Movetext<'_>) -> Record {
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
