//! The fields of the header.

use super::MAGIC;
use crate::format::ReadError;
use crate::format::headers::Dialect;
use crate::format::xiangqi::ccbridge::{kind_name, push_result, text};
use crate::record::{At, Headers, Key};

const VERSION: usize = 19;
const KIND: usize = 2040;
const RESULT: usize = 2076;

/// The layouts that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// That of version 2 without three of its fields. No file of it is known.
    One,
    Two,
}

impl Version {
    /// The version of the record that begins at `start`.
    ///
    /// # Errors
    /// It is another than 1 and 2, or not there.
    pub(super) fn of(bytes: &[u8], start: usize) -> Result<Self, ReadError> {
        let at = At::byte(start + VERSION);
        let record = bytes.get(start..).unwrap_or(&[]);
        match record.get(VERSION) {
            _ if !record.starts_with(MAGIC) => {
                Err(ReadError::new(at, "no record of CCBridge begins here"))
            }
            Some(1) => Ok(Self::One),
            Some(2) => Ok(Self::Two),
            Some(3) => Err(ReadError::new(
                at,
                "CBR version 3, of a CCBridge newer than 3, is not known; save the game as version 2",
            )),
            Some(other) => Err(ReadError::new(
                at,
                format!("CBR version {other} is not known"),
            )),
            None => Err(ReadError::new(at, "the file ends inside the header")),
        }
    }

    /// Where version 2's offset lies in this version, which has no script, no referee and no recorder.
    pub(super) fn offset(self, in_two: usize) -> usize {
        let missing = match self {
            Self::Two => 0,
            Self::One if in_two >= COMMENTATOR => 256,
            Self::One => 128,
        };
        in_two - missing
    }

    fn has(self, offset: usize) -> bool {
        self == Self::Two || !matches!(offset, SCRIPT | REFEREE | RECORDER)
    }
}

const SCRIPT: usize = 52;
const REFEREE: usize = 1524;
const RECORDER: usize = 1588;
const COMMENTATOR: usize = 1652;

/// Offset in version 2, size in bytes, and the name that CCBridge gives the field in its XML (CBF).
type Field = (usize, usize, &'static str);

const FIELDS: [Field; 28] = [
    (SCRIPT, 128, "Script"),
    (180, 128, "Name"),
    (308, 256, "Path"),
    (564, 64, "From"),
    (628, 64, "ContestType"),
    (692, 64, "Contest"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeRule"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1268, 32, "RedRating"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackRating"),
    (REFEREE, 64, "Referee"),
    (RECORDER, 64, "Recorder"),
    (COMMENTATOR, 64, "Commentator"),
    (1716, 64, "CommentatorURL"),
    (1780, 64, "Creator"),
    (1844, 64, "CreatorURL"),
    (1908, 40, "DateCreated"),
    (1972, 40, "DateModified"),
];

/// The two fields after the numbers.
const NATURE: Field = (2044, 32, "RecordKind");
const ENDING: Field = (2080, 32, "ResultType");

/// Reads the header of the record that begins at `start`. A field that the file does not have any more is empty.
pub(super) fn read_headers(bytes: &[u8], start: usize, version: Version) -> Headers {
    let mut headers = Headers::default();
    let record = bytes.get(start..).unwrap_or(&[]);
    for field in FIELDS.iter().filter(|(offset, ..)| version.has(*offset)) {
        read_text(record, version, field, &mut headers);
    }
    let number = |offset| record.get(version.offset(offset)).copied();
    if let Some(kind) = number(KIND) {
        headers.push_raw("RecordType", &kind.to_string());
        headers.set(Key::Kind, kind_name(kind.into()));
    }
    read_text(record, version, &NATURE, &mut headers);
    if let Some(result) = number(RESULT) {
        push_result(&mut headers, "RecordResult", result.into());
    }
    read_text(record, version, &ENDING, &mut headers);
    headers
}

fn read_text(record: &[u8], version: Version, field: &Field, headers: &mut Headers) {
    let (offset, size, name) = *field;
    let start = version.offset(offset);
    let field = record.get(start..).unwrap_or(&[]);
    let text = text(field.get(..size).unwrap_or(field));
    if !text.is_empty() {
        Dialect::CcBridge.keep(headers, name, &text);
    }
}
