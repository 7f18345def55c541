//! Interning of texts.

use std::borrow::Cow;

use super::{NO_TEXT, Texts};
use crate::bytes::{Pieces, put_text, put_varint};

/// Assigns numbers to texts. Each is stored once, in the order of the numbers, and can be read while more are added.
#[derive(Debug)]
pub(crate) struct Interner {
    texts: Texts,
    numbers: Numbers,
}

impl Default for Interner {
    fn default() -> Self {
        let mut interner = Self { texts: Texts::default(), numbers: Numbers::default() };
        interner.number("");
        interner
    }
}

impl Interner {
    /// Returns the number of a tag's value, with escapes as in the file. `?` and `-` are the empty text.
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
        let texts = &self.texts;
        let next = texts.len() as u32;
        let number = self.numbers.find(hash_of(text.as_bytes()), next, |number| texts.get(number) == text);
        if number == next {
            self.texts.push(text);
        }
        number
    }

    /// The text; empty for a number that has none.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// The bytes of memory that the texts take.
    pub(crate) fn memory(&self) -> usize {
        self.texts.memory() + self.numbers.slots.capacity() * size_of::<Slot>()
    }

    /// Writes the texts in the order of their numbers.
    pub(crate) fn write(&self, out: &mut Pieces<'_>) {
        let count = self.texts.len() as u32;
        put_varint(&mut out.bytes, u64::from(count));
        for number in 0..count {
            put_text(&mut out.bytes, self.get(number));
            out.pass();
        }
    }

    /// The texts as they are written.
    #[cfg(test)]
    pub(super) fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut write = |piece: &[u8]| bytes.extend_from_slice(piece);
        let mut pieces = Pieces::new(&mut write);
        self.write(&mut pieces);
        pieces.finish();
        bytes
    }
}

/// The number of a text, and a hash of it, which most others don't share; [`FREE`] if the slot is empty.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

const FREE: Slot = Slot { hash: 0, number: u32::MAX };

/// Map from hashes to numbers with open addressing: half the memory of a `HashMap`.
#[derive(Default, Debug)]
struct Numbers {
    /// The slots: a power of two, at most three quarters of them used; or none.
    slots: Vec<Slot>,
    taken: usize,
}

impl Numbers {
    /// Returns the number of the text with this hash; `next` if it has none yet.
    fn find(&mut self, hash: u32, next: u32, is_meant: impl Fn(u32) -> bool) -> u32 {
        if self.taken * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = &mut self.slots[place];
            if slot.number == FREE.number {
                *slot = Slot { hash, number: next };
                self.taken += 1;
                return next;
            }
            if slot.hash == hash && is_meant(slot.number) {
                return slot.number;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![FREE; (self.slots.len() * 2).max(64)];
        let mask = slots.len() - 1;
        for slot in self.slots.iter().filter(|slot| slot.number != FREE.number) {
            let mut place = slot.hash as usize & mask;
            while slots[place].number != FREE.number {
                place = (place + 1) & mask;
            }
            slots[place] = *slot;
        }
        self.slots = slots;
    }
}

/// Hashes a text: eight bytes at a time by a multiplication whose upper half is folded into the lower one. Colliding texts do no
/// harm: they are found one after the other.
fn hash_of(bytes: &[u8]) -> u32 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word ^ 0xf39c_c060_5ced_c835) * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    mix(hash, u64::from_le_bytes(last)) as u32
}

/// Removes the backslashes before quotation marks and backslashes.
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

#[cfg(test)]
mod tests {
    use super::super::Strings;
    use super::*;
    use crate::bytes::Reader;

    #[test]
    fn a_text_has_one_number() {
        let mut interner = Interner::default();
        let numbers = ["", "?", "Tal", "tal", "Tal", r#"A \"B\" \\ \n"#]
            .map(|text| interner.number_of_tag(text.as_bytes()));
        assert_eq!(numbers, [0, 0, 1, 2, 1, 3]);
        assert_eq!(interner.number_of_tag(b"H\xfcbner"), 4);
        let bytes = interner.written();
        let strings = Strings::read(&mut Reader(&bytes)).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4, 9].map(|number| strings.get(number)),
            ["", "Tal", "tal", r#"A "B" \ \n"#, "Hübner", ""]
        );
        assert_eq!(strings.ranks(), [0, 3, 4, 1, 2]);
        assert!(Strings::read(&mut Reader(&bytes[..bytes.len() - 1])).is_none());
    }

    #[test]
    fn many_texts_keep_their_numbers() {
        let mut interner = Interner::default();
        for _ in 0..2 {
            for number in 1..20_000 {
                assert_eq!(interner.number(&format!("Player {number}")), number);
            }
        }
        assert_eq!(interner.get(12_345), "Player 12345");
    }

    #[test]
    fn texts_of_one_hash_are_told_apart() {
        let texts = ["a", "b", "c"];
        let mut numbers = Numbers::default();
        for (next, text) in (0..).zip(texts) {
            let found = numbers.find(7, next, |number| texts[number as usize] == text);
            assert_eq!(found, next);
        }
        assert_eq!(numbers.find(7, 3, |number| texts[number as usize] == "b"), 1);
    }
}
