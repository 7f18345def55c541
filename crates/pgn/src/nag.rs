//! Numeric annotation glyphs (PGN standard, section 8.2.4 and 10).

use std::fmt;

/// A numeric annotation glyph: `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

/// Glyphs that have a symbol: the six move suffixes and those that lichess, `ChessBase` and the Informant print
/// (numbers as in scalachess's `Glyph.scala`).
const SYMBOLS: [(u8, &str); 25] = [
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
    (146, "N"),
    (220, "D"),
];

/// Other spellings of symbols, as found in files.
const SPELLINGS: [(&str, u8); 27] = [
    ("+-", 18),
    ("+–", 18),
    ("-+", 19),
    ("–+", 19),
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
    ("⌓", 142),
    ("⊙", 22),
    ("zz", 22),
    ("RR", 145),
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

    /// A diagram of the position belongs here (`$220`, `ChessBase`).
    pub const DIAGRAM: Self = Self(220);
    /// The same, seen from Black's side (`$221`).
    pub const DIAGRAM_FROM_BLACK: Self = Self(221);

    /// Reads a symbol such as `!?`, `+-` or `∞`.
    pub fn from_symbol(text: &str) -> Option<Self> {
        let symbol = SYMBOLS.iter().find(|(_, symbol)| *symbol == text).map(|&(number, _)| number);
        symbol
            .or_else(|| SPELLINGS.iter().find(|(symbol, _)| *symbol == text).map(|&(_, number)| number))
            .map(Self)
    }

    /// What a glyph means, in the words of the PGN standard or of those who print its symbol; `None` for those without a symbol.
    pub fn meaning(self) -> Option<&'static str> {
        Some(match self.0 {
            1 => "Good move",
            2 => "Mistake",
            3 => "Brilliant move",
            4 => "Blunder",
            5 => "Interesting move",
            6 => "Dubious move",
            7 => "Only move",
            10 => "Equal position",
            13 => "Unclear position",
            14 => "White is slightly better",
            15 => "Black is slightly better",
            16 => "White is better",
            17 => "Black is better",
            18 => "White is winning",
            19 => "Black is winning",
            22 => "Zugzwang",
            32 => "Development",
            36 => "Initiative",
            40 => "Attack",
            44 => "With compensation",
            132 => "Counterplay",
            138 => "Time trouble",
            140 => "With the idea",
            146 => "Novelty",
            220 => "Diagram",
            _ => return None,
        })
    }

    /// The usual symbol, for those glyphs that have one.
    pub fn symbol(self) -> Option<&'static str> {
        SYMBOLS.iter().find(|&&(number, _)| number == self.0).map(|&(_, symbol)| symbol)
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
    fn every_symbol_has_a_meaning() {
        for number in 0..=255 {
            assert_eq!(Nag(number).symbol().is_some(), Nag(number).meaning().is_some(), "{number}");
        }
    }
}
