//! What the command line says. Help, completions and the manual all derive from the types here and beside the commands.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};

use super::book::BookArgs;
use super::check::CheckArgs;
use super::config::ConfigArgs;
use super::convert::ConvertArgs;
use super::find::FindArgs;
use super::info::InfoArgs;
use super::manual::CompletionsArgs;
use super::open::{OpenArgs, Screen};
use super::show::ShowArgs;
use crate::board::Charset;
use crate::board::Pieces;
use crate::files::load::LoadOptions;
use crate::settings::Choice;
use crate::settings::Config;
use crate::text::Encoding;
use crate::text::columns;
use crate::text::encoding_by_label;

/// Replay xiangqi, shogi and Go records in a terminal.
#[derive(Debug, Parser)]
#[command(
    name = "dapu",
    version,
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = format!(
        "{}\n\nPress ? on the screen for its keys. `dapu man` prints the whole manual.\n\n{EXIT}",
        examples(&[
            ("dapu game.xqf", "replay a record and follow it while it is being written"),
            ("dapu show game.xqf | less", "the last board as text"),
        ])
    )
)]
pub struct Args {
    /// The record
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    screen: Screen,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What the exit codes mean.
pub(super) const EXIT: &str = "Exit codes: 0 done, 1 findings under check or --strict, 2 something is not readable or wrong usage.";

impl Args {
    /// The command; opening a file is the one without a name.
    ///
    /// # Errors
    /// Nothing was asked for.
    pub(super) fn into_command(self) -> Result<Command, String> {
        match (self.command, self.file) {
            (Some(command), _) => Ok(command),
            (None, Some(file)) => Ok(Command::Open(OpenArgs {
                file,
                reading: self.reading,
                look: self.look,
                screen: self.screen,
            })),
            (None, None) => Err("name a file, or see dapu --help".to_owned()),
        }
    }
}

/// What dapu is asked to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open a record on the screen (the same as naming the file alone)
    Open(OpenArgs),
    /// Print a position, the moves, or a picture of the board
    Show(ShowArgs),
    /// Print the headers, counts and warnings of records
    Info(InfoArgs),
    /// List everything that is wrong in records, with its place
    Check(CheckArgs),
    /// Write a record, or a whole directory of them, in another format
    Convert(ConvertArgs),
    /// Find the games that reach a position, or that match by player, text or date
    Find(FindArgs),
    /// List the formats
    #[command(after_help = examples(&[("dapu formats", "what can be read and written")]))]
    Formats,
    /// Print what an opening book (OBK, YFK, pfBook, XQB) holds on a position
    Book(BookArgs),
    /// Print the settings in effect and where each comes from
    Config(ConfigArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(after_help = examples(&[("dapu man > dapu.1", "a page for man -l dapu.1")]))]
    Man,
}

/// Command lines with what they do, as they stand at the end of a command's help. The remarks are comments of the shell:
/// a line can be copied whole.
pub(super) fn examples(lines: &[(&str, &str)]) -> String {
    let width = lines
        .iter()
        .map(|(line, _)| columns(line, false))
        .max()
        .unwrap_or(0);
    let line = |(line, what): &(&str, &str)| {
        let pad = " ".repeat(width - columns(line, false));
        format!("\n  {line}{pad}  # {what}")
    };
    let lines: String = lines.iter().map(line).collect();
    format!("Examples:{lines}")
}

/// How the files are to be read.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Reading {
    /// Read text in this encoding (gb18030, big5, shift_jis, utf-8 …) whatever the file says
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub(super) encoding: Option<Encoding>,
}

impl From<Reading> for LoadOptions {
    fn from(reading: Reading) -> Self {
        Self {
            encoding: reading.encoding,
            ..Self::default()
        }
    }
}

/// One file to be read.
#[derive(Debug, clap::Args)]
pub(super) struct Input {
    /// The record; - is standard input
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// End with 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,
}

/// Several files to be read.
#[derive(Debug, clap::Args)]
pub(super) struct Inputs {
    /// The records; - is standard input
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Read directories too, with everything below them
    #[arg(short, long)]
    pub(super) recursive: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// How boards are drawn. What is not said here, the configuration file says.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Look {
    /// The second player at the bottom
    #[arg(long)]
    pub(super) flip: bool,
    /// What boards are made of
    #[arg(long, value_name = "SET", value_parser = choice::<Charset>())]
    charset: Option<Charset>,
    /// Draw with ASCII characters only, the same as --charset ascii
    #[arg(long, conflicts_with = "charset")]
    ascii: bool,
    /// What pieces are drawn with
    #[arg(long, value_name = "KIND", value_parser = choice::<Pieces>())]
    pieces: Option<Pieces>,
}

impl Look {
    /// Takes over what the command line says.
    pub(super) fn override_in(self, config: &mut Config) {
        let ascii = self.ascii.then_some(Charset::Ascii);
        config.charset = self.charset.or(ascii).unwrap_or(config.charset);
        config.pieces = self.pieces.unwrap_or(config.pieces);
    }

    /// Whether the command line says what boards are made of.
    pub(super) fn names_charset(self) -> bool {
        self.ascii || self.charset.is_some()
    }
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Color {
    /// On a terminal that has colours.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Choice for Color {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("always", Self::Always),
        ("never", Self::Never),
    ];
}

/// Reads one of the words that a setting takes; help and completions list them.
pub(super) fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let words: Vec<&'static str> = T::WORDS.iter().map(|(word, _)| *word).collect();
    PossibleValuesParser::new(words).try_map(|word| T::from_word(&word).ok_or("no such word"))
}

/// Reads the name of an encoding.
pub(super) fn encoding(label: &str) -> Result<Encoding, String> {
    encoding_by_label(label)
        .ok_or_else(|| "no such encoding; try utf-8, gb18030, big5 or shift_jis".to_owned())
}
