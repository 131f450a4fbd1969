//! `dapu FILE`: opens a record on the screen.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ColorChoice, ValueHint};

use super::error::{Error, Exit};
use super::files::index_path;
use super::message::Message;
use super::options::{
    InputArgs, Look, Printing, ReadingArgs, Within, address, examples, seconds, settings_of,
};
use super::show::{self, ShowArgs};
use crate::engine::guarded;
use crate::files::Variable;
use crate::files::address::Address;
use crate::files::history::History;
use crate::files::load::LoadOptions;
use crate::files::new_game;
use crate::files::notes::Notes;
use crate::files::watch::Follow;
use crate::library::positions::Reached;
use crate::settings::Config;
use crate::tui;

/// Arguments of `dapu open`.
#[derive(Debug, clap::Args)]
#[command(args = settings_of("open"), after_help = examples(&[
    ("dapu open game.xqf", "the same as dapu game.xqf"),
    ("dapu open game.xqf:12", "at ply 12; 3.2-12 is ply 12 after branch 2 at ply 3"),
    ("dapu open game.xqf --flip --theme mono", "from the other side, without colour"),
    ("dapu open game.xqf --follow", "at the live end, as it is written"),
    ("dapu open --wall games/", "the boards of all its games, as they are written"),
    ("dapu open game.xqf --book opening.obk", "with the moves of an opening book"),
]))]
pub struct OpenArgs {
    /// The record, or FILE#GAME:PLACE to open it at a place; a directory or several files open as a list
    #[arg(value_name = "FILE", default_value = ".", value_parser = address(), value_hint = ValueHint::AnyPath)]
    pub(super) files: Vec<Address>,
    #[command(flatten)]
    within: Within,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    printing: Printing,
    /// Start at the end and follow new moves; wait if the file does not exist yet; in a directory, show the most
    /// recently written record; several files are shown as a wall of boards
    #[arg(long)]
    follow: bool,
    /// Follow all records of a directory, and show their boards side by side
    #[arg(long)]
    wall: bool,
    /// Ring the terminal's bell once when a board changes that is not the chosen one
    #[arg(long)]
    bell: bool,
    /// Check the file every SECONDS instead of waiting for events, for file systems that send none
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    poll: Option<Duration>,
    /// Begin a new game, which :w writes to FILE. A FILE that does not exist begins one, too, if dapu writes its format
    #[arg(long, conflicts_with_all = ["follow", "wall"])]
    new: bool,
    /// Turn the mouse on, which prevents selecting text in the terminal
    #[arg(long)]
    mouse: bool,
    /// Open records as problems: the answer is hidden until you ask for it
    #[arg(long)]
    problems: bool,
    /// Show the moves of an opening book; may be repeated
    #[arg(long, value_name = "BOOK")]
    book: Vec<PathBuf>,
}

/// Whether a new game begins under a name, which no file has. Unless it is `meant`, the name is one of a format that is
/// written.
fn is_new(address: &Address, meant: bool) -> bool {
    let folder = address.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let may_be = !address.is_there() && folder.is_none_or(Path::is_dir);
    may_be && (meant || new_game::format_of(&address.path).is_some())
}

pub(super) fn run(args: OpenArgs) -> Result<Exit, Error> {
    let paths: Vec<PathBuf> = args.files.iter().map(|file| file.path.clone()).collect();
    let named = args.files.first().cloned();
    // Of several, some may be written later.
    let there = args.files.iter().find(|file| args.files.len() > 1 && file.is_there()).cloned();
    let first = there.or(named).unwrap_or_else(|| PathBuf::from(".").into());
    if !tui::is_possible(&first.path) {
        let inputs = InputArgs { files: args.files, reading: args.reading };
        return show::run(&ShowArgs::of(inputs, args.within, args.look, args.printing));
    }
    let address = args.within.of(first)?;
    let is_plain = args.printing.color == ColorChoice::Never;
    let mut settings = args.look.config(is_plain.then(|| ("theme", "mono".to_owned())))?;
    if !args.book.is_empty() {
        settings.books = args.book;
    }
    settings.bell |= args.bell;
    settings.engines = std::mem::take(&mut settings.engines).into_iter().map(guarded).collect();
    let follow = args.follow || args.wall;
    if args.new && address.is_there() {
        return Err(Error::about(address.to_string(), Message::NotNew));
    }
    let is_whole = paths.len() <= 1 && address.game.is_none() && address.place.is_none();
    let beginning = tui::SessionOptions {
        new: is_whole && !follow && is_new(&address, args.new),
        follow: Follow { load: args.reading.into(), poll: args.poll },
        live: follow,
        wall: args.wall,
        files: if paths.len() > 1 { paths } else { Vec::new() },
        game: address.game,
        place: address.place,
        flip: args.look.flip,
        mouse: args.mouse,
        problems: args.problems,
        ..tui::SessionOptions::default()
    };
    begin(&address.path, beginning, settings)
}

/// Lists games on the screen.
pub(super) fn list(found: Vec<Reached>, load: LoadOptions) -> Result<Exit, Error> {
    let mut settings = Look::default().config(None)?;
    settings.engines = std::mem::take(&mut settings.engines).into_iter().map(guarded).collect();
    let Some(first) = found.first() else { return Ok(Exit::Nothing) };
    let (path, game) = (first.path.clone(), Some(first.game));
    let follow = Follow { load, ..Follow::default() };
    begin(&path, tui::SessionOptions { follow, game, found, ..Default::default() }, settings)
}

/// Begins a session with the user's keys, history, notes and index.
fn begin(path: &Path, options: tui::SessionOptions, settings: Config) -> Result<Exit, Error> {
    let variable: Variable<'_> = &|name| std::env::var_os(name);
    let history = settings.resume.then(|| History::of_user(variable)).flatten();
    let beginning = tui::SessionOptions {
        keymap: tui::Keymap::configured(&settings)?,
        tried: history.as_ref().map(History::tried).unwrap_or_default(),
        history,
        notes: Notes::of_user(variable),
        index: index_path(None),
        ..options
    };
    Ok(match tui::run(path, beginning, settings)? {
        tui::SessionEnd::Quit => Exit::Fine,
        tui::SessionEnd::Signal(signal) => Exit::Signal(signal as u8),
    })
}
