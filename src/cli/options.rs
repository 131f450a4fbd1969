//! Groups of options that commands share, and how their values are read.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::num::NonZero;
use std::time::Duration;

use clap::ValueHint;
use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};

use super::error::Error;
use super::output::Output;
use crate::board::{Charset, Pieces, Theme};
use crate::files::address::Address;
use crate::files::load::LoadOptions;
use crate::library::stream;
use crate::record::Place;
use crate::settings::{Ambiguous, Choice, Options};
use crate::text::Encoding;
use crate::text::columns;
use crate::text::encoding_by_label;

/// The exit codes with what they mean.
pub(super) const EXIT_CODES: [(&str, &str); 4] = [
    ("0", "done"),
    (
        "1",
        "findings under check or --strict, or nothing found by find",
    ),
    ("2", "something is not readable or wrong usage"),
    ("128 + N", "after signal N"),
];

/// The exit codes on one line, for help.
pub(super) fn exit_codes() -> String {
    let codes = EXIT_CODES.map(|(code, meaning)| format!("{code} {meaning}"));
    format!("Exit codes: {}.", codes.join(", "))
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
    /// Read text in this encoding, whatever the file says
    #[arg(long, value_name = "NAME", value_parser = encoding())]
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
    /// The record, with a place in it as FILE#GAME:PLACE if need be; - is standard input
    #[arg(value_parser = address(), value_hint = ValueHint::FilePath)]
    pub(super) file: Address,
    #[command(flatten)]
    pub(super) reading: Reading,
    /// End with 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,
}

/// Which position of a record is meant, where the argument for the file does not say.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Within {
    /// The game of the file, from 1
    #[arg(long, value_name = "K")]
    game: Option<NonZero<usize>>,
    /// The ply, 0 for the starting position
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// The line: 3.2-7.3 takes branch 2 at ply 3 and branch 3 at ply 7; main is the mainline
    #[arg(long, value_name = "LINE", value_parser = Place::of_line)]
    line: Option<Place>,
}

impl Within {
    /// Whether anything is said.
    pub(super) fn is_given(&self) -> bool {
        self.game.is_some() || self.ply.is_some() || self.line.is_some()
    }

    /// The address with what the options add to it.
    ///
    /// # Errors
    /// Both name a game, or both a place.
    pub(super) fn of(self, address: Address) -> Result<Address, Error> {
        let (game, place) = (self.number(), self.place()?);
        let twice = |what| Error::Usage(format!("{address} and the options both name a {what}"));
        if address.game.is_some() && game.is_some() {
            return Err(twice("game"));
        }
        if address.place.is_some() && place.is_some() {
            return Err(twice("place"));
        }
        Ok(Address {
            game: address.game.or(game),
            place: address.place.or(place),
            path: address.path,
        })
    }

    fn number(&self) -> Option<usize> {
        self.game.map(|number| number.get() - 1)
    }

    fn place(self) -> Result<Option<Place>, Error> {
        match (self.line, self.ply) {
            (None, None) => Ok(None),
            (Some(line), None) => Ok(Some(line)),
            (line, Some(ply)) => {
                let place = line.unwrap_or(Place::MAIN_END).at(ply);
                Ok(Some(place?))
            }
        }
    }
}

/// Reads an argument for a file, a game of it and a place in the game.
pub(super) fn address() -> impl TypedValueParser<Value = Address> {
    OsStringValueParser::new().try_map(|argument| Address::parse(&argument))
}

/// Several files to be read.
#[derive(Debug, clap::Args)]
pub(super) struct Inputs {
    /// The records, as FILE#GAME for one game of a file, and directories with everything below them; - is standard input
    #[arg(value_name = "PATH", value_parser = address(), value_hint = ValueHint::AnyPath, default_value = ".")]
    pub(super) files: Vec<Address>,
    /// Directories are read in any case
    #[arg(short, long, hide = true)]
    recursive: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
}

