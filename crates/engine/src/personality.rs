//! Playing style: weights of the evaluation and habits of the search.
//!
//! The traits are those of Crafty's commands `evaluation`, `extensions`, `drawscore`, `usage` and `swindle`.
//! [`Personality::default`] is exactly the search that was tuned; any other value plays differently, and
//! usually worse.

use std::ops::RangeInclusive;

use tabia_chess::Color;

/// A trait with a numeric value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// The weight of king safety, in percent.
    KingSafety,
    /// By how many percent the opponent's king safety counts more than one's own: attack above 0, defend
    /// below 0.
    KingAsymmetry,
    /// Avoidance of blocked pawns: 100 is neutral, higher values prefer open positions, lower ones
    /// closed positions.
    BlockedPawns,
    /// The weight of pawn structure, in percent.
    Pawns,
    /// The weight of passed pawns, in percent.
    PassedPawns,
    /// Share of the extensions applied (checks, singular moves), in percent; 0 is never.
    Extensions,
    /// Centipawns by which a draw is worth less than equality; negative values seek draws.
    Contempt,
    /// The share of the planned time that is used, in percent.
    TimeUsage,
}

impl Trait {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::KingSafety,
        Self::KingAsymmetry,
        Self::BlockedPawns,
        Self::Pawns,
        Self::PassedPawns,
        Self::Extensions,
        Self::Contempt,
        Self::TimeUsage,
    ];

    /// The name of the UCI option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingSafety => "King Safety",
            Self::KingAsymmetry => "King Safety Asymmetry",
            Self::BlockedPawns => "Blocked Pawns",
            Self::Pawns => "Pawn Structure",
            Self::PassedPawns => "Passed Pawns",
            Self::Extensions => "Extensions",
            Self::Contempt => "Contempt",
            Self::TimeUsage => "Time Usage",
        }
    }

    /// The values allowed.
    pub const fn range(self) -> RangeInclusive<i32> {
        match self {
            Self::KingSafety | Self::BlockedPawns | Self::Pawns | Self::PassedPawns => 0..=300,
            Self::KingAsymmetry => -100..=100,
            Self::Extensions => 0..=200,
            Self::Contempt => -300..=300,
            Self::TimeUsage => 10..=400,
        }
    }

    /// The default value, which plays best.
    pub const fn default_value(self) -> i32 {
        match self {
            Self::KingAsymmetry | Self::Contempt => 0,
            _ => 100,
        }
    }
}

/// All traits together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Personality {
    values: [i32; Trait::ALL.len()],
    /// Whether drawn tablebase positions are played on for the opponent's mistakes, except in analysis.
    pub swindle: bool,
}

impl Default for Personality {
    fn default() -> Self {
        Self { values: Trait::ALL.map(Trait::default_value), swindle: true }
    }
}

impl Personality {
    /// The value of a trait.
    pub const fn get(&self, of: Trait) -> i32 {
        self.values[of as usize]
    }

    /// Sets a trait; values outside its range are clamped.
    pub fn set(&mut self, of: Trait, value: i32) {
        let range = of.range();
        self.values[of as usize] = value.clamp(*range.start(), *range.end());
    }

    /// The same without a preference for either side, for analysis.
    #[must_use]
    pub fn impartial(mut self) -> Self {
        for of in [Trait::KingAsymmetry, Trait::BlockedPawns, Trait::Contempt] {
            self.set(of, of.default_value());
        }
        self
    }

    /// The term weights of the evaluation for a search by `side`; `None` if all are at their defaults.
    pub fn weights(&self, side: Color) -> Option<TermWeights> {
        let asymmetry = self.get(Trait::KingAsymmetry);
        let mut king_safety = [self.get(Trait::KingSafety); 2];
        // King safety terms belong to the owner of the king.
        king_safety[(!side).index()] = king_safety[(!side).index()] * (100 + asymmetry) / 100;
        let mut blocked_pawn = [0; 2];
        blocked_pawn[side.index()] = (100 - self.get(Trait::BlockedPawns)) * BLOCKED_PAWN / 100;
        let weights = TermWeights {
            king_safety,
            pawns: self.get(Trait::Pawns),
            passed_pawns: self.get(Trait::PassedPawns),
            blocked_pawn,
        };
        (weights != TermWeights::DEFAULT).then_some(weights)
    }
}

/// The penalty for each blocked pawn at 100 percent of dislike, in centipawns.
const BLOCKED_PAWN: i32 = 10;

/// The weights of the terms of the evaluation, by side where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermWeights {
    /// King safety in percent, by owner of the king.
    pub(crate) king_safety: [i32; 2],
    /// Pawn structure in percent.
    pub(crate) pawns: i32,
    /// Passed pawns in percent.
    pub(crate) passed_pawns: i32,
    /// Centipawns for each blocked pawn of the side.
    pub(crate) blocked_pawn: [i32; 2],
}

impl TermWeights {
    const DEFAULT: Self = Self { king_safety: [100; 2], pawns: 100, passed_pawns: 100, blocked_pawn: [0; 2] };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_personality_changes_nothing() {
        for side in Color::ALL {
            assert_eq!(Personality::default().weights(side), None);
        }
        for of in Trait::ALL {
            let mut personality = Personality::default();
            assert_eq!(personality.get(of), of.default_value());
            personality.set(of, i32::MAX);
            assert_eq!(personality.get(of), *of.range().end());
            personality.set(of, i32::MIN);
            assert_eq!(personality.get(of), *of.range().start());
        }
    }

    #[test]
    fn asymmetry_weighs_the_opponents_king() {
        let mut personality = Personality::default();
        personality.set(Trait::KingAsymmetry, 50);
        let weights = personality.weights(Color::White).expect("unusual");
        assert_eq!(weights.king_safety, [100, 150]);
        assert_eq!(personality.impartial().weights(Color::White), None);
    }
}
