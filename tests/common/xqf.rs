//! XQF 1.0 files of any length, made from the example of the specification.

/// The specification's example.
pub fn example() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/xiangqi/xianrenzhilu.xqf")).unwrap()
}

const FIRST_MOVE: usize = 0x408;
const STEP: usize = 8;

/// The example with its first `plies` moves, 0 to 16.
pub fn with_plies(plies: usize) -> Vec<u8> {
    let mut bytes = example();
    bytes.truncate(FIRST_MOVE + plies * STEP);
    let last = bytes.len() - STEP;
    bytes[last + 2] = 0x00;
    bytes
}
