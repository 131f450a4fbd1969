//! `dapu info`: headers, counts and warnings.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::error::{Error, Exit};
use super::files;
use super::options::{Inputs, examples};
use super::output::Output;
use super::summary::{self, Counts, GameSummary, Summary};
use crate::files::watch;
use crate::game::Game;
use crate::record::Headers;
use crate::text::columns;

/// Arguments of `dapu info`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu info game.xqf", "all headers and counts of a record"),
    ("dapu info -r games", "a directory, a line for each file"),
    ("dapu info -r games --json", "a line of JSON for each file"),
    ("dapu info --watch game.csa", "why a file that grows is only looked at once a second"),
]))]
pub struct InfoArgs {
    #[command(flatten)]
    inputs: Inputs,
    /// List the games of each file
    #[arg(long)]
    games: bool,
    /// Print a line of JSON for each file
    #[arg(long, conflicts_with = "games")]
    json: bool,
    /// Say how changes of the files would be noticed, and why; nothing is read
    #[arg(long, conflicts_with_all = ["games", "json", "strict"])]
    watch: bool,
    /// Print text from files as it is, control characters included
    #[arg(long)]
    raw: bool,
    /// End with 1 if there are warnings
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &InfoArgs) -> Result<Exit, Error> {
    let mut out = Output::new(args.raw);
    if args.watch {
        return report_watch(&args.inputs.files, &mut out);
    }
    let summarize = |_: &Path, loaded| Summary::of(&loaded);
    let print = |out: &mut Output, path: &Path, file: Summary| {
        if args.json {
            out.json(&value(path, &file))?;
        } else if args.inputs.is_single() {
            page(out, path, &file)?;
        } else {
            out.line(&line(out, path, &file))?;
        }
        if args.games {
            list_games(out, &file)?;
        }
        let found = args.strict && !file.warnings.is_empty();
        Ok(if found { Exit::Findings } else { Exit::Fine })
    };
    let files = args.inputs.files();
    Ok(files::for_each(
        files,
        args.inputs.reading.into(),
        &mut out,
        summarize,
        print,
    )?
    .exit)
}

fn report_watch(paths: &[PathBuf], out: &mut Output) -> Result<Exit, Error> {
    let seconds = watch::LOOK.as_secs_f64();
    for path in paths {
        let means = match watch::why_no_events(path) {
            None => format!("events of the system, and a look every {seconds} s"),
            Some(reason) => format!("a look every {seconds} s: {reason}"),
        };
        let name = path.to_string_lossy();
        out.line(&out.clean_line(&format!("{name}: {means}")))?;
    }
    out.flush()?;
    Ok(Exit::Fine)
}

/// One file on many lines.
fn page(out: &mut Output, path: &Path, file: &Summary) -> Result<(), Error> {
    out.line(&out.clean_line(&path.to_string_lossy()))?;
    entry(out, "format", file.format.title)?;
    entry(out, "encoding", file.encoding.unwrap_or("none"))?;
    if let Some(title) = &file.title {
        entry(out, "library", title)?;
    }
    if file.count != 1 {
        entry(out, "games", &file.count.to_string())?;
    }
    if let [game] = &file.games[..] {
        entry(out, "game", game.game.name())?;
        for (key, value) in game.headers.known() {
            entry(out, &key.name(game.game), value)?;
        }
    }
    for (name, count) in numbers(file.counts()) {
        entry(out, name, &count.to_string())?;
    }
    let outcomes = file.counts().outcomes();
    let outcomes = outcomes.map(|(outcome, lines)| format!("{} {lines}", outcome.name()));
    let outcomes: Vec<String> = outcomes.collect();
    if !outcomes.is_empty() {
        entry(out, "line results", &outcomes.join(", "))?;
    }
    entry(out, "warnings", &file.warnings.len().to_string())?;
    for warning in &file.warnings {
        entry(out, "", &warning.to_string())?;
    }
    Ok(())
}

