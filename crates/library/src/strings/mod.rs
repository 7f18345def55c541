//! Texts shared by many games, each stored once and referred to by a number.

mod interner;
mod ranking;
mod table;

pub(crate) use interner::Interner;
pub(crate) use table::Strings;

/// The number of the empty text: a missing value.
pub(crate) const NO_TEXT: u32 = 0;

/// Texts by their numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Creates an empty list with capacity for a number of texts and their total bytes.
    fn with_capacity(count: usize, bytes: usize) -> Self {
        Self { all: String::with_capacity(bytes), ends: Vec::with_capacity(count) }
    }

    fn push(&mut self, text: &str) {
        // Grow by a quarter: WebAssembly never returns the memory that doubling would leave behind.
        if self.all.capacity() - self.all.len() < text.len() {
            self.all.reserve_exact(text.len().max(self.all.len() / 4).max(1 << 10));
        }
        self.all.push_str(text);
        self.end();
    }

    /// Makes the bytes appended since the last text the next one.
    fn end(&mut self) {
        if self.ends.len() == self.ends.capacity() {
            self.ends.reserve_exact((self.ends.len() / 4).max(1 << 8));
        }
        self.ends.push(self.all.len() as u32);
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text; empty for a number that has none.
    fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.all.get(start as usize..end as usize).unwrap_or_default()
    }

    fn memory(&self) -> usize {
        self.all.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}
