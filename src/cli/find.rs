//! `dapu find`: games that reach a position, or match by player, text or date.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::files::{
    FoundGames, each_found, file_error, for_each, open_game, report_damage, report_skipped, shelf,
};
use super::info::headers_value;
use super::message::Message;
use super::open;
use super::options::{InputArgs, ResultOptions, answers, examples};
use super::output::{Output, Tint, lang};
use crate::files::address::Address;
use crate::files::canonical;
use crate::files::load::LoadOptions;
use crate::format::{self, Loaded};
use crate::game::{Corner, CornerKey, Position, shogi, xiangqi};
use crate::library::Pattern;
use crate::library::positions::{Reached, corner_at};
use crate::library::stream::{FilePart, Input};
use crate::library::{FoundGame, Match, Query, Targets, after_moves, person, title};
use crate::record::{Date, Lines, NodeId, Note, Place, Record};
use crate::text::json::without_nulls;
use crate::text::{Source, fit};
use crate::tui;
use crate::words::Worded;

/// Arguments of `dapu find`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("quiet", answers),
    after_help = examples(&[
        ("dapu find --position game.xqf:4 games", "games that reach the position after ply 4"),
        ("dapu find --position game.xqf:4 --exact games", "the same, but not its mirror image"),
        ("dapu find --position game.sgf:12 --corner games", "by the corner of move 12"),
        ("dapu find --player 柳大华 --since 1997 games", "by player and date"),
        ("dapu find --text 对起马局 games --json", "by text in comments or headers"),
        ("dapu find -q --player 柳大华 game.xqf#1", "whether he played a game: only the exit status"),
    ])
)]
pub struct FindArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// A position: FEN (xiangqi), SFEN (shogi), SGF (Go), moves from the start, or FILE#GAME:PLACE
    #[arg(long)]
    position: Option<String>,
    /// Match only this position, not its mirror image in xiangqi or what turning the board makes of it in Go
    #[arg(long, requires = "position")]
    exact: bool,
    /// In Go, match only the corner in which the last move is, whichever colours it has
    #[arg(long, requires = "position")]
    corner: bool,
    /// Part of a player's name, with or without the team
    #[arg(long, value_name = "NAME", value_parser = player)]
    player: Option<Pattern>,
    /// Text in comments, bookmarks or headers; case matters only if the text has capitals
    #[arg(long, value_parser = pattern)]
    text: Option<Pattern>,
    /// Search only the records, not your own notes on them
    #[arg(long)]
    no_notes: bool,
    /// Games played on or after this day: 1997, 1997-11 or 1997-11-16
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Games played on or before this day
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// List the games on the screen
    #[arg(long, conflicts_with = "json")]
    open: bool,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn pattern(text: &str) -> Result<Pattern, &'static str> {
    Pattern::new(text).ok_or("the text to search for is empty")
}

/// A name to search for: whoever has another team is the same player.
pub(super) fn player(text: &str) -> Result<Pattern, &'static str> {
    pattern(person(text))
}

pub(super) fn run(args: FindArgs) -> Result<Exit, Error> {
    let results = args.results;
    let is_dated = args.since.is_some() || args.until.is_some();
    if args.position.is_none() && args.player.is_none() && args.text.is_none() && !is_dated {
        return Err(nothing_to_find(&args.inputs.files));
    }
    let reading: LoadOptions = args.inputs.reading.into();
    let targets =
        args.position.as_deref().map(|text| targets(text, args.exact, args.corner, reading));
    let targets = targets.transpose()?;
    let mut inputs = args.inputs.of_games()?;
    let query = Query {
        targets,
        player: args.player,
        text: args.text,
        since: args.since,
        until: args.until,
        stop: Arc::clone(&inputs.stop),
    };
    let shelf = shelf(query.text.is_some() && !args.no_notes)?;
    inputs.whole |= !shelf.sets.is_empty();
    let work = |input: &Input, mut loaded: Loaded| {
        shelf.add_to(&mut loaded, &input.path);
        query.games(&loaded, input.game)
    };
    let (mut any, mut found) = (false, Vec::new());
    let opens = args.open && tui::is_possible(Path::new("."));
    let print = |out: &mut Output, path: &Path, part: Option<FilePart<_>>| {
        each_found(out, path, part.as_ref(), |out, part, game| {
            any = true;
            if opens {
                found.push(reached(path, part.first, game));
                return Ok(());
            }
            print_game(out, results, (path, &inputs.stop), part, game)
        })
    };
    let mut out = results.output();
    let tally = for_each(&inputs, reading, &mut out, work, print)?;
    if any && opens {
        return open::list(found, reading);
    }
    report_skipped(&mut out, results, &tally.skipped)?;
    let exit = tally.exit.max(report_damage(&shelf, &mut out)?);
    Ok(if any { exit } else { exit.max(Exit::Nothing) })
}

