//! Command line of `tabia stats`.

use crate::number::{real, whole};
use clap::{ArgGroup, Args};
use tabia_stats::{Model, PairCounts, WdlCounts};
use thiserror::Error;

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("results").required(true).args(["games", "pairs", "simulate"]))]
pub(crate) struct StatsArgs {
    /// Games won, lost and drawn by the first engine
    #[arg(long, value_name = "W,L,D", value_parser = games)]
    pub(super) games: Option<WdlCounts>,
    /// Pairs of games on one opening: two losses, a loss and a draw, a win and a loss, two draws, a win and a draw, two wins;
    /// or fastchess's five counts, Ptnml(0-2), in which a win and a loss count with two draws
    #[arg(long, value_name = "LL,LD,WL,DD,WD,WW", value_parser = pairs)]
    pub(super) pairs: Option<GivenPairs>,
    /// The scale of elo0 and elo1: normalized, logistic or bayesian
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    pub(super) model: Model,
    /// The difference under H0
    #[arg(long, value_name = "X", default_value = "0", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) elo0: f64,
    /// The difference under H1
    #[arg(long, value_name = "X", default_value = "5", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) elo1: f64,
    /// The probability of accepting H1 when H0 is true
    #[arg(long, value_name = "X", default_value = "0.05", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) alpha: f64,
    /// The probability of accepting H0 when H1 is true
    #[arg(long, value_name = "X", default_value = "0.05", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) beta: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// Simulate MATCHES matches with known differences and count the verdicts of the test
    #[arg(long, value_name = "MATCHES", value_parser = whole::<u32>(1..=10_000_000))]
    pub(super) simulate: Option<u32>,
    #[command(flatten)]
    pub(super) simulation: SimulationArgs,
}

/// Arguments that count with `--simulate`.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --simulate")]
pub(super) struct SimulationArgs {
    /// A true difference; can be repeated [default: elo0, the middle, elo1]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) truth: Vec<f64>,
    /// Pairs between two checks of the ratio
    #[arg(long, value_name = "PAIRS", value_parser = whole::<u32>(1..), default_value = "1")]
    pub(super) batch: u32,
    /// The longest match
    #[arg(long, value_name = "PAIRS", value_parser = whole::<u32>(1..), default_value = "1000000")]
    pub(super) max_pairs: u32,
    /// The draw parameter (drawelo) of the Bayesian model
    #[arg(long, value_name = "X", default_value = "240", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) drawelo: f64,
    /// The advantage, in Elo, that an opening gives to one colour
    #[arg(long, value_name = "X", default_value = "60", allow_negative_numbers = true, value_parser = real::<f64>(..))]
    pub(super) bias: f64,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(0..))]
    pub(super) seed: u64,
}

/// Error for malformed results.
#[derive(Debug, Error)]
#[error("expected {form}: whole numbers, separated by commas")]
struct CountsError {
    form: &'static str,
}

/// Maximum count: more than any match has, and small enough that sums don't overflow.
const MAX_COUNT: u64 = 1_000_000_000_000;

/// Parses `W,L,D`.
fn games(text: &str) -> Result<WdlCounts, CountsError> {
    let [wins, losses, draws] = numbers(text, "W,L,D")?;
    Ok(WdlCounts { wins, losses, draws })
}

/// Pair results as given.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivenPairs {
    /// Without a split, all pairs with one point each count as two draws.
    pub(super) counts: PairCounts,
    /// Whether a win and a loss are distinguished from two draws.
    pub(super) is_split: bool,
}

/// Parses `LL,LD,WL,DD,WD,WW`, or the five counts of `Ptnml(0-2): [LL, LD, WL+DD, WD, WW]`.
fn pairs(text: &str) -> Result<GivenPairs, CountsError> {
    const FORM: &str = "LL,LD,WL,DD,WD,WW or five counts LL,LD,WL+DD,WD,WW";
    let bare = text.trim().trim_start_matches('[').trim_end_matches(']');
    if bare.split(',').count() == 5 {
        return Ok(GivenPairs { counts: PairCounts::from_ptnml(numbers(bare, FORM)?), is_split: false });
    }
    let [ll, ld, wl, dd, wd, ww] = numbers(bare, FORM)?;
    Ok(GivenPairs { counts: PairCounts { ll, ld, wl, dd, wd, ww }, is_split: true })
}

fn numbers<const N: usize>(text: &str, form: &'static str) -> Result<[u64; N], CountsError> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|word| word.trim().parse().ok().filter(|&count| count <= MAX_COUNT)).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or(CountsError { form })
}
