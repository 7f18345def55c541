//! Texts that many games share, each kept once and named by a number.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::bytes::{Reader, put_text, put_varint};
use crate::fold::{Words, fold};

/// The number of the empty text: what a header does not say.
pub(crate) const NO_TEXT: u32 = 0;

/// Gives texts numbers.
#[derive(Debug)]
pub(crate) struct Interner {
    numbers: HashMap<Box<str>, u32>,
    bytes: usize,
}

impl Default for Interner {
    fn default() -> Self {
        Self { numbers: HashMap::from([("".into(), NO_TEXT)]), bytes: 0 }
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
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.bytes += text.len();
        self.numbers.insert(text.into(), number);
        number
    }

    /// About as many bytes of memory as the texts take.
    pub(crate) fn memory(&self) -> usize {
        self.bytes + self.numbers.capacity() * (size_of::<(Box<str>, u32)>() + 1)
    }

    /// Writes the texts in the order of their numbers.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut texts = vec![""; self.numbers.len()];
        for (text, &number) in &self.numbers {
            texts[number as usize] = text;
        }
        put_varint(out, texts.len() as u64);
        for text in texts {
            put_text(out, text);
        }
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
