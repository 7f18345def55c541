//! Tag pairs in the order given.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::steps;

/// The seven tag roster of the PGN standard (section 8.1.1), in its order.
pub const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Other common names. Files spell them in any case.
const KNOWN: [&str; 45] = [
    "FEN",
    "SetUp",
    "Variant",
    "ECO",
    "Opening",
    "Variation",
    "SubVariation",
    "NIC",
    "EventDate",
    "EventType",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Time",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "WhiteTimeControl",
    "BlackTimeControl",
    "WhiteClock",
    "BlackClock",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "WhiteTeam",
    "BlackTeam",
    "WhiteTeamCountry",
    "BlackTeamCountry",
    "WhiteFideId",
    "BlackFideId",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "SourceTitle",
    "Source",
    "SourceDate",
];

fn known(name: &str) -> Option<&'static str> {
    SEVEN_TAG_ROSTER.into_iter().chain(KNOWN).find(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a tag name, in any case and with or without spaces, is a standard or common one.
pub(crate) fn is_standard_name(name: &str) -> bool {
    known(&name.split_whitespace().collect::<String>()).is_some()
}

/// The standard spelling of a tag name in any case, with or without spaces. In other names, spaces become underscores.
pub(crate) fn standard_name(name: &str) -> Cow<'_, str> {
    if let Some(known) = known(name) {
        return Cow::Borrowed(known);
    }
    if !name.contains(char::is_whitespace) {
        return Cow::Borrowed(name);
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    known(&words.concat()).map_or_else(|| Cow::Owned(words.join("_")), Cow::Borrowed)
}

/// The standard's placeholder for an unknown roster tag.
pub fn unknown_value(name: &str) -> &'static str {
    match name {
        "Date" => "????.??.??",
        "Result" => "*",
        _ => "?",
    }
}

/// Whether a value is neither empty nor a placeholder for "unknown".
pub(crate) fn is_known_value(value: &str) -> bool {
    value.chars().any(|c| c != '?' && c != '.' && c != '-')
}

/// Tag pairs stored as text, in order of first appearance. Names are unique and case-insensitive; standard ones have the standard's
/// spelling. All tags of a game are [`Game::tags`](crate::Game::tags).
#[derive(Clone, Eq, Debug, Default)]
pub struct Tags {
    pairs: Vec<(String, String)>,
    /// Index by lower-case name, filled beyond [`LISTED`] tags: otherwise a text of a million tags would be searched a million times.
    places: HashMap<String, usize>,
}

/// Up to this number of tags, a linear search is faster than any index.
const LISTED: usize = 32;

impl Tags {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.place(name).map(|place| self.pairs[place].1.as_str())
    }

    /// The value of a tag, unless empty or a placeholder of the standard for "unknown" (`?`, `????.??.??`).
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| is_known_value(value))
    }

    /// Sets a tag, in place if it exists and else at the end. Returns the previous value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Option<String> {
        let (name, value) = (standard_name(name), value.into());
        if let Some(place) = self.place(&name) {
            return Some(std::mem::replace(&mut self.pairs[place].1, value));
        }
        self.pairs.push((name.to_string(), value));
        match self.pairs.len() {
            0..=LISTED => {}
            len if self.places.is_empty() => self.index(len),
            len => {
                self.places.insert(name.to_ascii_lowercase(), len - 1);
            }
        }
        None
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.place(name)?;
        let (_, value) = self.pairs.remove(place);
        self.places.clear();
        if self.pairs.len() > LISTED {
            self.index(self.pairs.len());
        }
        Some(value)
    }

    /// All pairs (name, value), in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.places.is_empty() {
            steps::count(self.pairs.len());
            self.pairs.iter().position(|(n, _)| n.eq_ignore_ascii_case(name))
        } else {
            self.places.get(&name.to_ascii_lowercase()).copied()
        }
    }

    /// Indexes the first `len` names.
    fn index(&mut self, len: usize) {
        let names = self.pairs[..len].iter().enumerate();
        self.places = names.map(|(place, (name, _))| (name.to_ascii_lowercase(), place)).collect();
    }

    /// Number of tags.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// Compares meaning: a missing roster tag equals its "unknown" placeholder, and the place of roster tags does not matter, because the
/// roster is always written first and in full.
impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        let roster_value = |tags: &'_ Self, name| tags.get(name).unwrap_or(unknown_value(name)).to_owned();
        let others = |tags: &Self| {
            tags.pairs
                .iter()
                .filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(&name.as_str()))
                .cloned()
                .collect::<Vec<_>>()
        };
        SEVEN_TAG_ROSTER.iter().all(|name| roster_value(self, name) == roster_value(other, name))
            && others(self) == others(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_have_the_standard_s() {
        for others in [0, 2 * LISTED] {
            let mut tags = Tags::new();
            for number in 0..others {
                tags.set(&format!("Tag{number}"), "x");
            }
            assert_eq!(
                (tags.set("white", "A"), tags.set("WHITEELO", "2000"), tags.set("myTag", "1")),
                (None, None, None)
            );
            assert_eq!(
                (tags.get("White"), tags.get("whiteelo"), tags.get("MYTAG")),
                (Some("A"), Some("2000"), Some("1"))
            );
            assert_eq!(tags.set("wHITE", "B"), Some("A".to_owned()));
            let names: Vec<&str> = tags.iter().skip(others).map(|(name, _)| name).collect();
            assert_eq!(names, ["White", "WhiteElo", "myTag"]);
            assert_eq!((tags.remove("WHITE"), tags.len()), (Some("B".to_owned()), others + 2));
        }
    }

    #[test]
    fn many_tags_are_found_changed_and_removed_as_few_are() {
        for count in [1, LISTED - 1, LISTED, LISTED + 1, 3 * LISTED] {
            let mut tags = Tags::new();
            for number in 0..count {
                assert_eq!(tags.set(&format!("Tag{number}"), number.to_string()), None);
            }
            assert_eq!(tags.set("Tag0", "new"), Some("0".to_owned()));
            assert_eq!((tags.get("Tag0"), tags.get("Tag")), (Some("new"), None));
            assert_eq!(tags.remove("Tag0"), Some("new".to_owned()));
            assert_eq!((tags.remove("Tag0"), tags.len()), (None, count - 1));
            for number in 1..count {
                assert_eq!(tags.get(&format!("Tag{number}")), Some(number.to_string().as_str()));
            }
        }
    }
}
