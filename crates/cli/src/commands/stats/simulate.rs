//! Simulates tests with known true differences.

use std::thread;

use tabia_stats::Sprt;
use tabia_stats::simulation::{GameModel, Simulation, SimulationResult};

use super::args::{SimulationArgs, StatsArgs};

/// Simulates tests with known true differences, each on a separate thread.
pub(super) fn run(args: &StatsArgs, sprt: Sprt, matches: u32) {
    let options = &args.simulation;
    let middle = f64::midpoint(sprt.elo0(), sprt.elo1());
    let truths =
        if options.truth.is_empty() { vec![sprt.elo0(), middle, sprt.elo1()] } else { options.truth.clone() };
    let games = GameModel { drawelo: options.drawelo, bias: options.bias };
    let simulation = |truth| Simulation {
        sprt,
        games,
        truth,
        matches,
        batch: options.batch,
        max_pairs: options.max_pairs,
        seed: options.seed,
    };
    let rows: Vec<(Simulation, SimulationResult)> = thread::scope(|scope| {
        let running: Vec<_> = truths
            .iter()
            .map(|&truth| simulation(truth))
            .map(|simulation| (simulation, scope.spawn(move || simulation.run())))
            .collect();
        // A panicking thread ends the program.
        running
            .into_iter()
            .filter_map(|(simulation, thread)| Some((simulation, thread.join().ok()?)))
            .collect()
    });
    if args.json {
        let rows: Vec<_> =
            rows.iter().map(|(simulation, outcome)| simulation_json(simulation, outcome)).collect();
        println!("{}", serde_json::Value::from(rows));
    } else {
        print_table(options, sprt, matches, &rows);
    }
}

fn print_table(options: &SimulationArgs, sprt: Sprt, matches: u32, rows: &[(Simulation, SimulationResult)]) {
    println!(
        "{matches} matches each, {} [{}, {}], alpha {}, beta {}, a look every {} pairs, drawelo {}, bias {}, seed {}",
        sprt.model(),
        sprt.elo0(),
        sprt.elo1(),
        sprt.alpha(),
        sprt.beta(),
        options.batch,
        options.drawelo,
        options.bias,
        options.seed
    );
    println!(
        "{:>8} {:>8} {:>8} {:>9} {:>10} {:>10} {:>10} {:>10} {:>7}",
        "truth", "H0", "H1", "undecided", "mean", "Wald", "median", "95 %", "draws"
    );
    for (simulation, outcome) in rows {
        let share = |count: u32| format!("{:.2}%", 100.0 * f64::from(count) / f64::from(matches));
        let wald = simulation.expected_pairs().map_or_else(|| "-".to_owned(), |pairs| format!("{pairs:.0}"));
        println!(
            "{:>8.2} {:>8} {:>8} {:>9} {:>10.0} {wald:>10} {:>10} {:>10} {:>6.1}%",
            simulation.truth,
            share(outcome.h0),
            share(outcome.h1),
            share(outcome.undecided),
            outcome.mean_pairs,
            outcome.median_pairs,
            outcome.long_pairs,
            100.0 * outcome.draw_rate
        );
    }
}

fn simulation_json(simulation: &Simulation, outcome: &SimulationResult) -> serde_json::Value {
    serde_json::json!({
        "truth": simulation.truth,
        "matches": simulation.matches,
        "h0": outcome.h0,
        "h1": outcome.h1,
        "undecided": outcome.undecided,
        "mean_pairs": outcome.mean_pairs,
        "expected_pairs": simulation.expected_pairs(),
        "median_pairs": outcome.median_pairs,
        "long_pairs": outcome.long_pairs,
        "draw_rate": outcome.draw_rate,
    })
}
