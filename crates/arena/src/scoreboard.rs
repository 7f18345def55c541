//! The score of a running match, and the decision when it ends.

use serde::{Deserialize, Serialize};

use crate::schedule::{GamePair, Schedule};
use tabia_stats::{Counts, PairCounts, PairResult, PlayerResult, Sprt, Verdict, WdlCounts};

/// The score of one encounter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncounterScore {
    /// All games.
    pub wdl: WdlCounts,
    /// Complete pairs.
    pub pairs: PairCounts,
}

/// The part of a divided match that one host plays: from unit `from` on, the units whose number modulo `of`
/// is `part`. Earlier units were played before the match was divided and belong to the first host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// The index of the share, 0 to `of - 1`.
    pub part: usize,
    /// The number of shares, at least 1.
    pub of: usize,
    /// The first unit that is divided.
    #[serde(default)]
    pub from: usize,
}

impl Share {
    /// The whole match.
    pub const WHOLE: Self = Self { part: 0, of: 1, from: 0 };

    /// Returns whether a unit belongs to this share.
    pub fn contains(self, unit: usize) -> bool {
        if unit < self.from { self.part == 0 } else { unit % self.of.max(1) == self.part }
    }
}

impl Default for Share {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// Counts the results of finished units in order of their numbers.
///
/// The sequential test sees complete pairs in this order only: counted as they finish, pairs with short games
/// (quick losses) would come first and bias the test. Numbers may be missing: units that have not been played
/// yet or are unknown to this host. The test decides only while there is no gap, so that its verdict cannot
/// change when missing units arrive.
#[derive(Clone, Debug)]
pub struct ScoreBoard {
    schedule: Schedule,
    sprt: Option<Sprt>,
    go_on: bool,
    scores: Vec<EncounterScore>,
    next: usize,
    /// All units before this one have been counted.
    complete: usize,
    verdict: Verdict,
    curve: LlrCurve,
}

impl ScoreBoard {
    /// Creates an empty score. A sequential test applies to the first encounter.
    pub fn new(schedule: Schedule, sprt: Option<Sprt>) -> Self {
        Self {
            scores: vec![EncounterScore::default(); schedule.encounters().len()],
            schedule,
            sprt,
            go_on: false,
            next: 0,
            complete: 0,
            verdict: Verdict::Undecided,
            curve: LlrCurve::default(),
        }
    }

    /// Sets whether units count even after the test has decided; its verdict stands.
    #[must_use]
    pub fn going_on(self, go_on: bool) -> Self {
        Self { go_on, ..self }
    }

    /// Counts the results of a unit from its first engine's point of view, in the order of its games. Returns
    /// whether the unit counts: not if the test has decided, nor if this unit or a later one was counted
    /// before.
    pub fn add(&mut self, id: usize, results: &[PlayerResult]) -> bool {
        if id < self.next || (self.is_decided() && !self.go_on) {
            return false;
        }
        let Some(unit) = self.schedule.unit(id) else { return false };
        self.next = id + 1;
        self.complete += usize::from(id == self.complete);
        self.count(&unit, results);
        true
    }

    fn count(&mut self, unit: &GamePair, results: &[PlayerResult]) {
        let Some(score) = self.scores.get_mut(unit.encounter) else { return };
        for &result in results {
            score.wdl.record(result);
        }
        if let &[first, second] = results {
            score.pairs.record(PairResult::new(first, second));
        }
        if let Some(sprt) = &self.sprt {
            let llr = sprt.llr(&self.counts(0)).value;
            // The number of pairs, or of games.
            let last = unit.games.last().map_or(unit.id, |game| game.number);
            self.curve.push(if self.schedule.is_paired() { unit.id + 1 } else { last + 1 }, llr);
            if self.verdict == Verdict::Undecided && self.complete == self.next {
                self.verdict = sprt.verdict(llr);
            }
        }
    }

    /// Returns the counts for an encounter's statistics: pairs if every game belongs to one, otherwise games.
    pub fn counts(&self, encounter: usize) -> Counts {
        let score = self.score(encounter);
        if self.schedule.is_paired() { score.pairs.into() } else { score.wdl.into() }
    }

    /// Returns the score of an encounter.
    pub fn score(&self, encounter: usize) -> EncounterScore {
        self.scores.get(encounter).copied().unwrap_or_default()
    }

    /// Returns one more than the number of the last counted unit.
    pub fn counted(&self) -> usize {
        self.next
    }

    /// Returns the verdict of the sequential test; always undecided if there is none.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns whether the sequential test has decided.
    pub fn is_decided(&self) -> bool {
        self.verdict != Verdict::Undecided
    }

    /// Returns whether units count after the test has decided.
    pub fn goes_on(&self) -> bool {
        self.go_on
    }

