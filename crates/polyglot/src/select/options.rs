//! How a book is to be played from, as a user says it and as it is kept.

use serde::{Deserialize, Serialize};

use super::rank::{Factors, Rules};
use super::selection::Selection;
use super::weights::POLYGLOT_THRESHOLD;

/// A way to choose among a book's moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The greatest weight.
    Best,
    /// By chance in proportion to the weights, those of at most 0.5 % never: Polyglot's way.
    #[default]
    Random,
    /// By chance among the best by all that is known: Crafty's `book random 1`.
    Ranked,
    /// The best of them are searched, and the engine takes the best: Crafty's `book random 0`.
    Search,
}

impl Way {
    /// All of them, with the words by which they are named.
    pub const ALL: [(&str, Self); 4] =
        [("best", Self::Best), ("random", Self::Random), ("ranked", Self::Ranked), ("search", Self::Search)];

    /// The way of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, way)| way)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|&(_, way)| way == self).map_or("random", |(name, _)| name)
    }
}

/// How to choose. Width and factors count for [`Way::Ranked`] and [`Way::Search`] only. Factors are in percent, 0 to 100; greater ones
/// count as 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Choosing {
    /// The way.
    pub way: Way,
    /// So many moves are left, the best first; at least one.
    pub width: u8,
    /// How much it counts how often a move is played.
    pub frequency: u8,
    /// How much its wins count against its losses, where results are known.
    pub results: u8,
    /// How much the engine's evaluation counts, where there is one.
    pub evaluation: u8,
    /// How much counts what games taught.
    pub learned: u8,
}

/// Polyglot's way, and Crafty's width with frequency alone.
impl Default for Choosing {
    fn default() -> Self {
        Self { way: Way::Random, width: 5, frequency: 100, results: 0, evaluation: 0, learned: 0 }
    }
}

impl Choosing {
    /// Whether nothing was chosen: what is kept then needs no word of it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The rules of [`crate::select::select`].
    pub fn selection(&self) -> Selection {
        let part = |percent: u8| f64::from(percent.min(100)) / 100.0;
        let factors = Factors {
            frequency: part(self.frequency),
            ratio: part(self.results),
            eval: part(self.evaluation),
            learn: part(self.learned),
        };
        let rules = Rules { factors, width: usize::from(self.width.max(1)) };
        match self.way {
            Way::Best => Selection::Best,
            Way::Random => Selection::Random { threshold: POLYGLOT_THRESHOLD },
            Way::Ranked => Selection::Ranked { rules },
            Way::Search => Selection::Search { rules },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_have_names_and_become_selections() {
        for (name, way) in Way::ALL {
            assert_eq!((Way::of_name(name), way.name()), (Some(way), name));
        }
        assert_eq!(Way::of_name("Best"), Some(Way::Best));
        assert_eq!(Way::of_name("worst"), None);
        assert_eq!(Choosing::default().selection(), Selection::default());
        let ranked = Choosing { way: Way::Ranked, width: 0, results: 250, ..Choosing::default() };
        let Selection::Ranked { rules } = ranked.selection() else { panic!("ranked") };
        assert_eq!((rules.width, rules.factors.ratio, rules.factors.frequency), (1, 1.0, 1.0));
        let json = serde_json::to_string(&ranked).unwrap();
        assert_eq!(serde_json::from_str::<Choosing>(&json).unwrap(), ranked);
        assert!(serde_json::from_str::<Choosing>("{}").unwrap().is_default());
    }
}
