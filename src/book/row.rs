//! One row of a move table, read leniently: columns declared as numbers hold text, blobs or nothing in real books.

use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::schema::BookColumn;
use crate::text::source::{GB18030, decode_field};

/// A longer note is cut: it is shown on one line of a pane. In bytes.
const LONGEST_NOTE: usize = 64 << 10;

/// How the games with a move ended, for the side that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WinCounts {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl WinCounts {
    /// All games.
    pub fn games(self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Won games and half of the drawn ones, of all: 0 to 1. `None` without games.
    pub fn win_rate(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) / games as f64)
    }
}

/// A row as the book has it.
#[derive(Debug, Clone, Default)]
pub(super) struct StoredMove {
    pub(super) number: Option<u16>,
    pub(super) score: Option<i64>,
    pub(super) results: Option<WinCounts>,
    /// `vvalid`: 0 for a move that is switched off, or the number of its note.
    pub(super) valid: Option<i64>,
    pub(super) note: Option<String>,
}

impl StoredMove {
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let number = |column| Ok::<_, rusqlite::Error>(number(cell(row, column)?));
        Ok(Self {
            number: number(BookColumn::Move)?.and_then(move_number),
            score: number(BookColumn::Score)?,
            results: results([
                number(BookColumn::Win)?,
                number(BookColumn::Draw)?,
                number(BookColumn::Lost)?,
            ]),
            valid: number(BookColumn::Valid)?,
            note: note(cell(row, BookColumn::Note)?),
        })
    }

    /// Whether the author switched the move off.
    pub(super) fn is_off(&self) -> bool {
        self.valid == Some(0)
    }
}

/// A cell of a row that [`super::schema::Schema::columns`] selected.
pub(super) fn cell<'row>(
    row: &'row Row<'_>,
    column: BookColumn,
) -> rusqlite::Result<ValueRef<'row>> {
    row.get_ref(column as usize)
}

/// A number, however it is stored; `None` for NULL, for the empty text that means "unknown", and for anything else that
/// is not a number.
pub(super) fn number(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number),
        ValueRef::Real(number) => whole(number),
        ValueRef::Text(digits) | ValueRef::Blob(digits) => {
            let digits = std::str::from_utf8(digits).ok()?.trim();
            digits.parse().ok().or_else(|| whole(digits.parse().ok()?))
        }
    }
}

fn whole(number: f64) -> Option<i64> {
    number.is_finite().then(|| number.round() as i64)
}

/// The 16 bits of a move, which some program may have stored as a signed number.
pub(super) fn move_number(number: i64) -> Option<u16> {
    u16::try_from(number).ok().or_else(|| Some(i16::try_from(number).ok()? as u16))
}

fn results(counts: [Option<i64>; 3]) -> Option<WinCounts> {
    if counts.iter().all(Option::is_none) {
        return None;
    }
    let [won, drawn, lost] = counts.map(|count| u64::try_from(count.unwrap_or(0)).unwrap_or(0));
    Some(WinCounts { won, drawn, lost })
}

/// A note without the padding that a field of fixed width leaves. Its encoding is declared nowhere; the programs that write
/// notes are all of the mainland.
pub(super) fn note(value: ValueRef<'_>) -> Option<String> {
    let bytes = match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes,
        ValueRef::Integer(number) => return Some(number.to_string()),
        ValueRef::Real(number) => return Some(number.to_string()),
        ValueRef::Null => return None,
    };
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let bytes = bytes[..end.min(LONGEST_NOTE)].trim_ascii();
    let note =
        std::str::from_utf8(bytes).map_or_else(|_| decode_field(bytes, GB18030), str::to_owned);
    (!note.is_empty()).then_some(note)
}
