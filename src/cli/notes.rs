//! `dapu notes`: lists the user's notes, and decides which game they are on.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::engines::{configured, named};
use super::error::{Error, Exit};
use super::files::{self, file_error, for_each, open_game};
use super::losses::LossReport;
use super::message::Message;
use super::options::{ResultOptions, address, examples};
use super::output::{Output, Tint, lang};
use crate::files::address::Address;
use crate::files::archive;
use crate::files::load::{LoadOptions, show_path};
use crate::files::notes::{Identity, NoteSet, Notes, Shelf, logs};
use crate::files::results::{self, Placed, Provenance};
use crate::format::Loaded;
use crate::game::go;
use crate::library::stream::{FilePart, Input, Inputs};
use crate::record::{Layer, Lines, Own, Place, Presence, Record};
use crate::text::joined;
use crate::text::json::without_nulls;
use crate::words::Worded;

/// Arguments of `dapu notes`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu notes", "all notes"),
    ("dapu notes games --json", "those on the records of a directory"),
    ("dapu notes --analysis", "what engines found"),
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
    /// In place of the notes, sum up what engines found
    #[arg(long)]
    analysis: bool,
    /// Of what engines found, sum up what this one did [default: the one that knows most]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn run(args: &NotesArgs) -> Result<Exit, Error> {
    let notes = Notes::of_user(&|name| std::env::var_os(name));
    let notes = notes.ok_or(Message::NoHomeForNotes)?;
    if let Some(name) = &args.forget {
        // As they are listed, those in several folders are named together.
        let forgotten = name.split(", ").try_for_each(|name| notes.forget(name));
        return forgotten.map(|()| Exit::Fine).map_err(Error::Notes);
    }
    if let (Some(name), Some(file)) = (&args.attach, args.files.first()) {
        let (record, _) = open_game(file, LoadOptions::default())?;
        let game = Identity::of(&record, &file.path, file.game.unwrap_or(0));
        return notes.attach(name, game).map(|()| Exit::Fine).map_err(Error::Notes);
    }
    let shelf = Shelf::open(&notes).map_err(Error::Notes)?;
    let sums_up = args.analysis || args.engine.is_some();
    let results = files::results(sums_up);
    if let Some(name) = &args.engine
        && !results.as_ref().is_some_and(|results| results.knows(name))
    {
        named(&configured()?, name)?;
    }
    let mut losses = LossReport::new(args.results.json);
    let mut inputs = Inputs::new(addresses(args, &shelf, results.as_ref()));
    inputs.whole = true;
    let mut out = args.results.output();
    let mut exit = Exit::Fine;
    let mut listed = BTreeSet::new();
    if inputs.paths().next().is_some() || !args.files.is_empty() {
        let source = results.as_ref().map(|results| (results, args.engine.as_deref()));
        let found = |input: &Input, loaded: Loaded| noted_games(&shelf, source, input, &loaded);
        let list = |out: &mut Output, path: &Path, part: Option<FilePart<Vec<NotedGame<'_>>>>| {
            for game in part.into_iter().flat_map(|part| part.result) {
                if sums_up {
                    losses.game(out, &game.record, &game.valued, (path, game.index))?;
                } else {
                    listed.extend(list_game(args, path, &game, out)?);
                }
            }
            Ok(Exit::Fine)
        };
        exit = for_each(&inputs, LoadOptions::default(), &mut out, found, list)?.exit;
    }
    for set in &shelf.sets {
        if args.files.is_empty() && !sums_up && !set.logs.iter().all(|log| listed.contains(log)) {
            let name = set.shown_name();
            let message = match set.heads.first() {
                Some(Identity { file, .. }) => Message::NotFoundIn(show_path(Path::new(file))),
                None => Message::WhichGame,
            };
            out.report(&Error::about(&*name, message));
            for (trail, _, own) in shelf.layer([set]).kept() {
                list_note(args, &name, (None, trail.as_str()), own, None, &mut out)?;
            }
        }
    }
    losses.finish(&mut out)?;
    Ok(exit.max(files::report_damage(&shelf, &mut out)?))
}

/// The files to look at: those that were named, or all that notes are on, or results if these are wanted, and that are still
/// there.
fn addresses(
    args: &NotesArgs,
    shelf: &Shelf,
    results: Option<&results::ResultStore>,
) -> Vec<Address> {
    if !args.files.is_empty() {
        return args.files.clone();
    }
    let paths: BTreeSet<PathBuf> = match results {
        Some(results) => results.files(),
        None => {
            let heads = shelf.sets.iter().flat_map(|set| &set.heads);
            heads.map(|head| PathBuf::from(&head.file)).collect()
        }
    };
    let there = paths.into_iter().filter(|path| path.exists() || archive::is_in_archive(path));
    there.map(Address::from).collect()
}

/// A game with notes, or that an engine has analysed.
struct NotedGame<'s> {
    /// The index in the file, if it has several games.
    index: Option<usize>,
    /// The game, with the lines of the notes if it is known which are on it.
    record: Arc<Record>,
    layer: Layer,
    /// The notes that fit: those on one game, or on several.
    found: Vec<Vec<&'s NoteSet>>,
    /// The analyses of an engine.
    valued: Placed,
}

