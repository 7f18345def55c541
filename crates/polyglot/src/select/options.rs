//! Options for choosing a move, as typed by a user and as saved.

use serde::{Deserialize, Serialize};

use super::rank::{Factors, Rules};
use super::selection::Selection;
use super::weights::POLYGLOT_THRESHOLD;

/// Ways to choose among the moves of a book.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelectionMode {
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

impl SelectionMode {
    /// All of them, with the words by which they are named.
    pub const ALL: [(&str, Self); 4] =
        [("best", Self::Best), ("random", Self::Random), ("ranked", Self::Ranked), ("search", Self::Search)];

    /// The mode of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, mode)| mode)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|&(_, mode)| mode == self).map_or("random", |(name, _)| name)
    }
}

/// The options of choosing. Width and factors count for [`SelectionMode::Ranked`] and [`SelectionMode::Search`] only. Factors are in percent, 0 to 100; greater ones
/// count as 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct SelectionOptions {
    /// The mode.
    #[serde(rename = "way")]
    pub mode: SelectionMode,
    /// Number of moves left, the best first; at least one.
    pub width: u8,
    /// Factor of the frequency.
    pub frequency: u8,
    /// Factor of wins against losses, where results are known.
    pub results: u8,
    /// Factor of the engine's evaluation, where there is one.
    pub evaluation: u8,
    /// Factor of the lessons from games.
    pub learned: u8,
}

/// Polyglot's way, and Crafty's width with frequency alone.
impl Default for SelectionOptions {
    fn default() -> Self {
        Self { mode: SelectionMode::Random, width: 5, frequency: 100, results: 0, evaluation: 0, learned: 0 }
    }
}

impl SelectionOptions {
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
        match self.mode {
            SelectionMode::Best => Selection::Best,
            SelectionMode::Random => Selection::Random { threshold: POLYGLOT_THRESHOLD },
            SelectionMode::Ranked => Selection::Ranked { rules },
            SelectionMode::Search => Selection::Search { rules },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_have_names_and_become_selections() {
        for (name, mode) in SelectionMode::ALL {
            assert_eq!((SelectionMode::of_name(name), mode.name()), (Some(mode), name));
        }
        assert_eq!(SelectionMode::of_name("Best"), Some(SelectionMode::Best));
        assert_eq!(SelectionMode::of_name("worst"), None);
        assert_eq!(SelectionOptions::default().selection(), Selection::default());
        let ranked = SelectionOptions {
            mode: SelectionMode::Ranked,
            width: 0,
            results: 250,
            ..SelectionOptions::default()
        };
        let Selection::Ranked { rules } = ranked.selection() else { panic!("ranked") };
        assert_eq!((rules.width, rules.factors.ratio, rules.factors.frequency), (1, 1.0, 1.0));
        let json = serde_json::to_string(&ranked).unwrap();
        assert_eq!(serde_json::from_str::<SelectionOptions>(&json).unwrap(), ranked);
        assert!(serde_json::from_str::<SelectionOptions>("{}").unwrap().is_default());
    }
}
