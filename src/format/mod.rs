//! Layer 3: bytes ⇄ records. One file per format, and one table: [`FORMATS`].
//!
//! Everything here is pure: no paths, no output, no clock.

pub(crate) mod bytes;
mod chunks;
mod collection;
mod commands;
pub(crate) mod deflate;
mod detect;
mod embedded;
mod engine_log;
mod error;
mod export;
mod games;
mod go;
mod headers;
mod json;
mod jsonl;
mod loaded;
mod numerals;
mod pass;
mod prose;
mod shogi;
mod tagged;
mod times;
mod xiangqi;

#[cfg(feature = "tui")]
pub(crate) use numerals::natural;
#[cfg(feature = "tui")]
pub(crate) use shogi::analysis;

use std::borrow::Cow;
use std::io;
use std::ops::Range;

use crate::text::json::SyntaxError;
pub use chunks::{Chunk, Chunks};
pub use collection::{Collection, CollectionError, FileHead, Series};
pub use detect::{Detected, detect, recognize};
use detect::{Level, best_of_grammars, find};
use embedded::EmbeddedText;
pub use error::{ReadError, Reason, WriteError};
pub use export::{Example, Loss, LossKind, Losses, WriteOptions, count};
pub use games::TextReader;
use games::{Extent, Games, ReadHeaders};
#[cfg(feature = "tui")]
pub(crate) use go::understood_result;
#[cfg(feature = "tui")]
pub(crate) use headers::{key_named, outcome};
pub use loaded::{Entry, Loaded};
pub use pass::Pass;
use prose::Tongue;
#[cfg(feature = "tui")]
pub(crate) use shogi::ending_named;

use crate::game::Game;
use crate::record::{At, Builder, Record};
use crate::text::source::SharedText;
use crate::text::{Family, Source, Unit, foreign};

/// How certain it is that a file is of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// It is not.
    No,
    /// It could be, if no other format fits better.
    Weak,
    /// The text follows the format's grammar.
    Likely,
    /// Magic bytes, or a grammar that no other format shares.
    Certain,
}

impl Certainty {
    /// This if `holds`, otherwise [`Certainty::No`].
    fn only_if(self, holds: bool) -> Self {
        if holds { self } else { Self::No }
    }
}

