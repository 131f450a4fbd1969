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

#[cfg(feature = "tui")]
pub(super) use ending::in_place_of_move as ending_in_words;

use std::ops::Range;

use crate::format::games::{Extent, Games, divide};
use crate::format::headers::Dialect;
use crate::format::prose::{Reading, Tongue, count_introduced, doubtful};
use crate::format::{Certainty, Format, Holds, ReadError, Reader, Series, Writer};
use crate::game::shogi::notation::{Phrase, is_side_mark};
use crate::record::{At, Builder, Doubt, Record};
use crate::text::scan::{Line, beginning, lines, lines_in};
use crate::text::source::{Family, SHIFT_JIS, UTF_8};
use crate::text::{Source, Unit, without_joiners};
use diagram::Diagram;
use games::{GameSearch, may_go_on};
use lines::{LineKind, classify, is_step};
use moves::Moves;
use write::KifForm;

/// KIF in Shift_JIS.
pub(in crate::format) const KIF: Format = Format {
    name: "kif",
    title: "KIF (Kifu for Windows, 柿木将棋)",
    extensions: &["kif"],
    unit: Unit::Line,
    encodings: "Shift_JIS, UTF-8, EUC-JP, ISO-2022-JP",
    holds: Holds::TREE.and_clocks(),
    detect: |source| detect(source, KifForm::Kif),
    spell: without_joiners,
    read: Some(Reader::text(Family::Japanese, games, game, None)),
    write: Some(Writer::Text(|pass, text| write::write(pass, KifForm::Kif, text))),
    series: Series::encoded(SHIFT_JIS),
    ..super::BASE
};

/// KIF in UTF-8.
pub(in crate::format) const KIFU: Format = Format {
    name: "kifu",
    title: "KIF in UTF-8",
    extensions: &["kifu"],
    encodings: "UTF-8, Shift_JIS, EUC-JP, ISO-2022-JP",
    // The text is the same in both encodings, so only the extension shows that the file should be UTF-8.
    detect: |source| KIFU.if_named(source, KIF.detect),
    series: Series::encoded(UTF_8),
    ..KIF
};

/// KI2 in Shift_JIS.
pub(in crate::format) const KI2: Format = Format {
    name: "ki2",
    title: "KI2, moves as books print them",
    extensions: &["ki2"],
    holds: Holds::TREE,
    detect: |source| detect(source, KifForm::Ki2),
    tongue: Some(Tongue::Japanese),
    write: Some(Writer::Text(|pass, text| write::write(pass, KifForm::Ki2, text))),
    ..KIF
};

/// KI2 in UTF-8.
pub(in crate::format) const KI2U: Format = Format {
    name: "ki2u",
    title: "KI2 in UTF-8",
    extensions: &["ki2u"],
    encodings: "UTF-8, Shift_JIS, EUC-JP, ISO-2022-JP",
    detect: |source| KI2U.if_named(source, KI2.detect),
    series: Series::encoded(UTF_8),
    ..KI2
};

/// The number of move lines that suffice to detect the format.
const TELLING_MOVES: usize = 8;

