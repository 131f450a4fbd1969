//! Lines and columns of a text, found by offset.

use super::At;

/// So many bytes are in a block.
const BLOCK: usize = 64;

/// Where the lines and the characters of a text begin. Readers carry byte offsets; this makes a line and a column of one
/// when a message is printed. It takes three eighths of the room of its text, whatever the text is, and answers at once.
#[derive(Debug)]
pub(crate) struct LineIndex {
    blocks: Vec<Block>,
    /// In bytes.
    length: u32,
}

/// A stretch of the text.
#[derive(Debug)]
struct Block {
    /// Of its first byte, from 1.
    line: u32,
    /// Of its first byte, from 1.
    column: u32,
    /// The bytes that end a line, the first byte as the lowest bit.
    breaks: u64,
    /// The first bytes of characters.
    characters: u64,
}

impl LineIndex {
    /// The index of a text. LF ends a line, and so does CR; a pair of both, in whichever order, ends one.
    pub(crate) fn new(text: &str) -> Self {
        Self::on_line(text, 1)
    }

    /// The index of a piece of a larger text, in which it begins on this line.
    pub(crate) fn on_line(text: &str, first_line: u32) -> Self {
        let bytes = text.as_bytes();
        let mut blocks = Vec::with_capacity(bytes.len() / BLOCK + 1);
        let (mut line, mut column) = (first_line, 1);
        let mut halved = false;
        for start in (0..=bytes.len()).step_by(BLOCK) {
            let rest = bytes.get(start..).unwrap_or(&[]);
            let block = Block {
                line,
                column,
                breaks: breaks(rest, &mut halved),
                characters: characters(rest),
            };
            (line, column) = block.locate(BLOCK as u32);
            blocks.push(block);
        }
        Self {
            blocks,
            length: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        }
    }

    /// The line and the column of a byte, both from 1; the column counts characters. An offset behind the end is the end.
    pub(crate) fn locate(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.length) as usize;
        let block = self.blocks.get(offset / BLOCK);
        block.map_or((1, 1), |block| block.locate((offset % BLOCK) as u32))
    }

    /// A place with its line and column, if it is one of this text.
    pub(crate) fn resolve(&self, at: At) -> At {
        match at {
            At::Text(offset) => {
                let (line, column) = self.locate(offset);
                At::Line { line, column }
            }
            other => other,
        }
    }
}

impl Block {
    /// The line and the column of one of its bytes, or of the byte behind it.
    fn locate(&self, byte: u32) -> (u32, u32) {
        let before = u64::MAX.checked_shr(BLOCK as u32 - byte).unwrap_or(0);
        let breaks = self.breaks & before;
        let characters = self.characters & before;
        let line = self.line + breaks.count_ones();
        match breaks.checked_ilog2() {
            None => (line, self.column + characters.count_ones()),
            Some(last) => (line, 1 + (characters >> last >> 1).count_ones()),
        }
    }
}

/// The bytes of the first block that end a line. `halved` says that a pair was begun at the end of the block before; it is
/// set if this block ends so.
fn breaks(bytes: &[u8], halved: &mut bool) -> u64 {
    let block = &bytes[..bytes.len().min(BLOCK)];
    let is_end = |byte: u8| (byte == b'\n') | (byte == b'\r');
    // Looking at all bytes in one go is faster than stopping at the first: most blocks have no line end.
    if !block.iter().fold(*halved, |any, byte| any | is_end(*byte)) {
        return 0;
    }
    let mut at = usize::from(std::mem::take(halved));
    let mut bits = at as u64;
    while let Some(byte) = block.get(at) {
        if is_end(*byte) {
            let next = bytes.get(at + 1).filter(|next| is_end(**next));
            at += usize::from(next.is_some_and(|next| next != byte));
            *halved = at == BLOCK;
            bits |= 1u64.checked_shl(at as u32).unwrap_or(0);
        }
        at += 1;
    }
    bits
}

/// The bytes of the first block with which characters begin.
fn characters(bytes: &[u8]) -> u64 {
    let block = &bytes[..bytes.len().min(BLOCK)];
    if block.is_ascii() {
        return u64::MAX;
    }
    // The others are 10xxxxxx.
    let bits = (0u32..).zip(block);
    bits.fold(0, |bits, (at, byte)| {
        bits | u64::from(byte & 0xC0 != 0x80) << at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and column of an offset, counted from the beginning.
    fn counted(text: &str, offset: usize) -> (u32, u32) {
        let (mut line, mut column, mut rest) = (1, 1, &text[..offset]);
        while let Some(first) = rest.chars().next() {
            let pair = ["\r\n", "\n\r"].iter().any(|pair| rest.starts_with(pair));
            rest = &rest[if pair { 2 } else { first.len_utf8() }..];
            match first {
                '\n' | '\r' => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
        }
        (line, column)
    }

    #[test]
    fn every_character_has_the_line_and_the_column_that_counting_gives() {
        let lines = "1. 炮二平五 马８进７ 2. h2e2\r\n\n将\ra𠮷b\n\rc\n";
        for repeated in [0, 1, 2, 7] {
            for before in 0..70 {
                let text = "x".repeat(before) + &lines.repeat(repeated);
                let index = LineIndex::new(&text);
                // Nothing begins at a line end.
                let offsets = text.char_indices().filter(|(_, next)| !next.is_control());
                for (offset, _) in offsets {
                    let place = index.locate(offset as u32);
                    assert_eq!(place, counted(&text, offset), "{offset} of {text:?}");
                }
            }
        }
    }

    #[test]
    fn an_offset_behind_the_end_is_the_end() {
        assert_eq!(LineIndex::new("").locate(7), (1, 1));
        assert_eq!(LineIndex::new("a\nb").locate(u32::MAX), (2, 2));
        assert_eq!(LineIndex::new(&"a".repeat(64)).locate(100), (1, 65));
    }
}
