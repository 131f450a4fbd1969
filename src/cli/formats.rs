//! `dapu formats`: the table of formats.

use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::options::{Printing, examples};
use super::output::{Output, print};
use crate::format::{FORMATS, Format};
use crate::text::{Align, Column};

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

pub(super) fn run(args: &FormatsArgs) -> Result<Exit, Error> {
    let mut out = Output::new(false, args.printing.is_colored());
    if args.json {
        FORMATS.iter().try_for_each(|format| out.json(&value(format)))?;
        out.flush()?;
        return Ok(Exit::Fine);
    }
    let rows: Vec<[String; HEAD.len()]> = FORMATS.iter().map(row).collect();
    let table = out.table(HEAD.map(|head| Column::new(head, Align::Left)), &rows);
    print(
        format!("{table}\nRecords are also read from gzip files (.gz) and zip archives.\n")
            .as_bytes(),
    )?;
    Ok(Exit::Fine)
}

fn row(format: &Format) -> [String; HEAD.len()] {
    let yes = |yes: bool| if yes { "yes" } else { "-" }.to_owned();
    let encodings = if format.encodings.is_empty() { "-" } else { format.encodings };
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
