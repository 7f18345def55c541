//! Numeric annotation glyphs (PGN standard, section 8.2.4 and 10).

mod meanings;

use std::borrow::Cow;
use std::fmt;

/// A numeric annotation glyph: `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

/// Glyphs with symbols: the six move suffixes and those printed by lichess, `ChessBase` and the Informant (numbers as in scalachess's
/// `Glyph.scala`).
const SYMBOLS: [(u8, &str); 42] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (13, "∞"),
    (14, "⩲"),
    (15, "⩱"),
    (16, "±"),
    (17, "∓"),
    (18, "+−"),
    (19, "−+"),
    (22, "⨀"),
    (32, "↑↑"),
    (36, "↑"),
    (40, "→"),
    (44, "=∞"),
    (132, "⇆"),
    (138, "⊕"),
    (140, "∆"),
    (141, "∇"),
    (142, "⌓"),
    (143, "≤"),
    (144, "≈"),
    (145, "RR"),
    (146, "N"),
    (220, "D"),
    (238, "○"),
    (239, "⇔"),
    (240, "⇗"),
    (241, "⊞"),
    (242, "⟫"),
    (243, "⟪"),
    (244, "✕"),
    (245, "⊥"),
    (246, "⊟"),
    (247, "⟷"),
    (252, "⚨"),
    (254, "∟"),
];

/// Other spellings of symbols found in files.
const SPELLINGS: [(&str, u8); 28] = [
    ("+-", 18),
    ("+–", 18),
    ("-+", 19),
    ("–+", 19),
    ("+--", 20),
    ("--+", 21),
    ("+/-", 16),
    ("+/−", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("+=", 14),
    ("+/=", 14),
    ("=+", 15),
    ("=/+", 15),
    ("==", 10),
    ("~", 13),
    ("~=", 44),
    ("=/∞", 44),
    ("©", 44),
    ("TN", 146),
    ("↗", 36),
    ("⟳", 32),
    ("Δ", 140),
    ("△", 140),
    ("⊙", 22),
    ("zz", 22),
    ("ZZ", 22),
    ("■", 7),
];

impl Nag {
    /// `!`, a good move.
    pub const GOOD_MOVE: Self = Self(1);
    /// `?`, a mistake.
    pub const MISTAKE: Self = Self(2);
    /// `!!`, a brilliant move.
    pub const BRILLIANT_MOVE: Self = Self(3);
    /// `??`, a blunder.
    pub const BLUNDER: Self = Self(4);
    /// `!?`, a speculative move.
    pub const SPECULATIVE_MOVE: Self = Self(5);
    /// `?!`, a dubious move.
    pub const DUBIOUS_MOVE: Self = Self(6);

    /// `=`, an equal position.
    pub(crate) const EQUAL: Self = Self(10);

    /// A diagram of the position belongs here (`$220`, `ChessBase`).
    pub const DIAGRAM: Self = Self(220);
    /// A diagram from Black's point of view (`$221`).
    pub const DIAGRAM_FROM_BLACK: Self = Self(221);

    /// Reads a symbol such as `!?`, `+-` or `∞`.
    pub fn from_symbol(text: &str) -> Option<Self> {
        let symbol = SYMBOLS.iter().find(|(_, symbol)| *symbol == text).map(|&(number, _)| number);
        symbol
            .or_else(|| SPELLINGS.iter().find(|(symbol, _)| *symbol == text).map(|&(_, number)| number))
            .map(Self)
    }

    /// The longest symbol at the start of a text, and its length in bytes. Letters and digits may follow only if they are a symbol (`⩲N`)
    /// or nothing but a verdict can come before them (`±Nf6`, unlike `∆Nf6` or `=Q`).
    pub(crate) fn from_prefix(text: &str) -> Option<(Self, usize)> {
        if text.starts_with(char::is_alphanumeric) {
            return None;
        }
        let is_symbol = |symbol: &str, number: u8| {
            let rest = text.strip_prefix(symbol)?;
            let word = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
            let is_verdict = matches!(number, 7 | 10..=19 | 22 | 44) && !symbol.is_ascii();
            (word.is_empty() || is_verdict || Self::from_symbol(word).is_some()).then_some(symbol.len())
        };
        let symbols = SYMBOLS.iter().map(|&(number, symbol)| (symbol, number)).chain(SPELLINGS);
        symbols
            .filter_map(|(symbol, number)| Some((Self(number), is_symbol(symbol, number)?)))
            .max_by_key(|&(_, len)| len)
    }

    /// The longest ASCII symbol at the end of a text, and the text before it.
    pub(crate) fn from_suffix(text: &str) -> Option<(&str, Self)> {
        const LONGEST: usize = 3;
        (1..=LONGEST).rev().find_map(|len| {
            let (stem, symbol) = text.split_at_checked(text.len().checked_sub(len)?)?;
            Some((stem, Self::from_symbol(symbol)?))
        })
    }

    /// Meaning of a glyph, in the words of the PGN standard or of those who print its symbol; `None` for numbers without a meaning.
    pub fn meaning(self) -> Option<&'static str> {
        meanings::meaning(self.0)
    }

    /// The usual symbol, if there is one; that of the null annotation (`$0`) is empty. Glyphs that differ only in the side or the degree
    /// share a symbol.
    pub fn symbol(self) -> Option<&'static str> {
        if self.0 == 0 {
            return Some("");
        }
        let number = usual(self.0);
        SYMBOLS.iter().find(|&&(of, _)| of == number).map(|&(_, symbol)| symbol)
    }

    /// Readable form of the glyph: its symbol, else its meaning in parentheses, else its number.
    pub fn text(self) -> Cow<'static, str> {
        match (self.symbol(), self.meaning()) {
            (Some(symbol), _) => Cow::Borrowed(symbol),
            (None, Some(meaning)) => Cow::Owned(format!("({meaning})")),
            (None, None) => Cow::Owned(self.to_string()),
        }
    }
}

