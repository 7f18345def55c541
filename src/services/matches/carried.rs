//! Payload of a link to the Lab, in its text form. Free of browser APIs, so that the fuzz target `lab_link` can read it too.

use serde::{Deserialize, Serialize};
use tabia_arena::{
    EngineBook, EngineSettings, InvalidSettings, MatchHeader, MatchLineError, MatchSettings, Share,
};

use crate::language::tr;

/// Payload of a link to the Lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Settings for the setup form.
    Settings(MatchSettings),
    /// Two books to play each other, sent by the book page; the first two engines of the form get them.
    Books([EngineBook; 2]),
    /// Part of a match to play here, as part index and number of parts.
    Part {
        /// Header of the match.
        header: MatchHeader,
        /// Share of its units.
        #[serde(flatten)]
        share: Share,
    },
}

/// Maximum number of parts of a match.
const MAX_PARTS: usize = 10_000;

/// Reason why the payload of an address is unreadable.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// Longer than any link the Lab makes.
    #[error("{}", tr!("it is longer than a link of the Lab can be"))]
    TooLong,
    /// The match exceeds the limits of a match.
    #[error(transparent)]
    Match(#[from] MatchLineError),
    /// The settings exceed the limits of a match.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
    /// No such part.
    #[error("{}", tr!("it has the invalid part {part} of {of}", part = _0.part.saturating_add(1), of = _0.of))]
    Share(Share),
    /// Ends in the middle of a character.
    #[error("{}", tr!("it is cut off"))]
    CutOff,
    /// Not a payload of a Lab link.
    #[error(transparent)]
    Unreadable(#[from] serde_json::Error),
}

/// Returns the text of a link, not yet URL-escaped.
pub fn text(link: &Link) -> String {
    serde_json::to_string(link).unwrap_or_default()
}

/// Parses the untrusted text of a link.
///
/// # Errors
/// If it is not a link payload, or exceeds the limits of a match.
pub fn read(json: &str) -> Result<Link, AddressError> {
    let link: Link = serde_json::from_str(json)?;
    match &link {
        Link::Settings(settings) => settings.check_bounds()?,
        Link::Books(books) => {
            let engine =
                |book: &EngineBook| EngineSettings { book: Some(book.clone()), ..EngineSettings::default() };
            MatchSettings { engines: books.iter().map(engine).collect(), ..MatchSettings::default() }
                .check_bounds()?;
        }
        Link::Part { header, share } => {
            header.check()?;
            header.settings.validate()?;
            if share.part >= share.of || share.of > MAX_PARTS {
                return Err(AddressError::Share(*share));
            }
        }
    }
    Ok(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn part(id: &str, engines: usize, share: [usize; 2]) -> String {
        let engines: Vec<Value> = (0..engines)
            .map(|number| json!({ "name": format!("e{number}"), "limits": { "depth": 1 } }))
            .collect();
        let header = json!({ "id": id, "settings": { "engines": engines } });
        json!({ "part": { "header": header, "part": share[0], "of": share[1] } }).to_string()
    }

    #[test]
    fn a_link_with_a_part_is_read() {
        assert!(matches!(read(&part("m-1", 2, [1, 2])), Ok(Link::Part { share, .. }) if share.part == 1));
    }

    #[test]
    fn what_no_match_has_is_refused_before_it_is_a_match() {
        assert!(matches!(read(&part("a/../b", 2, [1, 2])), Err(AddressError::Match(MatchLineError::Id(_)))));
        assert!(matches!(
            read(&part("m", 24_000, [0, 1])),
            Err(AddressError::Match(MatchLineError::Settings(_)))
        ));
        assert!(matches!(read(&part("m", 1, [0, 1])), Err(AddressError::Settings(_))));
        for share in [[2, 2], [0, 0], [0, 1_000_000_000]] {
            assert!(matches!(read(&part("m", 2, share)), Err(AddressError::Share(_))), "{share:?}");
        }
        let options = json!({ "settings": { "engines": [{ "options": [["Hash", "1\nsetoption name Debug Log File value x"]] }] } });
        assert!(matches!(read(&options.to_string()), Err(AddressError::Settings(_))));
        let books = json!({ "books": [{ "name": "x".repeat(5000), "sha256": "" }, {}] });
        assert!(matches!(read(&books.to_string()), Err(AddressError::Settings(_))));
        assert!(matches!(read(&"[".repeat(100_000)), Err(AddressError::Unreadable(_))));
    }
}
