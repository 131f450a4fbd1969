//! The rows of the index, and the blocks in which they are kept: positions in the order of their keys, each with what was
//! played there, in the order of the games.

use super::IndexError;
use crate::text::fnv;

/// What was played in a position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct IndexRow {
    /// The key of the position, whichever way its board is turned.
    pub(super) key: u64,
    /// The number of the game.
    pub(super) game: u32,
    pub(super) ply: u16,
    /// The move and the turn: see [`super::game::Gathered`]. Less than 2^15.
    pub(super) code: u16,
}

/// A block with its check sum fits into a page of SQLite, unless it is a single position.
const MOST: usize = 4_040;
/// The length of a check sum.
const CHECK: usize = 4;
/// What a block has beside its rows.
const FRAME: usize = 8 + CHECK;
/// The usual length of the difference of two keys.
const KEY: usize = 7;

impl IndexRow {
    /// The length of a row in a file of sorted rows.
    pub(super) const LENGTH: usize = 16;

    pub(super) fn bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.game.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.ply.to_le_bytes());
        bytes[14..].copy_from_slice(&self.code.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        let all = u128::from_le_bytes(bytes);
        let (key, game) = (all as u64, (all >> 64) as u32);
        Self { key, game, ply: (all >> 96) as u16, code: (all >> 112) as u16 }
    }
}

/// A key as the number of a row in SQLite, in the same order.
pub(super) fn rowid(key: u64) -> i64 {
    (key ^ 1 << 63) as i64
}

/// The key that is a number in SQLite.
pub(super) fn key(rowid: i64) -> u64 {
    rowid as u64 ^ 1 << 63
}

/// Bytes with a check sum, which also depends on where they are stored.
pub(super) fn sealed(place: u64, mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = check(place, &bytes);
    bytes.extend(sum);
    bytes
}

/// Checks and removes what [`sealed`] added.
///
/// # Errors
/// The check sum is wrong.
pub(super) fn unsealed(place: u64, bytes: &[u8]) -> Result<&[u8], IndexError> {
    let (bytes, sum) = bytes.split_last_chunk::<CHECK>().ok_or_else(damaged)?;
    (check(place, bytes) == *sum).then_some(bytes).ok_or_else(damaged)
}

fn check(place: u64, bytes: &[u8]) -> [u8; CHECK] {
    let sum = fnv(&place.to_le_bytes()) ^ fnv(bytes);
    ((sum ^ sum >> 32) as u32).to_le_bytes()
}

fn damaged() -> IndexError {
    IndexError::Damaged("a wrong check sum".to_owned())
}

/// Appends a number, seven bits a byte.
fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 1 << 7 {
        out.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front of bytes.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127).checked_shl(shift)?;
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

/// The rows of a position as they are written, without its key.
fn written(rows: &[IndexRow]) -> Vec<u8> {
    let mut out = Vec::with_capacity(rows.len() * 5);
    let mut before = 0;
    for (nth, row) in rows.iter().enumerate() {
        put(u64::from(row.game - before), &mut out);
        let more = u16::from(nth + 1 < rows.len());
        out.extend((row.code << 1 | more).to_le_bytes());
        put(u64::from(row.ply), &mut out);
        before = row.game;
    }
    out
}

/// A block: all rows from a key on, and before another one unless it is the last.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) first: u64,
    pub(super) until: Option<u64>,
    pub(super) rows: Vec<IndexRow>,
}

impl Block {
    /// The block from a key on of which [`Packer`] made these bytes.
    ///
    /// # Errors
    /// The check sum is wrong, or the bytes are no block.
    pub(super) fn read(first: u64, block: &[u8]) -> Result<Self, IndexError> {
        let bytes = unsealed(first, block)?;
        let read = bytes.split_first_chunk().and_then(|(until, rows)| {
            let until = u64::from_le_bytes(*until);
            Some(Self { first, until: (until > 0).then_some(until), rows: decoded(first, rows)? })
        });
        read.ok_or_else(|| IndexError::Damaged("a block without sense".to_owned()))
    }

    /// Whether a position belongs here.
    pub(super) fn has_room_for(&self, key: u64) -> bool {
        self.first <= key && self.until.is_none_or(|until| key < until)
    }
}

fn decoded(first: u64, mut bytes: &[u8]) -> Option<Vec<IndexRow>> {
    let mut rows: Vec<IndexRow> = Vec::with_capacity(bytes.len() / 5);
    while !bytes.is_empty() {
        let delta = take(&mut bytes)?;
        if delta == 0 && !rows.is_empty() {
            return None;
        }
        let key = rows.last().map_or(first, |row| row.key).checked_add(delta)?;
        let mut game = 0_u32;
        loop {
            game = game.checked_add(u32::try_from(take(&mut bytes)?).ok()?)?;
            let (code, rest) = bytes.split_first_chunk()?;
            let code = u16::from_le_bytes(*code);
            bytes = rest;
            let ply = u16::try_from(take(&mut bytes)?).ok()?;
            rows.push(IndexRow { key, game, ply, code: code >> 1 });
            if code & 1 == 0 {
                break;
            }
        }
    }
    Some(rows)
}

/// Divides positions into blocks.
pub(super) struct Packer {
    /// A block is closed when it has this length.
    enough: usize,
    /// Where the block begins, and the last key in it.
    first: u64,
    last: u64,
    bytes: Vec<u8>,
}

impl Packer {
    /// Fills each block.
    pub(super) fn full() -> Self {
        Self { enough: MOST, first: 0, last: 0, bytes: Vec::new() }
    }

