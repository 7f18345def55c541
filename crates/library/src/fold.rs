//! Folding of names for comparison: without case, accents and punctuation, word by word.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the words of a text in lower case, without accents, separated by single spaces.
///
/// ```
/// assert_eq!(tabia_library::fold("Šírov, Alexej"), "sirov alexej");
/// assert_eq!(tabia_library::fold("Ølund-Æbelø"), "olund aebelo");
/// assert_eq!(tabia_library::fold("O’Kelly"), tabia_library::fold("O'Kelly"));
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(&mut folded, text);
    folded
}

/// Appends the folded form of a text (see [`fold`]).
pub(crate) fn fold_into(folded: &mut String, text: &str) {
    let start = folded.len();
    if text.is_ascii() {
        text.chars().for_each(|letter| push(folded, start, letter));
    } else {
        let letters = text.nfkd().filter(|&letter| !is_combining_mark(letter));
        for letter in letters.flat_map(char::to_lowercase) {
            match plain(letter) {
                Some(plain) => folded.push_str(plain),
                None => push(folded, start, letter),
            }
        }
    }
    if folded.len() > start && folded.ends_with(' ') {
        folded.pop();
    }
}

/// Appends a letter to the words that begin at `start`.
fn push(folded: &mut String, start: usize, letter: char) {
    // Apostrophes, as programs write them.
    if matches!(letter, '\'' | '’' | '‘' | 'ʼ' | '`') {
        return;
    }
    if letter.is_alphanumeric() {
        folded.push(letter.to_ascii_lowercase());
    } else if folded.len() > start && !folded.ends_with(' ') {
        folded.push(' ');
    }
}

/// Replacements for letters without a removable accent (Unicode decomposes none of them).
const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ı' => "i",
        'ħ' => "h",
        'æ' => "ae",
        'œ' => "oe",
        'ß' => "ss",
        'þ' => "th",
        _ => return None,
    })
}

/// A query over folded texts: each of its words must begin a word of the text, in any order.
///
/// So `carlsen m`, `Magnus Carl` and `CARLSEN,MAGNUS` all find `Carlsen, Magnus`.
#[derive(Clone, Debug)]
pub(crate) struct Words(Vec<String>);

impl Words {
    /// Makes a query from a text; `None` if it has no words.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let words: Vec<_> =
            fold(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    pub(crate) fn match_folded(&self, folded: &str) -> bool {
        self.0.iter().all(|word| {
            folded.match_indices(word.as_str()).any(|(at, _)| at == 0 || folded.as_bytes()[at - 1] == b' ')
        })
    }
}

/// Returns the folded family name, for comparing players whose names are written differently: for `Carlsen, Magnus`,
/// `Magnus Carlsen`, `Carlsen,M` and `M. Carlsen` it is `carlsen`.
pub(crate) fn family_name(name: &str) -> String {
    let family = name.split_once(',').map_or(name, |(family, _)| family);
    let folded = fold(family);
    let mut words = folded.split(' ').rev();
    let long = words.clone().find(|word| word.chars().nth(1).is_some());
    long.or_else(|| words.next()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_parts() {
        let found = |wanted: &str, name: &str| Words::new(wanted).unwrap().match_folded(&fold(name));
        for wanted in ["carlsen", "Carlsen, Magnus", "magnus carl", "CARLSEN,M", "m carlsen"] {
            assert!(found(wanted, "Carlsen, Magnus"), "{wanted}");
        }
        assert!(found("hubner", "Hübner, Robert") && found("Hübner", "HUBNER R"));
        assert!(found("o kelly", "O'Kelly de Galway") || found("okelly", "O'Kelly de Galway"));
        assert!(!found("arlsen", "Carlsen, Magnus") && !found("carlsen h", "Carlsen, Magnus"));
        assert!(Words::new(" ,.").is_none());
    }

    #[test]
    fn family_names_are_the_same_however_they_are_written() {
        for name in ["Carlsen, Magnus", "Magnus Carlsen", "Carlsen,M", "M. Carlsen", "CARLSEN"] {
            assert_eq!(family_name(name), "carlsen", "{name}");
        }
        assert_eq!(family_name("van der Wiel, John"), "wiel");
        assert_eq!((family_name(""), family_name("X")), (String::new(), "x".to_owned()));
    }
}
