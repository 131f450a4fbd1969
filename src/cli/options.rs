//! Groups of options that commands share, and the parsers of their values.

use std::ffi::OsStr;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, Resettable, StringValueParser,
    TypedValueParser,
};
use clap::{Arg, ColorChoice, Command, ValueHint};

use super::error::Error;
use super::message::Message;
use super::output::{Output, overrides};
use crate::files::address::Address;
use crate::files::load::LoadOptions;
use crate::library::stream;
use crate::record::Place;
use crate::settings::{Config, ConfigError, Override, SETTINGS};
use crate::text::{Encoding, columns, encoding_by_label};

/// The exit statuses with their meanings.
pub(super) const EXIT_CODES: [(&str, &str); 4] = [
    ("0", "done"),
    ("1", "check or --strict reported something, or find or stats found nothing"),
    ("2", "a file could not be read, or the command line is wrong"),
    ("128 + N", "ended by signal N"),
];

/// The exit statuses on one line, for help.
pub(super) fn exit_codes() -> String {
    let codes = EXIT_CODES.map(|(code, meaning)| format!("{code} {meaning}"));
    format!("Exit status: {}.", codes.join(", "))
}

/// The examples at the end of a command's help. The remarks are shell comments, so that a whole line can be copied.
pub(super) fn examples(lines: &[(&str, &str)]) -> String {
    let width = lines.iter().map(|(line, _)| columns(line, false)).max().unwrap_or(0);
    let mut text = "Examples:".to_owned();
    for (line, what) in lines {
        let pad = " ".repeat(width - columns(line, false));
        text.extend(["\n  ", line, &pad, "  # ", what]);
    }
    text
}

/// How to read the files.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct ReadingArgs {
    /// The encoding of the text, overriding what the file declares
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    pub(super) encoding: Option<Encoding>,
}

impl From<ReadingArgs> for LoadOptions {
    fn from(reading: ReadingArgs) -> Self {
        Self::in_encoding(reading.encoding)
    }
}

/// A game of a file, for an argument that does not name one itself.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct OneGame {
    /// The game of the file, from 1
    #[arg(long, value_name = "K", value_parser = from_one::<NonZero<usize>>)]
    game: Option<NonZero<usize>>,
}

impl OneGame {
    /// The index of the game for an address, if either names one.
    ///
    /// # Errors
    /// Both do.
    pub(super) fn of(self, address: &Address) -> Result<Option<usize>, Error> {
        if address.game.is_some() && self.game.is_some() {
            return Err(Error::about(address.to_string(), Message::GameTwice));
        }
        Ok(address.game.or(self.game.map(|number| number.get() - 1)))
    }
}

/// A position of a record, for arguments that do not name one themselves.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Within {
    #[command(flatten)]
    one: OneGame,
    /// The ply; 0 is the starting position
    #[arg(long, value_name = "N", value_parser = ply)]
    ply: Option<u32>,
    /// The line: 3.2-7.3 takes branch 2 at ply 3 and branch 3 at ply 7; main is the mainline
    #[arg(long, value_name = "LINE", value_parser = Place::of_line)]
    line: Option<Place>,
}

impl Within {
    /// Whether any of the options is given.
    pub(super) fn is_given(&self) -> bool {
        self.one.game.is_some() || self.ply.is_some() || self.line.is_some()
    }

    /// The address, completed by the options.
    ///
    /// # Errors
    /// Both name a game, or both name a place.
    pub(super) fn of(self, address: Address) -> Result<Address, Error> {
        let game = self.one.of(&address)?;
        let place = match (self.line, self.ply) {
            (line, None) => line,
            (line, Some(ply)) => Some(line.unwrap_or(Place::MAIN_END).at(ply)?),
        };
        if address.place.is_some() && place.is_some() {
            return Err(Error::about(address.to_string(), Message::PlaceTwice));
        }
        Ok(Address::new(address.path, game, address.place.or(place)))
    }
}

/// Parses an argument of the form FILE, FILE#GAME or FILE#GAME:PLACE.
pub(super) fn address() -> impl TypedValueParser<Value = Address> {
    OsStringValueParser::new().try_map(|argument| Address::parse(&argument))
}