fn entry(out: &mut Output, name: &str, value: &str) -> Result<(), Error> {
    let pad = " ".repeat(14usize.saturating_sub(columns(name, false)));
    out.line(&format!("  {name}{pad}{}", out.clean_line(value)))
}

fn numbers(counts: Counts) -> [(&'static str, usize); 5] {
    [
        ("plies", counts.plies as usize),
        ("longest line", counts.longest as usize),
        ("nodes", counts.nodes),
        ("variations", counts.variations),
        ("comments", counts.comments),
    ]
}

/// One file on one line.
fn line(out: &Output, path: &Path, file: &Summary) -> String {
    let counts = file.counts();
    let path = path.to_string_lossy();
    let mut line = format!("{}: {}", out.clean_line(&path), file.format.name);
    if let Some(encoding) = file.encoding {
        line.push_str(&format!(" {encoding}"));
    }
    for (count, what) in [
        (file.count, "game"),
        (counts.longest as usize, "ply"),
        (counts.nodes, "node"),
        (counts.variations, "variation"),
        (counts.comments, "comment"),
        (file.warnings.len(), "warning"),
    ] {
        line.push_str(&format!(", {}", crate::format::count(count, what)));
    }
    let first = file.games.first().filter(|_| file.count == 1);
    let title = match first {
        Some(game) => summary::title(&game.headers),
        None => file.title.clone(),
    };
    if let Some(title) = title {
        line.push_str(&format!("; {}", out.clean_line(&title)));
    }
    line
}

fn list_games(out: &mut Output, file: &Summary) -> Result<(), Error> {
    for game in &file.games {
        let title = summary::title(&game.headers).unwrap_or_default();
        let plies = crate::format::count(game.counts.plies as usize, "ply");
        out.line(&format!(
            "  #{}  {plies}  {}",
            game.number,
            out.clean_line(&title)
        ))?;
    }
    Ok(())
}

fn value(path: &Path, file: &Summary) -> Value {
    let warning = |warning: &crate::record::Warning| {
        let mut value = files::place(warning.at);
        value.insert("message".to_owned(), warning.message.as_str().into());
        Value::Object(value)
    };
    let mut value = Map::new();
    value.insert("file".to_owned(), path.to_string_lossy().into());
    value.insert("format".to_owned(), file.format.name.into());
    value.insert("encoding".to_owned(), file.encoding.into());
    if let Some(title) = &file.title {
        value.insert("library".to_owned(), title.as_str().into());
    }
    value.insert("games".to_owned(), file.count.into());
    add_counts(&mut value, file.counts());
    let warnings: Vec<Value> = file.warnings.iter().map(warning).collect();
    value.insert("warnings".to_owned(), warnings.into());
    let records: Vec<Value> = file.games.iter().map(game_value).collect();
    value.insert("records".to_owned(), records.into());
    Value::Object(value)
}

fn game_value(game: &GameSummary) -> Value {
    let mut value = Map::new();
    value.insert("number".to_owned(), game.number.into());
    value.insert("game".to_owned(), game.game.name().into());
    value.insert(
        "headers".to_owned(),
        headers_value(game.game, &game.headers),
    );
    add_counts(&mut value, game.counts);
    Value::Object(value)
}

/// The known headers as an object.
pub(super) fn headers_value(game: Game, headers: &Headers) -> Value {
    let known = headers.known();
    Value::Object(
        known
            .map(|(key, value)| (key.name(game).into_owned(), json!(value)))
            .collect(),
    )
}

fn add_counts(value: &mut Map<String, Value>, counts: Counts) {
    for (name, count) in numbers(counts) {
        value.insert(name.replace(' ', "_"), count.into());
    }
    let outcomes = counts.outcomes();
    let outcomes = outcomes.map(|(outcome, lines)| (outcome.name().to_owned(), lines.into()));
    let outcomes: Map<String, Value> = outcomes.collect();
    if !outcomes.is_empty() {
        value.insert("line_results".to_owned(), outcomes.into());
    }
}