    /// Blocks of about the same length for all these rows, from a key on: were one full and the next one nearly empty,
    /// nearly empty blocks would accumulate.
    pub(super) fn even(first: u64, rows: &[IndexRow]) -> Self {
        let all: usize = positions(rows).map(|rows| written(rows).len() + KEY).sum();
        let enough = all / all.div_ceil(MOST - FRAME).max(1);
        Self { enough, first, last: first, ..Self::full() }
    }

    /// Adds the rows of the next position. Returns the block before it if that is full now, with its first key.
    pub(super) fn push(&mut self, rows: &[IndexRow]) -> Option<(u64, Vec<u8>)> {
        let key = rows.first()?.key;
        let written = written(rows);
        let delta = (key - self.last).max(1).ilog2() as usize / 7 + 1;
        let length = self.bytes.len() + delta + written.len() + FRAME;
        let is_full = !self.bytes.is_empty() && (length > MOST || self.bytes.len() >= self.enough);
        let full = is_full.then(|| self.finish(Some(key)));
        put(key - self.last, &mut self.bytes);
        self.bytes.extend(written);
        self.last = key;
        full
    }

    /// The last block, which ends before a key.
    pub(super) fn finish(&mut self, until: Option<u64>) -> (u64, Vec<u8>) {
        let mut block = until.unwrap_or(0).to_le_bytes().to_vec();
        block.append(&mut self.bytes);
        let first = std::mem::replace(&mut self.first, until.unwrap_or(0));
        self.last = self.first;
        (first, sealed(first, block))
    }
}

/// Sorted rows, those of each position together.
pub(super) fn positions(rows: &[IndexRow]) -> impl Iterator<Item = &[IndexRow]> {
    rows.chunk_by(|one, other| one.key == other.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 20) % end
        }
    }

    fn some_rows(random: &mut Random) -> Vec<IndexRow> {
        let mut rows = Vec::new();
        let mut key = random.below(1 << 40);
        for _ in 0..random.below(1_500) {
            let bits = random.below(44);
            key += 1 + random.below(1 << bits);
            let mut game = 0;
            for _ in 0..1 + random.below(3) * random.below(9) * random.below(40) {
                let bits = random.below(20);
                game += random.below(1 << bits) as u32;
                let (ply, code) = (random.below(4_001) as u16, random.below(1 << 15) as u16);
                rows.push(IndexRow { key, game, ply, code });
            }
        }
        rows
    }

    fn packed(mut packer: Packer, all: &[IndexRow]) -> Vec<(u64, Vec<u8>)> {
        let mut blocks: Vec<_> = positions(all).filter_map(|rows| packer.push(rows)).collect();
        blocks.push(packer.finish(None));
        blocks
    }

    #[test]
    fn a_block_comes_back() {
        let mut random = Random(1);
        for _ in 0..60 {
            let all = some_rows(&mut random);
            for packer in [Packer::full(), Packer::even(0, &all)] {
                let blocks = packed(packer, &all);
                let read: Vec<Block> = blocks
                    .iter()
                    .map(|(first, block)| Block::read(*first, block).unwrap())
                    .collect();
                assert!(read.iter().flat_map(|block| &block.rows).eq(&all));
                // They follow each other without a gap.
                assert_eq!((read[0].first, read.last().unwrap().until), (0, None));
                assert!(read.windows(2).all(|pair| pair[0].until == Some(pair[1].first)));
                for block in &read {
                    assert!(block.rows.iter().all(|row| block.has_room_for(row.key)));
                }
                for (_, block) in blocks.iter().filter(|(_, block)| block.len() > MOST) {
                    let whole = decoded(0, &block[8..block.len() - CHECK]).unwrap();
                    assert_eq!(positions(&whole).count(), 1);
                }
            }
        }
        for row in some_rows(&mut random) {
            assert_eq!(IndexRow::from_bytes(row.bytes()), row);
            assert_eq!(key(rowid(row.key)), row.key);
        }
        assert!(rowid(0) < rowid(1) && rowid(1 << 62) < rowid(u64::MAX));
    }

    #[test]
    fn blocks_that_are_divided_evenly_leave_no_crumbs() {
        let all: Vec<IndexRow> =
            (0..700).map(|key| IndexRow { key: key << 30, game: 1, ply: 2, code: 3 }).collect();
        let lengths = packed(Packer::even(0, &all), &all).into_iter().map(|(_, block)| block.len());
        assert!(
            lengths.clone().all(|length| length > MOST / 2 && length <= MOST),
            "{:?}",
            lengths.collect::<Vec<_>>()
        );
    }

    #[test]
    fn no_bytes_make_it_panic_and_no_change_goes_unnoticed() {
        let mut random = Random(2);
        let all: Vec<IndexRow> = some_rows(&mut random).into_iter().take(300).collect();
        let (first, block) = packed(Packer::full(), &all).swap_remove(0);
        for _ in 0..10_000 {
            let length = random.below(200);
            let noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let _ = decoded(random.below(u64::MAX), &noise);
            assert!(Block::read(first, &noise).is_err());
            let mut changed = block.clone();
            let at = random.below(changed.len() as u64) as usize;
            changed[at] ^= 1 + random.below(255) as u8;
            assert!(Block::read(first, &changed).is_err());
            let _ = decoded(first, &changed);
        }
        assert!(Block::read(first + 1, &block).is_err(), "at another place");
    }
}
