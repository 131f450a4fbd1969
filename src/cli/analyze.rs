//! `dapu analyze`: has an engine look at every position of games, and keeps what it finds.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::engines::{configured, named};
use super::error::{Error, Exit};
use super::files::{self, for_each, time_left};
use super::losses::LossReport;
use super::message::Message;
use super::options::{InputArgs, ResultOptions, examples};
use super::output::{Output, listed};
use crate::engine::{Limit, Settings};
use crate::files::load::show_path;
use crate::files::notes::Shelf;
use crate::format::Loaded;
use crate::game::{Game, Side};
use crate::library::engines::{Assignment, Course, EngineNews, Selection};
use crate::library::interrupts::end_on_signals;
use crate::library::stream::{Input, display_path};
use crate::record::{Key, NodeId, Record};
use crate::text::folded;

/// Arguments of `dapu analyze`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("files", |files| files.default_value(clap::builder::Resettable::Reset).required(true)),
    group(clap::ArgGroup::new("limit").required(true).args(["time", "nodes", "depth"])),
    after_help = examples(&[
        ("dapu analyze game.xqf --time 1s", "every position of the mainline, a second each"),
        ("dapu analyze games -j 2 --engine fish --nodes 100000", "a directory, with two processes of the engine"),
    ])
)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// The engine, by its name in the configuration file [default: the first one for the first game]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// The time for each position in seconds, or such as 200ms
    #[arg(long, value_parser = time)]
    time: Option<u64>,
    /// The positions that the engine searches for each position; visits in Go
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The depth of the search in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    depth: Option<u64>,
    /// The number of lines of moves to find for each position
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// Only the moves of a side, first or second, or of a player
    #[arg(long, value_name = "WHO")]
    only: Option<String>,
    /// All variations, and the lines of your notes; without it, only the mainline
    #[arg(long)]
    all: bool,
    /// The number of engine processes
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    jobs: u8,
    #[command(flatten)]
    results: ResultOptions,
}

impl AnalyzeArgs {
    fn limit(&self) -> Limit {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (_, Some(depth)) => Limit::Depth(depth),
            _ => Limit::Time(self.time.unwrap_or(1_000)),
        }
    }

    /// The nodes to analyse: those before and after the moves that are judged. The start, and what was not played, is for
    /// both sides.
    fn nodes(&self, record: &Record) -> Vec<NodeId> {
        let tree = &record.tree;
        let wanted = self.sides(record);
        let mut nodes = BTreeSet::new();
        let mut walk = record.walk_with_own();
        while let Some(node) = walk.advance() {
            let is_place = node == NodeId::ROOT || tree.has_setup(node);
            let is_wanted = match tree.mv(node) {
                Some(mv) => wanted.contains(&mv.side().unwrap_or(walk.before().side_to_move())),
                None => is_place && wanted == Side::BOTH,
            };
            if is_wanted && (self.all || tree.on_mainline(node)) {
                nodes.extend(tree.parent(node));
                nodes.insert(node);
            }
        }
        nodes.into_iter().collect()
    }

    /// The sides whose moves are judged.
    fn sides(&self, record: &Record) -> Vec<Side> {
        let mut sides = Side::BOTH.to_vec();
        if let Some(who) = &self.only {
            sides.retain(|side| {
                let player = record.headers.get(Key::Player(*side)).unwrap_or_default();
                side.name() == who || folded(player).contains(&folded(who))
            });
        }
        sides
    }

    /// The games of a file, or of those named in it.
    fn games(&self, input: &Input, loaded: &Loaded, shelf: &Shelf) -> Vec<(Game, Selection)> {
        let games = input.games(loaded).map(|(index, record)| {
            let place = (input.path.clone(), index, loaded.games().len() > 1);
            let nodes = self.nodes(&shelf.beside(&record, &input.path, index));
            (record.game(), Selection { place, nodes })
        });
        games.filter(|(_, game)| !game.nodes.is_empty()).collect()
    }
}

/// Reads a time in milliseconds; a number alone counts seconds.
fn time(text: &str) -> Result<u64, &'static str> {
    let error = "not a time such as 2, 1.5s or 200ms";
    for (unit, millis) in [("ms", 1.0), ("s", 1_000.0), ("m", 60_000.0), ("", 1_000.0)] {
        let number = text.strip_suffix(unit).and_then(|text| text.trim().parse::<f64>().ok());
        if let Some(number) = number {
            let millis = number * millis;
            return if (1.0..1e9).contains(&millis) { Ok(millis as u64) } else { Err(error) };
        }
    }
    Err(error)
}

