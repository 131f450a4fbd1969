//! `dapu info`: prints headers, counts and warnings.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::error::{Error, Exit, verdict};
use super::files::{self, file_error};
use super::message::{Label, Message};
use super::options::{InputArgs, ResultOptions, answers, examples};
use super::output::{Output, Tint, lang};
use crate::columns::{Align, Column};
use crate::game::Game;
use crate::library::stream::{FilePart, Input};
use crate::library::{Counts, GameSummary, Summary, title};
use crate::record::{At, Headers, Key};
use crate::text::json::{escape, without_nulls};
use crate::text::{columns, joined};
use crate::words::{Lang, Terms, Worded};

/// Arguments of `dapu info`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("quiet", answers), after_help = examples(&[
    ("dapu info game.xqf", "all headers and counts of a record"),
    ("dapu info game.xqf#1", "one game of a file"),
    ("dapu info games", "a directory; one line per file"),
    ("dapu info games --json", "one line of JSON per file"),
]))]
pub struct InfoArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// List the games of each file
    #[arg(long, conflicts_with = "json")]
    games: bool,
    /// Exit with 1 if there are warnings
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn run(args: &InfoArgs) -> Result<Exit, Error> {
    let results = args.results;
    let mut out = results.output();
    let reading = args.inputs.reading.into();
    let inputs = args.inputs.of_games()?;
    let is_quiet = results.printing.quiet;
    let (json, listed) = (results.json && !is_quiet, args.games && !is_quiet);
    let is_page = inputs.is_single();
    let mut file: Option<FileSummary> = None;
    let work = |input: &Input, loaded| Summary::of(&loaded, input.game, json || listed);
    let print = |out: &mut Output, path: &Path, part: Option<FilePart<_>>| {
        if let Some(FilePart { result: (summary, games), first, .. }) = part {
            let file = match &mut file {
                Some(file) => {
                    file.summary.add(summary);
                    file
                }
                None => file.insert(FileSummary::begin(path, summary)),
            };
            for game in games {
                file.add(out, game, first, (json, listed))?;
            }
            return Ok(Exit::Fine);
        }
        let Some(file) = file.take() else {
            return Ok(Exit::Fine);
        };
        if !is_quiet {
            file.print(out, json, is_page)?;
        }
        Ok(verdict(args.strict, file.summary.warnings.listed()))
    };
    let tally = files::for_each(&inputs, reading, &mut out, work, print)?;
    // The user pressed Ctrl-C.
    if let Some(file) = file.filter(|_| !is_quiet) {
        file.print(&mut out, json, is_page)?;
        out.report(&file_error(&file.path, Message::NotAllRead));
        out.flush()?;
    }
    files::report_skipped(&mut out, results, &tally.skipped)?;
    Ok(tally.exit)
}

/// The part of a file that has been read. At most one line is kept for each game, since there may be a hundred
/// thousand.
struct FileSummary {
    path: PathBuf,
    summary: Summary,
    /// The only readable game, if there is exactly one.
    only: Option<GameSummary>,
    /// The rows of the games that are listed.
    games: Vec<[String; 3]>,
    /// The JSON before the next game.
    before: String,
}

impl FileSummary {
    fn begin(path: &Path, summary: Summary) -> Self {
        let head = without_nulls(json!({
            "file": path.to_string_lossy(),
            "format": summary.format.name,
            "encoding": summary.encoding,
            "library": summary.title,
        }));
        let head = head.to_string();
        let before = format!("{},\"records\":[", head.strip_suffix('}').unwrap_or(&head));
        Self { path: path.to_owned(), summary, only: None, games: Vec::new(), before }
    }

    /// Adds a game of a part that has been added to the summary and that comes after some games.
    fn add(
        &mut self,
        out: &mut Output,
        game: GameSummary,
        after: usize,
        (json, listed): (bool, bool),
    ) -> Result<(), Error> {
        let number = after + game.number + 1;
        if json {
            let before = std::mem::replace(&mut self.before, ",".to_owned());
            out.piece(&escape(before + &game_value(&game, number).to_string()))?;
        } else if listed {
            self.games.push(game_row(out, &game, number));
        }
        self.only = Some(game).filter(|_| self.summary.readable == 1);
        Ok(())
    }

    fn print(&self, out: &mut Output, json: bool, is_page: bool) -> Result<(), Error> {
        if json {
            let start = if self.before == "," { "" } else { &self.before };
            return out.line(&escape(start.to_owned() + &self.json_end()));
        }
        if is_page {
            self.page(out)?;
        } else {
            out.line(&self.line(out))?;
        }
        let columns = [Align::Left, Align::Right, Align::Left];
        let games = out.table(columns.map(|align| Column::new("", align)), &self.games);
        out.piece(&games)
    }

