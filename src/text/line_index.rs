//! Finds lines and columns of a text by offset.

use std::ops::Range;
use std::sync::OnceLock;

use super::At;
use super::source::SharedText;

/// The number of bytes in a block.
const BLOCK: usize = 64;

/// Where the lines and characters of a text begin. Readers use byte offsets; this index converts them to line and
/// column when a message is printed. It takes three eighths of the size of its text, and a lookup takes constant time.
#[derive(Debug)]
pub(crate) struct LineIndex {
    blocks: OnceLock<Vec<Block>>,
    /// The text and its first line, if the text is shared: then the blocks are built on first use.
    text: Option<(SharedText, u32)>,
    /// The length of the text in bytes.
    length: u32,
}

/// A block of the text.
#[derive(Debug)]
struct Block {
    /// The line of its first byte, from 1.
    line: u32,
    /// The column of its first byte, from 1.
    column: u32,
    /// The bits of the bytes that are the last of a line end. The lowest bit is the block's first byte.
    breaks: u64,
    /// The bits of the bytes that are the first of a character.
    characters: u64,
}

impl LineIndex {
    /// Builds the index of a text.
    pub(crate) fn new(text: &str) -> Self {
        Self::on_line(text, 1)
    }

    /// Builds the index of a piece of a larger text. The piece begins on line `first_line`.
    pub(crate) fn on_line(text: &str, first_line: u32) -> Self {
        Self {
            blocks: blocks(text, first_line).into(),
            text: None,
            length: u32::try_from(text.len()).unwrap_or(u32::MAX),
        }
    }

    /// The index of a shared text that begins on line `first_line`. It is built on first use.
    pub(super) fn of_shared(text: SharedText, first_line: u32) -> Self {
        Self {
            blocks: OnceLock::new(),
            length: u32::try_from(text.len()).unwrap_or(u32::MAX),
            text: Some((text, first_line)),
        }
    }

    fn blocks(&self) -> &[Block] {
        self.blocks.get_or_init(|| match &self.text {
            Some((text, first_line)) => blocks(text, *first_line),
            None => Vec::new(),
        })
    }

    /// The line and column of a byte, both from 1. Columns count characters. An offset past the end is treated as the
    /// end.
    pub(crate) fn locate(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.length) as usize;
        let block = self.blocks().get(offset / BLOCK);
        block.map_or((1, 1), |block| block.locate((offset % BLOCK) as u32))
    }

    /// Converts an offset of this text to line and column. Other positions are returned unchanged.
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

/// Builds the blocks of a text that begins on line `first_line`.
fn blocks(text: &str, first_line: u32) -> Vec<Block> {
    let bytes = text.as_bytes();
    let mut blocks = Vec::with_capacity(bytes.len() / BLOCK + 1);
    let (mut line, mut column) = (first_line, 1);
    let mut breaks = breaks(text).peekable();
    for start in (0..=bytes.len()).step_by(BLOCK) {
        let rest = bytes.get(start..).unwrap_or(&[]);
        let mut block = Block {
            line,
            column,
            breaks: 0,
            characters: characters(rest),
        };
        while let Some(end) = breaks.next_if(|end| end.end <= start + BLOCK) {
            block.breaks |= 1 << (end.end - 1 - start);
        }
        (line, column) = block.locate(BLOCK as u32);
        blocks.push(block);
    }
    blocks
}

impl Block {
    /// The line and column of a byte of the block, or of the byte after it.
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

/// The line ends of a text: LF, CR, CR LF or LF CR.
pub(crate) fn breaks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut ends = ends(bytes).peekable();
    std::iter::from_fn(move || {
        let first = ends.next()?;
        let is_other = |next: &usize| *next == first + 1 && bytes.get(*next) != bytes.get(first);
        let last = ends.next_if(is_other).unwrap_or(first);
        Some(first..last + 1)
    })
}

/// The offsets of all LF and CR bytes.
fn ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut blocks = bytes.chunks(BLOCK).zip((0..).step_by(BLOCK));
    let (mut left, mut start) = (0u64, 0);
    std::iter::from_fn(move || {
        while left == 0 {
            let (bytes, offset) = blocks.next()?;
            start = offset;
            left = bits(&block(bytes), |byte| (byte == b'\n') | (byte == b'\r'));
        }
        let end = start + left.trailing_zeros() as usize;
        left &= left - 1;
        Some(end)
    })
}

/// The bits of the bytes in the first block that begin a character.
fn characters(bytes: &[u8]) -> u64 {
    let block = block(bytes);
    if block.is_ascii() {
        return u64::MAX;
    }
    // Continuation bytes are 10xxxxxx.
    bits(&block, |byte| byte & 0xC0 != 0x80)
}

/// The first block, padded with zeros.
fn block(bytes: &[u8]) -> [u8; BLOCK] {
    match bytes.first_chunk() {
        Some(block) => *block,
        None => {
            let mut block = [0; BLOCK];
            block[..bytes.len()].copy_from_slice(bytes);
            block
        }
    }
}

/// Makes a bit of each byte; the first byte becomes the lowest bit.
fn bits(block: &[u8; BLOCK], is_one: impl Fn(u8) -> bool) -> u64 {
    // Compares all bytes at once, then gathers eight bytes of 0 or 1 into eight bits with one multiplication.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let flags = block.map(|byte| u8::from(is_one(byte)));
    let (eights, _) = flags.as_chunks::<8>();
    let eights = eights.iter().rev();
    eights.fold(0, |bits, flags| {
        bits << 8 | u64::from_le_bytes(*flags).wrapping_mul(GATHER) >> 56
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and column of an offset, counted from the start.
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
                // No character begins at a line end.
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
