//! Numbers as bytes, both ways: little-endian, and in as few bytes as they need.

/// Appends a number in seven bits a byte, the lowest first.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Buffer that is flushed when it is full: a part of an index is never in memory as a whole.
pub(crate) struct Pieces<'a> {
    pub(crate) bytes: Vec<u8>,
    write: &'a mut dyn FnMut(&[u8]),
}

impl<'a> Pieces<'a> {
    /// Number of bytes passed on at once.
    const SIZE: usize = 1 << 16;

    pub(crate) fn new(write: &'a mut dyn FnMut(&[u8])) -> Self {
        Self { bytes: Vec::with_capacity(Self::SIZE + (Self::SIZE >> 2)), write }
    }

    /// Flushes the buffer if it is full.
    pub(crate) fn pass(&mut self) {
        if self.bytes.len() >= Self::SIZE {
            self.finish();
        }
    }

    /// Flushes the buffer.
    pub(crate) fn finish(&mut self) {
        (self.write)(&self.bytes);
        self.bytes.clear();
    }
}

/// Bytes read from the front. Every method returns `None` if they end too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    pub(crate) fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    #[inline]
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for (index, &byte) in self.0.iter().enumerate().take(10) {
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.0 = self.0.get(index + 1..)?;
                return Some(value);
            }
        }
        None
    }

    /// Reads a text preceded by its length.
    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.varint()?).ok()?;
        str::from_utf8(self.take(length)?).ok()
    }
}

/// Appends a text preceded by its length.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put_varint(&mut bytes, number);
        }
        let mut reader = Reader(&bytes);
        assert!(numbers.iter().all(|&number| reader.varint() == Some(number)));
        assert_eq!((reader.varint(), reader.u32()), (None, None));
    }
}
