//! What is shown about a match while it is played.

use serde::{Deserialize, Serialize};

use super::LabMatch;
use crate::endings::Endings;
use crate::stats::{
    Bounds, Convention, Counts, EncounterResult, Estimate, Interval, PairCounts, Quality, Ranking, Rating,
    Verdict, WdlCounts, ranked, report,
};
use crate::totals::{EngineTotals, SpeedGain, WorkerTotals};

/// A match at a moment. It depends on the finished units only, in whatever order they came and whoever played them, but for
/// `in_flight`, for what waits for units in flight (see [`LabMatch::finish`]), and for `is_complete`, which is about this host's share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Units in the whole match.
    pub total_units: usize,
    /// Games in the whole match.
    pub total_games: usize,
    /// Units finished.
    pub finished_units: usize,
    /// Games finished.
    pub finished_games: usize,
    /// Units that are being played.
    pub in_flight: usize,
    /// Games that count: all that are finished, but for those behind the unit with which the test has decided and those that
    /// wait for a unit in flight.
    pub counted_games: usize,
    /// Whether nothing more has to be played here.
    pub is_complete: bool,
    /// Whether the match is at its end, whoever played it.
    pub is_over: bool,
    /// Games of the first encounter by result, from the first engine's side, as far as counted: units count in the order of
    /// their numbers.
    pub wdl: WdlCounts,
    /// Pairs of the first encounter by result, as far as counted.
    pub pairs: PairCounts,
    /// The five pair results by rising score: LL, LD, WL + DD, WD, WW.
    pub ptnml: [u64; 5],
    /// Whether estimates and test are over pairs (pentanomial), not single games.
    pub is_paired: bool,
    /// Elo, normalised Elo and likelihood of superiority in the first encounter, as the report says them (fastchess's error of
    /// normalised Elo); `None` before anything is counted.
    pub estimate: Option<Estimate>,
    /// The 95 % interval of Elo in the first encounter.
    pub interval: Interval,
    /// Drawn pairs (or games) in percent; `None` without any.
    pub draw_ratio: Option<f64>,
    /// Pairs won by pairs lost; `None` without lost ones.
    pub pairs_ratio: Option<f64>,
    /// Pairs with a win each by pairs with two draws; `None` without such draws.
    pub wl_dd_ratio: Option<f64>,
    /// The sequential test, where there is one.
    pub llr: Option<LlrSnapshot>,
    /// What each engine did, in the order of the settings; all finished games.
    pub engines: Vec<EngineTotals>,
    /// How the games of each engine ended, in the order of the settings; all finished games.
    pub endings: Vec<Endings>,
    /// How much faster the first of two engines moves than the second: what a change does to speed shows at fixed depth (or
    /// nodes). `None` without two engines that have moved and been timed.
    pub speed: Option<SpeedGain>,
    /// What each worker's games brought the first engine of their encounters, by host and number; all finished games.
    pub workers: Vec<WorkerTotals>,
    /// Whether the workers' results look alike; `None` before two of them have played enough.
    pub quality: Option<Quality>,
    /// Elo of each engine by all games at once, around their mean; `None` for one without games. As far as counted.
    pub ratings: Vec<Option<Rating>>,
    /// The engines by their ratings, and who may be as strong as the first.
    pub ranking: Ranking,
    /// Results of each engine (row) against each (column), from the row's side, as far as counted.
    pub crosstable: Vec<Vec<WdlCounts>>,
    /// The report in fastchess's words; of the first encounter.
    pub report: String,
}

/// A sequential test at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LlrSnapshot {
    /// The log-likelihood ratio.
    pub value: f64,
    /// Whether it is the exact ratio; an approximation is taken where hypotheses cannot be had with these results.
    pub exact: bool,
    /// Where the test ends.
    pub bounds: Bounds,
    /// What it has decided.
    pub verdict: Verdict,
    /// How many more games the test will probably take, from and to (see
    /// [`Sprt::probable_left`](crate::stats::Sprt::probable_left)); never more than the match has left. `None` where it
    /// cannot be said, or yet.
    pub games_left: Option<[f64; 2]>,
    /// The ratio after so many units, thinned: at most about a thousand points, the last one among them.
    pub curve: Vec<(usize, f64)>,
}

impl LabMatch {
    /// The match as it stands.
    pub fn snapshot(&self) -> Snapshot {
        let score = self.scoreboard.score(0);
        let counts = self.scoreboard.counts(0);
        let is_empty = counts.wdl().games() == 0;
        let (ratings, ranking) = ranked(self.schedule.engines(), &self.encounters());
        Snapshot {
            total_units: self.schedule.total_units(),
            total_games: self.schedule.total_games(),
            finished_units: self.units.len(),
            finished_games: self.units.values().map(|unit| unit.games.len()).sum(),
            in_flight: self.in_flight.len(),
            counted_games: self.encounters().iter().map(|result| result.wdl.games() as usize).sum(),
            is_complete: self.is_complete(),
            is_over: self.is_over(),
            wdl: score.wdl,
            pairs: score.pairs,
            ptnml: score.pairs.ptnml(),
            is_paired: self.schedule.is_paired(),
            estimate: (!is_empty).then(|| Estimate::new(&counts, Convention::Fastchess)),
            interval: Interval::new(&counts),
            draw_ratio: counts.draw_ratio(),
            pairs_ratio: counts.pairs_ratio(),
            wl_dd_ratio: counts.wl_dd_ratio(),
            llr: self.llr(&counts),
            engines: self.engines.clone(),
            endings: self.endings.clone(),
            speed: self.speed.gain(),
            workers: self.workers.values().cloned().collect(),
            quality: Quality::new(&self.workers.values().map(WorkerTotals::thirds).collect::<Vec<_>>()),
            ratings,
            ranking,
            crosstable: self.crosstable(),
            report: report(&counts, self.sprt.as_ref()),
        }
    }

    fn llr(&self, counts: &Counts) -> Option<LlrSnapshot> {
        let sprt = self.sprt.as_ref()?;
        let llr = sprt.llr(counts);
        Some(LlrSnapshot {
            value: llr.value,
            exact: llr.exact,
            bounds: sprt.bounds(),
            verdict: self.verdict(),
            games_left: self.games_left(counts),
            curve: self.scoreboard.curve().points(),
        })
    }

    fn games_left(&self, counts: &Counts) -> Option<[f64; 2]> {
        if self.verdict() != Verdict::Undecided {
            return None;
        }
        let games = if self.schedule.is_paired() { 2.0 } else { 1.0 };
        let scheduled = self.schedule.total_games() as f64 - counts.wdl().games() as f64;
        let range = self.sprt.as_ref()?.probable_left(counts)?;
        Some(range.map(|results| (results * games).min(scheduled.max(0.0))))
    }

    fn encounters(&self) -> Vec<EncounterResult> {
        let result = |(index, engines)| {
            let score = self.scoreboard.score(index);
            EncounterResult {
                engines,
                wdl: score.wdl,
                pairs: self.schedule.is_paired().then_some(score.pairs),
            }
        };
        self.schedule.encounters().into_iter().enumerate().map(result).collect()
    }

    fn crosstable(&self) -> Vec<Vec<WdlCounts>> {
        let engines = self.schedule.engines();
        let mut table = vec![vec![WdlCounts::default(); engines]; engines];
        for (encounter, [first, second]) in self.schedule.encounters().into_iter().enumerate() {
            let wdl = self.scoreboard.score(encounter).wdl;
            table[first][second] += wdl;
            table[second][first] += -wdl;
        }
        table
    }
}