/// The glyph with the same symbol.
fn usual(number: u8) -> u8 {
    match number {
        8 => 7,
        9 => 4,
        11 | 12 => 10,
        20 => 18,
        21 => 19,
        23 => 22,
        24..=29 => 238,
        30..=35 => 32,
        37..=39 => 36,
        41 => 40,
        45..=47 => 44,
        48..=53 => 241,
        54..=59 => 242,
        60..=65 => 243,
        130..=135 => 132,
        136..=139 => 138,
        147 => 244,
        148 => 245,
        149 => 239,
        150 => 240,
        151 | 152 => 246,
        153 => 247,
        201 | 221 => 220,
        212 => 252,
        214 => 254,
        number => number,
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_has_a_meaning_and_every_glyph_of_the_standard_too() {
        for number in 0..=255 {
            let nag = Nag(number);
            assert!(nag.symbol().is_none() || nag.meaning().is_some(), "{number}");
            let is_known = matches!(number, 0..=154 | 190..=195 | 201 | 210..=215 | 220 | 221 | 238..=255);
            assert_eq!(nag.meaning().is_some(), is_known, "{number}: {:?}", nag.meaning());
        }
        // The glyphs ChessBase writes most.
        for number in [8, 11, 12, 20, 21, 23, 33, 35, 37, 41, 45, 133, 139, 142, 145, 221] {
            assert!(Nag(number).symbol().is_some(), "{number}");
        }
        for (number, text) in
            [(0, ""), (154, "(Bishops of the same colour)"), (191, "(Doubled pawns)"), (201, "D"), (212, "⚨")]
        {
            assert_eq!(Nag(number).text(), text, "{number}");
        }
    }

    #[test]
    fn a_symbol_is_read_as_the_glyph_that_shows_it() {
        for (number, symbol) in SYMBOLS {
            assert_eq!((Nag::from_symbol(symbol), Nag(number).symbol()), (Some(Nag(number)), Some(symbol)));
        }
        for (text, expected) in [
            ("⩲↑", Some((14, "⩲".len()))),
            ("+-!?", Some((18, 2))),
            ("=/∞", Some((44, "=/∞".len()))),
            ("⩲N", Some((14, "⩲".len()))),
            ("□RR!", Some((7, "□".len()))),
            ("+/=N", Some((14, 3))),
            ("+--", Some((20, 3))),
            ("⩲Nf3", Some((14, "⩲".len()))),
            ("±2", Some((16, "±".len()))),
            ("∆Nc3", None),
            ("=Q", None),
            ("N", None),
            ("--", None),
            ("+", None),
        ] {
            let expected = expected.map(|(number, len)| (Nag(number), len));
            assert_eq!(Nag::from_prefix(text), expected, "{text}");
        }
    }

    #[test]
    fn the_longest_symbol_is_taken_from_the_end() {
        for (text, expected) in [
            ("e4+/=", Some(("e4", 14))),
            ("e4-/+", Some(("e4", 17))),
            ("e4=+", Some(("e4", 15))),
            ("Qh5+--", Some(("Qh5", 20))),
            ("e4RR", Some(("e4", 145))),
            ("e4~", Some(("e4", 13))),
            ("N", Some(("", 146))),
            ("e4", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(Nag::from_suffix(text), expected.map(|(stem, number)| (stem, Nag(number))), "{text}");
        }
    }
}
