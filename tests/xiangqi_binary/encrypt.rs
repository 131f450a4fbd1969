//! Encrypts a plain XQF 1.8 file like XQStudio, independently of the reader.

const COPYRIGHT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    pub(crate) mask: u8,
    pub(crate) or: [u8; 4],
    /// For squares, origins and destinations. The checksum follows from them.
    pub(crate) keys: [u8; 3],
}

/// Those of a real file, with what follows from them.
pub(crate) const REAL: Keys =
    Keys { mask: 0xEA, or: [0xD7, 0x08, 0xBD, 0x64], keys: [0x41, 0xD6, 0x09] };

impl Keys {
    fn sum(&self) -> u8 {
        let [squares, from, to] = self.keys.map(u32::from);
        ((768 - squares - from - to) % 256) as u8
    }

    /// What is added to squares, origins and destinations.
    pub(crate) fn squares_from_to(&self) -> [u8; 3] {
        let turn = |key: u8, by: u32| {
            let key = u32::from(key);
            (54 * key * key + 221) * by % 256
        };
        let [squares, from, to] = self.keys;
        let squares = turn(squares, squares.into());
        let from = turn(from, squares);
        [squares, from, turn(to, from)].map(|key| key as u8)
    }

    /// What is added to the length of a comment.
    pub(crate) fn length(&self) -> u32 {
        (u32::from(self.sum()) * 256 + u32::from(self.keys[0])) % 32_000 + 767
    }

    pub(crate) fn stream(&self) -> [u8; 32] {
        let [squares, from, to] = self.keys;
        let keys = [self.sum(), squares, from, to];
        let mut stream = *COPYRIGHT;
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= keys[index % 4] & self.mask | self.or[index % 4];
        }
        stream
    }
}

/// Encrypts a plain file as this version with these keys.
pub(crate) fn encrypt(plain: &[u8], version: u8, keys: &Keys) -> Vec<u8> {
    let mut file = plain[..0x400].to_vec();
    let [squares, from, to] = keys.squares_from_to();
    file[2] = version;
    file[3] = keys.mask;
    file[8..12].copy_from_slice(&keys.or);
    file[12] = keys.sum();
    file[13..16].copy_from_slice(&keys.keys);
    // Plain files are rotated by one place.
    let rotation = if version < 0x0C { 31 } else { usize::from(squares) };
    for index in 0..32 {
        file[0x10 + index] = plain[0x10 + (index + rotation) % 32].wrapping_add(squares);
    }
    let mut body = Vec::new();
    let mut rest = &plain[0x400..];
    while let [a, b, flags, _, after @ ..] = rest {
        let is_root = body.is_empty();
        let add = if is_root { [0, 0] } else { [from, to] };
        let noise = body.len() as u8;
        body.extend([a.wrapping_add(add[0]), b.wrapping_add(add[1]), flags | noise & 0x1F, noise]);
        rest = after;
        if flags & 0x20 != 0 {
            let length = u32::from_le_bytes(rest[..4].try_into().unwrap()) - 767;
            body.extend((length + keys.length()).to_le_bytes());
            body.extend_from_slice(&rest[4..4 + length as usize]);
            rest = &rest[4 + length as usize..];
        }
    }
    let stream = keys.stream();
    let scrambled = body.iter().zip(stream.iter().cycle());
    file.extend(scrambled.map(|(byte, key)| byte.wrapping_add(*key)));
    file
}

#[test]
fn the_keys_of_a_real_file_are_derived() {
    assert_eq!(REAL.sum(), 0xE0);
    assert_eq!(REAL.squares_from_to(), [211, 239, 221]);
    assert_eq!(REAL.length(), 26_176);
    assert_eq!(REAL.stream()[..8], [0x53, 0x08, 0x43, 0x28, 0x20, 0x40, 0x6F, 0x60]);
}
