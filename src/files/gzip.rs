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