/// What to do about a search for nothing. A name that is no file is likely a player's.
fn nothing_to_find(files: &[Address]) -> Error {
    let missing = files.iter().find(|address| !address.path.exists() && address.game.is_none());
    let name = missing.map_or_else(|| "NAME".to_owned(), Address::to_string);
    Message::NothingToFind(name).into()
}

/// A game for the list on the screen, at its first match.
fn reached(path: &Path, before: usize, game: &FoundGame) -> Reached {
    let found = game.matches.iter().find_map(|found| Some((found, found.node.as_ref()?)));
    let place = found.map_or(Place::START, |(_, node)| node.place.clone());
    let is_swapped = found.is_some_and(|(found, _)| found.is_swapped);
    let (path, number, headers) = (canonical(path), before + game.number, game.headers.clone());
    Reached { kind: game.game, path, game: number, place, moves: 0, headers, is_swapped }
}

fn print_game(
    out: &mut Output,
    results: ResultOptions,
    (path, stop): (&Path, &AtomicBool),
    part: &FilePart<FoundGames<FoundGame>>,
    game: &FoundGame,
) -> Result<(), Error> {
    if results.printing.quiet {
        // One match is enough.
        return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
    }
    let number = part.first + game.number;
    /// After Ctrl-C, no more of a game are printed.
    const MANY: usize = 1000;
    for (nth, found) in game.matches.iter().enumerate() {
        if nth >= MANY && stop.load(Ordering::Relaxed) {
            break;
        }
        if results.json {
            out.json(&value(path, number, game, found))?;
        } else {
            let number = part.several.then_some(number);
            out.line(&line(out, path, number, game, found))?;
        }
    }
    Ok(())
}

/// `games/a.cbl#3:3.2-12: next 马８进７ 卒７进１; title  red - black  1-0`
fn line(
    out: &Output,
    path: &Path,
    number: Option<usize>,
    game: &FoundGame,
    found: &Match,
) -> String {
    let place = found.node.as_ref().map(|node| node.place.clone());
    let address = Address::new(path, number, place);
    let mut parts = Vec::new();
    if let Some(node) = &found.node {
        parts.push(match &node.next[..] {
            [] => Message::EndsThere.worded(lang()),
            next => Message::Next(next.join(" ")).worded(lang()),
        });
    }
    parts.extend(found.text.as_deref().map(|text| format!("\"{}\"", excerpt(text))));
    parts.extend(found.is_swapped.then(|| Message::Swapped.worded(lang())));
    let mut what =
        vec![parts.join(", "), title(game.game, &game.headers, lang()).unwrap_or_default()];
    what.retain(|text| !text.is_empty());
    let address = address.to_string();
    format!("{}: {}", out.tint(Tint::File, &address), out.clean_line(&what.join("; ")))
}

/// The start of a long text.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let start = fit(text, LONGEST, false);
    if start.len() < text.len() { format!("{start}...") } else { start.to_owned() }
}

fn value(path: &Path, number: usize, game: &FoundGame, found: &Match) -> Value {
    let node = found.node.as_ref();
    without_nulls(json!({
        "file": path.to_string_lossy(),
        "game": number + 1,
        "ply": node.map(|node| node.ply),
        "node": node.map(|node| node.number),
        "place": node.map(|node| node.place.to_string()),
        "next": node.map(|node| &node.next),
        "text": found.text,
        "swapped": found.is_swapped.then_some(true),
        "headers": headers_value(game.game, &game.headers),
    }))
}

/// The key of a position, which is that of its mirror images too unless `exact`.
fn key(position: &Position, exact: bool) -> u64 {
    if exact { position.key() } else { position.canonical().0 }
}

