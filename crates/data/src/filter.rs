//! The filter for training positions.

use tabia_chess::Position;

use crate::format::{Game, ScoredMove, is_mate_score};

/// The conditions for using a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Minimum number of half-moves from the start of the game, including random ones (by the move number).
    pub min_ply: u32,
    /// Minimum number of pieces on the board.
    pub min_men: u32,
    /// Maximum score for either side, in centipawns. Mates are never used.
    pub max_score: u16,
}

impl Default for Filter {
    fn default() -> Self {
        Self { min_ply: 16, min_men: 4, max_score: u16::MAX }
    }
}

/// Verdict on a position: the first reason that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilterVerdict {
    /// It is used.
    Taken,
    /// It is too close to the random opening.
    Early,
    /// It has too few pieces.
    FewMen,
    /// The side to move is in check.
    Check,
    /// The best move captures or promotes: a static evaluation cannot see its consequences.
    NotQuiet,
    /// The score is a mate.
    Mate,
    /// The score is too high.
    Decided,
}

impl FilterVerdict {
    /// All verdicts.
    pub const ALL: [Self; 7] =
        [Self::Taken, Self::Early, Self::FewMen, Self::Check, Self::NotQuiet, Self::Mate, Self::Decided];

    /// The name in statistics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Taken => "usable",
            Self::Early => "too early in the game",
            Self::FewMen => "too few men",
            Self::Check => "in check",
            Self::NotQuiet => "best move captures or promotes",
            Self::Mate => "mate scores",
            Self::Decided => "score too great",
        }
    }
}

impl Filter {
    /// The verdict on a position in which `played` was the best move.
    pub fn verdict(&self, position: &Position, played: ScoredMove) -> FilterVerdict {
        if ply(position) < self.min_ply {
            FilterVerdict::Early
        } else if position.occupied().count() < self.min_men {
            FilterVerdict::FewMen
        } else if position.is_check() {
            FilterVerdict::Check
        } else if played.mv.is_capture() || played.mv.is_promotion() {
            FilterVerdict::NotQuiet
        } else if is_mate_score(played.score) {
            FilterVerdict::Mate
        } else if played.score.unsigned_abs() > self.max_score {
            FilterVerdict::Decided
        } else {
            FilterVerdict::Taken
        }
    }

    /// The positions of a game that are used, with the moves played there.
    pub fn taken<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = (Position, ScoredMove)> + 'a {
        game.positions().filter(|(position, played)| self.verdict(position, *played) == FilterVerdict::Taken)
    }
}

/// Half-moves since the start of the game, by the move number.
pub fn ply(position: &Position) -> u32 {
    position.fullmove_number().saturating_sub(1).saturating_mul(2) + u32::from(!position.turn().is_white())
}

/// Statistics of a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Games by result: Black won, draw, White won.
    pub results: [u64; 3],
    /// Positions in all.
    pub positions: u64,
    /// Positions by verdict, in the order of [`FilterVerdict::ALL`].
    pub verdicts: [u64; FilterVerdict::ALL.len()],
}

impl Statistics {
    /// Counts a game.
    pub fn add(&mut self, filter: &Filter, game: &Game) {
        self.games += 1;
        self.results[game.result as usize] += 1;
        for (position, played) in game.positions() {
            self.positions += 1;
            self.verdicts[filter.verdict(&position, played) as usize] += 1;
        }
    }

    /// Adds other statistics.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        for (own, others) in self.results.iter_mut().zip(other.results) {
            *own += others;
        }
        for (own, others) in self.verdicts.iter_mut().zip(other.verdicts) {
            *own += others;
        }
    }

    /// Positions with a verdict.
    pub fn count(&self, verdict: FilterVerdict) -> u64 {
        self.verdicts[verdict as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use tabia_chess::Setup;

    fn verdict(filter: Filter, fen: &str, mv: &str, score: i16) -> FilterVerdict {
        let setup: Setup = fen.parse().expect("a FEN");
        let position = setup.position().expect("legal");
        filter.verdict(&position, ScoredMove { mv: position.parse_uci(mv).expect("legal"), score })
    }

    #[test]
    fn each_reason_is_found() {
        let usual = Filter::default();
        for (fen, mv, score, expected) in [
            ("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 9", "e2e4", 50, FilterVerdict::Taken),
            ("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 9", "e8e7", -50, FilterVerdict::Taken),
            // Ply 15 is Black's eighth move.
            ("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 8", "e8e7", 50, FilterVerdict::Early),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40", "e2e4", 50, FilterVerdict::FewMen),
            ("4k3/8/8/8/8/8/4R3/R3K3 b - - 0 40", "e8d8", 50, FilterVerdict::Check),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 40", "e4d5", 50, FilterVerdict::NotQuiet),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", "e5d6", 50, FilterVerdict::NotQuiet),
            ("7k/4P3/8/8/8/8/p7/4K3 w - - 0 40", "e7e8q", 50, FilterVerdict::NotQuiet),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 40", "e1c1", 50, FilterVerdict::Taken),
            ("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 40", "e2e4", -31_990, FilterVerdict::Mate),
            ("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 40", "e2e4", 30_000, FilterVerdict::Taken),
        ] {
            assert_eq!(verdict(usual, fen, mv, score), expected, "{fen} {mv} {score}");
        }
        let narrow = Filter { max_score: 1_000, ..usual };
        assert_eq!(
            verdict(narrow, "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 9", "e2e4", -1_001),
            FilterVerdict::Decided
        );
        assert_eq!(verdict(narrow, "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 9", "e2e4", -1_000), FilterVerdict::Taken);
    }

    #[test]
    fn every_position_is_counted_once() {
        let start = Position::default();
        let mut game = Game { start, moves: Vec::new(), result: GameResult::WhiteWins };
        let mut position = start;
        for mv in ["e2e4", "e7e5", "g1f3", "b8c6"] {
            let mv = position.parse_uci(mv).expect("legal");
            game.moves.push(ScoredMove { mv, score: 10 });
            position.play_unchecked(mv);
        }
        let mut statistics = Statistics::default();
        let filter = Filter { min_ply: 3, ..Filter::default() };
        statistics.add(&filter, &game);
        statistics.merge(&statistics.clone());
        assert_eq!((statistics.games, statistics.positions), (2, 8));
        assert_eq!((statistics.count(FilterVerdict::Early), statistics.count(FilterVerdict::Taken)), (6, 2));
        assert_eq!(statistics.results, [0, 0, 2]);
        assert_eq!(filter.taken(&game).count(), 1);
    }
}
