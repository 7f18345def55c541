//! Helpers for UI text.

use crate::language;
pub use crate::language::{grouped, with_commas};

/// Capitalises a message: those of the crates start in lower case, as is usual for Rust errors. Text that starts with a file, option or
/// command name is unchanged: `a.wasm was not added`, `tc: ...`.
pub fn sentence(text: &str) -> String {
    if begins_with_a_name(text) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| std::iter::once(capital(first)).chain(chars).collect())
}

/// Returns the upper-case form of a letter in the page's languages; tables for all alphabets would add 5 kB to the download.
fn capital(letter: char) -> char {
    let code = letter as u32;
    let capital = match letter {
        'i' if language::is_turkish() => return 'İ',
        'ı' => return 'I',
        'à'..='ö' | 'ø'..='þ' | 'а'..='я' => code - 0x20,
        'ѐ'..='џ' => code - 0x50,
        'ĺ'..='ň' | 'ź'..='ž' => code - (code + 1) % 2,
        'ā'..='ķ' | 'ŋ'..='ŷ' => code - code % 2,
        _ => return letter.to_ascii_uppercase(),
    };
    char::from_u32(capital).unwrap_or(letter)
}

/// Whether the first word is a name: it contains a dot, digit, slash or other symbol, or an inner capital, or ends with a colon.
fn begins_with_a_name(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let inside = word.trim_end_matches(['.', ',', ';', '?', '!', '\'']);
    let is_odd = |c: char| {
        matches!(c, '.' | '_' | '/' | '\\' | ':' | '=' | '#') || c.is_ascii_digit() || c.is_uppercase()
    };
    inside.chars().skip(1).any(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_grouped() {
        let texts = [0, 8096, 10_000, 145_716, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "8096", "10,000", "145,716", "1,234,567"]);
        assert_eq!([0, 999, 1000, 1_234_567].map(with_commas), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(sentence("game 1, line 2"), "Game 1, line 2");
        assert_eq!(sentence("élan"), "Élan");
        assert_eq!(sentence("партия"), "Партия");
        assert_eq!(sentence(""), "");
        assert_eq!(sentence("it's gone."), "It's gone.");
    }

    #[test]
    fn letters_have_the_capitals_of_the_standard_library() {
        for letter in "abzàéöøþćęłńśźżĺňşğœūžěďѐёђџабвъя×÷ÿ.1中ĸ".chars().filter(|letter| *letter != 'ÿ')
        {
            assert_eq!(capital(letter).to_string(), letter.to_uppercase().to_string(), "{letter}");
        }
    }

    #[test]
    fn names_stay_as_they_are() {
        for text in [
            "trunc.wasm was not added: it is cut off",
            "stockfish-17.js was not added",
            "tc: \"x\" is not a time",
            "tabia_2 has no bench",
            "iPhone",
            "books/a",
        ] {
            assert_eq!(sentence(text), text);
        }
    }
}