/// The positions that a text describes, both sides to move unless it names one, or a corner.
fn targets(
    text: &str,
    exact: bool,
    is_corner: bool,
    options: LoadOptions,
) -> Result<Targets, Error> {
    let described = position_of(text.trim(), options)?;
    let corner = corner(&described, is_corner)?;
    let (mut position, names_side, _) = described;
    let corner = corner.map(|corner| CornerKey::new(&position, corner));
    let mut keys = vec![key(&position, exact)];
    if !names_side {
        position.set_side_to_move(position.side_to_move().other());
        keys.push(key(&position, exact));
    }
    Ok(Targets { game: position.game(), keys, exact, corner })
}

/// A position, whether what describes it names the side to move, and in Go the corner of the last move.
type Described = (Position, bool, Option<Corner>);

fn described(record: &Record, node: NodeId, names_side: bool) -> Described {
    let position = record.position_at(node);
    let corner = corner_at(record, &position, node);
    (position, names_side, corner)
}

/// The corner of a position, if it `is_asked` for.
///
/// # Errors
/// The game has none.
pub(super) fn corner(of: &Described, is_asked: bool) -> Result<Option<Corner>, Error> {
    match of {
        (position, _, None) if is_asked => {
            Err(Error::about("--corner", Message::NoCorners(position.game())))
        }
        (.., corner) => Ok(corner.filter(|_| is_asked)),
    }
}

/// The position that a text describes.
///
/// # Errors
/// It describes none.
pub(super) fn position_of(text: &str, options: LoadOptions) -> Result<Described, Error> {
    if text.starts_with('(') {
        return from_sgf(text);
    }
    let fields = from_fields(text);
    let address = Address::parse(OsStr::new(text));
    // A path may have as many slashes as a board has ranks.
    if fields.is_none()
        && !address.as_ref().is_ok_and(Address::is_there)
        && let Some(record) = after_moves(text)
    {
        return Ok(described(&record, record.tree.mainline_end(), true));
    }
    match (fields, address) {
        (Some(Ok(found)), _) => Ok(found),
        (Some(Err(error)), Ok(address)) if !address.is_there() => {
            Err(Error::about("--position", error))
        }
        (_, address) => {
            from_file(&address.map_err(|error| Error::about("--position", error))?, options)
        }
    }
}

/// Parses FEN or SFEN, which differ in the number of ranks; `None` if the text is neither.
fn from_fields(text: &str) -> Option<Result<Described, String>> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let words = match &all[..] {
        ["position", "sfen", rest @ ..] | ["sfen" | "fen", rest @ ..] => rest,
        all => all,
    };
    let fields = words.join(" ");
    let position = match words.first()?.matches('/').count() {
        9 => xiangqi::Position::from_fen(&fields)
            .map(Position::Xiangqi)
            .map_err(|error| error.to_string()),
        8 => shogi::Position::from_sfen(&fields)
            .map(|(position, _)| Position::Shogi(position))
            .map_err(|error| error.to_string()),
        _ => return None,
    };
    let names_side = words.len() > 1;
    Some(position.map(|position| (position, names_side, None)))
}

/// The final position of an SGF text's mainline.
fn from_sgf(text: &str) -> Result<Described, Error> {
    let loaded = format::read(&Source::new(text.as_bytes(), "position.sgf"));
    let first = loaded.and_then(|loaded| loaded.game(0));
    let record = first.map_err(|error| Error::about("--position", error))?;
    if let Some(warning) = record.warnings.listed().iter().next() {
        return Err(Error::about("--position", warning.problem.clone()));
    }
    Ok(described(&record, record.tree.mainline_end(), names_side(&record)))
}

/// Whether a record determines the side to move.
fn names_side(record: &Record) -> bool {
    let tree = &record.tree;
    tree.ids().any(|node| {
        tree.mv(node).is_some() || tree.notes(node).any(|note| matches!(note, Note::Turn(_)))
    })
}

/// The position at `FILE#GAME:PLACE`, by default the end of the mainline.
fn from_file(address: &Address, options: LoadOptions) -> Result<Described, Error> {
    let (record, _) = open_game(address, options)?;
    let found = address.node(&record.tree, &Lines::new(&record.tree));
    let node = found.map_err(|error| file_error(&address.path, error))?;
    Ok(described(&record, node, true))
}
