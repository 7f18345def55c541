//! Which of a book's moves to play.
//!
//! [`best`] and [`weighted`] are Polyglot's two ways. [`rank`] and [`pick`] follow Crafty, whose book knows more about
//! a move than a weight: its results, an evaluation, what was learned, the author's `!` and `?`, and how often the
//! author wants it played. To let a search decide among the book's moves (Crafty's `book random 0`), search those that
//! [`rank`] leaves. [`select`] does any of these, as a [`Selection`] says that can be stored.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use tabia_chess::Move;

use crate::learn::{LearnStore, Learned};
use crate::panel::{Panel, PanelMove};
use crate::{Candidate, Marks};

/// Random numbers that a seed makes reproducible: Sebastiano Vigna's `SplitMix64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal sequences.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Polyglot's threshold: moves of at most 0.5 % are not played.
pub const POLYGLOT_THRESHOLD: f64 = 0.005;

/// The move with the greatest weight, the first among equals; none if no move has a weight.
pub fn best(moves: &[Candidate]) -> Option<&Candidate> {
    let first = moves.iter().filter(|candidate| candidate.weight > 0);
    first.reduce(|best, other| if other.weight > best.weight { other } else { best })
}

/// A move by chance, in proportion to the weights. Moves whose part of all weights is at most `threshold` (0 to 1) are
/// never played.
pub fn weighted<'a>(moves: &'a [Candidate], threshold: f64, random: &mut Random) -> Option<&'a Candidate> {
    let total: f64 = moves.iter().map(|candidate| f64::from(candidate.weight)).sum();
    let playable = |candidate: &&Candidate| f64::from(candidate.weight) > threshold * total;
    choose(moves.iter().filter(playable), |candidate| f64::from(candidate.weight), random)
}

/// What the author of a book says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// `!`: where there is one, only such moves are played.
    Recommended,
    /// `?`: never played.
    Avoided,
}

/// Games that a move was played in, as its side saw them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A legal move of a book with all that is known about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The move.
    pub mv: Move,
    /// How often it is played: games, or a weight where nothing else is known.
    pub frequency: u32,
    /// The results, if the book has them.
    pub results: Option<Results>,
    /// The static evaluation after it in centipawns, good for its side if positive.
    pub eval: i32,
    /// What games taught about it, in centipawns likewise.
    pub learned: i32,
    /// What the author says.
    pub flag: Option<Flag>,
    /// How often the author wants it played, in percent; 0 says nothing.
    pub play_percent: u8,
}

/// With the author's marks, if the field for learning holds them. A weight of 0 is as good as `?`, but for a move marked `!`.
impl From<&Candidate> for Known {
    fn from(candidate: &Candidate) -> Self {
        let marks = Marks::from_learn(candidate.learn);
        Self {
            mv: candidate.mv,
            frequency: u32::from(candidate.weight),
            results: None,
            eval: 0,
            learned: 0,
            flag: marks.flag.or((candidate.weight == 0).then_some(Flag::Avoided)),
            play_percent: marks.play_percent,
        }
    }
}

impl Known {
    /// The move with what games taught about it. The author's mark counts more.
    #[must_use]
    pub fn with_learned(mut self, learned: Learned) -> Self {
        if learned.never_again {
            self.flag = self.flag.or(Some(Flag::Avoided));
        }
        self.learned = learned.centipawns();
        self
    }
}

/// The weights of a position's moves with the author's marks, in whole numbers: how probable each is in proportion to the others. Without
/// marks they are the weights of the book. `?` is 0, beside a `!` all others are 0, and moves with a play percentage get that part
/// of the sum.
pub fn weights_in_play(moves: &[Candidate]) -> Vec<u64> {
    let known: Vec<Known> = moves.iter().map(Known::from).collect();
    let left = by_flags(&known);
    let is_left = |candidate: &Candidate| left.iter().any(|known| known.mv == candidate.mv);
    let percent = |candidate: &Candidate| match Marks::from_learn(candidate.learn).play_percent {
        percent if is_left(candidate) => u64::from(percent),
        _ => 0,
    };
    let free = |candidate: &Candidate| match percent(candidate) {
        0 if is_left(candidate) => u64::from(candidate.weight),
        _ => 0,
    };
    let forced: u64 = moves.iter().map(percent).sum();
    let others: u64 = moves.iter().map(free).sum();
    let (part_of_forced, part_of_free) = match (forced, others) {
        (0, _) => (0, 1),
        (_, 0) => (1, 0),
        _ => (others, 100_u64.saturating_sub(forced)),
    };
    moves
        .iter()
        .map(|candidate| percent(candidate) * part_of_forced + free(candidate) * part_of_free)
        .collect()
}

