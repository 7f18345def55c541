//! Texts that many games share, each kept once and named by a number.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bytes::{Reader, put_text, put_varint};
use crate::fold::{Words, fold};

/// The number of the empty text: what a header does not say.
pub(crate) const NO_TEXT: u32 = 0;

/// Gives texts numbers.
///
/// The map is from a hash of the text to its number; a text whose hash another one has is looked for under the next hash. So the texts
/// are kept once, in the order of their numbers, and can be shown while more are added.
#[derive(Debug)]
pub(crate) struct Interner {
    texts: Texts,
    numbers: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
}

impl Default for Interner {
    fn default() -> Self {
        let mut interner = Self { texts: Texts::default(), numbers: HashMap::default() };
        interner.number("");
        interner
    }
}

impl Interner {
    /// The number of a tag's value, escapes as they stand in the file. `?` and `-` are the empty text.
    pub(crate) fn number_of_tag(&mut self, value: &[u8]) -> u32 {
        let value = value.trim_ascii();
        if matches!(value, b"?" | b"-" | b"") {
            return NO_TEXT;
        }
        let value = unescape(value);
        match str::from_utf8(&value) {
            Ok(text) => self.number(text),
            Err(_) => self.number(&tabia_pgn::decode(&value).text),
        }
    }

    pub(crate) fn number(&mut self, text: &str) -> u32 {
        let mut hash = hash_of(text.as_bytes());
        loop {
            match self.numbers.entry(hash) {
                Entry::Occupied(entry) if self.texts.get(*entry.get()) == text => return *entry.get(),
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
                Entry::Vacant(entry) => {
                    let number = self.texts.ends.len() as u32;
                    entry.insert(number);
                    self.texts.push(text);
                    return number;
                }
            }
        }
    }

    /// The text; empty for a number that has none.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// About as many bytes of memory as the texts take.
    pub(crate) fn memory(&self) -> usize {
        self.texts.all.capacity()
            + self.texts.ends.capacity() * size_of::<u32>()
            + self.numbers.capacity() * (size_of::<(u64, u32)>() + 1)
    }

    /// Writes the texts in the order of their numbers.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let count = self.texts.ends.len() as u32;
        put_varint(out, u64::from(count));
        (0..count).for_each(|number| put_text(out, self.get(number)));
    }
}

/// A hash of a text: eight bytes at a time by a multiplication, whose upper half is folded into the lower one. Nobody gains by texts
/// that have the same hash: they are found one after the other.
fn hash_of(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0xf39c_c060_5ced_c835) * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    mix(hash, u64::from_le_bytes(last))
}

/// A hasher for what is a hash already.
#[derive(Clone, Copy, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash_of(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Takes the backslashes before quotation marks and backslashes away.
fn unescape(value: &[u8]) -> Cow<'_, [u8]> {
    if !value.contains(&b'\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = bytes.next_if(|next| byte == b'\\' && matches!(next, b'"' | b'\\'));
        plain.push(escaped.unwrap_or(byte));
    }
    Cow::Owned(plain)
}

/// Texts by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strings {
    texts: Texts,
    folded: OnceCell<Texts>,
    ranks: OnceCell<Vec<u32>>,
}

#[derive(Clone, Debug, Default)]
struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
    }

    fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.all.get(start as usize..end as usize).unwrap_or_default()
    }
}

impl Strings {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let count = reader.varint()?;
        let mut texts = Texts::default();
        for _ in 0..count {
            texts.push(reader.text()?);
            u32::try_from(texts.all.len()).ok()?;
        }
        Some(Self { texts, ..Self::default() })
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.ends.len()
    }

    /// The text; empty for a number that has none.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    fn folded(&self) -> &Texts {
        self.folded.get_or_init(|| {
            let mut folded = Texts::default();
            (0..self.len() as u32).for_each(|number| folded.push(&fold(self.get(number))));
            folded
        })
    }

    /// For each number, whether its text has the words.
    pub(crate) fn matching(&self, words: &Words) -> Vec<bool> {
        let folded = self.folded();
        (0..self.len() as u32).map(|number| words.match_folded(folded.get(number))).collect()
    }

    /// For each number, the place of its text in the alphabet, numbers in it being ordered as numbers; texts that differ in case or accents only stand together.
    pub(crate) fn ranks(&self) -> &[u32] {
        self.ranks.get_or_init(|| {
            let folded = self.folded();
            let mut order: Vec<u32> = (0..self.len() as u32).collect();
            let keys: Vec<_> = (0..self.len() as u32).map(|number| natural(folded.get(number))).collect();
            order.sort_by_key(|&number| (&keys[number as usize], self.get(number)));
            let mut ranks = vec![0; order.len()];
            for (rank, number) in order.into_iter().enumerate() {
                ranks[number as usize] = rank as u32;
            }
            ranks
        })
    }
}

/// A text whose order in the alphabet is that of its numbers too: `round 2` before `round 10`.
fn natural(folded: &str) -> Cow<'_, str> {
    if !folded.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(folded);
    }
    let words = folded.split(' ').map(|word| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { Cow::Owned(format!("{word:0>8}")) } else { Cow::Borrowed(word) }
    });
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts_are_ordered_as_numbers() {
        let mut interner = Interner::default();
        for text in ["10", "2", "1.10", "1.2", "Open 10", "Open 9"] {
            interner.number(text);
        }
        let mut bytes = Vec::new();
        interner.write(&mut bytes);
        let strings = Strings::read(&mut Reader(&bytes)).unwrap();
        assert_eq!(strings.ranks(), [0, 4, 3, 2, 1, 6, 5]);
    }

    #[test]
    fn a_text_has_one_number() {
        let mut interner = Interner::default();
        let numbers = ["", "?", "Tal", "tal", "Tal", r#"A \"B\" \\ \n"#]
            .map(|text| interner.number_of_tag(text.as_bytes()));
        assert_eq!(numbers, [0, 0, 1, 2, 1, 3]);
        assert_eq!(interner.number_of_tag(b"H\xfcbner"), 4);
        let mut bytes = Vec::new();
        interner.write(&mut bytes);
        let strings = Strings::read(&mut Reader(&bytes)).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4, 9].map(|number| strings.get(number)),
            ["", "Tal", "tal", r#"A "B" \ \n"#, "Hübner", ""]
        );
        assert_eq!(strings.ranks(), [0, 3, 4, 1, 2]);
        assert!(Strings::read(&mut Reader(&bytes[..bytes.len() - 1])).is_none());
    }
}
