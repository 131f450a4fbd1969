//! Accidental and malicious damage to files.

use crate::common::Random;

/// Numbers at the limits of fields of one, two and four bytes.
const EXTREMES: [u64; 14] = [
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFE,
    0xFFFF_FFFF,
    u64::MAX,
];

/// Text with a meaning in some format.
const TOKENS: [&[u8]; 40] = [
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b";",
    b"\"",
    b"\\",
    b"\n",
    b"\r\n",
    b"\0",
    b":",
    b"=",
    b"-",
    b"--",
    b"*",
    b"/",
    b"1.",
    b"99999999999999999999",
    b"-1",
    b"+",
    b"%",
    b"'",
    b"N+",
    b"P1",
    b"PI",
    b"SZ[52]",
    b"SZ[0:0]",
    b"AB[aa:zz]",
    b"[DhtmlXQ_move_1_2_3]",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\x81",
    b"\xE5\x8F",
    b"\x1B$B",
    "変化：3手\n".as_bytes(),
    "同　".as_bytes(),
    "手数＝2147483647".as_bytes(),
];

/// The file with one to eight pieces of damage, some of them bytes from `other`.
pub(crate) fn mutate(file: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.below(8) {
        damage(&mut bytes, other, random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = place(bytes, random);
    match random.below(12) {
        0 | 1 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        2 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.below(256) as u8;
            }
        }
        3 | 4 => extreme(bytes, at, random),
        5 => digits(bytes, at, random),
        6 => bytes.truncate(at),
        7 => {
            let end = at + random.below(bytes.len() - at).min(200);
            bytes.drain(at..end);
        }
        8 => {
            let piece = piece(bytes, random).to_vec();
            let times = 1 + random.below(4);
            insert(bytes, at, &piece.repeat(times));
        }
        9 => {
            let piece = piece(other, random).to_vec();
            insert(bytes, at, &piece);
        }
        _ => insert(bytes, at, TOKENS[random.below(TOKENS.len())]),
    }
}

/// An offset, mostly of a byte other than zero: much of a binary file is empty.
fn place(bytes: &[u8], random: &mut Random) -> usize {
    let any = random.below(bytes.len() + 1);
    if random.below(4) == 0 {
        return any;
    }
    let (before, behind) = bytes.split_at(any);
    let next = behind.iter().position(|byte| *byte != 0);
    let last = before.iter().rposition(|byte| *byte != 0);
    next.map(|offset| any + offset).or(last).unwrap_or(any)
}

/// At most 200 bytes from anywhere.
fn piece<'a>(bytes: &'a [u8], random: &mut Random) -> &'a [u8] {
    let start = random.below(bytes.len() + 1);
    let length = random.below(200).min(bytes.len() - start);
    &bytes[start..start + length]
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let at = at.min(bytes.len());
    bytes.splice(at..at, piece.iter().copied());
}

/// Overwrites one, two or four bytes with an extreme number.
fn extreme(bytes: &mut [u8], at: usize, random: &mut Random) {
    let number = EXTREMES[random.below(EXTREMES.len())].to_le_bytes();
    let width = [1, 2, 4][random.below(3)];
    let room = bytes.len() - at;
    let width = width.min(room);
    bytes[at..at + width].copy_from_slice(&number[..width]);
}

/// Replaces the next number in digits by an extreme one.
fn digits(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let start = at + start;
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = EXTREMES[random.below(EXTREMES.len())].to_string();
    bytes.splice(start..start + length, number.bytes());
}