impl Inputs {
    /// The files, where a game may be meant but no place in it.
    ///
    /// # Errors
    /// A place is named.
    pub(super) fn of_games(self) -> Result<stream::Inputs, Error> {
        match self.files.iter().find(|file| file.place.is_some()) {
            Some(file) => Err(Error::Usage(format!(
                "{file}: whole games are read; leave out the place"
            ))),
            None => Ok(stream::Inputs::new(self.files)),
        }
    }
}

/// How results are printed.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Printing {
    /// Print JSON, a line for each result
    #[arg(long)]
    pub(super) json: bool,
    /// Print only errors: the exit code is the answer
    #[arg(short, long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) coloring: Coloring,
    /// Print text from files as it is, control characters included
    #[arg(long)]
    pub(super) raw: bool,
}

impl Printing {
    /// Standard output and standard error as they are to be written to.
    pub(super) fn output(self) -> Output {
        Output::new(self.raw, self.coloring.is_on())
    }
}

/// Whether output is coloured.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Coloring {
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = choice::<Color>())]
    color: Color,
}

impl Coloring {
    /// Whether there are colours whatever the output is.
    pub(super) fn is_forced(self) -> bool {
        self.color == Color::Always
    }

    /// Whether what is written to standard output has colours.
    pub(super) fn is_on(self) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = set("TERM").is_none_or(|term| term == "dumb");
                std::io::stdout().is_terminal() && !dumb && set("NO_COLOR").is_none()
            }
        }
    }
}

/// How boards are drawn. What is not said here, the configuration file says.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Look {
    /// The second player at the bottom
    #[arg(long)]
    pub(super) flip: bool,
    /// What boards are made of. In what show prints, box needs --ambiguous 1 or 2: nobody tells how wide its lines are
    #[arg(long, value_name = "SET", value_parser = choice::<Charset>())]
    charset: Option<Charset>,
    /// Draw with ASCII characters only, the same as --charset ascii
    #[arg(long, conflicts_with = "charset")]
    ascii: bool,
    /// What pieces are drawn with
    #[arg(long, value_name = "KIND", value_parser = choice::<Pieces>())]
    pieces: Option<Pieces>,
    /// What is coloured, and how
    #[arg(long, value_parser = choice::<Theme>())]
    theme: Option<Theme>,
    /// Columns of a character of ambiguous width
    #[arg(long, value_name = "COLUMNS", value_parser = choice::<Ambiguous>())]
    ambiguous: Option<Ambiguous>,
    /// Whether numbers and letters stand along the edges
    #[arg(long, value_name = "BOOL")]
    coordinates: Option<bool>,
}

impl Look {
    /// The settings among them.
    pub(super) fn options(self) -> Options {
        let ascii = self.ascii.then_some(Charset::Ascii);
        Options {
            charset: self.charset.or(ascii),
            pieces: self.pieces,
            theme: self.theme,
            ambiguous: self.ambiguous,
            coordinates: self.coordinates,
            ..Options::default()
        }
    }
}

/// When output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Color {
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

/// A parser that takes more words than help and completions list.
#[derive(Clone)]
pub(super) struct Listed<T> {
    read: fn(&str) -> Result<T, String>,
    words: Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> Listed<T> {
    pub(super) fn new(
        read: fn(&str) -> Result<T, String>,
        words: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self {
            read,
            words: words.into_iter().collect(),
        }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Listed<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = self.read;
        let parser = StringValueParser::new().try_map(move |word| read(&word));
        parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().map(PossibleValue::new)))
    }
}

/// Reads the name of an encoding; help lists the usual ones.
pub(super) fn encoding() -> Listed<Encoding> {
    const USUAL: [&str; 6] = ["utf-8", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];
    let read = |label: &str| {
        encoding_by_label(label).ok_or_else(|| format!("not an encoding; try {}", USUAL.join(", ")))
    };
    Listed::new(read, USUAL)
}

/// Seconds, with a fraction if need be; a tenth at least.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = "a number of seconds from 0.1 to 3600";
    let seconds: f64 = text.parse().map_err(|_| wrong.to_owned())?;
    (0.1..=3600.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
        .ok_or_else(|| wrong.to_owned())
}
