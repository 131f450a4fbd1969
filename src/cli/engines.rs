//! `dapu engines`: starts the user's engines, and checks what they say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{Error, Exit};
use super::losses::said;
use super::message::Message;
use super::options::{Printing, examples};
use super::output::{Output, Tint, lang};
use crate::engine::{EngineQuestion, Guest, Limit, Settings, Trouble, guarded};
use crate::format;
use crate::game::{Game, Side};
use crate::library::interrupts::end_on_signals;
use crate::record::Eval;
use crate::settings::{self, Config};
use crate::text::Source;
use crate::words::Worded;

/// How long a position of the check is analysed, in milliseconds.
const LOOK: u64 = 500;
/// Engines that do not count mates say at least this.
const WON: i32 = 2_000;

/// Arguments of `dapu engines`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu engines", "all engines of the configuration file"),
    ("dapu engines pikafish", "one of them"),
    ("dapu engines --init >> ~/.config/dapu/config.toml", "set up those on this machine"),
]))]
pub struct EnginesArgs {
    /// The engines to start [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print tables for the known engines on the PATH that are not configured yet, and start none
    #[arg(long, conflicts_with = "names")]
    init: bool,
    #[command(flatten)]
    printing: Printing,
}

pub(super) fn run(args: &EnginesArgs) -> Result<Exit, Error> {
    let all = configured()?;
    if args.init {
        return init(&all, &mut Output::new(false, false));
    }
    let mut chosen = Vec::new();
    for name in &args.names {
        chosen.push(named(&all, name)?);
    }
    if args.names.is_empty() {
        chosen.extend(&all);
    }
    if chosen.is_empty() {
        named(&all, "")?;
    }
    let stop = Arc::default();
    end_on_signals(&stop);
    let mut out = Output::new(false, args.printing.is_colored());
    let mut exit = Exit::Fine;
    for settings in chosen {
        let mut found = Vec::new();
        let name = out.tint(Tint::Place, &settings.name).into_owned();
        out.line(&format!("{name}: {}", settings.game))?;
        if let Err(trouble) = check(settings, &stop, &mut found) {
            found.push(("!!", trouble.worded(lang())));
        }
        for (sign, text) in found {
            exit = exit.max(if sign == "!!" { Exit::Findings } else { Exit::Fine });
            out.line(&format!("  {sign} {text}"))?;
        }
        out.flush()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Exit::Signal(2));
        }
    }
    Ok(exit)
}

/// Prints tables for known engines that are installed, unless there is one with that name.
fn init(configured: &[Settings], out: &mut Output) -> Result<Exit, Error> {
    let installed = settings::installed(configured);
    for table in &installed {
        out.line(&format!("{table}\n"))?;
    }
    if installed.is_empty() {
        out.report(&Message::NoneInstalled);
    }
    out.flush()?;
    Ok(if installed.is_empty() { Exit::Findings } else { Exit::Fine })
}

/// The user's engines, which end with this process.
pub(super) fn configured() -> Result<Vec<Settings>, Error> {
    let mut config = Config::load(&[])?;
    Ok(std::mem::take(&mut config.engines).into_iter().map(guarded).collect())
}

/// The engine with a name.
///
/// # Errors
/// There is none.
pub(super) fn named<'a>(all: &'a [Settings], name: &str) -> Result<&'a Settings, Error> {
    let path = settings::path(&|name: &str| std::env::var_os(name)).unwrap_or_default();
    let names: Vec<&str> = all.iter().map(|engine| &*engine.name).collect();
    let found = all.iter().find(|engine| engine.name == name);
    found.ok_or_else(|| {
        let message = match all.is_empty() {
            true => Message::NoEngines(path.display().to_string()),
            false => Message::NoEngine(name.to_owned(), names.join(", ")),
        };
        message.into()
    })
}

