//! Bounds-checked reading of binary files.

/// Reads bytes in order. Every method returns `None` at the end.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    /// A reader that starts at an offset, which may be past the end.
    pub(crate) fn at(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, offset }
    }

    /// The offset of the next byte.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.offset)
    }

    /// The next `count` bytes; `None`, without moving, if there are fewer.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.offset.checked_add(count)?;
        let taken = self.bytes.get(self.offset..end)?;
        self.offset = end;
        Some(taken)
    }

    /// The next bytes as an array.
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// The next byte.
    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// The next two bytes, little-endian.
    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next four bytes, little-endian.
    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}
