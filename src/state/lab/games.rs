//! List of finished games, newest first, and its filter.

use tabia_arena::{GameSummary, Reason};
use tabia_chess::Color;

use super::time_losses::TimeLosses;
use crate::language::{Text, tr};

/// Result from the first engine's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineOutcome {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// Groups of game endings for filtering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Mate.
    Mate,
    /// Draw by the rules.
    Rules,
    /// Adjudicated by score, by length or by tables.
    Adjudicated,
    /// Loss on time.
    Time,
    /// The engine crashed, stopped responding or broke the rules.
    Fault,
}

impl Ending {
    /// All groups, with their names.
    pub const ALL: [(Self, Text); 5] = [
        (Self::Mate, || tr!("Mate")),
        (Self::Rules, || tr!("Drawn by the rules")),
        (Self::Adjudicated, || tr!("Adjudicated")),
        (Self::Time, || tr!("Lost on time")),
        (Self::Fault, || tr!("Crash, stall, illegal move")),
    ];

    /// Returns the group of a reason.
    pub fn of(reason: &Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Mate,
            Reason::Stalemate | Reason::InsufficientMaterial | Reason::Repetition | Reason::FiftyMoves => {
                Self::Rules
            }
            Reason::Adjudication | Reason::Tablebase => Self::Adjudicated,
            Reason::TimeForfeit(_) => Self::Time,
            Reason::IllegalMove | Reason::Disconnect | Reason::Stall | Reason::Interrupted => Self::Fault,
        }
    }
}

/// Filter for games; the default matches all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchGameFilter {
    /// Outcome for the engine that comes first in the pairing.
    pub outcome: Option<EngineOutcome>,
    /// Kind of ending.
    pub ending: Option<Ending>,
    /// Whether to find only games with warnings.
    pub warnings: bool,
}

impl MatchGameFilter {
    /// Whether a game matches.
    pub fn finds(&self, game: &GameSummary) -> bool {
        self.outcome.is_none_or(|outcome| outcome == outcome_of(game))
            && self.ending.is_none_or(|ending| ending == Ending::of(&game.conclusion.reason))
            && (!self.warnings || game.warnings)
    }
}

/// Returns the outcome for the engine with the smaller index, the first one of each pairing.
pub fn outcome_of(game: &GameSummary) -> EngineOutcome {
    let first = if game.white < game.black { Color::White } else { Color::Black };
    match game.conclusion.winner {
        None => EngineOutcome::Draw,
        Some(winner) if winner == first => EngineOutcome::Win,
        Some(_) => EngineOutcome::Loss,
    }
}

/// Finished games in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct GamesLog {
    games: Vec<GameSummary>,
    time_losses: TimeLosses,
}

impl GamesLog {
    /// Creates the list from earlier games.
    pub fn new(games: Vec<GameSummary>) -> Self {
        let mut log = Self::default();
        log.extend(games);
        log
    }

    /// Adds the games of a unit.
    pub fn extend(&mut self, games: impl IntoIterator<Item = GameSummary>) {
        let before = self.games.len();
        self.games.extend(games);
        for game in self.games.get(before..).unwrap_or_default() {
            self.time_losses.count(game);
        }
    }

    /// Statistics of the games lost on time.
    pub fn time_losses(&self) -> &TimeLosses {
        &self.time_losses
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns a game by index.
    pub fn get(&self, place: usize) -> Option<&GameSummary> {
        self.games.get(place)
    }

    /// Returns the indices of the matching games from `from` on, oldest first.
    pub fn found(&self, filter: MatchGameFilter, from: usize) -> impl Iterator<Item = u32> + '_ {
        let games = self.games.get(from..).unwrap_or_default();
        games
            .iter()
            .enumerate()
            .filter(move |(_, game)| filter.finds(game))
            .map(move |(index, _)| (from + index) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::Conclusion;

    fn game(white: usize, black: usize, conclusion: Conclusion) -> GameSummary {
        GameSummary { unit: 0, index: 0, number: 0, white, black, conclusion, plies: 40, warnings: false }
    }

    #[test]
    fn games_are_found_by_result_and_ending() {
        let mut log = GamesLog::default();
        log.extend([
            game(0, 1, Conclusion::win(Color::White, Reason::Checkmate)),
            game(1, 0, Conclusion::win(Color::White, Reason::TimeForfeit(None))),
            game(1, 0, Conclusion::win(Color::Black, Reason::Adjudication)),
            game(0, 1, Conclusion::draw(Reason::Repetition)),
        ]);
        let found = |filter: MatchGameFilter| log.found(filter, 0).collect::<Vec<_>>();
        assert_eq!(found(MatchGameFilter::default()), [0, 1, 2, 3]);
        assert_eq!(
            found(MatchGameFilter { outcome: Some(EngineOutcome::Win), ..MatchGameFilter::default() }),
            [0, 2]
        );
        assert_eq!(
            found(MatchGameFilter { outcome: Some(EngineOutcome::Loss), ..MatchGameFilter::default() }),
            [1]
        );
        assert_eq!(found(MatchGameFilter { ending: Some(Ending::Rules), ..MatchGameFilter::default() }), [3]);
        let none = MatchGameFilter {
            outcome: Some(EngineOutcome::Draw),
            ending: Some(Ending::Mate),
            warnings: false,
        };
        assert!(found(none).is_empty());
        assert_eq!(log.found(MatchGameFilter::default(), 3).collect::<Vec<_>>(), [3], "what came since");
    }
}
