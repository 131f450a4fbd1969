//! KIF and KI2, the formats of Kakinoki's programs (柿木将棋, Kifu for Windows), in the variants of other programs.
//!
//! The specification is <http://kakinoki.o.oo7.jp/kif_format.html> of 2024-08-02. KIF has a numbered line for each
//! move, with the square of origin; KI2 has the moves as in books. Since files mix the two, they share a reader.

mod diagram;
mod ending;
mod games;
mod head;
mod lines;
mod moves;
mod write;

use std::ops::Range;

use crate::format::headers::Dialect;
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game::shogi::notation::{Phrase, is_side_mark};
use crate::record::Record;
use crate::text::scan::lines_in;
use crate::text::source::{Family, UTF_8, shift_jis};
use crate::text::{Source, Unit};
use diagram::Diagram;
use lines::LineKind;
use write::Style;

/// KIF in Shift_JIS.
pub(in crate::format) const KIF: Format = Format {
    name: "kif",
    title: "KIF (Kifu for Windows, 柿木将棋)",
    extensions: &["kif"],
    unit: Unit::Line,
    encodings: "Shift_JIS, UTF-8, EUC-JP, ISO-2022-JP",
    holds: Holds::TREE.and_clocks(),
    detect: |source| detect(source, Style::Kif),
    read: Some(Reader::text(Family::Japanese, games::games, game)),
    write: Some(|export| write::write(export, &KIF, Style::Kif, shift_jis())),
    ..super::BASE
};

/// KIF in UTF-8.
pub(in crate::format) const KIFU: Format = Format {
    name: "kifu",
    title: "KIF in UTF-8",
    extensions: &["kifu"],
    unit: Unit::Line,
    encodings: "UTF-8, Shift_JIS, EUC-JP, ISO-2022-JP",
    // The text is the same in both encodings, so only the extension shows that the file should be UTF-8.
    detect: |source| detect(source, Style::Kif).only_if(KIFU.is_named(source)),
    write: Some(|export| write::write(export, &KIFU, Style::Kif, UTF_8)),
    ..KIF
};

/// KI2 in Shift_JIS.
pub(in crate::format) const KI2: Format = Format {
    name: "ki2",
    title: "KI2, moves as books print them",
    extensions: &["ki2"],
    unit: Unit::Line,
    holds: Holds::TREE,
    detect: |source| detect(source, Style::Ki2),
    write: Some(|export| write::write(export, &KI2, Style::Ki2, shift_jis())),
    ..KIF
};

/// KI2 in UTF-8.
pub(in crate::format) const KI2U: Format = Format {
    name: "ki2u",
    title: "KI2 in UTF-8",
    extensions: &["ki2u"],
    unit: Unit::Line,
    encodings: "UTF-8, Shift_JIS, EUC-JP, ISO-2022-JP",
    detect: |source| detect(source, Style::Ki2).only_if(KI2U.is_named(source)),
    write: Some(|export| write::write(export, &KI2U, Style::Ki2, UTF_8)),
    ..KI2
};

/// The number of move lines that suffice to detect the format.
const TELLING_MOVES: usize = 8;

fn detect(source: &Source<'_>, style: Style) -> Certainty {
    let mut signs = Signs::default();
    for line in lines::lines(&source.head(Family::Japanese).text) {
        signs.add(line.text);
        if signs.numbered + signs.signed >= TELLING_MOVES {
            break;
        }
    }
    let moves = signs.numbered + signs.signed;
    let is_kif = signs.numbered >= signs.signed;
    if moves > 0 && is_kif != (style == Style::Kif) {
        return Certainty::No;
    }
    match (moves, signs.certain, signs.headers) {
        (0, 0, 0) => Certainty::No,
        // Any text may have a few lines that look like headers.
        (0, 0, headers) if headers < signs.others => Certainty::No,
        (0, 0, _) => Certainty::Weak,
        (_, 0, 0) => Certainty::Likely,
        _ => Certainty::Certain,
    }
}

/// Statistics of the first lines of a text.
#[derive(Default)]
struct Signs {
    /// Lines that only this family of formats has.
    certain: usize,
    /// Headers found in Japanese records.
    headers: usize,
    numbered: usize,
    signed: usize,
    /// Lines of prose.
    others: usize,
}

impl Signs {
    fn add(&mut self, line: &str) {
        if line.starts_with("#KIF") || line.starts_with("#KI2") || line.starts_with("手数----") {
            self.certain += 1;
        }
        match lines::classify(line) {
            LineKind::Numbered(_, text) => self.numbered += usize::from(lines::is_step(text)),
            LineKind::Signed(text) => {
                let read = Phrase::scan(text).map(|(phrase, _)| phrase);
                // With an origin but no sign, it is a KIF move that lost its number.
                let unsigned = !text.starts_with(is_side_mark);
                if read.is_some_and(|phrase| unsigned && phrase.is_complete()) {
                    self.numbered += 1;
                } else {
                    self.signed += usize::from(read.is_some());
                }
            }
            LineKind::Variation(Some(_)) | LineKind::Turn(_) | LineKind::Turned => {
                self.certain += 1;
            }
            LineKind::Rank(text) => {
                // Tables in other texts have bars as well.
                let is_rank = Diagram::default().read_rank(text).is_none();
                let has_cells = text.contains("・") || text.contains('v');
                self.certain += usize::from(is_rank && has_cells);
            }
            LineKind::Header(key, _) => {
                let known = Dialect::Kif.key(key).is_some();
                self.headers += usize::from(known || key.ends_with("の持駒"));
            }
            LineKind::Other(_) => self.others += 1,
            _ => {}
        }
    }
}

fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let lines = lines_in(text, range);
    let mut classified = lines.map(|line| (line, lines::classify(line.text)));
    let mut head = head::HeadReader::new();
    let first = classified.find(|(line, kind)| !head.take(*line, *kind));
    let mut moves = head.finish(first.map(|(_, kind)| kind))?;
    for (line, kind) in first.into_iter().chain(classified) {
        moves.take(line, kind);
    }
    Ok(moves.finish())
}
