//! Opening books of shogi, as YaneuraOu and programs after it have them: `.db`, a text with the moves of each position below
//! its SFEN, and `.ybb`, records sorted by the packed position, which is searched in the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use memchr::memmem;

use super::BookError;
use super::lookup::Found;
use super::packed::{pack, row};
use super::row::StoredMove;
use super::schema::{BookFormat, MOST_ROWS};
use crate::game;
use crate::game::shogi::{Move, Origin, Position};
use crate::text::fnv;

/// How a `.db` begins, before its version.
const TEXT_MAGIC: &[u8] = b"#YANEURAOU-DB";
/// The byte order mark of UTF-8, with which ShogiHome reads a `.db` too.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// How a `.ybb` begins, before the number of its records and its flags.
const PACKED_MAGIC: &[u8] = b"YANE-BINBOOK-V1\0";
/// The header of a `.ybb`, and a record: a packed position, where its moves are, its ply, and the number of its moves.
const HEADER: u64 = 32;
const RECORD: u64 = 44;
/// A longer line of a `.db`, or more lines of a position, are cut. In bytes.
const LONGEST: u64 = 64 << 10;

/// An open book.
#[derive(Debug)]
pub(super) struct ShogiBook {
    file: File,
    index: Positions,
}

/// Where the moves of each position are.
#[derive(Debug)]
enum Positions {
    /// `.db`: the hash of each position and where its moves are, sorted.
    Text(Vec<(u64, u64)>),
    /// `.ybb`: the number of records, and the bytes of a move, with or without its depth.
    Packed { records: u64, size: usize },
}

impl ShogiBook {
    /// Opens a book that begins with these bytes; `None` if it is of another kind.
    pub(super) fn open(path: &Path, start: &[u8]) -> Result<Option<Self>, BookError> {
        let text = start.strip_prefix(MARK).unwrap_or(start);
        // Tools leave out the first line, or write remarks instead.
        let is_headless = text.starts_with(b"#") && memmem::find(text, b"\nsfen ").is_some();
        let is_text = text.starts_with(TEXT_MAGIC) || text.starts_with(b"sfen ") || is_headless;
        if !is_text && !start.starts_with(PACKED_MAGIC) {
            return Ok(None);
        }
        let file = File::open(path)?;
        let index = match is_text {
            true => Positions::Text(positions(&file)?),
            false => packed_index(start, file.metadata()?.len())?,
        };
        Ok(Some(Self { file, index }))
    }

    pub(super) fn format(&self) -> BookFormat {
        match self.index {
            Positions::Text(_) => BookFormat::YaneuraouDb,
            Positions::Packed { .. } => BookFormat::Ybb,
        }
    }

    /// The legal moves for a position. Many books have only positions with sente to move, so it is looked up from the other
    /// side as well.
    pub(super) fn find(&self, position: &Position) -> Result<Found, BookError> {
        let mut found = Found::default();
        for (is_turned, seen) in [(false, *position), (true, position.turned())] {
            for (mv, stored) in stored_moves(&self.rows(&seen)?, is_turned) {
                match position.check(mv) {
                    Ok(()) => found.add(game::Move::Shogi(mv), &stored),
                    Err(_) => found.illegal += 1,
                }
            }
        }
        Ok(found)
    }

    /// The moves of a position, as the lines of a `.db`.
    fn rows(&self, position: &Position) -> Result<Vec<String>, BookError> {
        let mut rows = match &self.index {
            Positions::Text(index) => self.text_rows(index, position)?,
            Positions::Packed { records, size } => self.packed_rows(*records, *size, position)?,
        };
        rows.truncate(MOST_ROWS);
        Ok(rows)
    }

    fn text_rows(&self, index: &[(u64, u64)], position: &Position) -> io::Result<Vec<String>> {
        let key = hash_sfen(&position.sfen(1));
        let first = index.partition_point(|(known, _)| *known < key);
        let mut rows = Vec::new();
        for (_, offset) in index[first..].iter().take_while(|(known, _)| *known == key) {
            let moves = self.bytes(*offset, LONGEST)?;
            let moves = String::from_utf8_lossy(&moves);
            let own = moves.lines().take_while(|line| !line.starts_with("sfen "));
            rows.extend(own.map(str::to_owned));
        }
        Ok(rows)
    }