/// All that is known of a panel's moves: weights, marks and results; what was learned comes from `learned` for the key of the
/// position, and evaluations, in centipawns good for the side that plays the move, from `eval`.
pub fn known_moves(
    panel: &Panel,
    key: u64,
    learned: Option<&LearnStore>,
    mut eval: impl FnMut(Move) -> i32,
) -> Vec<Known> {
    let of_move = |row: &PanelMove| {
        let candidate = Candidate { mv: row.mv, weight: row.weight, learn: row.learn };
        let learned = learned.and_then(|store| store.learned(key, row.mv.into())).unwrap_or_default();
        let mut known = Known::from(&candidate).with_learned(learned);
        known.results = row.stats.map(|stats| stats.results);
        known.eval = eval(row.mv);
        known
    };
    panel.moves.iter().map(of_move).collect()
}

/// How much each thing that is known counts, each 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Factors {
    /// How often the move is played.
    pub frequency: f64,
    /// Wins in proportion to decided games.
    pub ratio: f64,
    /// The static evaluation.
    pub eval: f64,
    /// What was learned.
    pub learn: f64,
}

/// Frequency alone, which is what a Polyglot book knows.
impl Default for Factors {
    fn default() -> Self {
        Self { frequency: 1.0, ratio: 0.0, eval: 0.0, learn: 0.0 }
    }
}

/// How to rank moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// What counts.
    pub factors: Factors,
    /// At most so many moves are left, at least one.
    pub width: usize,
}

/// Frequency alone, and the width 5 that Crafty's author uses.
impl Default for Rules {
    fn default() -> Self {
        Self { factors: Factors::default(), width: 5 }
    }
}

/// A move that may be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// What it is worth by the factors, from 1.
    pub value: f64,
    /// How probable [`pick`] makes it, 0 to 1; all together 1.
    pub probability: f64,
}

/// Beyond so many centipawns, what was learned is as good as a flag.
pub(crate) const LEARNED_FLAG: i32 = 100;
/// The range that each thing known is mapped to.
const SCALE: f64 = 1000.0;

/// The moves that may be played, the best first, as Crafty's documentation describes it.
///
/// Moves marked `?`, moves that lost more than a pawn in learning, and moves never won are out; where there are moves marked
/// `!`, or that won more than a pawn in learning, the others are out too. The author's mark counts more than learning. The
/// rest is ordered by play percentage and then by value: each thing known is mapped from 0 for the worst to
/// 1000 for the best move, multiplied with its factor, and added; one is added so that no move left has no chance.
/// What exceeds the width goes. At last, moves with a play percentage get that probability, and the
/// others share what remains by their value.
///
/// An empty list means that the book has nothing to play.
pub fn rank(moves: &[Known], rules: &Rules) -> Vec<Ranked> {
    // Moves never won are out before `!` is looked at: a position is not left without moves for one of them.
    let won: Vec<Known> =
        moves.iter().filter(|known| known.results.is_none_or(|results| results.wins > 0)).copied().collect();
    let left = by_flags(&won);
    let factors = &rules.factors;
    let mut values = vec![1.0; left.len()];
    let mut add = |factor: f64, of: fn(&Known) -> f64| {
        let factor = if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 0.0 };
        let known: Vec<f64> = left.iter().map(|known| of(known)).collect();
        let low = known.iter().copied().fold(f64::INFINITY, f64::min);
        let high = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (value, known) in values.iter_mut().zip(known) {
            // Where all are alike none is worse.
            let part = if high > low { (known - low) / (high - low) } else { 1.0 };
            *value += SCALE * factor * part;
        }
    };
    add(factors.frequency, |known| f64::from(known.frequency));
    add(factors.ratio, ratio);
    add(factors.eval, |known| f64::from(known.eval));
    add(factors.learn, |known| f64::from(known.learned));
    let mut ranked: Vec<(&Known, f64)> = left.into_iter().zip(values).collect();
    ranked.sort_by(|(a, worth_a), (b, worth_b)| {
        b.play_percent.cmp(&a.play_percent).then(worth_b.partial_cmp(worth_a).unwrap_or(Ordering::Equal))
    });
    ranked.truncate(rules.width.max(1));
    with_probabilities(&ranked)
}

/// One of the ranked moves by chance.
pub fn pick<'a>(ranked: &'a [Ranked], random: &mut Random) -> Option<&'a Ranked> {
    choose(ranked.iter(), |ranked| ranked.probability, random)
}

