//! Tag pairs in the order in which they were given.

/// The seven tag roster of the PGN standard (section 8.1.1), in the order in which it is written.
pub const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// What the standard writes for a roster tag whose value is not known.
pub fn unknown_value(name: &str) -> &'static str {
    match name {
        "Date" => "????.??.??",
        "Result" => "*",
        _ => "?",
    }
}

/// The tag pairs of a game. Names are unique; the order of first appearance is kept.
///
/// `Result`, and `FEN` and `SetUp` when they could be read, are not among them: the game holds these as values
/// ([`Game::result`](crate::Game::result), [`Game::start`](crate::Game::start)), so that they cannot contradict each other.
#[derive(Clone, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of the tag of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The value of the tag of that name, unless it is empty or one of the standard's words for "unknown" (`?`, `????.??.??`).
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name)
            .filter(|value| !value.is_empty() && value.chars().any(|c| c != '?' && c != '.' && c != '-'))
    }

    /// Sets a tag, in place when it exists and else at the end. Gives back the value it had.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Option<String> {
        let value = value.into();
        if let Some((_, old)) = self.0.iter_mut().find(|(n, _)| n == name) {
            Some(std::mem::replace(old, value))
        } else {
            self.0.push((name.to_owned(), value));
            None
        }
    }

    /// Removes a tag and gives back its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(n, _)| n == name)?;
        Some(self.0.remove(index).1)
    }

    /// All pairs, name and value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Equal when they say the same: of the roster, a missing tag is one with the value for "unknown", and its place does not matter, because the
/// roster is always written first and in full.
impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        let roster_value = |tags: &'_ Self, name| tags.get(name).unwrap_or(unknown_value(name)).to_owned();
        let others = |tags: &Self| {
            tags.0
                .iter()
                .filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(&name.as_str()))
                .cloned()
                .collect::<Vec<_>>()
        };
        SEVEN_TAG_ROSTER.iter().all(|name| roster_value(self, name) == roster_value(other, name))
            && others(self) == others(other)
    }
}