fn detect(source: &Source<'_>, style: KifForm) -> Certainty {
    let mut signs = Signs::default();
    for line in lines(source.head(Family::Japanese)) {
        signs.add(line.text);
        if signs.numbered + signs.signed >= TELLING_MOVES {
            break;
        }
    }
    let moves = signs.numbered + signs.signed;
    let is_kif = signs.numbered >= signs.signed;
    if moves > 0 && is_kif != (style == KifForm::Kif) {
        return Certainty::No;
    }
    match (moves, signs.certain, signs.headers) {
        // Any text may have a few lines that look like headers.
        (0, 0, headers) if headers == 0 || headers < signs.others => Certainty::No,
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
        match classify(line) {
            LineKind::Numbered(_, text) => self.numbered += usize::from(is_step(text)),
            LineKind::Signed(text) => match Phrase::scan(text) {
                // With an origin but no sign, it is a KIF move that lost its number.
                Some((phrase, _)) if phrase.is_complete() && !text.starts_with(is_side_mark) => {
                    self.numbered += 1;
                }
                read => self.signed += usize::from(read.is_some()),
            },
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
    let mut lines = lines_in(text, range.clone()).map(|line| (line, classify(line.text)));
    let mut head = head::HeadReader::new();
    let first = lines.find(|(line, kind)| !head.take(*line, *kind));
    let mut moves = head.finish(first.map(|(_, kind)| kind))?;
    for (line, kind) in first.into_iter().chain(lines) {
        moves.take(line, kind);
    }
    let (odd, left, named) = (moves.odd, moves.left, moves.named);
    let is_formal = moves.is_formal || moves.origins && odd == 0 && left.is_none();
    let mut record = moves.finish();
    if !is_formal
        && let Some(other) = from_prose(text, &range, &record, (odd, named, left.is_some()))?
    {
        return Ok(other);
    }
    let has_moves = record.tree.len() > 1;
    let left = if has_moves { left } else { line_with_moves(text, range, &record) };
    if let Some(left) = left {
        let line = text[left..].lines().next().unwrap_or("");
        record.warnings.warn(At::offset(left), doubtful(line, Doubt::Unfit));
    }
    Ok(record)
}

/// A game as the reader of prose reads it, if it explains more than the lines of moves do. `odd`: how many of their moves
/// do not fit, or are left out. `named`: how many of them are in sentences. `has_left`: one that is kept as words has several moves.
fn from_prose(
    text: &str,
    range: &Range<usize>,
    record: &Record,
    (odd, named, has_left): (usize, usize, bool),
) -> Result<Option<Record>, ReadError> {
    let (plies, known) = (record.tree.len(), record.warnings.count());
    let has_moves = plies > 1;
    let tongues: &[Tongue] = match has_moves {
        true if odd + known == 0 && !has_left => &[],
        true => &TONGUES[..1],
        false => &TONGUES,
    };
    for tongue in tongues {
        let Some(other) = prose(text, range.clone(), *tongue)? else {
            continue;
        };
        let (others, faults) = (other.tree.len(), other.warnings.count());
        // Where all moves can be played, or only moves are illegal, none may be lost.
        let is_whole = odd > 0 && known > 0 || others + named >= plies + usize::from(has_left);
        let gains = faults + plies < others && (has_left || !has_moves);
        if is_whole && (gains || has_moves && faults < known.max(odd) + named) {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Where the first line is with a move, in a text of which none is read.
fn line_with_moves(text: &str, range: Range<usize>, record: &Record) -> Option<usize> {
    // Beside a diagram, one move may be the last before it.
    let enough = if record.start.is_usual() { 1 } else { 2 };
    let part = &text[range.clone()];
    let is_written =
        |tongue: &Tongue| tongue.is_in(part) && count_introduced(part, *tongue) >= enough;
    let tongue = TONGUES.into_iter().find(is_written)?;
    lines_in(text, range).find(|line| tongue.is_in(line.text)).map(|line| line.offset)
}

/// How people write the moves below a Japanese head.
const TONGUES: [Tongue; 2] = [Tongue::Japanese, Tongue::Western];

/// The start and the headers of a game that people wrote, from lines that may be quoted, or tables.
fn loose_head(text: &str, range: Range<usize>) -> Result<Moves, ReadError> {
    let mut head = head::HeadReader::new();
    for line in lines_in(text, range) {
        let plain = line.text.trim_start_matches(['>', ' ']);
        let offset = line.offset + line.text.len() - plain.len();
        let kind = classify(plain);
        if !matches!(kind, LineKind::Rank(rank) if Diagram::default().read_rank(rank).is_some()) {
            head.take(Line { text: plain, offset, ..line }, kind);
        }
    }
    head.finish(None)
}

/// Reads a game from prose.
fn prose(text: &str, range: Range<usize>, tongue: Tongue) -> Result<Option<Record>, ReadError> {
    let whole = loose_head(text, range.clone())?;
    let reading = Reading::new(&whole.builder, text, range.clone(), tongue, false);
    let Some(begin) = reading.begin() else {
        return Ok(None);
    };
    let mut moves = loose_head(text, range.start..begin)?;
    moves.builder.set_start(whole.builder.record().start.clone());
    let (mut moves, from) = moves.plant(reading, begin);
    for line in lines_in(text, from..range.end) {
        moves.take_rest(line);
    }
    Ok(Some(moves.finish()))
}

/// How certain it is that people wrote down a game in a text of another kind.
pub(in crate::format) fn certainty_of_prose(text: &str) -> Certainty {
    let text = beginning(text);
    if !Tongue::Japanese.is_in(text) {
        return Certainty::No;
    }
    let Ok(moves) = loose_head(text, 0..text.len()) else {
        return Certainty::No;
    };
    Reading::new(&moves.builder, text, 0..text.len(), Tongue::Japanese, false).counts().certainty()
}

/// Finds the games of a text. Kifu for Windows writes one game per file; collections concatenate them, each with its own
/// head.
fn games(text: &str, _: Extent) -> Result<Games, ReadError> {
    let mut search = GameSearch::default();
    if may_go_on(text) {
        for line in lines(text) {
            search.take(line.offset, line.text);
        }
    }
    if search.restarts && search.starts.is_empty() {
        let builder = Builder::new(game(text, 0..text.len())?.start);
        let reading = Reading::new(&builder, text, 0..text.len(), Tongue::Japanese, true);
        search.starts.extend(reading.starts());
    }
    let (mut from, mut starts) = (0, Vec::new());
    for start in search.starts {
        if !search.drawn.contains(&start) || !shows_end(text, from..start) {
            starts.push(start);
            from = start;
        }
    }
    Ok(divide(text, &starts))
}

/// Whether the diagram after a part of a text shows where its game ended: the game goes on.
fn shows_end(text: &str, part: Range<usize>) -> bool {
    const LINES: usize = 20;
    let rest = part.end..text.len();
    let end = lines_in(text, rest).nth(LINES).map_or(text.len(), |line| line.offset);
    let (Ok(drawn), Ok(record)) = (loose_head(text, part.end..end), game(text, part)) else {
        return false;
    };
    let reached = record.position_at(record.tree.mainline_end());
    let drawn = drawn.builder.record().start.shogi();
    reached.shogi().zip(drawn).is_some_and(|(reached, drawn)| reached.pieces().eq(drawn.pieces()))
}
