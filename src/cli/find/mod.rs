//! `dapu find`: the games that reach a position, or that match by player, text or date.

mod date;
mod query;
mod target;

use std::path::{Path, PathBuf};

use clap::ArgGroup;
use serde_json::{Map, Value, json};

use super::error::{Error, Exit};
use super::files::{self, Files};
use super::info::headers_value;
use super::options::{Reading, examples};
use super::output::Output;
use super::summary;
use crate::files::address::Address;
use crate::format::{Loaded, ReadError};
use crate::record::Headers;
use crate::text::{Pattern, fit};
use date::Date;
use query::{Found, Query};

/// Arguments of `dapu find`.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("wanted").required(true).multiple(true),
    after_help = examples(&[
        ("dapu find --position game.xqf:4 games", "games that stand as this one does after move 4"),
        ("dapu find --position game.xqf:4 --mirror games", "or as its mirror image"),
        ("dapu find --player 柳大华 --since 1997 games", "by player and date"),
        ("dapu find --text 对起马局 games --json", "by a word in comments or headers"),
    ])
)]
pub struct FindArgs {
    /// Where to look: records, libraries, and directories with everything below them
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// A position: FEN (xiangqi), SFEN (shogi), SGF (Go), or FILE#GAME:PLACE
    #[arg(long, group = "wanted")]
    position: Option<String>,
    /// Find the position's mirror image too; in Go, every rotation and reflection
    #[arg(long, requires = "position")]
    mirror: bool,
    /// A part of a player's name
    #[arg(long, value_name = "NAME", value_parser = pattern, group = "wanted")]
    player: Option<Pattern>,
    /// A text in comments, bookmarks or headers; capitals matter only if it has some
    #[arg(long, value_parser = pattern, group = "wanted")]
    text: Option<Pattern>,
    /// Games played on this day or later: 1997, 1997-11 or 1997-11-16
    #[arg(long, value_name = "DATE", group = "wanted")]
    since: Option<Date>,
    /// Games played on this day or earlier
    #[arg(long, value_name = "DATE", group = "wanted")]
    until: Option<Date>,
    #[command(flatten)]
    reading: Reading,
    /// Print a line of JSON for each place
    #[arg(long)]
    json: bool,
    /// Print text from files as it is, control characters included
    #[arg(long)]
    raw: bool,
}

fn pattern(text: &str) -> Result<Pattern, &'static str> {
    Pattern::new(text).ok_or("there is nothing to look for")
}

pub(super) fn run(args: FindArgs) -> Result<Exit, Error> {
    let targets = match &args.position {
        Some(text) => Some(target::targets(text, args.mirror, args.reading.into())?),
        None => None,
    };
    let query = Query {
        targets,
        player: args.player,
        text: args.text,
        since: args.since,
        until: args.until,
    };
    let mut out = Output::new(args.raw);
    let work = |_: &Path, loaded: Loaded| Hits::of(&query, &loaded);
    let print = |out: &mut Output, path: &Path, hits: Hits| {
        for error in &hits.errors {
            out.report(&crate::files::load::locate(path, error.at, &error.message));
        }
        for game in &hits.games {
            for found in &game.found {
                if args.json {
                    out.json(&value(path, game, found))?;
                } else {
                    out.line(&line(out, path, &hits, game, found))?;
                }
            }
        }
        Ok(if hits.errors.is_empty() {
            Exit::Fine
        } else {
            Exit::Failed
        })
    };
    let files = Files::new(args.paths, true);
    Ok(files::for_each(files, args.reading.into(), &mut out, work, print)?.exit)
}

/// What was found in a file.
struct Hits {
    /// How many games the file has.
    count: usize,
    games: Vec<Game>,
    errors: Vec<ReadError>,
}

/// A game with what was found in it.
struct Game {
    /// Its place in the file, from 1.
    number: usize,
    game: crate::game::Game,
    headers: Headers,
    found: Vec<Found>,
}

impl Hits {
    fn of(query: &Query, loaded: &Loaded) -> Self {
        let mut hits = Self {
            count: loaded.games.len(),
            games: Vec::new(),
            errors: Vec::new(),
        };
        for (number, entry) in (1..).zip(&loaded.games) {
            // What the list of games says is looked at first: most games then need not be opened.
            if !query.admits(&entry.headers) {
                continue;
            }
            let record = match entry.read() {
                Ok(record) => record,
                Err(error) => {
                    hits.errors.push(error);
                    continue;
                }
            };
            let found = query.search(&record);
            if !found.is_empty() {
                hits.games.push(Game {
                    number,
                    game: record.game(),
                    headers: record.headers.clone(),
                    found,
                });
            }
        }
        hits
    }
}

/// `games/a.cbl#3:3.2-12: next 马８进７ 卒７进１; title  red - black  1-0`
fn line(out: &Output, path: &Path, hits: &Hits, game: &Game, found: &Found) -> String {
    let address = Address {
        path: path.to_owned(),
        game: (hits.count > 1).then(|| game.number - 1),
        place: found.node.as_ref().map(|node| node.place.clone()),
    };
    let mut parts = Vec::new();
    if let Some(node) = &found.node {
        parts.push(match &node.next[..] {
            [] => "end".to_owned(),
            next => format!("next {}", next.join(" ")),
        });
    }
    parts.extend(
        found
            .text
            .as_deref()
            .map(|text| format!("\"{}\"", excerpt(text))),
    );
    let title = summary::title(&game.headers).unwrap_or_default();
    let what = [parts.join(", "), title];
    let what: Vec<&str> = what
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    format!("{address}: {}", out.clean_line(&what.join("; ")))
}

/// The beginning of a long text.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let start = fit(text, LONGEST, false);
    if start.len() < text.len() {
        format!("{start}...")
    } else {
        start.to_owned()
    }
}

fn value(path: &Path, game: &Game, found: &Found) -> Value {
    let mut value = Map::new();
    value.insert("file".to_owned(), path.to_string_lossy().into());
    value.insert("game".to_owned(), game.number.into());
    if let Some(node) = &found.node {
        value.insert("ply".to_owned(), node.ply.into());
        value.insert("node".to_owned(), node.number.into());
        value.insert("place".to_owned(), node.place.to_string().into());
        value.insert("next".to_owned(), json!(node.next));
    }
    if let Some(text) = &found.text {
        value.insert("text".to_owned(), text.as_str().into());
    }
    value.insert(
        "headers".to_owned(),
        headers_value(game.game, &game.headers),
    );
    Value::Object(value)
}