/// How to read a file.
#[derive(Debug)]
pub enum Reader {
    /// The file is a text, which holds any number of games.
    Text(TextReader),
    /// The reader takes the whole file, and finds its games itself.
    Whole(fn(&'static Format, &Source<'_>) -> Result<Loaded, ReadError>),
    /// The file holds records of other formats, which detection finds.
    Parts(fn(&Source<'_>) -> (Certainty, Vec<EmbeddedText>)),
}

impl Reader {
    /// Reads a text with all its games, or lists them by their headers: see [`TextReader`].
    const fn text(
        family: Family,
        games: fn(&str, Extent) -> Result<Games, ReadError>,
        game: fn(&str, Range<usize>) -> Result<Record, ReadError>,
        headers: Option<ReadHeaders>,
    ) -> Self {
        Self::Text(TextReader { family, games, game, headers })
    }
}

/// How to write a game. What surrounds it in a file is known to [`Collection`] alone.
#[derive(Debug, Clone, Copy)]
pub enum Writer {
    /// As text, which is still to be encoded.
    Text(WriteTo<String>),
    /// As bytes.
    Bytes(WriteTo<Vec<u8>>),
    /// As UTF-8, without holding all of it in memory.
    Stream(fn(&Record, &mut dyn io::Write) -> io::Result<()>),
}

type WriteTo<O> = fn(&mut Pass<'_>, &mut O) -> Result<(), WriteError>;

/// A file format: its name, what it can hold, and how to recognise, read and write it.
#[derive(Debug)]
pub struct Format {
    /// The lower-case name for the command line and JSON.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// File name extensions in lower case, the usual one first.
    pub extensions: &'static [&'static str],
    /// The unit that is never shown half written while a program writes the file.
    pub unit: Unit,
    /// The games it supports.
    pub games: &'static [Game],
    /// The text encodings that can be read, in words; empty for binary formats.
    pub encodings: &'static str,
    /// The parts of a record that a file of this format can hold.
    pub holds: Holds,
    /// How certain it is that a file is of this format.
    pub detect: fn(&Source<'_>) -> Certainty,
    /// How to read a file; `None` if the format is only written.
    pub read: Option<Reader>,
    /// How to write a game; `None` if the format is only read.
    pub write: Option<Writer>,
    /// How games follow one another in a written file.
    pub series: Series,
    /// How people write its moves, if they do. In a file that grows, the words above a variation wait for its moves.
    tongue: Option<Tongue>,
    /// A text as it is read, which may be spelled in another way.
    spell: fn(&str) -> Cow<'_, str>,
}

/// The parts that a format can represent besides headers and the mainline of one game. [`Losses`] reports what a writer leaves
/// out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holds {
    /// Alternatives to the mainline.
    pub variations: bool,
    /// Comments on moves.
    pub comments: bool,
    /// Time spent, or left on a clock.
    pub clocks: bool,
    /// Several games.
    pub games: bool,
}

impl Holds {
    /// None of these.
    pub const MOVES: Self =
        Self { variations: false, comments: false, clocks: false, games: false };
    const COMMENTS: Self = Self { comments: true, ..Self::MOVES };
    const TREE: Self = Self { variations: true, ..Self::COMMENTS };

    /// Adds clocks.
    const fn and_clocks(mut self) -> Self {
        self.clocks = true;
        self
    }

    /// Adds several games.
    const fn and_games(mut self) -> Self {
        self.games = true;
        self
    }
}

impl Format {
    /// How certain a mark at the beginning of a file makes the format. Without it only the extension speaks for it.
    fn by_mark(&self, source: &Source<'_>, mark: &str) -> Certainty {
        match source.begins_with(mark) {
            true => Certainty::Certain,
            false => Certainty::Weak.only_if(self.is_named(source)),
        }
    }

    /// The result of `detect` if the file has an extension of the format.
    fn if_named(&self, source: &Source<'_>, detect: fn(&Source<'_>) -> Certainty) -> Certainty {
        if self.is_named(source) { detect(source) } else { Certainty::No }
    }

    /// Whether a file's name has an extension of the format.
    fn is_named(&self, source: &Source<'_>) -> bool {
        let extension = source.name.rsplit_once('.').map_or("", |(_, extension)| extension);
        self.place_of(extension).is_some()
    }

    /// The place of an extension among those of the format.
    fn place_of(&self, extension: &str) -> Option<usize> {
        self.extensions.iter().position(|known| known.eq_ignore_ascii_case(extension))
    }
}

/// The defaults: a text format with one line of moves, read only, never shown half written.
const BASE: Format = Format {
    name: "",
    title: "",
    extensions: &[],
    unit: Unit::File,
    games: &[],
    encodings: "",
    holds: Holds::MOVES,
    detect: |_| Certainty::No,
    read: None,
    write: None,
    series: Series::PLAIN,
    tongue: None,
    spell: |text| Cow::Borrowed(text),
};

/// Every format, the most specific first: of two formats that are equally certain, the earlier one wins unless the
/// extension names the later one.
pub static FORMATS: &[Format] = &[
    xiangqi::xqf::FORMAT,
    xiangqi::cbr::FORMAT,
    xiangqi::cbl::FORMAT,
    xiangqi::xqr::FORMAT,
    xiangqi::cbf::FORMAT,
    xiangqi::pfc::FORMAT,
    xiangqi::servers::CHN,
    xiangqi::servers::MXQ,
    xiangqi::servers::CCM,
    xiangqi::servers::CHE,
    xiangqi::fen::EGLIB,
    xiangqi::dhtmlxq::FORMAT,
    xiangqi::manual::FORMAT,
    xiangqi::pgn::FORMAT,
    xiangqi::wxf::FORMAT,
    xiangqi::fen::FORMAT,
    xiangqi::text::FORMAT,
    embedded::page::FORMAT,
    shogi::kif::KIF,
    shogi::kif::KIFU,
    shogi::kif::KI2,
    shogi::kif::KI2U,
    shogi::psn::FORMAT,
    shogi::usi::FORMAT,
    shogi::link::FORMAT,
    shogi::csa::FORMAT,
    shogi::lishogi::FORMAT,
    shogi::jkf::FORMAT,
    go::sgf::FORMAT,
    go::wgs::FORMAT,
    go::gib::FORMAT,
    go::ngf::FORMAT,
    go::ugf::FORMAT,
    go::ogs::FORMAT,
    go::dataset::FORMAT,
    go::gtp::FORMAT,
    go::senseis::FORMAT,
    go::text::FORMAT,
    jsonl::FORMAT,
    json::FORMAT,
];

/// The format with this name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    let mut formats = FORMATS.iter();
    formats.find(|format| format.name.eq_ignore_ascii_case(name))
}

