//! `dapu formats`: the table of formats.

use super::table::{Align, table};
use super::{Error, Exit};
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
    let rows: Vec<[String; 7]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(FORMATS.iter().map(row))
        .collect();
    super::print(table(&rows, [Align::Left; 7]).as_bytes())?;
    Ok(Exit::Fine)
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