/// A way to choose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum Selection {
    /// The most played of the moves that may be played.
    Best,
    /// By chance in proportion to how often they are played, as Polyglot does it; play percentages hold.
    Random {
        /// Moves whose part is at most this, 0 to 1, are not played.
        threshold: f64,
    },
    /// By chance among the best by all that is known, as Crafty does it with `book random 1`.
    Ranked {
        /// What counts, and how many moves are left.
        rules: Rules,
    },
    /// None: a search decides among the best, as with Crafty's `book random 0`.
    Search {
        /// What counts, and how many moves are left.
        rules: Rules,
    },
}

/// Polyglot's way.
impl Default for Selection {
    fn default() -> Self {
        Self::Random { threshold: POLYGLOT_THRESHOLD }
    }
}

/// What was chosen.
#[derive(Clone, PartialEq, Debug)]
pub enum Choice {
    /// Play this move.
    Play(Move),
    /// Search these moves only, and play the best.
    Search(Vec<Move>),
    /// The book has nothing to play.
    Nothing,
}

/// Chooses among the moves of a position. Flags hold in every way: `?` is never played, `!` before all others.
pub fn select(moves: &[Known], selection: &Selection, random: &mut Random) -> Choice {
    let played = |ranked: Option<&Ranked>| ranked.map_or(Choice::Nothing, |ranked| Choice::Play(ranked.mv));
    match selection {
        Selection::Best => {
            let most = by_flags(moves)
                .into_iter()
                .reduce(|best, other| if other.frequency > best.frequency { other } else { best });
            most.map_or(Choice::Nothing, |known| Choice::Play(known.mv))
        }
        Selection::Random { threshold } => {
            let mut left = by_flags(moves);
            let total: f64 = left.iter().map(|known| f64::from(known.frequency)).sum();
            left.retain(|known| known.play_percent > 0 || f64::from(known.frequency) > threshold * total);
            let left: Vec<_> = left.into_iter().map(|known| (known, f64::from(known.frequency))).collect();
            played(pick(&with_probabilities(&left), random))
        }
        Selection::Ranked { rules } => played(pick(&rank(moves, rules), random)),
        Selection::Search { rules } => {
            let moves: Vec<Move> = rank(moves, rules).iter().map(|ranked| ranked.mv).collect();
            if moves.is_empty() { Choice::Nothing } else { Choice::Search(moves) }
        }
    }
}

/// The moves that flags leave.
fn by_flags(moves: &[Known]) -> Vec<&Known> {
    let mut left: Vec<&Known> = moves.iter().filter(|known| flag(known) != Some(Flag::Avoided)).collect();
    if left.iter().any(|known| flag(known) == Some(Flag::Recommended)) {
        left.retain(|known| flag(known) == Some(Flag::Recommended));
    }
    left
}

fn flag(known: &Known) -> Option<Flag> {
    known.flag.or(match known.learned {
        learned if learned > LEARNED_FLAG => Some(Flag::Recommended),
        learned if learned < -LEARNED_FLAG => Some(Flag::Avoided),
        _ => None,
    })
}

fn ratio(known: &Known) -> f64 {
    match known.results {
        Some(Results { wins, losses, .. }) if wins > 0 || losses > 0 => {
            f64::from(wins) / (f64::from(wins) + f64::from(losses))
        }
        _ => 0.5,
    }
}

fn with_probabilities(ranked: &[(&Known, f64)]) -> Vec<Ranked> {
    let percent: f64 = ranked.iter().map(|(known, _)| f64::from(known.play_percent)).sum();
    let free: f64 = ranked.iter().filter(|(known, _)| known.play_percent == 0).map(|&(_, value)| value).sum();
    // Percentages that leave nothing to the others, or have no others beside them, are parts of their own sum.
    let whole = if free > 0.0 { percent.max(100.0) } else { percent };
    let probability = |known: &Known, value: f64| match known.play_percent {
        0 => (1.0 - percent / whole) * value / free,
        percent => f64::from(percent) / whole,
    };
    ranked
        .iter()
        .map(|&(known, value)| Ranked { mv: known.mv, value, probability: probability(known, value) })
        .collect()
}

/// One of the items by chance, in proportion to their weights; those without weight never.
fn choose<'a, T>(
    items: impl Iterator<Item = &'a T> + Clone,
    weight: impl Fn(&T) -> f64,
    random: &mut Random,
) -> Option<&'a T> {
    let total: f64 = items.clone().map(&weight).sum();
    let mut point = random.unit() * total;
    let mut last = None;
    for item in items.filter(|item| weight(item) > 0.0) {
        point -= weight(item);
        last = Some(item);
        if point < 0.0 {
            break;
        }
    }
    last
}
