//! `dapu notes`: lists the user's notes, and decides which game they are on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::error::Error;
use super::files::{file_error, open_game};
use super::options::{Results, address, examples};
use super::output::{Output, Tint};
use crate::files::address::Address;
use crate::files::load::{self, LoadOptions, show_path};
use crate::files::notes::{Found, Identity, Notes, Shelf};
use crate::library::stream::Inputs;
use crate::record::{Layer, Lines, NodeId, Place, Presence, Trail};
use crate::text::json::without_nulls;

/// Arguments of `dapu notes`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu notes", "all notes"),
    ("dapu notes games --json", "those on the records of a directory"),
]))]
pub struct NotesArgs {
    /// Records or directories [default: all that notes are on]
    #[arg(value_name = "PATH", value_parser = address())]
    files: Vec<Address>,
    /// Decide that the notes with this name are on the game
    #[arg(long, value_name = "NAME", requires = "files")]
    attach: Option<String>,
    /// Delete the notes with this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["attach", "files"])]
    forget: Option<String>,
    #[command(flatten)]
    results: Results,
}

pub(super) fn run(args: &NotesArgs) -> Result<(), Error> {
    let notes = Notes::of_user(&|name| std::env::var_os(name));
    let notes =
        notes.ok_or_else(|| Error::Usage("no home directory to keep notes in".to_owned()))?;
    if let Some(name) = &args.forget {
        return notes.forget(name).map_err(Error::Notes);
    }
    if let (Some(name), Some(file)) = (&args.attach, args.files.first()) {
        let (record, _) = open_game(file, LoadOptions::default())?;
        let game = Identity::of(&record, &file.path, file.game.unwrap_or(0));
        return notes.attach(name, game).map_err(Error::Notes);
    }
    let mut list = Listing { out: args.results.output(), json: args.results.json };
    let shelf = Shelf::open(&notes).map_err(Error::Notes)?;
    let mut listed = BTreeSet::new();
    for path in paths(args, &shelf) {
        list.file(&shelf, &path, &mut listed)?;
    }
    for (folder, heads) in shelf.folders() {
        if args.files.is_empty() && !listed.contains(folder) {
            let file = heads.last().map(|head| show_path(Path::new(&head.file)));
            let file = file.unwrap_or_default();
            list.out.report(&format!("{}: its game was not found in {file}", name(folder)));
            let layer = shelf.layer(folder).map_err(Error::Notes)?;
            list.notes(folder, &layer, |_| None)?;
        }
    }
    list.out.flush()?;
    Ok(())
}

/// The files to look at: those that were named, or all that notes are on.
fn paths(args: &NotesArgs, shelf: &Shelf) -> BTreeSet<PathBuf> {
    if args.files.is_empty() {
        let heads = shelf.folders().iter().flat_map(|(_, heads)| heads);
        let files = heads.filter(|head| !head.file.is_empty());
        return files.map(|head| PathBuf::from(&head.file)).collect();
    }
    Inputs::new(args.files.clone()).files().flatten().map(|input| input.path).collect()
}

/// Prints notes.
struct Listing {
    out: Output,
    json: bool,
}

impl Listing {
    /// Prints the notes on the games of a file.
    fn file(
        &mut self,
        shelf: &Shelf,
        path: &Path,
        listed: &mut BTreeSet<PathBuf>,
    ) -> Result<(), Error> {
        let Ok(loaded) = load::load(path, LoadOptions::default()) else {
            return Ok(());
        };
        for index in 0..loaded.games.len() {
            let Ok(record) = loaded.game(index) else { continue };
            match shelf.of(&Identity::of(&record, path, index)) {
                Found::None => {}
                Found::One(folder) => {
                    let mut layer = shelf.layer(&folder).map_err(Error::Notes)?;
                    let noted = layer.over(&record);
                    let lines = Lines::new(&noted.tree);
                    let game = (loaded.games.len() > 1).then_some(index);
                    self.notes(&folder, &layer, |node| {
                        let place = node.map(|node| Place::of(&noted.tree, &lines, node));
                        Some(Address { path: path.to_owned(), game, place })
                    })?;
                    listed.insert(folder);
                }
                Found::Several(folders) => {
                    let names: Vec<String> = folders.iter().map(|folder| name(folder)).collect();
                    let message = format!("game {}: fits equally: {}", index + 1, names.join(", "));
                    self.out.report(&file_error(path, message));
                }
            }
        }
        Ok(())
    }

    /// `game.sgf#2:3.a-12: !? a comment`
    fn notes(
        &mut self,
        folder: &Path,
        layer: &Layer,
        address: impl Fn(Option<NodeId>) -> Option<Address>,
    ) -> Result<(), Error> {
        for (Trail(moves), node, own) in layer.kept() {
            let at = address(node);
            let place = at.as_ref().and_then(|at| at.place.as_ref());
            if self.json {
                let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
                self.out.json(&without_nulls(json!({
                    "notes": name(folder),
                    "file": at.as_ref().map(|at| at.path.to_string_lossy()),
                    "game": at.as_ref().map(|at| at.game.unwrap_or(0) + 1),
                    "place": place.map(ToString::to_string),
                    "moves": moves,
                    "line": own.presence == Presence::Kept,
                    "glyph": text(&own.glyph),
                    "comment": text(&own.comment),
                    "marks": (!own.marks.is_empty()).then_some(&own.marks),
                })))?;
                continue;
            }
            let line = if own.is_noted() { "" } else { "a line of your own" };
            let (marks, comment) = (own.marks.join(", "), own.comment.replace('\n', " / "));
            let mut parts = vec![line, &own.glyph, &marks, &comment];
            parts.retain(|part| !part.is_empty());
            let text = parts.join(" ");
            let whence = match (&at, place) {
                (Some(at), Some(_)) => at.to_string(),
                (Some(at), None) => format!("{at}: its moves are missing: {moves}"),
                (None, _) => format!("{}: {moves}", name(folder)),
            };
            let whence = self.out.tint(Tint::File, &whence).to_string();
            let text = self.out.clean_line(&text).into_owned();
            self.out.line(&format!("{whence}: {text}"))?;
        }
        Ok(())
    }
}

/// The name of notes.
fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
