//! Snapshots of a running match.

use serde::{Deserialize, Serialize};

use super::MatchProgress;
use crate::endings::Endings;
use crate::totals::{EngineTotals, SpeedGain, WorkerTotals};
use tabia_stats::{
    Bounds, Convention, Counts, EncounterResult, Estimate, Interval, PairCounts, Quality, Ranking, Rating,
    Verdict, WdlCounts, ranked, report,
};

/// The state of a match at one moment. It depends only on the set of finished units, except for `in_flight`,
/// for units that wait for others (see [`MatchProgress::finish`]), and for `is_complete`, which concerns this
/// host's share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Units in the whole match.
    pub total_units: usize,
    /// Games in the whole match.
    pub total_games: usize,
    /// Finished units.
    pub finished_units: usize,
    /// Finished games.
    pub finished_games: usize,
    /// Units being played.
    pub in_flight: usize,
    /// Games that count: all finished games, except those after the unit that decided the test and those that
    /// wait for another unit (see [`MatchProgress::finish`]).
    pub counted_games: usize,
    /// Whether nothing is left to play here.
    pub is_complete: bool,
    /// Whether the whole match is over, on all hosts.
    pub is_over: bool,
    /// Counted games of the first encounter by result, from the first engine's side.
    pub wdl: WdlCounts,
    /// Counted pairs of the first encounter by result.
    pub pairs: PairCounts,
    /// The five pair results by ascending score: LL, LD, WL + DD, WD, WW.
    pub ptnml: [u64; 5],
    /// Whether estimates and the test use pairs (pentanomial) rather than single games.
    pub is_paired: bool,
    /// Elo, normalised Elo and likelihood of superiority in the first encounter, as in the report (with
    /// fastchess's error of normalised Elo); `None` before any game counts.
    pub estimate: Option<Estimate>,
    /// The 95 % interval of Elo in the first encounter.
    pub interval: Interval,
    /// Drawn pairs (or games) in percent; `None` without any.
    pub draw_ratio: Option<f64>,
    /// Pairs won divided by pairs lost; `None` without lost pairs.
    pub pairs_ratio: Option<f64>,
    /// Pairs with one win each divided by pairs with two draws; `None` without the latter.
    pub wl_dd_ratio: Option<f64>,
    /// The sequential test, if there is one.
    pub llr: Option<LlrSnapshot>,
    /// The totals of each engine in the order of the settings, over all finished games.
    pub engines: Vec<EngineTotals>,
    /// The endings of each engine's games in the order of the settings, over all finished games.
    pub endings: Vec<Endings>,
    /// Speed advantage of the first of two engines over the second: at fixed depth or nodes, the speed gain
    /// of a change. `None` unless there are two engines with timed moves.
    pub speed: Option<SpeedGain>,
    /// The first engine's results per worker, by host and number; all finished games.
    pub workers: Vec<WorkerTotals>,
    /// Whether the workers' results agree; `None` until two of them have played enough.
    pub quality: Option<Quality>,
    /// Elo of each engine from all counted games, relative to the mean; `None` for an engine without games.
    pub ratings: Vec<Option<Rating>>,
    /// The engines by rating, and those that may be as strong as the first one.
    pub ranking: Ranking,
    /// Results of each engine (row) against each other engine (column), from the row's point of view. Counted
    /// games only.
    pub crosstable: Vec<Vec<WdlCounts>>,
    /// The report on the first encounter in fastchess's format.
    pub report: String,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LlrSnapshot {
    /// The log-likelihood ratio.
    pub value: f64,
    /// Whether the ratio is exact; an approximation is used for hypotheses of thousands of Elo.
    pub exact: bool,
    /// The bounds at which the test stops.
    pub bounds: Bounds,
    /// The verdict.
    pub verdict: Verdict,
    /// The probable range of further games (see [`Sprt::probable_left`](tabia_stats::Sprt::probable_left)),
    /// at most what is left of the match. `None` if it is unknown, or not known yet.
    pub games_left: Option<[f64; 2]>,
    /// The ratio by number of pairs (or games), thinned out to about a thousand points, always including the
    /// last one.
    pub curve: Vec<(usize, f64)>,
}

impl MatchProgress {
    /// Returns the current state of the match.
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

    /// Returns the counted results of every pair of engines that meets, in the order of the schedule.
    pub fn encounters(&self) -> Vec<EncounterResult> {
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
