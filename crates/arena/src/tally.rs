//! The score of a match while it is played, and the decision when it is enough.

use std::collections::BTreeMap;

use crate::schedule::{Schedule, Unit};
use crate::stats::{Counts, GameResult, PairResult, Pairs, Sprt, Verdict, Wdl};

/// The score of one encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// All games.
    pub wdl: Wdl,
    /// Complete pairs.
    pub pairs: Pairs,
}

/// Collects the results of units, which may come in any order, and counts them in the order of their numbers.
///
/// The sequential test looks at complete pairs in this order only: were they counted as they finish, pairs with
/// short games (quick losses) would come first and bias the test.
#[derive(Clone, Debug)]
pub struct Tally {
    schedule: Schedule,
    sprt: Option<Sprt>,
    scores: Vec<Score>,
    waiting: BTreeMap<usize, Vec<GameResult>>,
    counted: usize,
    verdict: Verdict,
}

impl Tally {
    /// An empty score. A sequential test applies to the first encounter.
    pub fn new(schedule: Schedule, sprt: Option<Sprt>) -> Self {
        Self {
            scores: vec![Score::default(); schedule.encounters().len()],
            schedule,
            sprt,
            waiting: BTreeMap::new(),
            counted: 0,
            verdict: Verdict::Undecided,
        }
    }

    /// Takes the results of a unit from its first engine's side, in the order of its games. Returns the numbers of
    /// the units that are counted with it, in order: none while an earlier one is missing or when the test has
    /// decided. A unit that came already is ignored.
    pub fn add(&mut self, unit: usize, results: Vec<GameResult>) -> std::ops::Range<usize> {
        let first = self.counted;
        if unit >= self.counted {
            self.waiting.entry(unit).or_insert(results);
        }
        while self.verdict == Verdict::Undecided
            && let Some(results) = self.waiting.remove(&self.counted)
        {
            if let Some(unit) = self.schedule.unit(self.counted) {
                self.count(&unit, &results);
            }
            self.counted += 1;
        }
        first..self.counted
    }

    fn count(&mut self, unit: &Unit, results: &[GameResult]) {
        let Some(score) = self.scores.get_mut(unit.encounter) else { return };
        for &result in results {
            score.wdl.record(result);
        }
        if let &[first, second] = results {
            score.pairs.record(PairResult::new(first, second));
        }
        if let Some(sprt) = &self.sprt {
            self.verdict = sprt.verdict(sprt.llr(&self.counts(0)).value);
        }
    }

    /// What the statistics of an encounter are computed from: complete pairs where openings are repeated, else games.
    pub fn counts(&self, encounter: usize) -> Counts {
        let score = self.score(encounter);
        if self.schedule.is_paired() { score.pairs.into() } else { score.wdl.into() }
    }

    /// The score of an encounter.
    pub fn score(&self, encounter: usize) -> Score {
        self.scores.get(encounter).copied().unwrap_or_default()
    }

    /// How many units are counted: all with smaller numbers.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// What the sequential test has decided; always undecided without one.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether nothing more is needed: the test has decided, or every unit is counted.
    pub fn is_complete(&self) -> bool {
        self.verdict != Verdict::Undecided || self.counted >= self.schedule.total_units()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::schedule::Format;
    use crate::stats::Model;
    use GameResult::{Draw, Loss, Win};

    fn schedule(games: usize) -> Schedule {
        Schedule::new(2, Format::RoundRobin, games, 1, true).unwrap()
    }

    #[test]
    fn units_count_in_order_however_they_come() {
        let mut tally = Tally::new(schedule(8), None);
        assert_eq!(tally.add(2, vec![Win, Win]), 0..0);
        assert_eq!(tally.add(0, vec![Draw, Loss]), 0..1);
        assert_eq!(tally.add(1, vec![Draw, Draw]), 1..3);
        assert_eq!(tally.add(1, vec![Loss, Loss]), 3..3, "a unit counts once");
        assert!(!tally.is_complete());
        assert_eq!(tally.score(0).pairs, Pairs { ld: 1, dd: 1, ww: 1, ..Pairs::default() });
        assert_eq!(tally.score(0).wdl, Wdl { wins: 2, losses: 1, draws: 3 });
        assert_eq!(tally.add(3, vec![Win, Loss]), 3..4);
        assert!(tally.is_complete());
    }

    #[test]
    fn the_verdict_does_not_depend_on_the_order_of_arrival() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 100.0, 0.05, 0.05).unwrap();
        let results: Vec<Vec<GameResult>> = {
            let mut rng = Rng::new(5);
            let mut game = || [Loss, Draw, Win, Win][rng.below(4) as usize];
            (0..200).map(|_| vec![game(), game()]).collect()
        };
        let play = |order: &[usize]| {
            let mut tally = Tally::new(schedule(400), Some(sprt));
            for &unit in order {
                tally.add(unit, results[unit].clone());
            }
            (tally.verdict(), tally.counted(), tally.score(0))
        };
        let mut order: Vec<usize> = (0..200).collect();
        let expected = play(&order);
        assert_eq!(expected.0, Verdict::H1);
        assert!(expected.1 < 200, "it stops by itself");
        for seed in 0..20 {
            Rng::new(seed).shuffle(&mut order);
            assert_eq!(play(&order), expected);
        }
    }

    #[test]
    fn half_a_pair_is_a_game_but_no_pair() {
        let mut tally = Tally::new(schedule(3), None);
        tally.add(0, vec![Win, Win]);
        tally.add(1, vec![Win]);
        assert_eq!((tally.score(0).pairs.pairs(), tally.score(0).wdl.games()), (1, 3));
        assert!(tally.is_complete());
    }
}
