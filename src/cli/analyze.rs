//! `dapu analyze`: has an engine look at every position of games, and keeps what it finds.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::engines::named;
use super::error::{Error, Exit};
use super::files::{self, file_error, for_each, progress_line};
use super::losses::LossReport;
use super::options::{InputArgs, Results, examples};
use super::output::Output;
use crate::engine::Limit;
use crate::files::results;
use crate::format::{Loaded, count};
use crate::game::{self, Side};
use crate::library::engines::{Batch, Game, Measure, end_on_signals};
use crate::library::stream::{FilePart, Input};
use crate::record::{Key, NodeId, Record};
use crate::settings::Config;
use crate::text::folded;

/// Arguments of `dapu analyze`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("files", |files| files.default_value(clap::builder::Resettable::Reset).required(true)),
    group(clap::ArgGroup::new("limit").required(true).args(["time", "nodes", "depth"])),
    after_help = examples(&[
        ("dapu analyze game.xqf --engine fish --time 1s", "every position of the mainline, a second each"),
        ("dapu analyze games -j 2 --engine fish --nodes 100000", "a directory, with two processes of the engine"),
    ])
)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// The engine, by its name in the configuration file
    #[arg(long, value_name = "NAME")]
    engine: String,
    /// The time for each position, such as 200ms or 2s
    #[arg(long)]
    time: Option<Limit>,
    /// The positions that the engine searches for each position; visits in Go
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The depth of the search in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The number of lines of moves to find for each position
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// Only the moves of a side, first or second, or of a player
    #[arg(long, value_name = "WHO")]
    only: Option<String>,
    /// Only the mainline (the default)
    #[arg(long, conflicts_with = "all")]
    mainline: bool,
    /// All variations
    #[arg(long)]
    all: bool,
    /// The number of engine processes
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    jobs: u8,
    #[command(flatten)]
    results: Results,
}

impl AnalyzeArgs {
    fn limit(&self) -> Limit {
        let nodes = self.nodes.map(Limit::Nodes);
        self.time.or(nodes).or(self.depth.map(Limit::Depth)).unwrap_or(Limit::Time(1_000))
    }

    /// The nodes to analyse.
    fn nodes(&self, record: &Record) -> Vec<NodeId> {
        let tree = &record.tree;
        let wanted = self.sides(record);
        let mut nodes = BTreeSet::new();
        let mut walk = record.walk();
        while let Some(node) = walk.advance() {
            if !self.all && !tree.on_mainline(node) {
                continue;
            }
            // The start, and what was not played, is for both sides.
            let Some((mv, before)) = tree.mv(node).zip(tree.parent(node)) else {
                let is_place = node == NodeId::ROOT || tree.has_setup(node);
                nodes.extend((is_place && wanted == Side::BOTH).then_some(node));
                continue;
            };
            let side = mv.side().unwrap_or_else(|| walk.before().side_to_move());
            if wanted.contains(&side) {
                nodes.extend([before, node]);
            }
        }
        nodes.into_iter().collect()
    }

    /// The sides whose moves are judged.
    fn sides(&self, record: &Record) -> Vec<Side> {
        let Some(who) = &self.only else { return Side::BOTH.to_vec() };
        let is_player = |side: &Side| {
            let player = record.headers.get(Key::Player(*side)).unwrap_or_default();
            side.name() == who || folded(player).contains(&folded(who))
        };
        Side::BOTH.into_iter().filter(is_player).collect()
    }
}

pub(super) fn run(args: &AnalyzeArgs) -> Result<Exit, Error> {
    let config = Config::load(&[])?;
    let settings = named(&config.engines, &args.engine)?;
    if let Some(stream) = args.inputs.files.iter().find(|file| file.path == Path::new("-")) {
        return Err(file_error(&stream.path, "name a file: results are kept for it"));
    }
    let results = files::results(true)
        .ok_or_else(|| Error::Usage("no home directory to keep results in".to_owned()))?;
    let mut out = args.results.output();
    let (games, mut exit) = list(args, settings.game, &mut out)?;
    let measure = Measure { limit: args.limit(), lines: args.lines.into(), jobs: args.jobs.into() };
    let stop = Arc::new(AtomicBool::new(false));
    end_on_signals(&stop);
    let batch = Batch::new(settings, &results, args.inputs.reading.into(), measure, games);
    let mut batch = batch.run(&stop, |trouble, progress| {
        let is_stopped = stop.load(Ordering::Relaxed);
        if let Some(trouble) = trouble.filter(|_| !is_stopped) {
            exit = Exit::Failed;
            out.report(&trouble);
            out.flush()?;
        }
        out.progress(|| progress_line(progress));
        Ok::<(), Error>(())
    })?;
    for (refusal, number) in std::mem::take(&mut batch.refused) {
        let verb = if number == 1 { "was" } else { "were" };
        if number > 0 && !args.results.printing.quiet {
            out.report(&format!("{} {verb} not sent: {refusal}", count(number, "position")));
        }
    }
    if stop.load(Ordering::Relaxed) {
        exit = Exit::Signal(2);
    }
    if exit != Exit::Fine {
        out.report(&"not everything was analysed; the same command goes on");
    }
    report(&mut batch, &results, args.results.json, &mut out)?;
    Ok(exit)
}

/// Finds the games.
fn list(
    args: &AnalyzeArgs,
    game: game::Game,
    out: &mut Output,
) -> Result<(Vec<Game>, Exit), Error> {
    let inputs = InputArgs::new(args.inputs.files.clone(), args.inputs.reading);
    let mut inputs = inputs.of_games()?;
    inputs.whole = true;
    let work = |input: &Input, loaded: Loaded| {
        let mut games = Vec::new();
        for index in 0..loaded.games.len() {
            if input.game.is_none_or(|game| game == index)
                && let Ok(record) = loaded.game(index)
                && record.game() == game
            {
                let (path, several) = (input.path.clone(), loaded.games.len() > 1);
                games.push(Game { path, index, several, nodes: args.nodes(&record) });
            }
        }
        games
    };
    let mut games = Vec::new();
    let print = |_: &mut Output, _: &Path, part: Option<FilePart<Vec<Game>>>| {
        games.extend(part.into_iter().flat_map(|part| part.result));
        Ok(Exit::Fine)
    };
    let exit = for_each(&inputs, args.inputs.reading.into(), out, work, print)?.exit;
    games.retain(|game: &Game| !game.nodes.is_empty());
    match games.is_empty() && exit == Exit::Fine {
        true => Err(Error::Usage(format!("no positions of {game} to analyse"))),
        false => Ok((games, exit)),
    }
}

/// Prints what the players lost.
fn report(
    batch: &mut Batch<'_>,
    results: &results::Results,
    json: bool,
    out: &mut Output,
) -> Result<(), Error> {
    let mut report = LossReport::new(json);
    for game in 0..batch.games.len() {
        let Some(record) = batch.record(game) else { continue };
        let Game { path, index, several, .. } = &batch.games[game];
        let findings = results.on(&record, path, *index).map_err(Error::Results)?;
        report.game(out, &record, &findings, (path, several.then_some(*index)))?;
    }
    report.finish(out)
}
