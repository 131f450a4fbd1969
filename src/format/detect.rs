//! Detects the format of a file and the records inside it.

use super::embedded::{self, EmbeddedText};
use super::prose::Counts;
use super::{Certainty, FORMATS, Format, Loaded, ReadError, Reader, by_name, read_whole};
use super::{go, shogi, xiangqi};
use crate::text::{Family, Source, foreign};

/// The format detected in a file, which [`Detected::read`] reads as such.
#[derive(Debug)]
pub struct Detected {
    /// The format of the file, or of the records inside it.
    pub format: &'static Format,
    pub(super) certainty: Certainty,
    /// Whether the extension agrees.
    is_named: bool,
    /// The records inside the file that are read in its place, if any.
    parts: Vec<EmbeddedText>,
}

/// The origin of a text. It bounds the search for records inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// It is a file: any text may be inside.
    File,
    /// It was taken out of a text, such as mail: it may be a page.
    Part,
    /// It was taken out of a page.
    Element,
}

impl Detected {
    /// What a format detects.
    pub(super) fn by(format: &'static Format, source: &Source<'_>, level: Level) -> Self {
        let (certainty, parts) = match format.read {
            Some(Reader::Parts(find)) if level != Level::Element => find(source),
            _ => ((format.detect)(source), Vec::new()),
        };
        Self { format, certainty, is_named: format.is_named(source), parts }
    }

    fn rank(&self) -> (Certainty, bool) {
        (self.certainty, self.is_named)
    }

    /// Reads the file in which this was detected.
    ///
    /// # Errors
    /// The format cannot be read, or no game can be shown.
    pub fn read(&self, source: &Source<'_>) -> Result<Loaded, ReadError> {
        match self.parts.is_empty() {
            true => read_whole(self.format, source),
            false => embedded::read(self.format, &self.parts, source.growing),
        }
    }
}

/// Detects the format of a file: magic bytes beat grammar, grammar beats the extension.
pub fn detect(source: &Source<'_>) -> Option<Detected> {
    find(source, Level::File).ok()
}

/// Detects the format of a file that may be anything, such as a note beside the records in a directory: weak evidence
/// counts only if the extension agrees.
pub fn recognize(source: &Source<'_>) -> Option<Detected> {
    detect(source).filter(|found| found.certainty > Certainty::Weak || found.is_named)
}

/// The format of a text; otherwise why it is not a record, if that is known.
pub(super) fn find(source: &Source<'_>, level: Level) -> Result<Detected, Option<&'static str>> {
    let best = best_of_grammars(source, level);
    let (certainty, is_named) = best.as_ref().map_or((Certainty::No, false), Detected::rank);
    // A table may hold whole records in its fields, which would be read as one.
    let is_table = ["csv", "tsv"].contains(&&*source.extension());
    let is_record = certainty >= Certainty::Likely && !is_table;
    if level == Level::File && !(is_record && is_named) {
        let parts = embedded::in_text(source, is_record);
        if let Some(format) = parts.first().map(EmbeddedText::format) {
            return Ok(Detected { format, certainty: Certainty::Likely, is_named: false, parts });
        }
    }
    if has_move_a_row(source) {
        return Err(Some("each row of the table has one move, which dapu does not read"));
    }
    best.map_or_else(|| detect_prose(source), Ok)
}

/// Whether a text is a table with a column for the move of each row, and lines of an engine in another.
fn has_move_a_row(source: &Source<'_>) -> bool {
    /// Such a line is not far from the beginning.
    const NEAR: usize = 32 * 1024;
    let bytes = source.bytes.get(..NEAR).unwrap_or(source.bytes);
    // Decoding the text of each file takes time.
    if memchr::memmem::find(bytes, b" pv ").is_none() {
        return false;
    }
    let text = source.head(Family::Any);
    let cells = text.lines().next().unwrap_or("").split([',', '\t', ';']);
    let mut names = cells.clone().map(|cell| cell.trim().trim_matches('"'));
    cells.count() > 2 && names.any(|name| ["move", "move_index", "ply"].contains(&name))
}

/// The best format for the whole of a file.
pub(super) fn best_of_grammars(source: &Source<'_>, level: Level) -> Option<Detected> {
    // What is stored in an archive unpacked would be found in it.
    if foreign::archive(source.bytes).is_some() {
        return None;
    }
    let mut best: Option<Detected> = None;
    for is_named in [true, false] {
        let readable = FORMATS.iter().filter(|format| format.read.is_some());
        for format in readable.filter(|format| format.is_named(source) == is_named) {
            let found = Detected::by(format, source, level);
            // Nothing that follows beats it, and trying the text formats on a library of 40 MB takes time.
            if found.certainty == Certainty::Certain {
                return Some(found);
            }
            let is_better = best.as_ref().is_none_or(|best| found.rank() > best.rank());
            if found.certainty > Certainty::No && is_better {
                best = Some(found);
            }
        }
    }
    best
}

/// The format of a text that no grammar reads; otherwise why it is not a record, if that is known.
fn detect_prose(source: &Source<'_>) -> Result<Detected, Option<&'static str>> {
    if is_data(source) {
        return Err(None);
    }
    let counts = xiangqi::text::counts_of_prose(source.text(Family::Chinese));
    // The first that finds a record decides, however certain the others are.
    let judges: [(&str, &dyn Fn() -> Certainty); 4] = [
        (xiangqi::text::FORMAT.name, &|| counts.map_or(Certainty::No, Counts::certainty)),
        (shogi::kif::KI2.name, &|| shogi::kif::certainty_of_prose(source.text(Family::Japanese))),
        (shogi::psn::FORMAT.name, &|| {
            shogi::psn::certainty_of_prose(source.text(Family::Japanese))
        }),
        (go::text::FORMAT.name, &|| go::text::certainty_of_prose(source.text(Family::Any))),
    ];
    let mut judged = judges.into_iter().filter_map(|(name, judge)| Some((by_name(name)?, judge())));
    let found = judged.find(|(_, certainty)| *certainty > Certainty::No);
    let (format, certainty) = found.ok_or_else(|| counts.and_then(why_not))?;
    Ok(Detected { format, certainty, is_named: format.is_named(source), parts: Vec::new() })
}

/// Whether nobody wrote a file for readers: an archive, a large binary file, or JSON, which may be full of moves.
fn is_data(source: &Source<'_>) -> bool {
    const LARGE: usize = 64 * 1024;
    let start = source.head(Family::Any).trim_start();
    if foreign::archive(source.bytes).is_some() || start.is_empty() && source.bytes.len() > LARGE {
        return true;
    }
    ["{\"", "[{", "[[", "[\""].iter().any(|data| start.starts_with(data))
}

/// Why a text with moves is no record.
fn why_not(counts: Counts) -> Option<&'static str> {
    const ENOUGH: usize = 6;
    let fits = counts.numbered >= ENOUGH && counts.numbered > counts.played;
    fits.then_some(
        "moves were found, but they do not fit the usual start, and no position is given",
    )
}