/// Starts an engine. `found` receives what it calls itself, whether each known position is as it should be (`ok` or `!!`),
/// and its options; of Go, its commands for an analysis.
fn check(
    settings: &Settings,
    stop: &Arc<AtomicBool>,
    found: &mut Vec<(&str, String)>,
) -> Result<(), Trouble> {
    let mut guest = Guest::start(settings, 1, stop)?;
    found.push(("is", guest.machine.id.clone()));
    let heard = guest.machine.said.clone();
    found.extend(guest.machine.contempt().map(|advice| ("!!", advice.worded(lang()))));
    guest.new_game()?;
    let (what, shown, positions) = known(settings.game);
    let [won, lost, moved] = positions.map(question);
    if let Some(question) = moved {
        guest.machine.ask_board(&question);
        guest.run()?;
        found.extend(compared(shown, &guest.machine.said, &question));
    }
    for (side, question) in Side::BOTH.into_iter().zip([won, lost]) {
        let Some(question) = question else { continue };
        let (analysis, _) = guest.analyse(question, Limit::Time(LOOK))?;
        let eval = analysis.lines.first().map(|line| line.eval);
        let said = eval.map_or("nothing".to_owned(), |eval| said(eval, settings.game));
        let text = format!("{what} for the {} side: {said}", side.name());
        found.push(match eval.is_some_and(|eval| is_won(eval, side)) {
            true => ("ok", text),
            false => {
                ("!!", format!("{text}, which is wrong: is the engine set up for another game?"))
            }
        });
    }
    let offers = heard.into_iter();
    let offers = offers.filter(|line| line.starts_with("option ") || line.contains("analyze"));
    found.extend(offers.map(|offer| ("has", offer.trim_start_matches("option ").to_owned())));
    Ok(())
}

/// What is special about two positions, the word before those that an engine shows, and positions: one that the first side
/// wins, one that the second wins, and one after a move.
fn known(game: Game) -> (&'static str, &'static str, [&'static str; 3]) {
    match game {
        Game::Xiangqi => ("mate in 1", "fen:", XIANGQI),
        // It is shown in the words of chess, too.
        Game::Shogi => ("mate in 1", "sfen:", SHOGI),
        Game::Go => ("nine stones", "", GO),
    }
}

const XIANGQI: [&str; 3] = [
    "3k5/9/9/9/7R1/9/9/9/9/4K4 w",
    "4k4/9/9/9/9/7r1/9/9/9/3K5 b",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
];
const SHOGI: [&str; 3] = [
    "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "sfen 4k4/9/9/9/9/9/4p4/9/4K4 w g 1",
    "startpos moves 7g7f",
];
const GO: [&str; 3] = [
    "(;SZ[19]AB[dd][dj][dp][jd][jj][jp][pd][pj][pp]PL[W])",
    "(;SZ[19]AW[dd][dj][dp][jd][jj][jp][pd][pj][pp]PL[B])",
    "",
];

fn question(text: &str) -> Option<EngineQuestion> {
    let loaded = format::read(&Source::new(text.as_bytes(), "")).ok()?;
    let record = loaded.game(0).ok()?;
    EngineQuestion::of(&record, record.tree.mainline_end()).ok()
}

/// Compares a position with the one that the engine shows after a word, if it does.
fn compared(word: &str, said: &[String], of: &EngineQuestion) -> Option<(&'static str, String)> {
    let mut lines = said.iter().filter_map(|line| line.split_once(' '));
    let (_, shown) = lines.find(|(before, _)| before.eq_ignore_ascii_case(word))?;
    let own = of.position.text(2);
    Some(match shown.split(' ').take(2).eq(own.split(' ').take(2)) {
        true => ("ok", "position after a move: as sent".to_owned()),
        false => {
            let hint = if word == "fen:" { "; ranks = 1 may help" } else { "" };
            ("!!", format!("position after a move: {shown} instead of {own}{hint}"))
        }
    })
}

fn is_won(eval: Eval, side: Side) -> bool {
    let sign = side.pick(1, -1);
    match eval {
        Eval::Mate(plies) => plies == sign,
        Eval::Centipawns(points) => points * sign >= WON,
        Eval::WinRate(rate) => (rate - 5_000) * sign > 0,
    }
}
