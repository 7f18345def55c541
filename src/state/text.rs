//! Small helpers for the words on the page.

/// The text with a capital at its beginning: messages of the crates begin in lower case, as Rust's errors do. What begins with the
/// name of a file, of an option or of a command stays as it is: `a.wasm was not added`, `tc: ...`.
pub fn sentence(text: &str) -> String {
    if begins_with_a_name(text) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| std::iter::once(capital(first)).chain(chars).collect())
}

/// The capital of a letter of Western Europe's languages; the tables of all alphabets would be 5 kB more to fetch.
fn capital(letter: char) -> char {
    match letter {
        'à'..='ö' | 'ø'..='þ' => char::from_u32(letter as u32 - 0x20).unwrap_or(letter),
        _ => letter.to_ascii_uppercase(),
    }
}

/// Whether the first word is no word of the language: it has a dot, a digit, a line or a capital inside, or a colon behind it.
fn begins_with_a_name(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let inside = word.trim_end_matches(['.', ',', ';', '?', '!', '\'']);
    let is_odd = |c: char| {
        matches!(c, '.' | '_' | '/' | '\\' | ':' | '=' | '#') || c.is_ascii_digit() || c.is_uppercase()
    };
    inside.chars().skip(1).any(is_odd)
}

/// A number with a comma between thousands.
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its thousands apart, from 10,000 on.
pub fn grouped(count: usize) -> String {
    if count < 10_000 { count.to_string() } else { with_commas(count) }
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
        assert_eq!(sentence(""), "");
        assert_eq!(sentence("it's gone."), "It's gone.");
    }

    #[test]
    fn names_stay_as_they_are() {
        for text in [
            "trunc.wasm was not added: it is cut off",
            "stockfish-17.js was not added",
            "tc: \"x\" is no time",
            "tabia_2 has no bench",
            "iPhone",
            "books/a",
        ] {
            assert_eq!(sentence(text), text);
        }
    }
}
