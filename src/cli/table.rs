//! Tables with aligned columns.

use super::output::{Output, Tint};
use crate::text::columns;

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows as lines for the output, each column as wide as its widest text. The first row is the head; columns with no other
/// text are left out.
pub(super) fn table<const N: usize>(
    out: &Output,
    rows: &[[String; N]],
    align: [Align; N],
) -> String {
    let width = |column: usize| {
        let mut texts = rows.iter().map(|row| &row[column]);
        let head = texts.next().map_or(0, |head| columns(head, false));
        let widest = texts.map(|text| columns(text, false)).max();
        widest.filter(|widest| *widest > 0).map(|widest| widest.max(head))
    };
    let widths: [Option<usize>; N] = std::array::from_fn(width);
    let mut table = String::new();
    for (number, row) in rows.iter().enumerate() {
        let start = table.len();
        for ((text, width), align) in row.iter().zip(widths).zip(align) {
            let Some(width) = width else { continue };
            let pad = " ".repeat(width - columns(text, false));
            let gap = if table.len() > start { "  " } else { "" };
            match align {
                Align::Left => table.extend([gap, text, &pad]),
                Align::Right => table.extend([gap, &pad, text]),
            }
        }
        table.truncate(table.trim_end().len());
        if number == 0 {
            let head = out.tint(Tint::Head, &table).into_owned();
            table = head;
        }
        table.push('\n');
    }
    table
}