pub(super) fn run(args: &AnalyzeArgs) -> Result<Exit, Error> {
    let engines = configured()?;
    let chosen = args.engine.as_deref().map(|name| named(&engines, name)).transpose()?;
    let reading = args.inputs.reading;
    let mut inputs = args.inputs.of_games()?;
    if inputs.has_stream() {
        return Err(Message::KeptForFiles.into());
    }
    let results = files::results(true).ok_or(Message::NoHomeForResults)?;
    let mut out = args.results.output();
    inputs.whole = true;
    let mut games = Vec::new();
    let shelf = files::shelf(args.all)?;
    let find = |input: &Input, loaded: Loaded| args.games(input, &loaded, &shelf);
    let mut exit = for_each(&inputs, reading.into(), &mut out, find, |_, _, part| {
        games.extend(part.into_iter().flat_map(|part| part.result));
        Ok(Exit::Fine)
    })?
    .exit;
    let usual = games.iter().find_map(|(of, _)| Settings::first_of(&engines, *of));
    let usual = usual.or(engines.first().filter(|_| games.is_empty()));
    let settings = match (chosen.or(usual), games.first()) {
        (Some(settings), _) => settings,
        (None, Some((of, _))) if !engines.is_empty() => {
            return Err(Message::NoEngineFor(*of).into());
        }
        (None, _) => named(&engines, "")?,
    };
    games.retain(|(of, _)| *of == settings.game);
    if games.is_empty() && exit == Exit::Fine {
        return Err(Message::NothingToAnalyse(settings.game).into());
    }
    let stop = Arc::new(AtomicBool::new(false));
    end_on_signals(&stop);
    let mut assignment = Assignment {
        settings,
        results: &results,
        shelf: &shelf,
        options: reading.into(),
        limit: args.limit(),
        lines: args.lines.into(),
        jobs: args.jobs.into(),
        games: games.into_iter().map(|(_, game)| game).collect(),
        stop: Arc::clone(&stop),
        file: None,
        id: None,
    };
    let refused = assignment.run(|message, course| {
        match message {
            Some(advice @ EngineNews::Advice(..)) => out.report(&advice),
            Some(trouble) if !stop.load(Ordering::Relaxed) => {
                exit = Exit::Failed;
                out.report(&trouble);
            }
            _ => {}
        }
        out.flush()?;
        out.progress(|| course_line(course));
        Ok::<(), Error>(())
    })?;
    for (refusal, number) in refused {
        if !args.results.printing.quiet {
            out.report(&Message::NotSent(number, refusal));
        }
    }
    if stop.load(Ordering::Relaxed) {
        exit = Exit::Signal(2);
    }
    if exit != Exit::Fine {
        out.report(&Message::Unfinished);
    }
    exit = exit.max(files::report_damage(&shelf, &mut out)?);
    report(&mut assignment, LossReport::new(args.results.json), &mut out)?;
    Ok(exit)
}

/// `a.kif: game 3 of 10, position 120 of 1000, 4.2 a second, 3 min left`, as far as known.
fn course_line(course: &Course) -> String {
    let ([games, all_games], [positions, all]) = (course.games, course.positions);
    let file = show_path(display_path(&course.path));
    let mut parts =
        vec![Message::GameOf(games + 1, all_games), Message::PositionOf(positions, all)];
    let seconds = course.began.elapsed().as_secs_f64();
    if positions > 0 && seconds > 0.0 {
        parts.push(Message::ASecond(format!("{:.1}", positions as f64 / seconds)));
    }
    parts.extend(time_left(&course.progress));
    format!("{file}: {}", listed(&parts))
}

/// Prints what the players lost.
fn report(
    assignment: &mut Assignment<'_>,
    mut report: LossReport,
    out: &mut Output,
) -> Result<(), Error> {
    for game in 0..assignment.games.len() {
        if let Some((record, valued)) = assignment.found(game).map_err(Error::Results)? {
            let (path, index, several) = &assignment.games[game].place;
            report.game(out, &record, &valued, (path, several.then_some(*index)))?;
        }
    }
    report.finish(out)
}
