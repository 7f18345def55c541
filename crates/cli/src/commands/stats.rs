//! `stats`: what match results say, and how sequential tests behave on simulated matches.

use std::thread;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command as Clap, value_parser};
use tabia_arena::output::standing::interval_words;
use tabia_arena::stats::simulation::{GameModel, Simulation, SimulationResult};
use tabia_arena::stats::{
    Bounds, Convention, Counts, Estimate, Interval, Lead, Model, PairCounts, Sprt, Verdict, WdlCounts, report,
};

use super::Failure;

/// Arguments of `stats`.
#[derive(Debug)]
pub(crate) struct StatsArgs {
    /// Games by result.
    games: Option<WdlCounts>,
    /// Pairs by result.
    pairs: Option<PairCounts>,
    /// The scale of the hypotheses.
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    /// Print one JSON object.
    json: bool,
    /// Simulate so many matches instead.
    simulate: Option<u32>,
    /// True differences to simulate; the hypotheses and their mean when empty.
    truth: Vec<f64>,
    /// Pairs between two looks at the ratio.
    batch: u32,
    /// The longest simulated match in pairs.
    max_pairs: u32,
    drawelo: f64,
    bias: f64,
    seed: u64,
}

/// The command line of `stats`.
pub(crate) fn clap() -> Clap {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        option(name, "X", help)
            .value_parser(value_parser!(f64))
            .allow_negative_numbers(true)
            .default_value(default)
    };
    Clap::new("stats")
        .about("What match results say: Elo, normalised Elo, likelihood of superiority, sequential test")
        .group(ArgGroup::new("results").required(true).args(["games", "pairs", "simulate"]))
        .arg(option("games", "W,L,D", "Games won, lost and drawn by the first engine").value_parser(parse_games))
        .arg(
            option(
                "pairs",
                "LL,LD,WL,DD,WD,WW",
                "Pairs of games on one opening: two losses, a loss and a draw, a win and a loss, two draws, a win and a draw, two wins",
            )
            .value_parser(parse_pairs),
        )
        .arg(
            option("model", "MODEL", "The scale of elo0 and elo1: normalized, logistic or bayesian")
                .value_parser(|text: &str| text.parse::<Model>())
                .default_value("normalized"),
        )
        .arg(number("elo0", "0", "The difference under H0"))
        .arg(number("elo1", "5", "The difference under H1"))
        .arg(number("alpha", "0.05", "The probability of accepting H1 when H0 is true"))
        .arg(number("beta", "0.05", "The probability of accepting H0 when H1 is true"))
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"))
        .arg(
            option("simulate", "MATCHES", "Play so many matches with known truths and count the verdicts of the test")
                .value_parser(value_parser!(u32).range(1..=10_000_000)),
        )
        .next_help_heading("With --simulate")
        .arg(
            option("truth", "X", "A true difference; can be repeated [default: elo0, the middle, elo1]")
                .value_parser(value_parser!(f64))
                .allow_negative_numbers(true)
                .action(ArgAction::Append),
        )
        .arg(
            option("batch", "PAIRS", "Pairs between two looks at the ratio")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("1"),
        )
        .arg(
            option("max-pairs", "PAIRS", "The longest match")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("1000000"),
        )
        .arg(number("drawelo", "240", "BayesElo's draw parameter"))
        .arg(number("bias", "60", "The advantage, in Elo, that an opening gives to one colour"))
        .arg(option("seed", "N", "The seed of the random numbers").value_parser(value_parser!(u64)).default_value("1"))
}

/// The arguments as clap read them; all options have defaults, so what stands in for a missing one is never used.
pub(crate) fn arguments(matches: &ArgMatches) -> StatsArgs {
    let number = |name: &str| matches.get_one(name).copied().unwrap_or(0.0);
    StatsArgs {
        games: matches.get_one("games").copied(),
        pairs: matches.get_one("pairs").copied(),
        model: matches.get_one("model").copied().unwrap_or_default(),
        elo0: number("elo0"),
        elo1: number("elo1"),
        alpha: number("alpha"),
        beta: number("beta"),
        json: matches.get_flag("json"),
        simulate: matches.get_one("simulate").copied(),
        truth: matches.get_many("truth").into_iter().flatten().copied().collect(),
        batch: matches.get_one("batch").copied().unwrap_or(1),
        max_pairs: matches.get_one("max-pairs").copied().unwrap_or(1),
        drawelo: number("drawelo"),
        bias: number("bias"),
        seed: matches.get_one("seed").copied().unwrap_or(1),
    }
}

/// More results than any match has; the sums of such numbers do not overflow.
const MAX_COUNT: u64 = 1_000_000_000_000;