fn noted_games<'s>(
    shelf: &'s Shelf,
    source: Option<(&results::ResultStore, Option<&str>)>,
    input: &Input,
    loaded: &Loaded,
) -> Vec<NotedGame<'s>> {
    let games = input.games(loaded).map(|(index, record)| {
        let game = Identity::of(&record, &input.path, index);
        let found = shelf.of(&game);
        let mut layer = match &found[..] {
            [sets] => shelf.layer(sets.iter().copied()),
            _ => Layer::default(),
        };
        let record = layer.over(&record);
        let valued = source.and_then(|(results, engine)| {
            // What cannot be read is analysed again.
            let of_engine = results
                .on(&game, &record, |by: &Provenance| engine.is_none_or(|name| by.engine == name));
            of_engine.ok()
        });
        let valued = valued.unwrap_or_default();
        let index = (loaded.games().len() > 1).then_some(index);
        NotedGame { index, record, layer, found, valued }
    });
    games.filter(|game| !game.found.is_empty() || !game.valued.at.is_empty()).collect()
}

/// Lists the notes on a game. Returns their logs.
fn list_game(
    args: &NotesArgs,
    path: &Path,
    game: &NotedGame<'_>,
    out: &mut Output,
) -> Result<Vec<PathBuf>, Error> {
    let [sets] = &game.found[..] else {
        if !game.found.is_empty() {
            let sets = game.found.iter().flatten();
            let names = joined(sets.map(|set| set.shown_name()), ", ");
            let number = game.index.unwrap_or(0) + 1;
            out.report(&file_error(path, Message::FitEqually(number, names)));
        }
        return Ok(Vec::new());
    };
    let name = joined(sets.iter().map(|set| set.shown_name()), ", ");
    let lines = Lines::new(&game.record.tree);
    let size = game.record.start.go().map(go::Position::size);
    for (trail, node, own) in game.layer.kept() {
        let place = node.map(|node| Place::of(&game.record.tree, &lines, node));
        let at = Address::new(path, game.index, place);
        list_note(args, &name, (Some(at), trail.as_str()), own, size, out)?;
    }
    Ok(logs(sets.iter().copied()))
}

/// `game.sgf#2:3.a-12: !? triangle D4 a comment  [go-9c5d837976bf8067]`
fn list_note(
    args: &NotesArgs,
    name: &str,
    (at, moves): (Option<Address>, &str),
    own: &Own,
    size: Option<go::Size>,
    out: &mut Output,
) -> Result<(), Error> {
    let place = at.as_ref().and_then(|at| at.place.as_ref());
    let marks: Vec<String> = own.marks.iter().map(|mark| mark_text(mark, size)).collect();
    if args.results.json {
        let [glyph, comment] =
            [&own.glyph, &own.comment].map(|text| Some(&**text).filter(|text| !text.is_empty()));
        out.json(&without_nulls(json!({
            "notes": name,
            "file": at.as_ref().map(|at| at.path.to_string_lossy()),
            "game": at.as_ref().map(|at| at.game.unwrap_or(0) + 1),
            "place": place.map(ToString::to_string),
            "moves": moves,
            "line": own.presence == Presence::Kept,
            "glyph": glyph,
            "comment": comment,
            "marks": (!marks.is_empty()).then_some(marks),
        })))?;
        return Ok(());
    }
    let line = match own.is_noted() {
        true => String::new(),
        false => Message::OwnLine.worded(lang()),
    };
    let (marks, comment) = (marks.join(", "), own.comment.replace('\n', " / "));
    let mut parts = vec![&*line, &own.glyph, &marks, &comment];
    parts.retain(|part| !part.is_empty());
    let whence = match (&at, place) {
        (Some(at), Some(_)) => at.to_string(),
        (Some(at), None) => {
            Error::about(at.to_string(), Message::MovesMissing(moves.to_owned())).worded(lang())
        }
        (None, _) => format!("{name}: {moves}"),
    };
    let whence = out.tint(Tint::File, &whence).to_string();
    let text = out.clean_line(&parts.join(" ")).into_owned();
    // Notes whose game is not there are listed under their name.
    let end = at.map_or_else(String::new, |_| out.tint(Tint::Place, &format!("  [{name}]")).into());
    out.line(&format!("{whence}: {text}{end}"))
}

/// `triangle D4`, from a mark as in [`Edit::Marks`](crate::record::Edit::Marks).
fn mark_text(mark: &str, size: Option<go::Size>) -> String {
    let mut words = mark.splitn(4, ' ');
    let kind = words.next().unwrap_or_default();
    let [column, row] = [words.next(), words.next()].map(|word| word?.parse().ok());
    match (column, row, size) {
        (Some(column), Some(row), Some(size)) => {
            let point = go::Point::new(column, row).a1(size);
            [kind, &point, words.next().unwrap_or_default()].join(" ").trim_end().to_owned()
        }
        _ => mark.to_owned(),
    }
}
