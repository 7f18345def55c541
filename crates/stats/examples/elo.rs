//! Elo and likelihood of superiority of a match, from its wins, losses and draws.
//!
//!     cargo run --example elo -- 120 100 280

use std::process::ExitCode;

use tabia_stats::{Convention, Counts, Estimate, Interval, WdlCounts, p_value};

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [wins, losses, draws] = numbers[..] else {
        eprintln!("usage: elo WINS LOSSES DRAWS");
        return ExitCode::FAILURE;
    };
    let counts = Counts::Games(WdlCounts { wins, losses, draws });
    let Estimate { elo, elo_err, nelo, nelo_err, los, .. } = Estimate::new(&counts, Convention::Fishtest);
    println!("Elo {elo:.2} ± {elo_err:.2}, normalised {nelo:.2} ± {nelo_err:.2}, LOS {:.2} %", 100.0 * los);
    // The interval also holds for few games, where "± error" doesn't.
    let Interval { low, high } = Interval::new(&counts);
    let bound = |bound: Option<f64>| bound.map_or("none".to_owned(), |elo| format!("{elo:.2}"));
    println!("95 % interval from {} to {}, p = {:.4}", bound(low), bound(high), p_value(&counts));
    ExitCode::SUCCESS
}
