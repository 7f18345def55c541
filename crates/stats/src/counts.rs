//! Results by game and by pair of games.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The result of one game from one engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PlayerResult {
    /// The first engine lost.
    Loss,
    /// A draw.
    Draw,
    /// The first engine won.
    Win,
}

/// The result of a pair of games on one opening, colours swapped, from the first engine's point of view.
///
/// The order of the two games does not matter: one win and one draw is `WD` either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairResult {
    /// Two losses.
    LL,
    /// A loss and a draw.
    LD,
    /// A win and a loss.
    WL,
    /// Two draws.
    DD,
    /// A win and a draw.
    WD,
    /// Two wins.
    WW,
}

impl PairResult {
    /// Returns the result of two games.
    pub fn new(first: PlayerResult, second: PlayerResult) -> Self {
        match (first.min(second), first.max(second)) {
            (PlayerResult::Loss, PlayerResult::Loss) => Self::LL,
            (PlayerResult::Loss, PlayerResult::Draw) => Self::LD,
            (PlayerResult::Loss, _) => Self::WL,
            (PlayerResult::Draw, PlayerResult::Win) => Self::WD,
            (PlayerResult::Draw, _) => Self::DD,
            (PlayerResult::Win, _) => Self::WW,
        }
    }
}

impl Neg for PlayerResult {
    type Output = Self;

    /// Returns the same result from the other engine's point of view.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Games by result, from the first engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct WdlCounts {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

/// Pairs of games by result, from the first engine's point of view: the pentanomial statistic, with its
/// middle category split in two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct PairCounts {
    /// Two losses.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// A win and a loss.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Two wins.
    pub ww: u64,
}

impl WdlCounts {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Returns the first engine's points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Counts a game.
    pub fn record(&mut self, result: PlayerResult) {
        match result {
            PlayerResult::Loss => self.losses += 1,
            PlayerResult::Draw => self.draws += 1,
            PlayerResult::Win => self.wins += 1,
        }
    }
}

impl PairCounts {
    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.ptnml().iter().sum()
    }

    /// Creates the counts from fishtest's five categories ([`PairCounts::ptnml`]). The middle one is counted as two draws. That affects
    /// games ([`PairCounts::wdl`]), [`Counts::wl_dd_ratio`] and the Bayesian model, which splits pairs; all other figures are the same.
    pub fn from_ptnml([ll, ld, dd, wd, ww]: [u64; 5]) -> Self {
        Self { ll, ld, wl: 0, dd, wd, ww }
    }

    /// Returns fishtest's and `OpenBench`'s five categories by ascending score: 0, ½, 1, 1½ and 2 points.
    pub fn ptnml(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }

    /// Returns the results of the individual games.
    pub fn wdl(&self) -> WdlCounts {
        WdlCounts {
            wins: 2 * self.ww + self.wd + self.wl,
            losses: 2 * self.ll + self.ld + self.wl,
            draws: 2 * self.dd + self.ld + self.wd,
        }
    }

    /// Counts a pair.
    pub fn record(&mut self, result: PairResult) {
        let count = match result {
            PairResult::LL => &mut self.ll,
            PairResult::LD => &mut self.ld,
            PairResult::WL => &mut self.wl,
            PairResult::DD => &mut self.dd,
            PairResult::WD => &mut self.wd,
            PairResult::WW => &mut self.ww,
        };
        *count += 1;
    }
}

impl Add for WdlCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
        }
    }
}

impl AddAssign for WdlCounts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for WdlCounts {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), Add::add)
    }
}

impl Neg for WdlCounts {
    type Output = Self;

    /// Returns the same games from the other engine's point of view.
    fn neg(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }
}

impl Add for PairCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            ll: self.ll + other.ll,
            ld: self.ld + other.ld,
            wl: self.wl + other.wl,
            dd: self.dd + other.dd,
            wd: self.wd + other.wd,
            ww: self.ww + other.ww,
        }
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for PairCounts {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), Add::add)
    }
}

impl Neg for PairCounts {
    type Output = Self;

    /// Returns the same pairs from the other engine's point of view.
    fn neg(self) -> Self {
        Self { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }
}

/// The data for statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Single games: the trinomial statistic.
    Games(WdlCounts),
    /// Pairs with the same opening: the pentanomial statistic, which accounts for the correlation between the
    /// two games and so needs fewer of them.
    Pairs(PairCounts),
}

impl Counts {
    /// Returns the results of the individual games.
    pub fn wdl(&self) -> WdlCounts {
        match self {
            Self::Games(wdl) => *wdl,
            Self::Pairs(pairs) => pairs.wdl(),
        }
    }

    /// Returns drawn pairs (a point each) in percent of all pairs, or drawn games in percent of all games;
    /// `None` without any.
    pub fn draw_ratio(&self) -> Option<f64> {
        let ratio = match self {
            Self::Games(wdl) => quotient(wdl.draws, wdl.games()),
            Self::Pairs(pairs) => quotient(pairs.wl + pairs.dd, pairs.pairs()),
        };
        ratio.map(|ratio| 100.0 * ratio)
    }

    /// Pairs won (WW, WD) divided by pairs lost (LD, LL); `None` without lost pairs or without pairs.
    pub fn pairs_ratio(&self) -> Option<f64> {
        match self {
            Self::Games(_) => None,
            Self::Pairs(pairs) => quotient(pairs.ww + pairs.wd, pairs.ld + pairs.ll),
        }
    }

    /// Returns the number of pairs with one win each (WL) divided by pairs with two draws (DD), which shows
    /// how unbalanced the openings are; `None` without DD or without pairs.
    pub fn wl_dd_ratio(&self) -> Option<f64> {
        match self {
            Self::Games(_) => None,
            Self::Pairs(pairs) => quotient(pairs.wl, pairs.dd),
        }
    }
}

impl From<WdlCounts> for Counts {
    fn from(wdl: WdlCounts) -> Self {
        Self::Games(wdl)
    }
}

impl From<PairCounts> for Counts {
    fn from(pairs: PairCounts) -> Self {
        Self::Pairs(pairs)
    }
}

fn quotient(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}