    /// Returns the log-likelihood ratio after each counted unit by number of pairs or games, thinned out.
    pub fn curve(&self) -> &LlrCurve {
        &self.curve
    }
}

/// A curve of at most [`LlrCurve::MAX_POINTS`] points: beyond that, every second one is dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct LlrCurve {
    points: Vec<(usize, f64)>,
    last: Option<(usize, f64)>,
    stride: usize,
    pushed: usize,
}

impl Default for LlrCurve {
    fn default() -> Self {
        Self { points: Vec::new(), last: None, stride: 1, pushed: 0 }
    }
}

impl LlrCurve {
    /// The maximum number of points.
    pub const MAX_POINTS: usize = 1000;

    /// Adds a point.
    pub fn push(&mut self, x: usize, y: f64) {
        self.pushed += 1;
        self.last = Some((x, y));
        if !self.pushed.is_multiple_of(self.stride) {
            return;
        }
        self.points.push((x, y));
        if self.points.len() >= Self::MAX_POINTS {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 0
            });
            self.stride *= 2;
        }
    }

    /// Returns the points in order, always including the last one pushed.
    pub fn points(&self) -> Vec<(usize, f64)> {
        let mut points = self.points.clone();
        if points.last() != self.last.as_ref() {
            points.extend(self.last);
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::TournamentFormat;
    use PlayerResult::{Draw, Loss, Win};
    use tabia_stats::Model;

    fn schedule(games: usize) -> Schedule {
        Schedule::new(2, TournamentFormat::RoundRobin, games, 1, true).unwrap()
    }

    #[test]
    fn units_count_once_and_numbers_may_be_missing() {
        let mut scoreboard = ScoreBoard::new(schedule(8), None);
        assert!(scoreboard.add(0, &[Draw, Loss]));
        assert!(!scoreboard.add(0, &[Loss, Loss]), "a unit counts once");
        assert!(scoreboard.add(2, &[Win, Win]));
        assert_eq!(scoreboard.counted(), 3);
        assert!(!scoreboard.add(4, &[Win, Win]), "the schedule has no such unit");
        assert_eq!(scoreboard.score(0).pairs, PairCounts { ld: 1, ww: 1, ..PairCounts::default() });
        assert_eq!(scoreboard.score(0).wdl, WdlCounts { wins: 2, losses: 1, draws: 1 });
    }

    #[test]
    fn a_test_stops_by_itself_or_goes_on() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 100.0, 0.05, 0.05).unwrap();
        for go_on in [false, true] {
            let mut scoreboard = ScoreBoard::new(schedule(400), Some(sprt)).going_on(go_on);
            let counted =
                (0..200).filter(|unit| scoreboard.add(*unit, &[Win, [Loss, Draw, Win][unit % 3]])).count();
            assert_eq!(scoreboard.verdict(), Verdict::H1);
            assert_eq!(counted == 200, go_on);
            assert_eq!(scoreboard.curve().points().len(), counted);
        }
    }

    #[test]
    fn a_verdict_stands_and_needs_every_unit_before_it() {
        let sprt = Sprt::new(Model::Normalized, 0.0, 100.0, 0.05, 0.05).unwrap();
        let mut scoreboard = ScoreBoard::new(schedule(800), Some(sprt)).going_on(true);
        (0..100).for_each(|unit| assert!(scoreboard.add(unit, &[Win, [Loss, Draw, Win][unit % 3]])));
        assert_eq!(scoreboard.verdict(), Verdict::H1);
        (100..400).for_each(|unit| assert!(scoreboard.add(unit, &[Loss, Loss])));
        let llr = sprt.llr(&scoreboard.counts(0)).value;
        assert!(llr < sprt.bounds().lower, "{llr}");
        assert_eq!(scoreboard.verdict(), Verdict::H1);
        // The first unit is missing.
        let mut scoreboard = ScoreBoard::new(schedule(800), Some(sprt));
        (1..400).for_each(|unit| assert!(scoreboard.add(unit, &[Win, Win])));
        assert_eq!(scoreboard.verdict(), Verdict::Undecided);
    }

    #[test]
    fn curves_are_thinned_and_keep_their_end() {
        let mut curve = LlrCurve::default();
        for x in 0..100_000 {
            curve.push(x, x as f64);
        }
        let points = curve.points();
        assert!((400..=LlrCurve::MAX_POINTS).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last(), Some(&(99_999, 99_999.0)));
        assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn half_a_pair_is_a_game_but_no_pair() {
        let mut scoreboard = ScoreBoard::new(schedule(3), None);
        scoreboard.add(0, &[Win, Win]);
        scoreboard.add(1, &[Win]);
        assert_eq!((scoreboard.score(0).pairs.pairs(), scoreboard.score(0).wdl.games()), (1, 3));
        assert_eq!(scoreboard.counts(0), Counts::from(WdlCounts { wins: 3, losses: 0, draws: 0 }));
    }
}
