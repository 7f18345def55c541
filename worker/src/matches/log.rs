//! The last lines between a match worker and its engines, in a ring buffer.
//!
//! The worker posts its lines. If there is shared memory, it writes them there too, so the page can read them even when the worker
//! is stuck; otherwise the page keeps the ring of posted lines. The first word counts all bytes ever written (modulo 2^32). The
//! ring follows, with byte `n` at offset `n` modulo its size.

/// Size of the ring, in bytes.
pub const CAPACITY: usize = 1 << 20;

/// Size of the counter before the ring, in bytes.
pub const COUNTER_BYTES: usize = 4;

/// Size of a log in shared memory, in bytes.
pub const BYTES: u32 = (COUNTER_BYTES + CAPACITY) as u32;

/// Returns where to write `length` bytes, in one or two pieces: (offset in the ring, range of the bytes). If they exceed the ring,
/// only the end is written.
pub fn places(written: u32, length: usize) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    let skipped = length.saturating_sub(CAPACITY);
    // The ring's size divides 2^32, so the counter may wrap.
    let at = (written as usize).wrapping_add(skipped) % CAPACITY;
    let first = (CAPACITY - at).min(length - skipped);
    [(at, skipped..skipped + first), (0, skipped + first..length)]
        .into_iter()
        .filter(|(_, range)| !range.is_empty())
}

/// Returns the lines of a ring in order, without the rest of a line whose start was overwritten.
pub fn text(written: u32, ring: &[u8]) -> String {
    let written = written as usize;
    let Some((newest, oldest)) = ring.split_at_checked(written % CAPACITY) else { return String::new() };
    if oldest.iter().all(|&byte| byte == 0) {
        return String::from_utf8_lossy(newest).into_owned();
    }
    let bytes = [oldest, newest].concat();
    let begin = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    String::from_utf8_lossy(&bytes[begin..]).into_owned()
}

/// Returns the lines written after the first `from` bytes, as far as they are still in the ring, starting with a whole line.
pub fn text_since(from: u32, written: u32, ring: &[u8]) -> String {
    let missing = written.wrapping_sub(from) as usize;
    let kept = missing.min(CAPACITY);
    if ring.len() < CAPACITY {
        return String::new();
    }
    // The ring's size divides 2^32, so the counter may wrap.
    let start = (written as usize % CAPACITY + CAPACITY - kept) % CAPACITY;
    let first = kept.min(CAPACITY - start);
    let bytes = [&ring[start..start + first], &ring[..kept - first]].concat();
    let begin = if kept < missing {
        bytes.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1)
    } else {
        0
    };
    String::from_utf8_lossy(&bytes[begin..]).into_owned()
}

/// The page's ring of posted lines.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    written: u32,
    bytes: Vec<u8>,
}

impl Ring {
    /// Adds lines.
    pub fn write(&mut self, text: &str) {
        self.bytes.resize(CAPACITY, 0);
        for (at, range) in places(self.written, text.len()) {
            self.bytes[at..at + range.len()].copy_from_slice(&text.as_bytes()[range]);
        }
        self.written = self.written.wrapping_add(text.len() as u32);
    }

    /// Returns the lines.
    pub fn text(&self) -> String {
        text(self.written, &self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_in_order() {
        let mut ring = Ring::default();
        assert_eq!(ring.text(), "");
        ring.write("one\n");
        ring.write("two\n");
        assert_eq!(ring.text(), "one\ntwo\n");
    }

    #[test]
    fn old_lines_give_way_to_new_ones() {
        let mut ring = Ring::default();
        let mut all = String::new();
        for number in 0..200_000 {
            let line = format!("{number} <- go nodes 1\n");
            ring.write(&line);
            all += &line;
        }
        let text = ring.text();
        assert!(all.ends_with(&text) && text.len() > CAPACITY - 40, "{}", text.len());
        assert!(text.lines().all(|line| line.ends_with(" <- go nodes 1")));
    }

    #[test]
    fn what_was_not_posted_is_found() {
        let mut ring = Ring::default();
        let mut posted = 0;
        for number in 0..100_000 {
            let line = format!("{number} -> info depth 1\n");
            ring.write(&line);
            if number % 7 == 0 {
                posted = ring.written;
            }
        }
        // 99,995 is the last multiple of 7.
        let lines: Vec<_> = (99_996..100_000).map(|number| format!("{number} -> info depth 1\n")).collect();
        let expected = lines.concat();
        assert_eq!(text_since(posted, ring.written, &ring.bytes), expected);
        assert_eq!(text_since(ring.written, ring.written, &ring.bytes), "");
        let all = text_since(0, ring.written, &ring.bytes);
        assert!(
            all.len() > CAPACITY - 40
                && all.ends_with(&expected)
                && all.lines().all(|line| line.ends_with(" 1"))
        );
        assert_eq!(text_since(0, 0, &[]), "");
    }

    #[test]
    fn more_than_the_ring_holds_leaves_the_end() {
        let mut ring = Ring::default();
        ring.write("begin\n");
        ring.write(&format!("{}\nend\n", "x".repeat(3 * CAPACITY)));
        assert_eq!(ring.text(), "end\n");
    }
}
