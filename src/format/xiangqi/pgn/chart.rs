//! A tree drawn as a chart, as the program cchess writes its `.pgn_cc` files: cells of four characters and one between, a row
//! of arrows between rows of moves; `…` leads to an alternative in the next column. Comments follow by row and column.

use crate::format::xiangqi::movetext;
use crate::record::{At, Builder, NodeId, Record};
use crate::text::Progress;
use crate::text::scan::Scan;

/// The first cell.
const START: &str = "开始";
/// The characters from one cell to the next.
const CELL: usize = 5;

/// Whether the moves of a game are a chart.
pub(super) fn is_drawn(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// Plays the moves of a chart.
pub(super) fn play(record: Record, mut scan: Scan<'_>) -> Record {
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
