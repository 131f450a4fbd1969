//! Files packed by gzip, as RFC 1952 describes them.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::format::ReadError;
use crate::format::bytes::MOST_UNPACKED_MB;

/// The first bytes: the magic, and the only method there is.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The length of the fixed part of the header, and of what follows the packed bytes.
const HEAD: usize = 10;
const TAIL: usize = 8;

/// Bits of the header's flags.
const CHECKSUM: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;

pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Unpacks a file. A few bytes can expand a thousandfold, so there is a limit.
///
/// # Errors
/// The file is damaged, has more than one member, or is too large when unpacked.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let damaged =
        || ReadError::whole("the gzip file is damaged, incomplete or made of several parts");
    let body = body(bytes).ok_or_else(damaged)?;
    let (packed, tail) = body
        .split_at_checked(body.len() - TAIL.min(body.len()))
        .ok_or_else(damaged)?;
    let most = MOST_UNPACKED_MB << 20;
    let unpacked =
        decompress_to_vec_with_limit(packed, most).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => {
                ReadError::whole(format!("more than {MOST_UNPACKED_MB} MB when unpacked"))
            }
            _ => damaged(),
        })?;
    let sums = [crc32(&unpacked), unpacked.len() as u32];
    match sums.map(u32::to_le_bytes).concat() == tail {
        true => Ok(unpacked),
        false => Err(damaged()),
    }
}

/// What comes after the header.
fn body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut rest = bytes.get(HEAD..)?;
    if flags & EXTRA != 0 {
        let length = u16::from_le_bytes([*rest.first()?, *rest.get(1)?]);
        rest = rest.get(2 + usize::from(length)..)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    match flags & CHECKSUM {
        0 => Some(rest),
        _ => rest.get(2..),
    }
}

/// The checksum of Ethernet, gzip and zip.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    let add = |sum: u32, byte: &u8| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8);
    !bytes.iter().fold(!0, add)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < table.len() {
        let mut sum = index as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (0xEDB8_8320 * (sum & 1));
            bit += 1;
        }
        table[index] = sum;
        index += 1;
    }
    table
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder};

    use super::*;

    fn packed(content: &[u8]) -> Vec<u8> {
        let header = GzBuilder::new()
            .filename("game.sgf")
            .comment("a game")
            .extra("x");
        let mut packer = header.write(Vec::new(), Compression::best());
        packer.write_all(content).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        for content in [&b""[..], b"(;SZ[9];B[aa])", &[7; 100_000]] {
            let packed = packed(content);
            assert!(is_gzip(&packed));
            assert_eq!(unpack(&packed).unwrap(), content);
        }
    }

    #[test]
    fn damage_and_bombs_are_reported() {
        let whole = packed(b"(;SZ[9];B[aa];W[bb])");
        for end in 0..whole.len() {
            assert!(unpack(&whole[..end]).is_err(), "{end}");
        }
        let mut wrong = whole.clone();
        let checksum = wrong.len() - TAIL;
        wrong[checksum] ^= 1;
        assert!(unpack(&wrong).unwrap_err().message.contains("damaged"));
        let two = [&whole[..], &packed(b"(;SZ[13])")].concat();
        assert!(unpack(&two).is_err());
        let bomb = packed(&vec![0; (MOST_UNPACKED_MB << 20) + 1]);
        let error = unpack(&bomb).unwrap_err().message;
        assert_eq!(error, "more than 64 MB when unpacked");
    }
}
