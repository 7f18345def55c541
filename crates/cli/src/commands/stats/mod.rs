//! `stats`: statistics of match results, and simulations of sequential tests.

mod args;
mod simulate;

use tabia_arena::output::standing::{claim, interval_words};
use tabia_stats::{
    Bounds, Convention, Counts, Estimate, Interval, Lead, Sprt, SprtError, Verdict, hypotheses, p_value,
    report,
};

pub(crate) use args::StatsArgs;

pub(crate) fn run(args: &StatsArgs) -> Result<bool, SprtError> {
    let sprt = Sprt::new(args.model, args.elo0, args.elo1, args.alpha, args.beta)?;
    if let Some(matches) = args.simulate {
        simulate::run(args, sprt, matches);
        return Ok(true);
    }
    let counts = match (args.games, args.pairs) {
        (Some(wdl), _) => Counts::Games(wdl),
        (None, pairs) => Counts::Pairs(pairs.unwrap_or_default().counts),
    };
    let is_split = args.pairs.is_none_or(|pairs| pairs.is_split);
    if args.json {
        let mut object = json(&counts, &sprt);
        if !is_split {
            for key in SPLIT_KEYS {
                object[key] = serde_json::Value::Null;
            }
        }
        println!("{object}");
    } else {
        let text = report(&counts, Some(&sprt));
        print!("{}", if is_split { text } else { without_split(&text) });
        let interval = Interval::new(&counts);
        let words = match interval.lead() {
            Lead::TooFew => "unknown, the results are too few".to_owned(),
            _ => interval_words(interval),
        };
        println!(
            "Elo, 95 % interval: {words} (the error of nElo is fastchess's, from the number of results alone)"
        );
        println!(
            "Without a sequential test: {} (p = {:.3} if they are equally strong)",
            claim(interval.lead(), "the first engine", "the second"),
            p_value(&counts)
        );
        let llr = sprt.llr(&counts);
        if !llr.exact {
            println!("The LLR is approximate: a hypothesis is too far from 0 to compute it exactly.");
        }
        println!("SPRT ({}) {}: {}", sprt.model(), hypotheses(&sprt), in_words(sprt.verdict(llr.value)));
    }
    Ok(true)
}

/// Keys that require counts that distinguish a win and a loss from two draws.
const SPLIT_KEYS: [&str; 4] = ["wins", "losses", "draws", "wldd"];

/// Removes from a report what five counts can't tell: wins, losses and draws, and the ratio of wins and losses to
/// draws.
fn without_split(report: &str) -> String {
    let line = |line: &str| match (line.split_once(", Wins: "), line.split_once(", WL/DD Ratio: ")) {
        (Some((games, rest)), _) => match rest.split_once(", Points: ") {
            Some((_, points)) => format!("{games}, Points: {points}\n"),
            None => format!("{games}\n"),
        },
        (_, Some((ptnml, _))) => format!("{ptnml}\n"),
        _ => format!("{line}\n"),
    };
    report.lines().map(line).collect()
}

/// Formats a verdict in fastchess's words.
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
        "p": p_value(counts),
        "claim": claim(interval.lead(), "the first engine", "the second"),
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
