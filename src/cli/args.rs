//! What the command line says.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Replay xiangqi, shogi and Go records in a terminal.
#[derive(Debug, Parser)]
#[command(
    name = "dapu",
    version,
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true
)]
#[command(
    after_help = "Press ? on the screen for its keys. Exit codes: 0 read, 1 read with warnings under --strict, 2 not readable or wrong usage."
)]
pub struct Args {
    #[command(flatten)]
    input: Option<Input>,
    #[command(flatten)]
    look: Look,
    #[command(subcommand)]
    command: Option<Command>,
}

impl Args {
    /// The command; opening a file is the one without a name.
    ///
    /// # Errors
    /// Nothing was asked for.
    pub(super) fn into_command(self) -> Result<Command, String> {
        match (self.command, self.input) {
            (Some(command), _) => Ok(command),
            (None, Some(input)) => Ok(Command::Open(OpenArgs {
                input,
                look: self.look,
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
    /// Print the board at a ply
    Show(ShowArgs),
    /// Print the headers, counts and warnings of a record
    Info(InfoArgs),
    /// Write a record in another format
    Convert(ConvertArgs),
    /// List the formats
    Formats,
    /// Print what an opening book (OBK, YFK, pfBook, XQB) holds on a position
    Book(BookArgs),
}

/// The file to read, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Input {
    /// The record
    pub(super) file: PathBuf,
    /// Read the text in this encoding (gb18030, big5, shift_jis, utf-8 …) whatever the file says
    #[arg(long, value_name = "NAME")]
    pub(super) encoding: Option<String>,
    /// End with 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,
}

/// How the board is drawn.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Look {
    /// The second player at the bottom
    #[arg(long)]
    pub(super) flip: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(super) ascii: bool,
}

/// Arguments of the screen.
#[derive(Debug, clap::Args)]
pub struct OpenArgs {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) look: Look,
}

impl OpenArgs {
    /// The same file as text, for where there is no screen.
    pub(super) fn into_show(self) -> ShowArgs {
        ShowArgs {
            input: self.input,
            look: self.look,
            ply: None,
        }
    }
}

/// Arguments of `dapu show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) look: Look,
    /// The ply to show, 0 for the starting position [default: the end of the mainline]
    #[arg(long, value_name = "N")]
    pub(super) ply: Option<usize>,
}

/// Arguments of `dapu info`.
#[derive(Debug, clap::Args)]
pub struct InfoArgs {
    #[command(flatten)]
    pub(super) input: Input,
}

/// Arguments of `dapu convert`.
#[derive(Debug, clap::Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub(super) input: Input,
    /// Where to write [default: standard output]
    pub(super) out: Option<PathBuf>,
    /// The format to write, by its name in `dapu formats` [default: the one that OUT's extension names]
    #[arg(long, value_name = "FORMAT")]
    pub(super) to: Option<String>,
    /// The version of the format, where there are several
    #[arg(long, value_name = "VERSION")]
    pub(super) format_version: Option<String>,
    /// Overwrite OUT if it is there
    #[arg(long)]
    pub(super) force: bool,
}

/// Arguments of `dapu book`.
#[derive(Debug, clap::Args)]
pub struct BookArgs {
    /// The opening book
    pub(super) book: PathBuf,
    /// A record: its position is looked up [default: the initial position]
    #[arg(conflicts_with_all = ["fen", "stats"])]
    pub(super) file: Option<PathBuf>,
    /// The ply of the record, 0 for the starting position [default: the end of the mainline]
    #[arg(long, value_name = "N", requires = "file")]
    pub(super) ply: Option<usize>,
    /// The position to look up
    #[arg(long, value_name = "FEN", conflicts_with = "stats")]
    pub(super) fen: Option<String>,
    /// Count the whole book instead
    #[arg(long)]
    pub(super) stats: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}
