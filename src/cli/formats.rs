//! `dapu formats`: the table of formats.

use super::error::{Error, Exit};
use super::output::print;
use super::table::{Align, table};
use crate::format::{FORMATS, Format};

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
    let rows: Vec<[String; HEAD.len()]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(FORMATS.iter().map(row))
        .collect();
    print(table(&rows, [Align::Left; HEAD.len()]).as_bytes())?;
    Ok(Exit::Fine)
}

fn row(format: &Format) -> [String; HEAD.len()] {
    let yes = |yes: bool| if yes { "yes" } else { "-" }.to_owned();
    let encodings = if format.encodings.is_empty() {
        "-"
    } else {
        format.encodings
    };
    [
        format.name.to_owned(),
        yes(format.read.is_some()),
        yes(format.write.is_some()),
        yes(format.holds.variations),
        yes(format.holds.comments),
        yes(format.holds.clocks),
        format.extensions.join(" "),
        encodings.to_owned(),
        format.title.to_owned(),
    ]
}
