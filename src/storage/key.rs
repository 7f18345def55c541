//! Keys and ranges of keys.

use std::cmp::Ordering;
use std::fmt;

/// One part of a [`Key`]. Numbers sort before texts, as in IndexedDB.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KeyPart {
    /// A whole number below 2⁵³, so that a JavaScript number holds it exactly.
    Number(u64),
    /// A text.
    Text(String),
}

impl Ord for KeyPart {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
            // IndexedDB compares UTF-16 code units; beyond U+FFFF that order differs from UTF-8.
            (Self::Text(a), Self::Text(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        }
    }
}

impl PartialOrd for KeyPart {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for KeyPart {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for KeyPart {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<&str> for KeyPart {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for KeyPart {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Key of a record in its table: parts compared from left to right; a prefix sorts before longer keys.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Vec<KeyPart>);

impl Key {
    /// Returns a key with a single part.
    pub fn of(part: impl Into<KeyPart>) -> Self {
        Self(vec![part.into()])
    }

    /// Returns the key with another part appended.
    #[must_use]
    pub fn and(mut self, part: impl Into<KeyPart>) -> Self {
        self.0.push(part.into());
        self
    }

    /// Returns whether the key begins with the parts of `prefix`.
    pub fn begins_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

    /// Returns the first part if it is a text.
    pub fn first_text(&self) -> Option<&str> {
        match self.0.first() {
            Some(KeyPart::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the last part if it is a number.
    pub fn last_number(&self) -> Option<u64> {
        match self.0.last() {
            Some(KeyPart::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "/" };
            match part {
                KeyPart::Number(number) => write!(f, "{separator}{number}")?,
                KeyPart::Text(text) => write!(f, "{separator}{text}")?,
            }
        }
        Ok(())
    }
}

/// Consecutive keys: those that begin with a prefix and come after a given key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// Prefix of the keys; a key equal to the prefix is included.
    pub prefix: Key,
    /// Exclusive lower bound, for continuing where an earlier list ended.
    pub after: Option<Key>,
}

impl Range {
    /// Returns the range of all keys in a table.
    pub fn all() -> Self {
        Self::default()
    }

    /// Returns the range of keys that begin with `prefix`.
    pub fn below(prefix: Key) -> Self {
        Self { prefix, after: None }
    }

    /// Restricts the range to keys after `key`.
    #[must_use]
    pub fn after(self, key: Key) -> Self {
        Self { after: Some(key), ..self }
    }

    /// Returns whether the range contains no key: its lower bound lies after all keys with the prefix.
    pub fn is_empty(&self) -> bool {
        self.after.as_ref().is_some_and(|after| *after > self.prefix && !after.begins_with(&self.prefix))
    }

    /// Returns whether the range contains `key`.
    pub fn contains(&self, key: &Key) -> bool {
        key.begins_with(&self.prefix) && self.after.as_ref().is_none_or(|after| key > after)
    }
}
