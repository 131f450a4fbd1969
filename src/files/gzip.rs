//! Files compressed with gzip (RFC 1952).

use flate2::Decompress;
use flate2::bufread::GzDecoder;

use crate::format::deflate::{Fault, inflate};

/// The first bytes: the magic number and the only defined method.
const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The length of the trailer.
const TAIL: usize = 8;

pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Unpacks all members of a gzip file into one text, as `gzip -d` does. Returns the bytes up to the first fault, and
/// that fault if there is one. Zeros after the last member are padding.
pub(super) fn unpack(bytes: &[u8]) -> (Vec<u8>, Option<Fault>) {
    let mut unpacked = Vec::new();
    let mut rest = bytes;
    while is_gzip(rest) {
        match member(rest, &mut unpacked) {
            Ok(length) => rest = rest.get(length..).unwrap_or(&[]),
            Err(fault) => return (unpacked, Some(fault)),
        }
    }
    let is_padding = rest.iter().all(|byte| *byte == 0);
    (unpacked, (!is_padding).then_some(Fault::Damaged))
}

/// Appends the contents of the first member, and returns its compressed length.
fn member(bytes: &[u8], unpacked: &mut Vec<u8>) -> Result<usize, Fault> {
    let start = unpacked.len();
    let decoder = GzDecoder::new(bytes);
    decoder.header().ok_or(Fault::Damaged)?;
    // The decoder would lose what directly precedes a fault, and has no limit.
    let body = decoder.into_inner();
    let length = inflate(body, Decompress::new(false), unpacked)?;
    let tail = body.get(length..length + TAIL).ok_or(Fault::Damaged)?;
    let content = &unpacked[start..];
    let sums = [rawzip::crc32(content), content.len() as u32];
    let holds = sums.map(u32::to_le_bytes).concat() == tail;
    holds.then(|| bytes.len() - body.len() + length + TAIL).ok_or(Fault::Damaged)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder};

    use super::*;
    use crate::format::deflate::MOST_UNPACKED;

    fn packed(content: &[u8]) -> Vec<u8> {
        let header = GzBuilder::new().filename("game.sgf").comment("a game").extra("x");
        let mut packer = header.write(Vec::new(), Compression::best());
        packer.write_all(content).unwrap();
        packer.finish().unwrap()
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        for content in [&b""[..], b"(;SZ[9];B[aa])", &[7; 100_000]] {
            let one = packed(content);
            assert!(is_gzip(&one));
            assert_eq!(unpack(&one), (content.to_vec(), None));
            let padded = [&one[..], &one, &[0; 512]].concat();
            assert_eq!(unpack(&padded), (content.repeat(2), None));
        }
    }

    #[test]
    fn what_comes_before_a_fault_is_unpacked() {
        let content = b"(;SZ[9];B[aa];W[bb])";
        let whole = packed(content);
        for end in 0..whole.len() {
            let (unpacked, fault) = unpack(&whole[..end]);
            assert!(content.starts_with(&unpacked), "{end}");
            assert!(fault.is_some() || end == 0, "{end}");
        }
        let mut wrong = whole.clone();
        let checksum = wrong.len() - TAIL;
        wrong[checksum] ^= 1;
        let rest = [&whole[..], b"more"].concat();
        for bytes in [wrong, rest] {
            assert_eq!(unpack(&bytes), (content.to_vec(), Some(Fault::Damaged)));
        }
        // A stored block, and one of no kind.
        let broken = b"\x1F\x8B\x08\0\0\0\0\0\0\x03\0\x05\0\xFA\xFF(;B[]\x07";
        assert_eq!(unpack(broken), (b"(;B[]".to_vec(), Some(Fault::Damaged)));
        let half = packed(&vec![0; MOST_UNPACKED / 2 + 1]);
        let (_, fault) = unpack(&half.repeat(2));
        assert_eq!(fault, Some(Fault::TooLarge));
    }
}