    fn packed_rows(
        &self,
        records: u64,
        size: usize,
        position: &Position,
    ) -> io::Result<Vec<String>> {
        let key = pack(position);
        let (mut low, mut high) = (0, records);
        while low < high {
            let middle = low.midpoint(high);
            let record = self.bytes(HEADER + middle * RECORD, RECORD)?;
            let Some((known, [place @ .., _, _, few, many])) = record.split_at_checked(key.len())
            else {
                break;
            };
            if known < &key[..] {
                low = middle + 1;
            } else if known > &key[..] {
                high = middle;
            } else {
                let moves = (HEADER + records * RECORD).saturating_add(number(place));
                let count = u64::from(u16::from_le_bytes([*few, *many]));
                let moves = self.bytes(moves, count * size as u64)?;
                return Ok(moves.chunks_exact(size).map(row).collect());
            }
        }
        Ok(Vec::new())
    }

    /// The bytes at an offset, fewer at the end of the file.
    fn bytes(&self, offset: u64, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.take(count).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The hashes of the positions in a `.db` and where their moves are, sorted by hash.
fn positions(file: &File) -> io::Result<Vec<(u64, u64)>> {
    let mut reader = BufReader::new(file);
    let (mut positions, mut offset, mut line) = (Vec::new(), 0, Vec::new());
    while reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)? > 0 {
        offset += line.len() as u64;
        let text = String::from_utf8_lossy(line.strip_prefix(MARK).unwrap_or(&line));
        positions.extend(text.strip_prefix("sfen ").map(|sfen| (hash_sfen(sfen), offset)));
        line.clear();
    }
    positions.sort_unstable();
    Ok(positions)
}

fn packed_index(start: &[u8], length: u64) -> Result<Positions, BookError> {
    let header = start.get(PACKED_MAGIC.len()..HEADER as usize).unwrap_or(&[]);
    let (records, flags) = header.split_at(header.len() / 2);
    let (records, flags) = (number(records), number(flags));
    let expected = records.saturating_mul(RECORD).saturating_add(HEADER);
    match flags {
        _ if expected > length => Err(BookError::CutShort { is: length, expected }),
        0 => Ok(Positions::Packed { records, size: 4 }),
        1 => Ok(Positions::Packed { records, size: 6 }),
        _ => Err(BookError::OtherKind("newer YaneuraOu (YBB)")),
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The hash of a position: of all but the number of the move.
fn hash_sfen(sfen: &str) -> u64 {
    let sfen = sfen.trim_end().trim_end_matches(|sign: char| sign.is_ascii_digit());
    fnv(sfen.trim().as_bytes())
}

/// The moves of a position. Remarks are about the move above them, and those above all moves about the first. `is_turned`:
/// the colours are to be exchanged.
fn stored_moves(rows: &[String], is_turned: bool) -> Vec<(Move, StoredMove)> {
    let mut moves: Vec<(Move, StoredMove)> = Vec::new();
    let mut above = Vec::new();
    for row in rows {
        let remark = row.strip_prefix('#').or_else(|| row.strip_prefix("//"));
        if let Some((mv, mut stored)) = stored(row, is_turned) {
            above.drain(..).for_each(|remark| add_remark(&mut stored, remark));
            moves.push((mv, stored));
        } else if let Some(remark) = remark.map(str::trim).filter(|remark| !remark.is_empty()) {
            match moves.last_mut() {
                Some((_, last)) => add_remark(last, remark),
                None => above.push(remark),
            }
        }
    }
    moves
}

fn add_remark(stored: &mut StoredMove, remark: &str) {
    let note = stored.note.get_or_insert_default();
    if !note.is_empty() {
        note.push_str("; ");
    }
    note.push_str(remark);
}

/// `7g7f 3c3d 50 32 1000`: the move, the answer to it, its score, the depth of the search, and how often it was played. Columns may
/// be empty. `None` for a resignation, a remark and the like.
fn stored(line: &str, is_turned: bool) -> Option<(Move, StoredMove)> {
    let mut columns = line.split(' ');
    let mv: Move = columns.next()?.parse().ok()?;
    let [answer, score, depth, count] = [(); 4].map(|()| columns.next().unwrap_or("").trim());
    let answer = match answer.parse::<Move>() {
        Ok(mv) if is_turned => mv.turned().to_string(),
        Ok(mv) => mv.to_string(),
        Err(_) => answer.to_owned(),
    };
    let notes = [("answer", &*answer), ("depth", depth), ("count", count)];
    let known = notes.iter().filter(|(_, value)| !["", "0", "none"].contains(value));
    let note = known.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ");
    let note = Some(note).filter(|note| !note.is_empty());
    let stored = StoredMove { score: score.parse().ok(), note, ..StoredMove::default() };
    let turned = if is_turned { mv.turned() } else { mv };
    (mv.from != Origin::Board(mv.to)).then_some((turned, stored))
}
