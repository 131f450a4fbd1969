//! `dapu find`: games that reach a position, or match by player, text or date.

mod target;

use std::io;
use std::path::Path;

use clap::ArgGroup;
use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::files;
use super::info::headers_value;
use super::options::{InputArgs, Results, answers, examples};
use super::output::{Output, Tint};
use crate::files::address::Address;
use crate::files::load::{LoadOptions, locate};
use crate::format::{Loaded, ReadError};
use crate::library::stream::{Input, Part};
use crate::library::{Date, FoundGame, Match, Query, title};
use crate::text::{Pattern, fit};

/// Arguments of `dapu find`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("quiet", answers),
    group = ArgGroup::new("wanted").required(true).multiple(true),
    after_help = examples(&[
        ("dapu find --position game.xqf:4 games", "games that reach the position after ply 4"),
        ("dapu find --position game.xqf:4 --mirror games", "the same, or its mirror image"),
        ("dapu find --player 柳大华 --since 1997 games", "by player and date"),
        ("dapu find --text 对起马局 games --json", "by text in comments or headers"),
        ("dapu find -q --player 柳大华 game.xqf#1", "whether he played a game: only the exit status"),
    ])
)]
pub struct FindArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// A position: FEN (xiangqi), SFEN (shogi), SGF (Go), or FILE#GAME:PLACE
    #[arg(long, group = "wanted")]
    position: Option<String>,
    /// Match the position's mirror image too; in Go, all rotations and reflections
    #[arg(long, requires = "position")]
    mirror: bool,
    /// Part of a player's name
    #[arg(long, value_name = "NAME", value_parser = pattern, group = "wanted")]
    player: Option<Pattern>,
    /// Text in comments, bookmarks or headers; case matters only if the text has capitals
    #[arg(long, value_parser = pattern, group = "wanted")]
    text: Option<Pattern>,
    /// Games played on or after this day: 1997, 1997-11 or 1997-11-16
    #[arg(long, value_name = "DATE", group = "wanted")]
    since: Option<Date>,
    /// Games played on or before this day
    #[arg(long, value_name = "DATE", group = "wanted")]
    until: Option<Date>,
    #[command(flatten)]
    results: Results,
}

fn pattern(text: &str) -> Result<Pattern, &'static str> {
    Pattern::new(text).ok_or("the text to search for is empty")
}

pub(super) fn run(args: FindArgs) -> Result<Exit, Error> {
    let results = args.results;
    let reading: LoadOptions = args.inputs.reading.into();
    let targets = match &args.position {
        Some(text) => Some(target::targets(text, args.mirror, reading)?),
        None => None,
    };
    let inputs = args.inputs.of_games()?;
    let query = Query {
        targets,
        player: args.player,
        text: args.text,
        since: args.since,
        until: args.until,
    };
    let work = |input: &Input, loaded: Loaded| query.games(&loaded, input.game);
    let mut any = false;
    let print = |out: &mut Output, path: &Path, part: Option<Part<FoundGames>>| {
        let mut exit = Exit::Fine;
        for game in part.iter().flat_map(|part| &part.result) {
            match (game, &part) {
                (Ok(game), Some(part)) => {
                    any = true;
                    print_game(out, results, path, part, game)?;
                }
                (Err(error), _) => {
                    exit = Exit::Failed;
                    out.report(&locate(path, error.at, &error.message));
                }
                (Ok(_), None) => {}
            }
        }
        Ok(exit)
    };
    let mut out = results.output();
    let tally = files::for_each(&inputs, reading, &mut out, work, print)?;
    Ok(if any { tally.exit } else { tally.exit.max(Exit::Nothing) })
}

/// Matching games in one part of a file, and games that cannot be read.
type FoundGames = Vec<Result<FoundGame, ReadError>>;

fn print_game(
    out: &mut Output,
    results: Results,
    path: &Path,
    part: &Part<FoundGames>,
    game: &FoundGame,
) -> Result<(), Error> {
    if results.printing.quiet {
        // One match is enough.
        return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
    }
    let number = part.first + game.number;
    for found in &game.matches {
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
    let address = Address {
        path: path.to_owned(),
        game: number,
        place: found.node.as_ref().map(|node| node.place.clone()),
    };
    let mut parts = Vec::new();
    if let Some(node) = &found.node {
        parts.push(match &node.next[..] {
            [] => "end".to_owned(),
            next => format!("next {}", next.join(" ")),
        });
    }
    parts.extend(found.text.as_deref().map(|text| format!("\"{}\"", excerpt(text))));
    let mut what = vec![parts.join(", "), title(&game.headers).unwrap_or_default()];
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
    let mut value = json!({ "file": path.to_string_lossy(), "game": number + 1 });
    if let Some(node) = &found.node {
        value["ply"] = node.ply.into();
        value["node"] = node.number.into();
        value["place"] = node.place.to_string().into();
        value["next"] = json!(node.next);
    }
    if let Some(text) = &found.text {
        value["text"] = text.as_str().into();
    }
    value["headers"] = headers_value(game.game, &game.headers);
    value
}
