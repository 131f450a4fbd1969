//! `dapu formats`: the table of formats.

use serde_json::{Value, json};

use super::error::Error;
use super::options::{Printing, examples};
use super::output::{Output, Tint, print};
use crate::columns::{Align, Column, Table};
use crate::format::{FORMATS, Format};

/// Arguments of `dapu formats`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu formats", "what can be read and written"),
    ("dapu formats --json", "a line of JSON for each format"),
]))]
pub struct FormatsArgs {
    /// Print JSON, one line per format
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    printing: Printing,
}

/// The head of a column, and what it says about a format.
type FormatColumn = (&'static str, fn(&Format) -> String);

const COLUMNS: [FormatColumn; 9] = [
    ("name", |format| format.name.to_owned()),
    ("read", |format| yes(format.read.is_some())),
    ("write", |format| yes(format.write.is_some())),
    ("variations", |format| yes(format.holds.variations)),
    ("comments", |format| yes(format.holds.comments)),
    ("clocks", |format| yes(format.holds.clocks)),
    ("extensions", |format| format.extensions.join(" ")),
    ("encodings", |format| {
        if format.encodings.is_empty() { "-" } else { format.encodings }.to_owned()
    }),
    ("format", |format| format.title.to_owned()),
];

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "-" }.to_owned()
}

pub(super) fn run(args: &FormatsArgs) -> Result<(), Error> {
    let mut out = Output::new(false, args.printing.is_colored());
    if args.json {
        FORMATS.iter().try_for_each(|format| out.json(&value(format)))?;
        return out.flush();
    }
    let rows: Vec<_> = FORMATS.iter().map(|it| COLUMNS.map(|(_, cell)| cell(it))).collect();
    // The table is in English, whatever the language of the messages.
    let columns = COLUMNS.map(|(head, _)| Column::new(head, Align::Left));
    let table = Table::new(columns, &rows, usize::MAX, false);
    let mut text = out.tint(Tint::Head, &table.head()).to_string();
    text.extend(rows.iter().map(|row| format!("\n{}", table.row(row))));
    let packed = "Records are also read from gzip files (.gz) and zip archives.";
    print(format!("{text}\n\n{packed}\n").as_bytes())
}

fn value(format: &Format) -> Value {
    let holds = format.holds;
    json!({
        "name": format.name,
        "title": format.title,
        "games": format.games.iter().map(|game| game.name()).collect::<Vec<_>>(),
        "read": format.read.is_some(),
        "write": format.write.is_some(),
        "variations": holds.variations,
        "comments": holds.comments,
        "clocks": holds.clocks,
        "several_games": holds.games,
        "extensions": format.extensions,
        "packed_in": if format.read.is_some() { &["gzip", "zip"][..] } else { &[] },
        "encodings": format.encodings,
    })
}
