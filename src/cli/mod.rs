//! Layer 6: the command line. Arguments are parsed once into a plain command; each command has its own file. Help,
//! completions and man pages all derive from the types here and in the command files.

mod analyze;
mod book;
mod check;
mod completions;
mod config;
mod convert;
mod engines;
mod error;
mod files;
mod find;
mod formats;
mod index;
mod info;
mod losses;
mod manual;
mod message;
mod moves;
mod notes;
mod open;
mod options;
mod output;
mod read;
mod show;
mod stats;
mod version;
mod watch;
mod write;

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use error::Error;
pub use error::Exit;

use crate::crash;
#[cfg(target_os = "linux")]
use crate::engine;
use crate::tui;
use message::Message;
use open::OpenArgs;
use options::{Printing, examples, exit_codes};
use output::report;

/// Replay xiangqi, shogi and Go records in a terminal.
#[derive(Debug, Parser)]
#[command(
    name = "dapu",
    version,
    disable_version_flag = true,
    args_conflicts_with_subcommands = true,
    mut_arg("files", perhaps_no_file),
    after_help = format!(
        "{}\n\nPress ? on the screen for a list of keys. `dapu man` prints the man page.\n\n{}",
        examples(&[
            ("dapu game.xqf", "replay a record, and follow it if it is being written"),
            ("dapu show game.xqf | less", "print the final board"),
        ]),
        exit_codes()
    )
)]
pub struct Args {
    #[command(flatten)]
    open: OpenArgs,
    /// Print the version
    #[arg(short = 'V', long)]
    version: bool,
    /// With --version, print what a bug report needs: features, terminal and locale, and how changes of FILE are noticed
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Adapts the argument of [`OpenArgs`]: it may be missing, which is an error if there is no screen.
fn perhaps_no_file(files: Arg) -> Arg {
    let help = files.get_help().map(ToString::to_string).unwrap_or_default();
    files.help(help + " [default: the current directory]").default_value(Resettable::Reset)
}

impl Args {
    /// The command; without one, `open`.
    ///
    /// # Errors
    /// No command and no file are given.
    fn into_command(self) -> Result<Command, Message> {
        match self.command {
            Some(command) => Ok(command),
            None if self.open.files.is_empty() && !tui::is_possible(Path::new(".")) => {
                Err(Message::NameAFile)
            }
            None => Ok(Command::Open(self.open)),
        }
    }
}

/// Defines the commands from a row for each: its help, its name and arguments, and the function that runs it.
macro_rules! commands {
    ($($(#[$help:meta])* $name:ident($args:ident: $type:ty) => $run:expr;)*) => {
        /// What to do.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[$help])* $name($type),)*
        }

        impl Command {
            fn run(self) -> Result<Exit, Error> {
                match self {
                    $(Self::$name($args) => $run.map(Exit::from),)*
                }
            }
        }
    };
}

commands! {
    /// Open a record on the screen (the same as naming only the file)
    Open(open: OpenArgs) => open::run(open);
    /// Print a position, the moves, or a picture of the board
    Show(show: show::ShowArgs) => show::run(&show);
    /// Read a record aloud: one sentence per move, for screen readers and braille displays
    Read(read: read::ReadArgs) => read::run(&read);
    /// Print new moves, comments and endings of many records, as they are written
    Watch(watch: watch::WatchArgs) => watch::run(&watch);
    /// Print the headers, counts and warnings of records
    Info(info: info::InfoArgs) => info::run(&info);
    /// List the problems in records, with their locations
    Check(check: check::CheckArgs) => check::run(&check);
    /// Convert a record, or a directory of records, to another format
    Convert(convert: convert::ConvertArgs) => convert::run(&convert);
    /// Find games that reach a position, or match by player, text or date
    Find(find: find::FindArgs) => find::run(find);
    /// Count what was played in a position, how often, by whom and with what result
    Stats(stats: stats::StatsArgs) => stats::run(&stats);
    /// Keep the positions of directories in an index, so that stats and the screen answer at once
    Index(index: index::IndexArgs) => index::run(&index);
    /// List your notes, with the places that they are on
    Notes(notes: notes::NotesArgs) => notes::run(&notes);
    /// Have an engine analyse records, and keep what it finds
    Analyze(analyze: analyze::AnalyzeArgs) => analyze::run(&analyze);
    /// Start your engines, and check what they say of known positions
    Engines(engines: engines::EnginesArgs) => engines::run(&engines);
    /// List the supported formats
    Formats(formats: formats::FormatsArgs) => formats::run(&formats);
    /// Look up a position in an opening book (OBK, YFK, pfBook, XQB; shogi: .db, .ybb)
    Book(book: book::BookArgs) => book::run(&book);
    /// Print the settings in effect and where each comes from
    Config(config: config::ConfigArgs) => config::run(&config);
    /// Print a completion script for a shell
    Completions(shell: completions::CompletionsArgs) => completions::run(&Args::command(), &shell);
    /// Print a man page, or write all of them
    Man(man: manual::ManArgs) => manual::run(Args::command(), &man);
}

/// Reports invalid arguments, or prints the requested help.
fn refuse(error: &clap::Error) -> Result<Exit, Error> {
    // What clap calls a subcommand is a command in the help and the documents.
    fn plain(text: &str) -> String {
        text.replace("subcommand", "command")
    }
    if error.use_stderr() {
        let text = plain(&error.render().to_string());
        report(&text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned());
        return Ok(Exit::Failed);
    }
    let styled = error.render();
    let is_colored = Printing::default().is_colored();
    let help = if is_colored { styled.ansi().to_string() } else { styled.to_string() };
    output::print(plain(&help).as_bytes())?;
    Ok(Exit::Fine)
}

/// Moves options that precede a command after it, where its own are expected: `--lang zh show FILE`.
fn with_command_first(mut arguments: Vec<OsString>) -> Vec<OsString> {
    // To list the commands takes most of the start.
    if !arguments.get(1).is_some_and(|word| word.as_encoded_bytes().starts_with(b"-")) {
        return arguments;
    }
    let mut root = Args::command();
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    let at = words.position(|word| root.find_subcommand(&*word).is_some()).unwrap_or(1);
    let before = &arguments[..at];
    // After a file or `--`, a word is a file.
    let only_options =
        root.try_get_matches_from_mut(before).is_ok_and(|it| !it.contains_id("files"));
    if only_options && !before.iter().any(|word| word == "--") {
        arguments[1..=at].rotate_right(1);
    }
    arguments
}

/// Runs dapu with the given arguments, the first of which is the program's name. Each error is printed on standard
/// error as one line.
pub fn run(arguments: &[OsString]) -> Exit {
    #[cfg(target_os = "linux")]
    if arguments.get(1).is_some_and(|first| first == engine::GUEST) {
        let error = engine::become_guest(&arguments[2..]);
        let program = arguments.get(3).map_or_else(Default::default, |name| name.to_string_lossy());
        eprintln!("{} {program}: {error}", engine::NO_START);
        std::process::exit(engine::MISSING);
    }
    crash::install_hook();
    let arguments = &with_command_first(arguments.to_vec());
    let done = match parse(arguments) {
        Ok(args) if args.command.is_some() => dispatch(args),
        parsed => match (parsed, misspelt(arguments)) {
            (_, Some(error)) => Err(error),
            (Ok(args), None) => dispatch(args),
            (Err(error), None) => refuse(&error),
        },
    };
    match done {
        Ok(exit) => exit,
        // The reader of our output has gone; it has seen enough.
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            report(&error);
            Exit::Failed
        }
    }
}

/// Parses the arguments. Their settings, such as the language, hold from now on.
fn parse(arguments: &[OsString]) -> Result<Args, clap::Error> {
    let matches = Args::command().try_get_matches_from(arguments)?;
    output::override_settings(&matches);
    Args::from_arg_matches(&matches)
}

/// The message if the first argument is neither a file nor a command, but close to a command.
fn misspelt(arguments: &[OsString]) -> Option<Error> {
    let word = arguments.get(1)?.to_str()?;
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) || Path::new(word).exists() {
        return None;
    }
    // Where a file could stand, clap suggests no command.
    let commands = clap::Command::new("dapu").subcommands(Args::command().get_subcommands());
    let error = commands.try_get_matches_from(&arguments[..2]).err()?;
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::SuggestedSubcommand) else {
        return None;
    };
    // The most similar is the last.
    Some(Error::about(word, Message::Misspelt(names.last()?.clone())))
}

fn dispatch(args: Args) -> Result<Exit, Error> {
    if args.version {
        return version::run(args.verbose, &args.open.files).map(Exit::from);
    }
    args.into_command()?.run()
}
