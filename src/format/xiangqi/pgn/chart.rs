//! A tree drawn as a chart: cells of four characters and one between, a row of arrows between rows of moves; `…` leads to
//! an alternative in the next column. Comments follow by row and column. Seen in the `.pgn_cc` files of the program
//! cchess.

use super::branches::BranchMove;
use crate::format::xiangqi::movetext::begins_with_move;
use crate::text::scan::Scan;

/// The first cell.
const START: &str = "开始";
/// The characters from one cell to the next.
const CELL: usize = 5;

/// Whether the moves of a game are a chart.
pub(super) fn is_chart(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// The moves of a chart; the first is the start.
pub(super) fn moves(mut scan: Scan<'_>) -> Vec<BranchMove<'_>> {
    let mut moves = vec![BranchMove::default()];
    // The number of the move in each cell, by rows.
    let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
    while !scan.rest().is_empty() && !scan.rest().starts_with('(') {
        let row = scan;
        let line = scan.take_line();
        if line.trim().starts_with(START) {
            rows.push(vec![Some(0)]);
        } else if let Some(above) = rows.last().filter(|_| is_row(line)) {
            let row = read_row(row, line, above, &mut moves);
            rows.push(row);
        }
    }
    read_comments(scan, &rows, &mut moves);
    moves
}

/// Whether a line has moves, not arrows.
fn is_row(line: &str) -> bool {
    line.split(['　', '…']).any(begins_with_move)
}

fn read_row<'a>(
    start: Scan<'a>,
    line: &'a str,
    above: &[Option<usize>],
    moves: &mut Vec<BranchMove<'a>>,
) -> Vec<Option<usize>> {
    let ends = line
        .char_indices()
        .map(|(offset, _)| offset)
        .chain([line.len()]);
    let offsets: Vec<usize> = ends.collect();
    let mut row = Vec::new();
    let mut parent = 0;
    let mut place = start;
    for column in 0..offsets.len().div_ceil(CELL) {
        let first = column * CELL;
        let cell = offsets.get(first).zip(offsets.get(first + CELL - 1));
        let text = cell.map_or("", |(&from, &to)| &line[from..to]);
        if !begins_with_move(text) {
            row.push(None);
            continue;
        }
        let is_alternative = first > 0 && line[..offsets[first]].ends_with('…');
        if !is_alternative {
            parent = above.get(column).copied().flatten().unwrap_or(parent);
        }
        let number = moves.len();
        place.take(start.offset() + offsets[first] - place.offset());
        moves.push(BranchMove::of_move(text, place.at()));
        moves[parent].children.push(number);
        row.push(Some(number));
    }
    row
}

/// Reads `(row,column): {comment}`.
fn read_comments<'a>(
    mut scan: Scan<'a>,
    rows: &[Vec<Option<usize>>],
    moves: &mut [BranchMove<'a>],
) {
    scan.skip_space();
    while !scan.rest().is_empty() {
        let at = scan.at();
        if !scan.eat("(") {
            moves[0].odd.push((scan.take_line(), at));
            scan.skip_space();
            continue;
        }
        let place = scan.take_until(")");
        let numbers = place.and_then(|place| place.split_once(','));
        let numbers = numbers.and_then(|(row, column)| {
            let row: usize = row.trim().parse().ok()?;
            Some((row, column.trim().parse::<usize>().ok()?))
        });
        scan.take_while(|next| next != '{' && next != '(');
        let text = scan.eat("{").then(|| scan.take_until("}")).flatten();
        let cell = numbers.and_then(|(row, column)| *rows.get(row)?.get(column)?);
        match (cell.and_then(|number| moves.get_mut(number)), text) {
            (Some(branch), Some(text)) => branch.comments.push(text),
            (None, Some(text)) => moves[0].odd.push((text, at)),
            (_, None) => moves[0].odd.push((scan.take_line(), at)),
        }
        scan.skip_space();
    }
}
