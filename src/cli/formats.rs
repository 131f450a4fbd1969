//! `dapu formats`: the table of formats.

use super::{Error, Exit};
use crate::draw::columns;
use crate::format::{FORMATS, Feature, Format};

const HEAD: [&str; 7] = [
    "name",
    "read",
    "write",
    "variations",
    "comments",
    "extensions",
    "format",
];

pub(super) fn run() -> Result<Exit, Error> {
    super::print(table().as_bytes())?;
    Ok(Exit::Fine)
}

/// The formats as lines of aligned columns.
fn table() -> String {
    let rows: Vec<[String; 7]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(FORMATS.iter().map(row))
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| columns(&row[column], false))
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    let mut table = String::new();
    for row in &rows {
        for (text, width) in row.iter().zip(widths) {
            table.push_str(text);
            table.push_str(&" ".repeat(width - columns(text, false) + 2));
        }
        table.truncate(table.trim_end().len());
        table.push('\n');
    }
    table
}

fn row(format: &Format) -> [String; 7] {
    let yes = |yes: bool| if yes { "yes" } else { "-" }.to_owned();
    [
        format.name.to_owned(),
        yes(format.read.is_some()),
        yes(format.write.is_some()),
        yes(format.features.contains(&Feature::Variations)),
        yes(format.features.contains(&Feature::Comments)),
        format.extensions.join(" "),
        format.title.to_owned(),
    ]
}
