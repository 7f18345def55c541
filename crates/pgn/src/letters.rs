//! Piece letters of languages other than English, as written by players and exported by some programs.
//!
//! The letters are those used by each country's federation and chess press; the PGN standard (section 8.2.3.2) has part of the table.

use tabia_chess::Role;

/// Piece letters of a language, or of several that share them.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Letters {
    /// Language name for messages.
    pub(crate) language: &'static str,
    /// King, queen, rook, bishop, knight.
    pieces: [&'static str; 5],
}

const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

const fn letters(language: &'static str, pieces: [&'static str; 5]) -> Letters {
    Letters { language, pieces }
}

/// All known sets of letters except English. If several fit a game, the first wins.
static KNOWN: [Letters; 20] = [
    letters("German or Scandinavian", ["K", "D", "T", "L", "S"]),
    letters("French", ["R", "D", "T", "F", "C"]),
    letters("Spanish or Italian", ["R", "D", "T", "A", "C"]),
    letters("Dutch", ["K", "D", "T", "L", "P"]),
    letters("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    letters("Polish", ["K", "H", "W", "G", "S"]),
    letters("Portuguese", ["R", "D", "T", "B", "C"]),
    letters("Czech or Slovak", ["K", "D", "V", "S", "J"]),
    letters("Hungarian", ["K", "V", "B", "F", "H"]),
    letters("Romanian", ["R", "D", "T", "N", "C"]),
    letters("Finnish", ["K", "D", "T", "L", "R"]),
    letters("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    letters("Serbian", ["К", "Д", "Т", "Л", "С"]),
    letters("Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    letters("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
    letters("Turkish", ["Ş", "V", "K", "F", "A"]),
    letters("Icelandic", ["K", "D", "H", "B", "R"]),
    letters("Estonian", ["K", "L", "V", "O", "R"]),
    letters("Latvian", ["K", "D", "T", "L", "Z"]),
    letters("Lithuanian", ["K", "V", "B", "R", "Ž"]),
];

impl Letters {
    /// The word with English letters; `None` if it has a piece letter that this language lacks.
    pub(crate) fn in_english(&self, word: &str) -> Option<String> {
        let Some(prefix) = piece_prefix(word) else { return self.promotion_in_english(word) };
        let role = self.role(prefix)?;
        Some(format!("{}{}", role.upper_char(), &word[prefix.len()..]))
    }

    /// Translates a pawn move: the optional promotion letter at its end.
    fn promotion_in_english(&self, word: &str) -> Option<String> {
        let moved = word.trim_end_matches(['+', '#', ')']);
        let stem = moved.trim_end_matches(is_piece_letter);
        if stem.len() == moved.len() || !stem.ends_with(['1', '8', '=', '/', '(']) {
            return Some(word.to_owned());
        }
        let role = self.role(&moved[stem.len()..])?;
        Some(format!("{stem}{}{}", role.upper_char(), &word[moved.len()..]))
    }

    fn role(&self, letter: &str) -> Option<Role> {
        self.pieces.iter().position(|&own| own == letter).map(|index| ROLES[index])
    }

    /// The letters from king to knight, for messages.
    pub(crate) fn list(&self) -> String {
        self.pieces.join(" ")
    }
}

/// The languages in which a word's non-English piece letter is a piece.
pub(crate) fn languages_of(word: &str) -> impl Iterator<Item = &'static Letters> {
    let letter = foreign_letter(word).unwrap_or_default().to_owned();
    KNOWN.iter().filter(move |letters| letters.role(&letter).is_some())
}

/// The piece letters of a word with the shape of a move, if not a piece in English.
pub(crate) fn foreign_letter(word: &str) -> Option<&str> {
    piece_prefix(word).filter(|letter| !matches!(*letter, "K" | "Q" | "R" | "B" | "N" | "P"))
}

/// The piece letters at the start of a move: `S` of `Sf3`, `Кр` of `Крe2`.
fn piece_prefix(word: &str) -> Option<&str> {
    const LONGEST: usize = 2;
    let first = word.chars().next().filter(|c| c.is_uppercase())?;
    // The second letter of `Кр` is lower case, but not that of a file.
    let len = word
        .chars()
        .take_while(|&c| c.is_alphabetic() && !c.is_ascii_lowercase())
        .take(LONGEST)
        .map(char::len_utf8)
        .sum::<usize>()
        .max(first.len_utf8());
    let (prefix, rest) = word.split_at(len);
    let names_square = rest.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let is_move = rest.starts_with(|c: char| matches!(c, 'a'..='h' | '1'..='8' | 'x' | ':' | '-'));
    (is_move && names_square).then_some(prefix)
}

fn is_piece_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(language: &str, word: &str) -> Option<String> {
        KNOWN.iter().find(|letters| letters.language.contains(language)).and_then(|own| own.in_english(word))
    }

    #[test]
    fn moves_are_translated() {
        for (language, word, expected) in [
            ("German", "Sf3", "Nf3"),
            ("German", "Tae1+", "Rae1+"),
            ("German", "fxg8=D#", "fxg8=Q#"),
            ("German", "e8(S)", "e8(N)"),
            ("German", "e8T", "e8R"),
            ("French", "Rg1", "Kg1"),
            ("Russian", "Крe2", "Ke2"),
            ("Russian", "Кf3", "Nf3"),
            ("Russian", "e8=Ф+", "e8=Q+"),
            ("Dutch", "Pbd2", "Nbd2"),
            ("German", "exd5", "exd5"),
            ("German", "e2-e4", "e2-e4"),
            ("German", "O-O", "O-O"),
        ] {
            assert_eq!(english(language, word).as_deref(), Some(expected), "{language}: {word}");
        }
        assert_eq!(english("German", "Nf3"), None);
        assert_eq!(english("German", "e8=Q"), None);
    }

    #[test]
    fn only_what_has_the_shape_of_a_move_has_a_foreign_letter() {
        assert_eq!(foreign_letter("Sf3"), Some("S"));
        assert_eq!(foreign_letter("Крe2"), Some("Кр"));
        for word in ["Nf3", "e4", "O-O", "Smith", "A4", "e8=D", "S"] {
            assert_eq!(foreign_letter(word), None, "{word}");
        }
        assert_eq!(languages_of("Cf3").count(), 4);
    }
}
