//! `dapu formats`: the table of formats.

use super::output::print;
use super::{Error, Exit};
use crate::draw::columns;
use crate::format::{FORMATS, Feature, Format};

const HEAD: [&str; 9] = [
    "name",
    "read",
    "write",
    "variations",
    "comments",
    "clocks",
    "extensions",
    "encodings",
    "format",
];

pub(super) fn run() -> Result<Exit, Error> {
    print(table().as_bytes())?;
    Ok(Exit::Fine)
}

/// The formats as lines of aligned columns.
fn table() -> String {
    let rows: Vec<[String; HEAD.len()]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(FORMATS.iter().map(row))
        .collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| columns(&row[column], false));
        widths.max().unwrap_or(0)
    };
    let widths: [usize; HEAD.len()] = std::array::from_fn(width);
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

fn row(format: &Format) -> [String; HEAD.len()] {
    let yes = |yes: bool| if yes { "yes" } else { "-" }.to_owned();
    let holds = |feature| yes(format.features.contains(&feature));
    let encodings = if format.encodings.is_empty() {
        "-"
    } else {
        format.encodings
    };
    [
        format.name.to_owned(),
        yes(format.read.is_some()),
        yes(format.write.is_some()),
        holds(Feature::Variations),
        holds(Feature::Comments),
        holds(Feature::Clocks),
        format.extensions.join(" "),
        encodings.to_owned(),
        format.title.to_owned(),
    ]
}