/// The writable format for a file name's extension: preferably one that lists it first, otherwise one that lists it.
pub fn by_extension(extension: &str) -> Option<&'static Format> {
    let formats = FORMATS.iter().filter(|format| format.write.is_some());
    let named = formats.filter(|format| format.place_of(extension).is_some());
    named.min_by_key(|format| format.place_of(extension))
}

/// The name of the format of files with this extension, if it is read but not written: `CBL`.
pub fn not_written(extension: &str) -> Option<&'static str> {
    let format = FORMATS.iter().find(|format| format.place_of(extension).is_some())?;
    let name = format.title.split([' ', ',']).next().unwrap_or(format.name);
    format.write.is_none().then_some(name)
}

/// Reads a file of any known format.
///
/// # Errors
/// The file is empty, its format is unknown, or no game can be shown.
///
/// ```
/// use dapu::{format, record::Key, text::Source};
///
/// let text = "[Game \"Chinese Chess\"]\n[Event \"五羊杯\"]\n\n1. 炮二平五 马８进７ *\n";
/// let loaded = format::read(&Source::new(text.as_bytes(), "game.pgn"))?;
/// assert_eq!(loaded.format.name, "pgn");
/// assert!(loaded.warnings().is_empty());
/// let record = loaded.game(0)?;
/// assert_eq!(record.headers.get(Key::Event), Some("五羊杯"));
/// assert_eq!(record.tree.mainline().count(), 3);
/// # Ok::<(), format::ReadError>(())
/// ```
pub fn read(source: &Source<'_>) -> Result<Loaded, ReadError> {
    if source.bytes.is_empty() {
        return Err(ReadError::none("the file is empty").because(Reason::Empty));
    }
    let read = match find(source, Level::File) {
        Ok(found) => found.read(source),
        Err(Some(reason)) => Err(ReadError::none(reason).because(Reason::NotARecord)),
        Err(None) => {
            let reason = "not a record of a format that dapu knows";
            Err(ReadError::none(reason).because(Reason::Unknown))
        }
    };
    // The extension may suggest a format that the contents do not have.
    read.map_err(|error| match foreign::describe(source).filter(|_| error.at == At::File) {
        Some(description) => {
            ReadError::none(description).because(match foreign::archive(source.bytes) {
                Some(kind) if kind != foreign::ZIP => Reason::Archive(kind),
                _ => Reason::NotARecord,
            })
        }
        None => error,
    })
}

/// Reads a file in a given format, as [`read`] does if that is the one detected.
///
/// # Errors
/// The format cannot be read, or no game can be shown.
pub fn read_as(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let detected = detect(source).filter(|found| found.format.name == format.name);
    let detected = detected.unwrap_or_else(|| Detected::by(format, source, Level::File));
    detected.read(source)
}

/// Reads the whole of a file in a given format.
fn read_whole(format: &'static Format, source: &Source<'_>) -> Result<Loaded, ReadError> {
    let Some(reader) = &format.read else {
        let error = ReadError::none(format!("{} cannot be read", format.title));
        return Err(error.because(Reason::Unsupported));
    };
    let whole = source.growing.then(|| source.whole_units(format.unit));
    let source = whole.as_ref().unwrap_or(source);
    match reader {
        Reader::Text(reader) => {
            let text = share(format, source, reader.family);
            let extent = Extent {
                growing: source.growing,
                is_named: format.is_named(source),
                ..Extent::default()
            };
            Loaded::of_text(format, reader, text, None, extent)
        }
        Reader::Whole(read) => read(format, source)?.finish(source.growing),
        Reader::Parts(_) => Err(ReadError::none("no record found in the page")),
    }
}

/// The text of a file, but for a heading at its end whose moves are still to come.
fn share(format: &Format, source: &Source<'_>, family: Family) -> SharedText {
    let text = source.share(family);
    let text = text.or_made((format.spell)(text));
    match format.tongue.filter(|_| source.growing) {
        Some(tongue) => {
            let end = prose::end_before_heading(&text, tongue);
            text.until(end)
        }
        None => text,
    }
}

/// Reports where a text stops being JSON.
fn report_error(error: Option<&SyntaxError>, builder: &mut Builder) {
    match error {
        Some(error) if error.is_cut => builder.cut(error.at, error.message.clone()),
        Some(error) => builder.report(error.at, error.message.clone()),
        None => {}
    }
}
