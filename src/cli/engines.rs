//! `dapu engines`: starts the user's engines, and checks what they say.

use std::sync::atomic::AtomicBool;

use super::error::{Error, Exit};
use super::options::{Printing, examples};
use super::output::{Output, Tint};
use crate::engine::{Guest, Limit, Question, Settings, Trouble};
use crate::format;
use crate::game::{Game, Side};
use crate::record::Eval;
use crate::settings::{self, Config};
use crate::text::Source;

/// How long a position of the check is analysed, in milliseconds.
const LOOK: u64 = 500;
/// Engines that do not count mates say at least this.
const WON: i32 = 2_000;

/// Arguments of `dapu engines`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu engines", "all engines of the configuration file"),
    ("dapu engines pikafish", "one of them"),
]))]
pub struct EnginesArgs {
    /// The engines to start [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    printing: Printing,
}

pub(super) fn run(args: &EnginesArgs) -> Result<Exit, Error> {
    let all = Config::load(&[])?.engines;
    if all.is_empty() {
        return Err(none());
    }
    let chosen: Vec<&Settings> = match args.names.is_empty() {
        true => all.iter().collect(),
        false => args.names.iter().map(|name| named(&all, name)).collect::<Result<_, _>>()?,
    };
    let mut out = Output::new(false, args.printing.is_colored());
    let mut exit = Exit::Fine;
    for settings in chosen {
        let mut checks = Checks::default();
        if let Err(Trouble(why)) = checks.run(settings) {
            checks.found.push((why, false));
        }
        let name = out.tint(Tint::Place, &settings.name).into_owned();
        out.line(&format!("{name}: {}, {}", checks.id, settings.game))?;
        for (text, is_fine) in checks.found {
            exit = exit.max(if is_fine { Exit::Fine } else { Exit::Findings });
            out.line(&format!("  {} {text}", if is_fine { "ok" } else { "!!" }))?;
        }
        for offer in checks.offers {
            out.line(&format!("  {offer}"))?;
        }
        out.flush()?;
    }
    Ok(exit)
}

fn none() -> Error {
    let path = settings::path(&|name: &str| std::env::var_os(name));
    let path = path.map_or_else(String::new, |path| format!(" in {}", path.display()));
    Error::Usage(format!("no engines: add a table [engines.NAME]{path}"))
}

/// The engine with a name.
///
/// # Errors
/// There is none.
pub(super) fn named<'a>(all: &'a [Settings], name: &str) -> Result<&'a Settings, Error> {
    let names: Vec<&str> = all.iter().map(|engine| &*engine.name).collect();
    match all.iter().find(|engine| engine.name == name) {
        Some(engine) => Ok(engine),
        None if all.is_empty() => Err(none()),
        None => Err(Error::Usage(format!("no engine {name:?}; there are {}", names.join(", ")))),
    }
}

/// What an engine says of itself, and what the check found.
#[derive(Debug, Default)]
struct Checks {
    id: String,
    offers: Vec<String>,
    /// What was checked, and whether it is as it should be.
    found: Vec<(String, bool)>,
}

impl Checks {
    fn run(&mut self, settings: &Settings) -> Result<(), Trouble> {
        let stop = AtomicBool::new(false);
        let mut guest = Guest::start(settings, 1, &stop)?;
        self.id = guest.machine().id().to_owned();
        self.offers = guest.machine().offers().to_vec();
        guest.new_game(&stop)?;
        let [won, lost, moved] = positions(settings.game).map(question);
        if let Some(question) = moved {
            guest.machine().ask_board(&question);
            guest.run(&stop)?;
            self.found.extend(compared(guest.machine().heard(), &question));
        }
        for (side, question) in Side::BOTH.into_iter().zip([won, lost]) {
            let Some(question) = question else { continue };
            let analysis = guest.analyse(question, Limit::Time(LOOK), &stop)?;
            let eval = analysis.lines.first().map(|line| line.eval);
            let is_right = eval.is_some_and(|eval| is_won(eval, side));
            let what = if settings.game == Game::Go { "nine stones" } else { "mate in 1" };
            let said = eval.map_or_else(|| "nothing".to_owned(), said);
            let wrong = if is_right { "" } else { ", which is wrong: is it another game or side?" };
            let text = format!("{what} for the {} side: {said}{wrong}", side.name());
            self.found.push((text, is_right));
        }
        Ok(())
    }
}

/// A position that the first side wins, one that the second wins, and one after a move, which an engine may show.
fn positions(game: Game) -> [&'static str; 3] {
    match game {
        Game::Xiangqi => [
            "3k5/9/9/9/7R1/9/9/9/9/4K4 w",
            "4k4/9/9/9/9/7r1/9/9/9/3K5 b",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
        ],
        Game::Shogi => [
            "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
            "sfen 4k4/9/9/9/9/9/4p4/9/4K4 w g 1",
            "startpos moves 7g7f",
        ],
        Game::Go => [
            "(;SZ[19]AB[dd][dj][dp][jd][jj][jp][pd][pj][pp]PL[W])",
            "(;SZ[19]AW[dd][dj][dp][jd][jj][jp][pd][pj][pp]PL[B])",
            "",
        ],
    }
}

fn question(text: &str) -> Option<Question> {
    let record = format::read(&Source::new(text.as_bytes(), "")).ok()?.game(0).ok()?;
    Question::of(&record, record.tree.mainline_end()).ok()
}

/// Compares a position with the one that the engine shows, if it does.
fn compared(heard: &[String], question: &Question) -> Option<(String, bool)> {
    // Shogi is shown in the words of chess, too.
    let word = if question.base.game() == Game::Shogi { "sfen:" } else { "fen:" };
    let shown = heard.iter().find_map(|line| {
        let (before, position) = line.split_once(' ')?;
        before.eq_ignore_ascii_case(word).then_some(position)
    })?;
    let own = question.position.text(2);
    let fields = |text: &str| text.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    let is_same = fields(shown) == fields(&own);
    let text = match is_same {
        true => "position after a move: as sent".to_owned(),
        false => format!(
            "position after a move: {shown} instead of {own}; ranks = 1 may help in xiangqi"
        ),
    };
    Some((text, is_same))
}

fn is_won(eval: Eval, side: Side) -> bool {
    let sign = side.pick(1, -1);
    match eval {
        Eval::Mate(plies) => plies == sign,
        Eval::Centipawns(points) => points * sign >= WON,
        Eval::WinRate(rate) => (rate - 5_000) * sign > 0,
    }
}

/// A value in English, with the side that it is for.
pub(super) fn said(eval: Eval) -> String {
    match eval {
        Eval::Mate(plies) => format!("mate {plies:+}"),
        Eval::Centipawns(points) => format!("{points:+}"),
        Eval::WinRate(rate) => format!("{}.{:02}%", rate / 100, rate % 100),
    }
}
