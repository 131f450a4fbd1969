//! The 1260 numbers of the Zobrist keys in OBK, YFK and pfBook files, and the number of the side to move.
//!
//! They come from the `ZobristTable[14][256]` in the technical documents that ship with 兵河五四. No generator of them
//! is known, so they are data; of the 256 squares of a 16 × 16 board only the 90 points are kept.

/// Applied when red is to move.
pub(super) const RED_TO_MOVE: u64 = 0xA0CE2AF90C452F58;

/// 64-bit numbers, the low byte first: by piece, red's 帅仕相马车炮兵 before black's 将士象马车炮卒, then by point, black's
/// back rank first and red's left first.
const PIECES: &[u8; 14 * 90 * 8] = include_bytes!("zobrist.bin");

/// The number of a piece from 0 to 13 on a point from 0 to 89.
pub(super) fn piece(piece: usize, point: usize) -> u64 {
    u64::from_le_bytes(PIECES.as_chunks().0[90 * piece + point])
}