pub(crate) fn run(args: &StatsArgs) -> Result<bool, Failure> {
    let sprt = Sprt::new(args.model, args.elo0, args.elo1, args.alpha, args.beta)?;
    if let Some(matches) = args.simulate {
        simulate(args, sprt, matches);
        return Ok(true);
    }
    let counts = match (args.games, args.pairs) {
        (Some(wdl), _) => Counts::Games(wdl),
        (None, pairs) => Counts::Pairs(pairs.unwrap_or_default()),
    };
    if args.json {
        println!("{}", json(&counts, &sprt));
    } else {
        print!("{}", report(&counts, Some(&sprt)));
        let interval = Interval::new(&counts);
        let words = match interval.lead() {
            Lead::TooFew => "unknown, the results are too few".to_owned(),
            _ => interval_words(interval),
        };
        println!(
            "Elo, 95 % interval: {words} (the error of nElo is fastchess's, from the number of results alone)"
        );
        let llr = sprt.llr(&counts);
        if !llr.exact {
            println!("The LLR is approximate: no results can have the Elo of a hypothesis.");
        }
        println!(
            "SPRT ({}) [{:.2}, {:.2}]: {}",
            sprt.model(),
            sprt.elo0(),
            sprt.elo1(),
            in_words(sprt.verdict(llr.value))
        );
    }
    Ok(true)
}

/// A verdict in fastchess's words.
pub(crate) fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H0 => "H0 was accepted",
        Verdict::H1 => "H1 was accepted",
        Verdict::Undecided => "undecided",
    }
}

fn json(counts: &Counts, sprt: &Sprt) -> serde_json::Value {
    let estimate = Estimate::new(counts, Convention::Fishtest);
    let fastchess = Estimate::new(counts, Convention::Fastchess);
    let interval = Interval::new(counts);
    let llr = sprt.llr(counts);
    let Bounds { lower, upper } = sprt.bounds();
    let wdl = counts.wdl();
    let ptnml = if let Counts::Pairs(pairs) = counts { Some(pairs.ptnml()) } else { None };
    serde_json::json!({
        "elo": estimate.elo,
        "elo_err": estimate.elo_err,
        "elo_low": interval.low,
        "elo_high": interval.high,
        "nelo": estimate.nelo,
        "nelo_err": estimate.nelo_err,
        "nelo_err_fastchess": fastchess.nelo_err,
        "los": estimate.los,
        "llr": llr.value,
        "llr_exact": llr.exact,
        "lower": lower,
        "upper": upper,
        "verdict": sprt.verdict(llr.value).to_string(),
        "model": sprt.model().to_string(),
        "elo0": sprt.elo0(),
        "elo1": sprt.elo1(),
        "alpha": sprt.alpha(),
        "beta": sprt.beta(),
        "drawratio": counts.draw_ratio(),
        "pairsratio": counts.pairs_ratio(),
        "wldd": counts.wl_dd_ratio(),
        "score": fastchess.score,
        "games": wdl.games(),
        "wins": wdl.wins,
        "losses": wdl.losses,
        "draws": wdl.draws,
        "points": wdl.points(),
        "ptnml": ptnml,
    })
}

/// Reads `W,L,D`.
fn parse_games(text: &str) -> Result<WdlCounts, String> {
    let [wins, losses, draws] = numbers(text, "W,L,D")?;
    Ok(WdlCounts { wins, losses, draws })
}

/// Reads `LL,LD,WL,DD,WD,WW`.
fn parse_pairs(text: &str) -> Result<PairCounts, String> {
    let [ll, ld, wl, dd, wd, ww] = numbers(text, "LL,LD,WL,DD,WD,WW")?;
    Ok(PairCounts { ll, ld, wl, dd, wd, ww })
}

fn numbers<const N: usize>(text: &str, form: &str) -> Result<[u64; N], String> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|word| word.trim().parse().ok().filter(|&count| count <= MAX_COUNT)).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("{text:?} is not {form}: {N} whole numbers, with commas between them"))
}

/// Plays tests with known truths, each truth on a thread of its own.
fn simulate(args: &StatsArgs, sprt: Sprt, matches: u32) {
    let middle = f64::midpoint(sprt.elo0(), sprt.elo1());
    let truths =
        if args.truth.is_empty() { vec![sprt.elo0(), middle, sprt.elo1()] } else { args.truth.clone() };
    let games = GameModel { drawelo: args.drawelo, bias: args.bias };
    let simulation = |truth| Simulation {
        sprt,
        games,
        truth,
        matches,
        batch: args.batch,
        max_pairs: args.max_pairs,
        seed: args.seed,
    };
    let rows: Vec<(Simulation, SimulationResult)> = thread::scope(|scope| {
        let running: Vec<_> = truths
            .iter()
            .map(|&truth| simulation(truth))
            .map(|simulation| (simulation, scope.spawn(move || simulation.run())))
            .collect();
        // A thread that panicked takes the program with it.
        running
            .into_iter()
            .filter_map(|(simulation, thread)| Some((simulation, thread.join().ok()?)))
            .collect()
    });
    if args.json {
        let rows: Vec<_> =
            rows.iter().map(|(simulation, outcome)| simulation_json(simulation, outcome)).collect();
        println!("{}", serde_json::Value::from(rows));
        return;
    }
    println!(
        "{matches} matches each, {} [{}, {}], alpha {}, beta {}, a look every {} pairs, drawelo {}, bias {}, seed {}",
        sprt.model(),
        sprt.elo0(),
        sprt.elo1(),
        sprt.alpha(),
        sprt.beta(),
        args.batch,
        args.drawelo,
        args.bias,
        args.seed
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