/// Several files to read.
#[derive(Debug, Default, clap::Args)]
pub(super) struct InputArgs {
    /// Records, FILE#GAME for one game of a file, or directories, searched recursively; - is standard input
    #[arg(value_name = "PATH", value_parser = address(), value_hint = ValueHint::AnyPath, default_value = ".")]
    pub(super) files: Vec<Address>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

impl InputArgs {
    /// The files, each optionally with a game but not with a place.
    ///
    /// # Errors
    /// One names a place.
    pub(super) fn of_games(&self) -> Result<stream::Inputs, Error> {
        match self.files.iter().find(|file| file.place.is_some()) {
            Some(file) => Err(Error::about(file.to_string(), Message::WholeGames)),
            None => Ok(stream::Inputs::new(self.files.clone())),
        }
    }
}

/// Files of which one game each is used.
#[derive(Debug, Default, clap::Args)]
#[command(mut_arg("files", of_places))]
pub(super) struct Addresses {
    #[command(flatten)]
    pub(super) inputs: InputArgs,
    #[command(flatten)]
    pub(super) within: Within,
    /// Add your own notes: comments, moves, glyphs and marks
    #[arg(long)]
    pub(super) notes: bool,
    /// Exit with 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,
    #[command(flatten)]
    pub(super) results: ResultOptions,
}

/// Adapts the argument of [`Addresses`]: it is required, and may contain places.
fn of_places(files: Arg) -> Arg {
    let help = "Records, FILE#GAME:PLACE for a place in one, or directories, searched recursively; - is standard input";
    files.help(help).default_value(Resettable::Reset).required(true)
}

impl Addresses {
    /// The files and directories, with the place in each.
    ///
    /// # Errors
    /// A place is given twice.
    pub(super) fn addresses(&self) -> Result<Vec<Address>, Error> {
        let files = self.inputs.files.iter().cloned();
        files.map(|file| self.within.clone().of(file)).collect()
    }

    /// Whether the results are about a single record.
    pub(super) fn is_single(&self) -> bool {
        matches!(&self.inputs.files[..], [file] if !file.path.is_dir())
    }
}

/// How to print results.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct ResultOptions {
    /// Print JSON, one line per result
    #[arg(long)]
    pub(super) json: bool,
    /// Print text from files unchanged, including control characters
    #[arg(long)]
    pub(super) raw: bool,
    #[command(flatten)]
    pub(super) printing: Printing,
}

impl ResultOptions {
    /// Standard output and standard error with these options.
    pub(super) fn output(self) -> Output {
        Output::new(self.raw, self.printing.is_colored())
    }
}

/// How to print anything.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Printing {
    /// Print only results and errors, not warnings
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: ColorChoice,
}

/// Describes `--quiet` of a command whose exit status is the answer.
pub(super) fn answers(quiet: Arg) -> Arg {
    quiet.help("Print only errors; the exit status is the answer")
}

impl Printing {
    /// Whether to use colours even if the output is not a terminal.
    pub(super) fn forces_color(self) -> bool {
        self.color == ColorChoice::Always
    }

    /// Whether standard output gets colours.
    pub(super) fn is_colored(self) -> bool {
        fn set(name: &str) -> Option<OsString> {
            std::env::var_os(name).filter(|value| !value.is_empty())
        }
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let dumb = set("TERM").is_none_or(|term| term == "dumb");
                std::io::stdout().is_terminal() && !dumb && set("NO_COLOR").is_none()
            }
        }
    }
}

/// How to draw boards.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Look {
    /// Show the second player at the bottom
    #[arg(long)]
    pub(super) flip: bool,
    /// Draw with ASCII characters only, the same as --charset ascii
    #[arg(long, conflicts_with = "charset")]
    ascii: bool,
}

impl Look {
    /// The configuration with these options, and before them another.
    ///
    /// # Errors
    /// The configuration file is wrong.
    pub(super) fn config(&self, before: Option<Override>) -> Result<Config, ConfigError> {
        let ascii = self.ascii.then(|| ("charset", "ascii".to_owned()));
        let all: Vec<Override> =
            before.into_iter().chain(overrides().iter().cloned()).chain(ascii).collect();
        Config::load(&all)
    }
}

/// The options of a command that override settings.
pub(super) fn settings_of(command: &str) -> impl Iterator<Item = Arg> {
    SETTINGS.iter().filter_map(move |setting| {
        let (option, _) = setting.option.filter(|(_, commands)| commands.contains(&command))?;
        let (first, rest) = setting.help.split_at(1);
        let argument = Arg::new(setting.name)
            .long(option.trim_start_matches('-'))
            .value_name("VALUE")
            .value_parser(PossibleValuesParser::new(setting.words()))
            .global(setting.name == "language")
            .help(first.to_uppercase() + rest);
        Some(argument)
    })
}

/// A parser that accepts more words than help and completions list.
#[derive(Clone)]
pub(super) struct Lenient<T> {
    pub(super) read: fn(&str) -> Result<T, String>,
    pub(super) listed: Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Lenient<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = self.read;
        let parser = StringValueParser::new().try_map(move |word| read(&word));
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.listed.iter().map(PossibleValue::new)))
    }
}

/// A parser for encoding names; help lists the usual ones.
pub(super) fn encoding() -> Lenient<Encoding> {
    const USUAL: [&str; 6] = ["utf-8", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];
    fn read(label: &str) -> Result<Encoding, String> {
        let unknown = || format!("not an encoding; try {}", USUAL.join(", "));
        encoding_by_label(label).ok_or_else(unknown)
    }
    Lenient { read, listed: USUAL.to_vec() }
}

/// Parses a number from 1.
pub(super) fn from_one<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "not a number from 1")
}

/// Parses a ply.
fn ply(text: &str) -> Result<u32, &'static str> {
    text.parse()
        .map_err(|_| "not a ply: 0 is the starting position, 12 the position after 12 moves")
}

/// Parses seconds, from 0.1 to 3600, fractions allowed.
pub(super) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or("not a number of seconds from 0.1 to 3600")
}
