//! The keys with which files newer than 1.0 are scrambled.
//!
//! Nothing official describes them. What is here is what the files themselves show: under it every known file's
//! root begins with the letters `XQ`, and its moves are legal.

use std::array;

use super::{HEADER, PLAIN, VERSION};

/// Where the key bytes are in the header.
pub(super) const MASK: usize = 0x03;
const OR: usize = 0x08;
pub(super) const SUM: usize = 0x0C;

/// The bytes that, masked, are subtracted cyclically from everything after the header.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Whether there are key bytes, of which a plain file has none.
pub(super) fn are_there(header: &[u8; HEADER]) -> bool {
    header[MASK] != 0 || header[OR..SUM + 4].iter().any(|byte| *byte != 0)
}

/// The key bytes as they are in the header.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeyBytes {
    mask: u8,
    or: [u8; 4],
    /// The check sum, then the keys of the start squares, of the squares of origin and of the destinations.
    keys: [u8; 4],
}

impl KeyBytes {
    /// Reads the keys from a header. Files up to 1.0 have none, whatever the bytes.
    pub(super) fn of(header: &[u8; HEADER]) -> Self {
        match header[VERSION] {
            ..=PLAIN => Self::default(),
            _ => Self {
                mask: header[MASK],
                or: array::from_fn(|index| header[OR + index]),
                keys: array::from_fn(|index| header[SUM + index]),
            },
        }
    }

    /// The sum of the four keys. `XQStudio` rejects a file in which it is not 0.
    pub(super) fn excess(self) -> u8 {
        self.keys.into_iter().fold(0, u8::wrapping_add)
    }

    /// The four ways to change one of the keys so that the sum is 0. Each comes with the offset of the changed key.
    pub(super) fn repairs(self) -> impl Iterator<Item = (Option<usize>, Self)> {
        (0..self.keys.len()).map(move |index| {
            let mut repaired = self;
            repaired.keys[index] = repaired.keys[index].wrapping_sub(self.excess());
            (Some(SUM + index), repaired)
        })
    }

    /// The keys that are made of the bytes.
    pub(super) fn keys(self) -> XqfKeys {
        let [sum, squares, from, to] = self.keys;
        let key_squares = turn(squares, squares);
        let key_from = turn(from, key_squares);
        let key_to = turn(to, key_from);
        let mut stream = *STREAM;
        for (index, byte) in stream.iter_mut().enumerate() {
            let part = index % 4;
            *byte &= (self.keys[part] & self.mask) | self.or[part];
        }
        XqfKeys {
            squares: key_squares,
            from: key_from,
            to: key_to,
            comment: (u32::from(sum) * 256 + u32::from(squares)) % 32_000 + 767,
            stream,
        }
    }
}

fn turn(key: u8, by: u8) -> u8 {
    let square = key.wrapping_mul(key);
    square.wrapping_mul(54).wrapping_add(221).wrapping_mul(by)
}

/// The keys to subtract from the bytes of a file.
pub(super) struct XqfKeys {
    /// For the starting squares; also the number of places by which they are rotated.
    pub(super) squares: u8,
    /// For the squares that moves come from.
    pub(super) from: u8,
    /// For the squares that moves go to.
    pub(super) to: u8,
    /// For the lengths of comments.
    pub(super) comment: u32,
    stream: [u8; 32],
}

impl XqfKeys {
    /// Whether the keys change anything in a move.
    pub(super) fn scramble(&self) -> bool {
        self.from != 0 || self.to != 0 || self.stream != [0; 32]
    }

    /// The file with everything after its header decrypted.
    pub(super) fn decrypt(&self, bytes: &[u8]) -> Vec<u8> {
        let mut plain = bytes.to_vec();
        // The header is a whole number of stream lengths.
        let body = plain.get_mut(HEADER..).unwrap_or(&mut []);
        for (byte, key) in body.iter_mut().zip(self.stream.iter().cycle()) {
            *byte = byte.wrapping_sub(*key);
        }
        plain
    }
}
