//! What the formats of CCBridge (象棋桥) share: CBR, CBL and CBF.

use crate::game::xiangqi::Square;
use crate::record::{Headers, Key};
use crate::text::source::{UTF_16LE, decode_field};

/// The text of a UTF-16 field. After its end there are leftovers of the program's memory.
pub(super) fn text(field: &[u8]) -> String {
    let units = field.chunks_exact(2);
    let length = units.take_while(|unit| *unit != [0, 0]).count() * 2;
    decode_field(&field[..length], UTF_16LE)
}

/// Played or composed whole games, then middle and end games.
pub(super) fn kind_name(kind: u32) -> &'static str {
    match kind {
        1 | 2 => "game",
        3 | 4 => "endgame",
        _ => "",
    }
}

pub(super) fn result_name(result: u32) -> &'static str {
    match result {
        1 => "1-0",
        2 => "0-1",
        3 => "1/2-1/2",
        _ => "*",
    }
}

/// Keeps a result by its number. 4 is a study with several outcomes, which nothing else has a word for.
pub(super) fn push_result(headers: &mut Headers, name: &str, number: u32) {
    let raw = number.to_string();
    match number {
        0..=3 => headers.push(Key::Result, name, &raw, result_name(number)),
        _ => headers.push_unknown(name, &raw),
    }
}

/// A point as version 1 and the old libraries have it: the file in the high nibble, the rank from black's side in the
/// low one.
pub(super) fn packed_square(code: u8) -> Option<Square> {
    Square::from_top(code >> 4, code & 0x0F)
}
