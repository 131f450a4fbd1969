//! `dapu info`: headers, counts and warnings.

use std::fmt::Write;

use super::args::InfoArgs;
use super::{Error, Exit};
use crate::draw::{clean_line, columns};
use crate::load::show_path;
use crate::record::{Note, Record};

pub(super) fn run(args: &InfoArgs) -> Result<Exit, Error> {
    let loaded = super::read(&args.input)?;
    let mut page = Page(format!("{}\n", show_path(&args.input.file)));
    page.line("format", loaded.format.title);
    page.line("encoding", loaded.encoding.unwrap_or("none"));
    let games = loaded.games.len();
    if games != 1 {
        page.line("games", &games.to_string());
    }
    if let Ok(record) = loaded.game(0) {
        game(&mut page, &record);
    }
    let warnings = loaded.all_warnings();
    page.line("warnings", &warnings.len().to_string());
    for warning in &warnings {
        page.line("", &warning.to_string());
    }
    super::print(page.0.as_bytes())?;
    Ok(super::verdict(&args.input, &warnings))
}

/// Lines of a name and a value.
struct Page(String);

impl Page {
    fn line(&mut self, name: &str, value: &str) {
        let pad = 14usize.saturating_sub(columns(name, false));
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "  {name}{}{}", " ".repeat(pad), clean_line(value));
    }
}

fn game(page: &mut Page, record: &Record) {
    page.line("game", record.game().name());
    for (key, value) in record.headers.known() {
        page.line(key.name(), value);
    }
    let counts = Counts::of(record);
    page.line("plies", &counts.plies.to_string());
    page.line("nodes", &record.tree.len().to_string());
    page.line("variations", &counts.variations.to_string());
    page.line("comments", &counts.comments.to_string());
}

/// What there is to count in a record.
struct Counts {
    plies: u32,
    variations: usize,
    comments: usize,
}

impl Counts {
    fn of(record: &Record) -> Self {
        let tree = &record.tree;
        let beside = tree.ids().map(|node| tree.children(node).skip(1).count());
        let notes = tree.ids().flat_map(|node| tree.notes(node));
        Self {
            plies: tree.ply(tree.mainline_end()),
            variations: beside.sum(),
            comments: notes
                .filter(|note| matches!(note, Note::Comment(_)))
                .count(),
        }
    }
}
