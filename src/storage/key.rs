//! Keys and ranges of keys.

use std::cmp::Ordering;
use std::fmt;

/// One part of a [`Key`]. Numbers come before texts, as in IndexedDB.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// A whole number below 2⁵³: what a JavaScript number holds exactly.
    Number(u64),
    /// A text.
    Text(String),
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
            // IndexedDB compares code units, which is another order than that of UTF-8 beyond U+FFFF.
            (Self::Text(a), Self::Text(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        }
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for Part {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Part {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Names a record in its table: some parts, compared from the left; a key comes before those that go on after it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Vec<Part>);

impl Key {
    /// A key of one part.
    pub fn of(part: impl Into<Part>) -> Self {
        Self(vec![part.into()])
    }

    /// The key with one part more.
    #[must_use]
    pub fn and(mut self, part: impl Into<Part>) -> Self {
        self.0.push(part.into());
        self
    }

    /// Whether the key begins with the parts of `prefix`.
    pub fn begins_with(&self, prefix: &Self) -> bool {
        self.0.starts_with(&prefix.0)
    }

    /// The first part if it is a text.
    pub fn first_text(&self) -> Option<&str> {
        match self.0.first() {
            Some(Part::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The last part if it is a number.
    pub fn last_number(&self) -> Option<u64> {
        match self.0.last() {
            Some(Part::Number(number)) => Some(*number),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "/" };
            match part {
                Part::Number(number) => write!(f, "{separator}{number}")?,
                Part::Text(text) => write!(f, "{separator}{text}")?,
            }
        }
        Ok(())
    }
}

/// Keys that follow one another: those which begin with some parts, and come after some key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// What the keys begin with; the key that has no more parts than these is one of them.
    pub prefix: Key,
    /// The keys come after this one. For reading on where an earlier list ended.
    pub after: Option<Key>,
}

impl Range {
    /// Every key of a table.
    pub fn all() -> Self {
        Self::default()
    }

    /// The keys that begin with `prefix`.
    pub fn below(prefix: Key) -> Self {
        Self { prefix, after: None }
    }

    /// Those of them that come after `key`.
    #[must_use]
    pub fn after(self, key: Key) -> Self {
        Self { after: Some(key), ..self }
    }

    /// Whether no key can be among them: the one to come after lies behind all that begin with the prefix.
    pub fn is_empty(&self) -> bool {
        self.after.as_ref().is_some_and(|after| *after > self.prefix && !after.begins_with(&self.prefix))
    }

    /// Whether `key` is among them.
    pub fn contains(&self, key: &Key) -> bool {
        key.begins_with(&self.prefix) && self.after.as_ref().is_none_or(|after| key > after)
    }
}