    /// Prints one file on several lines.
    fn page(&self, out: &mut Output) -> Result<(), Error> {
        let file = &self.summary;
        out.line(&out.tint(Tint::File, &out.clean_line(&self.path.to_string_lossy())))?;
        entry(out, Label::Format, file.format.title)?;
        let none = Label::NoEncoding.worded(lang());
        entry(out, Label::Encoding, file.encoding.unwrap_or(&none))?;
        if let Some(title) = &file.title {
            entry(out, Label::Library, title)?;
        }
        if file.count != 1 {
            entry(out, Label::Games, &file.count.to_string())?;
        }
        if let Some(game) = &self.only {
            entry(out, Label::Game, &game.game.worded(lang()))?;
            for (key, value) in game.headers.informative() {
                let name = match lang() {
                    Lang::En => key.name(game.game),
                    lang => lang.header(key, game.game),
                };
                let value = match (key, lang()) {
                    (Key::Kind, lang) => lang.kind(value).unwrap_or(value).into(),
                    (Key::Result, Lang::Zh | Lang::Ja) => {
                        Cow::Owned(lang().result(game.game, value, Terms::Traditional))
                    }
                    _ => Cow::Borrowed(value),
                };
                named_entry(out, &name, &value)?;
            }
        }
        for (name, count) in numbers(file.counts) {
            entry(out, name, &count.to_string())?;
        }
        let outcomes = file.counts.outcomes();
        let outcomes = outcomes.map(|(outcome, lines)| format!("{} {lines}", outcome.name()));
        let outcomes = joined(outcomes, ", ");
        if !outcomes.is_empty() {
            entry(out, Label::LineResults, &outcomes)?;
        }
        entry(out, Label::Warnings, &file.warnings.listed().len().to_string())?;
        for warning in file.warnings.listed() {
            let problem = warning.problem.worded(lang());
            let at = Some(warning.at).filter(|at| *at != At::File).map(|at| format!("{at}: "));
            named_entry(out, "", &(at.unwrap_or_default() + &problem))?;
        }
        Ok(())
    }

    /// Prints one file on one line.
    fn line(&self, out: &Output) -> String {
        let (file, counts) = (&self.summary, self.summary.counts);
        let path = self.path.to_string_lossy();
        let name = out.clean_line(&path);
        let mut line = format!("{}: {}", out.tint(Tint::File, &name), file.format.name);
        if let Some(encoding) = file.encoding {
            line.push_str(&format!(" {encoding}"));
        }
        for counted in [
            Message::Games(file.count),
            Message::Plies(counts.longest as usize),
            Message::Nodes(counts.nodes),
            Message::Variations(counts.variations),
            Message::Comments(counts.comments),
            Message::Warnings(file.warnings.listed().len()),
        ] {
            line.push_str(&format!(", {}", counted.worded(lang())));
        }
        let title = match self.only.as_ref().filter(|_| file.count == 1) {
            Some(game) => title(game.game, &game.headers, lang()),
            None => file.title.clone(),
        };
        if let Some(title) = title {
            line.push_str(&format!("; {}", out.clean_line(&title)));
        }
        line
    }

    /// The JSON after the games.
    fn json_end(&self) -> String {
        let file = &self.summary;
        let warnings = file.warnings.listed().iter().map(|warning| {
            let [byte, line, column] = files::byte_line_column(warning.at);
            let message = warning.problem.to_string();
            without_nulls(
                json!({ "byte": byte, "line": line, "column": column, "message": message }),
            )
        });
        let mut value = json!({ "games": file.count });
        add_counts(&mut value, file.counts);
        value["warnings"] = warnings.collect();
        let object = value.to_string();
        format!("],{}", object.strip_prefix('{').unwrap_or(&object))
    }
}

/// Prints a name and its value.
pub(super) fn entry(out: &mut Output, name: Label, value: &str) -> Result<(), Error> {
    named_entry(out, &name.worded(lang()), value)
}

fn named_entry(out: &mut Output, name: &str, value: &str) -> Result<(), Error> {
    let pad = " ".repeat(14usize.saturating_sub(columns(name, false)));
    out.line(format!("  {name}{pad}{}", out.clean_line(value)).trim_end())
}

fn numbers(counts: Counts) -> [(Label, usize); 5] {
    [
        (Label::Plies, counts.plies as usize),
        (Label::LongestLine, counts.longest as usize),
        (Label::Nodes, counts.nodes),
        (Label::Variations, counts.variations),
        (Label::Comments, counts.comments),
    ]
}

fn game_row(out: &Output, game: &GameSummary, number: usize) -> [String; 3] {
    let title = title(game.game, &game.headers, lang()).unwrap_or_default();
    let plies = Message::Plies(game.counts.plies as usize).worded(lang());
    [format!("  #{number}"), plies, out.clean_line(&title).into_owned()]
}

fn game_value(game: &GameSummary, number: usize) -> Value {
    let mut value = json!({
        "number": number,
        "game": game.game.name(),
        "headers": headers_value(game.game, &game.headers),
    });
    add_counts(&mut value, game.counts);
    value
}

/// The interpreted headers as an object.
pub(super) fn headers_value(game: Game, headers: &Headers) -> Value {
    let known = headers.known();
    known.map(|(key, value)| (key.name(game).into_owned(), json!(value))).collect()
}

fn add_counts(value: &mut Value, counts: Counts) {
    for (name, count) in numbers(counts) {
        value[name.worded(Lang::En).replace(' ', "_")] = count.into();
    }
    for (outcome, lines) in counts.outcomes() {
        value["line_results"][outcome.name()] = lines.into();
    }
}
