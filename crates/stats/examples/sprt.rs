//! The log-likelihood ratio of a sequential test, from pentanomial counts as fishtest and fastchess print them.
//!
//!     cargo run --example sprt -- 5 40 110 75 20

use std::error::Error;

use tabia_stats::simulation::{GameModel, Simulation};
use tabia_stats::{Bounds, Counts, Model, PairCounts, Sprt, report};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let ptnml: [u64; 5] = numbers.try_into().map_err(|_| "usage: sprt LL LD WL+DD WD WW")?;
    let pairs = Counts::Pairs(PairCounts::from_ptnml(ptnml));

    // Is the first engine 0 or 5 normalised Elo stronger? Both errors are to be 5 % at most.
    let sprt = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05)?;
    let llr = sprt.llr(&pairs).value;
    let Bounds { lower, upper } = sprt.bounds();
    println!("LLR {llr:.2} between {lower:.2} and {upper:.2}: {}", sprt.verdict(llr));
    if let Some([from, to]) = sprt.probable_left(&pairs) {
        println!("probably {from:.0} to {to:.0} pairs left");
    }
    print!("{}", report(&pairs, Some(&sprt)));

    // How long such a test takes for an engine that is better by as much as H1 says.
    let games = GameModel::default();
    let simulation =
        Simulation { sprt, games, truth: 5.0, matches: 50, batch: 100, max_pairs: 200_000, seed: 1 };
    let result = simulation.run();
    println!(
        "{} of {} simulated tests accept H1, half of them within {} pairs",
        result.h1, simulation.matches, result.median_pairs
    );
    Ok(())
}
