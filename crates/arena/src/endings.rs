//! Statistics of how an engine's games ended: counts by result and cause.

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use crate::termination::{Conclusion, Reason};
use tabia_stats::PlayerResult;

/// The cause of a game's end, without details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Insufficient material on both sides.
    InsufficientMaterial,
    /// Threefold repetition.
    Repetition,
    /// The fifty-move rule.
    FiftyMoves,
    /// Adjudication by scores or by length.
    Adjudication,
    /// Endgame tablebases.
    Tablebase,
    /// Loss on time.
    Time,
    /// An illegal or missing move.
    IllegalMove,
    /// The engine disconnected.
    Disconnect,
    /// The engine did not respond.
    Stall,
}

impl Cause {
    /// All causes, in display order.
    pub const ALL: [Self; 11] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Adjudication,
        Self::Tablebase,
        Self::Time,
        Self::IllegalMove,
        Self::Disconnect,
        Self::Stall,
    ];

    /// Returns the cause of a game's end; `None` if the game was interrupted.
    pub const fn of(reason: &Reason) -> Option<Self> {
        Some(match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::Stalemate => Self::Stalemate,
            Reason::InsufficientMaterial => Self::InsufficientMaterial,
            Reason::Repetition => Self::Repetition,
            Reason::FiftyMoves => Self::FiftyMoves,
            Reason::Adjudication => Self::Adjudication,
            Reason::Tablebase => Self::Tablebase,
            Reason::TimeForfeit(_) => Self::Time,
            Reason::IllegalMove => Self::IllegalMove,
            Reason::Disconnect => Self::Disconnect,
            Reason::Stall => Self::Stall,
            Reason::Interrupted => return None,
        })
    }

    /// Returns the name for lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "mate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Adjudication => "adjudication",
            Self::Tablebase => "endgame tables",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::Disconnect => "crash",
            Self::Stall => "no answer",
        }
    }
}

/// Endings of one engine's games, counted. Counts add up, so the order of the games does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endings {
    won: [u64; Cause::ALL.len()],
    drawn: [u64; Cause::ALL.len()],
    lost: [u64; Cause::ALL.len()],
}

impl Endings {
    /// Adds a game in which the engine played this colour; interrupted games do not count.
    pub fn add(&mut self, conclusion: &Conclusion, color: Color) {
        let Some((cause, result)) = Cause::of(&conclusion.reason).zip(conclusion.result_for(color)) else {
            return;
        };
        let counts = match result {
            PlayerResult::Win => &mut self.won,
            PlayerResult::Draw => &mut self.drawn,
            PlayerResult::Loss => &mut self.lost,
        };
        if let Some(count) = counts.get_mut(cause as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// Returns the number of games with this result and cause.
    pub fn count(&self, result: PlayerResult, cause: Cause) -> u64 {
        self.of(result).get(cause as usize).copied().unwrap_or(0)
    }

    /// Returns the causes of a result that occurred, with their counts.
    pub fn causes(&self, result: PlayerResult) -> impl Iterator<Item = (Cause, u64)> + '_ {
        Cause::ALL
            .into_iter()
            .map(move |cause| (cause, self.count(result, cause)))
            .filter(|(_, count)| *count > 0)
    }

    /// Returns the number of games with this result.
    pub fn total(&self, result: PlayerResult) -> u64 {
        self.of(result).iter().sum()
    }

    fn of(&self, result: PlayerResult) -> &[u64] {
        match result {
            PlayerResult::Win => &self.won,
            PlayerResult::Draw => &self.drawn,
            PlayerResult::Loss => &self.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_counted_from_the_engines_side() {
        let mut endings = Endings::default();
        for (conclusion, color) in [
            (Conclusion::win(Color::White, Reason::Checkmate), Color::White),
            (Conclusion::win(Color::White, Reason::Checkmate), Color::Black),
            (Conclusion::win(Color::Black, Reason::TimeForfeit(Some(3.0))), Color::White),
            (Conclusion::draw(Reason::Repetition), Color::White),
            (Conclusion::draw(Reason::Repetition), Color::Black),
            (Conclusion::draw(Reason::Interrupted), Color::Black),
        ] {
            endings.add(&conclusion, color);
        }
        let causes = |result| endings.causes(result).collect::<Vec<_>>();
        assert_eq!(causes(PlayerResult::Win), [(Cause::Checkmate, 1)]);
        assert_eq!(causes(PlayerResult::Draw), [(Cause::Repetition, 2)]);
        assert_eq!(causes(PlayerResult::Loss), [(Cause::Checkmate, 1), (Cause::Time, 1)]);
        assert_eq!(
            [PlayerResult::Win, PlayerResult::Draw, PlayerResult::Loss].map(|r| endings.total(r)),
            [1, 2, 2]
        );
    }

    #[test]
    fn every_cause_has_its_place() {
        for (place, cause) in Cause::ALL.into_iter().enumerate() {
            assert_eq!(cause as usize, place);
        }
    }
}
